"""A specialty becomes a department that exists, takes this patient, and is open if one is."""

from datetime import datetime, time

from frontdesk.app.reception.department.directory import accepts, choose
from frontdesk.his_adapter.opening import hours_on, next_opening
from frontdesk.his_adapter.records import Department, Opening, Rules
from frontdesk.models.facts import Language, Person, Relation, Sex

WEDNESDAY = datetime(2026, 11, 18, 10, 0)
NIGHT = datetime(2026, 11, 18, 23, 0)


def department(name: str, *specialties: str, rules: Rules | None = None, always: bool = False) -> Department:
    hours = (time(0), time(23, 59)) if always else (time(8), time(17))
    days = range(1, 8) if always else range(1, 6)
    return Department(
        department_id=name,
        name={language: name for language in Language},
        specialties=specialties,
        building={language: "A" for language in Language},
        floor=1,
        room="101",
        directions={language: "straight on" for language in Language},
        openings=tuple(Opening(weekday=day, opens=hours[0], closes=hours[1]) for day in days),
        rules=rules or Rules(),
    )


DEPARTMENTS = (
    department("emergency", "emergency", always=True),
    department("gp", "general_practice"),
    department("children", "pediatrics", rules=Rules(age_under=14)),
    department("heart", "cardiology"),
    department("women", "gynecology", rules=Rules(sex=Sex.FEMALE)),
)


def test_an_open_department_for_the_specialty_is_chosen() -> None:
    choice = choose(DEPARTMENTS, {}, "cardiology", Person(), fever=False, now=WEDNESDAY)
    assert choice is not None
    assert (choice.department.department_id, choice.opens) == ("heart", None)


def test_a_closed_department_is_named_with_its_opening_and_an_open_one_beside_it() -> None:
    choice = choose(DEPARTMENTS, {}, "cardiology", Person(), fever=False, now=NIGHT)
    assert choice is not None and choice.instead is not None
    assert choice.department.department_id == "heart"
    assert choice.opens == datetime(2026, 11, 19, 8, 0)
    assert choice.instead.department_id == "emergency"


def test_nobody_of_unknown_age_is_sent_to_the_children_because_they_are_open() -> None:
    children = department("children", "pediatrics", "cardiology", rules=Rules(age_under=14), always=True)
    departments = (children, department("heart", "cardiology"))
    for person, place in ((Person(), "heart"), (Person(age_months=60), "children")):
        choice = choose(departments, {}, "cardiology", person, fever=False, now=NIGHT)
        assert choice is not None and choice.department.department_id == place


def test_a_missing_specialty_goes_where_the_hospital_says() -> None:
    choice = choose(
        DEPARTMENTS,
        {"allergy": "dermatology", "dermatology": "cardiology"},
        "allergy",
        Person(),
        fever=False,
        now=WEDNESDAY,
    )
    assert choice is not None and choice.department.department_id == "heart"


def test_a_circle_of_fallbacks_ends_at_general_practice() -> None:
    choice = choose(DEPARTMENTS, {"a": "b", "b": "a"}, "a", Person(), fever=False, now=WEDNESDAY)
    assert choice is not None and choice.department.department_id == "gp"


def test_rules_keep_people_out_and_the_unknown_in() -> None:
    assert not accepts(Rules(age_under=14), Person(age_months=14 * 12), fever=False)
    assert accepts(Rules(age_under=14), Person(age_months=14 * 12 - 1), fever=False)
    assert accepts(Rules(age_under=14), Person(), fever=False)
    assert not accepts(Rules(sex=Sex.FEMALE), Person(sex=Sex.MALE), fever=False)
    assert not accepts(Rules(fever=True), Person(), fever=False)


def test_a_grown_up_is_not_sent_to_the_children() -> None:
    choice = choose(DEPARTMENTS, {}, "pediatrics", Person(age_months=30 * 12), fever=False, now=WEDNESDAY)
    assert choice is not None and choice.department.department_id == "gp"


def test_who_may_be_grown_is_not_sent_to_the_children_because_they_are_open() -> None:
    children = department("children", "pediatrics", "cardiology", rules=Rules(age_under=14), always=True)
    departments = (*(d for d in DEPARTMENTS if d.department_id != "children"), children)
    unknown, child = Person(), Person(relation=Relation.CHILD)
    small = Person(age_months=60)
    chosen = [choose(departments, {}, "cardiology", p, fever=False, now=NIGHT) for p in (unknown, child, small)]
    assert [c.department.department_id for c in chosen if c] == ["heart", "children", "children"]
    only = choose((children,), {}, "cardiology", unknown, fever=False, now=NIGHT)
    assert only is not None and only.department is children


def test_hours_and_next_opening() -> None:
    heart = DEPARTMENTS[3]
    saturday = datetime(2026, 11, 21, 12, 0)
    assert hours_on(heart, WEDNESDAY) == "08:00-17:00"
    assert hours_on(heart, saturday) == ""
    assert next_opening(heart, saturday) == datetime(2026, 11, 23, 8, 0)
