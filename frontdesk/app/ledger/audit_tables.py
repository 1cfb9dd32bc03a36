"""The audit trail's table; the database itself refuses to change or remove a row of it (migration 0004)."""

from typing import Any

from pydantic import NaiveDatetime
from sqlalchemy import JSON, BigInteger, Column, Integer, Table
from sqlmodel import Field, SQLModel


class AuditRow(SQLModel, table=True):
    """One act on patient data. `hash` is over `previous` and everything else here."""

    __tablename__ = "audit_entry"

    number: int = Field(
        sa_column=Column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=False)
    )
    at: NaiveDatetime
    by: str
    act: str
    about: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    previous: str
    hash: str


ENTRIES: Table = AuditRow.__table__  # type: ignore[attr-defined]
