"""Loads a hospital's folder into the database: all of it in one transaction, or nothing."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Engine, delete, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from his_adapter.records import Policy, SummaryState
from his_adapter.sql.engine import reading, writing
from his_adapter.sql.seeding.files import Fault
from his_adapter.sql.seeding.folder import DutyPhysician, EarlierRecord, Seed, SeedError, read_folder
from his_adapter.sql.slots import extend_within, forget_free_slots
from his_adapter.sql.tables import (
    DepartmentRow,
    HospitalRow,
    OutpatientRecordRow,
    PatientRow,
    PhysicianRow,
    PolicyRow,
    RecordChangeLineRow,
    ScheduleRow,
    SummaryRevisionRow,
)

OF_DEPARTMENTS = {"minutes_to_walk", "holidays", "open_on_holidays"}  # told for all of them in hospital.yaml
OTHER = {
    True: "the database is the demonstration's, with sign-ins that everybody knows; load into an empty one",
    False: "the demonstration does not go into a real hospital's database; load into an empty one",
}


class Loaded(NamedTuple):
    departments: int
    physicians: int
    policies: int
    patients: int
    records: int
    slots: int
    doubts: tuple[Fault, ...]  # loaded all the same


def seed(engine: Engine, folder: Path, today: date) -> Loaded:
    """Replaces directory and policies, updates patients, keeps what the application wrote. Raises SeedError."""
    data = read_folder(folder, today)
    with writing(engine) as session:
        _hospital(session, data)
        _departments(session, data)
        _physicians(session, data.physicians)
        _policies(session, data.policies)
        for patient in data.patients:
            session.merge(PatientRow(**patient.model_dump()))
        _records(session, data.records)
        session.flush()
        slots = extend_within(session, today)
    return Loaded(
        departments=len(data.departments),
        physicians=len(data.physicians),
        policies=len(data.policies),
        patients=len(data.patients),
        records=len(data.records),
        slots=slots,
        doubts=data.doubts,
    )


def is_seeded(engine: Engine) -> bool:
    with reading(engine) as session:
        return session.scalar(select(col(HospitalRow.version))) is not None


def is_demonstration(engine: Engine) -> bool:
    with reading(engine) as session:
        return bool(session.scalar(select(col(HospitalRow.demonstration))))


def _hospital(session: Session, data: Seed) -> None:
    row = session.get(HospitalRow, 1, with_for_update=True)
    if row and row.demonstration != data.hospital.demonstration:
        raise SeedError([Fault("hospital.yaml", 1, OTHER[row.demonstration])])
    version = row.version + 1 if row else 1
    of_hospital = data.hospital.model_dump(mode="json", exclude=OF_DEPARTMENTS)
    session.merge(HospitalRow(hospital_id=1, version=version, slots_until=None, **of_hospital))
    forget_free_slots(session)


def _departments(session: Session, data: Seed) -> None:
    session.execute(update(DepartmentRow).values(retired=True))
    for place, department in enumerate(data.departments):
        session.merge(DepartmentRow(**department.model_dump(mode="json"), place=place, retired=False))
    session.flush()


def _physicians(session: Session, physicians: Sequence[DutyPhysician]) -> None:
    session.execute(update(PhysicianRow).values(retired=True))
    session.execute(delete(ScheduleRow))
    for place, (physician, schedule) in enumerate(physicians):
        session.merge(PhysicianRow(**physician.model_dump(mode="json"), place=place, retired=False))
        session.flush()
        session.add_all(
            ScheduleRow(physician_id=physician.physician_id, **opening.model_dump()) for opening in schedule
        )
    session.flush()


def _policies(session: Session, policies: Sequence[Policy]) -> None:
    session.execute(delete(PolicyRow))
    for place, policy in enumerate(policies):
        fields = policy.model_dump(mode="json", exclude={"text"})
        session.add(PolicyRow(**fields, body=policy.model_dump(mode="json")["text"], place=place))


def _records(session: Session, records: Sequence[EarlierRecord]) -> None:
    """Replaces the earlier records, but not one that was signed, edited, changed or deleted here since."""
    touched = select(SummaryRevisionRow).where(
        col(SummaryRevisionRow.outpatient_number) == col(OutpatientRecordRow.outpatient_number)
    )
    changed = select(RecordChangeLineRow).where(
        col(RecordChangeLineRow.outpatient_number) == col(OutpatientRecordRow.outpatient_number)
    )
    ours = col(OutpatientRecordRow.key).is_(None), ~touched.exists(), ~changed.exists()
    session.execute(delete(OutpatientRecordRow).where(*ours))
    kept = set(session.scalars(select(col(OutpatientRecordRow.outpatient_number))))
    session.add_all(
        OutpatientRecordRow(
            **earlier.record.model_dump(),
            department_id=earlier.department_id,
            day=earlier.record.visit_date.date(),
            language=earlier.language,
            state=SummaryState.SIGNED if earlier.record.physician_signature else SummaryState.OPEN,
            signed_by=earlier.record.physician_signature or None,
            version=1,
        )
        for earlier in records
        if earlier.record.outpatient_number not in kept
    )
