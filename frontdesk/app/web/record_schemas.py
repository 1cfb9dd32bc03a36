"""The shapes of the records page: a table of records, one record's story, a patient's own data, a merge."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, field_validator

from frontdesk.app.web.schemas import FoundRecord, Reply, Request
from frontdesk.his_adapter.changes import FieldChange, Happened
from frontdesk.his_adapter.operation import Column
from frontdesk.his_adapter.registration import MergePlan, PatientField, Wrong
from frontdesk.models.facts import Sex

Number = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
ColumnName = Literal[
    "outpatient_number",
    "patient_id",
    "name",
    "gender",
    "age",
    "department",
    "visit_date",
    "chief_complaint",
    "present_illness_history",
    "past_history",
    "drug_allergy_history",
    "physical_examination",
    "auxiliary_examination",
    "preliminary_diagnosis",
    "treatment_opinion",
    "notes",
    "physician_signature",
]  # those of `Column`, written out: a parameter of a query cannot refer to a schema
Written = Annotated[str, StringConstraints(max_length=200)]


class RecordsQuery(Request):
    """What a table shows; all conditions hold together."""

    q: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] = ""
    field: ColumnName | None = Field(
        default=None, description="Where `q` is looked for; none: a number where it has a digit, else a name."
    )
    department_id: str | None = Field(default=None, max_length=80)
    since: date | None = None
    until: date | None = Field(default=None, description="The last day.")
    sort: ColumnName = "visit_date"
    descending: bool = True


class PageQuery(RecordsQuery):
    page: int = Field(default=1, ge=1, le=100_000)
    size: int = Field(default=50, ge=1, le=100)


class ExportQuery(RecordsQuery):
    columns: str = Field(
        default="", max_length=500, description="Those wanted, in this order, with commas; none: all that may be seen."
    )
    language: Literal["zh", "en"] = "zh"

    @field_validator("columns")
    @classmethod
    def _are_columns(cls, written: str) -> str:
        for one in filter(None, written.split(",")):
            Column(one)
        return written

    @property
    def wanted(self) -> tuple[Column, ...]:
        return tuple(map(Column, dict.fromkeys(filter(None, self.columns.split(",")))))


class TableRow(FoundRecord):
    here: bool = Field(description="It stands in our ledger; otherwise in the hospital's own system alone.")


class RecordsPage(Reply):
    """`among`: only so many, the newest, were sorted, because the hospital's system cannot; `away`: it did not
    answer, and only what stands here is shown. `read_as`: where the words were looked for; `kept`: the number that
    stands for the one that was asked for.
    """

    columns: list[Column]
    rows: list[TableRow]
    total: int
    page: int
    size: int
    among: int | None
    away: bool
    read_as: Column | None
    kept: str | None
    own_department: bool
    export_at_most: int = Field(description="Records in one export.")


class StoryView(Reply):
    """One record with what was done to it, the newest first."""

    record: FoundRecord
    columns: list[Column]
    happened: list[Happened]


class PatientForm(Request):
    name: Written
    sex: Sex
    birth_date: date
    phone: Written = ""


class PatientCorrectionRequest(Request):
    data: PatientForm
    seen: PatientForm = Field(description="What stood there when the form was opened.")


class KnownPatient(Reply):
    patient_id: str
    name: str
    sex: Sex | None
    birth_date: date | None
    phone: str


class PatientView(Reply):
    """`asked`: a number that leads to this one; `former`: all that do. `here`: the register is kept here."""

    patient: KnownPatient
    asked: str | None
    former: list[str]
    alike: list[KnownPatient] = Field(description="Other numbers of the same name and birth date.")
    records: int
    corrects: list[PatientField] = Field(description="Fields that the reader may change.")
    merges: bool
    here: bool
    happened: list[Happened]


class CorrectionView(Reply):
    """What would change; `wrong`: what cannot stand, and nothing would. `records`: today's, which follow."""

    wrong: list[Wrong]
    changes: list[FieldChange]
    records: list[int]
    alike: list[KnownPatient]


class MergeQuery(Request):
    old: Number = Field(description="The number that is no longer used from then on.")
    stand: list[PatientField] = Field(default=[], max_length=4, description="Fields taken from the old number.")


class MergeRequest(MergeQuery):
    reason: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)]
    seen: str = Field(max_length=80)


class MergeView(Reply):
    plan: MergePlan


class MadeView(Reply):
    """`until`: how long it can be undone; none: at any time."""

    change_id: str
    patient_id: str
    until: datetime | None
