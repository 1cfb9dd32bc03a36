"""Where events are kept, as the reception sees it."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from frontdesk.app.reception.session.events import Event, Recorded
from frontdesk.app.reception.session.news import News
from frontdesk.app.reception.session.state import State
from frontdesk.his_adapter.records import Appointment, Visit


class Happened(NamedTuple):
    """That something was recorded; not what."""

    position: int
    session_id: str
    kind: str


class Damaged(NamedTuple):
    """A session of which something cannot be read."""

    session_id: str
    kiosk: str
    started: datetime


class Live(NamedTuple):
    states: Sequence[State]
    damaged: Sequence[Damaged]


class EventLog(Protocol):
    """Append-only; unique on (session, sequence). `news`: told whenever something may have been recorded, or counts
    before it is.
    """

    news: News

    def state(self, session_id: str) -> State:
        """Raises UnknownSession and DamagedSession."""
        ...

    def seen(self, session_id: str) -> State:
        """The session as this process last saw it or was told of it, without asking again. Raises UnknownSession."""
        ...

    def known(self, session_id: str) -> State:
        """The session to begin a turn with: as it stands where other processes may have gone on with it, as `seen`
        where none may, and while the database is away. Raises UnknownSession.
        """
        ...

    def append(self, session_id: str, events: Sequence[Event], *, after: int, at: datetime) -> State:
        """Write `events` in one transaction after sequence `after`; returns the new state. Raises OutOfOrder.

        A record that was handed over follows: it is amended in the same transaction, with an outbox entry a version.
        A booked time whose department the events take away is cancelled with them. An alarm, and what follows it,
        does not wait for a database that is away: it counts at once and is written when that is back.
        """
        ...

    def hand_over(self, session_id: str, events: Sequence[Event], visit: Visit, *, after: int, at: datetime) -> State:
        """`append`, the record in the HIS, RecordHandedOver and the outbox entry in one transaction."""
        ...

    def book(
        self,
        session_id: str,
        slot_id: str,
        *,
        department_id: str,
        patient_id: str,
        events: Callable[[Appointment], Sequence[Event]],
        after: int,
        at: datetime,
    ) -> State:
        """A slot of that department is held; `append` with an outbox entry that confirms it in one transaction.

        Raises NotFound, SlotTaken (also of a time that is past), AlreadyBooked and OutOfOrder.
        """
        ...

    def answered(self, session_id: str, turn_id: str) -> State:
        """The session as it stood when the nurse had answered that turn; as it stands now if she has not."""
        ...

    def live(self, *, since: datetime) -> Live:
        """Every session not closed, and the newest of those closed after `since`."""
        ...

    def salvage(self, session_id: str) -> State:
        """What can be read of a damaged session, marked as such; it can be gone on with from there, and ended."""
        ...

    def untouched(self, *, before: datetime) -> Sequence[State]:
        """Every session not closed in which nothing happened since `before`; damaged ones are left out."""
        ...

    def draft(self, patient_id: str, *, since: datetime) -> State | None:
        """The patient's suspended session touched after `since`, newest first."""
        ...

    def after(self, position: int) -> Sequence[Happened]:
        """What happened in all sessions after `position`, oldest first: as much as is read at once."""
        ...

    def history(self, session_id: str) -> Sequence[Recorded]:
        """Everything recorded of a session. Raises DamagedSession."""
        ...

    def latest(self) -> int:
        """The newest position this process knows of."""
        ...

    def alarms_unwritten(self) -> int:
        """How many alarms have counted before they were written; grows only."""
        ...

    def forget(self, session_id: str) -> None:
        """The session was erased: nothing of it stays in memory."""
        ...
