"""The doctor's worklist: today's patients of a department, the summary, its edits and signature."""

from collections.abc import Sequence
from datetime import date

from apiflask import APIBlueprint

from frontdesk.app.clinic import DoctorsClinic, ask_and_keep
from frontdesk.app.clinician.care_plan import care_plan
from frontdesk.app.clinician.chart import chart_of
from frontdesk.app.clinician.trace import Way
from frontdesk.app.ledger.staff import Role
from frontdesk.app.web.authorisation import current_member, current_staff
from frontdesk.app.web.medicine_lines import caution_lines, medicine_lines
from frontdesk.app.web.on_file import on_file
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused
from frontdesk.app.web.schemas import (
    AddRequest,
    CarePlanView,
    ClinicalAnswerView,
    CodedDiagnosisView,
    DiagnosesView,
    DiagnosisQuery,
    DislikeRequest,
    DislikeView,
    DraftView,
    EditRequest,
    HistoryView,
    Me,
    NextRequest,
    NextView,
    OnFileKind,
    PictureView,
    PrescriptionRequest,
    PrescriptionView,
    QuestionRequest,
    QueueRequest,
    SignRequest,
    StepView,
    SummaryView,
    WorklistEntry,
    WorklistQuery,
    WorklistView,
    WriteRequest,
    WrittenRequest,
    WrittenView,
)
from frontdesk.app.web.worklist_view import earlier_than, entries_of, summary_view, worklist_view
from frontdesk.his_adapter.access import GUEST, Doctor
from frontdesk.his_adapter.errors import HospitalError
from frontdesk.his_adapter.history import NOTHING, ClinicalHistory
from frontdesk.his_adapter.medicines import cautions_by_history, medicines_of
from frontdesk.his_adapter.prescribing import checked
from frontdesk.his_adapter.records import OutpatientRecord, Visit
from frontdesk.his_adapter.written_visit import Diagnosis, WrittenVisit
from frontdesk.models.facts import Language
from frontdesk.models.parsers import language_of
from frontdesk.models.specialists.medication.listing import ListedMedicine

reading = APIBlueprint("worklist", __name__, url_prefix="/api/worklist", tag="worklist")
signing = APIBlueprint("signing", __name__, url_prefix="/api/worklist", tag="worklist")


@reading.get("")
@reading.input(WorklistQuery, location="query")
@reading.output(WorklistView)
def patients(query_data: WorklistQuery) -> WorklistView:
    """One day's patients of a department; a doctor's own when none is named."""
    me = current_staff()
    department_id = query_data.department_id or me.department_id
    if department_id is None:
        raise Refused(422, "department_missing", "Name a department")
    _own_department(me, department_id)
    view = worklist_view(parts().hospital.directory, parts().records, department_id, query_data.day or today())
    parts().looks.at("worklist", records=[entry.outpatient_number for entry in view.entries])
    return view


@reading.get("/<int:number>")
@reading.output(SummaryView)
def summary(number: int) -> SummaryView:
    """The page of one patient."""
    return _page(_visit(number))


@reading.get("/<int:number>/history")
@reading.output(HistoryView)
def history(number: int) -> HistoryView:
    """What the hospital's own system keeps on the patient of the page: asked now, beside the page."""
    visit, whole = _visit(number), parts()
    held = _kept(visit)
    if held is None:
        return HistoryView(
            kept=False,
            known=False,
            entries=[],
            cautions=[],
            asked=[],
            not_asked=[],
            hidden=0,
            cut=False,
            birth_date=_birth_date(visit.record.patient_id),
        )
    return HistoryView(
        kept=True,
        known=held.known,
        entries=list(held.entries),
        cautions=caution_lines(
            cautions_by_history(
                held,
                visit.summary,
                [visit.record, *earlier_than(whole.records, visit.record)],
                today=whole.clock().date(),
            )
        ),
        asked=list(held.asked),
        not_asked=list(held.not_asked),
        hidden=held.hidden,
        cut=held.cut,
        birth_date=_birth_date(visit.record.patient_id),
    )


def _kept(visit: Visit) -> ClinicalHistory | None:
    """Nothing of a guest, whom no system knows; None where it keeps nothing of the kind. That it is seen is noted."""
    patient_id = visit.record.patient_id
    if patient_id.startswith(GUEST):
        return None
    held = parts().desk.clinical_history(current_member(), patient_id)
    if held is not None:
        parts().looks.at("history", patients=[patient_id], records=[visit.record.outpatient_number])
    return held


@signing.post("/<int:number>/edits")
@signing.input(EditRequest)
@signing.output(SummaryView)
def edit(number: int, json_data: EditRequest) -> SummaryView:
    """Change one sentence; what it said is kept."""
    _visit(number)
    visit = parts().desk.edit(
        current_member(), number, json_data.statement_id, json_data.text, version=json_data.version
    )
    return _page(visit)


@signing.post("/<int:number>/additions")
@signing.input(AddRequest)
@signing.output(SummaryView)
def add(number: int, json_data: AddRequest) -> SummaryView:
    """Add a sentence of your own."""
    _visit(number)
    visit = parts().desk.add(current_member(), number, json_data.section, json_data.text, version=json_data.version)
    return _page(visit)


@signing.get("/<int:number>/care-plan")
@signing.output(CarePlanView)
def plan(number: int) -> CarePlanView:
    """A draft of a care plan, for the doctor alone; where the hospital has turned it on."""
    if not parts().settings.care_plans:
        raise Refused(404, "care_plans_off", "Drafts of care plans are turned off")
    visit, whole = _visit(number), parts()
    language = visit.summary.language if visit.summary else Language.ZH
    whole.looks.at("care_plan", patients=[visit.record.patient_id], records=[number])
    known = on_file(earlier_than(whole.records, visit.record), visit.summary)
    plan = care_plan(
        visit,
        whole.guidelines,
        language,
        whole.reception.services.models,
        medicines=_medicines(visit),
        problems=[one.words for one in known if one.kind is OnFileKind.PROBLEM],
    )
    return CarePlanView(language=language, items=list(plan.items), guidelines=list(plan.guidelines), review=plan.review)


def _medicines(visit: Visit, history: ClinicalHistory = NOTHING) -> tuple[ListedMedicine, ...]:
    """The list as the page has it, with what the hospital's system keeps."""
    earlier = earlier_than(parts().records, visit.record)
    return medicines_of(visit.summary, [visit.record, *earlier], today=parts().clock().date(), history=history)


@signing.post("/<int:number>/questions")
@signing.input(QuestionRequest)
@signing.output(ClinicalAnswerView)
def question(number: int, json_data: QuestionRequest) -> ClinicalAnswerView:
    """Ask about the patient of the page: answered from the records this doctor may see, and from the guidelines."""
    visit, member = _visit(number), current_member()
    language = language_of(json_data.question) or Language.EN
    whole = parts()
    clinic = DoctorsClinic(whole.desk, member, whole.reception.services.enquiries, whole.clock)
    records = clinic.of_patient(visit.record.patient_id)
    earlier = [one for one in records if one.outpatient_number != number]  # the visit at hand is told by its summary
    held, history = clinic.held(visit.record.patient_id), _kept(visit) or NOTHING
    chart = chart_of(
        earlier or [visit.record],
        whole.guidelines,
        language,
        now=whole.clock(),
        previsit=visit.summary,
        clinic=clinic,
        medicines=_medicines(visit, history),
        visits=held.visits,
        hidden=held.hidden,
        elsewhere=held.elsewhere,
        history=history,
    )
    answer = ask_and_keep(
        json_data.question,
        chart,
        whole.questions,
        current_staff().username,
        models=whole.reception.services.models,
        way=Way(whole.settings.clinician_planner),
    )
    return ClinicalAnswerView(
        answer=answer.answer,
        answered=answer.answered,
        planned_by=answer.planned_by,
        answered_by=answer.answered_by,
        language=language,
        strategy=list(dict.fromkeys(filter(None, answer.thoughts))),
        steps=[StepView(task=one.task, inputs=one.given, error=one.error) for one in answer.steps],
        sources=list(answer.sources),
        suggestions=list(answer.suggestions),
        pictures=[PictureView(name=one.name, svg=one.svg) for one in answer.pictures],
    )


@signing.post("/<int:number>/dislikes")
@signing.input(DislikeRequest)
@signing.output(DislikeView)
def dislike(number: int, json_data: DislikeRequest) -> DislikeView:
    """Say what is wrong with the page, or with one sentence of it; it goes into the quality report."""
    visit = _visit(number)
    parts().quality.dislike(
        visit, current_staff().username, json_data.reason, statement_id=json_data.statement_id, words=json_data.words
    )
    return DislikeView(reason=json_data.reason, statement_id=json_data.statement_id)


@signing.post("/<int:number>/signature")
@signing.input(SignRequest)
@signing.output(SummaryView)
def sign(number: int, json_data: SignRequest) -> SummaryView:
    """Sign the page as it stands. A sentence that is marked as not right is named, or changed before."""
    _visit(number)
    marked = {one.statement_id for one in parts().quality.marked(number)}
    if not marked <= set(json_data.despite):
        raise Refused(409, "marked_not_right", "A sentence is marked as not right")
    return _page(parts().desk.sign(current_member(), number, version=json_data.version, over=marked))


@signing.get("/<int:number>/written")
@signing.output(WrittenView)
def written(number: int) -> WrittenView:
    """What is written of the visit, and the reader's own draft."""
    visit, whole = _visit(number), parts()
    whole.looks.at("visit", patients=[visit.record.patient_id], records=[number])
    draft = whole.desk.draft(current_member(), number)
    return WrittenView(
        written=whole.desk.written(number), draft=draft[0] if draft else None, draft_at=draft[1] if draft else None
    )


@signing.post("/<int:number>/written")
@signing.input(WriteRequest)
@signing.output(SummaryView)
def write(number: int, json_data: WriteRequest) -> SummaryView:
    """Keep what is written of the visit, in the record too."""
    _visit(number)
    return _page(parts().desk.write(current_member(), number, _written(json_data), version=json_data.version))


@signing.post("/<int:number>/draft")
@signing.input(WrittenRequest)
@signing.output(DraftView)
def draft(number: int, json_data: WrittenRequest) -> DraftView:
    """Keep half-written words, for whoever wrote them."""
    _visit(number)
    return DraftView(at=parts().desk.keep_draft(current_member(), number, _written(json_data)))


@signing.post("/<int:number>/draft/drop")
@signing.output(WrittenView)
def drop_draft(number: int) -> WrittenView:
    """Leave what was half written."""
    _visit(number)
    parts().desk.drop_draft(current_member(), number)
    return WrittenView(written=parts().desk.written(number), draft=None, draft_at=None)


@signing.post("/<int:number>/prescription")
@signing.input(PrescriptionRequest)
@signing.output(PrescriptionView)
def prescription(number: int, json_data: PrescriptionRequest) -> PrescriptionView:
    """Hold a prescription against the patient's medicines, allergies and illnesses; nothing is kept."""
    visit, whole = _visit(number), parts()
    found = checked(
        json_data.prescription,
        visit.summary,
        [visit.record, *earlier_than(whole.records, visit.record)],
        today=whole.clock().date(),
        history=_kept(visit) or NOTHING,
    )
    return PrescriptionView(
        medicines=medicine_lines(found.medicines),
        already=medicine_lines(found.already),
        cautions=caution_lines(found.cautions),
        unread=list(found.unread),
        against=found.against,
    )


@signing.post("/<int:number>/queue")
@signing.input(QueueRequest)
@signing.output(NextView)
def queue(number: int, json_data: QueueRequest) -> NextView:
    """Where the patient is now: waiting, called, in the room, done."""
    _visit(number)
    parts().desk.move(current_member(), number, json_data.place)
    return NextView(entry=_entry(_visit(number)))


@signing.post("/next")
@signing.input(NextRequest)
@signing.output(NextView)
def next_patient(json_data: NextRequest) -> NextView:
    """Call who is next in the own department today, the most urgent first."""
    department_id = current_staff().department_id
    if department_id is None:
        raise Refused(422, "department_missing", "Name a department")
    called = parts().desk.call_next(
        current_member(), department_id, physicians=[one or None for one in json_data.physicians]
    )
    if called is None:
        return NextView(entry=None)
    parts().looks.at("worklist", records=[called.record.outpatient_number])
    return NextView(entry=_entry(called))


@signing.get("/diagnoses")
@signing.input(DiagnosisQuery, location="query")
@signing.output(DiagnosesView)
def diagnoses(query_data: DiagnosisQuery) -> DiagnosesView:
    """Diagnoses of the hospital's list by code or words; of no patient."""
    found = parts().diagnoses.find(query_data.query)
    return DiagnosesView(found=[CodedDiagnosisView(code=one.code, title=one.title) for one in found])


def _written(told: WrittenRequest) -> WrittenVisit:
    return WrittenVisit(
        examination=told.examination,
        diagnoses=tuple(Diagnosis(code=one.code, words=one.words) for one in told.diagnoses),
        prescription=told.prescription,
        plan=told.plan,
        follow_up=told.follow_up,
    )


def today() -> date:
    return parts().clock().date()


def _visit(number: int) -> Visit:
    visit = parts().records.visit(number)
    _own_department(current_staff(), visit.department_id)
    return visit


def _own_department(me: Me, department_id: str) -> None:
    if me.role is Role.DOCTOR and me.department_id != department_id:
        raise Refused(403, "another_department", "A doctor sees the patients of the own department")


def _page(visit: Visit) -> SummaryView:
    record = visit.record
    earlier = earlier_than(parts().records, record)
    shown = [record.outpatient_number, *(before.outpatient_number for before in earlier)]
    parts().looks.at("page", patients=[record.patient_id], records=shown)
    changed = parts().desk.changed(record.outpatient_number or 0)
    return summary_view(
        visit,
        _entry(visit),
        earlier,
        changed,
        now=parts().clock(),
        care_plans=parts().settings.care_plans,
        marked=parts().quality.marked(record.outpatient_number or 0),
        examined=[record, *_examined(earlier)],
        directory=parts().hospital.directory,
    )


def _entry(visit: Visit) -> WorklistEntry:
    (entry,) = entries_of([visit], parts().records, parts().hospital.directory)
    return entry


def _examined(earlier: Sequence[OutpatientRecord]) -> list[OutpatientRecord]:
    """A doctor sees the examinations of the own department alone."""
    principal = current_member().principal
    own = principal.departments if isinstance(principal, Doctor) else None
    return [one for one in earlier if own is None or one.department in own]


def _birth_date(patient_id: str) -> date | None:
    """As the hospital's index has it; None of a guest, and where it cannot be asked."""
    if patient_id.startswith(GUEST):
        return None
    try:
        return parts().hospital.patients.patient(patient_id).birth_date
    except HospitalError:
        return None
