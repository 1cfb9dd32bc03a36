"""Where the outbox delivers when the built-in hospital is the hospital: the visit is there already, or it is not."""

from typing import Any

from sqlalchemy import Engine, select
from sqlmodel import col

from his_adapter.errors import HospitalError, NotFound
from his_adapter.sql.engine import reading
from his_adapter.sql.tables import OutpatientRecordRow


class SqlTarget:
    """Confirms that what was written in the same transaction, in this version or a later one, is in the database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def deliver(self, kind: str, payload: dict[str, Any], *, key: str) -> None:
        if kind != "visit":
            raise HospitalError(f"the built-in hospital takes visits, not {kind}")
        number = payload.get("outpatient_number")
        version = select(col(OutpatientRecordRow.version)).where(col(OutpatientRecordRow.outpatient_number) == number)
        with reading(self._engine) as session:
            if (session.scalar(version) or 0) < payload.get("version", 1):
                raise NotFound(f"visit {number}")
