"""A new outpatient record by staff: what is not said is taken from the patient as the hospital knows them."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from sqlalchemy.orm import Session

from frontdesk.app.ledger.records.tables import OutpatientRecordRow
from frontdesk.his_adapter.access import Narrowed
from frontdesk.his_adapter.changes import FieldChange, Operation, Planned, RecordChange, Unfit, Unfitness
from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.hospital import PatientIndex
from frontdesk.his_adapter.matching import department_of
from frontdesk.his_adapter.operation import COLUMNS, Column, HisOperation
from frontdesk.his_adapter.records import Department, OutpatientRecord, Patient, SummaryState
from frontdesk.models.facts import Language, Sex

SEX_ZH = {Sex.MALE: "男", Sex.FEMALE: "女"}
YEARS_FROM = 24  # months: younger children are told in months


def planned(narrowed: Narrowed, departments: Sequence[Department], patients: PatientIndex, *, now: datetime) -> Planned:
    values = {column.value: str(term) for column, term in narrowed.operation.column_change.items()}
    known = _patient(patients, values.get(Column.PATIENT_ID, ""))
    if Column.DEPARTMENT not in values:
        raise Unfit(Unfitness.DEPARTMENT_MISSING)
    department = department_of(values[Column.DEPARTMENT], departments)
    if department is None:
        raise Unfit(Unfitness.UNKNOWN_DEPARTMENT)
    moment = datetime.fromisoformat(values.pop(Column.VISIT_DATE, now.isoformat(timespec="minutes")))
    language = Language.ZH if values[Column.DEPARTMENT] == department.name[Language.ZH] else Language.EN
    fixed = {"patient_id": known.patient_id, "visit_date": moment.isoformat(timespec="minutes")}
    kept = as_written(known, moment, language) | values | fixed
    row = RecordChange(
        outpatient_number=None,
        version=None,
        patient_id=known.patient_id,
        name=kept["name"],
        department=department.name[language],
        visit_date=moment,
        fields=tuple(FieldChange(field=name, before="", after=kept[name]) for name in COLUMNS if kept.get(name)),
    )
    return Planned(
        operation=Operation.CREATE, rows=(row,), name_differs=kept["name"].casefold() != known.name.casefold()
    )


def written(
    session: Session, change: RecordChange, operation: HisOperation, departments: Sequence[Department], *, key: str
) -> OutpatientRecordRow:
    values = {one.field: one.after for one in change.fields}
    department = department_of(str(operation.column_change[Column.DEPARTMENT]), departments)
    if department is None:  # the directory was loaded anew since the preview
        raise Unfit(Unfitness.UNKNOWN_DEPARTMENT)
    record = OutpatientRecord.model_validate(values)
    row = OutpatientRecordRow(
        **record.model_dump(exclude={"outpatient_number"}),
        department_id=department.department_id,
        day=record.visit_date.date(),
        key=key,
        state=SummaryState.OPEN,
        version=1,
    )
    session.add(row)
    session.flush()
    return row


def _patient(patients: PatientIndex, written: str) -> Patient:
    """The number as it was written, or with its letters as they stand on the card."""
    for number in dict.fromkeys((written.upper(), written)):
        with suppress(NotFound):
            return patients.patient(number)
    raise Unfit(Unfitness.UNKNOWN_PATIENT)


def as_written(patient: Patient, moment: datetime, language: Language) -> dict[str, str]:
    """Name, gender and age as records of this language write them."""
    gender = SEX_ZH[patient.sex] if language is Language.ZH and patient.sex else patient.sex or ""
    return {"name": patient.name, "gender": gender, "age": _age(patient.age_months(moment.date()), language)}


def _age(months: int | None, language: Language) -> str:
    if months is None:
        return ""
    young = months < YEARS_FROM
    count = months if young else months // 12
    if language is Language.ZH:
        return f"{count}{'个月' if young else '岁'}"
    return f"{count} {'months' if young else 'years'}"
