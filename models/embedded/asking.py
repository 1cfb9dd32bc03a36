"""Which question to ask next: first about danger, then about the department, then to fill the record."""

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache

from models.embedded import red_flags
from models.embedded.certainty import SURE, WORTH_ASKING
from models.embedded.telling import gain
from models.embedded.triage.evidence import weights
from models.facts import Fact, Language, Person, Record, Relation, Sex, Status, Topic, Value
from models.knowledge.load import knowledge
from models.knowledge.schema import Finding

MOST = 12  # questions in all (field notes: 12 questions or 4 minutes)
MOST_DANGER = 3  # of which only one where no answer would raise an alarm
MOST_DEPARTMENT = 3
MOST_FINDINGS = 5  # of both
MOST_DETAILS = 4  # about the chief complaint

CHILDBEARING = (12, 55)  # years between which pregnancy is asked about
OF_ONE_SEX = frozenset({"gynecology", "obstetrics", "andrology", "urology", "reproductive_medicine"})
OPEN_TO_SEX = 0.1  # chance of one of these from which the sex is asked first
OF_CHILDREN = frozenset({"pediatrics", "pediatric_surgery", "child_development"})
OPEN_TO_AGE = 0.15  # chance of these together from which the age is asked first
ASKABLE = ("side", "duration", "value", "severity", "course", "sudden", "character", "frequency", "worse_with")
GRAVE = ("A", "B")
WORRIES = frozenset({"anxiety", "cancer_worry", "poor_sleep", "fatigue"})
SUPPOSED = 512  # records held with the alarms they would raise
A_COURSE = 36  # hours something has to have lasted before it has got better or worse
GENERAL = ("fever", "fatigue", "poor_appetite", "dizziness")  # asked of one who cannot say where or what
OF_PREGNANCY = ("vaginal_bleeding", "headache", "blurred_vision")  # asked of who is pregnant, if they would alarm
CHILD = 14  # years under which fever is asked about first
CLASS = re.compile(r"\bmedicine$|^unknown")  # a kind of medicine, not which one
VAGUE = frozenset({"unwell", "pain_somewhere"})


class Purpose(StrEnum):
    DANGER = "danger"
    DEPARTMENT = "department"
    RECORD = "record"
    FOLLOW_UP = "follow_up"


class Ask(Value):
    """A question worth asking: its key ("open", "duration", "finding:sweating", ...) and what it is for."""

    key: str
    purpose: Purpose


class Known(Value):
    """What the choice rests on. `likely` are the specialties still open with their probabilities, best first."""

    record: Record
    person: Person
    asked: tuple[str, ...] = ()
    settled: frozenset[str] = frozenset()  # questions answered with something else that leaves nothing to ask
    likely: tuple[tuple[str, float], ...] = ()
    follow_up: bool = False
    brief: bool = False  # the patient has no patience left: only what danger and the department need


def next_question(known: Known) -> Ask | None:
    """The next question, or None when enough is known."""
    if len(set(known.asked)) >= MOST:
        return None
    return next((ask for ask in questions(known) if is_open(ask, known)), None)


def is_open(ask: Ask, known: Known) -> bool:
    """Not asked yet; a question about danger that was passed over is put once more."""
    times = known.asked.count(ask.key)
    again = times == 1 and ask.purpose is Purpose.DANGER and ask.key not in known.settled
    return times == 0 or again


def questions(known: Known) -> Iterator[Ask]:
    """Every question still worth asking, most telling first."""
    complaints = complaints_of(known.record, follow_up=known.follow_up)
    if known.follow_up:
        yield from _follow_up(known)
    if not complaints and not (known.likely and known.likely[0][1] >= SURE and _names_an_illness(known)):
        if not known.follow_up:
            yield from _opening(known)
        return
    findings = [knowledge().findings[f.code] for f in complaints if f.code in knowledge().findings]
    if complaints and _says_no_place(known, complaints):
        yield Ask(key="site", purpose=Purpose.DEPARTMENT)
    yield from _danger(known, findings)
    yield from _department(known, findings)
    if not known.brief:
        yield from _record(known, complaints)


def _says_no_place(known: Known, complaints: list[Fact]) -> bool:
    """Vague, or in words no list knows that leave the department open; and nothing of where it is."""
    sure = bool(known.likely) and known.likely[0][1] >= SURE
    told = (f.details.site or (f.code not in VAGUE and (sure or not in_own_words(f))) for f in complaints)
    return not any(told)


def in_own_words(fact: Fact) -> bool:
    """A complaint that no list knows, kept as it was said."""
    return fact.topic is Topic.FINDING and fact.status is Status.PRESENT and fact.code not in knowledge().findings


def is_complaint(fact: Fact) -> bool:
    if fact.topic in (Topic.FINDING, Topic.REQUEST):
        return fact.status is Status.PRESENT and fact.code != "unwell"
    return False


def complaints_of(record: Record, *, follow_up: bool = False) -> list[Fact]:
    """What they came with, without the worries that come with every illness, unless those stand first."""
    complaints = [f for f in record if is_complaint(f)]
    return [f for n, f in enumerate(complaints) if (n == 0 and not follow_up) or f.code not in WORRIES]


def _names_an_illness(known: Known) -> bool:
    """ "I need more of my thyroid tablets" complains of nothing and yet says why they came."""
    return any(f.topic in (Topic.CONDITION, Topic.MEDICINE) and f.status is Status.PRESENT for f in known.record)


def _opening(known: Known) -> Iterator[Ask]:
    if any(f.topic is Topic.MEDICINE and f.status is Status.PRESENT for f in known.record):
        yield Ask(key="request:repeat_prescription", purpose=Purpose.DEPARTMENT)
    if not any(f.code == "unwell" for f in known.record):
        yield Ask(key="open", purpose=Purpose.DEPARTMENT)
    yield Ask(key="site", purpose=Purpose.DEPARTMENT)
    if any(f.code == "unwell" for f in known.record):
        said = {f.code for f in known.record}
        for code in GENERAL:
            if code not in said:
                yield Ask(key=f"finding:{code}", purpose=Purpose.DEPARTMENT)


def _danger(known: Known, findings: list[Finding]) -> Iterator[Ask]:
    """A child's age, which fever turns on; then what would raise an alarm, as the knowledge ranks it."""
    if known.person.relation is Relation.CHILD and known.person.age_months is None:
        yield Ask(key="age", purpose=Purpose.DANGER)
    said = {f.code for f in known.record}
    expecting = OF_PREGNANCY if known.person.pregnant else ()
    codes = list(dict.fromkeys((*expecting, *(code for finding in findings for code in finding.danger))))
    done = sum(1 for code in codes if f"finding:{code}" in known.asked and code in said)
    standing = _alarms(known.person, known.record)
    alarming = [code for code in codes if code not in said and _alarm(code, known, standing)]
    ordered = alarming
    if _fever_first(known, findings):
        first = dict.fromkeys(("fever", *findings[0].danger[:1], *alarming))
        ordered = [code for code in first if code not in said and _fits(code, known)]
    elif not alarming and not done:
        ordered = [code for code in codes if code not in said and _fits(code, known)][:1]
    for code in ordered[: max(0, (2 if known.brief else MOST_DANGER) - done)]:
        yield Ask(key=f"finding:{code}", purpose=Purpose.DANGER)


def _fever_first(known: Known, findings: list[Finding]) -> bool:
    """A child with what may come of an infection: first of all whether there is fever."""
    grown = known.person.age is not None and known.person.age >= CHILD
    child = known.person.relation is Relation.CHILD or (known.person.age is not None and not grown)
    return child and not grown and any("fever" in (*finding.danger, *finding.asks) for finding in findings)


def _alarm(code: str, known: Known, standing: dict[int, str]) -> bool:
    """Whether `code`, were it there, would raise a grave red flag beside those standing."""
    if not _fits(code, known):
        return False
    supposed = Fact(topic=Topic.FINDING, code=code, quote=code)
    raised = _alarms(known.person, (*known.record, supposed))
    return any(level in GRAVE for rule, level in raised.items() if rule not in standing)


@lru_cache(maxsize=SUPPOSED)
def _alarms(person: Person, record: Record) -> dict[int, str]:
    """Rule and level of every red flag that `record` raises; asked again for what the screen tells of the same turn."""
    flags = red_flags.check("", language=Language.EN, record=record, person=person)
    return {flag.rule: flag.level for flag in flags}


def _fits(code: str, known: Known) -> bool:
    """Not a question for the other sex, nor for one whose sex is not known."""
    finding = knowledge().findings.get(code)
    return finding is not None and finding.only in (None, sex_of(known))


def sex_of(known: Known) -> Sex | None:
    """As told, or as the complaints leave it: abnormal discharge is a woman's."""
    findings = knowledge().findings
    told = (findings[f.code].only for f in known.record if is_complaint(f) and f.code in findings)
    expecting = Sex.FEMALE if known.person.pregnant else None
    return known.person.sex or expecting or next((sex for sex in told if sex), None)


def _department(known: Known, findings: list[Finding]) -> Iterator[Ask]:
    if known.person.age_months is None and (_of_another(known.person) or _perhaps_a_child(known)):
        yield Ask(key="age", purpose=Purpose.DEPARTMENT)
    if sex_of(known) is None and _turns_on_sex(known, findings):
        yield Ask(key="sex", purpose=Purpose.DEPARTMENT)
    if not known.likely or known.likely[0][1] >= SURE:
        return
    asked = {key.removeprefix("finding:") for key in known.asked if key.startswith("finding:")}
    told = {code: bits for code in _candidates(known, findings) if (bits := _tells(code, known)) >= WORTH_ASKING}
    telling = sorted(told, key=lambda code: -told[code])
    for code in telling[: min(MOST_DEPARTMENT, max(0, MOST_FINDINGS - len(asked)), 1 if known.brief else MOST)]:
        yield Ask(key=f"finding:{code}", purpose=Purpose.DEPARTMENT)


def _of_another(person: Person) -> bool:
    return person.relation not in (None, Relation.SELF)


def _perhaps_a_child(known: Known) -> bool:
    return sum(chance for code, chance in known.likely if code in OF_CHILDREN) >= OPEN_TO_AGE


def _turns_on_sex(known: Known, findings: list[Finding]) -> bool:
    """Whether the answer would change the department."""
    for finding in findings:
        man, woman = (_first(finding, known.person.model_copy(update={"sex": sex})) for sex in Sex)
        if man != woman:
            return True
    shifts = not findings or any(shift.when.sex for finding in findings for shift in finding.shifts)
    return shifts and any(code in OF_ONE_SEX and chance >= OPEN_TO_SEX for code, chance in known.likely)


def _first(finding: Finding, person: Person) -> str:
    pointing = weights(finding, person)
    return max(pointing, key=lambda code: pointing[code]) if pointing else ""


def _candidates(known: Known, findings: list[Finding]) -> list[str]:
    """What goes with the complaints, and has not been said."""
    said = {f.code for f in known.record}
    codes = dict.fromkeys(code for finding in findings for code in (*finding.asks, *finding.danger))
    return [code for code in codes if code not in said and f"finding:{code}" not in known.asked and _fits(code, known)]


def _tells(code: str, known: Known) -> float:
    return gain(weights(knowledge().findings[code], known.person), known.likely)


def _record(known: Known, complaints: list[Fact]) -> Iterator[Ask]:
    """How old and, of a guest, which sex; the complaint; pregnancy; what was before; what is taken."""
    if known.person.age_months is None:
        yield Ask(key="age", purpose=Purpose.RECORD)
    history = list(_history(known))
    chief = complaints[0] if complaints and complaints[0].topic is Topic.FINDING else None
    pregnancy_may_follow = sex_of(known) is None or known.person.age_months is None
    kept = len(history) + pregnancy_may_follow + (known.person.age_months is None)
    left = MOST - len(set(known.asked)) - kept
    details = _details(chief, known) if chief else []
    for name in details[: max(0, min(left, MOST_DETAILS))]:
        yield Ask(key=name, purpose=Purpose.RECORD)
    yield from history


def _details(chief: Fact, known: Known) -> list[str]:
    """What is worth asking of the chief complaint: what its knowledge names; of a pain how bad; how it goes on."""
    finding = knowledge().findings.get(chief.code)
    wanted = list(finding.details) if finding else ["duration"]
    pain = finding is not None and ("pain" in finding.en or "ache" in finding.en or "疼" in finding.zh)
    wanted = [name for name in wanted if pain or name != "character"]
    if pain:
        wanted += ["severity", "worse_with"]
    if chief.details.duration is None or chief.details.duration.hours >= A_COURSE:
        wanted.append("course")
    spent = sum(1 for name in ASKABLE if name in known.asked)
    told = {"duration"} if any(f.details.duration and is_complaint(f) for f in known.record) else set()
    names = [n for n in dict.fromkeys(wanted) if n in ASKABLE and n not in told and getattr(chief.details, n) is None]
    fresh = [name for name in names if name not in known.asked]
    return fresh[: max(0, MOST_DETAILS - spent)]


def _history(known: Known) -> Iterator[Ask]:
    if sex_of(known) is None:
        yield Ask(key="sex", purpose=Purpose.RECORD)
    if _may_be_pregnant(known):
        yield Ask(key="pregnancy", purpose=Purpose.RECORD)
    told = _told_of(known)
    for key, topic in (("past_history", Topic.CONDITION), ("medicines", Topic.MEDICINE), ("allergies", Topic.ALLERGY)):
        if topic not in told:
            yield Ask(key=key, purpose=Purpose.RECORD)


def _told_of(known: Known) -> set[Topic]:
    """The parts of the history that need no question: told, on record since the last visit, or plain from the wish."""
    told = {f.topic for f in known.record if not f.only_asked}
    if known.follow_up:
        return told | {Topic.CONDITION, Topic.MEDICINE}
    if any(f.code == "repeat_prescription" for f in known.record):  # 高血压的药: says what for, and not yet which
        medicines = [f.code for f in known.record if f.topic is Topic.MEDICINE and f.status is Status.PRESENT]
        told |= {Topic.CONDITION} if medicines else set()
        told -= {Topic.MEDICINE} if all(CLASS.search(code) for code in medicines) else set()
    return told


def _may_be_pregnant(known: Known) -> bool:
    person = known.person
    if sex_of(known) is not Sex.FEMALE or person.pregnant is not None or person.age is None:
        return False
    return CHILDBEARING[0] <= person.age < CHILDBEARING[1]


def _follow_up(known: Known) -> Iterator[Ask]:
    """How it went, the treatment, the results; then whether anything is new."""
    topics = {f.topic for f in known.record}
    for key, topic in (
        ("course", Topic.COURSE),
        ("adherence", Topic.ADHERENCE),
        ("result", Topic.RESULT),
    ):
        if topic not in topics:
            yield Ask(key=key, purpose=Purpose.FOLLOW_UP)
    if not complaints_of(known.record, follow_up=True):
        yield Ask(key="new", purpose=Purpose.FOLLOW_UP)
