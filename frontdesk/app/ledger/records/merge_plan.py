"""What a merge of two numbers would do: both sides, what would move, and what has to be looked at first."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from hashlib import sha256

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger.digests import canonical
from frontdesk.app.ledger.records.patient_lines import rows_of
from frontdesk.app.ledger.records.tables import OutpatientRecordRow
from frontdesk.app.ledger.tables import SessionRow
from frontdesk.his_adapter.connecting import booked_within, patient_within
from frontdesk.his_adapter.records import Appointment, Department, Patient, SummaryState
from frontdesk.his_adapter.registration import Concern, Difference, MergePlan, Moving, PatientField, Side, data_of

PLACES = {
    PatientField.NAME: Concern.OTHER_NAME,
    PatientField.SEX: Concern.OTHER_SEX,
    PatientField.BIRTH_DATE: Concern.OTHER_BIRTH_DATE,
}


def planned(
    session: Session,
    one: str,
    other: str,
    stand: Collection[PatientField],
    *,
    departments: Sequence[Department],
    today: date,
) -> MergePlan:
    """Of making the number `one` lead to `other`. `stand`: fields in which the data of `one` stand."""
    mine, theirs = patient_within(session, one), patient_within(session, other)
    rows, booked = (
        {n: rows_of(session, (n,)) for n in (one, other)},
        {n: booked_within(session, n) for n in (one, other)},
    )
    differences = tuple(_differences(mine, theirs, stand))
    concerns: dict[Concern, tuple[str, ...]] = {
        PLACES[d.field]: (d.old, d.kept) for d in differences if d.field in PLACES
    }
    concerns |= dict(_beside(session, rows, booked, today))
    names = {d.department_id: d for d in departments}
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
        col(SessionRow.patient_id).in_(rows),
        col(SessionRow.closed).is_(False),
        col(SessionRow.suspended).is_(False),
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
