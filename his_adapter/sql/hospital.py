"""The built-in hospital: `his_adapter.hospital.Hospital` on SQLite or PostgreSQL."""

from collections.abc import Callable, Collection, Sequence
from datetime import date, datetime

from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from his_adapter.access import Narrowed
from his_adapter.errors import NotFound
from his_adapter.records import (
    Appointment,
    AppointmentState,
    Department,
    HospitalInfo,
    OutpatientRecord,
    Patient,
    Physician,
    Policy,
    Section,
    Slot,
    Visit,
)
from his_adapter.sql import booking, convert, search, visits
from his_adapter.sql.directory import Directory, DirectoryCache
from his_adapter.sql.engine import asking, reading, writing
from his_adapter.sql.tables import PatientRow


class SqlHospital:
    """Every call is a transaction of its own; the `_within` ones write in the caller's."""

    def __init__(self, engine: Engine, *, clock: Callable[[], datetime] = datetime.now) -> None:
        self._engine = engine
        self._clock = clock
        self._directory = DirectoryCache(engine)

    def info(self) -> HospitalInfo:
        return self._directory.now().info

    def patient(self, patient_id: str) -> Patient:
        with reading(self._engine) as session:
            row = session.get(PatientRow, patient_id)
            if row is None:
                raise NotFound(f"patient {patient_id}")
            return convert.patient(row)

    def named(self, names: Collection[str]) -> Sequence[Patient]:
        written = {name.lower() for name in names}
        with reading(self._engine) as session:
            rows = session.scalars(select(PatientRow).where(func.lower(col(PatientRow.name)).in_(written)))
            return [convert.patient(row) for row in rows]

    def records(self, patient_id: str) -> Sequence[OutpatientRecord]:
        with reading(self._engine) as session:
            return visits.records(session, patient_id)

    def find(self, narrowed: Narrowed, *, limit: int) -> Sequence[OutpatientRecord]:
        with reading(self._engine) as session:
            return [convert.record(row) for row in search.find(session, narrowed, self.departments(), limit=limit)]

    def departments(self) -> Sequence[Department]:
        return self._directory.now().departments

    def physicians(self, department_id: str) -> Sequence[Physician]:
        return _physicians(self._directory.now(), department_id)

    def on_duty(self, department_id: str, day: date) -> Sequence[Physician]:
        directory = self._directory.now()
        those = _physicians(directory, department_id)
        return [p for p in those if day.isoweekday() in directory.weekdays.get(p.physician_id, ())]

    def free_slots(self, department_id: str, after: datetime, *, limit: int = 3) -> Sequence[Slot]:
        with asking(self._engine) as connection:
            return booking.free_slots(connection, department_id, after, limit=limit, now=self._clock())

    def hold(self, slot_id: int, patient_id: str, *, key: str) -> Appointment:
        with writing(self._engine) as session:
            return booking.hold(session, slot_id, patient_id, key=key, now=self._clock())

    def confirm(self, appointment_id: int) -> Appointment:
        with writing(self._engine) as session:
            return booking.settle(session, appointment_id, AppointmentState.CONFIRMED)

    def cancel(self, appointment_id: int) -> Appointment:
        with writing(self._engine) as session:
            return self.cancel_within(session, appointment_id)

    def book_within(
        self, session: Session, slot_id: int, patient_id: str, *, department_id: str, key: str, replacing: int | None
    ) -> Appointment:
        """A confirmed slot of that department that is not over yet, in place of the appointment `replacing`."""
        held = booking.hold(
            session,
            slot_id,
            patient_id,
            key=key,
            now=self._clock(),
            department_id=department_id,
            replacing=replacing,
        )
        return booking.settle(session, held.appointment_id, AppointmentState.CONFIRMED)

    def appointment_within(self, session: Session, appointment_id: int) -> Appointment:
        return booking.one(session, appointment_id)

    def cancel_within(self, session: Session, appointment_id: int) -> Appointment:
        return booking.settle(session, appointment_id, AppointmentState.CANCELLED)

    def policies(self) -> Sequence[Policy]:
        return self._directory.now().policies

    def create_visit(self, visit: Visit, *, key: str) -> int:
        with writing(self._engine) as session:
            return self.create_visit_within(session, visit, key=key)

    def create_visit_within(self, session: Session, visit: Visit, *, key: str) -> int:
        return visits.create(session, visit, key=key)

    def amend_within(self, session: Session, outpatient_number: int, before: Visit, now: Visit) -> Visit | None:
        """The visit as the talk goes on, in the caller's transaction; None where nothing follows."""
        return visits.amend(session, outpatient_number, before, now)

    def handed_within(self, session: Session, outpatient_number: int) -> Visit | None:
        """The visit as it stands in the caller's transaction; None when it was deleted."""
        try:
            return visits.one(session, outpatient_number)
        except NotFound:
            return None

    def visits(self, department_id: str, day: date) -> Sequence[Visit]:
        with reading(self._engine) as session:
            return visits.of_day(session, department_id, day)

    def visit(self, outpatient_number: int) -> Visit:
        with reading(self._engine) as session:
            return visits.one(session, outpatient_number)

    def edit(
        self, outpatient_number: int, statement_id: str, text: str, *, by: str, at: datetime, version: int
    ) -> Visit:
        with writing(self._engine) as session:
            return visits.edit(session, outpatient_number, statement_id, text, by=by, at=at, version=version)

    def add(self, outpatient_number: int, section: Section, text: str, *, by: str, at: datetime, version: int) -> Visit:
        with writing(self._engine) as session:
            return visits.add(session, outpatient_number, section, text, by=by, at=at, version=version)

    def sign(self, outpatient_number: int, *, by: str, at: datetime, version: int) -> Visit:
        with writing(self._engine) as session:
            return visits.sign(session, outpatient_number, by=by, at=at, version=version)


def _physicians(directory: Directory, department_id: str) -> Sequence[Physician]:
    if all(department.department_id != department_id for department in directory.departments):
        raise NotFound(f"department {department_id}")
    return directory.physicians.get(department_id, ())
