"""What staff read and write of outpatient records: narrowed to what they may, written with its audit entry."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from json import dumps

from sqlalchemy import Delete, Engine, delete
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger import outbox
from frontdesk.app.ledger.audit import Act, Entry, append, note
from frontdesk.app.ledger.digests import of_records
from frontdesk.app.ledger.preview_table import PreviewRow
from frontdesk.app.ledger.records import charts, convert, history, queue, visits
from frontdesk.app.ledger.records.queue import Queued
from frontdesk.app.ledger.records.search import find
from frontdesk.app.ledger.records.tables import VisitDraftRow
from frontdesk.app.ledger.target import VISIT
from frontdesk.app.ledger.tokens import hashed, new_token
from frontdesk.database.engine import reading, writing
from frontdesk.his_adapter.access import Doctor, Narrowed, NotPermitted, Nurse, RecordsOfficer, grant, narrow
from frontdesk.his_adapter.changes import Deleted, Done, Found, Later, Planned, Unfit, Unfitness
from frontdesk.his_adapter.errors import HospitalError, NotFound, VersionConflict
from frontdesk.his_adapter.history import COLUMNS, UNKNOWN, UNREAD, ClinicalHistory
from frontdesk.his_adapter.hospital import Feature, Hospital
from frontdesk.his_adapter.operation import Column, HisOperation, Verb
from frontdesk.his_adapter.records import Department, Patient, PreVisitSummary, Section, Visit
from frontdesk.his_adapter.written_visit import WrittenVisit
from frontdesk.models.facts import Value

SHOWN = 100  # records in one answer
PREVIEW = timedelta(minutes=10)
DRAFT = timedelta(days=7)  # half-written words are kept
REVIEWED_WITHIN = timedelta(hours=12)  # of the hand-over; later a doctor has read it


class Member(Value):
    """A member of staff at a desk."""

    principal: Nurse | Doctor | RecordsOfficer
    name: str

    @property
    def username(self) -> str:
        return self.principal.username


def narrowed_for(engine: Engine, member: Member, operation: HisOperation, *, at: datetime) -> Narrowed:
    """What a member of staff may see or change of it. Raises NotPermitted, which is in the trail."""
    try:
        return narrow(member.principal, operation)
    except NotPermitted as refused:
        what = (operation.operation.value, refused.refusal.value, *refused.columns)
        note(engine, Entry(act=Act.REFUSED, what=what), at=at)
        raise


class Shown(Value):
    """What a member of staff may see of the records found, newest first; `cut`: there are more."""

    columns: tuple[Column, ...]
    rows: tuple[Found, ...]
    cut: bool


class Held(Value):
    """The numbers of all records of a patient, and of those that other departments than the doctor's hold."""

    visits: frozenset[int]
    hidden: frozenset[int]
    elsewhere: tuple[tuple[str, date], ...] = ()  # department and day of each of those, the newest first


class Preview(Value):
    token: str
    planned: Planned
    expires: datetime


class ChangedSince(VersionConflict):
    """Somebody changed a record after it was seen; nothing was written. `later` tells who and what."""

    def __init__(self, later: Sequence[Later]) -> None:
        super().__init__("changed since it was seen")
        self.later = tuple(later)


class Desk:
    """Raises NotPermitted, Unfit, NotFound and ChangedSince; what is refused is in the trail too."""

    def __init__(
        self, engine: Engine, hospital: Hospital, clock: Callable[[], datetime], new_id: Callable[[], str]
    ) -> None:
        self._engine = engine
        self._hospital = hospital
        self._now = clock
        self._new_id = new_id

    def read(self, member: Member, operation: HisOperation, *, latest: int | None = None) -> Shown:
        """The records asked for, at most `latest` of them. Raises Unfit for a search that names nothing at all."""
        narrowed, most = self._narrowed(member, operation), min(latest or SHOWN, SHOWN)
        if not operation.condition:
            raise Unfit(Unfitness.TOO_BROAD)
        with reading(self._engine) as session:
            rows = find(session, narrowed, self._departments(), limit=most + 1)
            found = tuple(Found(record=convert.record(row), version=row.version) for row in rows[:most])
        columns = narrowed.operation.columns
        read = Entry(
            act=Act.READ,
            what=columns,
            patients=tuple(one.record.patient_id for one in found),
            records=tuple(one.record.outpatient_number or 0 for one in found),
        )
        note(self._engine, read, at=self._now())
        return Shown(columns=columns, rows=found, cut=len(rows) > most and latest is None)

    def named(self, names: Collection[str]) -> Sequence[Patient]:
        """The hospital's patients of these names; of their records nothing."""
        return self._hospital.patients.named(names)

    def held(self, member: Member, patient_id: str) -> Held:
        """How much there is of a patient, of which department and day, whoever may see it; of what it says nothing."""
        with reading(self._engine) as session:
            records = visits.records(session, patient_id)
        own = member.principal.departments if isinstance(member.principal, Doctor) else ()
        hidden = [one for one in records if own and one.department not in own]
        numbers, hidden_ones = (frozenset(one.outpatient_number or 0 for one in some) for some in (records, hidden))
        elsewhere = sorted(((one.department, one.visit_date.date()) for one in hidden), key=lambda one: one[1])
        return Held(visits=numbers, hidden=hidden_ones, elsewhere=tuple(elsewhere[::-1]))

    def clinical_history(self, member: Member, patient_id: str) -> ClinicalHistory | None:
        """What the hospital's own system keeps on a patient; None where it keeps nothing of the kind."""
        wanted = HisOperation(
            operation=Verb.SELECT,
            condition={Column.PATIENT_ID.value: patient_id},
            column_output=tuple(COLUMNS.values()),
        )
        narrowed = self._narrowed(member, wanted)
        if Feature.CLINICAL_HISTORY not in self._hospital.records.supports:
            return None
        try:
            return self._hospital.records.clinical_history(narrowed)
        except NotFound:
            return UNKNOWN
        except HospitalError:
            return UNREAD

    def preview(self, member: Member, operation: HisOperation) -> Preview:
        """Shows what would happen and keeps it for ten minutes; nothing is changed."""
        narrowed, now, token = self._narrowed(member, operation), self._now(), new_token()
        with writing(self._engine) as session:
            planned = charts.plan(session, narrowed, self._departments(), self._hospital.patients, now=now)
            session.execute(delete(PreviewRow).where(col(PreviewRow.expires) < now - charts.UNDO))
            session.add(
                PreviewRow(
                    token_hash=hashed(token),
                    username=member.username,
                    operation=operation.model_dump(mode="json"),
                    planned=planned.model_dump(mode="json"),
                    expires=now + PREVIEW,
                )
            )
            session.flush()
            append(session.connection(), _entry(Act.READ, planned), at=now)
        return Preview(token=token, planned=planned, expires=now + PREVIEW)

    def waiting(self, member: Member, token: str) -> Verb | None:
        """What confirming this would do; None where there is no such preview."""
        with reading(self._engine) as session:
            found = session.get(PreviewRow, hashed(token))
        if found is None or found.username != member.username:
            return None
        return HisOperation.model_validate(found.operation).operation

    def confirm(self, member: Member, token: str, seen: Mapping[int, int], *, reason: str = "") -> Done:
        """Does what the preview showed, on the versions that were seen; the same token again does nothing more."""
        now = self._now()
        with reading(self._engine) as session:
            waiting = session.get(PreviewRow, hashed(token))
        if waiting is None or waiting.username != member.username:
            raise Unfit(Unfitness.EXPIRED)
        planned = Planned.model_validate(waiting.planned)
        if {row.outpatient_number: row.version for row in planned.rows if row.outpatient_number} != dict(seen):
            raise Unfit(Unfitness.NOT_AS_SEEN)
        narrowed = self._narrowed(member, HisOperation.model_validate(waiting.operation))
        with self._conflicts(planned), writing(self._engine) as session:
            locked = session.get(PreviewRow, waiting.token_hash, with_for_update=True, populate_existing=True)
            if locked is None or (locked.change_id is None and locked.expires <= now):
                raise Unfit(Unfitness.EXPIRED)
            if locked.change_id is not None:
                return history.done(session, locked.change_id)
            locked.change_id = self._new_id()
            done = charts.make(
                session,
                narrowed,
                planned,
                self._departments(),
                change_id=locked.change_id,
                username=member.username,
                by=member.name,
                at=now,
                reason=reason,
            )
            _append(session, _entry(Act(done.operation.value), done), at=now)
        return done

    def undo(self, member: Member, change_id: str) -> Done:
        """Takes back an act of the last day: one's own, or as a records officer anybody's."""
        now = self._now()
        with reading(self._engine) as session:
            whole = history.done(session, change_id)
        with self._conflicts(whole), writing(self._engine) as session:
            done = charts.undo(
                session,
                change_id,
                change_id=self._new_id(),
                username=member.username,
                by=member.name,
                at=now,
                anybodys=grant(member.principal).restores,
            )
            _append(session, _entry(Act.UNDO, done), at=now)
        return done

    def deleted(self, member: Member) -> list[Deleted]:
        self._restores(member)
        with reading(self._engine) as session:
            those = charts.deleted(session)
        numbers = tuple(one.record.outpatient_number or 0 for one in those)
        if those:
            note(self._engine, Entry(act=Act.READ, what=("deleted",), records=numbers), at=self._now())
        return those

    def restore(self, member: Member, outpatient_number: int, *, version: int) -> Done:
        self._restores(member)
        now = self._now()
        try:
            with writing(self._engine) as session:
                done = charts.restore(
                    session,
                    outpatient_number,
                    version=version,
                    change_id=self._new_id(),
                    username=member.username,
                    by=member.name,
                    at=now,
                )
                _append(session, _entry(Act.RESTORE, done), at=now)
        except VersionConflict as conflict:
            raise self._changed({outpatient_number: version}) from conflict
        return done

    def changes(self, member: Member, operation: HisOperation) -> list[Later]:
        """Who changed what of the records that `operation` selects, as far as this member may see it; newest first."""
        narrowed = self._narrowed(member, operation)
        seen = {*narrowed.operation.columns, history.SUMMARY, history.MARK}
        with reading(self._engine) as session:
            rows = find(session, narrowed, self._departments(), limit=SHOWN)
            if not rows:
                raise Unfit(Unfitness.NO_MATCH)
            those = [one for row in rows for one in history.later(session, row.outpatient_number or 0, 0)]
            numbers = tuple(row.outpatient_number or 0 for row in rows)
        note(self._engine, Entry(act=Act.READ, what=("changes",), records=numbers), at=self._now())
        shown = (one.model_copy(update={"fields": tuple(f for f in one.fields if f.field in seen)}) for one in those)
        return sorted((one for one in shown if one.fields), key=lambda one: one.at, reverse=True)

    def last_change(self, member: Member) -> Done:
        """The last thing this member did that can be undone still. Raises Unfit when there is none."""
        with reading(self._engine) as session:
            change_id = history.last_of(session, member.username, since=self._now() - charts.UNDO)
            if change_id is None:
                raise Unfit(Unfitness.NOTHING_TO_UNDO)
            return history.done(session, change_id)

    def changed(self, number: int) -> list[Later]:
        """What staff changed of a record's own fields, in the order it was done."""
        with reading(self._engine) as session:
            return history.changed(session, number)

    def unreviewed(self, by: str) -> list[tuple[int, str]]:
        """Today's summaries that `by` alone has reviewed, as numbers and the receptions they came from."""
        with reading(self._engine) as session:
            return visits.unreviewed(session, by=by, since=self._now() - REVIEWED_WITHIN, limit=SHOWN)

    def review(self, number: int, summary: PreVisitSummary, *, version: int) -> Visit:
        """Keeps the outcome of a review of `version`, in summary and record. Raises VersionConflict."""
        now = self._now()
        with writing(self._engine) as session:
            visit = visits.review(session, number, summary, version=version)
            if visit.version > 1:
                _delivered(session, visit, now)
            _append(session, _of_visit(Act.UPDATE, visit, "summary.review"), at=now)
        return visit

    def edit(self, member: Member, number: int, statement_id: str, text: str, *, version: int) -> Visit:
        """Changes one sentence of a summary, and of the record. Raises VersionConflict."""
        now = self._now()
        with writing(self._engine) as session:
            visit = visits.edit(session, number, statement_id, text, by=member.name, at=now, version=version)
            _delivered(session, visit, now)
            _append(session, _of_visit(Act.UPDATE, visit, "summary"), at=now)
        return visit

    def add(self, member: Member, number: int, section: Section, text: str, *, version: int) -> Visit:
        """Adds a sentence to a summary, and to the record. Raises VersionConflict."""
        now = self._now()
        with writing(self._engine) as session:
            visit = visits.add(session, number, section, text, by=member.name, at=now, version=version)
            _delivered(session, visit, now)
            _append(session, _of_visit(Act.UPDATE, visit, f"summary.{section}"), at=now)
        return visit

    def write(self, member: Member, number: int, written: WrittenVisit, *, version: int) -> Visit:
        """Keeps what a doctor wrote of a visit, in the record too; their draft goes. Raises VersionConflict."""
        self._signs(member)
        now = self._now()
        with writing(self._engine) as session:
            visit = visits.write(session, number, written, by=member.name, at=now, version=version)
            session.execute(_draft_of(number, member.username))
            if visit.version > version:
                _delivered(session, visit, now)
                _append(session, _of_visit(Act.UPDATE, visit, "visit"), at=now)
        return visit

    def written(self, number: int) -> WrittenVisit:
        """What is written of a visit, as its record says it now. Raises NotFound."""
        with reading(self._engine) as session:
            return visits.standing(session, number)

    def draft(self, member: Member, number: int) -> tuple[WrittenVisit, datetime] | None:
        """What this member has half written of a visit, and when."""
        with reading(self._engine) as session:
            row = session.get(VisitDraftRow, (number, member.username))
            return (WrittenVisit.model_validate_json(dumps(row.body)), row.at) if row else None

    def keep_draft(self, member: Member, number: int, written: WrittenVisit) -> datetime:
        """Half-written words, for this member alone; that there are some is in the trail once."""
        self._signs(member)
        now = self._now()
        with writing(self._engine) as session:
            session.execute(delete(VisitDraftRow).where(col(VisitDraftRow.at) < now - DRAFT))
            first = session.get(VisitDraftRow, (number, member.username)) is None
            body = written.model_dump(mode="json")
            session.merge(VisitDraftRow(outpatient_number=number, username=member.username, body=body, at=now))
            if first:
                session.flush()
                append(session.connection(), Entry(act=Act.UPDATE, what=("visit.draft",), records=(number,)), at=now)
        return now

    def drop_draft(self, member: Member, number: int) -> None:
        with writing(self._engine) as session:
            session.execute(_draft_of(number, member.username))

    def move(self, member: Member, number: int, state: Queued) -> None:
        """Where a patient of the queue is now."""
        self._signs(member)
        now = self._now()
        with writing(self._engine) as session:
            visit = visits.one(session, number)
            queue.move(session, number, state, by=member.name, at=now)
            append(session.connection(), _of_visit(Act.UPDATE, visit, f"queue.{state}"), at=now)

    def call_next(self, member: Member, department_id: str, *, physicians: Collection[str | None] = ()) -> Visit | None:
        """Calls who is next of today, the most urgent first; None where nobody waits.

        `physicians`: only who is booked with one of these, None standing for no booking; empty: whoever it is.
        """
        self._signs(member)
        now = self._now()
        with writing(self._engine) as session:
            those = visits.of_day(session, department_id, now.date())
            where = queue.places(session, those)
            for visit in sorted(those, key=queue.order):
                number = visit.record.outpatient_number or 0
                booked = visit.appointment.slot.physician_id if visit.appointment else None
                if where[number].state is not Queued.WAITING or (physicians and booked not in physicians):
                    continue
                if queue.take(session, number, by=member.name, at=now):
                    entry = _of_visit(Act.UPDATE, visit, f"queue.{Queued.CALLED}")
                    append(session.connection(), entry, at=now)
                    return visit
        return None

    def sign(self, member: Member, number: int, *, version: int, over: Collection[str] = ()) -> Visit:
        """Signs record and summary; `over`: sentences that are marked as not right. Raises VersionConflict."""
        self._signs(member)
        now = self._now()
        with writing(self._engine) as session:
            visit = visits.sign(session, number, by=member.name, at=now, version=version)
            _delivered(session, visit, now)
            what = ("physician_signature", *(("marked_not_right",) if over else ()))
            entry = _of_visit(Act.SIGN, visit, "physician_signature").model_copy(update={"what": what})
            _append(session, entry, at=now)
        return visit

    def _signs(self, member: Member) -> None:
        if not grant(member.principal).signs:
            raise NotPermitted("may not sign")

    def _narrowed(self, member: Member, operation: HisOperation) -> Narrowed:
        return narrowed_for(self._engine, member, operation, at=self._now())

    def _restores(self, member: Member) -> None:
        if not grant(member.principal).restores:
            note(self._engine, Entry(act=Act.REFUSED, what=("restore",)), at=self._now())
            raise NotPermitted("may not restore records")

    @contextmanager
    def _conflicts(self, whole: Planned | Done) -> Iterator[None]:
        """A version that is no longer the one seen is answered with who changed what."""
        try:
            yield
        except VersionConflict as conflict:
            seen = {row.outpatient_number: row.version for row in whole.rows if row.outpatient_number and row.version}
            raise self._changed(seen) from conflict

    def _changed(self, seen: Mapping[int, int]) -> ChangedSince:
        with reading(self._engine) as session:
            later = [one for number, version in seen.items() for one in history.later(session, number, version)]
        entry = Entry(act=Act.REFUSED, what=("version_conflict",), records=tuple(seen))
        note(self._engine, entry, at=self._now())
        return ChangedSince(later)

    def _departments(self) -> Sequence[Department]:
        return self._hospital.directory.departments()


def _draft_of(number: int, username: str) -> Delete:
    return delete(VisitDraftRow).where(
        col(VisitDraftRow.outpatient_number) == number, col(VisitDraftRow.username) == username
    )


def _entry(act: Act, whole: Planned | Done) -> Entry:
    return Entry(
        act=act,
        what=tuple(change.field for row in whole.rows for change in row.fields),
        patients=tuple(row.patient_id for row in whole.rows),
        records=tuple(row.outpatient_number for row in whole.rows if row.outpatient_number),
    )


def _append(session: Session, entry: Entry, *, at: datetime) -> None:
    """An entry that covers the records it speaks of, as they stand now."""
    session.flush()
    connection = session.connection()
    covers = tuple(str(cover) for cover in of_records(connection, entry.records))
    append(connection, entry.model_copy(update={"covers": covers}), at=at)


def _delivered(session: Session, visit: Visit, now: datetime) -> None:
    """Every version of record and summary goes to the hospital's system, with the act that made it."""
    number = visit.record.outpatient_number
    what = {"outpatient_number": number, "version": visit.version}
    key, subject = f"visit:{number}:{visit.version}", visit.record.patient_id
    outbox.enqueue(session, key=key, kind=VISIT, payload=what, now=now, subject=subject)


def _of_visit(act: Act, visit: Visit, what: str) -> Entry:
    record = visit.record
    return Entry(act=act, what=(what,), patients=(record.patient_id,), records=(record.outpatient_number or 0,))
