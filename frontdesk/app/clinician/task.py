"""One task of the clinician's assistant: what it is told, what it gives back, and what it may look at."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Generic, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict

from frontdesk.app.clinician.guidelines import Guideline
from frontdesk.app.clinician.trace import Trace
from frontdesk.his_adapter.chart import ChartIndex
from frontdesk.his_adapter.enquiries import Enquiry, OnDuty
from frontdesk.his_adapter.history import NOTHING, ClinicalHistory
from frontdesk.his_adapter.records import OutpatientRecord, PreVisitSummary
from frontdesk.models.facts import Language, Value
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.medication.listing import ListedMedicine

I = TypeVar("I", bound=BaseModel)  # noqa: E741


class Inputs(BaseModel):
    """Typed inputs of a task; others are refused. A text that begins with "$" is the key of an earlier result."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Spanned(Inputs):
    """Inputs of a task that looks through records. Both days count; `latest`: so many of the newest."""

    since: date | None = None
    until: date | None = None
    latest: int | None = None

    def holds(self, day: date) -> bool:
        return (self.since is None or day >= self.since) and (self.until is None or day <= self.until)


class Unavailable(Exception):
    """There is nothing of what a task looks for; what it says is told as the observation, and to the doctor."""

    def __init__(self, en: str, zh: str) -> None:
        super().__init__(en)
        self.words = {Language.EN: en, Language.ZH: zh}


class Outcome(Value):
    """What a task found: `data` for later steps and for the answer, and where it is from."""

    data: Any
    sources: tuple[str, ...] = ()


class Clinic(Protocol):
    """What a doctor may look at beside one patient."""

    def patients(self, names: Collection[str]) -> Sequence[str]:
        """Those of the names that are a patient's of the hospital, whoever's records they are."""

    def policy(self, question: str, language: Language) -> Enquiry:
        """What the hospital's own policies and directory answer."""

    def physicians(self, words: str) -> Sequence[OnDuty]:
        """Those of the department that `words` name; of every department where they name none."""

    def every(self) -> tuple[Sequence[OutpatientRecord], bool]:
        """The newest records that this doctor may see, of whatever patient, and whether there are more."""

    def records(self, request: str, medicines: Sequence[str] = ()) -> Sequence[OutpatientRecord] | None:
        """Records of the clinic, through HospInfo and under this doctor's authority; None: not read as a search.

        `medicines`: the treatment has one of these, or the allergies where `request` speaks of allergies; unless it
        sets a condition on that itself.
        """


@dataclass(frozen=True)
class Chart:
    """What the doctor who asks may see of one patient, the newest record first, and what the hospital holds besides.

    `previsit`: what the patient told at reception for the visit at hand. `before`: the answer given last about them.
    `medicines`: their one list. `visits`: the numbers of all their records, also of those that this doctor may not see,
    which `hidden` are, `elsewhere` the department and day of each of these, the newest first. `index`: the facts of
    `records`.
    `history`: what the hospital's own system keeps on them as entries of their own.
    """

    patient_id: str
    patient: Patient
    records: Sequence[OutpatientRecord]
    index: ChartIndex
    guidelines: Sequence[Guideline]
    language: Language
    now: datetime
    previsit: PreVisitSummary | None = None
    clinic: Clinic | None = None
    before: Trace | None = None
    medicines: tuple[ListedMedicine, ...] = ()
    visits: frozenset[int] = frozenset()
    hidden: frozenset[int] = frozenset()
    elsewhere: tuple[tuple[str, date], ...] = ()
    history: ClinicalHistory = NOTHING

    @property
    def name(self) -> str:
        return self.records[0].name.strip()

    def spanned(self, inputs: Spanned) -> list[OutpatientRecord]:
        """The records of a span of time, the newest first. Raises Unavailable."""
        found = [one for one in self.records if inputs.holds(one.visit_date.date())][: inputs.latest]
        if not found:
            raise Unavailable("there is no record of that time", "这段时间没有病历")
        return found


@dataclass(frozen=True)
class Task(Generic[I]):
    """A file in `tasks/` makes one of these as `TASK`, or several as `TASKS`, and it can be planned with.

    `piped`: the result is large or in between; it goes to the data pipe under its step's key.
    `run` raises Unavailable. `told` says a result in the chart's language, a line at a time.
    """

    name: str
    description: str
    inputs: type[I]
    outputs: str
    piped: bool
    run: Callable[[I, Chart], Outcome]
    told: Callable[[Any, Chart], Iterator[str]]


def source_of(record: OutpatientRecord) -> str:
    return f"record {record.outpatient_number} ({record.visit_date:%Y-%m-%d}, {record.department})"
