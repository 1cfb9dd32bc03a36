"""What happens while a hospital's system is away: nothing that a reception needs waits for it or stops."""

from collections.abc import Sequence
from datetime import datetime

import structlog

from frontdesk.his_adapter.errors import HospitalAway
from frontdesk.his_adapter.hospital import Feature, Scheduling
from frontdesk.his_adapter.records import Appointment, Slot

log = structlog.get_logger()


class Offering:
    """Scheduling that offers no time while the system is away, as where it has none: the desk books."""

    def __init__(self, theirs: Scheduling) -> None:
        self._theirs = theirs

    @property
    def supports(self) -> frozenset[Feature]:
        return self._theirs.supports

    def free_slots(self, department_id: str, after: datetime, *, limit: int = 3) -> Sequence[Slot]:
        try:
            return self._theirs.free_slots(department_id, after, limit=limit)
        except HospitalAway:
            log.warning("no_times_offered", department_id=department_id)
            return ()

    def appointments(self, patient_id: str, after: datetime) -> Sequence[Appointment]:
        return self._theirs.appointments(patient_id, after)

    def hold(
        self, slot_id: str, patient_id: str, *, key: str, department_id: str | None = None, replacing: str | None = None
    ) -> Appointment:
        return self._theirs.hold(slot_id, patient_id, key=key, department_id=department_id, replacing=replacing)

    def confirm(self, appointment_id: str) -> Appointment:
        return self._theirs.confirm(appointment_id)

    def cancel(self, appointment_id: str) -> Appointment:
        return self._theirs.cancel(appointment_id)
