"""Imaging and electrocardiograms, as the sentences of records that tell of them."""

import re
from datetime import date
from typing import Literal

from app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable, source_of
from models.facts import Value

KINDS = {
    "imaging": re.compile(
        r"CT|MRI|磁共振|核磁|B超|彩超|超声|胸片|X线|X光|平片|片示|造影|内镜|胃镜|肠镜"
        r"|\b(?:x-?ray|ultrasound|echo(?:cardiogram)?|scan|radiograph|endoscopy|gastroscopy|colonoscopy)\b",
        re.IGNORECASE,
    ),
    "ecg": re.compile(r"心电图|\b(?:ECG|EKG|electrocardiogram|Holter)\b|动态心电", re.IGNORECASE),
}
SENTENCE = re.compile(r"[^。；;\n]+[。；;]?|[^.\n]+\.")


class Report(Value):
    date: date
    text: str
    record: int


class ReportsInputs(Inputs):
    kind: Literal["imaging", "ecg"]
    since: date | None = None


def _run(inputs: ReportsInputs, chart: Chart) -> Outcome:
    found, sources = [], []
    for record in chart.records:
        if inputs.since and record.visit_date.date() < inputs.since:
            continue
        sentences = [s.strip() for s in SENTENCE.findall(record.auxiliary_examination) if KINDS[inputs.kind].search(s)]
        if sentences:
            day, number = record.visit_date.date(), record.outpatient_number or 0
            found.append(Report(date=day, text=" ".join(sentences), record=number))
            sources.append(source_of(record))
    if not found:
        raise Unavailable(f"not available: no record tells of {inputs.kind}")
    return Outcome(data=tuple(found), sources=tuple(sources))


TASK = Task(
    name="reports",
    description="What records tell of imaging, or of electrocardiograms, newest first.",
    inputs=ReportsInputs,
    outputs="list of {date, text, record}",
    piped=False,
    run=_run,
)
