"""What a doctor writes of a visit, and how the fields of the outpatient record say it."""

from datetime import date

from frontdesk.his_adapter.operation import Column
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.facts import Language, Value

GAP = {Language.ZH: "；", Language.EN: "; "}
FOLLOW_UP = {Language.ZH: "复诊：{day}", Language.EN: "Follow-up: {day}"}
CODED = {Language.ZH: "{words}（{code}）", Language.EN: "{words} ({code})"}
FIELDS = (Column.PHYSICAL_EXAMINATION, Column.PRELIMINARY_DIAGNOSIS, Column.TREATMENT_OPINION)


class Diagnosis(Value):
    """`code` of the hospital's list; empty of one in free text."""

    code: str = ""
    words: str


class WrittenVisit(Value):
    examination: str = ""
    diagnoses: tuple[Diagnosis, ...] = ()
    prescription: str = ""  # a medicine a line
    plan: str = ""
    follow_up: date | None = None


def as_fields(written: WrittenVisit, language: Language) -> dict[Column, str]:
    """The fields of the record that say it; the prescription goes first: the list of medicines is read from there."""
    follow_up = FOLLOW_UP[language].format(day=written.follow_up.isoformat()) if written.follow_up else ""
    treatment = (*_lines(written.prescription), *_lines(written.plan), follow_up)
    diagnoses = (_told(one, language) for one in written.diagnoses)
    return {
        Column.PHYSICAL_EXAMINATION: written.examination.strip(),
        Column.PRELIMINARY_DIAGNOSIS: GAP[language].join(filter(None, diagnoses)),
        Column.TREATMENT_OPINION: GAP[language].join(filter(None, treatment)),
    }


def as_it_stands(written: WrittenVisit | None, record: OutpatientRecord, language: Language) -> WrittenVisit:
    """What was written, but for fields of the record that say otherwise since: these are read as free text."""
    known = written or WrittenVisit()
    said, fields = as_fields(known, language), {column: str(getattr(record, column)) for column in FIELDS}
    changed = {column for column in FIELDS if fields[column] != said[column]}
    updates: dict[str, object] = {}
    if Column.PHYSICAL_EXAMINATION in changed:
        updates["examination"] = fields[Column.PHYSICAL_EXAMINATION]
    if Column.PRELIMINARY_DIAGNOSIS in changed:
        words = fields[Column.PRELIMINARY_DIAGNOSIS]
        updates["diagnoses"] = (Diagnosis(words=words),) if words else ()
    if Column.TREATMENT_OPINION in changed:
        updates |= {"prescription": "", "plan": fields[Column.TREATMENT_OPINION], "follow_up": None}
    return known.model_copy(update=updates)


def _told(one: Diagnosis, language: Language) -> str:
    words = one.words.strip()
    return CODED[language].format(words=words, code=one.code) if one.code and words else words


def _lines(text: str) -> list[str]:
    return [line.strip().rstrip("；;。.") for line in text.splitlines() if line.strip()]
