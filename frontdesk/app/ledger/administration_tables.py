"""Tables of what an administrator keeps: versions of the hospital's texts, and who signed clinical content off."""

from typing import Any

from pydantic import NaiveDatetime
from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from frontdesk.database.columns import json, number


class TextVersionRow(SQLModel, table=True):
    """A policy or a guideline as it was published or withdrawn, never changed; or the one draft of it there may be."""

    __tablename__ = "text_version"
    __table_args__ = (Index("ix_text_version_kind_text_id", "kind", "text_id"),)

    version_id: int = number()
    kind: str
    text_id: str
    state: str
    at: NaiveDatetime
    by: str
    body: dict[str, Any] = json()


class SignOffRow(SQLModel, table=True):
    """A clinician put their name to one version of a piece of clinical content."""

    __tablename__ = "content_sign_off"

    sign_off_id: int = number()
    content: str = Field(index=True)
    version: str  # SHA-256 of what was signed
    clinician: str
    at: NaiveDatetime
