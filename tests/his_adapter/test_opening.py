"""Whether somebody who sets out now is seen: around opening, lunch, closing, weekends and holidays."""

from datetime import date, datetime, time

import pytest

from frontdesk.his_adapter.opening import hours_on, standing, told
from frontdesk.his_adapter.records import Department, Opening
from frontdesk.models.facts import Language

ZH, EN = Language.ZH, Language.EN
MORNING = [Opening(weekday=day, opens=time(8), closes=time(12)) for day in range(1, 6)]
AFTERNOON = [Opening(weekday=day, opens=time(13, 30), closes=time(17)) for day in range(1, 6)]
HEART = Department(
    department_id="cardiology",
    name={ZH: "心血管内科", EN: "Cardiology"},
    specialties=("cardiology",),
    building={ZH: "门诊楼", EN: "Outpatient Building"},
    floor=2,
    room="A203",
    directions={ZH: "往前走。", EN: "Walk ahead."},
    openings=(*MORNING, *AFTERNOON),
    minutes_to_walk=5,
    closed_on=(date(2026, 11, 26),),
)
ALWAYS = HEART.model_copy(
    update={
        "openings": tuple(Opening(weekday=day, opens=time(0), closes=time.max) for day in range(1, 8)),
        "closed_on": (),
    }
)
WEDNESDAY, THURSDAY, FRIDAY, SATURDAY = (datetime(2026, 11, day) for day in (25, 26, 27, 28))


def at(day: datetime, clock: str) -> datetime:
    return datetime.combine(day, time.fromisoformat(clock))


@pytest.mark.parametrize(
    ("clock", "reached", "closes_in", "opens"),
    [
        ("07:00", False, None, "08:00"),
        ("07:44", False, None, "08:00"),
        ("07:45", True, None, None),  # there when it opens
        ("08:00", True, None, None),
        ("11:44", True, None, None),
        ("11:45", False, 15, "13:30"),
        ("11:58", False, 2, "13:30"),
        ("11:59", False, 1, "13:30"),
        ("12:00", False, None, "13:30"),
        ("13:14", False, None, "13:30"),
        ("13:15", True, None, None),
        ("16:44", True, None, None),
    ],
)
def test_to_walk_and_to_wait_counts(clock: str, reached: bool, closes_in: int | None, opens: str | None) -> None:
    stands = standing(HEART, at(WEDNESDAY, clock))
    assert (stands.reached, stands.closes_in) == (reached, closes_in)
    assert stands.opens == (at(WEDNESDAY, opens) if opens else None)


@pytest.mark.parametrize(
    ("day", "clock", "opens"),
    [
        (WEDNESDAY, "16:50", FRIDAY),  # Thursday is a holiday
        (THURSDAY, "10:00", FRIDAY),
        (FRIDAY, "17:00", datetime(2026, 11, 30)),
        (SATURDAY, "10:00", datetime(2026, 11, 30)),
    ],
)
def test_weekends_and_holidays_are_passed_over(day: datetime, clock: str, opens: datetime) -> None:
    assert standing(HEART, at(day, clock)).opens == at(opens, "08:00")


@pytest.mark.parametrize("clock", ["00:00", "03:00", "23:40", "23:58"])
def test_what_never_closes_is_reached_at_any_time(clock: str) -> None:
    assert standing(ALWAYS, at(SATURDAY, clock)).reached


def test_one_line_tells_when_to_come() -> None:
    monday = at(datetime(2026, 11, 30), "08:10")
    assert told(HEART, at(FRIDAY, "16:58"), EN, first=monday) == (
        "Cardiology closes in 2 minutes: come back on Monday at 08:10."
    )
    assert told(HEART, at(FRIDAY, "16:58"), ZH, first=monday) == "心血管内科还有2分钟关门，请周一08:10再来。"
    assert told(HEART, at(FRIDAY, "16:59"), EN, first=None).startswith("Cardiology closes in 1 minute:")
    assert "today at 13:30" in told(HEART, at(WEDNESDAY, "12:10"), EN, first=at(WEDNESDAY, "11:50"))
    assert told(HEART, at(WEDNESDAY, "10:00"), EN, first=monday) == ""


def test_a_department_that_stays_shut_says_so() -> None:
    shut = HEART.model_copy(update={"openings": ()})
    assert standing(shut, at(FRIDAY, "10:00")).opens is None
    assert "next days" in told(shut, at(FRIDAY, "10:00"), EN, first=None)


def test_hours_of_a_holiday_are_none() -> None:
    assert hours_on(HEART, WEDNESDAY) == "08:00-12:00, 13:30-17:00"
    assert hours_on(HEART, THURSDAY) == ""
