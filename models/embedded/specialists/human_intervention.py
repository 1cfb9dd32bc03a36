"""Whether what an utterance tells of a symptom brings a person in, needs more questions, or is nothing to act on."""

import re
from functools import cache
from pathlib import Path

import yaml

from models.embedded import red_flags
from models.embedded.red_flags.check import by_rules
from models.embedded.scope import ScopeKind, scopes
from models.embedded.specialists.case import Checked, Patient, Verdict
from models.embedded.specialists.labs_vitals import judge
from models.embedded.specialists.labs_vitals.readings import hear
from models.embedded.specialists.labs_vitals.wording import name_of, value_of
from models.embedded.specialists.whose import is_anothers
from models.embedded.understanding import language_of, normalise, understand
from models.embedded.understanding.lexicon import lexicon
from models.embedded.understanding.words.writing import read
from models.facts import Course, Fact, Language, Person, Relation, Severity, Status, Topic, Understanding
from models.knowledge.load import FOLDER, knowledge
from models.knowledge.schema import Finding

FILE = FOLDER / "intervention.yaml"
SOURCE = "the danger questions of the knowledge base; Polaris 4.8"
FEELS = re.compile(
    r"\b(?:pain\w*|hurts?|ach\w*|sick|ill|sore|bleed\w*|heart|head|die|dead|kill\w*|dying|symptoms?|feel\w*|dizzy|fever|faint\w*)\b"
    r"|\b(?:throat|toes?|knees?|foot|feet|hands?|arms?|legs?|back|neck|ears?|eyes?|chest|stomach|tummy|belly|skin)\b"
    r"|疼|痛|难受|不舒服|不适|晕|心|头|死|发烧|病|血|吐|麻|累"
)
WORSENS = re.compile(
    r"\bworsening|\bprogressive|\bsudden[- ]onset|\bacute onset|\bgetting (?:much )?worse"
    r"|越来越(?:重|厉害|疼|痛|喘|差)|加重|加剧"
)
GENERAL = re.compile(
    r"\bhow (?:common|many people|often do people|contagious)|\bwhat (?:causes|is an?|are the (?:signs|symptoms))\b|"
    r"\bwhat does (?:an?|it) |是什么病|什么原因引起|有什么症状|会传染吗|常见吗|是怎么得的"
)
GROWN, OLD = 18, 45
ASKED_ABOUT = frozenset({"heart rate", "respiratory rate", "oxygen saturation", "body temperature"})


@cache
def _protocol() -> dict[str, frozenset[str]]:
    """Codes by `always`, `severe` and `minor`. Raises ValueError for a code the knowledge does not have."""
    table = yaml.load(Path(FILE).read_text("utf-8"), Loader=yaml.CSafeLoader)
    for name, codes in table.items():
        if unknown := set(codes) - set(knowledge().findings):
            raise ValueError(f"intervention.yaml: {name}: no finding {sorted(unknown)}")
    return {name: frozenset(codes) for name, codes in table.items()}


def check(utterance: str, patient: Patient) -> tuple[Checked, ...]:
    """One finding when the utterance speaks of how somebody feels, else nothing."""
    language = language_of(utterance) or Language.EN
    heard = understand(utterance, language=language)
    flagged = _flagged(utterance, patient, language)
    if flagged and _only_sounds_so(utterance, heard):
        flagged = None
    if found := flagged or _critical(utterance, patient, language):
        return (found,)
    present = [fact for fact in heard.facts if _is_present(fact)]
    if (
        GENERAL.search(normalise(utterance).lower())
        or _is_of_another(heard, patient)
        or is_anothers(normalise(utterance).lower(), patient)
    ):
        present = []
    for fact in present:
        if _escalates(fact, utterance):
            return (_checked("escalate", _name(fact), _escalate_text(fact, language), SOURCE),)
    for fact in present:
        if asked := _open_questions(fact, heard):
            return (_checked("ask_more", _name(fact), _ask_text(fact, asked, language), SOURCE),)
    for fact in present:
        if _is_told_alone(fact):
            return (_checked("ask_more", _name(fact), _ask_text(fact, _going_with(fact, heard), language), SOURCE),)
    if found := _out_of_range(utterance, patient, language):
        return (found,)
    if present or _speaks_of_it(utterance, language):
        subject = _name(present[0]) if present else _name_absent(heard)
        return (_checked("none", subject, _none_text(language), SOURCE),)
    return ()


def _checked(verdict: Verdict, subject: str, text: str, source: str) -> Checked:
    return Checked(
        specialist="human_intervention", kind="symptom", verdict=verdict, subject=subject, text=text, source=source
    )


def _only_sounds_so(utterance: str, heard: Understanding) -> bool:
    """A flag that no rule holds for, in words that were understood as something to ask about first."""
    if by_rules(normalise(utterance)):
        return False
    present = [fact for fact in heard.facts if _is_present(fact)]
    return bool(present) and all(_open_questions(f, heard) and not _escalates(f, utterance) for f in present)


def _flagged(utterance: str, patient: Patient, language: Language) -> Checked | None:
    """A red flag that the words raise by themselves, of whatever level."""
    months = None if patient.age is None else round(patient.age * 12)
    person = Person(age_months=months, sex=patient.sex, pregnant=patient.pregnant)
    flags = red_flags.check(normalise(utterance), language=language, person=person)
    if not flags:
        return None
    worst = flags[0]
    text = worst.reason[language] if not worst.private else _private_text(language)
    words = f"马上请护士：{text}。" if language is Language.ZH else f"A nurse now: {text}."
    return _checked("escalate", worst.reason[Language.EN].lower(), words, worst.source)


def _private_text(language: Language) -> str:
    return "需要有人马上到身边来" if language is Language.ZH else "somebody should be with this person"


def _critical(utterance: str, patient: Patient, language: Language) -> Checked | None:
    """A measured value so far out that a person must look."""
    for one in judge(hear(utterance), patient):
        if one.verdict in ("critical_low", "critical_high"):
            said = f"{name_of(one.subject, language)} {value_of(one)}"
            words = f"马上请护士：{said}。" if language is Language.ZH else f"A nurse now: {said}."
            return _checked("escalate", one.subject, words, one.parts[0].limits.source)
    return None


def _out_of_range(utterance: str, patient: Patient, language: Language) -> Checked | None:
    """A pulse, breathing, oxygen or temperature that is not as usual, though nobody need run."""
    for one in judge(hear(utterance), patient):
        if one.subject in ASKED_ABOUT and one.verdict in ("low", "high"):
            said = f"{name_of(one.subject, language)} {value_of(one)}"
            words = f"{said}：还要问有没有不舒服。" if language is Language.ZH else f"{said}: to be asked how it feels."
            return _checked("ask_more", one.subject, words, one.parts[0].limits.source)
    return None


def _is_present(fact: Fact) -> bool:
    return fact.topic is Topic.FINDING and fact.status is Status.PRESENT and not fact.past


def _is_of_another(heard: Understanding, patient: Patient) -> bool:
    """Somebody is ill whom the patient cannot be."""
    match heard.person.relation if heard.person else None:
        case Relation.OTHER:
            return True
        case Relation.CHILD:
            return patient.age is not None and patient.age >= GROWN
        case Relation.PARENT:
            return patient.age is not None and patient.age < OLD
        case _:
            return False


def _escalates(fact: Fact, utterance: str) -> bool:
    protocol, details = _protocol(), fact.details
    if fact.code in protocol["always"]:
        return details.severity is not Severity.MILD
    grave = details.severity is Severity.SEVERE or details.sudden or details.course is Course.WORSE
    return bool(fact.code in protocol["severe"] and (grave or WORSENS.search(utterance.lower())))


def _open_questions(fact: Fact, heard: Understanding) -> list[Finding]:
    """What about danger is not said yet; nothing once two or more, and at least half, of the questions are denied."""
    finding = knowledge().findings.get(fact.code)
    minor = fact.code in _protocol()["minor"] and fact.details.severity is not Severity.SEVERE
    if finding is None or minor or not finding.danger:
        return []
    said = {one.code: one.status for one in heard.facts}
    denied = [code for code in finding.danger if said.get(code) is Status.ABSENT]
    if len(denied) >= 2 and len(denied) * 2 >= len(finding.danger):
        return []
    return [knowledge().findings[code] for code in finding.danger if code not in said]


def _is_told_alone(fact: Fact) -> bool:
    """A complaint no danger question belongs to, which is not for that nothing: a lump, weight lost."""
    finding = knowledge().findings.get(fact.code)
    return finding is not None and not finding.danger and fact.code not in _protocol()["minor"]


def _going_with(fact: Fact, heard: Understanding) -> list[Finding]:
    said = {one.code for one in heard.facts}
    return [knowledge().findings[code] for code in knowledge().findings[fact.code].asks if code not in said]


def _name(fact: Fact) -> str:
    finding = knowledge().findings.get(fact.code)
    return finding.en if finding else fact.code


def _name_absent(heard: Understanding) -> str:
    told = [fact for fact in heard.facts if fact.topic is Topic.FINDING]
    return _name(told[0]) if told else "no symptom"


def _speaks_of_it(utterance: str, language: Language) -> bool:
    """Whether symptoms are named at all, denied, supposed, long gone or as a figure of speech."""
    writing = read(utterance)
    idiom = any(scope.kind is ScopeKind.IDIOM for scope in scopes(writing.text, language))
    zh = language is Language.ZH
    return bool(
        idiom or FEELS.search(writing.lower) or lexicon(None).mentions(writing.lower, chinese=zh, english=not zh)
    )


def _escalate_text(fact: Fact, language: Language) -> str:
    name = knowledge().findings[fact.code]
    return f"马上请护士：{name.zh}。" if language is Language.ZH else f"A nurse now: {name.en}."


def _ask_text(fact: Fact, asked: list[Finding], language: Language) -> str:
    name, zh = knowledge().findings[fact.code], language is Language.ZH
    others = [one.zh if zh else one.en for one in asked[:3]]
    if zh:
        return f"{name.zh}：还要问{'有没有' + '、'.join(others) if others else '从什么时候开始、有多厉害'}。"
    return f"{name.en.capitalize()}: to be asked about {', '.join(others) or 'since when and how bad'}."


def _none_text(language: Language) -> str:
    return "没有需要马上请人来的情况。" if language is Language.ZH else "Nothing here that needs a person at once."
