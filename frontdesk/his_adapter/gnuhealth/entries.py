"""One entry of a patient's history out of one row of GNU Health: a condition, a medicine, what an evaluation says."""

from collections.abc import Iterator
from datetime import date, datetime, time

from frontdesk.his_adapter.gnuhealth.patients import names_in, naming
from frontdesk.his_adapter.gnuhealth.values import Row, local, text_in, told_in
from frontdesk.his_adapter.history import HistoryEntry, HistoryKind

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
STATES = {"stopped": "discontinued", "completed": "course_completed", "active": "is_active"}  # the first that is ticked
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
PATIENTS = (*CRITICAL, "critical_info")
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


def critical(kind: HistoryKind, row: Row) -> Iterator[HistoryEntry]:
    """What a patient's page says by a tick or in free words."""
    for name, words in CRITICAL.items():
        if row.get(name) and (name == "crit_allergic") is (kind is HistoryKind.ALLERGY):
            yield HistoryEntry(kind=kind, words=words)
    if kind is HistoryKind.CONDITION and (words := text_in(row, "critical_info")):
        yield HistoryEntry(kind=kind, words=words)


def is_allergy(row: Row) -> bool:
    return bool(row["is_allergy"] or row["allergy_type"])


def disease(kind: HistoryKind, row: Row) -> HistoryEntry:
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


def medication(row: Row) -> HistoryEntry:
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


def diagnoses(row: Row) -> Iterator[HistoryEntry]:
    if words := "; ".join(filter(None, (text_in(row, name) for name in FOUND))):
        yield _entry(row, HistoryKind.CONDITION, words)


def observations(row: Row) -> Iterator[HistoryEntry]:
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
