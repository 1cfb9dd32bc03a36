"""How the last answer about a patient was got, for each member of staff who asked: for "how did you get this?"."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from pydantic import NaiveDatetime
from sqlalchemy import Engine
from sqlmodel import Field, SQLModel

from frontdesk.database.engine import reading, writing
from frontdesk.database.sealed import sealed_json


class ClinicalQuestionRow(SQLModel, table=True):
    """`trace` says how, and nothing of what was found.

    The next question of the same person about the same patient takes its place.
    """

    __tablename__ = "clinical_question"

    username: str = Field(primary_key=True)
    patient_id: str = Field(primary_key=True)
    at: NaiveDatetime
    trace: dict[str, Any] = sealed_json("clinical_question.trace")


class Questions:
    def __init__(self, engine: Engine, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._now = clock

    def keep(self, username: str, patient_id: str, trace: dict[str, Any]) -> None:
        now = self._now()
        with writing(self._engine) as session:
            session.merge(ClinicalQuestionRow(username=username, patient_id=patient_id, at=now, trace=trace))

    def last(self, username: str, patient_id: str) -> dict[str, Any] | None:
        with reading(self._engine) as session:
            row = session.get(ClinicalQuestionRow, (username, patient_id))
            return row.trace if row else None
