"""The event log in SQL: append-only, one transaction an append, readers woken at once."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from threading import Condition, Lock

from sqlalchemy import Engine, func, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlmodel import col

from app.ledger.tables import EventRow, SessionRow
from app.reception.errors import OutOfOrder, UnknownSession
from app.reception.events import (
    Closed,
    Event,
    IdentityVerified,
    NurseSaid,
    PatientSaid,
    Recorded,
    RecordHandedOver,
    Resumed,
    Started,
    Suspended,
    event_adapter,
)
from app.reception.state import State, fold
from his_adapter import delivery
from his_adapter.records import Visit
from his_adapter.sql.engine import reading, writing
from his_adapter.sql.hospital import SqlHospital

KEPT = 1000  # folded sessions held in memory; the database stays the truth
APPENDING = 7_211_031  # advisory lock: on PostgreSQL positions become visible in order only if appends queue


class SqlEventLog:
    """Implements `app.reception.log.EventLog` beside the built-in hospital, in one database."""

    def __init__(self, engine: Engine, hospital: SqlHospital) -> None:
        self._engine = engine
        self._hospital = hospital
        self._folded: OrderedDict[str, State] = OrderedDict()
        self._lock = Lock()
        self._news = Condition()
        self._latest = 0

    def state(self, session_id: str) -> State:
        with reading(self._engine) as session:
            return self._current(session, session_id)

    def append(self, session_id: str, events: Sequence[Event], *, after: int, at: datetime) -> State:
        with self._appending(session_id) as session:
            recorded = self._write(session, session_id, events, after=after, at=at)
        return self._remember(session_id, recorded)

    def hand_over(self, session_id: str, events: Sequence[Event], visit: Visit, *, after: int, at: datetime) -> State:
        with self._appending(session_id) as session:
            number = self._hospital.create_visit_within(session, visit, key=session_id)
            delivery.enqueue(session, key=session_id, kind="visit", payload={"outpatient_number": number}, now=at)
            done = RecordHandedOver(outpatient_number=number)
            recorded = self._write(session, session_id, (done, *events), after=after, at=at)
        return self._remember(session_id, recorded)

    def answered(self, session_id: str, turn_id: str) -> State:
        query = select(EventRow).where(col(EventRow.session_id) == session_id).order_by(col(EventRow.sequence))
        with reading(self._engine) as session:
            events = [_recorded(row) for row in session.scalars(query)]
        answers = (r.sequence for r in events if isinstance(r.event, NurseSaid) and r.event.turn_id == turn_id)
        last = next(answers, None)
        state = fold(r for r in events if last is None or r.sequence <= last)
        if state is None:
            raise UnknownSession(session_id)
        return state

    def live(self, *, since: datetime) -> Sequence[State]:
        query = select(col(SessionRow.session_id)).where(
            (col(SessionRow.closed).is_(False)) | (col(SessionRow.touched) > since)
        )
        with reading(self._engine) as session:
            return [self._current(session, session_id) for session_id in session.scalars(query)]

    def draft(self, patient_id: str, *, since: datetime) -> State | None:
        query = (
            select(col(SessionRow.session_id))
            .where(
                col(SessionRow.patient_id) == patient_id,
                col(SessionRow.suspended).is_(True),
                col(SessionRow.closed).is_(False),
                col(SessionRow.touched) > since,
            )
            .order_by(col(SessionRow.touched).desc())
            .limit(1)
        )
        with reading(self._engine) as session:
            session_id = session.scalar(query)
            return self._current(session, session_id) if session_id else None

    def after(self, position: int, *, limit: int = 500) -> Sequence[Recorded]:
        query = select(EventRow).where(col(EventRow.position) > position).order_by(col(EventRow.position)).limit(limit)
        with reading(self._engine) as session:
            return [_recorded(row) for row in session.scalars(query)]

    def latest(self) -> int:
        return self._latest

    def wait(self, position: int, *, seconds: float) -> bool:
        with self._news:
            return self._news.wait_for(lambda: self._latest > position, timeout=seconds)

    def _current(self, session: Session, session_id: str) -> State:
        """The cached fold with whatever was recorded since laid over it, by this process or another."""
        with self._lock:
            known = self._folded.get(session_id)
        query = (
            select(EventRow)
            .where(col(EventRow.session_id) == session_id, col(EventRow.sequence) > (known.sequence if known else 0))
            .order_by(col(EventRow.sequence))
        )
        state = fold((_recorded(row) for row in session.scalars(query)), known)
        if state is None:
            raise UnknownSession(session_id)
        self._keep(state)
        return state

    @contextmanager
    def _appending(self, session_id: str) -> Iterator[Session]:
        """A writing transaction; a clash on (session, sequence) or turn id is OutOfOrder."""
        try:
            with writing(self._engine) as session:
                if self._engine.dialect.name == "postgresql":
                    session.execute(text("select pg_advisory_xact_lock(:key)"), {"key": APPENDING})
                yield session
        except IntegrityError as clash:
            raise OutOfOrder(f"session {session_id}: another turn got in between") from clash

    def _write(
        self, session: Session, session_id: str, events: Sequence[Event], *, after: int, at: datetime
    ) -> list[Recorded]:
        latest = (
            session.scalar(select(func.max(col(EventRow.sequence))).where(col(EventRow.session_id) == session_id)) or 0
        )
        if latest != after:
            raise OutOfOrder(f"session {session_id} is at {latest}, not {after}")
        _touch(session, session_id, events, at)
        rows = [_row(session_id, after + place, at, event) for place, event in enumerate(events, 1)]
        session.add_all(rows)
        session.flush()
        return [_recorded(row) for row in rows]

    def _remember(self, session_id: str, recorded: list[Recorded]) -> State:
        with self._lock:
            known = self._folded.get(session_id)
        first = recorded[0].sequence
        state = fold(recorded, known) if (known.sequence if known else 0) == first - 1 else self.state(session_id)
        if state is None:
            raise UnknownSession(session_id)
        self._keep(state)
        with self._news:
            self._latest = max(self._latest, recorded[-1].position)
            self._news.notify_all()
        return state

    def _keep(self, state: State) -> None:
        with self._lock:
            held = self._folded.get(state.session_id)
            if held is None or held.sequence <= state.sequence:
                self._folded[state.session_id] = state
                self._folded.move_to_end(state.session_id)
            while len(self._folded) > KEPT:
                self._folded.popitem(last=False)


def _touch(session: Session, session_id: str, events: Sequence[Event], at: datetime) -> None:
    row = session.get(SessionRow, session_id)
    if row is None:
        started = next((event for event in events if isinstance(event, Started)), None)
        if started is None:
            raise UnknownSession(session_id)
        row = SessionRow(session_id=session_id, kiosk=started.kiosk, started=at, touched=at)
        session.add(row)
        session.flush()
    row.touched = at
    for event in events:
        match event:
            case IdentityVerified():
                row.patient_id = event.patient_id
            case Suspended():
                row.suspended = True
            case Resumed():
                row.suspended = False
            case Closed():
                row.closed = True
            case _:
                pass


def _row(session_id: str, sequence: int, at: datetime, event: Event) -> EventRow:
    return EventRow(
        session_id=session_id,
        sequence=sequence,
        at=at,
        kind=event.kind,
        turn_id=event.turn_id if isinstance(event, PatientSaid) else None,
        body=event.model_dump(mode="json"),
    )


def _recorded(row: EventRow) -> Recorded:
    return Recorded(
        position=row.position or 0,
        session_id=row.session_id,
        sequence=row.sequence,
        at=row.at,
        event=event_adapter.validate_python(row.body, strict=False),
    )
