"""What a choice of the next question rests on."""

from enum import StrEnum

from models.facts import Fact, Person, Record, Relation, Sex, Status, Topic, Value
from models.knowledge.load import knowledge

MOST = 12  # questions in all (field notes: 12 questions or 4 minutes)
CHILDBEARING = (12, 51)  # years between which pregnancy is asked about
WORRIES = frozenset({"anxiety", "cancer_worry", "poor_sleep", "fatigue"})
SEEN_IN_TALKING = frozenset({"confusion"})  # who answers sensibly is not confused
VAGUE = frozenset({"unwell", "pain_somewhere"})
WANTS = {"repeat_prescription": "medicines", "read_report": "report"}  # the question that tells where it is granted


class Purpose(StrEnum):
    DANGER = "danger"
    DEPARTMENT = "department"
    RECORD = "record"
    FOLLOW_UP = "follow_up"


class Ask(Value):
    """A question worth asking: its key ("open", "duration", "finding:sweating", ...) and what it is for.

    `about` is the code of the finding or wish it is asked for.
    """

    key: str
    purpose: Purpose
    about: str | None = None


class Known(Value):
    """What the choice rests on. `likely` are the specialties still open with their probabilities, best first."""

    record: Record
    person: Person
    asked: tuple[str, ...] = ()
    settled: frozenset[str] = frozenset()  # questions answered with something else that leaves nothing to ask
    likely: tuple[tuple[str, float], ...] = ()
    follow_up: bool = False
    aside: frozenset[str] = frozenset()  # complaints they said they did not come for
    brief: bool = False  # the patient has no patience left: only what danger and the department need


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


def wants_only(record: Record) -> bool:
    """Whether they came for tablets or with a report, and have not complained of anything."""
    complaints = {fact.code for fact in record if is_complaint(fact)}
    return bool(complaints) and complaints <= WANTS.keys()


def sex_of(known: Known) -> Sex | None:
    """As told, or as the complaints leave it: abnormal discharge is a woman's."""
    findings = knowledge().findings
    told = (findings[f.code].only for f in known.record if is_complaint(f) and f.code in findings)
    expecting = Sex.FEMALE if known.person.pregnant else None
    return known.person.sex or expecting or next((sex for sex in told if sex), None)


def fits(code: str, known: Known) -> bool:
    """Not a question for the other sex, nor for one whose sex is not known; nor what talking to them answers."""
    finding = knowledge().findings.get(code)
    if finding is None or (code in SEEN_IN_TALKING and known.person.relation in (None, Relation.SELF)):
        return False
    return finding.only in (None, sex_of(known))
