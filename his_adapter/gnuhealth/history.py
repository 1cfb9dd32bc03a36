"""What GNU Health keeps on a patient beside evaluations: conditions with allergies, medication, what was measured.

Each kind is asked for by itself; of one that could not be asked it is said so, never that there is none.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, time
from itertools import chain
from typing import NamedTuple

import structlog

from his_adapter.access import Narrowed
from his_adapter.errors import HospitalError, NotFound
from his_adapter.gnuhealth.client import Client
from his_adapter.gnuhealth.evaluations import EVALUATION
from his_adapter.gnuhealth.patients import PATIENT, GnuHealthPatients, names_in, naming
from his_adapter.gnuhealth.values import Row, local, text_in, told_in
from his_adapter.history import COLUMNS, ClinicalHistory, HistoryEntry, HistoryKind, newest_first
from his_adapter.matching import one_term
from his_adapter.operation import Column

log = structlog.get_logger()

LOOKED_THROUGH = 500  # rows of one kind
DISEASE, MEDICATION = "gnuhealth.patient.disease", "gnuhealth.patient.medication"
DISEASES = (
    "pathology.name",
    "disease_severity",
    "status",
    "short_comment",
    "extra_info",
    "is_active",
    "is_allergy",
    "allergy_type",
    "diagnosed_date",
    "healed_date",
    *naming("healthprof."),
)
MEDICATIONS = (
    "medicament.rec_name",
    "medicament.active_component",
    "dose",
    "dose_unit.rec_name",
    "common_dosage.rec_name",
    "adverse_reaction",
    "is_active",
    "discontinued",
    "discontinued_reason",
    "course_completed",
    "start_treatment",
    *naming("healthprof."),
)
SEVERITIES = {"1_mi": "mild", "2_mo": "moderate", "3_sv": "severe"}
COURSES = {"a": "acute", "c": "chronic", "u": "unchanged", "h": "healed", "i": "improving", "w": "worsening"}
CRITICAL = {  # what a patient's page says without a row of its own
    "crit_allergic": "known serious allergic reactions",
    "crit_dbt": "diabetes",
    "crit_hbp": "high blood pressure",
    "crit_cardio": "cardiovascular disease",
    "crit_mental": "mental health",
    "crit_nutrition": "nutrition",
    "crit_cancer": "cancer",
    "crit_immuno": "immunocompromised or autoimmune",
    "crit_cognitive": "cognitive issues",
    "crit_social": "serious social or family issues",
}
MEASURED = {  # of an evaluation: what it is, and its unit there
    "temperature": ("temperature", "°C"),
    "systolic": ("systolic pressure", "mmHg"),
    "diastolic": ("diastolic pressure", "mmHg"),
    "bpm": ("heart rate", "/min"),
    "respiratory_rate": ("respiratory rate", "/min"),
    "osat": ("oxygen saturation", "%"),
    "glycemia": ("blood glucose", "mg/dL"),
    "hba1c": ("HbA1c", "mmol/mol"),
    "cholesterol_total": ("cholesterol", "mg/dL"),
    "hdl": ("HDL", "mg/dL"),
    "ldl": ("LDL", "mg/dL"),
    "tag": ("triglycerides", "mg/dL"),
    "weight": ("weight", "kg"),
    "height": ("height", "cm"),
    "bmi": ("BMI", "kg/m²"),
}
FOUND = ("diagnosis.name", "info_diagnosis")
SEEN = "evaluation_summary"
EVALUATIONS = ("code", "evaluation_start", "specialty.code", *naming("healthprof."), *FOUND, SEEN, *MEASURED)


class Rows(NamedTuple):
    found: list[Row]
    cut: bool


class GnuHealthHistory:
    def __init__(self, client: Client, patients: GnuHealthPatients, ours: str) -> None:
        self._client = client
        self._patients = patients
        self._own = f"{ours}-"  # what the codes of our own evaluations begin with

    def read(self, narrowed: Narrowed) -> ClinicalHistory:
        """Of the patient that the operation names, the kinds whose columns it shows. Raises NotFound, HospitalAway."""
        number = narrowed.rows.patient_id or one_term(narrowed.operation.condition, Column.PATIENT_ID) or ""
        person = self._patients.row_id(number)
        if person is None:
            raise NotFound(f"patient {number}")
        asked: dict[HistoryKind, ClinicalHistory] = {}
        wanted = [kind for kind in HistoryKind if COLUMNS[kind] in narrowed.operation.columns]
        for kind in wanted:
            try:
                asked[kind] = self._of_kind(kind, person, narrowed.rows.department_id)
            except HospitalError as error:
                log.warning("history_not_asked", kind=kind, error=type(error).__name__)
        return ClinicalHistory(
            entries=newest_first(chain.from_iterable(one.entries for one in asked.values())),
            asked=tuple(asked),
            not_asked=tuple(kind for kind in wanted if kind not in asked),
            hidden=sum(one.hidden for one in asked.values()),
            cut=any(one.cut for one in asked.values()),
        )

    def _of_kind(self, kind: HistoryKind, person: int, department_id: str | None) -> ClinicalHistory:
        match kind:
            case HistoryKind.ALLERGY:
                return self._diseases(kind, person)
            case HistoryKind.CONDITION:
                kept, found = self._diseases(kind, person), self._evaluated(_diagnoses, person, department_id)
                entries = (*kept.entries, *found.entries)
                return ClinicalHistory(entries=entries, hidden=found.hidden, cut=kept.cut or found.cut)
            case HistoryKind.MEDICINE:
                rows = self._rows(MEDICATION, person, MEDICATIONS, "-start_treatment")
                return ClinicalHistory(entries=tuple(map(_medication, rows.found)), cut=rows.cut)
            case HistoryKind.OBSERVATION:
                return self._evaluated(_observations, person, department_id)

    def _diseases(self, kind: HistoryKind, person: int) -> ClinicalHistory:
        rows = self._rows(DISEASE, person, DISEASES, "-diagnosed_date")
        those = [row for row in rows.found if _is_allergy(row) is (kind is HistoryKind.ALLERGY)]
        ticked = self._critical(kind, person)
        return ClinicalHistory(entries=(*ticked, *(_disease(kind, row) for row in those)), cut=rows.cut)

    def _evaluated(
        self, told: Callable[[Row], Iterator[HistoryEntry]], person: int, department_id: str | None
    ) -> ClinicalHistory:
        """Of evaluations that others wrote. Who is limited to a department sees its own, and those of no specialty."""
        rows = self._rows(EVALUATION, person, EVALUATIONS, "-evaluation_start")
        shown: list[HistoryEntry] = []
        hidden = 0
        for row in rows.found:
            entries = [] if str(row["code"]).startswith(self._own) else list(told(row))
            if department_id is None or text_in(row, "specialty.code") in ("", department_id):
                shown += entries
            else:
                hidden += len(entries)
        return ClinicalHistory(entries=tuple(shown), hidden=hidden, cut=rows.cut)

    def _rows(self, model: str, person: int, fields: Sequence[str], order: str) -> Rows:
        found = self._client.search(
            model, [("patient", "=", person)], fields, order=(order, "-id"), limit=LOOKED_THROUGH + 1
        )
        return Rows(found[:LOOKED_THROUGH], len(found) > LOOKED_THROUGH)

    def _critical(self, kind: HistoryKind, person: int) -> Iterator[HistoryEntry]:
        """What a patient's page says by a tick or in free words."""
        row = self._client.one(PATIENT, person, (*CRITICAL, "critical_info")) or {}
        for name, words in CRITICAL.items():
            if row.get(name) and (name == "crit_allergic") is (kind is HistoryKind.ALLERGY):
                yield HistoryEntry(kind=kind, words=words)
        if kind is HistoryKind.CONDITION and (words := text_in(row, "critical_info")):
            yield HistoryEntry(kind=kind, words=words)


def _is_allergy(row: Row) -> bool:
    return bool(row["is_allergy"] or row["allergy_type"])


def _disease(kind: HistoryKind, row: Row) -> HistoryEntry:
    over = row["status"] == "h" or row["healed_date"] is not None
    told = (
        SEVERITIES.get(row["disease_severity"] or ""),
        COURSES.get(row["status"] or ""),
        text_in(row, "short_comment"),
        text_in(row, "extra_info"),
    )
    return HistoryEntry(
        kind=kind,
        words=text_in(row, "pathology.name"),
        value="; ".join(filter(None, told)),
        status="resolved" if over else "active" if row["is_active"] else "inactive",
        source=_by(row),
        **_dated(row["diagnosed_date"]),
    )


def _medication(row: Row) -> HistoryEntry:
    status = next((name for name, flag in STATES.items() if row[flag]), "")
    dose = f"{row['dose']:g} {text_in(row, 'dose_unit.rec_name')}".strip() if row["dose"] else ""
    reaction = text_in(row, "adverse_reaction")
    name, holds = text_in(row, "medicament.rec_name"), text_in(row, "medicament.active_component")
    stopped = text_in(row, "discontinued_reason")
    told = (
        dose,
        text_in(row, "common_dosage.rec_name"),
        f"stopped because: {stopped}" if stopped else "",
        f"adverse reactions: {reaction}" if reaction else "",
    )
    started = row["start_treatment"]
    return HistoryEntry(
        kind=HistoryKind.MEDICINE,
        words=f"{name} ({holds})" if holds and holds.casefold() not in name.casefold() else name,
        value="; ".join(filter(None, told)),
        status=status,
        source=_by(row),
        **_dated(local(started).date() if started else None),
    )


STATES = {"stopped": "discontinued", "completed": "course_completed", "active": "is_active"}


def _diagnoses(row: Row) -> Iterator[HistoryEntry]:
    if words := "; ".join(filter(None, (text_in(row, name) for name in FOUND))):
        yield _entry(row, HistoryKind.CONDITION, words)


def _observations(row: Row) -> Iterator[HistoryEntry]:
    if seen := text_in(row, SEEN):
        yield _entry(row, HistoryKind.OBSERVATION, "clinical and physical", seen)
    for name, (words, unit) in MEASURED.items():
        if (value := told_in(row, name)) is not None:
            yield _entry(row, HistoryKind.OBSERVATION, words, f"{value:g} {unit}")


def _entry(row: Row, kind: HistoryKind, words: str, value: str = "") -> HistoryEntry:
    day = _dated(local(row["evaluation_start"]).date())
    return HistoryEntry(kind=kind, words=words, value=value, source=_by(row), **day)


def _by(row: Row) -> str:
    return next(iter(names_in(row, "healthprof.")), "")


def _dated(day: date | None) -> dict[str, object]:
    return {"date": datetime.combine(day, time()), "on": day.isoformat()} if day is not None else {}
