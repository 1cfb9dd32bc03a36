"""Patients' own data as staff change them: corrected, two numbers of one person merged, and both taken back.

The hospital keeps the register; only where that is ours, in the built-in hospital, is anything changed.
"""

from collections.abc import Callable, Collection, Sequence
from datetime import date, datetime

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from frontdesk.app.ledger import outbox
from frontdesk.app.ledger.audit import Act, Entry, append, note
from frontdesk.app.ledger.desk import Member
from frontdesk.app.ledger.digests import of_records, of_rows
from frontdesk.app.ledger.records.charts import UNDO
from frontdesk.app.ledger.records.merge_plan import planned
from frontdesk.app.ledger.records.patient_lines import (
    BOOKED,
    KEPT,
    Actor,
    act,
    as_data,
    changes_of,
    corrected,
    following,
    happened_to,
    lines_of,
    moved_on,
    put_back,
    records_back,
    rows_of,
    under,
)
from frontdesk.app.ledger.records.tables import OutpatientRecordRow, PatientChangeLineRow, RecordChangeRow
from frontdesk.app.ledger.target import VISIT
from frontdesk.database.engine import reading, writing
from frontdesk.his_adapter.access import Doctor, NotPermitted, Refusal, grant
from frontdesk.his_adapter.changes import FieldChange, Happened, Operation, PatientOperation, Unfit, Unfitness, Way
from frontdesk.his_adapter.connecting import alike_within, kept_number, merge_within, numbers_of, patient_within
from frontdesk.his_adapter.errors import NotFound, NotSupported
from frontdesk.his_adapter.hospital import Feature, Hospital
from frontdesk.his_adapter.records import Patient
from frontdesk.his_adapter.registration import MergePlan, PatientData, PatientField, Wrong, data_of, faults
from frontdesk.models.facts import Value


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
            count = len(rows_of(session, numbers))
            alike = alike_within(session, patient) if here and granted.merges else ()
            happened = happened_to(session, numbers)
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
                records=tuple(row.outpatient_number for row, _ in following(session, patient, after, self._today)),
                alike=tuple(alike_within(session, after)),
            )

    def correct(self, member: Member, patient_id: str, data: PatientData, *, seen: PatientData) -> Made:
        """Writes `data` over what was `seen`; today's records that nobody signed follow."""
        actor, data = self._actor(member), data.tidy
        with reading(self._engine) as session:
            self._permitted(member, self._mine(session, patient_id), data)
        with writing(self._engine) as session:
            patient = self._mine(session, patient_id, lock=True)
            changes = changes_of(patient, data)
            if next(faults(data, self._today), None):
                raise Unfit(Unfitness.NOT_VALID)
            if seen.tidy != as_data(patient) or {c.field for c in changes} - grant(member.principal).corrects:
                raise Unfit(Unfitness.NOT_AS_SEEN)
            if not changes:
                raise Unfit(Unfitness.ALREADY_SO)
            act(session, actor, PatientOperation.CORRECT, Way.FORM)
            corrected(session, actor, patient, changes, data)
            after = patient_within(session, patient.patient_id)
            followed = following(session, patient, after, self._today)
            moved = [moved_on(session, actor, row, values) for row, values in followed]
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
        actor = self._actor(member)
        with writing(self._engine) as session:
            plan = self._planned(session, old, kept, stand, lock=True)
            if plan.seen != seen:
                raise Unfit(Unfitness.NOT_AS_SEEN)
            old, kept = plan.old.patient_id, plan.kept.patient_id
            act(session, actor, PatientOperation.MERGE, Way.MERGE, reason=reason.strip())
            patient = patient_within(session, kept)
            taken = {one.field.value: one.old for one in plan.differences if one.stands != one.kept}
            data = PatientData.model_validate(data_of(patient) | taken, strict=False)
            corrected(session, actor, patient, changes_of(patient, data), data, merged=old)
            moved = [moved_on(session, actor, row, under(row, kept)) for row in rows_of(session, (old,))]
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
        actor = self._actor(member)
        with writing(self._engine) as session:
            first = session.get(RecordChangeRow, change_id, with_for_update=True, populate_existing=True)
            if first is None or first.operation not in set(PatientOperation):
                raise NotFound(f"change {change_id}")
            self._may_undo(member, first, actor.at)
            act(session, actor, Operation.UNDO, Way(first.way), undoes=change_id)
            first.undone_by = actor.change_id
            patients, booked = [], []
            for line in lines_of(session, change_id):
                put_back(session, actor, line)
                patients.append(line.patient_id)
                booked += line.after.get(BOOKED, ())
            moved = list(records_back(session, actor, change_id))
            self._entry(session, actor, Act.UNDO, (first.operation,), patients, moved, booked)
        return Made(change_id=actor.change_id, patient_id=patients[0], until=None)

    def _actor(self, member: Member) -> Actor:
        return Actor(self._new_id(), member.username, member.name, self._now())

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
            rows = rows_of(session, numbers_of(session, patient_id))
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
        changes = changes_of(patient, data)
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
        if (kept_number(session, one), kept_number(session, other)) != (one, other):
            raise Unfit(Unfitness.MERGED_ALREADY)
        departments = self._hospital.directory.departments()
        return planned(session, one, other, stand, departments=departments, today=self._today)

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
        actor: Actor,
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
