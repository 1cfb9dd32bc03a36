"""Which span of time a report is of, and what is said of dates that are none."""

from datetime import date, datetime, time, timedelta

import pytest

from frontdesk.app.ledger.reports.periods import LONGEST, BadPeriod, Of, Period, Trouble, period_of

NOW = datetime(2026, 11, 30, 10)  # a Monday
SHIFTS = (time(0), time(8), time(16))
EVENING_FIRST = (time(7), time(14), time(21))


def span(of: Of, day: date, **more: object) -> tuple[str, str]:
    period = period_of(of, day, now=NOW, **{"shifts": SHIFTS, **more})  # type: ignore[arg-type]
    return f"{period.begins:%m-%d %H:%M}", f"{period.ends:%m-%d %H:%M}"


def test_a_week_begins_on_its_monday_whichever_day_is_named() -> None:
    assert span(Of.WEEK, date(2026, 11, 29)) == ("11-23 00:00", "11-30 00:00")
    assert span(Of.WEEK, date(2026, 11, 30)) == ("11-30 00:00", "12-07 00:00")


def test_the_last_day_of_a_span_is_part_of_it() -> None:
    assert span(Of.DAYS, date(2026, 11, 1), until=date(2026, 11, 30)) == ("11-01 00:00", "12-01 00:00")
    assert span(Of.DAY, date(2026, 11, 30)) == ("11-30 00:00", "12-01 00:00")


def test_a_shift_that_runs_past_midnight_is_of_the_day_on_which_it_begins() -> None:
    assert span(Of.SHIFT, date(2026, 11, 29), shift=time(21), shifts=EVENING_FIRST) == ("11-29 21:00", "11-30 07:00")
    assert span(Of.SHIFT, date(2026, 11, 29), shift=time(16)) == ("11-29 16:00", "11-30 00:00")


def test_a_shift_that_is_not_named_is_the_one_of_this_time_of_day() -> None:
    assert span(Of.SHIFT, date(2026, 11, 30)) == ("11-30 08:00", "11-30 16:00")


@pytest.mark.parametrize(
    ("of", "day", "more", "trouble"),
    [
        (Of.DAY, date(2026, 12, 1), {}, Trouble.FUTURE),
        (Of.WEEK, date(2026, 12, 7), {}, Trouble.FUTURE),
        (Of.SHIFT, date(2026, 11, 30), {"shift": time(16)}, Trouble.FUTURE),
        (Of.DAY, date.max, {}, Trouble.FUTURE),
        (Of.SHIFT, date(2026, 11, 29), {"shift": time(9)}, Trouble.NO_SUCH_SHIFT),
        (Of.DAYS, date(2026, 11, 2), {"until": date(2026, 11, 1)}, Trouble.REVERSED),
        (Of.DAYS, date(2026, 11, 2), {}, Trouble.NO_END),
        (Of.DAYS, date(2025, 1, 1), {"until": date(2025, 1, 1) + timedelta(days=LONGEST)}, Trouble.TOO_LONG),
        (Of.DAYS, date(2025, 1, 1), {"until": date.max}, Trouble.TOO_LONG),
    ],
)
def test_bad_dates_say_what_is_wrong(of: Of, day: date, more: dict[str, object], trouble: Trouble) -> None:
    with pytest.raises(BadPeriod) as bad:
        span(of, day, **more)
    assert bad.value.trouble is trouble


def test_days_are_those_of_the_calendar() -> None:
    evening = Period(of=Of.SHIFT, begins=datetime(2026, 11, 29, 21), ends=datetime(2026, 11, 30, 7))
    assert (evening.days, period_of(Of.DAY, date(2026, 11, 1), now=NOW, shifts=SHIFTS).days) == (2, 1)
