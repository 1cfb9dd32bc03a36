"""One simulated conversation: a patient made from a record meets the reception, whose nurse a supervisor guides.

The nurse is the reception itself, with its own prompts, checks and guard (`frontdesk.app.reception`): what she is
asked and what she answers are rows to learn from as they stand. What SFMSS adds for the teacher alone (the action,
the supervisor's advice, the true department) stands behind her prompt while she answers and is left out of the row.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from typing import NamedTuple, Protocol

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.events import Entry, NurseSaid
from frontdesk.app.reception.session.state import Phase, State
from frontdesk.app.reception.turn.utterance import Utterance
from frontdesk.models.facts import Language
from frontdesk.models.language.in_threads import InThreads
from frontdesk.models.notes import NOTES
from frontdesk.models.nurse import NURSE
from frontdesk.models.runner import EMBEDDED, Runner
from frontdesk.training.data import Conversation, Row, Turn
from frontdesk.training.profiles import Profile, Visit, service_flow
from frontdesk.training.records import VisitRecord
from frontdesk.training.roles import (
    EXTRACT,
    NOTHING,
    NURSE_ACTION,
    PATIENT_ACTION,
    PATIENT_WORDS,
    PROFILE,
    QUALITY,
    REFLECT,
    SUGGEST,
    Asking,
    Spoken,
    Sufficient,
    with_actions,
)
from frontdesk.training.teacher import Exchange, Teacher, Tutored

ENDS = "ending_the_conversation"
ROUNDS = 10  # a round is the patient's words and the nurse's (PIORS, section 4.2)
OVER = frozenset({Phase.EMERGENCY, Phase.PRIVATE, Phase.ENDED, Phase.WITH_NURSE})
ROWS = {NURSE.name: "nurse", NOTES.name: "reading"}
BOTH = ("nurse", "patient")
KNOWN = {
    Language.ZH: "（只给老师的提示：病人最后应去{department}。{steps}不要提到这个提示。）",
    Language.EN: "(For the teacher only: this patient belongs to {department} in the end. {steps}Never speak of this.)",
}
STEPS = {
    Language.ZH: "这一步：{action}，{described}。{advice}",
    Language.EN: "Now: {action}: {described}. {advice}",
}


class Patient(Protocol):
    """Who answers the nurse. Raises ModelFailed."""

    def profile(self) -> Profile: ...

    def says(self, talk: tuple[Spoken, ...], state: State) -> "Said": ...


class Said(NamedTuple):
    """What a patient does in a turn. `options`: the tiles they tap, whose labels are the words then."""

    spoken: Spoken
    options: tuple[str, ...] = ()


class ByModel:
    """A patient whose action and words a model chooses (PIORS, section 3.3)."""

    def __init__(self, teacher: Teacher, record: VisitRecord, visit: Visit, drawn: Profile) -> None:
        self._teacher = teacher
        self._asking = Asking(record=record, visit=visit, profile=drawn)

    def profile(self) -> Profile:
        """With manner and scene in words."""
        portrait = self._teacher.ask(PROFILE, self._asking)
        profile = self._asking.profile.model_copy(update=portrait.model_dump())
        self._asking = self._asking.model_copy(update={"profile": profile})
        return profile

    def says(self, talk: tuple[Spoken, ...], state: State) -> Said:
        asking = self._asking.model_copy(update={"talk": talk})
        action = "expressing_needs"
        if any(one.speaker == "patient" for one in talk):
            action = self._teacher.ask(PATIENT_ACTION, with_actions(asking, "patient")).action
        told_of = service_flow()["patient"][action][asking.language][asking.visit]
        words = asking.model_copy(update={"more": {"action": action, "described": told_of}})
        return Said(Spoken(speaker="patient", action=action, text=self._teacher.words(PATIENT_WORDS, words)))


class Guided:
    """What stands behind the nurse's prompt in each turn. With `flow` False the department alone, PIORS's ablation.

    `beside`: action and supervisors are asked at the same time.
    """

    def __init__(self, teacher: Teacher, asking: Asking, department: str, *, flow: bool, beside: bool = True) -> None:
        self._teacher = teacher
        self._asking = asking
        self._department = department
        self._flow = flow
        self._threads = 3 if beside else 1
        self._memory: tuple[str, ...] = ()

    def guidance(self, talk: tuple[Spoken, ...]) -> str:
        """After the patient's words, which are the talk's last. Raises ModelFailed."""
        known = KNOWN[self._asking.language]
        if not self._flow:
            return known.format(department=self._department, steps="")
        asking = self._asking.model_copy(update={"talk": talk})
        with ThreadPoolExecutor(self._threads) as beside:
            chosen = beside.submit(self._teacher.ask, NURSE_ACTION, with_actions(asking, "nurse"))
            quality = beside.submit(self._teacher.ask, QUALITY, asking)
            gathered = beside.submit(self._information, asking)
            action, advice = chosen.result().action, quality.result().suggestion.strip()
            information = gathered.result()
        if advice or not information.enough:
            action = self._reflected(asking, action, advice, information)
        described_as = service_flow()["nurse"][action][asking.language][asking.visit]
        told_of = " ".join(one for one in (advice, information.suggestion.strip()) if one)
        steps = STEPS[asking.language].format(action=action, described=described_as, advice=told_of)
        return known.format(department=self._department, steps=f"{steps.rstrip()} ")

    def _information(self, asking: Asking) -> Sufficient:
        """Extractor, memory bank and suggestion."""
        nurse, patient = (next((x.text for x in reversed(asking.talk) if x.speaker == who), "") for who in BOTH)
        more = {"memory": self._remembered(asking.language), "nurse": nurse, "patient": patient}
        new = self._teacher.ask(EXTRACT, asking.model_copy(update={"more": more}))
        self._memory = tuple(dict.fromkeys((*self._memory, *new.facts)))
        more = {"memory": self._remembered(asking.language)}
        return self._teacher.ask(SUGGEST, asking.model_copy(update={"more": more}))

    def _reflected(self, asking: Asking, action: str, advice: str, information: Sufficient) -> str:
        nothing = NOTHING[asking.language]
        more = {
            "action": action,
            "quality": advice or nothing,
            "suggestion": information.suggestion or nothing,
            "suggested": information.action or nothing,
        }
        asked = with_actions(asking.model_copy(update={"more": more}), "nurse")
        return self._teacher.ask(REFLECT, asked).action

    def _remembered(self, language: Language) -> str:
        return "\n".join(f"- {fact}" for fact in self._memory) or NOTHING[language]


class Plan(NamedTuple):
    """What one conversation is made of. `specialty` is where the record's department belongs.

    `number` and `born` identify a patient who comes again, whose earlier visit the hospital holds.
    """

    record: VisitRecord
    visit: Visit
    specialty: str
    number: str = ""
    born: date | None = None


class Simulated(NamedTuple):
    """`state` is the session as it ended."""

    conversation: Conversation
    rows: tuple[Row, ...]
    state: State


def converse(
    desk: Reception,
    plan: Plan,
    patient: Patient,
    *,
    seed: int,
    guided: Guided | None = None,
    tutored: Tutored | None = None,
    rounds: int = ROUNDS,
) -> Simulated:
    """From hello to the patient's leaving, or `rounds`. Raises ModelFailed."""
    profile = patient.profile()
    state = arrives(desk, plan)
    talk: list[Spoken] = [_line(state)] if state.reply else []
    rows: list[Row] = []
    for _ in range(rounds):
        said = patient.says(tuple(talk), state)
        if said.spoken.action == ENDS and len(talk) > 1:
            talk.append(said.spoken)
            break
        if guided and tutored:
            tutored.guidance = guided.guidance((*talk, said.spoken))
        state = _turn(desk, state, said)
        talk += [said.spoken, _line(state)]
        rows += _rows(plan, state, tutored) if tutored else ()
        if _over(state):
            break
    if not state.closed and state.phase not in OVER:
        state = desk.finish(state.session_id)
    named = state.recommended
    conversation = Conversation(
        id=plan.record.id,
        language=plan.record.language,
        visit=plan.visit,
        profile=profile,
        record=plan.record,
        turns=tuple(Turn(**one.model_dump()) for one in talk),
        department=named.specialty if named else "emergency" if state.phase is Phase.EMERGENCY else None,
        by=tutored.name if tutored else EMBEDDED,
        seed=seed,
    )
    return Simulated(conversation, tuple(rows), state)


@contextmanager
def tutoring(desk: Reception, teacher: Teacher) -> Iterator[tuple[Reception, Tutored]]:
    """The same desk with a nurse of its own, who is the teacher's model."""
    tutored = Tutored(teacher.model)
    model = InThreads(tutored, calls=len(ROWS))
    models = Runner(dict.fromkeys(ROWS, model), budget=teacher.seconds, gap=teacher.seconds, calls=2 * len(ROWS))
    try:
        yield Reception(replace(desk.services, models=models)), tutored
    finally:
        models.close()


def arrives(desk: Reception, plan: Plan) -> State:
    """Agrees, and goes on as a guest, or as themselves where they come again."""
    entry = Entry.FOLLOW_UP if plan.visit is Visit.FOLLOW_UP else Entry.UNWELL
    session = desk.start(kiosk="simulated", language=plan.record.language, entry=entry).session_id
    desk.consent(session, agreed=True)
    if not plan.number:
        return desk.as_guest(session)
    return desk.identify(session, number=plan.number, name=plan.record.name, birth_date=plan.born)


def _turn(desk: Reception, state: State, said: Said) -> State:
    number = state.turns + 1
    text = "" if said.options else said.spoken.text
    utterance = Utterance(turn_id=f"{state.session_id}-{number}", number=number, text=text, options=said.options)
    desk.take_turn(state.session_id, utterance)
    desk.services.notes.settle(state.session_id, desk.services.models.budget)
    return desk.log.state(state.session_id)


def _line(state: State) -> Spoken:
    """The nurse's newest line, with its action."""
    text = state.reply.text if isinstance(state.reply, NurseSaid) else ""
    return Spoken(speaker="nurse", action=state.actions[-1] if state.actions else "symptom_inquiry", text=text)


def _over(state: State) -> bool:
    return bool(state.closed) or state.phase in OVER


def _rows(plan: Plan, state: State, tutored: Tutored) -> Iterator[Row]:
    """Of this turn, what passed the reception's checks whole: the decision granted, nothing cut or dropped."""
    exchanges = tutored.taken()
    for kind in ROWS:
        of_kind = [one for one in exchanges if one.kind == kind]
        if of_kind and _passed(kind, state):
            yield _row(plan, state.turns, of_kind[-1])


def _passed(kind: str, state: State) -> bool:
    if kind == NURSE.name:
        voiced = state.reply.voiced if state.reply else None
        return voiced is not None and voiced.kept and not voiced.faults
    noted = [one.by for one in state.extended if one.turn == state.turns and one.by]
    return all(by.failed is None and not by.dropped for by in noted)


def _row(plan: Plan, turn: int, exchange: Exchange) -> Row:
    return Row(
        conversation=plan.record.id,
        turn=turn,
        kind="nurse" if exchange.kind == NURSE.name else "reading",
        language=plan.record.language,
        prompt=exchange.prompt.version,
        messages=exchange.prompt.messages,
        answer=exchange.reply.strip(),
    )
