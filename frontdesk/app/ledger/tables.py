"""The application's own tables for sessions and their events."""

from typing import Any

from pydantic import NaiveDatetime
from sqlalchemy import BigInteger, Column, Index, Integer, Table, UniqueConstraint
from sqlmodel import Field, SQLModel

from frontdesk.database.sealed import sealed_json


class SessionRow(SQLModel, table=True):
    """What has to be found without folding: whose it is, whether it is open, when it was last touched."""

    __tablename__ = "session"

    session_id: str = Field(primary_key=True)
    kiosk: str
    started: NaiveDatetime
    touched: NaiveDatetime = Field(index=True)
    patient_id: str | None = Field(default=None, index=True)
    suspended: bool = False
    closed: bool = Field(default=False, index=True)


class EventRow(SQLModel, table=True):
    """One event, never changed. `position` orders all sessions, `sequence` one of them."""

    __tablename__ = "event"
    __table_args__ = (
        UniqueConstraint("session_id", "sequence", name="uq_event_sequence"),
        Index("uq_event_turn", "session_id", "turn_id", unique=True),
    )

    position: int | None = Field(
        default=None, sa_column=Column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True)
    )
    session_id: str = Field(foreign_key="session.session_id")
    sequence: int
    at: NaiveDatetime
    kind: str
    turn_id: str | None = None  # of a patient turn: the same one is never written twice
    body: dict[str, Any] = sealed_json("event.body")


SESSIONS: Table = SessionRow.__table__  # type: ignore[attr-defined]
EVENTS: Table = EventRow.__table__  # type: ignore[attr-defined]
