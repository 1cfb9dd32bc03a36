"""The table of changes that were previewed and wait to be confirmed; tokens are kept as hashes only."""

from typing import Any

from pydantic import NaiveDatetime
from sqlmodel import Field, SQLModel

from frontdesk.database.sealed import sealed_json


class PreviewRow(SQLModel, table=True):
    """What one member of staff was shown. `change_id`: what it became when it was confirmed."""

    __tablename__ = "change_preview"

    token_hash: str = Field(primary_key=True)
    username: str
    operation: dict[str, Any] = sealed_json("change_preview.operation")
    planned: dict[str, Any] = sealed_json("change_preview.planned")
    expires: NaiveDatetime = Field(index=True)
    change_id: str | None = None
