"""The doctor's list and page, from the visits of the hospital's system."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from frontdesk.app.clinician.chart import SEXES
from frontdesk.app.ledger.quality import Marked
from frontdesk.app.ledger.records.queue import Place, order
from frontdesk.app.ledger.records.store import RecordStore
from frontdesk.app.web.medicine_lines import caution_lines, medicine_lines
from frontdesk.app.web.on_file import on_file
from frontdesk.app.web.schemas import DepartmentName, SummaryView, WorklistEntry, WorklistView
from frontdesk.app.web.values_view import value_series
from frontdesk.his_adapter.changes import Later
from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.hospital import Directory
from frontdesk.his_adapter.matching import years_of
from frontdesk.his_adapter.medicines import cautions_of, medicines_of
from frontdesk.his_adapter.records import OutpatientRecord, Section, Visit
from frontdesk.models.facts import Language
from frontdesk.models.specialists.case import Patient

EARLIER = 10  # visits shown


def worklist_view(directory: Directory, records: RecordStore, department_id: str, day: date) -> WorklistView:
    """Raises NotFound for an unknown department."""
    department = next((d for d in directory.departments() if d.department_id == department_id), None)
    if department is None:
        raise NotFound(f"department {department_id}")
    visits = records.visits(department_id, day)
    return WorklistView(
        department=DepartmentName(department_id=department_id, name=department.name),
        day=day,
        entries=entries_of(sorted(visits, key=order), records, directory),
    )


def entries_of(visits: Sequence[Visit], records: RecordStore, directory: Directory) -> list[WorklistEntry]:
    """Lines of the list, each with where the patient is in the queue and with whom the time is booked."""
    places = records.places(visits)
    departments = {visit.department_id for visit in visits if visit.appointment}
    names = {one.physician_id: one.name for where in departments for one in directory.physicians(where)}
    return [entry_of(visit, places[visit.record.outpatient_number or 0], names) for visit in visits]


def entry_of(visit: Visit, place: Place, physicians: Mapping[str, dict[Language, str]]) -> WorklistEntry:
    record, appointment = visit.record, visit.appointment
    physician_id = appointment.slot.physician_id if appointment else None
    return WorklistEntry(
        outpatient_number=record.outpatient_number or 0,
        time=appointment.slot.starts if appointment else record.visit_date,
        name=record.name,
        age=record.age,
        sex=record.gender,
        complaint=record.chief_complaint,
        complaint_in=_complaint_in(visit),
        level=visit.summary.level if visit.summary else None,
        state=visit.state,
        queue_number=appointment.queue_number if appointment else None,
        place=place.state,
        since=place.since,
        called_by=place.by,
        physician=physicians.get(physician_id or ""),
        physician_id=physician_id,
    )


def _complaint_in(visit: Visit) -> dict[Language, str] | None:
    """As the page says it, coded parts in the reader's language; None where the record says it otherwise by now."""
    if visit.summary is None:
        return None
    told = [one for one in visit.summary.statements if one.section is Section.COMPLAINT]
    if len(told) != 1 or told[0].translated is None or told[0].text != visit.record.chief_complaint:
        return None
    own = visit.summary.language
    other = Language.EN if own is Language.ZH else Language.ZH
    return {own: told[0].text, other: told[0].translated}


def summary_view(
    visit: Visit,
    entry: WorklistEntry,
    earlier: Sequence[OutpatientRecord],
    changed: list[Later],
    *,
    now: datetime,
    care_plans: bool,
    marked: Sequence[Marked] = (),
    examined: Sequence[OutpatientRecord] = (),
    directory: Directory,
) -> SummaryView:
    """`earlier` are all of the patient's other records, newest first; `examined`: whose examinations the reader may
    see."""
    record, records = visit.record, [visit.record, *earlier]
    medicines = medicines_of(visit.summary, records, today=now.date())
    known = on_file(earlier, visit.summary)
    who = Patient(age=years_of(record.age), sex=SEXES.get(record.gender.lower()))
    return SummaryView(
        entry=entry,
        summary=visit.summary,
        past_history=record.past_history,
        drug_allergy_history=record.drug_allergy_history,
        record={field: _text(value) for field, value in record.model_dump(mode="json").items()},
        on_file=known,
        medicines=medicine_lines(medicines),
        cautions=caution_lines(cautions_of(medicines, visit.summary, records)),
        values=value_series(
            examined,
            visit.summary,
            who,
            medicines,
            conditions=[one.name[Language.EN] for one in known if one.name],
            today=now.date(),
        ),
        departments=[one.name for one in directory.departments()],
        hospital=directory.info().name,
        earlier=[_earlier(before) for before in earlier[:EARLIER]],
        version=visit.version,
        signed_by=visit.signed_by,
        revisions=list(visit.revisions),
        changed=changed,
        marked=list(marked),
        care_plans=care_plans,
    )


def _text(value: object) -> str:
    return "" if value is None else str(value)


def earlier_than(store: RecordStore, record: OutpatientRecord) -> list[OutpatientRecord]:
    """The patient's other records, newest first."""
    records = store.of_patient(record.patient_id)
    return [r for r in records if r.outpatient_number != record.outpatient_number]


def _earlier(record: OutpatientRecord) -> dict[str, str]:
    return {
        "visit_date": record.visit_date.isoformat(),
        "department": record.department,
        "complaint": record.chief_complaint,
        "diagnosis": record.preliminary_diagnosis,
    }
