"""Patients' own data as staff change them: corrected, two numbers of one person merged, and both taken back.

The hospital keeps the register; only where that is ours, in the built-in hospital, is anything changed.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date, datetime
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger import outbox
from frontdesk.app.ledger.audit import Act, Entry, append, note
from frontdesk.app.ledger.desk import Member
from frontdesk.app.ledger.digests import canonical, of_records, of_rows
from frontdesk.app.ledger.records.charts import UNDO
from frontdesk.app.ledger.records.creation import as_written
from frontdesk.app.ledger.records.tables import (
    OutpatientRecordRow,
    PatientChangeLineRow,
    RecordChangeLineRow,
    RecordChangeRow,
)
from frontdesk.app.ledger.tables import SessionRow
from frontdesk.app.ledger.target import VISIT
from frontdesk.database.engine import reading, writing
from frontdesk.his_adapter.access import Doctor, NotPermitted, Refusal, grant
from frontdesk.his_adapter.changes import (
    FieldChange,
    Happened,
    Operation,
    PatientOperation,
    Unfit,
    Unfitness,
    Way,
)
from frontdesk.his_adapter.connecting import (
    alike_within,
    booked_within,
    change_patient_within,
    kept_number,
    merge_within,
    numbers_of,
    part_within,
    patient_within,
    put_back_within,
)
from frontdesk.his_adapter.errors import NotFound, NotSupported
from frontdesk.his_adapter.hospital import Feature, Hospital
from frontdesk.his_adapter.records import Appointment, Department, Patient, SummaryState
from frontdesk.his_adapter.registration import (
    Concern,
    Difference,
    MergePlan,
    Moving,
    PatientData,
    PatientField,
    Side,
    Wrong,
    data_of,
    faults,
)
from frontdesk.models.facts import Language, Value

KEPT = "kept"  # of a line of a merge: the number that stands
MERGED = "merged"  # of a line of a merge: the number that leads to this one
BOOKED = "appointments"  # of a line of a merge: the numbers of those that moved
PLACES = {
    PatientField.NAME: Concern.OTHER_NAME,
    PatientField.SEX: Concern.OTHER_SEX,
    PatientField.BIRTH_DATE: Concern.OTHER_BIRTH_DATE,
}


class Chart(Value):
    """A patient as the register has them. `asked`: the number that was asked for, where another stands for it.

    `corrects`: the fields the reader may change; `here`: the register is ours; `alike`: other numbers of the same
    name and birth date; `former`: numbers that lead to this one.
    """

    patient: Patient
    asked: str | None
    former: tuple[str, ...]
    alike: tuple[Patient, ...]
    records: int
    corrects: frozenset[PatientField]
    merges: bool
    here: bool
    happened: tuple[Happened, ...]


class Correction(Value):
    """What a form would change: `records` are today's that nobody signed, which follow."""

    wrong: tuple[Wrong, ...]
    changes: tuple[FieldChange, ...]
    records: tuple[int, ...]
    alike: tuple[Patient, ...]


class Made(Value):
    """`until`: how long it can be undone; None: at any time."""

    change_id: str
    patient_id: str
    until: datetime | None


class _Actor(NamedTuple):
    change_id: str
    member: Member
    at: datetime


class Registry:
    """Raises NotPermitted, NotSupported, NotFound and Unfit; what is refused is in the trail."""

    def __init__(
        self, engine: Engine, hospital: Hospital, clock: Callable[[], datetime], new_id: Callable[[], str]
    ) -> None:
        self._engine = engine
        self._hospital = hospital
        self._now = clock
        self._new_id = new_id

    def chart(self, member: Member, patient_id: str) -> Chart:
        """By any number of the patient."""
        patient = self._known(patient_id)
        self._may_read(member, patient.patient_id)
        granted, here = grant(member.principal), self._is_here
        with reading(self._engine) as session:
            numbers = numbers_of(session, patient.patient_id)
            count = len(_rows(session, numbers))
            alike = alike_within(session, patient) if here and granted.merges else ()
            happened = _happened(session, numbers)
        note(self._engine, Entry(act=Act.READ, what=("patient",), patients=(patient.patient_id,)), at=self._now())
        asked = patient_id.strip()
        return Chart(
            patient=patient.model_copy(update={"names": ()}),
            asked=asked if asked.upper() != patient.patient_id.upper() else None,
            former=numbers[1:],
            alike=tuple(alike),
            records=count,
            corrects=granted.corrects if here else frozenset(),
            merges=granted.merges and here,
            here=here,
            happened=tuple(happened),
        )

    def preview(self, member: Member, patient_id: str, data: PatientData) -> Correction:
        """What `data` would change; nothing is written."""
        data = data.tidy
        with reading(self._engine) as session:
            patient = self._mine(session, patient_id)
            changes = self._permitted(member, patient, data)
            if not changes:
                raise Unfit(Unfitness.ALREADY_SO)
            after = patient.model_copy(update=data.model_dump())
            return Correction(
                wrong=tuple(faults(data, self._today)),
                changes=changes,
                records=tuple(row.outpatient_number for row, _ in _following(session, patient, after, self._today)),
                alike=tuple(alike_within(session, after)),
            )

    def correct(self, member: Member, patient_id: str, data: PatientData, *, seen: PatientData) -> Made:
        """Writes `data` over what was `seen`; today's records that nobody signed follow."""
        actor, data = _Actor(self._new_id(), member, self._now()), data.tidy
        with reading(self._engine) as session:
            self._permitted(member, self._mine(session, patient_id), data)
        with writing(self._engine) as session:
            patient = self._mine(session, patient_id, lock=True)
            changes = _changes(patient, data)
            if next(faults(data, self._today), None):
                raise Unfit(Unfitness.NOT_VALID)
            if seen.tidy != _data(patient) or {c.field for c in changes} - grant(member.principal).corrects:
                raise Unfit(Unfitness.NOT_AS_SEEN)
            if not changes:
                raise Unfit(Unfitness.ALREADY_SO)
            _act(session, actor, PatientOperation.CORRECT, Way.FORM)
            _corrected(session, actor, patient, changes, data)
            after = patient_within(session, patient.patient_id)
            followed = _following(session, patient, after, self._today)
            moved = [_moved(session, actor, row, values) for row, values in followed]
            what = ("patient", *(change.field for change in changes))
            self._entry(session, actor, Act.UPDATE, what, (patient.patient_id,), moved)
        return Made(change_id=actor.change_id, patient_id=patient.patient_id, until=actor.at + UNDO)

    def plan_merge(self, member: Member, old: str, kept: str, *, stand: Collection[PatientField] = ()) -> MergePlan:
        """What it would do to make `old` lead to `kept`. `stand`: fields in which the old number's data stand."""
        self._may_merge(member)
        with reading(self._engine) as session:
            return self._planned(session, old, kept, stand)

    def merge(
        self, member: Member, old: str, kept: str, *, stand: Collection[PatientField], reason: str, seen: str
    ) -> Made:
        """`seen`: of the plan that was shown. Every record and booked time of `old` is of `kept` from then on."""
        self._may_merge(member)
        if len(reason.strip()) < 2:
            raise Unfit(Unfitness.REASON_MISSING)
        actor = _Actor(self._new_id(), member, self._now())
        with writing(self._engine) as session:
            plan = self._planned(session, old, kept, stand, lock=True)
            if plan.seen != seen:
                raise Unfit(Unfitness.NOT_AS_SEEN)
            old, kept = plan.old.patient_id, plan.kept.patient_id
            _act(session, actor, PatientOperation.MERGE, Way.MERGE, reason=reason.strip())
            patient = patient_within(session, kept)
            taken = {one.field.value: one.old for one in plan.differences if one.stands != one.kept}
            data = PatientData.model_validate(data_of(patient) | taken, strict=False)
            _corrected(session, actor, patient, _changes(patient, data), data, merged=old)
            moved = [_moved(session, actor, row, _to(row, kept)) for row in _rows(session, (old,))]
            booked = merge_within(session, old, kept)
            after = {KEPT: kept, BOOKED: booked}
            session.add(
                PatientChangeLineRow(change_id=actor.change_id, patient_id=old, before={KEPT: None}, after=after)
            )
            self._entry(session, actor, Act.MERGE, tuple(taken), (old, kept), moved, booked)
        return Made(change_id=actor.change_id, patient_id=kept, until=None)

    def undo(self, member: Member, change_id: str) -> Made:
        """Takes back a correction of the last day, one's own or as a records officer anybody's, or any merge.

        What was written since stays where it was written: records of a parted number that somebody changed go back
        with their changes, new ones stay with the kept number.
        """
        actor = _Actor(self._new_id(), member, self._now())
        with writing(self._engine) as session:
            first = session.get(RecordChangeRow, change_id, with_for_update=True, populate_existing=True)
            if first is None or first.operation not in set(PatientOperation):
                raise NotFound(f"change {change_id}")
            self._may_undo(member, first, actor.at)
            _act(session, actor, Operation.UNDO, Way(first.way), undoes=change_id)
            first.undone_by = actor.change_id
            patients, booked = [], []
            for line in _lines(session, change_id):
                _put_back(session, actor, line)
                patients.append(line.patient_id)
                booked += line.after.get(BOOKED, ())
            moved = list(_records_back(session, actor, change_id))
            self._entry(session, actor, Act.UNDO, (first.operation,), patients, moved, booked)
        return Made(change_id=actor.change_id, patient_id=patients[0], until=None)

    @property
    def _today(self) -> date:
        return self._now().date()

    @property
    def _is_here(self) -> bool:
        return Feature.REGISTRATION in self._hospital.patients.supports

    def _known(self, patient_id: str) -> Patient:
        """By the number as it was written, or with its letters as they stand on the card."""
        written = patient_id.strip()
        for number in dict.fromkeys((written, written.upper())):
            try:
                return self._hospital.patients.patient(number)
            except NotFound:
                continue
        raise NotFound(f"patient {written}")

    def _mine(self, session: Session, patient_id: str, *, lock: bool = False) -> Patient:
        """The patient who stands for a number, in our own register."""
        if not self._is_here:
            raise NotSupported("the hospital's own system keeps the register")
        return patient_within(session, kept_number(session, self._known(patient_id).patient_id), lock=lock)

    def _may_read(self, member: Member, patient_id: str) -> None:
        """A doctor sees who has a record in the own department."""
        principal = member.principal
        if not isinstance(principal, Doctor):
            return
        with reading(self._engine) as session:
            rows = _rows(session, numbers_of(session, patient_id))
        if all(row.department_id != principal.department_id or row.deleted_at for row in rows):
            self._refuse(("patient", Refusal.ROWS))
            raise NotPermitted("may not reach a patient of other departments", Refusal.ROWS)

    def _may_merge(self, member: Member) -> None:
        if not grant(member.principal).merges:
            self._refuse(("merge",))
            raise NotPermitted("may not merge numbers")
        if not self._is_here:
            raise NotSupported("the hospital's own system keeps the register")

    def _may_undo(self, member: Member, first: RecordChangeRow, at: datetime) -> None:
        granted = grant(member.principal)
        if first.operation == PatientOperation.MERGE and not granted.merges:
            raise NotPermitted("may not merge numbers")
        if first.username != member.username and not granted.restores:
            raise Unfit(Unfitness.NOT_YOURS)
        if first.undone_by is not None:
            raise Unfit(Unfitness.UNDONE_ALREADY)
        if first.operation == PatientOperation.CORRECT and at > first.at + UNDO:
            raise Unfit(Unfitness.TOO_LATE)

    def _permitted(self, member: Member, patient: Patient, data: PatientData) -> tuple[FieldChange, ...]:
        changes = _changes(patient, data)
        if refused := [one.field for one in changes if one.field not in grant(member.principal).corrects]:
            self._refuse(("patient", *refused))
            raise NotPermitted(f"may not correct {', '.join(refused)}", Refusal.COLUMNS)
        return changes

    def _refuse(self, what: tuple[str, ...]) -> None:
        note(self._engine, Entry(act=Act.REFUSED, what=what), at=self._now())

    def _planned(
        self, session: Session, old: str, kept: str, stand: Collection[PatientField], *, lock: bool = False
    ) -> MergePlan:
        one, other = (self._number(session, number) for number in (old, kept))
        if one == other:
            raise Unfit(Unfitness.SAME_NUMBER)
        for number in sorted((one, other)) if lock else ():
            patient_within(session, number, lock=True)
        if kept_number(session, one) != one:
            raise Unfit(Unfitness.MERGED_ALREADY)
        if kept_number(session, other) != other:
            raise Unfit(Unfitness.MERGED_ALREADY)
        mine, theirs = patient_within(session, one), patient_within(session, other)
        rows, booked = (
            {n: _rows(session, (n,)) for n in (one, other)},
            {n: booked_within(session, n) for n in (one, other)},
        )
        differences = tuple(_differences(mine, theirs, stand))
        concerns: dict[Concern, tuple[str, ...]] = {
            PLACES[d.field]: (d.old, d.kept) for d in differences if d.field in PLACES
        }
        concerns |= dict(_beside(session, rows, booked, self._today))
        names = {d.department_id: d for d in self._hospital.directory.departments()}
        plan = MergePlan(
            old=_side(mine, rows[one], booked[one]),
            kept=_side(theirs, rows[other], booked[other]),
            differences=differences,
            records=tuple(map(_moving, rows[one])),
            appointments=tuple(_booked(one_, names) for one_ in booked[one]),
            concerns=concerns,
            seen="",
        )
        versions = [[(row.outpatient_number, row.version) for row in those] for those in rows.values()]
        whole = plan.model_dump(mode="json", exclude={"differences", "seen"}) | {"versions": versions}
        return plan.model_copy(update={"seen": sha256(canonical(whole).encode()).hexdigest()})

    def _number(self, session: Session, written: str) -> str:
        """The number itself, as it is registered. Raises Unfit."""
        tried = written.strip()
        for number in dict.fromkeys((tried, tried.upper())):
            try:
                return patient_within(session, number).patient_id
            except NotFound:
                continue
        raise Unfit(Unfitness.UNKNOWN_PATIENT)

    def _entry(
        self,
        session: Session,
        actor: _Actor,
        act: Act,
        what: tuple[str, ...],
        patients: Sequence[str],
        records: Sequence[OutpatientRecordRow],
        booked: Sequence[int] = (),
    ) -> None:
        """The act in the trail, over all that it changed; each record goes on to the hospital's system."""
        session.flush()
        for row in records:
            version = {"outpatient_number": row.outpatient_number, "version": row.version}
            key = f"visit:{row.outpatient_number}:{row.version}"
            outbox.enqueue(session, key=key, kind=VISIT, payload=version, now=actor.at, subject=row.patient_id)
        session.flush()
        connection, numbers = session.connection(), tuple(row.outpatient_number for row in records)
        covers = [
            *of_rows(connection, "patient", patients),
            *of_rows(connection, "merged", patients),
            *of_rows(connection, "booking", booked),
            *of_records(connection, numbers),
        ]
        entry = Entry(act=act, what=what, patients=tuple(patients), records=numbers, covers=tuple(map(str, covers)))
        append(connection, entry, at=actor.at)


def _data(patient: Patient) -> PatientData:
    return PatientData.model_validate(data_of(patient), strict=False)


def _changes(patient: Patient, data: PatientData) -> tuple[FieldChange, ...]:
    before, after = data_of(patient), data.model_dump(mode="json")
    return tuple(
        FieldChange(field=name, before=before[name], after=after[name])
        for name in map(str, PatientField)
        if before[name] != after[name]
    )


def _rows(session: Session, numbers: Sequence[str]) -> list[OutpatientRecordRow]:
    """Records under these numbers, deleted ones too, the newest first."""
    query = select(OutpatientRecordRow).where(col(OutpatientRecordRow.patient_id).in_(numbers))
    newest = col(OutpatientRecordRow.visit_date).desc(), col(OutpatientRecordRow.outpatient_number).desc()
    return list(session.scalars(query.order_by(*newest).execution_options(populate_existing=True)))


def _following(
    session: Session, before: Patient, after: Patient, today: date
) -> list[tuple[OutpatientRecordRow, dict[str, Any]]]:
    """Records of today and ahead that nobody signed, with what they say of the patient otherwise than they would."""
    those = []
    for row in _rows(session, (after.patient_id,)):
        if row.day < today or row.state == SummaryState.SIGNED or row.deleted_at is not None:
            continue
        language = Language(row.language) if row.language else Language.ZH
        said = as_written(before, row.visit_date, language)
        now = as_written(after, row.visit_date, language)
        # What somebody wrote otherwise than the register had it stays.
        values = {n: v for n, v in now.items() if v != said[n] and getattr(row, n) == said[n]}
        if values:
            those.append((row, values))
    return those


def _to(row: OutpatientRecordRow, number: str) -> dict[str, Any]:
    booked = {**row.appointment, "patient_id": number} if row.appointment else None
    return {"patient_id": number} | ({"appointment": booked} if booked else {})


def _moved(session: Session, actor: _Actor, row: OutpatientRecordRow, values: Mapping[str, Any]) -> OutpatientRecordRow:
    """Sets columns of a record and keeps what they were. It is no change of what was signed: a signature stays."""
    row.version += 1
    before = {name: getattr(row, name) for name in values}
    for name, value in values.items():
        setattr(row, name, value)
    session.add(
        RecordChangeLineRow(
            change_id=actor.change_id,
            outpatient_number=row.outpatient_number,
            version=row.version,
            before=before,
            after=dict(values),
        )
    )
    session.flush()
    return row


def _corrected(
    session: Session,
    actor: _Actor,
    patient: Patient,
    changes: Sequence[FieldChange],
    data: PatientData,
    *,
    merged: str | None = None,
) -> None:
    """Writes the data, and a line of what they were; `merged`: the number that leads to this one from now on."""
    change_patient_within(session, patient.patient_id, data)
    before, after = ({one.field: getattr(one, side) for one in changes} for side in ("before", "after"))
    if merged is not None:
        before, after = before | {MERGED: ""}, after | {MERGED: merged}
    number = patient.patient_id
    session.add(PatientChangeLineRow(change_id=actor.change_id, patient_id=number, before=before, after=after))


def _act(
    session: Session, actor: _Actor, operation: str, way: Way, *, reason: str = "", undoes: str | None = None
) -> None:
    session.add(
        RecordChangeRow(
            change_id=actor.change_id,
            operation=operation,
            username=actor.member.username,
            by=actor.member.name,
            at=actor.at,
            reason=reason,
            undoes=undoes,
            way=way,
        )
    )
    session.flush()


def _lines(session: Session, change_id: str) -> Sequence[PatientChangeLineRow]:
    """The number that was merged first."""
    query = select(PatientChangeLineRow).where(col(PatientChangeLineRow.change_id) == change_id)
    return sorted(session.scalars(query), key=lambda line: (KEPT not in line.after, line.patient_id))


def _put_back(session: Session, actor: _Actor, line: PatientChangeLineRow) -> None:
    """Raises Unfit where a later change stands on this one."""
    number, kept = line.patient_id, line.after.get(KEPT)
    if kept is not None:
        if kept_number(session, number) != kept:
            raise Unfit(Unfitness.CHANGED_AGAIN)
        part_within(session, number, kept, line.after[BOOKED])
    else:
        now = data_of(patient_within(session, number, lock=True))
        fields = {name: value for name, value in line.after.items() if name in now}
        if any(now[name] != value for name, value in fields.items()):
            raise Unfit(Unfitness.CHANGED_AGAIN)
        put_back_within(session, number, {name: line.before[name] for name in fields})
    session.add(
        PatientChangeLineRow(
            change_id=actor.change_id, patient_id=number, before=line.after, after={KEPT: None} if kept else line.before
        )
    )
    session.flush()


def _records_back(session: Session, actor: _Actor, change_id: str) -> Iterator[OutpatientRecordRow]:
    """Each column that still is as the change left it."""
    query = select(RecordChangeLineRow).where(col(RecordChangeLineRow.change_id) == change_id)
    for line in session.scalars(query).all():
        row = session.get_one(OutpatientRecordRow, line.outpatient_number, with_for_update=True)
        back = {name: line.before[name] for name, value in line.after.items() if getattr(row, name) == value}
        if back:
            yield _moved(session, actor, row, back)


def _differences(old: Patient, kept: Patient, stand: Collection[PatientField]) -> Iterator[Difference]:
    one, other = data_of(old), data_of(kept)
    for field in PatientField:
        mine, theirs = one[field], other[field]
        if mine != theirs:
            yield Difference(
                field=field, old=mine, kept=theirs, stands=mine if mine and (field in stand or not theirs) else theirs
            )


def _beside(
    session: Session,
    rows: Mapping[str, Sequence[OutpatientRecordRow]],
    booked: Mapping[str, Sequence[Appointment]],
    today: date,
) -> Iterator[tuple[Concern, tuple[str, ...]]]:
    ones, others = booked.values()
    if both := [f"{a.slot.starts:%Y-%m-%dT%H:%M}" for a in ones for b in others if _overlap(a, b)]:
        yield Concern.BOTH_BOOKED, tuple(both)
    waiting = [
        [r for r in those if r.day == today and r.state == SummaryState.OPEN and not r.deleted_at]
        for those in rows.values()
    ]
    if all(waiting):
        yield Concern.BOTH_WAIT, tuple(row.department for those in waiting for row in those)
    at_kiosks = select(col(SessionRow.kiosk)).where(
        col(SessionRow.patient_id).in_(rows), col(SessionRow.closed).is_(False)
    )
    if kiosks := tuple(dict.fromkeys(session.scalars(at_kiosks))):
        yield Concern.AT_A_KIOSK, kiosks


def _overlap(a: Appointment, b: Appointment) -> bool:
    if a.slot.starts.date() != b.slot.starts.date():
        return False
    minutes = (b.slot.starts - a.slot.starts).total_seconds() / 60
    return -b.slot.minutes < minutes < a.slot.minutes


def _side(patient: Patient, rows: Sequence[OutpatientRecordRow], booked: Sequence[Appointment]) -> Side:
    return Side(
        patient_id=patient.patient_id,
        data=data_of(patient),
        records=len(rows),
        last_visit=rows[0].visit_date if rows else None,
        appointments=len(booked),
    )


def _moving(row: OutpatientRecordRow) -> Moving:
    return Moving(
        number=str(row.outpatient_number),
        department=row.department,
        at=row.visit_date,
        signed=row.state == SummaryState.SIGNED,
    )


def _booked(booked: Appointment, names: Mapping[str, Department]) -> Moving:
    department = names.get(booked.slot.department_id)
    name = next(iter(department.name.values())) if department else booked.slot.department_id
    return Moving(number=booked.queue_number, department=name, at=booked.slot.starts)


def _happened(session: Session, numbers: Sequence[str]) -> list[Happened]:
    """What was done to a patient's data under any of the numbers, the newest first."""
    query = (
        select(RecordChangeRow, PatientChangeLineRow)
        .join(PatientChangeLineRow, col(PatientChangeLineRow.change_id) == col(RecordChangeRow.change_id))
        .where(col(PatientChangeLineRow.patient_id).in_(numbers))
        .order_by(
            col(RecordChangeRow.at).desc(),
            col(RecordChangeRow.undoes).is_not(None).desc(),
            col(PatientChangeLineRow.patient_id),
        )
    )
    told: dict[str, Happened] = {}
    for act, line in session.execute(query):
        fields = dict.fromkeys((*(told[act.change_id].fields if act.change_id in told else ()), *_told(line)))
        told[act.change_id] = Happened(
            at=act.at,
            by=act.by,
            way=Way(act.way),
            act=act.operation,
            fields=tuple(fields),
            reason=act.reason,
            change_id=None if act.operation == Operation.UNDO else act.change_id,
            until=None if act.operation == PatientOperation.MERGE else act.at + UNDO,
            undone=act.undone_by is not None,
        )
    return list(told.values())


def _told(line: PatientChangeLineRow) -> Iterator[FieldChange]:
    """A merge as the change of the number that is no longer used, from either side."""
    if KEPT in line.after:
        before, after = (str(side.get(KEPT) or line.patient_id) for side in (line.before, line.after))
        yield FieldChange(field="patient_id", before=before, after=after)
    elif MERGED in line.after:
        before, after = (str(side[MERGED] or line.patient_id) for side in (line.after, line.before))
        yield FieldChange(field="patient_id", before=before, after=after)
    for name in PatientField:
        if name in line.after:
            yield FieldChange(field=name, before=str(line.before[name]), after=str(line.after[name]))
