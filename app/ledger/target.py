"""What becomes of an entry of the outbox: it is done in the hospital's system, once."""

from typing import Any

from sqlalchemy import Engine

from app.ledger.records import visits
from database.engine import reading
from his_adapter.errors import HospitalError, NotFound
from his_adapter.hospital import Hospital

VISIT, CONFIRM, CANCEL = "visit", "confirm", "cancel"  # kinds of entries


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
            case _:
                raise HospitalError(f"the hospital takes no {kind}")

    def _visit(self, payload: dict[str, Any]) -> None:
        """With a hospital that keeps no records the ledger is the record: it has this version or a later one."""
        number = payload["outpatient_number"]
        with reading(self._engine) as session:
            if visits.version_of(session, number) < payload.get("version", 1):
                raise NotFound(f"visit {number}")
