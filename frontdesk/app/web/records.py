"""The records page: a table of records with its export, one record's story, patients' own data and merges."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, time
from typing import Any

from apiflask import APIBlueprint
from flask import Response
from pydantic import ValidationError

from frontdesk.app.ledger.record_table import MOST_EXPORT, TablePage, TooManyToExport, as_table
from frontdesk.app.ledger.registry import Made
from frontdesk.app.ledger.reports.table import as_csv
from frontdesk.app.web.assistant import found_record
from frontdesk.app.web.authorisation import current_member
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused
from frontdesk.app.web.record_schemas import (
    CorrectionView,
    ExportQuery,
    KnownPatient,
    MadeView,
    MergeQuery,
    MergeRequest,
    MergeView,
    PageQuery,
    PatientCorrectionRequest,
    PatientForm,
    PatientView,
    RecordsPage,
    RecordsQuery,
    StoryView,
    TableRow,
)
from frontdesk.his_adapter.access import Doctor
from frontdesk.his_adapter.errors import HospitalError
from frontdesk.his_adapter.operation import ALL, COLUMNS, Column, Condition, HisOperation, Verb
from frontdesk.his_adapter.ordering import Ordering
from frontdesk.his_adapter.records import Patient
from frontdesk.his_adapter.registration import PatientData, PatientField
from frontdesk.models.facts import Language

records = APIBlueprint("records", __name__, url_prefix="/api/records", tag="records")
patients = APIBlueprint("patients", __name__, url_prefix="/api/patients", tag="records")

CSV: Any = {"200": {"description": "The table", "content": {"text/csv": {"schema": {"type": "string"}}}}}
LAST_MINUTE = time(23, 59)
LONGEST_NUMBER = 19  # digits


@records.get("")
@records.input(PageQuery, location="query")
@records.output(RecordsPage)
def table(query_data: PageQuery) -> RecordsPage:
    """A page of the records that the reader may see, sorted and counted over all of them."""
    member, start = current_member(), (query_data.page - 1) * query_data.size

    def page(condition: Condition) -> TablePage:
        return parts().record_table.page(
            member,
            _operation(condition),
            _order(query_data),
            department_id=query_data.department_id,
            start=start,
            limit=query_data.size,
        )

    read_as, shown = _found(query_data, page)
    return RecordsPage(
        columns=list(shown.columns),
        rows=[
            TableRow(**found_record(one, shown.columns).model_dump(), here=one.version is not None)
            for one in shown.page.rows
        ],
        total=shown.page.total,
        page=query_data.page,
        size=query_data.size,
        among=shown.page.among,
        away=shown.page.away,
        read_as=read_as,
        kept=_kept(read_as, query_data.q),
        own_department=isinstance(member.principal, Doctor),
        export_at_most=MOST_EXPORT,
    )


@records.get("/export")
@records.input(ExportQuery, location="query")
@records.doc(responses=CSV)
def export(query_data: ExportQuery) -> Response:
    """All that fit as CSV, in UTF-8 with a byte order mark; the export is in the audit trail."""
    member, wanted = current_member(), query_data.wanted

    def everything(condition: Condition) -> TablePage:
        operation, order = _operation(condition, wanted), _order(query_data)
        return parts().record_table.export(member, operation, order, department_id=query_data.department_id)

    try:
        _, shown = _found(query_data, everything)
    except TooManyToExport:
        raise Refused(409, "too_many_to_export", f"More than {MOST_EXPORT} records fit") from None
    name = f"records_{parts().clock():%Y%m%dT%H%M}.csv"
    sent = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    columns = tuple(one for one in wanted or COLUMNS if one in shown.columns)
    body = as_csv(as_table(shown.page.rows, columns), Language(query_data.language))
    return Response(body, content_type="text/csv; charset=utf-8", headers=sent)


@records.get("/<int:number>")
@records.output(StoryView)
def story(number: int) -> StoryView:
    """One record, and who changed what of it, when and by which way."""
    told = parts().record_table.story(current_member(), number)
    return StoryView(
        record=found_record(told.found, told.columns), columns=list(told.columns), happened=list(told.happened)
    )


@patients.get("/<patient_id>")
@patients.output(PatientView)
def patient(patient_id: str) -> PatientView:
    """A patient's own data by any of their numbers, what the reader may change of it, and who changed it."""
    chart = parts().registry.chart(current_member(), patient_id)
    return PatientView(
        patient=_known(chart.patient),
        asked=chart.asked,
        former=list(chart.former),
        alike=[_known(one) for one in chart.alike],
        records=chart.records,
        corrects=[one for one in PatientField if one in chart.corrects],
        merges=chart.merges,
        here=chart.here,
        happened=list(chart.happened),
    )


@patients.post("/<patient_id>/preview")
@patients.input(PatientForm)
@patients.output(CorrectionView)
def preview(patient_id: str, json_data: PatientForm) -> CorrectionView:
    """What these data would change; nothing is written."""
    correction = parts().registry.preview(current_member(), patient_id, _data(json_data))
    return CorrectionView(
        wrong=list(correction.wrong),
        changes=list(correction.changes),
        records=list(correction.records),
        alike=[_known(one) for one in correction.alike],
    )


@patients.post("/<patient_id>")
@patients.input(PatientCorrectionRequest)
@patients.output(MadeView)
def correct(patient_id: str, json_data: PatientCorrectionRequest) -> MadeView:
    """Write these data over what was seen; today's records that nobody signed follow."""
    seen = _data(json_data.seen)
    return _made(parts().registry.correct(current_member(), patient_id, _data(json_data.data), seen=seen))


@patients.post("/<patient_id>/merge/preview")
@patients.input(MergeQuery)
@patients.output(MergeView)
def merge_preview(patient_id: str, json_data: MergeQuery) -> MergeView:
    """Both numbers side by side, what would move to this one, and what has to be looked at."""
    stand = json_data.stand
    return MergeView(plan=parts().registry.plan_merge(current_member(), json_data.old, patient_id, stand=stand))


@patients.post("/<patient_id>/merge")
@patients.input(MergeRequest)
@patients.output(MadeView)
def merge(patient_id: str, json_data: MergeRequest) -> MadeView:
    """The old number leads to this one from now on, and all that is under it is this one's."""
    made = parts().registry.merge(
        current_member(),
        json_data.old,
        patient_id,
        stand=json_data.stand,
        reason=json_data.reason,
        seen=json_data.seen,
    )
    return _made(made)


@patients.post("/changes/<change_id>/undo")
@patients.output(MadeView)
def undo(change_id: str) -> MadeView:
    """Take back a correction of the last day, or a merge."""
    return _made(parts().registry.undo(current_member(), change_id))


def _found(query: RecordsQuery, ask: Callable[[Condition], TablePage]) -> tuple[Column | None, TablePage]:
    """The first of the searches that the query may mean which finds something, or the last."""
    *first, last = _searches(query)
    for read_as, condition in first:
        shown = ask(condition)
        if shown.page.total:
            return read_as, shown
    read_as, condition = last
    return read_as, ask(condition)


def _searches(query: RecordsQuery) -> Iterator[tuple[Column | None, Condition]]:
    """The conditions that a query may mean, one to be tried after the other."""
    dated = _dated(query)
    if not query.q:
        yield None, dated
        return
    has_digit = any(sign.isdigit() for sign in query.q)
    wanted = [Column(query.field)] if query.field else [Column.PATIENT_ID] if has_digit else [Column.NAME]
    is_number = query.q.isascii() and query.q.isdigit() and len(query.q) < LONGEST_NUMBER
    if query.field is None and is_number:
        wanted.append(Column.OUTPATIENT_NUMBER)
    for column in wanted:
        if column is not Column.OUTPATIENT_NUMBER:
            yield column, dated | {column.value: query.q}
        elif is_number:
            yield column, dated | {column.value: int(query.q)}
        else:
            raise Refused(422, "not_a_number", "A record's number has digits alone")


def _dated(query: RecordsQuery) -> Condition:
    begins = query.since and datetime.combine(query.since, time()).isoformat(timespec="minutes")
    ends = query.until and datetime.combine(query.until, LAST_MINUTE).isoformat(timespec="minutes")
    match begins, ends:
        case str(), str():
            return {f"{Column.VISIT_DATE}__range": (begins, ends)}
        case str(), _:
            return {f"{Column.VISIT_DATE}__gte": begins}
        case _, str():
            return {f"{Column.VISIT_DATE}__lte": ends}
        case _:
            return {}


def _operation(condition: Condition, columns: Sequence[Column] = ()) -> HisOperation:
    try:
        return HisOperation(operation=Verb.SELECT, condition=condition, column_output=tuple(columns) or (ALL,))
    except ValidationError:  # a day that is none, or a field that takes no words
        raise Refused(422, "not_in_that_field", "Nothing like that can stand in the field that is searched") from None


def _order(query: RecordsQuery) -> Ordering:
    return Ordering(column=Column(query.sort), descending=query.descending)


def _kept(read_as: Column | None, asked: str) -> str | None:
    """The number that stands for a patient number that was merged."""
    if read_as is not Column.PATIENT_ID:
        return None
    for number in dict.fromkeys((asked, asked.upper())):
        with suppress(HospitalError):
            kept = parts().hospital.patients.patient(number).patient_id
            return kept if kept.upper() != asked.upper() else None
    return None


def _data(form: PatientForm) -> PatientData:
    return PatientData(**form.model_dump())


def _known(one: Patient) -> KnownPatient:
    return KnownPatient(**one.model_dump(include=set(KnownPatient.model_fields)))


def _made(made: Made) -> MadeView:
    return MadeView(**made.model_dump())
