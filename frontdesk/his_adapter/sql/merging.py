"""Patients of the built-in hospital as staff change them: their data, and two numbers of one person made one."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.records import Appointment, AppointmentState, Patient
from frontdesk.his_adapter.registration import PatientData
from frontdesk.his_adapter.sql import convert
from frontdesk.his_adapter.sql.tables import AppointmentRow, MergedPatientRow, PatientRow, SlotRow


def kept_number(session: Session, patient_id: str) -> str:
    """The number that stands for this one: itself, unless it was merged into another."""
    seen = {patient_id}
    while (kept := session.scalar(_kept(patient_id))) is not None and kept not in seen:
        seen.add(kept)
        patient_id = kept
    return patient_id


def numbers_of(session: Session, patient_id: str) -> tuple[str, ...]:
    """Every number of the person who has this one, the one that stands first; upper and lower case alike."""
    written = session.scalar(
        select(col(MergedPatientRow.patient_id)).where(
            func.upper(col(MergedPatientRow.patient_id)) == patient_id.upper()
        )
    )
    numbers = [kept_number(session, written or patient_id)]
    for number in numbers:  # grows as it goes
        into = select(col(MergedPatientRow.patient_id)).where(col(MergedPatientRow.kept) == number)
        numbers += [one for one in session.scalars(into) if one not in numbers]
    return tuple(numbers)


def patient_within(session: Session, patient_id: str, *, lock: bool = False) -> Patient:
    """By the number itself, merged or not. Raises NotFound."""
    row = session.get(PatientRow, patient_id, with_for_update=lock or None, populate_existing=True)
    if row is None:
        raise NotFound(f"patient {patient_id}")
    return convert.patient(row)


def alike_within(session: Session, patient: Patient) -> Sequence[Patient]:
    """Others of the same name and birth date, whose number stands."""
    rows = session.scalars(
        select(PatientRow).where(
            func.lower(col(PatientRow.name)) == patient.name.lower(),
            col(PatientRow.birth_date) == patient.birth_date,
            col(PatientRow.patient_id) != patient.patient_id,
            ~select(MergedPatientRow).where(col(MergedPatientRow.patient_id) == col(PatientRow.patient_id)).exists(),
        )
    )
    return [convert.patient(row) for row in rows]


def change_patient_within(session: Session, patient_id: str, data: PatientData) -> None:
    row = session.get_one(PatientRow, patient_id)
    for name, value in data.model_dump().items():
        setattr(row, name, value)
    session.flush()


def put_back_within(session: Session, patient_id: str, values: dict[str, Any]) -> None:
    """Single fields of a patient, as they were kept: text."""
    row = session.get_one(PatientRow, patient_id)
    before = convert.patient(row).model_dump(mode="json", include=set(PatientData.model_fields))
    change_patient_within(session, patient_id, PatientData.model_validate(before | values, strict=False))


def booked_within(session: Session, patient_id: str) -> Sequence[Appointment]:
    """What stands of a patient's appointments, past ones too, the earliest first."""
    query = (
        select(AppointmentRow, SlotRow)
        .join(SlotRow, col(SlotRow.slot_id) == col(AppointmentRow.slot_id))
        .where(col(AppointmentRow.patient_id) == patient_id, col(AppointmentRow.state) != AppointmentState.CANCELLED)
        .order_by(col(SlotRow.starts))
    )
    return [convert.appointment(row, slot) for row, slot in session.execute(query)]


def merge_within(session: Session, old: str, kept: str) -> list[int]:
    """The old number leads to the kept one, its appointments are that one's; their numbers."""
    session.add(MergedPatientRow(patient_id=old, kept=kept))
    moved = list(
        session.scalars(
            update(AppointmentRow)
            .where(col(AppointmentRow.patient_id) == old)
            .values(patient_id=kept)
            .returning(col(AppointmentRow.appointment_id))
        )
    )
    session.flush()
    return moved


def part_within(session: Session, old: str, kept: str, appointments: Collection[int]) -> None:
    """The old number stands for itself again, with those of its appointments that the kept one still has."""
    session.execute(delete(MergedPatientRow).where(col(MergedPatientRow.patient_id) == old))
    session.execute(
        update(AppointmentRow)
        .where(col(AppointmentRow.appointment_id).in_(appointments), col(AppointmentRow.patient_id) == kept)
        .values(patient_id=old)
    )
    session.flush()


def _kept(patient_id: str):  # type: ignore[no-untyped-def]
    return select(col(MergedPatientRow.kept)).where(col(MergedPatientRow.patient_id) == patient_id)
