"""A hospital of which a feed tells: patients and bookings from the index, the directory from the folder."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import Engine, or_, select
from sqlmodel import col

from frontdesk.database.engine import reading
from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.hl7.received.tables import ReceivedAppointmentRow, ReceivedPatientRow
from frontdesk.his_adapter.hospital import Feature, Hospital
from frontdesk.his_adapter.nothing import NoRecords, NoReferences, NoScheduling
from frontdesk.his_adapter.overlay import FolderDirectory, Overlay
from frontdesk.his_adapter.records import Appointment, AppointmentState, Patient, Slot
from frontdesk.models.facts import Sex

MERGES = 5  # one after the other that are followed


def received(engine: Engine, overlay: Overlay) -> Hospital:
    return Hospital(FolderDirectory(overlay), ReceivedPatients(engine), ReceivedAppointments(engine), NoRecords())


class ReceivedPatients(NoReferences):
    supports = frozenset({Feature.PATIENTS, Feature.NAMES})

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def patient(self, patient_id: str) -> Patient:
        number = patient_id
        with reading(self._engine) as session:
            for _ in range(MERGES):
                row = session.get(ReceivedPatientRow, number)
                if row is None or not (row.merged_into or row.name):
                    break
                if not row.merged_into:
                    return _patient(row)
                number = row.merged_into
        raise NotFound(f"patient {patient_id}")

    def named(self, names: Collection[str]) -> Sequence[Patient]:
        wanted = [name.casefold().strip() for name in names]
        asked = select(ReceivedPatientRow).where(
            or_(col(ReceivedPatientRow.name).in_(wanted), col(ReceivedPatientRow.other_name).in_(wanted)),
            col(ReceivedPatientRow.merged_into) == "",
        )
        with reading(self._engine) as session:
            return [_patient(row) for row in session.scalars(asked)]


class ReceivedAppointments(NoScheduling):
    """Free times are not told by a feed: the desk books."""

    supports = frozenset({Feature.APPOINTMENTS})

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def appointments(self, patient_id: str, after: datetime) -> Sequence[Appointment]:
        """Those too that were told of a number that was merged into this one."""
        row = ReceivedAppointmentRow
        merged = select(col(ReceivedPatientRow.patient_id)).where(col(ReceivedPatientRow.merged_into) == patient_id)
        asked = select(row).where(
            or_(col(row.patient_id) == patient_id, col(row.patient_id).in_(merged)),
            col(row.state) == AppointmentState.CONFIRMED,
            col(row.starts) >= after,
        )
        with reading(self._engine) as session:
            return [_appointment(one) for one in session.scalars(asked.order_by(col(row.starts)))]


def _patient(row: ReceivedPatientRow) -> Patient:
    return Patient(
        patient_id=row.patient_id,
        name=row.shown,
        names=(row.other_name,) if row.other_name != row.name else (),
        sex=Sex(row.sex) if row.sex else None,
        birth_date=row.birth_date,
        phone=row.phone,
    )


def _appointment(row: ReceivedAppointmentRow) -> Appointment:
    slot = Slot(
        slot_id=row.appointment_id,
        department_id=row.department_id,
        physician_id=row.physician_id,
        starts=row.starts,
        minutes=row.minutes,
    )
    return Appointment(
        appointment_id=row.appointment_id,
        slot=slot,
        patient_id=row.patient_id,
        state=AppointmentState(row.state),
        queue_number="",
    )
