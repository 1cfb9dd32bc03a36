"""A verified patient's chart at a glance for the board, from the readers of the doctor's page."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from frontdesk.app.web.authorisation import current_member
from frontdesk.app.web.board_schemas import ChartLine, ChartView, LastVisit
from frontdesk.app.web.medicine_lines import medicine_lines
from frontdesk.app.web.on_file import on_file
from frontdesk.app.web.parts import Parts
from frontdesk.app.web.schemas import OnFileKind
from frontdesk.his_adapter.history import NOTHING, ClinicalHistory, HistoryKind
from frontdesk.his_adapter.medical_names import allergies_in
from frontdesk.his_adapter.medicines import medicines_of
from frontdesk.his_adapter.records import OutpatientRecord, Patient


def glance(parts: Parts, patient_id: str, *, but: int | None = None) -> ChartView:
    """`but`: the record that today's session handed over. Raises NotFound and HospitalAway."""
    patient = parts.hospital.patients.patient(patient_id)
    records = [one for one in parts.records.of_patient(patient_id) if one.outpatient_number != but]
    history = parts.desk.clinical_history(current_member(), patient_id) or NOTHING
    parts.looks.at("chart", patients=[patient_id], records=[one.outpatient_number for one in records])
    return chart_view(patient, records, history, today=parts.clock().date())


def chart_view(
    patient: Patient, records: Sequence[OutpatientRecord], history: ClinicalHistory, *, today: date
) -> ChartView:
    """`records`: the patient's earlier ones, newest first."""
    allergies = _lines(records, history, OnFileKind.ALLERGY, HistoryKind.ALLERGY)
    return ChartView(
        patient_id=patient.patient_id,
        name=patient.name,
        sex=patient.sex,
        birth_date=patient.birth_date,
        allergies=allergies,
        denied=None if allergies else _denied(records),
        problems=_lines(records, history, OnFileKind.PROBLEM, HistoryKind.CONDITION),
        medicines=medicine_lines(medicines_of(None, records, today=today, history=history)),
        last_visit=_last(records),
        visits=len(records),
        unread=bool(history.not_asked),
    )


def _lines(
    records: Sequence[OutpatientRecord], history: ClinicalHistory, kind: OnFileKind, theirs: HistoryKind
) -> list[ChartLine]:
    """Each thing once, what this hospital's records say first."""
    found = [*_ours(records, kind), *_theirs(history, theirs)]
    return list({one.words.casefold(): one for one in reversed(found)}.values())[::-1]


def _ours(records: Sequence[OutpatientRecord], kind: OnFileKind) -> Iterator[ChartLine]:
    those = (one for one in on_file(records, None) if one.kind is kind)
    yield from (ChartLine(words=one.words, source=one.department, on=one.date.date()) for one in those)


def _theirs(history: ClinicalHistory, kind: HistoryKind) -> Iterable[ChartLine]:
    for one in history.of(kind):
        if not one.against:
            words = " ".join(filter(None, (one.words, one.value)))
            yield ChartLine(words=words, source=one.source, on=one.date.date() if one.date else None)


def _denied(records: Sequence[OutpatientRecord]) -> ChartLine | None:
    """The newest record that says that there is no allergy; an empty field says nothing."""
    for one in records:
        field = one.drug_allergy_history.strip()
        if field and not allergies_in(field):
            return ChartLine(words=field, source=one.department, on=one.visit_date.date())
    return None


def _last(records: Sequence[OutpatientRecord]) -> LastVisit | None:
    if not records:
        return None
    newest = records[0]
    return LastVisit(
        outpatient_number=newest.outpatient_number or 0,
        date=newest.visit_date,
        department=newest.department,
        complaint=newest.chief_complaint,
        diagnosis=newest.preliminary_diagnosis,
    )
