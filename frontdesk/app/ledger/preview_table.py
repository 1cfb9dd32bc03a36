"""The table of changes that were previewed and wait to be confirmed; tokens are kept as hashes only."""

from typing import Any

from pydantic import NaiveDatetime
from sqlalchemy import JSON, Column
from sqlmodel import Field, SQLModel


class PreviewRow(SQLModel, table=True):
    """What one member of staff was shown. `change_id`: what it became when it was confirmed."""

    __tablename__ = "change_preview"

    token_hash: str = Field(primary_key=True)
    username: str
    operation: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    planned: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    expires: NaiveDatetime = Field(index=True)
    change_id: str | None = None
