"""Rows of the built-in hospital turned into the values the house knows, and back."""

from collections.abc import Sequence

from his_adapter.records import (
    Appointment,
    AppointmentState,
    Department,
    HospitalInfo,
    OutpatientRecord,
    Patient,
    Physician,
    Policy,
    PreVisitSummary,
    Revision,
    Slot,
    SummaryState,
    Visit,
)
from his_adapter.sql.tables import (
    AppointmentRow,
    DepartmentRow,
    HospitalRow,
    OutpatientRecordRow,
    PatientRow,
    PhysicianRow,
    PolicyRow,
    PreVisitSummaryRow,
    SlotRow,
    SummaryRevisionRow,
)

RECORD_FIELDS = tuple(OutpatientRecord.model_fields)  # the 17


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


def appointment(row: AppointmentRow, of: SlotRow) -> Appointment:
    return Appointment(
        appointment_id=row.appointment_id,
        slot=Slot.model_validate(of.model_dump()),
        patient_id=row.patient_id,
        state=AppointmentState(row.state),
        queue_number=row.queue_number,
    )


def record(row: OutpatientRecordRow) -> OutpatientRecord:
    return OutpatientRecord.model_validate({name: getattr(row, name) for name in RECORD_FIELDS})


def visit(
    row: OutpatientRecordRow,
    summary: PreVisitSummaryRow | None,
    booked: Appointment | None,
    revisions: Sequence[SummaryRevisionRow],
) -> Visit:
    return Visit(
        record=record(row),
        summary=PreVisitSummary.model_validate(summary.body) if summary else None,
        department_id=row.department_id,
        appointment=booked,
        state=SummaryState(row.state),
        signed_by=row.signed_by,
        version=row.version,
        revisions=tuple(
            Revision(statement_id=r.statement_id, before=r.before, after=r.after, by=r.by, at=r.at) for r in revisions
        ),
    )
