"""What becomes of an entry of the outbox: it is done in the hospital's system, once."""

from typing import Any

from sqlalchemy import Engine

from frontdesk.app.ledger import outbox
from frontdesk.app.ledger.records import visits
from frontdesk.database.engine import reading
from frontdesk.his_adapter.errors import AlreadyBooked, HospitalError, NotFound, NotSupported, SlotTaken
from frontdesk.his_adapter.hospital import Feature, Hospital
from frontdesk.his_adapter.records import SummaryState, Visit

VISIT, CONFIRM, CANCEL, RELEASE = "visit", "confirm", "cancel", "release"  # kinds of entries
NOT_HELD = (AlreadyBooked, NotFound, NotSupported, SlotTaken)  # errors after which nothing of ours is held


class HospitalTarget:
    """Bookings are settled by their id, so that a second try changes nothing."""

    def __init__(self, engine: Engine, hospital: Hospital) -> None:
        self._engine = engine
        self._hospital = hospital

    def deliver(self, kind: str, payload: dict[str, Any], *, key: str) -> None:
        match kind:
            case "visit":
                self._visit(payload)
            case "confirm":
                self._hospital.scheduling.confirm(payload["appointment_id"])
            case "cancel":
                self._hospital.scheduling.cancel(payload["appointment_id"])
            case "release":
                self._release(**payload)
            case _:
                raise HospitalError(f"the hospital takes no {kind}")

    def _release(self, slot_id: str, patient_id: str, department_id: str, hold: str) -> None:
        """Gives back a slot that was held under this key, unless the booking is recorded after all.

        To hold it once more says which appointment it is, whether or not the first time came through.
        """
        try:
            held = self._hospital.scheduling.hold(slot_id, patient_id, key=hold, department_id=department_id)
        except NOT_HELD:
            return
        with reading(self._engine) as session:
            recorded = outbox.known(session, f"{CONFIRM}:{held.appointment_id}")
        if not recorded:
            self._hospital.scheduling.cancel(held.appointment_id)

    def _visit(self, payload: dict[str, Any]) -> None:
        """The ledger has this version or a later one; with a hospital that keeps no records that is all."""
        number, version = payload["outpatient_number"], payload.get("version", 1)
        with reading(self._engine) as session:
            if visits.version_of(session, number) < version:
                raise NotFound(f"visit {number}")
            key = visits.key_of(session, number)
            visit = visits.one(session, number) if key is not None else None
        if visit is not None and key is not None and Feature.CREATE in self._hospital.supports:
            self._write(visit, key, version)

    def _write(self, visit: Visit, key: str, version: int) -> None:
        """As it stands now; an entry of a version that was changed since leaves the changing to the later one."""
        records = self._hospital.records
        record_id = records.create(visit, key=key)
        if version == 1 or version < visit.version:
            return
        if visit.state is SummaryState.SIGNED:
            records.sign(record_id, visit)
        else:
            records.amend(record_id, visit)
