"""Staff asking for records, and changing them, in words: shown, previewed, confirmed, undone, restored."""

from apiflask import APIBlueprint

from frontdesk.app.ledger.desk import Member, Preview, Shown
from frontdesk.app.ledger.staff import Role
from frontdesk.app.reception.turn.retrieval import department_names
from frontdesk.app.web.authorisation import current_member, current_staff
from frontdesk.app.web.parts import parts
from frontdesk.app.web.schemas import (
    AssistantAnswer,
    ChangesFound,
    ChangeView,
    ConfirmRequest,
    DeletedView,
    FoundRecord,
    InstructionRequest,
    OpenPage,
    PreviewView,
    ReadCondition,
    RecordsFound,
    RefusalView,
    RestoreRequest,
)
from frontdesk.app.web.step_up import ask
from frontdesk.his_adapter.access import Doctor, NotPermitted
from frontdesk.his_adapter.changes import Deleted, Done, Found, Operation, Unfit
from frontdesk.his_adapter.hospinfo import Refused as NotRead
from frontdesk.his_adapter.hospinfo.journal import ChangesAsked, UndoLast, read_journal
from frontdesk.his_adapter.hospinfo.open_chart import Asked, OpenChart, read_instruction
from frontdesk.his_adapter.operation import Column, Term, Verb, column_of

asking = APIBlueprint("assistant", __name__, url_prefix="/api/assistant", tag="assistant")
keeping = APIBlueprint("keeping", __name__, url_prefix="/api/assistant/deleted", tag="assistant")


@asking.post("")
@asking.input(InstructionRequest)
@asking.output(AssistantAnswer)
def instruct(json_data: InstructionRequest) -> AssistantAnswer:
    """Say what to show or to change; a change is previewed and nothing is written."""
    whole, member = parts(), current_member()
    names, about = department_names(whole.reception.services), _chart(member, json_data.open)
    asked = read_journal(json_data.instruction, about) or read_instruction(
        json_data.instruction, now=whole.clock(), about=about, departments=names
    )
    try:
        match asked:
            case NotRead():
                return AssistantAnswer(refusal=RefusalView(code=asked.reason, words=list(asked.words)))
            case UndoLast():
                return AssistantAnswer(last_change=_change(whole.desk.last_change(member)))
            case ChangesAsked():
                return AssistantAnswer(changes=ChangesFound(changes=whole.desk.changes(member, asked.operation)))
            case Asked() if asked.operation.operation is Verb.SELECT:
                shown = whole.desk.read(member, asked.operation, latest=asked.latest)
                return AssistantAnswer(records=_found(member, shown, asked))
            case Asked():
                return AssistantAnswer(preview=_preview(whole.desk.preview(member, asked.operation)))
    except NotPermitted as refused:
        return AssistantAnswer(
            refusal=RefusalView(code=f"not_permitted_{refused.refusal}", columns=list(refused.columns))
        )
    except Unfit as unfit:
        return AssistantAnswer(refusal=RefusalView(code=unfit.why))


@asking.post("/changes")
@asking.input(ConfirmRequest)
@asking.output(ChangeView)
def confirm(json_data: ConfirmRequest) -> ChangeView:
    """Do what the preview showed; the same token again changes nothing more."""
    if parts().desk.waiting(current_member(), json_data.token) is Verb.DELETE:
        ask()
    seen = {one.outpatient_number: one.version for one in json_data.seen}
    return _change(parts().desk.confirm(current_member(), json_data.token, seen, reason=json_data.reason))


@asking.post("/changes/<change_id>/undo")
@asking.output(ChangeView)
def undo(change_id: str) -> ChangeView:
    """Take back a change of the last day."""
    return _change(parts().desk.undo(current_member(), change_id))


@keeping.get("")
@keeping.output(list[DeletedView])  # type: ignore[arg-type]
def deleted() -> list[DeletedView]:
    """Records marked as deleted, the latest first."""
    return [_deleted(one) for one in parts().desk.deleted(current_member())]


@keeping.post("/<int:number>/restore")
@keeping.input(RestoreRequest)
@keeping.output(ChangeView)
def restore(number: int, json_data: RestoreRequest) -> ChangeView:
    """Take the mark of deletion off a record."""
    return _change(parts().desk.restore(current_member(), number, version=json_data.version))


def _chart(member: Member, page: OpenPage | None) -> OpenChart | None:
    """Whose page is open, as far as this member of staff may have it open."""
    whole = parts()
    if page is None:
        return None
    if page.session_id is not None and current_staff().role is Role.NURSE:
        state = whole.reception.log.state(page.session_id)
        if state.patient_id is None and state.handed_over is None:
            return None
        if state.handed_over is None:
            return OpenChart(patient_id=state.patient_id or "")
        page = OpenPage(outpatient_number=state.handed_over)
    if page.outpatient_number is None:
        return None
    visit = whole.records.visit(page.outpatient_number)
    principal = member.principal
    if isinstance(principal, Doctor) and visit.department_id != principal.department_id:
        return None
    return OpenChart(patient_id=visit.record.patient_id, outpatient_number=page.outpatient_number)


def _found(member: Member, shown: Shown, asked: Asked) -> RecordsFound:
    return RecordsFound(
        read_as=[_read_as(key, wanted) for key, wanted in asked.operation.condition.items()],
        unread=list(asked.unread),
        columns=list(shown.columns),
        rows=[found_record(one, shown.columns) for one in shown.rows],
        cut=shown.cut,
        own_department=isinstance(member.principal, Doctor),
    )


def _read_as(key: str, wanted: Term | tuple[Term, ...]) -> ReadCondition:
    values = wanted if isinstance(wanted, tuple) else (wanted,)
    return ReadCondition(
        column=column_of(key), bound=key.partition("__")[2] or "is", values=[str(value) for value in values]
    )


def found_record(found: Found, columns: tuple[Column, ...]) -> FoundRecord:
    """A record with the fields that are shown of it."""
    record = found.record
    values = record.model_dump(mode="json")
    return FoundRecord(
        outpatient_number=record.outpatient_number or 0,
        patient_id=record.patient_id,
        name=record.name,
        department=record.department,
        visit_date=record.visit_date,
        fields={column: "" if values[column] is None else str(values[column]) for column in columns},
    )


def _preview(preview: Preview) -> PreviewView:
    planned = preview.planned
    return PreviewView(
        token=preview.token,
        operation=planned.operation,
        rows=list(planned.rows),
        name_differs=planned.name_differs,
        needs_reason=planned.operation is Operation.DELETE,
        expires=preview.expires,
    )


def _change(done: Done) -> ChangeView:
    return ChangeView(change_id=done.change_id, operation=done.operation, rows=list(done.rows), until=done.until)


def _deleted(gone: Deleted) -> DeletedView:
    record = gone.record
    return DeletedView(
        outpatient_number=record.outpatient_number or 0,
        version=gone.version,
        patient_id=record.patient_id,
        name=record.name,
        department=record.department,
        visit_date=record.visit_date,
        complaint=record.chief_complaint,
        by=gone.by,
        at=gone.at,
        reason=gone.reason,
    )
