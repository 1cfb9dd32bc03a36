"""The event log in SQL: append-only, one transaction an append, readers woken at once."""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from threading import Lock
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Connection, Engine, Row, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger import audit, outbox
from frontdesk.app.ledger.deferred import Deferred
from frontdesk.app.ledger.digests import of_events, of_records, of_rows
from frontdesk.app.ledger.erasure import ERASED_TOLD
from frontdesk.app.ledger.records import visits
from frontdesk.app.ledger.tables import EVENTS, SESSIONS, SessionRow
from frontdesk.app.ledger.tail import Tail
from frontdesk.app.ledger.target import CANCEL, CONFIRM, NOT_HELD, RELEASE, VISIT, HospitalTarget
from frontdesk.app.ledger.unwritten import Batch, Unwritten
from frontdesk.app.reception.errors import DamagedSession, OutOfOrder, UnknownSession
from frontdesk.app.reception.record.handing_over import appointment_of, visit_now
from frontdesk.app.reception.record.summary import guest
from frontdesk.app.reception.session.events import (
    AlertRaised,
    Booked,
    BookingCancelled,
    Closed,
    Entry,
    Event,
    IdentityTakenBack,
    IdentityVerified,
    NurseSaid,
    PatientSaid,
    Recorded,
    RecordHandedOver,
    Resumed,
    RetrievalDone,
    RetrievalRefused,
    Started,
    Suspended,
    event_adapter,
)
from frontdesk.app.reception.session.log import Damaged, Happened, Live
from frontdesk.app.reception.session.news import News
from frontdesk.app.reception.session.state import State, ahead, fold, orphaned
from frontdesk.app.reception.session.versions import brought_up, stamped
from frontdesk.database.engine import asking, queued, reading, transaction, within, writing
from frontdesk.database.notices import Alone, Notices, tell
from frontdesk.database.sealed import legible
from frontdesk.his_adapter.access import narrow_pre_visit
from frontdesk.his_adapter.connecting import kept_number, numbers_of
from frontdesk.his_adapter.errors import HospitalError, NotFound
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.operation import created_by, creation_of
from frontdesk.his_adapter.records import Appointment, Visit
from frontdesk.models.facts import Language

HELD_AT_MOST = timedelta(minutes=10)  # then a slot whose booking was not recorded is given back
KEPT = 1000  # folded sessions held in memory; the database stays the truth
EVENTS_TOLD = "events"  # the kind of notices: position and session
CLOSED_SHOWN = 150  # ended sessions on the board, the newest
CLOSED_KEPT = 2 * CLOSED_SHOWN  # of them: no process ends them in quite the order that the database has them in
# Every turn runs these, so they are made once, over the tables themselves.
SINCE = (
    select(EVENTS)
    .where(EVENTS.c.session_id == bindparam("of"), EVENTS.c.sequence > bindparam("sequence"))
    .order_by(EVENTS.c.sequence)
)
SINCE_ALL = (
    select(EVENTS)
    .where(EVENTS.c.session_id.in_(bindparam("those", expanding=True)), EVENTS.c.position > bindparam("position"))
    .order_by(EVENTS.c.session_id, EVENTS.c.sequence)
)
RAW = (  # a body that cannot be read spoils only itself
    select(
        EVENTS.c.position,
        EVENTS.c.session_id,
        EVENTS.c.sequence,
        EVENTS.c.at,
        legible(EVENTS.c.body),
    )
    .where(EVENTS.c.session_id == bindparam("of"), EVENTS.c.sequence > bindparam("sequence"))
    .order_by(EVENTS.c.sequence)
)
AFTER = (
    select(EVENTS.c.position, EVENTS.c.session_id, EVENTS.c.kind)
    .where(EVENTS.c.position > bindparam("position"))
    .order_by(EVENTS.c.position)
    .limit(bindparam("most"))
)
LATEST = select(EVENTS.c.position).order_by(EVENTS.c.position.desc()).limit(1)
WRITE = insert(EVENTS).returning(EVENTS.c.position, EVENTS.c.sequence)
START = insert(SESSIONS)
TOUCH = update(SESSIONS).where(SESSIONS.c.session_id == bindparam("of")).values(touched=bindparam("at"))
BOOKINGS = Booked | BookingCancelled
APPENDING = 7_211_031  # advisory lock: on PostgreSQL positions become visible in order only if appends queue


class SqlEventLog:
    """Implements `frontdesk.app.reception.log.EventLog`; the hospital's system is written to through the outbox
    alone.
    """

    def __init__(
        self,
        engine: Engine,
        hospital: Hospital,
        deferred: Deferred | None = None,
        notices: Notices | None = None,
        heard: Callable[[State, Sequence[Recorded]], None] = lambda state, recorded: None,
    ) -> None:
        """`heard`: told what this process recorded, once it is, with the state after it."""
        self._engine = engine
        self._hospital = hospital
        self._target = HospitalTarget(engine, hospital)
        self._folded: OrderedDict[str, State] = OrderedDict()
        self._closed: OrderedDict[str, None] = OrderedDict()  # those of them that are
        self._lock = Lock()
        self._unwritten = Unwritten()
        self._deferred = deferred or Deferred()
        self.news = News()
        self._latest = 0
        self._tail = Tail(self._read)
        self._changed: OrderedDict[str, None] = OrderedDict()  # sessions of which another process told news
        self._heard = heard
        self._notices = notices or Alone()
        self._notices.hear(EVENTS_TOLD, self._told, missed=self._missed)
        self._notices.hear(ERASED_TOLD, self.forget)

    def state(self, session_id: str) -> State:
        return self._unwritten.over(self._current(session_id))

    def seen(self, session_id: str) -> State:
        with self._lock:
            known = self._folded.get(session_id)
        if known is None or (session_id in self._changed and self._notices.reached):
            with self._lock:
                self._changed.pop(session_id, None)  # before we look: what comes in between is looked for again
            try:
                known = self._current(session_id)
            except OperationalError:
                if known is None:
                    raise
                self._is_changed(session_id)
        return self._unwritten.over(known)

    def known(self, session_id: str) -> State:
        if self._engine.dialect.name != "postgresql" or not self._notices.reached:
            return self.seen(session_id)
        try:
            return self.state(session_id)
        except OperationalError:
            return self.seen(session_id)

    def forget(self, session_id: str) -> None:
        """It was erased: nothing of it stays in memory."""
        with self._lock:
            self._folded.pop(session_id, None)
            self._closed.pop(session_id, None)
            self._changed.pop(session_id, None)

    def _told(self, notice: str) -> None:
        """Another process recorded something."""
        position, session_id = notice.split(" ", 1)
        self._is_changed(session_id)
        self._has_come(int(position))
        self.news.tell(session_id)

    def _missed(self) -> None:
        """The line to the database was cut for a while, or we begin: whatever may have been recorded is looked for."""
        with self._lock:
            folded = tuple(self._folded)
        for session_id in folded:
            self._is_changed(session_id)
        with asking(self._engine) as connection:
            self._has_come(connection.scalar(LATEST) or 0)
        self.news.tell_all()

    def _is_changed(self, session_id: str) -> None:
        with self._lock:
            self._changed[session_id] = None
            if len(self._changed) > 2 * KEPT:  # the oldest are not held in memory any more
                self._changed.popitem(last=False)

    def _has_come(self, position: int) -> None:
        with self._lock:
            self._latest = max(self._latest, position)

    def append(self, session_id: str, events: Sequence[Event], *, after: int, at: datetime) -> State:
        events = (*events, *self._orphaned(session_id, events, at))
        if self._unwritten.of(session_id) or any(isinstance(event, AlertRaised) for event in events):
            return self._append_alarm(session_id, Batch(tuple(events), after, at))
        return self._append(session_id, events, after=after, at=at)

    def _orphaned(self, session_id: str, events: Sequence[Event], at: datetime) -> tuple[Event, ...]:
        return () if isinstance(events[0], Started) else orphaned(self.seen(session_id), events, at=at)

    def _append(self, session_id: str, events: Sequence[Event], *, after: int, at: datetime) -> State:
        with self._appending(session_id) as connection:
            recorded = self._write(connection, session_id, events, after=after, at=at)
        return self._remember(session_id, recorded)

    def _append_alarm(self, session_id: str, batch: Batch) -> State:
        """Screen and board have an alarm after a second at most; a database that is away gets it when it is back."""
        if self.seen(session_id).sequence != batch.after and self.state(session_id).sequence != batch.after:
            raise OutOfOrder(f"session {session_id}: another turn got in between")
        self._unwritten.put(session_id, batch)
        written = self._deferred.do(partial(self._write_alarm, session_id, batch))
        try:
            return self._deferred.wait(written)
        except TimeoutError:
            if not self._unwritten.promise(session_id, batch):
                return written.result()
        self.news.tell(session_id)
        return self.seen(session_id)

    def _write_alarm(self, session_id: str, batch: Batch) -> State:
        """In its place, or behind what another process recorded meanwhile once the alarm was answered."""
        try:
            state = self._append(session_id, batch.events, after=batch.after, at=batch.at)
        except OutOfOrder:
            if self._unwritten.settle(session_id, batch, unless_promised=True):
                raise
            known = self._current(session_id)
            left = not_told(batch.events, known)
            state = self._append(session_id, left, after=known.sequence, at=batch.at) if left else known
        except OperationalError:
            raise  # tried again
        except Exception:
            self._unwritten.settle(session_id, batch)
            raise
        self._unwritten.settle(session_id, batch)
        return state

    def hand_over(self, session_id: str, events: Sequence[Event], visit: Visit, *, after: int, at: datetime) -> State:
        if self._unwritten.of(session_id):
            raise OutOfOrder(f"session {session_id}: what was said before is not written yet")
        narrowed = narrow_pre_visit(self.state(session_id).principal, creation_of(visit.record))
        visit = visit.model_copy(update={"record": created_by(narrowed.operation)})
        with self._appending(session_id) as connection:
            with within(connection) as session:
                number = visits.create(session, visit, key=session_id)
                what, subject = {"outpatient_number": number}, kept_number(session, visit.record.patient_id)
                outbox.enqueue(session, key=session_id, kind=VISIT, payload=what, now=at, subject=subject)
            done = RecordHandedOver(outpatient_number=number)
            recorded = self._write(connection, session_id, (done, *events), after=after, at=at)
        return self._remember(session_id, recorded)

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
        if self._unwritten.of(session_id):
            raise OutOfOrder(f"session {session_id}: what was said before is not written yet")
        booked, hold = self.state(session_id).booked, f"{session_id}:{slot_id}"
        release = f"{RELEASE}:{hold}:{after}"
        what = {"slot_id": slot_id, "patient_id": patient_id, "department_id": department_id, "hold": hold}
        with writing(self._engine) as session:
            outbox.enqueue(session, key=release, kind=RELEASE, payload=what, now=at, due=HELD_AT_MOST)
        try:
            held = self._hospital.scheduling.hold(
                slot_id,
                patient_id,
                key=hold,
                department_id=department_id,
                replacing=booked.appointment_id if booked else None,
            )
        except NOT_HELD:
            self._released(release, at)
            raise
        try:
            with self._appending(session_id) as connection:
                recorded = self._write(connection, session_id, events(held), after=after, at=at)
                with within(connection) as session:
                    outbox.needless(session, release, at)
        except OutOfOrder:
            with suppress(HospitalError):  # left to the outbox
                self._give_back(session_id, held)
                self._released(release, at)
            raise
        return self._remember(session_id, recorded)

    def _released(self, release: str, at: datetime) -> None:
        with writing(self._engine) as session:
            outbox.needless(session, release, at)

    def _give_back(self, session_id: str, held: Appointment) -> None:
        """Unless the turn that got in between booked just that."""
        booked = self.state(session_id).booked
        if booked is None or booked.appointment_id != held.appointment_id:
            self._hospital.scheduling.cancel(held.appointment_id)

    def answered(self, session_id: str, turn_id: str) -> State:
        if self._unwritten.of(session_id):
            return self.state(session_id)
        events = self._since(session_id, 0)
        answers = (r.sequence for r in events if isinstance(r.event, NurseSaid) and r.event.turn_id == turn_id)
        last = next(answers, None)
        state = fold(r for r in events if last is None or r.sequence <= last)
        if state is None:
            raise UnknownSession(session_id)
        return state

    def live(self, *, since: datetime) -> Live:
        query = select(
            col(SessionRow.session_id), col(SessionRow.kiosk), col(SessionRow.started), col(SessionRow.closed)
        )
        done = query.where(col(SessionRow.closed).is_(True), col(SessionRow.touched) > since)
        with reading(self._engine) as session:
            those = [
                *session.execute(query.where(col(SessionRow.closed).is_(False))),
                *session.execute(done.order_by(col(SessionRow.touched).desc()).limit(CLOSED_SHOWN)),
            ]
        self._catch_up([row.session_id for row in those])
        states = {row.session_id: self._readable(row.session_id) for row in those}
        return Live(
            states=[state for state in states.values() if state is not None],
            damaged=[Damaged(*row[:3]) for row in those if states[row.session_id] is None and not row.closed],
        )

    def _catch_up(self, session_ids: Sequence[str]) -> None:
        """Reads at once what other processes told of them, where `seen` would ask for one after the other."""
        with self._lock:
            stale = {one: self._folded[one] for one in session_ids if one in self._changed and one in self._folded}
            for session_id in stale:
                del self._changed[session_id]  # before we look: what comes in between is looked for again
        if not stale:
            return
        since = {"those": list(stale), "position": min(state.position for state in stale.values())}
        unread = set(stale)
        try:
            with asking(self._engine) as connection:
                rows = connection.execute(SINCE_ALL, since).all()
            for session_id, of_one in groupby(rows, lambda row: str(row.session_id)):
                known = stale[session_id]
                with suppress(ValueError, DamagedSession):
                    new = fold([_recorded(row) for row in of_one if row.sequence > known.sequence], known)
                    self._keep(new or known)
                    unread.discard(session_id)
        except OperationalError:
            pass  # `seen` tells what is known
        else:
            unread -= stale.keys() - {row.session_id for row in rows}
        for session_id in unread:
            self._is_changed(session_id)

    def untouched(self, *, before: datetime) -> Sequence[State]:
        query = select(col(SessionRow.session_id)).where(
            col(SessionRow.closed).is_(False), col(SessionRow.touched) < before
        )
        with asking(self._engine) as connection:
            those = connection.scalars(query).all()
        states = map(self._readable, those)
        return [state for state in states if state is not None]

    def _readable(self, session_id: str) -> State | None:
        """None for a damaged session: it harms nobody else's. Asked of hundreds at once, often for nothing new."""
        try:
            return self.seen(session_id) if self._notices.hears else self.state(session_id)
        except DamagedSession:
            return None

    def salvage(self, session_id: str) -> State:
        with asking(self._engine) as connection:
            row = connection.execute(select(SESSIONS).where(SESSIONS.c.session_id == session_id)).one_or_none()
        if row is None:
            raise UnknownSession(session_id)
        with asking(self._engine) as connection:
            rows = connection.execute(RAW, {"of": session_id, "sequence": 0}).all()
        there = [one for row in rows if (one := _readable(row)) is not None]
        if not there or not isinstance(there[0].event, Started):
            begins = Started(kiosk=row.kiosk, language=Language.ZH, entry=Entry.UNWELL)
            first = Recorded(position=0, session_id=session_id, sequence=0, at=row.started, event=begins)
            there = [first, *(one for one in there if not isinstance(one.event, Started))]
        state = fold(there)
        if state is None:
            raise UnknownSession(session_id)
        last = {"sequence": rows[-1].sequence, "position": rows[-1].position} if rows else {}
        state = state.model_copy(update={**last, "unreadable": True})
        self._keep(state)
        return state

    def draft(self, patient_id: str, *, since: datetime) -> State | None:
        with reading(self._engine) as session:
            numbers = numbers_of(session, patient_id)
        query = (
            select(col(SessionRow.session_id))
            .where(
                col(SessionRow.patient_id).in_(numbers),
                col(SessionRow.suspended).is_(True),
                col(SessionRow.closed).is_(False),
                col(SessionRow.touched) > since,
            )
            .order_by(col(SessionRow.touched).desc())
            .limit(1)
        )
        with asking(self._engine) as connection:
            session_id = connection.scalar(query)
        return self.state(session_id) if session_id else None

    def after(self, position: int) -> Sequence[Happened]:
        return self._tail.after(position, self._latest if self._notices.hears else None)

    def _read(self, position: int, most: int) -> Sequence[Happened]:
        with asking(self._engine) as connection:
            return [Happened(*row) for row in connection.execute(AFTER, {"position": position, "most": most})]

    def history(self, session_id: str) -> Sequence[Recorded]:
        return self._since(session_id, 0)

    def latest(self) -> int:
        if not self._latest:  # nothing written since the start
            with asking(self._engine) as connection:
                return connection.scalar(LATEST) or 0
        return self._latest

    def alarms_unwritten(self) -> int:
        return self._unwritten.promises

    def _since(self, session_id: str, sequence: int) -> list[Recorded]:
        with asking(self._engine) as connection:
            return [_recorded(row) for row in connection.execute(SINCE, {"of": session_id, "sequence": sequence})]

    def _current(self, session_id: str) -> State:
        """The cached fold with whatever was recorded since laid over it, by this process or another."""
        with self._lock:
            known = self._folded.get(session_id)
        try:
            state = fold(self._since(session_id, known.sequence if known else 0), known)
        except ValueError as damage:  # JSON that is none, or a session that does not begin with its start
            raise DamagedSession(f"session {session_id}") from damage
        if state is None:
            raise UnknownSession(session_id)
        self._keep(state)
        return state

    @contextmanager
    def _appending(self, session_id: str) -> Iterator[Connection]:
        """A writing transaction; a clash on (session, sequence) or turn id is OutOfOrder."""
        try:
            with transaction(self._engine) as connection:
                yield connection
        except IntegrityError as clash:
            raise OutOfOrder(f"session {session_id}: another turn got in between") from clash

    def _write(
        self, connection: Connection, session_id: str, events: Sequence[Event], *, after: int, at: datetime
    ) -> list[Recorded]:
        _touch(connection, session_id, events, at)  # whoever else appends to the session waits here
        rows = [_row(session_id, after + place, at, event) for place, event in enumerate(events, 1)]
        if any(isinstance(event, BOOKINGS) for event in events):
            subject = next(iter(self._entry(session_id, events).patients), guest(session_id))
            with within(connection) as session:
                for event in events:
                    _settles(session, event, at, subject)
        entry = self._entry(session_id, events, amended=self._amended(connection, session_id, events, after, at))
        covers = [of_events(session_id, rows), *of_records(connection, entry.records)]
        covers += of_rows(connection, "booking", _numbers(events))
        if any(isinstance(event, Started | IdentityVerified | IdentityTakenBack) for event in events):
            covers += of_rows(connection, "session", [session_id])
        covering = entry.model_copy(update={"covers": tuple(map(str, covers))})
        queued(connection, APPENDING)  # all others wait from here until it is committed
        positions = {sequence: position for position, sequence in connection.execute(WRITE, rows)}
        tell(connection, EVENTS_TOLD, f"{max(positions.values())} {session_id}")
        for one in (covering, *self._retrievals(session_id, events)):
            audit.append(connection, one, at=at)
        return [
            Recorded(position=positions[place], session_id=session_id, sequence=place, at=at, event=event)
            for place, event in enumerate(events, after + 1)
        ]

    def _amended(
        self, connection: Connection, session_id: str, events: Sequence[Event], after: int, at: datetime
    ) -> int | None:
        """The record that was handed over follows the talk, and the outbox with it; its number if it changed."""
        with self._lock:
            known = self._folded.get(session_id)
        if known is None or known.sequence != after:
            known = None if isinstance(events[0], Started) else self._current(session_id)
            if known is not None and known.sequence != after:
                raise OutOfOrder(f"session {session_id}: another turn got in between")
        if known is None or known.handed_over is None:
            return None
        number = known.handed_over
        with within(connection) as session:
            try:
                handed = visits.one(session, number)
            except NotFound:  # deleted since
                return None
            before, now = (self._visit(one, handed) for one in (known, ahead(known, events, at=at)))
            visit = visits.amend(session, number, before, now)
            if visit is not None and visit.version != handed.version:
                key, what = f"visit:{number}:{visit.version}", {"outpatient_number": number, "version": visit.version}
                outbox.enqueue(session, key=key, kind=VISIT, payload=what, now=at, subject=visit.record.patient_id)
        return number if visit is not None else None

    def _visit(self, state: State, handed: Visit) -> Visit:
        """As the talk stands in `state`, held to what its patient may hand over, with the time that is booked there."""
        visit = visit_now(state, handed, self._hospital.directory.departments(), now=handed.record.visit_date)
        narrowed = narrow_pre_visit(state.principal, creation_of(visit.record))
        kept = appointment_of(state, visit.department_id)
        return visit.model_copy(update={"record": created_by(narrowed.operation), "appointment": kept})

    def _entry(self, session_id: str, events: Sequence[Event], *, amended: int | None = None) -> audit.Entry:
        """What is recorded of a session, by kind; and whose it is, once that is verified."""
        with self._lock:
            known = self._folded.get(session_id)
        verified = (event.patient_id for event in events if isinstance(event, IdentityVerified))
        patient_id = next(verified, known.patient_id if known else None)
        handed = (event.outpatient_number for event in events if isinstance(event, RecordHandedOver))
        return audit.Entry(
            act=audit.Act.SESSION,
            what=tuple(event.kind for event in events),
            patients=(patient_id,) if patient_id else (),
            records=(*handed, *((amended,) if amended else ())),
            sessions=(session_id,),
        )

    def _retrievals(self, session_id: str, events: Sequence[Event]) -> Iterator[audit.Entry]:
        """What was read of the patient's records, and what was refused, as entries like those of staff."""
        about = self._entry(session_id, events)
        for event in events:
            if isinstance(event, RetrievalDone) and event.columns:
                read = {"act": audit.Act.READ, "what": event.columns, "records": event.records}
                yield about.model_copy(update=read)
            elif isinstance(event, RetrievalRefused):
                refused = (event.verb, event.why)
                yield about.model_copy(update={"act": audit.Act.REFUSED, "what": refused, "records": ()})

    def _remember(self, session_id: str, recorded: list[Recorded]) -> State:
        for one in recorded:
            if isinstance(one.event, BOOKINGS):  # the screen shows what is free, and what is theirs, at once
                outbox.deliver_now(self._engine, self._target, _key(one.event), one.at)
        with self._lock:
            known = self._folded.get(session_id)
        first = recorded[0].sequence
        state = fold(recorded, known) if (known.sequence if known else 0) == first - 1 else self.state(session_id)
        if state is None:
            raise UnknownSession(session_id)
        self._keep(state)
        self._has_come(recorded[-1].position)
        self.news.tell(state.session_id)
        self._heard(state, recorded)
        return state

    def _keep(self, state: State) -> None:
        with self._lock:
            held = self._folded.get(state.session_id)
            if held is None or held.sequence <= state.sequence:
                self._folded[state.session_id] = state
                self._folded.move_to_end(state.session_id)
            if state.closed is not None:
                self._closed[state.session_id] = None
                self._closed.move_to_end(state.session_id)
            if len(self._closed) > CLOSED_KEPT:
                oldest, _ = self._closed.popitem(last=False)
                self._folded.pop(oldest, None)
            while len(self._folded) > KEPT:
                oldest, _ = self._folded.popitem(last=False)
                self._closed.pop(oldest, None)


def not_told(events: Sequence[Event], known: State) -> tuple[Event, ...]:
    """What is left of `events` that come late: another process may have heard the same turn, and raised its alarm."""
    heard = {one.turn_id for one in events if isinstance(one, PatientSaid) and one.turn_id in known.turn_ids}
    waits = known.last.turn_id if known.last is not None and not known.answered else None
    raised = {(one.raised.rule, one.raised.turn) for one in known.alerts if one.raised.rule}

    def is_told(event: Event) -> bool:
        match event:
            case PatientSaid():
                return event.turn_id in heard
            case NurseSaid():
                return event.turn_id in heard and event.turn_id != waits
            case AlertRaised():
                return (event.rule, event.turn) in raised
            case _:
                return False

    return tuple(event for event in events if not is_told(event))


def _settles(session: Session, event: Event, at: datetime, subject: str) -> None:
    """What an event asks of the hospital's scheduling goes there through the outbox."""
    if isinstance(event, BOOKINGS):
        kind = CONFIRM if isinstance(event, Booked) else CANCEL
        what = {"appointment_id": event.appointment_id}
        outbox.enqueue(session, key=_key(event), kind=kind, payload=what, now=at, subject=subject, wakes=False)


def _key(event: Booked | BookingCancelled) -> str:
    return f"{CONFIRM if isinstance(event, Booked) else CANCEL}:{event.appointment_id}"


def _numbers(events: Sequence[Event]) -> list[int]:
    """Those of the built-in hospital's appointments that events speak of."""
    those = (event.appointment_id for event in events if isinstance(event, BOOKINGS))
    return [int(one) for one in those if one.isdecimal()]


def _touch(connection: Connection, session_id: str, events: Sequence[Event], at: datetime) -> None:
    """Keeps what has to be found without folding. Raises UnknownSession unless the events start the session."""
    started = next((event for event in events if isinstance(event, Started)), None)
    change: dict[str, Any] = {}
    for event in events:
        change |= _found_by(event)
    if started is not None:
        new = {"session_id": session_id, "kiosk": started.kiosk, "started": at, "suspended": False, "closed": False}
        connection.execute(START, new | change | {"touched": at})
        return
    touched = TOUCH.values(change) if change else TOUCH
    if not connection.execute(touched, {"of": session_id, "at": at}).rowcount:
        raise UnknownSession(session_id)


def _found_by(event: Event) -> dict[str, Any]:
    match event:
        case IdentityVerified():
            return {"patient_id": event.patient_id}
        case IdentityTakenBack():
            return {"patient_id": None}
        case Suspended():
            return {"suspended": True}
        case Resumed():
            return {"suspended": False}
        case Closed():
            return {"closed": True}
        case _:
            return {}


def _row(session_id: str, sequence: int, at: datetime, event: Event) -> dict[str, Any]:
    return {
        "session_id": session_id,
        "sequence": sequence,
        "at": at,
        "kind": event.kind,
        "turn_id": event.turn_id if isinstance(event, PatientSaid) else None,
        "body": stamped(event.model_dump(mode="json")),
    }


def _readable(row: Any) -> Recorded | None:
    """None for an event that cannot be read."""
    try:
        event = event_adapter.validate_python(brought_up(row.body), strict=False)
    except (ValueError, AttributeError):
        return None
    return Recorded(position=row.position, session_id=row.session_id, sequence=row.sequence, at=row.at, event=event)


def _recorded(row: Row[Any]) -> Recorded:
    try:
        event = event_adapter.validate_python(brought_up(row.body), strict=False)
    except (ValidationError, ValueError, AttributeError) as damage:
        raise DamagedSession(f"session {row.session_id}: event {row.sequence}") from damage
    return Recorded(position=row.position, session_id=row.session_id, sequence=row.sequence, at=row.at, event=event)
