"""The shift in figures by the hour: who arrived, how long a person was waited for, how soon alarms were answered."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from statistics import median
from typing import Any, NamedTuple

from sqlalchemy import Engine, bindparam, select

from frontdesk.app.ledger.tables import EVENTS, SESSIONS
from frontdesk.database.engine import asking
from frontdesk.database.sealed import legible
from frontdesk.models.facts import Value

HOURS = 8  # of a shift, the one that runs counted
ENDS_A_WAIT = ("taken_over", "alert_acknowledged", "closed")
KINDS = ("started", "alert_raised", *ENDS_A_WAIT)
HAPPENED = (
    select(EVENTS.c.session_id, EVENTS.c.at, EVENTS.c.kind, legible(EVENTS.c.body))
    .join(SESSIONS, SESSIONS.c.session_id == EVENTS.c.session_id)
    .where(SESSIONS.c.touched >= bindparam("since"), EVENTS.c.kind.in_(KINDS))
    .order_by(EVENTS.c.session_id, EVENTS.c.sequence)
)


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


class Told(NamedTuple):
    arrivals: list[Span]
    waits: list[Span]
    answers: list[Span]


def shift(engine: Engine, now: datetime) -> Shift:
    first = now.replace(minute=0, second=0, microsecond=0) - timedelta(hours=HOURS - 1)
    with asking(engine) as connection:
        told = _told(connection.execute(HAPPENED, {"since": first}).all())
    starts = [first + timedelta(hours=one) for one in range(HOURS)]
    arrivals, waits, answers = ([one for one in those if one.since >= first] for those in told)
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


def _told(rows: Sequence[Any]) -> Told:
    """Of the events of whole sessions, each session's in order."""
    told = Told([], [], [])
    waits: dict[str, datetime] = {}
    alarms: dict[tuple[str, str], datetime] = {}
    for session_id, at, kind, stored in rows:
        body = stored if isinstance(stored, dict) else {}  # of a damaged one nothing
        if kind == "started":
            told.arrivals.append(Span(at, at))
        elif kind == "alert_raised":
            waits.setdefault(session_id, at)
            if body.get("rule"):
                alarms[session_id, body.get("alert_id", "")] = at
        elif (since := waits.pop(session_id, None)) is not None:
            told.waits.append(Span(since, at))
        answered = (session_id, body.get("alert_id", ""))
        if kind == "alert_acknowledged" and (raised := alarms.pop(answered, None)) is not None:
            told.answers.append(Span(raised, at))
    told.waits.extend(Span(since, None) for since in waits.values())
    told.answers.extend(Span(raised, None) for raised in alarms.values())
    return told
