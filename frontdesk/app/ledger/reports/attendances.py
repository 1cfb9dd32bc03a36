"""What became of each reception that began in a period, or went on in it, read from its events in one statement."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, or_, select

from frontdesk.app.ledger.reports.periods import Period
from frontdesk.app.ledger.tables import EVENTS, SESSIONS
from frontdesk.app.reception.session.versions import Body, brought_up
from frontdesk.database.sealed import legible

KINDS = (
    "started",
    "language_changed",
    "consent_given",
    "consent_declined",
    "identity_verified",
    "guest_chosen",
    "alert_raised",
    "alert_acknowledged",
    "alert_disputed",
    "alerts_lowered",
    "called_again",
    "department_recommended",
    "booked",
    "booking_cancelled",
    "taken_over",
    "record_handed_over",
    "closed",
)
OF_WAITS = ("started", "alert_raised", "alert_acknowledged", "taken_over", "closed")  # of them waits can be told
ENDS_A_WAIT = frozenset({"taken_over", "alert_acknowledged", "closed"})
EMERGENCY = "emergency"  # a specialty
AT_ONCE = 2000  # rows
_ACTION = EVENTS.c.kind == "action_chosen"
_BODY = legible(EVENTS.c.body)  # one that cannot be read spoils only itself
_BEGUN = and_(SESSIONS.c.started >= bindparam("begins"), SESSIONS.c.started < bindparam("ends"))
_TOUCHED = SESSIONS.c.touched >= bindparam("since")


def _of_them(which: ColumnElement[bool]) -> ColumnElement[bool]:
    """By the sessions, not joined with them: SQLite would go through all events there are."""
    return EVENTS.c.session_id.in_(select(SESSIONS.c.session_id).where(which))


def _sessions(which: ColumnElement[bool]) -> Select[Any]:
    return select(SESSIONS.c.session_id, SESSIONS.c.started).where(which)


def _events(which: ColumnElement[bool], kinds: ColumnElement[bool]) -> Select[Any]:
    chosen = select(EVENTS.c.session_id, EVENTS.c.at, EVENTS.c.kind, _BODY).where(_of_them(which), kinds)
    return chosen.order_by(EVENTS.c.session_id, EVENTS.c.sequence)


BEGUN = _sessions(_BEGUN)
HAPPENED = _events(_BEGUN, or_(EVENTS.c.kind.in_(KINDS), _ACTION))
GOING_ON, WAITED = _sessions(_TOUCHED), _events(_TOUCHED, EVENTS.c.kind.in_(OF_WAITS))
ACTIONS = select(_BODY).where(_of_them(_BEGUN), _ACTION)


class Outcome(StrEnum):
    HANDED_OVER = "handed_over"  # with a record for the doctor
    EMERGENCY = "emergency"
    QUESTION_ONLY = "question_only"
    BY_STAFF = "by_staff"  # ended by a nurse without a record
    DECLINED = "declined"  # no consent: a person instead of the machine
    ABANDONED = "abandoned"
    OPEN = "open"  # not ended yet


class Reached(StrEnum):
    """How far a reception came."""

    CONSENT = "consent"  # nothing but the first screen
    IDENTITY = "identity"  # agreed
    INTERVIEW = "interview"  # identified, or a guest
    DEPARTMENT = "department"  # one was named


@dataclass(slots=True)
class Alarm:
    level: str
    rule: str  # empty: a call for a person
    raised: datetime
    answered: datetime | None = None
    found: str | None = None  # what the nurse found who answered
    lowered: bool = False
    disputed: bool = False
    again: bool = False

    @property
    def waited(self) -> timedelta | None:
        return self.answered - self.raised if self.answered else None


@dataclass(slots=True)
class Wait:
    """A time in which a person was needed: from a call or an alarm until somebody came, answered, or it was over."""

    since: datetime
    until: datetime | None = None


@dataclass(slots=True)
class Attendance:
    started: datetime
    language: str = ""
    consent: bool | None = None
    identified: bool = False
    by_machine: tuple[str, bool] | None = None  # the department before a nurse changed it: its id, whether emergency
    department: tuple[str, bool] | None = None  # the last one named
    changed: bool = False  # by a nurse
    alarms: dict[str, Alarm] = field(default_factory=dict)
    waits: list[Wait] = field(default_factory=list)
    with_nurse: bool = False
    recorded: datetime | None = None
    booked: datetime | None = None
    closed: datetime | None = None
    reason: str = ""
    questions: list[str] = field(default_factory=list)  # that nobody could answer, in the patient's words
    damaged: bool = False  # one of its events could not be read

    @property
    def outcome(self) -> Outcome:
        if self.closed is None:
            return Outcome.OPEN
        if self.reason == "emergency":
            return Outcome.EMERGENCY
        if self.consent is False:
            return Outcome.DECLINED
        if self.reason in ("abandoned", "question_only"):
            return Outcome(self.reason)
        return Outcome.HANDED_OVER if self.recorded else Outcome.BY_STAFF

    @property
    def reached(self) -> Reached:
        if self.department is not None:
            return Reached.DEPARTMENT
        if self.identified:
            return Reached.INTERVIEW
        return Reached.IDENTITY if self.consent else Reached.CONSENT

    def add(self, at: datetime, body: Body) -> None:
        self._waits(at, body["kind"])
        match body["kind"]:
            case "started" | "language_changed":
                self.language = body["language"]
            case "consent_given" | "consent_declined" as consent:
                self.consent = consent == "consent_given"
            case "identity_verified" | "guest_chosen":
                self.identified = True
            case "department_recommended":
                self._named(body)
            case "booked":
                self.booked = datetime.fromisoformat(body["starts"])
            case "booking_cancelled":
                self.booked = None
            case "taken_over":
                self.with_nurse = True
            case "record_handed_over":
                self.recorded = at
            case "closed":
                self.closed, self.reason = at, body["reason"]
            case "action_chosen":
                self.questions += body.get("unanswered") or ()  # older versions kept none
            case _:
                self._alarmed(at, body)

    def _waits(self, at: datetime, kind: str) -> None:
        waiting = self.waits[-1] if self.waits and self.waits[-1].until is None else None
        if kind == "alert_raised" and waiting is None:
            self.waits.append(Wait(at))
        elif kind in ENDS_A_WAIT and waiting is not None:
            waiting.until = at

    def _named(self, body: Body) -> None:
        named = (body["department_id"], body["specialty"] == EMERGENCY)
        if body.get("by") is not None:
            self.changed = self.changed or (self.department is not None and self.department[0] != named[0])
        elif not self.changed:
            self.by_machine = named
        self.department = named

    def _alarmed(self, at: datetime, body: Body) -> None:
        if body["kind"] == "alert_raised":
            self.alarms[body["alert_id"]] = Alarm(level=body["level"], rule=body["rule"], raised=at)
            return
        named = body.get("alert_ids") or (body.get("alert_id"),)
        for alarm in (self.alarms[one] for one in named if one in self.alarms):
            match body["kind"]:
                case "alert_acknowledged":
                    alarm.answered, alarm.found = alarm.answered or at, body.get("found", "unseen")
                case "alerts_lowered":
                    alarm.lowered = True
                case "alert_disputed":
                    alarm.disputed = True
                case "called_again":
                    alarm.again = True


def attendances(connection: Connection, period: Period) -> list[Attendance]:
    """Those that began in the period, with what came of them until now."""
    return _read(connection, BEGUN, HAPPENED, {"begins": period.begins, "ends": period.ends})


def waited_since(connection: Connection, since: datetime) -> list[Attendance]:
    """Those with an event since then, whole, with their waits and alarms alone."""
    return _read(connection, GOING_ON, WAITED, {"since": since})


def _read(
    connection: Connection, sessions: Select[Any], events: Select[Any], span: dict[str, datetime]
) -> list[Attendance]:
    found = {row.session_id: Attendance(row.started) for row in connection.execute(sessions, span)}
    for row in connection.execute(events.execution_options(yield_per=AT_ONCE), span):
        attendance = found.get(row.session_id)
        if attendance is None:
            continue  # began between the two statements
        try:
            attendance.add(row.at, brought_up(row.body))
        except (ValueError, KeyError, TypeError, AttributeError):
            attendance.damaged = True
    return list(found.values())


def questions_are_kept(connection: Connection, period: Period) -> bool:
    """Whether any reception of the period noted which questions nobody could answer; older versions did not."""
    span = {"begins": period.begins, "ends": period.ends}
    actions = connection.scalars(ACTIONS.execution_options(yield_per=AT_ONCE), span)
    return any(isinstance(body.get("unanswered"), list) for body in actions if body)
