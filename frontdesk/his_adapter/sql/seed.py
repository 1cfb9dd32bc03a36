"""Loads what a hospital's folder says into the tables of the built-in hospital."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import Engine, delete, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.database.engine import reading
from frontdesk.his_adapter.folder.files import Fault
from frontdesk.his_adapter.folder.reading import DutyPhysician, Seed, SeedError
from frontdesk.his_adapter.records import Policy
from frontdesk.his_adapter.sql.slots import extend_within, forget_free_slots
from frontdesk.his_adapter.sql.tables import (
    DepartmentRow,
    HospitalRow,
    PatientRow,
    PhysicianRow,
    PolicyRow,
    ScheduleRow,
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
    stand: tuple[str, ...] = ()  # ids of what was not loaded, because a person changed it here


class Kept(NamedTuple):
    """What people changed here, which goes before the folder."""

    policies: frozenset[str] = frozenset()  # published or withdrawn
    patients: frozenset[str] = frozenset()  # corrected


def load_within(session: Session, data: Seed, today: date, kept: Kept = Kept()) -> Loaded:  # noqa: B008 a value
    """Replaces directory and policies and updates patients, but for what is `kept`, in the caller's transaction.

    Raises SeedError.
    """
    _hospital(session, data)
    _departments(session, data)
    _physicians(session, data.physicians)
    _policies(session, data.policies, kept.policies)
    patients = [one for one in data.patients if one.patient_id not in kept.patients]
    for patient in patients:
        session.merge(PatientRow(**patient.model_dump(exclude={"names"})))
    session.flush()
    return Loaded(
        departments=len(data.departments),
        physicians=len(data.physicians),
        policies=sum(one.policy_id not in kept.policies for one in data.policies),
        patients=len(patients),
        records=len(data.records),
        slots=extend_within(session, today),
        doubts=data.doubts,
        stand=tuple(
            sorted(
                {one.policy_id for one in data.policies} & kept.policies
                | {one.patient_id for one in data.patients} & kept.patients
            )
        ),
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


def _policies(session: Session, policies: Sequence[Policy], kept: frozenset[str]) -> None:
    """In the order of the folder; one that a person published or withdrew stays as it is."""
    session.execute(delete(PolicyRow).where(col(PolicyRow.policy_id).not_in(kept)))
    for place, policy in enumerate(policies):
        if policy.policy_id in kept:
            session.execute(update(PolicyRow).where(col(PolicyRow.policy_id) == policy.policy_id).values(place=place))
            continue
        fields = policy.model_dump(mode="json", exclude={"text"})
        session.add(PolicyRow(**fields, body=policy.model_dump(mode="json")["text"], place=place))
