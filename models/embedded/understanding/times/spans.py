"""Spans of time in hours, and how far back a day of the week or of the year lies."""

from datetime import datetime, timedelta
from typing import NamedTuple

from models.embedded.understanding.cues import cues

CUES = cues("times")
HOUR, DAY, WEEK, MONTH, YEAR = 1.0, 24.0, 168.0, 730.0, 8766.0
MOST_YEARS = 110


class Lasting(NamedTuple):
    """`hours` until now, said from `start` to `end`; `onset` when it is the beginning that was named."""

    start: int
    end: int
    hours: float
    onset: bool = False


def days_back(now: datetime, weekday: int, *, before: bool) -> float:
    """Days since the last such weekday; `before` for the one of the week before this."""
    back = (now.weekday() - weekday) % 7
    if before and now.weekday() >= weekday:
        back += 7
    return float(back) if back else 0.3


def since(now: datetime, month: int, day: int, years_back: int) -> float:
    start = now.replace(month=month, day=min(day, 28), hour=12, minute=0) - timedelta(days=365.25 * years_back)
    if start > now:
        start -= timedelta(days=365.25)
    return max((now - start).total_seconds() / 3600, 8.0)


def since_the_clock(now: datetime, hour: float, *, late: bool, yesterday: bool, at_night: bool) -> float | None:
    """Hours since that time of day; None if it is still to come. `late`: after noon."""
    hour += 12 if late and hour < 12 else 0
    back = now.hour + now.minute / 60 - hour % 24 + (DAY if yesterday else 0)
    if back < 0 and at_night:
        back += DAY
    return back if back >= 0 else None
