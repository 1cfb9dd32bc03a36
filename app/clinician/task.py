"""One task of the clinician's assistant: what it is told, what it gives back, and what it may look at."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict

from app.clinician.guidelines import Guideline
from his_adapter.records import OutpatientRecord
from models.facts import Language, Value
from models.specialists.case import Patient

I = TypeVar("I", bound=BaseModel)  # noqa: E741


class Inputs(BaseModel):
    """Typed inputs of a task; others are refused. A text that begins with "$" is the key of an earlier result."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Unavailable(Exception):
    """The records hold nothing of what a task looks for; the message is told as the observation."""


class Outcome(Value):
    """What a task found: `data` for later steps and for the answer, and where it is from."""

    data: Any
    sources: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chart:
    """What the doctor who asks may see of one patient, the newest record first, and what the hospital holds besides."""

    patient_id: str
    patient: Patient
    records: Sequence[OutpatientRecord]
    guidelines: Sequence[Guideline]
    language: Language
    now: datetime


@dataclass(frozen=True)
class Task(Generic[I]):
    """A file in `tasks/` makes one of these as `TASK`, and it can be planned with.

    `piped`: the result is large or in between; it goes to the data pipe under its step's key, and a plan is shown the
    key alone. `run` raises Unavailable.
    """

    name: str
    description: str
    inputs: type[I]
    outputs: str
    piped: bool
    run: Callable[[I, Chart], Outcome]


def source_of(record: OutpatientRecord) -> str:
    return f"record {record.outpatient_number} ({record.visit_date:%Y-%m-%d}, {record.department})"
