"""Parts that a back end does not have: they say so, find nothing, and refuse to write."""

from collections.abc import Sequence
from datetime import datetime
from typing import NoReturn

from frontdesk.his_adapter.access import Narrowed
from frontdesk.his_adapter.errors import NotSupported
from frontdesk.his_adapter.history import ClinicalHistory
from frontdesk.his_adapter.hospital import Feature
from frontdesk.his_adapter.records import Appointment, OutpatientRecord, Patient, RecordVersion, Slot, Visit


def refuse(feature: Feature) -> NoReturn:
    raise NotSupported(f"the hospital's system does not do this: {feature}")


class NoReferences:
    """A patient is known by the number on the card alone."""

    def referred_to(self, reference: str) -> Patient:
        refuse(Feature.REFERENCES)


class NoClinicalHistory:
    """What is known of a patient stands in the records alone."""

    def clinical_history(self, narrowed: Narrowed) -> ClinicalHistory:
        refuse(Feature.CLINICAL_HISTORY)


class NoScheduling:
    """Nothing is offered; the desk books."""

    supports: frozenset[Feature] = frozenset()

    def free_slots(self, department_id: str, after: datetime, *, limit: int = 3) -> Sequence[Slot]:
        return ()

    def appointments(self, patient_id: str, after: datetime) -> Sequence[Appointment]:
        return ()

    def hold(
        self, slot_id: str, patient_id: str, *, key: str, department_id: str | None = None, replacing: str | None = None
    ) -> Appointment:
        refuse(Feature.SLOTS)

    def confirm(self, appointment_id: str) -> Appointment:
        refuse(Feature.SLOTS)

    def cancel(self, appointment_id: str) -> Appointment:
        refuse(Feature.SLOTS)


class NoRecords(NoClinicalHistory):
    """The application's own ledger is all there is of records."""

    supports: frozenset[Feature] = frozenset()

    def find(self, narrowed: Narrowed, *, limit: int) -> Sequence[OutpatientRecord]:
        return ()

    def create(self, visit: Visit, *, key: str) -> str:
        refuse(Feature.CREATE)

    def amend(self, record_id: str, visit: Visit) -> None:
        refuse(Feature.AMEND)

    def sign(self, record_id: str, visit: Visit) -> None:
        refuse(Feature.SIGN)

    def history(self, record_id: str) -> Sequence[RecordVersion]:
        refuse(Feature.HISTORY)
