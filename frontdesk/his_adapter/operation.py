"""HisOperation: what may be asked of the hospital's records, as a closed and typed list (after PIORS, appendix A.2)."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.facts import Value


class Verb(StrEnum):
    SELECT = "SELECT"
    CREATE = "CREATE"
    UPDATE = "UPDATE"
    DELETE = "DELETE"


class Column(StrEnum):
    """The 17 fields of an outpatient record; there are no others."""

    OUTPATIENT_NUMBER = "outpatient_number"
    PATIENT_ID = "patient_id"
    NAME = "name"
    GENDER = "gender"
    AGE = "age"
    DEPARTMENT = "department"
    VISIT_DATE = "visit_date"
    CHIEF_COMPLAINT = "chief_complaint"
    PRESENT_ILLNESS_HISTORY = "present_illness_history"
    PAST_HISTORY = "past_history"
    DRUG_ALLERGY_HISTORY = "drug_allergy_history"
    PHYSICAL_EXAMINATION = "physical_examination"
    AUXILIARY_EXAMINATION = "auxiliary_examination"
    PRELIMINARY_DIAGNOSIS = "preliminary_diagnosis"
    TREATMENT_OPINION = "treatment_opinion"
    NOTES = "notes"
    PHYSICIAN_SIGNATURE = "physician_signature"


COLUMNS = tuple(Column(name) for name in OutpatientRecord.model_fields)
ALL = "all"
NAMING = frozenset({Column.PATIENT_ID, Column.OUTPATIENT_NUMBER, Column.NAME})  # a change must name one of them
TEXTS = (
    frozenset(  # told in sentences, and searched for every name of a finding, illness or medicine, in both languages
        {
            Column.CHIEF_COMPLAINT,
            Column.PRESENT_ILLNESS_HISTORY,
            Column.PAST_HISTORY,
            Column.DRUG_ALLERGY_HISTORY,
            Column.PHYSICAL_EXAMINATION,
            Column.AUXILIARY_EXAMINATION,
            Column.PRELIMINARY_DIAGNOSIS,
            Column.TREATMENT_OPINION,
            Column.NOTES,
        }
    )
)
RANGED = frozenset({Column.AGE, Column.VISIT_DATE})  # the only columns that take more than equality
BOUNDS = frozenset({"gt", "gte", "lt", "lte"})

LONGEST = 20_000  # characters of one field

Term = (
    Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000)] | int | float
)  # ages are years: 0.5
New = Annotated[str, StringConstraints(strip_whitespace=True, max_length=LONGEST)] | int  # "" empties a field
Condition = dict[str, Term | tuple[Term, ...]]


class HisOperation(Value):
    """One operation on outpatient records.

    `condition` maps a column to the value it has, or the values it may have; `age` (in years) and `visit_date` also
    take `__range` (two bounds) and `__gt`, `__gte`, `__lt`, `__lte`. All conditions must hold. A creation has none and
    needs a `patient_id`; an update or deletion must have one that names a patient or a record. `column_output` is
    ("all",) or the columns wanted.
    """

    operation: Verb
    condition: Condition = {}
    column_output: tuple[Column, ...] | tuple[str] = Field(default=(ALL,))
    column_change: dict[Column, New] = {}
    summary: bool = False
    adds: bool = False  # an update whose new words come behind what the fields hold

    @property
    def columns(self) -> tuple[Column, ...]:
        """What is to be shown."""
        return COLUMNS if self.column_output == (ALL,) else tuple(map(Column, self.column_output))

    @model_validator(mode="after")
    def _is_sound(self) -> Self:
        for key, wanted in self.condition.items():
            _check(key, wanted)
        if not self.column_output or (ALL in self.column_output and len(self.column_output) > 1):
            raise ValueError('column_output is ["all"] or the columns wanted')
        for name in self.column_output:
            if name != ALL:
                Column(name)
        changes = self.operation in (Verb.CREATE, Verb.UPDATE)
        if changes != bool(self.column_change):
            raise ValueError(f"column_change does not fit {self.operation}")
        if self.operation is not Verb.SELECT and self.column_output != (ALL,):
            raise ValueError(f'column_output of {self.operation} is ["all"]')
        if self.operation is Verb.CREATE and self.condition:
            raise ValueError("a creation has no condition")
        if self.operation is Verb.CREATE and Column.PATIENT_ID not in self.column_change:
            raise ValueError("a creation needs a patient_id")
        if self.operation in (Verb.UPDATE, Verb.DELETE) and not NAMING & self.condition.keys():
            raise ValueError(f"{self.operation} needs a condition that names a patient or a record")
        for column, term in self.column_change.items():
            _check_term(column, term)
        return self


def creation_of(record: OutpatientRecord) -> HisOperation:
    """The operation that creates `record`; its number is the hospital's to give."""
    filled = record.model_dump(mode="json", exclude={"outpatient_number"})
    filled["visit_date"] = record.visit_date.isoformat(timespec="minutes")
    return HisOperation(
        operation=Verb.CREATE, column_change={Column(name): value for name, value in filled.items() if value}
    )


def created_by(operation: HisOperation) -> OutpatientRecord:
    """The record a creation describes. Raises ValidationError unless it says when the visit is."""
    return OutpatientRecord.model_validate({column.value: term for column, term in operation.column_change.items()})


def column_of(key: str) -> Column:
    """The column a key of a condition is about: `visit_date__range` is about `visit_date`."""
    return Column(key.partition("__")[0])


def _check(key: str, wanted: Term | tuple[Term, ...]) -> None:
    column, _, bound = key.partition("__")
    if column not in COLUMNS:
        raise ValueError(f"there is no field {column}")
    terms = wanted if isinstance(wanted, tuple) else (wanted,)
    if bound and (column not in RANGED or bound not in BOUNDS | {"range"}):
        raise ValueError(f"{key} cannot be asked")
    if bound in BOUNDS and isinstance(wanted, tuple):
        raise ValueError(f"{key} takes one value")
    if bound == "range" and len(terms) != 2:
        raise ValueError(f"{key} takes two values")
    if not terms:
        raise ValueError(f"{key} has no value")
    for term in terms:
        _check_term(Column(column), term)


def _check_term(column: Column, term: Term) -> None:
    if column is Column.OUTPATIENT_NUMBER and not isinstance(term, int):
        raise ValueError("outpatient_number is a whole number")
    if column is Column.VISIT_DATE:
        datetime.fromisoformat(str(term))
