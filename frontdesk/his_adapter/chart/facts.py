"""The facts of the chart index: what was said, of whom, on which day, in which sentence, and whether it is so."""

from datetime import date, datetime
from enum import StrEnum

from frontdesk.models.facts import Value


class Kind(StrEnum):
    PROBLEM = "problem"
    FINDING = "finding"
    ALLERGY = "allergy"
    HABIT = "habit"
    EXAMINATION = "examination"  # tests, imaging, procedures, vaccinations, consultations: what is done or is not
    PLAN = "plan"


class Said(StrEnum):
    """How a sentence asserts a fact."""

    SO = "so"
    DENIED = "denied"  # asked and not so, or looked for and not there
    POSSIBLE = "possible"
    DONE = "done"
    NOT_DONE = "not_done"
    PLANNED = "planned"
    NEVER = "never"  # a habit that never was
    GIVEN_UP = "given_up"
    RELATIVE = "relative"  # so of somebody else in the family


class Line(Value):
    """A sentence of a record. `field`: the record's field that it stands in. `record`: the outpatient number."""

    at: datetime
    department: str
    record: int
    field: str
    text: str
    signed_by: str

    @property
    def on(self) -> date:
        return self.at.date()


class Fact(Value):
    """`code`: of the knowledge, the catalogue of tests or `examinations.yaml`; `words` as they stand in `line`."""

    kind: Kind
    code: str
    words: str
    said: Said
    line: Line


class Plan(Fact):
    """`due`: the last day that it was meant for; None where no time is said. `every`: it comes again."""

    due: date | None = None
    every: bool = False
