"""The baseline: a model with a plain system prompt, as PIORS prompts its baselines (figure 8), and nothing of ours.

She keeps no record: what the patient said to her counts as what the doctor has. Her patient guesses from her words
what she asks about, where no page says it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from time import perf_counter
from typing import Any

from frontdesk.app.reception.session.events import DepartmentRecommended, Entry, Question
from frontdesk.app.reception.session.state import State
from frontdesk.evaluation.nurse.cases import Case
from frontdesk.evaluation.nurse.facts import NOW
from frontdesk.evaluation.nurse.judging import PROMPTS
from frontdesk.evaluation.nurse.meeting import counted, told_facts
from frontdesk.evaluation.nurse.met import Met, Used
from frontdesk.evaluation.nurse.safety import Known, violations
from frontdesk.models.capability import Asked, Capability, Message, Prompt
from frontdesk.models.facts import Fact, Language, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.training.conversation import ENDS, ROUNDS, Patient
from frontdesk.training.embedded_patient import BySheet
from frontdesk.training.roles import Spoken
from frontdesk.training.teacher import Counted, reply_of

MOST = 2  # things asked about in one line that are answered
ASKS: Mapping[str, re.Pattern[str]] = {  # what a line asks about -> the page of the kiosk that asks the same
    page: re.compile(pattern, re.IGNORECASE)
    for page, pattern in {
        "allergies": r"过敏|allerg",
        "medicines": r"(?:吃|用|服)(?:着|过)?(?:什么|哪些|别的|其他)?药|药物|medicat|medicine|tablets|drugs",
        "past_history": r"病史|以前|既往|得过|手术|慢性病|other illness|medical history|conditions|surger|before",
        "family": r"家里人|家族|遗传|family",
        "pregnant": r"怀孕|月经|pregnan|period",
        "since": r"多久|多长时间|什么时候开始|几天|how long|since when|when did|start",
        "temperature": r"体温|多少度|temperature|how high",
        "age": r"多大|年龄|几岁|how old|your age",
        "who": r"谁看|给谁|本人|who is the patient|yourself or",
        "side": r"哪一?边|左边还是|左侧还是|which side|left or right",
        "severity": r"多疼|严重|几分|how bad|severe|scale",
        "site": r"哪里疼|哪个部位|什么位置|哪儿疼|where (?:exactly|is|do you feel)",
        "how": r"什么样|怎么个|什么情况下|加重|缓解|what is it like|describe|worse|better",
    }.items()
}
QUESTION = re.compile(r"[?？]|吗|呢[。.]?$")


def meets_plain(case: Case, patient: Patient, model: Counted, known: Known, *, rounds: int = ROUNDS) -> Met:
    """One talk with the baseline. Raises ModelFailed."""
    profile = patient.profile()
    talk: list[Spoken] = []
    seconds: list[float] = []
    named: str | None = None
    to_department = None
    for turn in range(1, rounds + 1):
        said = _says(patient, talk, named, case.record.language)
        talk.append(said)
        if said.action == ENDS:
            break
        began = perf_counter()
        reply = reply_of(model, _prompt(case.record.language, talk)).strip()
        seconds.append(perf_counter() - began)
        talk.append(Spoken(speaker="nurse", action="", text=reply))
        found = department_in(reply, case.record.language)
        to_department = to_department or (turn if found else None)
        named = found or named
    told = told_facts(case, talk)
    words = [one.text for one in talk if one.speaker == "patient"]
    record = tuple(Fact(topic=Topic.SAID, code=f"said:{place}", quote=line) for place, line in enumerate(words))
    return Met(
        id=case.record.id,
        accept=case.accept,
        named=named,
        language=case.record.language,
        visit=case.visit,
        profile=profile,
        talk=tuple(talk),
        to_department=to_department,
        turns=len(words),
        **counted(case, told, record),
        violations=tuple(violations(talk, (), known, nurse_comes=False)),
        seconds=tuple(round(one, 4) for one in seconds),
        used=Used(**model.used._asdict()),
    )


def _says(patient: Patient, talk: Sequence[Spoken], named: str | None, language: Language) -> Spoken:
    """What the patient says to a line of words: to each thing it asks about."""
    line = talk[-1].text if talk else ""
    pages: list[str | None] = [*islice(_asked(line), MOST if isinstance(patient, BySheet) else 1)]
    if not pages:
        pages = [None if named or not talk else "also"]
    answers = [patient.says(tuple(talk), _state(page, named, language)).spoken for page in pages]
    return answers[0].model_copy(update={"text": " ".join(dict.fromkeys(one.text for one in answers))})


def _asked(line: str) -> Iterator[str]:
    """Pages of the kiosk that a line's questions stand for; "also" for a question about anything else."""
    if not QUESTION.search(line):
        return
    found = [page for page, pattern in ASKS.items() if pattern.search(line)]
    yield from found or ["also"]


def _state(page: str | None, named: str | None, language: Language) -> State:
    """As much of a session as a patient looks at."""
    recommended = None
    if named:
        recommended = DepartmentRecommended(department_id=named, specialty=named, confidence=1.0, reasons=())
    return State(
        session_id="plain",
        kiosk="plain",
        entry=Entry.UNWELL,
        language=language,
        started=NOW,
        touched=NOW,
        sequence=0,
        position=0,
        question=Question(key=page, text=dict.fromkeys(Language, "")) if page else None,
        recommended=recommended,
    )


def department_in(line: str, language: Language) -> str | None:
    """The specialty a line names; of several the last, which is what she comes to."""
    names = {getattr(one, language): code for code, one in knowledge().specialties.items()}
    found = [
        (match.end(), len(name), code)
        for name, code in names.items()
        for match in re.finditer(re.escape(name), line, re.IGNORECASE)
    ]
    return max(found)[2] if found else None


def _listed(language: Language) -> Asked:
    names = [getattr(one, language) for one in knowledge().specialties.values()]
    return Asked(language=language, blanks={"departments": ("、" if language is Language.ZH else ", ").join(names)})


def _nothing(language: Language) -> Any:
    return ""


PLAIN: Capability[Language, str] = Capability(
    name="plain_nurse", embedded=_nothing, asked=_listed, prompts=PROMPTS, tokens=300
)


def _prompt(language: Language, talk: Sequence[Spoken]) -> Prompt:
    """System, then the talk as turns."""
    prompt = PLAIN.prompt(language)
    turns = tuple(Message(role="user" if one.speaker == "patient" else "assistant", content=one.text) for one in talk)
    return prompt.model_copy(update={"messages": (*prompt.messages, *turns)})
