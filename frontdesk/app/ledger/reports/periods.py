"""Which receptions a report is of: a day, a week, a shift or a span of days, in the hospital's own time."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from enum import StrEnum

from frontdesk.models.facts import Value

LONGEST = 366  # days of one report
MIDNIGHT = time()


class Of(StrEnum):
    DAY = "day"
    WEEK = "week"
    SHIFT = "shift"
    DAYS = "days"


class Trouble(StrEnum):
    """What is wrong with the dates that were asked for."""

    FUTURE = "period_in_the_future"
    REVERSED = "period_reversed"
    TOO_LONG = "period_too_long"
    NO_END = "period_without_end"
    NO_SUCH_SHIFT = "no_such_shift"


WHY = {
    Trouble.FUTURE: "the period begins in the future",
    Trouble.REVERSED: "the last day is before the first",
    Trouble.TOO_LONG: f"a report covers {LONGEST} days at most",
    Trouble.NO_END: "a span of days needs its last day",
    Trouble.NO_SUCH_SHIFT: "no shift begins at that time of day",
}


class BadPeriod(ValueError):
    def __init__(self, trouble: Trouble) -> None:
        super().__init__(WHY[trouble])
        self.trouble = trouble


class Period(Value):
    """From `begins` until before `ends`, in local time."""

    of: Of
    begins: datetime
    ends: datetime

    @property
    def days(self) -> int:
        """Calendar days it touches."""
        return (self.ends - timedelta(microseconds=1)).date().toordinal() - self.begins.date().toordinal() + 1


def period_of(
    of: Of, day: date, *, now: datetime, shifts: Sequence[time], until: date | None = None, shift: time | None = None
) -> Period:
    """The period of this kind that holds `day`; of a span its first day, `until` its last one.

    Of a shift without its beginning: the one that goes on at the present time of day. A shift that runs past midnight
    is of the day on which it begins. Raises BadPeriod.
    """
    match of:
        case Of.DAY:
            begins, days = datetime.combine(day, MIDNIGHT), 1
        case Of.WEEK:
            begins, days = datetime.combine(day - timedelta(days=day.weekday()), MIDNIGHT), 7
        case Of.DAYS:
            begins, days = datetime.combine(day, MIDNIGHT), _days(day, until)
        case Of.SHIFT:
            return _shift(day, shift, now, shifts)
    if begins > now:
        raise BadPeriod(Trouble.FUTURE)
    return Period(of=of, begins=begins, ends=begins + timedelta(days=days))


def _days(day: date, until: date | None) -> int:
    if until is None:
        raise BadPeriod(Trouble.NO_END)
    days = (until - day).days + 1
    if days < 1:
        raise BadPeriod(Trouble.REVERSED)
    if days > LONGEST:
        raise BadPeriod(Trouble.TOO_LONG)
    return days


def _shift(day: date, shift: time | None, now: datetime, shifts: Sequence[time]) -> Period:
    starts = sorted(shifts)
    if shift is None:
        shift = max((one for one in starts if one <= now.time()), default=starts[-1])
    if shift not in starts:
        raise BadPeriod(Trouble.NO_SUCH_SHIFT)
    begins = datetime.combine(day, shift)
    if begins > now:
        raise BadPeriod(Trouble.FUTURE)
    following = next((one for one in starts if one > shift), None)
    ends = datetime.combine(day if following else day + timedelta(days=1), following or starts[0])
    return Period(of=Of.SHIFT, begins=begins, ends=ends)
