"""What was done to patients' own data, line by line: written with the act that did it, put back, and told."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger.records.charts import UNDO
from frontdesk.app.ledger.records.creation import as_written
from frontdesk.app.ledger.records.tables import (
    OutpatientRecordRow,
    PatientChangeLineRow,
    RecordChangeLineRow,
    RecordChangeRow,
)
from frontdesk.his_adapter.changes import FieldChange, Happened, Operation, PatientOperation, Unfit, Unfitness, Way
from frontdesk.his_adapter.connecting import (
    change_patient_within,
    kept_number,
    part_within,
    patient_within,
    put_back_within,
)
from frontdesk.his_adapter.records import Patient, SummaryState
from frontdesk.his_adapter.registration import PatientData, PatientField, data_of
from frontdesk.models.facts import Language

KEPT = "kept"  # of a line of a merge: the number that stands
MERGED = "merged"  # of a line of a merge: the number that leads to this one
BOOKED = "appointments"  # of a line of a merge: the numbers of those that moved


class Actor(NamedTuple):
    """Who does what is written now, and under which number."""

    change_id: str
    username: str
    name: str
    at: datetime


def as_data(patient: Patient) -> PatientData:
    """A patient of our own register, of whom everything is known."""
    return PatientData.model_validate(data_of(patient), strict=False)


def changes_of(patient: Patient, data: PatientData) -> tuple[FieldChange, ...]:
    """The fields that differ, as text, in the order of the form."""
    before, after = data_of(patient), data.model_dump(mode="json")
    return tuple(
        FieldChange(field=name, before=before[name], after=after[name])
        for name in map(str, PatientField)
        if before[name] != after[name]
    )


def rows_of(session: Session, numbers: Sequence[str]) -> list[OutpatientRecordRow]:
    """Records under these numbers, deleted ones too, the newest first."""
    query = select(OutpatientRecordRow).where(col(OutpatientRecordRow.patient_id).in_(numbers))
    newest = col(OutpatientRecordRow.visit_date).desc(), col(OutpatientRecordRow.outpatient_number).desc()
    return list(session.scalars(query.order_by(*newest).execution_options(populate_existing=True)))


def following(
    session: Session, before: Patient, after: Patient, today: date
) -> list[tuple[OutpatientRecordRow, dict[str, Any]]]:
    """Records of today and ahead that nobody signed, with what they say of the patient otherwise than they would."""
    those = []
    for row in rows_of(session, (after.patient_id,)):
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


def under(row: OutpatientRecordRow, number: str) -> dict[str, Any]:
    """The columns of a record that say whose it is, under another number."""
    booked = {**row.appointment, "patient_id": number} if row.appointment else None
    return {"patient_id": number} | ({"appointment": booked} if booked else {})


def moved_on(
    session: Session, actor: Actor, row: OutpatientRecordRow, values: Mapping[str, Any]
) -> OutpatientRecordRow:
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


def corrected(
    session: Session,
    actor: Actor,
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


def act(
    session: Session, actor: Actor, operation: str, way: Way, *, reason: str = "", undoes: str | None = None
) -> None:
    """The act itself, before its lines."""
    session.add(
        RecordChangeRow(
            change_id=actor.change_id,
            operation=operation,
            username=actor.username,
            by=actor.name,
            at=actor.at,
            reason=reason,
            undoes=undoes,
            way=way,
        )
    )
    session.flush()


def lines_of(session: Session, change_id: str) -> Sequence[PatientChangeLineRow]:
    """The number that was merged first."""
    query = select(PatientChangeLineRow).where(col(PatientChangeLineRow.change_id) == change_id)
    return sorted(session.scalars(query), key=lambda line: (KEPT not in line.after, line.patient_id))


def put_back(session: Session, actor: Actor, line: PatientChangeLineRow) -> None:
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


def records_back(session: Session, actor: Actor, change_id: str) -> Iterator[OutpatientRecordRow]:
    """Each column that still is as the change left it."""
    query = select(RecordChangeLineRow).where(col(RecordChangeLineRow.change_id) == change_id)
    for line in session.scalars(query).all():
        row = session.get_one(OutpatientRecordRow, line.outpatient_number, with_for_update=True)
        back = {name: line.before[name] for name, value in line.after.items() if getattr(row, name) == value}
        if back:
            yield moved_on(session, actor, row, back)


def happened_to(session: Session, numbers: Sequence[str]) -> list[Happened]:
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
