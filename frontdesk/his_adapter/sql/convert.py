"""Rows of the built-in hospital turned into the values the house knows, and back."""

from frontdesk.his_adapter.records import (
    Appointment,
    AppointmentState,
    Department,
    HospitalInfo,
    Patient,
    Physician,
    Policy,
    Slot,
)
from frontdesk.his_adapter.sql.tables import (
    AppointmentRow,
    DepartmentRow,
    HospitalRow,
    PatientRow,
    PhysicianRow,
    PolicyRow,
    SlotRow,
)


def info(row: HospitalRow) -> HospitalInfo:
    return HospitalInfo.model_validate(row.model_dump(include=set(HospitalInfo.model_fields)))


def patient(row: PatientRow) -> Patient:
    return Patient.model_validate(row.model_dump())


def department(row: DepartmentRow) -> Department:
    return Department.model_validate(row.model_dump(exclude={"place", "retired"}))


def physician(row: PhysicianRow) -> Physician:
    return Physician.model_validate(row.model_dump(exclude={"place", "retired"}))


def policy(row: PolicyRow) -> Policy:
    return Policy.model_validate(row.model_dump(exclude={"place", "body"}) | {"text": row.body})


def slot(row: SlotRow) -> Slot:
    return Slot.model_validate(row.model_dump() | {"slot_id": str(row.slot_id)})


def appointment(row: AppointmentRow, of: SlotRow) -> Appointment:
    return Appointment(
        appointment_id=str(row.appointment_id),
        slot=slot(of),
        patient_id=row.patient_id,
        state=AppointmentState(row.state),
        queue_number=row.queue_number,
    )
