"""The built-in hospital: directory, patients and scheduling on SQLite or PostgreSQL.

It has no records of its own: with it the application's ledger is the record.
"""

from collections.abc import Callable, Collection, Sequence
from datetime import date, datetime

from sqlalchemy import Engine, func, select
from sqlmodel import col

from frontdesk.database.engine import asking, reading, writing
from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.hospital import Feature, Hospital
from frontdesk.his_adapter.nothing import NoRecords, NoReferences
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
from frontdesk.his_adapter.sql import booking
from frontdesk.his_adapter.sql.directory import Directory, DirectoryCache
from frontdesk.his_adapter.sql.merging import kept_number, patient_within
from frontdesk.his_adapter.sql.tables import PatientRow


def built_in(engine: Engine, clock: Callable[[], datetime]) -> Hospital:
    return Hospital(SqlDirectory(engine), SqlPatients(engine), SqlScheduling(engine, clock), NoRecords())


class SqlDirectory:
    supports = frozenset(
        {
            Feature.DEPARTMENTS,
            Feature.PHYSICIANS,
            Feature.DUTY,
            Feature.OPENINGS,
            Feature.PLACES,
            Feature.SPECIALTIES,
            Feature.POLICIES,
        }
    )

    def __init__(self, engine: Engine) -> None:
        self._directory = DirectoryCache(engine)

    def renew(self) -> None:
        """It was changed by this process."""
        self._directory.renew()

    def info(self) -> HospitalInfo:
        return self._directory.now().info

    def departments(self) -> Sequence[Department]:
        return self._directory.now().departments

    def physicians(self, department_id: str) -> Sequence[Physician]:
        return _physicians(self._directory.now(), department_id)

    def on_duty(self, department_id: str, day: date) -> Sequence[Physician]:
        directory = self._directory.now()
        those = _physicians(directory, department_id)
        return [p for p in those if day.isoweekday() in directory.weekdays.get(p.physician_id, ())]

    def policies(self) -> Sequence[Policy]:
        return self._directory.now().policies


class SqlPatients(NoReferences):
    supports = frozenset({Feature.PATIENTS, Feature.NAMES, Feature.REGISTRATION})

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def patient(self, patient_id: str) -> Patient:
        with reading(self._engine) as session:
            kept = patient_within(session, kept_number(session, patient_id))
            if kept.patient_id == patient_id:
                return kept
            old = patient_within(session, patient_id)
            return kept.model_copy(update={"names": (old.name,) if old.name != kept.name else ()})

    def named(self, names: Collection[str]) -> Sequence[Patient]:
        written = {name.lower() for name in names}
        with reading(self._engine) as session:
            rows = session.scalars(select(PatientRow).where(func.lower(col(PatientRow.name)).in_(written)))
            standing = dict.fromkeys(kept_number(session, row.patient_id) for row in rows)
            return [patient_within(session, number) for number in standing]


class SqlScheduling:
    """Every call is a transaction of its own."""

    supports = frozenset({Feature.SLOTS, Feature.APPOINTMENTS, Feature.QUEUE})

    def __init__(self, engine: Engine, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._clock = clock

    def free_slots(self, department_id: str, after: datetime, *, limit: int = 3) -> Sequence[Slot]:
        with asking(self._engine) as connection:
            return booking.free_slots(connection, department_id, after, limit=limit, now=self._clock())

    def appointments(self, patient_id: str, after: datetime) -> Sequence[Appointment]:
        with reading(self._engine) as session:
            return booking.of_patient(session, patient_id, after, now=self._clock())

    def hold(
        self, slot_id: str, patient_id: str, *, key: str, department_id: str | None = None, replacing: str | None = None
    ) -> Appointment:
        with writing(self._engine) as session:
            return booking.hold(
                session,
                _number("slot", slot_id),
                patient_id,
                key=key,
                now=self._clock(),
                department_id=department_id,
                replacing=_number("appointment", replacing) if replacing is not None else None,
            )

    def confirm(self, appointment_id: str) -> Appointment:
        return self._settled(appointment_id, AppointmentState.CONFIRMED)

    def cancel(self, appointment_id: str) -> Appointment:
        return self._settled(appointment_id, AppointmentState.CANCELLED)

    def _settled(self, appointment_id: str, state: AppointmentState) -> Appointment:
        with writing(self._engine) as session:
            return booking.settle(session, _number("appointment", appointment_id), state)


def _number(what: str, written: str) -> int:
    if not (written.isascii() and written.isdigit() and len(written) < 19):
        raise NotFound(f"{what} {written}")
    return int(written)


def _physicians(directory: Directory, department_id: str) -> Sequence[Physician]:
    if all(department.department_id != department_id for department in directory.departments):
        raise NotFound(f"department {department_id}")
    return directory.physicians.get(department_id, ())
