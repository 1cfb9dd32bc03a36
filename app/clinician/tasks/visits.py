"""The patient's visits, as records hold them."""

from datetime import date, datetime

from app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable, source_of
from models.facts import Value


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


class VisitsInputs(Inputs):
    latest: int | None = None
    since: date | None = None


def _run(inputs: VisitsInputs, chart: Chart) -> Outcome:
    records = [one for one in chart.records if inputs.since is None or one.visit_date.date() >= inputs.since]
    chosen = records[: inputs.latest]
    if not chosen:
        raise Unavailable("not available: no record of that time")
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


TASK = Task(
    name="visits",
    description="The patient's visits, newest first: complaint, history, findings, tests, diagnosis and treatment.",
    inputs=VisitsInputs,
    outputs="list of {record, date, department, complaint, ..., diagnosis, treatment, notes}",
    piped=True,
    run=_run,
)
