"""Who put their name to which version of the clinical content."""

from datetime import datetime

from sqlalchemy import Engine, select
from sqlmodel import col

from frontdesk.app.ledger.administration_tables import SignOffRow
from frontdesk.app.ledger.audit import Act, Entry, append
from frontdesk.app.ledger.digests import of_rows
from frontdesk.database.engine import reading, writing
from frontdesk.models.facts import Value


class SignOff(Value):
    content: str
    version: str  # SHA-256
    clinician: str  # as the account was named then
    at: datetime


class SignOffs:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def sign(self, content: str, version: str, *, clinician: str, username: str, now: datetime) -> None:
        with writing(self._engine) as session:
            row = SignOffRow(content=content, version=version, clinician=clinician, at=now)
            session.add(row)
            session.flush()
            connection = session.connection()
            covers = tuple(map(str, of_rows(connection, "sign_off", [row.sign_off_id])))
            what = ("content", "signed_off", content, version[:12])
            append(connection, Entry(act=Act.SETUP, what=what, covers=covers), at=now, by=f"doctor:{username}")

    def all(self) -> list[SignOff]:
        """The newest first."""
        with reading(self._engine) as session:
            rows = session.scalars(select(SignOffRow).order_by(col(SignOffRow.sign_off_id).desc()))
            return [SignOff.model_validate(row.model_dump(exclude={"sign_off_id"})) for row in rows]
