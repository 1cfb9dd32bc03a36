"""The patient's visits, as records hold them, and what changed from each to the next."""

from collections.abc import Iterator
from datetime import datetime

from frontdesk.app.clinician.task import Chart, Outcome, Spanned, Task, source_of
from frontdesk.models.facts import Language, Value

MOST = 6
WORDS = {
    Language.EN: {
        "count": "{count} visits to {department}, {first} to {last}, the newest first:",
        "complaint": "complaint",
        "examination": "examination",
        "tests": "tests",
        "diagnosis": "diagnosis",
        "treatment": "treatment",
        "more": "and {count} earlier ones",
    },
    Language.ZH: {
        "count": "{department}的{count}次就诊，{first}至{last}，最近的在前：",
        "complaint": "主诉",
        "examination": "查体",
        "tests": "检查",
        "diagnosis": "诊断",
        "treatment": "处理",
        "more": "更早的还有{count}次",
    },
}


class VisitTold(Value):
    """What one record says, field by field; empty fields stay empty."""

    record: int
    date: datetime
    department: str
    complaint: str
    present_illness: str
    past_history: str
    allergies: str
    examination: str
    tests: str
    diagnosis: str
    treatment: str
    notes: str


def _run(inputs: Spanned, chart: Chart) -> Outcome:
    chosen = chart.spanned(inputs)
    told = tuple(
        VisitTold(
            record=one.outpatient_number or 0,
            date=one.visit_date,
            department=one.department,
            complaint=one.chief_complaint,
            present_illness=one.present_illness_history,
            past_history=one.past_history,
            allergies=one.drug_allergy_history,
            examination=one.physical_examination,
            tests=one.auxiliary_examination,
            diagnosis=one.preliminary_diagnosis,
            treatment=one.treatment_opinion,
            notes=one.notes,
        )
        for one in chosen
    )
    return Outcome(data=told, sources=tuple(map(source_of, chosen)))


def _told(visits: tuple[VisitTold, ...], chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    if len(visits) > 1:
        yield words["count"].format(
            count=len(visits),
            department=visits[0].department,
            first=f"{visits[-1].date:%Y-%m-%d}",
            last=f"{visits[0].date:%Y-%m-%d}",
        )
    yield from (_visit(one, chart.language) for one in visits[:MOST])
    if len(visits) > MOST:
        yield words["more"].format(count=len(visits) - MOST)


def _visit(visit: VisitTold, language: Language) -> str:
    words, gap = WORDS[language], "：" if language is Language.ZH else ": "
    fields = ("complaint", "examination", "tests", "diagnosis", "treatment")
    told = "; ".join(f"{words[name]}{gap}{text.rstrip('。.')}" for name in fields if (text := getattr(visit, name)))
    return f"{visit.date:%Y-%m-%d}{gap}{told}"


TASK = Task(
    name="visits",
    description="The patient's visits: complaint, history, findings, tests, diagnosis and treatment.",
    inputs=Spanned,
    outputs="list of {record, date, department, complaint, ..., diagnosis, treatment, notes}, newest first",
    piped=True,
    run=_run,
    told=_told,
)
