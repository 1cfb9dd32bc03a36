"""Whether what an utterance tells of a symptom brings a person in, needs more questions, or is nothing to act on."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml

from frontdesk.models import red_flags
from frontdesk.models.ages import GROWN_UP_FROM, PARENT_OF_GROWN_FROM
from frontdesk.models.assertion import Assertion, scopes
from frontdesk.models.facts import Language, Relation, Topic
from frontdesk.models.knowledge.load import FOLDER, knowledge
from frontdesk.models.knowledge.schema import Finding
from frontdesk.models.mentions import Mention, mentions
from frontdesk.models.parsers import language_of, normalise, relation
from frontdesk.models.red_flags.regimens import chances_beside_regimens
from frontdesk.models.specialists.case import Checked, Patient, Verdict
from frontdesk.models.specialists.cues import cue
from frontdesk.models.specialists.experiencer import is_anothers
from frontdesk.models.specialists.labs_vitals import judge
from frontdesk.models.specialists.labs_vitals.judgement import may_be_critical
from frontdesk.models.specialists.labs_vitals.readings import hear
from frontdesk.models.specialists.labs_vitals.wording import name_of, value_of

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
CUES = Path(__file__).with_suffix(".yaml")
SEVERE, MILD, SUDDEN = (cue(CUES, name) for name in ("severe", "mild", "sudden"))
ASKED_ABOUT = frozenset({"heart rate", "respiratory rate", "oxygen saturation", "body temperature"})


@cache
def _protocol() -> dict[str, frozenset[str]]:
    """Codes by `always`, `severe` and `minor`. Raises ValueError for a code the knowledge does not have."""
    table = yaml.load(Path(FILE).read_text("utf-8"), Loader=yaml.CSafeLoader)
    for name, codes in table.items():
        if unknown := set(codes) - set(knowledge().findings):
            raise ValueError(f"intervention.yaml: {name}: no finding {sorted(unknown)}")
    return {name: frozenset(codes) for name, codes in table.items()}


class Told(NamedTuple):
    """A symptom that is told of as there now, and how it is told."""

    code: str
    severe: bool
    mild: bool
    sudden: bool


class Heard(NamedTuple):
    present: tuple[Told, ...]
    denied: frozenset[str]
    named: tuple[str, ...]  # the codes of all that is spoken of, in whatever way
    elsewhere: bool  # all of it is of somebody who is not here


def check(utterance: str, patient: Patient) -> tuple[Checked, ...]:
    """One finding when the utterance speaks of how somebody feels, else nothing."""
    language = language_of(utterance) or Language.EN
    text = normalise(utterance)
    heard = _heard(text, language)
    flagged = None if heard.elsewhere else _flagged(text, patient, language)
    if found := flagged or _critical(utterance, patient, language):
        return (found,)
    present = heard.present
    if GENERAL.search(text.lower()):
        present = ()
    elif _is_of_another(text, patient) or is_anothers(text.lower(), patient):
        grave = _protocol()["always"] | _protocol()["severe"]
        present = tuple(told for told in present if told.code in grave)  # help is for whoever needs it
    for told in present:
        if _escalates(told, text):
            return (_checked("escalate", _name(told.code), _escalate_text(told, language), SOURCE),)
    for told in present:
        if asked := _open_questions(told, heard):
            return (_checked("ask_more", _name(told.code), _ask_text(told, asked, language), SOURCE),)
    for told in present:
        if _is_told_alone(told):
            words = _ask_text(told, _going_with(told, heard), language)
            return (_checked("ask_more", _name(told.code), words, SOURCE),)
    if found := _out_of_range(utterance, patient, language):
        return (found,)
    if present or _speaks_of_it(text, heard, language):
        names = [told.code for told in present] or list(heard.named)
        subject = _name(names[0]) if names else "no symptom"
        return (_checked("none", subject, _none_text(language), SOURCE),)
    return ()


_NOT_THERE = frozenset(
    {Assertion.PAST, Assertion.RESOLVED, Assertion.CONDITIONAL, Assertion.SOMEBODY_ELSES, Assertion.FIGURATIVE}
)
_STOP = re.compile(r"[，。；！？,;!?\n]|\.(?!\d)|\b(?:but|and)\b|但|可是|不过")


def _heard(text: str, language: Language) -> Heard:
    bent, spoken = scopes(text, language), mentions(text)
    present, denied, others = [], set[str](), []
    for one in spoken:
        if one.topic is not Topic.FINDING:
            continue
        under = {scope.kind for scope in bent if scope.covers(one.start, one.end)}
        if one.denied or Assertion.ABSENT in under:
            denied.add(one.code)
        elif not under & _NOT_THERE:
            present.append(_told(one, text.lower()))
        others.append(Assertion.SOMEBODY_ELSES in under)
    elsewhere = bool(others) and all(others)
    return Heard(tuple(present), frozenset(denied), tuple(one.code for one in spoken), elsewhere)


def _told(one: Mention, lower: str) -> Told:
    start = max((stop.end() for stop in _STOP.finditer(lower, 0, one.start)), default=0)
    end = _STOP.search(lower, one.end)
    clause = lower[start : end.start() if end else len(lower)]
    mild = MILD.search(clause) is not None
    return Told(one.code, SEVERE.search(clause) is not None and not mild, mild, SUDDEN.search(clause) is not None)


def _checked(verdict: Verdict, subject: str, text: str, source: str) -> Checked:
    return Checked(
        specialist="human_intervention", kind="symptom", verdict=verdict, subject=subject, text=text, source=source
    )


# Chance of an emergency from which somebody is brought in; no ordinary case of evaluation/capabilities has it.
LIKELY = 0.6


def _flagged(text: str, patient: Patient, language: Language) -> Checked | None:
    """A red flag that the words raise by themselves, of whatever level, or make likely."""
    person = patient.person
    flags = red_flags.check(text, language=language, person=person)
    if not flags and sum(chances_beside_regimens(text).values()) >= LIKELY:
        flags = tuple(
            red_flags.of_rule(one, text) for one in red_flags.suspected(text, language=language, person=person)
        )
    if not flags:
        return None
    worst = flags[0]
    reason = worst.reason[language] if not worst.private else _private_text(language)
    words = f"马上请护士：{reason}。" if language is Language.ZH else f"A nurse now: {reason}."
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
    """A pulse, breathing, oxygen or temperature that is not as usual, or a value that may be critical or not."""
    for one in judge(hear(utterance), patient):
        if (one.subject in ASKED_ABOUT and one.verdict in ("low", "high")) or may_be_critical(one):
            said = f"{name_of(one.subject, language)} {value_of(one)}"
            words = f"{said}：还要问有没有不舒服。" if language is Language.ZH else f"{said}: to be asked how it feels."
            return _checked("ask_more", one.subject, words, one.parts[0].limits.source)
    return None


def _is_of_another(text: str, patient: Patient) -> bool:
    """Somebody is ill whom the patient cannot be."""
    who = relation(text)
    match who[0] if who else None:
        case Relation.OTHER:
            return True
        case Relation.CHILD:
            return patient.person.is_from(GROWN_UP_FROM)
        case Relation.PARENT:
            return patient.person.is_under(PARENT_OF_GROWN_FROM)
        case _:
            return False


def _escalates(told: Told, text: str) -> bool:
    protocol = _protocol()
    if told.code in protocol["always"]:
        return not told.mild
    return told.code in protocol["severe"] and bool(told.severe or told.sudden or WORSENS.search(text.lower()))


def _open_questions(told: Told, heard: Heard) -> list[Finding]:
    """What about danger is not said yet; nothing once two or more, and at least half, of the questions are denied."""
    finding = knowledge().findings.get(told.code)
    minor = told.code in _protocol()["minor"] and not told.severe
    if finding is None or minor or not finding.danger:
        return []
    denied = [code for code in finding.danger if code in heard.denied]
    if len(denied) >= 2 and len(denied) * 2 >= len(finding.danger):
        return []
    said = {*heard.denied, *(one.code for one in heard.present)}
    return [knowledge().findings[code] for code in finding.danger if code not in said]


def _is_told_alone(told: Told) -> bool:
    """A complaint no danger question belongs to, which is not for that nothing: a lump, weight lost."""
    finding = knowledge().findings.get(told.code)
    return finding is not None and not finding.danger and told.code not in _protocol()["minor"]


def _going_with(told: Told, heard: Heard) -> list[Finding]:
    return [knowledge().findings[code] for code in knowledge().findings[told.code].asks if code not in heard.named]


def _name(code: str) -> str:
    finding = knowledge().findings.get(code)
    return finding.en if finding else code


def _speaks_of_it(text: str, heard: Heard, language: Language) -> bool:
    """Whether symptoms are named at all, denied, supposed, long gone or as a figure of speech."""
    idiom = any(scope.kind is Assertion.FIGURATIVE for scope in scopes(text, language))
    return bool(idiom or heard.named or FEELS.search(text.lower()))


def _escalate_text(told: Told, language: Language) -> str:
    name = knowledge().findings[told.code]
    return f"马上请护士：{name.zh}。" if language is Language.ZH else f"A nurse now: {name.en}."


def _ask_text(told: Told, asked: list[Finding], language: Language) -> str:
    name, zh = knowledge().findings[told.code], language is Language.ZH
    others = [one.zh if zh else one.en for one in asked[:3]]
    if zh:
        return f"{name.zh}：还要问{'有没有' + '、'.join(others) if others else '从什么时候开始、有多厉害'}。"
    return f"{name.en.capitalize()}: to be asked about {', '.join(others) or 'since when and how bad'}."


def _none_text(language: Language) -> str:
    return "没有需要马上请人来的情况。" if language is Language.ZH else "Nothing here that needs a person at once."
