"""Imaging and electrocardiograms, as the sentences of records that tell of them."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Literal

from frontdesk.app.clinician.searching import speaks_of
from frontdesk.app.clinician.task import Chart, Outcome, Spanned, Task, Unavailable, source_of
from frontdesk.his_adapter.chart.lines import sentences
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.facts import Language, Value

MOST = 6
FLAGS = re.IGNORECASE | re.ASCII  # a Chinese character beside a Latin word is no part of it
Kind = Literal["ct", "mri", "ultrasound", "echo", "x_ray", "endoscopy", "angiography", "pathology"]
KINDS: dict[Kind, str] = {
    "ct": r"CT|HRCT|计算机断层|\bCT\b",
    "mri": r"MRI|MRA|磁共振|核磁",
    "echo": r"超声心动|心脏(?:彩超|超声|B超)|心超|射血分数|EF ?\d"
    r"|\becho(?:cardiogra\w+)?\b|\bejection fraction\b|\bLVEF\b",
    "ultrasound": r"B超|彩超|超声|\bultraso\w+|\bdoppler\b",
    "x_ray": r"胸片|X线|X光|平片|片示|骨龄|钼靶|\bx-?rays?\b|\bradiograph\w*|\bchest film\b|\bmammogra\w+",
    "endoscopy": r"内镜|胃镜|肠镜|气管镜|膀胱镜|喉镜|\b(?:endo|gastro|colono|cysto|broncho)scop\w+",
    "angiography": r"造影|\bangiogra\w+",
    "pathology": r"病理|穿刺|活检|\bbiops\w+|\bhistolog\w+|\bpatholog\w+",
}
ANY = re.compile("|".join([*KINDS.values(), r"影像|骨密度|\b(?:scans?|imaging|DXA|DEXA)\b"]), FLAGS)
ECG = re.compile(r"心电|\b(?:ECG|EKG|electrocardiogra\w+|Holter)\b", FLAGS)


NONE_LATER = {Language.EN: " (no later one on record)", Language.ZH: "（之后没有再做的记录）"}


class Report(Value):
    """`last`: no later record tells of one."""

    date: date
    text: str
    record: int
    last: bool


class ReportsInputs(Spanned):
    """`about`: words of what is looked for, an organ say; only reports that speak of it, where any does."""

    about: str = ""


class ImagingInputs(ReportsInputs):
    kind: Kind | None = None


def _imaging(inputs: ImagingInputs, chart: Chart) -> Outcome:
    wanted = re.compile(KINDS[inputs.kind], FLAGS) if inputs.kind else ANY
    return _found(inputs, wanted, chart, Unavailable("no such imaging is on record", "病历里没有这项影像检查"))


def _ecg(inputs: ReportsInputs, chart: Chart) -> Outcome:
    return _found(inputs, ECG, chart, Unavailable("no ECG is on record", "病历里没有心电图"))


def _found(inputs: ReportsInputs, wanted: re.Pattern[str], chart: Chart, missing: Unavailable) -> Outcome:
    reports = []
    for record in chart.spanned(inputs.model_copy(update={"latest": None})):
        told = [one for one in sentences(_of(record)) if wanted.search(one)]
        if told:
            gap = "；" if chart.language is Language.ZH else "; "
            report = Report(
                date=record.visit_date.date(),
                text=gap.join(told),
                record=record.outpatient_number or 0,
                last=_is_last(record, wanted, chart),
            )
            reports.append((report, source_of(record)))
    if not reports:
        raise missing
    closest = [one for one in reports if speaks_of(one[0].text, inputs.about)] or reports
    chosen = closest[: inputs.latest]
    return Outcome(data=tuple(one for one, _ in chosen), sources=tuple(source for _, source in chosen))


def _told(reports: tuple[Report, ...], chart: Chart) -> Iterator[str]:
    """The newest first; that there is no later one is told, for "has it been repeated?"."""
    gap = ": " if chart.language is Language.EN else "："
    for one in reports[:MOST]:
        yield f"{one.date}{gap}{one.text}{NONE_LATER[chart.language] if one.last else ''}"


def _is_last(record: OutpatientRecord, wanted: re.Pattern[str], chart: Chart) -> bool:
    later = [one for one in chart.records if one.visit_date > record.visit_date]
    return record.visit_date.date() < chart.now.date() and not any(wanted.search(_of(one)) for one in later)


def _of(record: OutpatientRecord) -> str:
    return f"{record.auxiliary_examination}\n{record.physical_examination}"


OUTPUTS = "list of {date, text, record}, newest first"
TASKS = (
    Task(
        name="imaging",
        description="What records tell of CT, MRI, ultrasound, X-ray, endoscopy, biopsy and the like.",
        inputs=ImagingInputs,
        outputs=OUTPUTS,
        piped=False,
        run=_imaging,
        told=_told,
    ),
    Task(
        name="ecg",
        description="What records tell of electrocardiograms.",
        inputs=ReportsInputs,
        outputs=OUTPUTS,
        piped=False,
        run=_ecg,
        told=_told,
    ),
)
