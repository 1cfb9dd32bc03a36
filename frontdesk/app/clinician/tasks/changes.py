"""This visit against the one before: what is new, what is gone, which values moved, what of the medicines changed."""

from collections.abc import Iterator
from datetime import date

from frontdesk.app.clinician.quoting import quoted
from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable, source_of
from frontdesk.app.clinician.tasks.medicine_list import CHANGES
from frontdesk.app.clinician.tasks.values import Measured, measured, measured_on
from frontdesk.app.clinician.topics import finding_name
from frontdesk.his_adapter.chart import Line, Said
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.facts import Language, Value
from frontdesk.models.knowledge.formulary import plain_name
from frontdesk.models.specialists.medication.prescribed import Change

TOLD = ("chief_complaint", "present_illness_history", "preliminary_diagnosis", "treatment_opinion", "notes")
SEEN = ("chief_complaint", "present_illness_history", "physical_examination", "preliminary_diagnosis")
WORDS = {
    Language.EN: {
        "head": "{last} ({department}) against {before} ({before_department}):",
        "new": "New: {names}.",
        "gone": "Spoken of before, not now: {names}.",
        "denied": "Now denied: {names}.",
        "value": "{called}: {before} → {last}{by}",
        "medicines": "Medicines: {changes}.",
        "same": "no change of medicines is written",
        "only": "Only this visit: {called} {last}",
        "on": " (measured on {on})",
        "gap": ", ",
        "now": "Now:",
        "then": "Then:",
    },
    Language.ZH: {
        "head": "{last}（{department}）与{before}（{before_department}）相比：",
        "new": "新出现：{names}。",
        "gone": "上次提到、这次没提：{names}。",
        "denied": "这次否认：{names}。",
        "value": "{called}：{before} → {last}{by}",
        "medicines": "用药：{changes}。",
        "same": "没有写用药变动",
        "only": "只有这次查了：{called} {last}",
        "on": "（{on}测）",
        "gap": "、",
        "now": "这次：",
        "then": "上次：",
    },
}


class ChangesInputs(Inputs):
    pass


class Moved(Value):
    before: Measured | None
    last: Measured


class Changes(Value):
    """`new`, `gone`, `denied`: findings and problems by their names."""

    last: date
    before: date
    departments: tuple[str, str]
    new: tuple[str, ...]
    gone: tuple[str, ...]
    denied: tuple[str, ...]
    values: tuple[Moved, ...]
    medicines: tuple[str, ...]
    lines: tuple[Line, ...]
    lines_before: tuple[Line, ...]


def _run(inputs: ChangesInputs, chart: Chart) -> Outcome:
    if len(chart.records) < 2:
        raise Unavailable("there is only one visit, so nothing to hold it against", "只有一次就诊，没有可以对比的")
    last = chart.records[0]
    before = next((one for one in chart.records[1:] if one.department == last.department), chart.records[1])
    now, then = _codes(last, chart), _codes(before, chart)
    names = {name: tuple(_names(codes, chart.language)) for name, codes in _moved(now, then)}
    data = Changes(
        last=last.visit_date.date(),
        before=before.visit_date.date(),
        departments=(last.department, before.department),
        values=tuple(_values(last, before, chart)),
        medicines=tuple(_medicines(last, chart)),
        lines=tuple(_lines(last, chart)),
        lines_before=tuple(_lines(before, chart)),
        **names,
    )
    return Outcome(data=data, sources=(source_of(last), source_of(before)))


def _codes(record: OutpatientRecord, chart: Chart) -> dict[str, Said]:
    """What the record says of each finding and problem; so before denied."""
    found: dict[str, Said] = {}
    for one in chart.index.named:
        ours = one.line.record == record.outpatient_number and one.line.field in SEEN
        if ours and found.get(one.code) is not Said.SO:
            found[one.code] = one.said
    return found


def _moved(now: dict[str, Said], then: dict[str, Said]) -> Iterator[tuple[str, list[str]]]:
    yield "new", [code for code, said in now.items() if said is Said.SO and then.get(code) is not Said.SO]
    yield "gone", [code for code, said in then.items() if said is Said.SO and code not in now]
    yield "denied", [code for code, said in now.items() if said is Said.DENIED and then.get(code) is Said.SO]


def _names(codes: list[str], language: Language) -> Iterator[str]:
    yield from dict.fromkeys(name for code in codes if (name := finding_name(code, language)))


def _values(last: OutpatientRecord, before: OutpatientRecord, chart: Chart) -> Iterator[Moved]:
    """Against the visit before; of what was not measured there, against the last time that it was."""
    earlier = {one.test: one for one in measured_on(before, chart)}
    for one in measured_on(last, chart):
        then = earlier.get(one.test) or next(
            (other for other in measured(one.test, chart) if other.date < one.date), None
        )
        yield Moved(before=then, last=one)


def _medicines(last: OutpatientRecord, chart: Chart) -> Iterator[str]:
    words = CHANGES[chart.language]
    for one in chart.index.medicines:
        if one.note.outpatient_number == last.outpatient_number and one.change is not Change.CONTINUED:
            name = plain_name(one.entry.code, chart.language)
            yield f"{name} {words[one.change]} {one.entry.dose}".strip()


def _lines(record: OutpatientRecord, chart: Chart) -> Iterator[Line]:
    return (one for one in chart.index.lines if one.record == record.outpatient_number and one.field in TOLD)


def _told(one: Changes, chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    here, there = one.departments
    yield words["head"].format(last=one.last, department=here, before=one.before, before_department=there)
    for name in ("new", "denied", "gone"):
        if names := getattr(one, name):
            yield words[name].format(names=words["gap"].join(names))
    for moved in one.values:
        if moved.before and moved.before.unit == moved.last.unit:
            by = moved.last.value - moved.before.value
            places = max(moved.last.places, moved.before.places)
            sign = f" ({by:+.{places}f})" if moved.last.second is None else ""
            then = "" if moved.before.date == one.before else words["on"].format(on=moved.before.date)
            yield words["value"].format(
                called=moved.last.called, before=f"{moved.before.written}{then}", last=moved.last.written, by=sign
            )
        else:
            yield words["only"].format(called=moved.last.called, last=moved.last.written)
    yield words["medicines"].format(changes=words["gap"].join(one.medicines) or words["same"])
    yield words["now"]
    yield from (f"- {quoted(line, chart.language)}" for line in one.lines)
    yield words["then"]
    yield from (f"- {quoted(line, chart.language)}" for line in one.lines_before)


TASK = Task(
    name="changes",
    description="The newest visit against the one before it: findings, values and medicines that changed.",
    inputs=ChangesInputs,
    outputs="{new, gone, denied, values: list of {before, last}, medicines}",
    piped=False,
    run=_run,
    told=_told,
)
