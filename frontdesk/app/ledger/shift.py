"""The shift in figures by the hour: who arrived, how long a person was waited for, how soon alarms were answered."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from statistics import median
from typing import NamedTuple

from sqlalchemy import Engine

from frontdesk.app.ledger.reports.attendances import Alarm, Attendance, waited_since
from frontdesk.database.engine import asking
from frontdesk.models.facts import Value

HOURS = 8  # of a shift, the one that runs counted


class Hour(Value):
    """`wait` and `answer` are medians in seconds, of what began in this hour and is over; None where nothing was."""

    starts: datetime
    arrivals: int
    calls: int  # times a person was needed, by a call or an alarm
    wait: int | None  # until a person came, answered or the session ended
    alarms: int
    answer: int | None  # from a red flag to the name under it


class Shift(Value):
    hours: tuple[Hour, ...]
    arrivals: int
    calls: int
    wait: int | None
    alarms: int
    answer: int | None
    unanswered: int  # alarms that nobody has put a name to


class Span(NamedTuple):
    """From when to when; `until` None while it lasts."""

    since: datetime
    until: datetime | None


def shift(engine: Engine, now: datetime) -> Shift:
    first = now.replace(minute=0, second=0, microsecond=0) - timedelta(hours=HOURS - 1)
    with asking(engine) as connection:
        those = waited_since(connection, first)
    starts = [first + timedelta(hours=one) for one in range(HOURS)]
    arrivals = [Span(one.started, one.started) for one in those if one.started >= first]
    waits = [Span(one.since, one.until) for at in those for one in at.waits if one.since >= first]
    answers = [Span(one.raised, one.answered) for one in _red_flags(those) if one.raised >= first]
    return Shift(
        hours=tuple(_hour(one, arrivals, waits, answers) for one in starts),
        arrivals=len(arrivals),
        calls=len(waits),
        wait=_median(waits),
        alarms=len(answers),
        answer=_median(answers),
        unanswered=sum(one.until is None for one in answers),
    )


def _hour(starts: datetime, arrivals: Sequence[Span], waits: Sequence[Span], answers: Sequence[Span]) -> Hour:
    def within(those: Sequence[Span]) -> list[Span]:
        return [one for one in those if starts <= one.since < starts + timedelta(hours=1)]

    waited, answered = within(waits), within(answers)
    return Hour(
        starts=starts,
        arrivals=len(within(arrivals)),
        calls=len(waited),
        wait=_median(waited),
        alarms=len(answered),
        answer=_median(answered),
    )


def _median(spans: Iterable[Span]) -> int | None:
    over = [(one.until - one.since).total_seconds() for one in spans if one.until is not None]
    return round(median(over)) if over else None


def _red_flags(those: Iterable[Attendance]) -> Iterable[Alarm]:
    """A call for a person is none."""
    return (alarm for one in those for alarm in one.alarms.values() if alarm.rule)
