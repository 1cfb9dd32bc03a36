"""Who saw the patient and signed the record of a visit."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from frontdesk.app.clinician.task import Chart, Outcome, Spanned, Task, source_of
from frontdesk.app.clinician.tasks.medicine_list import is_of
from frontdesk.app.clinician.topics import Topic, TopicKind, topics
from frontdesk.models.facts import Language, Value
from frontdesk.models.specialists.medication.prescribed import Change

WORDS = {
    Language.EN: {"signed": "{on} ({department}): signed by {by}; diagnosis: {diagnosis}", "nobody": "nobody yet"},
    Language.ZH: {"signed": "{on}（{department}）：{by}签名，诊断：{diagnosis}", "nobody": "还没有人"},
}
MOST = 5
FIRST = re.compile(r"\b(?:first|originally|initially|to begin with)\b|最早|最初|最先|第一次|首次|一开始", re.IGNORECASE)


class SignedInputs(Spanned):
    """`about`: visits that speak of it alone, in words; empty: any."""

    about: str = ""


class Signed(Value):
    on: date
    department: str
    by: str
    diagnosis: str


def _run(inputs: SignedInputs, chart: Chart) -> Outcome:
    records = chart.spanned(inputs.model_copy(update={"latest": None}))
    asked = [one for one in topics(inputs.about) if one.kind is not TopicKind.WORDS]
    spoken = _changing(asked, chart) or {
        line.record for line in chart.index.lines if any(topic.in_line(line) for topic in asked)
    }
    chosen = [one for one in records if one.outpatient_number in spoken] or records
    if FIRST.search(inputs.about):
        chosen = chosen[::-1]
    chosen = chosen[: inputs.latest or MOST]
    data = tuple(
        Signed(
            on=one.visit_date.date(),
            department=one.department,
            by=one.physician_signature,
            diagnosis=one.preliminary_diagnosis,
        )
        for one in chosen
    )
    return Outcome(data=data, sources=tuple(map(source_of, chosen)))


def _changing(asked: Sequence[Topic], chart: Chart) -> set[int | None]:
    """Records that began, changed or ended one of the medicines."""
    medicines = [one for one in asked if one.kind is TopicKind.MEDICINE]
    return {
        one.note.outpatient_number
        for one in chart.index.medicines
        if one.change is not Change.CONTINUED and any(is_of(topic, one.entry.holds) for topic in medicines)
    }


def _told(found: tuple[Signed, ...], chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    for one in found:
        by = one.by or words["nobody"]
        yield words["signed"].format(on=one.on, department=one.department, by=by, diagnosis=one.diagnosis)


TASK = Task(
    name="signed",
    description="Which doctor saw the patient and signed each visit.",
    inputs=SignedInputs,
    outputs="list of {on, department, by, diagnosis}, newest first",
    piped=False,
    run=_run,
    told=_told,
)
