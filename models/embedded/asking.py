"""Which question to ask next: first about danger, then about the department, then to fill the record."""

from collections.abc import Iterator
from enum import StrEnum

from models.facts import Fact, Person, Record, Relation, Sex, Status, Topic, Value
from models.knowledge.load import knowledge
from models.knowledge.schema import Finding, Knowledge

MOST = 12  # questions in all (field notes: 12 questions or 4 minutes)
MOST_DANGER = 3
MOST_DEPARTMENT = 3
SURE = 0.6  # a department is named without asking on from this probability

CHILDBEARING = (12, 55)  # years between which pregnancy is asked about


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
    return times == 0 or (times == 1 and ask.purpose is Purpose.DANGER)


def questions(known: Known) -> Iterator[Ask]:
    """Every question still worth asking, most telling first."""
    facts = knowledge()
    complaints = [f for f in known.record if _is_complaint(f)]
    if known.follow_up:
        yield from _follow_up(known)
    if not complaints:
        if not known.follow_up:
            yield from _opening(known)
        return
    findings = [facts.findings[f.code] for f in complaints if f.code in facts.findings]
    yield from _danger(known, findings)
    yield from _department(known, findings, facts)
    if not known.brief:
        yield from _record(known, complaints, facts)


def _is_complaint(fact: Fact) -> bool:
    if fact.topic in (Topic.FINDING, Topic.REQUEST):
        return fact.status is Status.PRESENT and fact.code != "unwell"
    return False


def _opening(known: Known) -> Iterator[Ask]:
    vague = any(f.code == "unwell" for f in known.record)
    if vague:
        yield Ask(key="site", purpose=Purpose.DEPARTMENT)
    else:
        yield Ask(key="open", purpose=Purpose.DEPARTMENT)
        yield Ask(key="site", purpose=Purpose.DEPARTMENT)


def _danger(known: Known, findings: list[Finding]) -> Iterator[Ask]:
    spent = len({key for key in known.asked if key.startswith("finding:")})
    said = {f.code for f in known.record}
    codes = dict.fromkeys(code for finding in findings for code in finding.danger)
    for code in list(codes)[: max(0, MOST_DANGER + MOST_DEPARTMENT - spent)][:MOST_DANGER]:
        if code not in said:
            yield Ask(key=f"finding:{code}", purpose=Purpose.DANGER)


def _department(known: Known, findings: list[Finding], facts: Knowledge) -> Iterator[Ask]:
    if known.person.age_months is None and known.person.relation is not Relation.CHILD:
        yield Ask(key="age", purpose=Purpose.DEPARTMENT)
    if known.person.sex is None and any(_turns_on_sex(finding) for finding in findings):
        yield Ask(key="sex", purpose=Purpose.DEPARTMENT)
    if known.likely and known.likely[0][1] >= SURE:
        return
    said = {f.code for f in known.record}
    codes = [c for finding in findings for c in finding.asks if c not in said and c in facts.findings]
    telling = sorted(dict.fromkeys(codes), key=lambda code: -_tells(facts.findings[code], known))
    for code in telling[:MOST_DEPARTMENT]:
        yield Ask(key=f"finding:{code}", purpose=Purpose.DEPARTMENT)


def _turns_on_sex(finding: Finding) -> bool:
    return any(shift.when.sex is not None for shift in finding.shifts)


def _tells(finding: Finding, known: Known) -> float:
    """How far the presence of `finding` would part the two likeliest specialties."""
    if len(known.likely) < 2:
        return 0.0
    total = sum(finding.specialties.values()) or 1.0
    first, second = (finding.specialties.get(code, 0.0) / total for code, _ in known.likely[:2])
    return abs(first - second)


def _record(known: Known, complaints: list[Fact], facts: Knowledge) -> Iterator[Ask]:
    if complaints[0].topic is Topic.FINDING:
        chief = complaints[0]
        wanted = facts.findings[chief.code].details if chief.code in facts.findings else ("duration",)
        for name in wanted:
            if name in ASKABLE and getattr(chief.details, name) is None:
                yield Ask(key=name, purpose=Purpose.RECORD)
    if _may_be_pregnant(known):
        yield Ask(key="pregnancy", purpose=Purpose.RECORD)
    topics = {f.topic for f in known.record}
    for key, topic in (("past_history", Topic.CONDITION), ("medicines", Topic.MEDICINE), ("allergies", Topic.ALLERGY)):
        if topic not in topics:
            yield Ask(key=key, purpose=Purpose.RECORD)


ASKABLE = ("side", "duration", "severity", "course")


def _may_be_pregnant(known: Known) -> bool:
    person = known.person
    if person.sex is not Sex.FEMALE or person.pregnant is not None or person.age is None:
        return False
    return CHILDBEARING[0] <= person.age < CHILDBEARING[1]


def _follow_up(known: Known) -> Iterator[Ask]:
    topics = {f.topic for f in known.record}
    for key, topic in (
        ("course", Topic.COURSE),
        ("adherence", Topic.ADHERENCE),
        ("result", Topic.RESULT),
    ):
        if topic not in topics:
            yield Ask(key=key, purpose=Purpose.FOLLOW_UP)
