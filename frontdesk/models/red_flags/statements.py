"""What holds of a patient: what the record states of now, and what follows from age, values, medicines and time."""

from collections.abc import Iterator

from frontdesk.models import parsers
from frontdesk.models.ages import BABY_UNDER, CHILD_UNDER, EVERY_AGE, VITALS_OF_ADULTS_FROM, Band
from frontdesk.models.facts import Details, Fact, Person, Record, Relation, Severity, Status, Topic
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.red_flags.vitals import signs_of, vitals

STAGES: dict[str, Band] = {
    "under_three_months": Band(0, BABY_UNDER),
    "under_16": Band(0, VITALS_OF_ADULTS_FROM),
    "under_14": Band(8, CHILD_UNDER),  # below it a pregnancy told of is the mother's
    "from_16": Band(VITALS_OF_ADULTS_FROM, EVERY_AGE.high),
    "over_50": Band(50, EVERY_AGE.high),
    "over_60": Band(60, EVERY_AGE.high),
}
FEVER_FROM = 38.0  # °C, NICE NG143
TWO_WEEKS, THREE_MONTHS = 14 * 24, 90 * 24  # hours
CLASSES = {  # of medicines
    "anticoagulant": "blood_thinner",
    "cytotoxic": "chemotherapy",
    "immunosuppressant": "low_immunity",
}
DERIVED = frozenset(
    {
        "pregnant",
        "may_be_pregnant",
        "sudden",
        "severe",
        "for_two_weeks",
        "for_three_months",
        "temperature_38",
        "temperature_below_38",
    }
    | {"vitals_adult", "vitals_child", "vitals_failing"}
    | STAGES.keys()
)
_STATED = (Topic.FINDING, Topic.REQUEST, Topic.CONDITION, Topic.MEDICINE, Topic.PREGNANCY)


def holding(record: Record, person: Person) -> dict[str, str]:
    """Every code that holds now, with the words that said it; what follows from the person has none."""
    held = dict.fromkeys(_of_person(person), "")
    for fact in record:
        if _counts(fact) and not fact.past and fact.topic is not Topic.SAID:
            held |= {code: fact.quote for code in _of_fact(fact) if not held.get(code)}
    if person.pregnant is False:
        for code in ("pregnant", "may_be_pregnant"):
            held.pop(code, None)
    return held


def _counts(fact: Fact) -> bool:
    """Who does not know whether she could be pregnant may be."""
    unsure = fact.code == "may_be_pregnant" and fact.status in (Status.UNKNOWN, Status.REFUSED)
    return fact.status is Status.PRESENT or unsure


def hours(record: Record) -> float | None:
    """How long the complaint has lasted, where that was told."""
    told = (fact.details.duration for fact in record if fact.topic is Topic.DETAIL and fact.details.duration)
    return next((duration.hours for duration in told), None)


def _of_person(person: Person) -> Iterator[str]:
    """Of a band every stage that it may be."""
    if person.age_told:
        yield from (name for name, band in STAGES.items() if band.may_hold(person))
    elif person.relation is Relation.CHILD:
        yield "under_16"
    if person.pregnant:
        yield "pregnant"


def _of_fact(fact: Fact) -> Iterator[str]:
    if fact.topic in _STATED:
        yield fact.code
    if fact.topic is Topic.MEDICINE:
        yield from (CLASSES[kind] for kind in formulary().counts_as(fact.code) & CLASSES.keys())
    if fact.topic in (Topic.FINDING, Topic.DETAIL):
        yield from _of_details(fact.details)


def _of_details(details: Details) -> Iterator[str]:
    if details.sudden:
        yield "sudden"
    if details.severity is Severity.SEVERE:
        yield "severe"
    if details.duration and details.duration.hours >= TWO_WEEKS:
        yield "for_two_weeks"
    if details.duration and details.duration.hours >= THREE_MONTHS:
        yield "for_three_months"
    if details.value:
        degrees = parsers.temperature(details.value, asked=True)
        yield from _of_temperature(degrees) if degrees is not None else measured(details.value)


def _of_temperature(degrees: float) -> Iterator[str]:
    yield "temperature_38" if degrees >= FEVER_FROM else "temperature_below_38"


def measured(text: str) -> set[str]:
    """What the vital signs named in `text` weigh: "SpO2 88 %"."""
    told = vitals(text)
    return signs_of(told) if told is not None else set()
