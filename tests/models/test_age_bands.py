"""A band of ages stays one: what holds at some age in it may hold, what holds at every age in it is certain."""

import pytest

from frontdesk.models.facts import Fact, Person, Sex, Topic
from frontdesk.models.knowledge.schema import When
from frontdesk.models.red_flags.statements import holding
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.medication import check
from frontdesk.models.triage.evidence import holds

MIDDLE, YOUTH, OLD = (480, 720), (168, 480), (900, None)


@pytest.mark.parametrize(
    ("band", "years", "may_be_under", "may_be_from", "is_under", "is_from"),
    [
        (MIDDLE, 40, False, True, False, True),
        (MIDDLE, 50, True, True, False, False),
        (MIDDLE, 60, True, False, True, False),
        (OLD, 80, True, True, False, False),
        (OLD, 75, False, True, False, True),
    ],
)
def test_possible_and_certain_are_told_apart(
    band: tuple[int, int | None], years: float, may_be_under: bool, may_be_from: bool, is_under: bool, is_from: bool
) -> None:
    person = Person(age_between=band)
    assert (person.may_be_under(years), person.may_be_from(years)) == (may_be_under, may_be_from)
    assert (person.is_under(years), person.is_from(years)) == (is_under, is_from)
    assert person.age is None and person.age_told


def test_of_an_age_not_told_anything_is_possible_and_nothing_certain() -> None:
    person = Person()
    assert person.may_be_under(1) and person.may_be_from(90) and not person.is_under(200) and not person.is_from(0)


def test_an_exact_age_takes_the_place_of_a_band_and_the_other_way_round() -> None:
    exact = Person(age_between=MIDDLE).updated(Person(age_months=600))
    assert exact.age == 50 and exact.age_between is None
    band = exact.updated(Person(age_between=OLD))
    assert band.age is None and band.age_between == OLD


@pytest.mark.parametrize("stage", ["over_50", "from_16"])
def test_a_rule_of_danger_holds_where_it_may(stage: str) -> None:
    assert stage in holding((), Person(age_between=MIDDLE))


def test_dangerous_vital_signs_of_an_adult_count_where_a_child_is_not_excluded() -> None:
    held = holding(
        (Fact(topic=Topic.FINDING, code="headache", quote="head"),), Person(age_between=YOUTH, sex=Sex.FEMALE)
    )
    assert {"from_16", "under_16"} <= held.keys()


def test_a_department_turns_on_an_age_only_where_it_is_certain() -> None:
    assert holds(When(age_from=14), Person(age_between=YOUTH), frozenset())
    assert not holds(When(age_from=50), Person(age_between=MIDDLE), frozenset())
    assert not holds(When(age_under=50), Person(age_between=MIDDLE), frozenset())


def test_a_medicine_that_an_age_in_the_band_speaks_against_is_said() -> None:
    found = check("我在吃格列本脲", Patient(age_between=(60, 75)))
    sure = check("我在吃格列本脲", Patient(age=70))
    assert [(one.kind, one.verdict) for one in found] == [(one.kind, one.verdict) for one in sure]
