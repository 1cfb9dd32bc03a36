"""A record as an evaluation of GNU Health says it, and back; what has no field there is in its notes by headings."""

from datetime import date
from hashlib import sha256

from frontdesk.his_adapter.gnuhealth.patients import GnuHealthPatients, names_in, naming
from frontdesk.his_adapter.gnuhealth.values import Row, local, text_in, told_in, utc
from frontdesk.his_adapter.records import Level, OutpatientRecord, Visit

EVALUATION = "gnuhealth.patient.evaluation"
COMPLAINT, DETAILS = "chief_complaint", "notes_complaint"  # the first is one line, which the server sees to
TEXTS = {  # ours and theirs
    "present_illness_history": "present_illness",
    "physical_examination": "evaluation_summary",
    "preliminary_diagnosis": "info_diagnosis",
    "treatment_opinion": "directions",
}
HEADINGS = {
    "past_history": "【既往史 Past history】",
    "drug_allergy_history": "【过敏史 Allergies】",
    "auxiliary_examination": "【辅助检查 Investigations】",
    "notes": "【备注 Notes】",
}
URGENCIES = {Level.A: "c", Level.B: "b"}  # a medical emergency, urgent; all else is normal
GENDERS = {"m": "male", "f": "female"}
FINISHED = frozenset({"done", "signed"})
FIELDS = (
    COMPLAINT,
    DETAILS,
    *TEXTS.values(),
    "notes",
    "state",
    "evaluation_start",
    "diagnosis.rec_name",
    "specialty.name",
    "patient.puid",
    *naming("patient."),
    "patient.party.dob",
    "patient.party.gender",
    *naming("signed_by."),
)


def code_of(ours: str, key: str) -> str:
    """No two evaluations have the same code, which the server sees to: of two tries one is refused."""
    return f"{ours}-{sha256(key.encode()).hexdigest()[:24]}"


def told(visit: Visit) -> Row:
    """What a version of the record says; who and when stay as they are."""
    record, summary = visit.record, visit.summary
    level = summary.level if summary is not None else None
    texts = {theirs: getattr(record, ours) or None for ours, theirs in TEXTS.items()}
    return {
        **texts,
        COMPLAINT: _line(record.chief_complaint) or None,
        DETAILS: record.chief_complaint if record.chief_complaint != _line(record.chief_complaint) else None,
        "notes": _notes(record) or None,
        "evaluation_start": utc(record.visit_date),
        "urgency": URGENCIES.get(level, "a") if level is not None else "a",
    }


def record_of(row: Row, patients: GnuHealthPatients) -> OutpatientRecord:
    """An evaluation that others wrote has no headings: its notes are notes."""
    visited = local(row["evaluation_start"])
    texts = {ours: text_in(row, theirs) for ours, theirs in TEXTS.items()}
    diagnoses = filter(None, (text_in(row, "diagnosis.rec_name"), texts.pop("preliminary_diagnosis")))
    signed = row["state"] in FINISHED
    return OutpatientRecord(
        patient_id=patients.number(text_in(row, "patient.puid")),
        name=next(iter(names_in(row, "patient.")), ""),
        gender=GENDERS.get(text_in(row, "patient.party.gender"), ""),
        age=_age(told_in(row, "patient.party.dob"), visited.date()),
        department=text_in(row, "specialty.name"),
        visit_date=visited,
        chief_complaint=_complaint(row),
        preliminary_diagnosis="; ".join(diagnoses),
        physician_signature=next(iter(names_in(row, "signed_by.")), "") if signed else "",
        **texts,
        **_parts(text_in(row, "notes")),
    )


def _line(text: str) -> str:
    return " ".join(text.split())


def _complaint(row: Row) -> str:
    """In full, where its line is only that."""
    line, details = text_in(row, COMPLAINT), text_in(row, DETAILS)
    return details if _line(details) == line else line


def _notes(record: OutpatientRecord) -> str:
    told = {name: getattr(record, name) for name in HEADINGS}
    return "\n".join(f"{HEADINGS[name]}\n{text}" for name, text in told.items() if text)


def _parts(notes: str) -> dict[str, str]:
    """What stands before the first heading is notes."""
    names = {heading: name for name, heading in HEADINGS.items()}
    parts: dict[str, list[str]] = {name: [] for name in HEADINGS}
    name = "notes"
    for line in notes.splitlines():
        if line.strip() in names:
            name = names[line.strip()]
        else:
            parts[name].append(line)
    return {name: "\n".join(lines).strip() for name, lines in parts.items()}


def _age(born: date | None, on: date) -> str:
    if born is None:
        return ""
    months = (on.year - born.year) * 12 + on.month - born.month - (on.day < born.day)
    return f"{months // 12} years" if months >= 24 else f"{months} months"
