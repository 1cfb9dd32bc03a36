"""Visits side by side: the values of what is asked at each, and what of the medicines changed among them."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from frontdesk.app.clinician.quoting import quoted
from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Spanned, Task, Unavailable, source_of
from frontdesk.app.clinician.tasks.medicine_list import CHANGES, line_of
from frontdesk.app.clinician.tasks.trend import moved_between
from frontdesk.app.clinician.tasks.values import Measured, called_in, measured, measured_on, standard
from frontdesk.app.clinician.tasks.visits import TASK as VISITS
from frontdesk.app.clinician.tasks.visits import VisitTold
from frontdesk.app.clinician.topics import TopicKind, topics
from frontdesk.his_adapter.chart import Line
from frontdesk.his_adapter.chart.lines import clauses
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.facts import Language, Value
from frontdesk.models.knowledge.formulary import plain_name
from frontdesk.models.specialists.labs_vitals.told import PRESSURE
from frontdesk.models.specialists.medication.prescribed import Change

FIELDS = ("present_illness_history", "chief_complaint", "physical_examination", "preliminary_diagnosis")
POSTURE = re.compile(r"卧位|立位|坐位|站立|\b(?:lying|standing|supine|sitting)\b", re.IGNORECASE)
OF_PRESSURE = re.compile(r"\d{2,3}/\d{2,3}")
WORDS = {
    Language.EN: {
        "head": "Visits of {days} side by side:",
        "none": "{called}: measured at none of these visits",
        "newest": "{called}: measured at none of these visits; the newest {value} ({day})",
        "value": "{called}: {values}{moved}",
        "at": "{day}: {value}",
        "not_then": "{day} not measured",
        "earlier": "{day} not measured (before that {value}, {on})",
        "moved": "; from first to last {moved}",
        "gap": "; ",
        "medicines": "Medicines changed from {first} to {last}:",
        "same": "Medicines from {first} to {last}: no change is written.",
        "change": "- {on} {medicine}: {change} {quote}",
        "and": ", ",
        "of": ": ",
        "untold": "not spoken of",
    },
    Language.ZH: {
        "head": "{days}几次就诊对照：",
        "none": "{called}：这几次都没有测",
        "newest": "{called}：这几次都没有测；最近一次{value}（{day}）",
        "value": "{called}：{values}{moved}",
        "at": "{day}：{value}",
        "not_then": "{day}没有测",
        "earlier": "{day}没有测（之前{value}，{on}）",
        "moved": "；从第一次到最后一次{moved}",
        "gap": "；",
        "medicines": "{first}至{last}用药变动：",
        "same": "{first}至{last}：没有写用药变动。",
        "change": "- {on} {medicine}：{change} {quote}",
        "and": "、",
        "of": "：",
        "untold": "没有提到",
    },
}


class ComparedInputs(Inputs):
    """`times`: in each of them the visit that is meant; `before`: so many visits before the first of these.

    With one time alone it is held against the newest visit, or where it is that, against the one before.
    `tests`: of these the values; without them all that two of the visits have in common. `about`: the question, where
    it names complaints or illnesses: what each visit says of them.
    """

    times: tuple[Spanned, ...] = ()
    before: int = 0
    tests: tuple[str, ...] = ()
    about: str = ""


class Spoken(Value):
    """One complaint or illness at each visit: the sentence that tells of it, None where none does."""

    called: str
    lines: tuple[Line | None, ...]


class Side(Value):
    """One test at each visit: its value, None where it was not measured; `earlier`: the value before a visit.

    `postures`: pressures lying and standing as they are written, empty for a visit that tells one alone.
    """

    called: str
    values: tuple[Measured | None, ...]
    postures: tuple[str, ...]
    earlier: tuple[Measured | None, ...]
    newest: Measured | None


class Changed(Value):
    on: date
    medicine: str
    change: Change
    line: Line


class Compared(Value):
    """`days`, the earliest first; `visits`: what they say, where no test is asked for."""

    days: tuple[date, ...]
    sides: tuple[Side, ...]
    changes: tuple[Changed, ...]
    visits: tuple[VisitTold, ...] = ()
    findings: tuple[Spoken, ...] = ()


def _run(inputs: ComparedInputs, chart: Chart) -> Outcome:
    visits = _visits(inputs, chart)
    if len(visits) < 2:
        raise Unavailable("there is only one visit of that time to compare", "那段时间只有一次就诊，没有可以对比的")
    days = tuple(one.visit_date.date() for one in visits)
    findings = tuple(_spoken(inputs.about, days, chart))
    tests = inputs.tests or (() if findings else tuple(_in_common(visits, chart)))
    told = () if inputs.tests or findings else tuple(_told_of(one, chart) for one in visits)
    data = Compared(
        days=days,
        sides=tuple(_side(test, days, chart) for test in tests),
        changes=tuple(_changes(days, chart)),
        visits=told,
        findings=findings,
    )
    return Outcome(data=data, sources=tuple(map(source_of, visits)))


def _visits(inputs: ComparedInputs, chart: Chart) -> list[OutpatientRecord]:
    """The earliest first."""
    found = [one for time in inputs.times if (one := _visit(time, inputs.tests, chart))]
    if not inputs.times:
        found = list(chart.records[:1])
    if not found:
        return []
    at = max(chart.records.index(one) for one in found)
    found += chart.records[at + 1 : at + 1 + inputs.before]
    if len(found) == 1 and not inputs.before:
        found.append(chart.records[0] if at else chart.records[-1 if len(chart.records) == 1 else 1])
    return sorted({one.outpatient_number: one for one in found}.values(), key=lambda one: one.visit_date)


def _visit(time: Spanned, tests: Sequence[str], chart: Chart) -> OutpatientRecord | None:
    """The newest visit of that time that measured what is asked; else the newest."""
    those = [one for one in chart.records if time.holds(one.visit_date.date())]
    days = {value.date for test in tests for value in measured(standard(test) or test, chart)}
    return next((one for one in those if one.visit_date.date() in days), those[0] if those else None)


def _spoken(about: str, days: Sequence[date], chart: Chart) -> Iterator[Spoken]:
    """Of each finding the story of that day before its complaint and its diagnosis; nothing of what was ordered."""
    for topic in topics(about) if about else ():
        if topic.kind is not TopicKind.FINDING:
            continue
        every = [one for one in chart.index.lines if one.field in FIELDS and topic.in_line(one)]
        every.sort(key=lambda one: FIELDS.index(one.field))
        lines = tuple(next((one for one in every if one.on == day), None) for day in days)
        if any(lines):
            own = topic.words.isascii() is (chart.language is Language.EN)
            yield Spoken(called=topic.words if own else topic.called(chart.language), lines=lines)


def _in_common(visits: Sequence[OutpatientRecord], chart: Chart) -> Iterator[str]:
    """The tests of the last visit that another of them has too."""
    others = {one.test for visit in visits[:-1] for one in measured_on(visit, chart)}
    yield from dict.fromkeys(one.test for one in measured_on(visits[-1], chart) if one.test in others)


def _told_of(visit: OutpatientRecord, chart: Chart) -> VisitTold:
    day = visit.visit_date.date()
    every: Sequence[VisitTold] = VISITS.run(Spanned(since=day, until=day), chart).data
    return next((one for one in every if one.record == visit.outpatient_number), every[0])


def _side(test: str, days: Sequence[date], chart: Chart) -> Side:
    every = measured(standard(test) or test, chart)
    values = tuple(next((one for one in every if one.date == day), None) for day in days)
    return Side(
        called=every[0].called if every else called_in(standard(test) or test, chart.language),
        values=values,
        postures=tuple(_postures(day, chart) if standard(test) == PRESSURE else "" for day in days),
        earlier=tuple(next((one for one in every if one.date < day), None) for day in days),
        newest=every[0] if every else None,
    )


def _postures(day: date, chart: Chart) -> str:
    texts = [one.physical_examination for one in chart.records if one.visit_date.date() == day]
    told = [part for text in texts if POSTURE.search(text) for part in clauses(text) if OF_PRESSURE.search(part)]
    return ", ".join(told)


def _changes(days: Sequence[date], chart: Chart) -> Iterator[Changed]:
    """What was changed at these visits, and at those between."""
    for one in chart.index.medicines:
        if one.change is not Change.CONTINUED and not one.of_history and days[0] <= one.note.on <= days[-1]:
            name = plain_name(one.entry.code, chart.language)
            yield Changed(on=one.note.on, medicine=name, change=one.change, line=line_of(one, chart))


def _told(one: Compared, chart: Chart) -> Iterator[str]:
    words, language = WORDS[chart.language], chart.language
    yield words["head"].format(days=words["and"].join(map(str, one.days)))
    if one.visits:
        yield from (line for visit in one.visits for line in VISITS.told((visit,), chart))
    for found in one.findings:
        told = (
            f"{day}{words['of']}{f'“{line.text}”' if line else words['untold']}"
            for day, line in zip(one.days, found.lines, strict=True)
        )
        yield f"{found.called}{words['of']}{words['gap'].join(told)}"
    yield from (_side_told(side, one.days, language) for side in one.sides)
    span = {"first": one.days[0], "last": one.days[-1]}
    yield words["medicines" if one.changes else "same"].format(**span)
    for change in one.changes:
        yield words["change"].format(
            on=change.on,
            medicine=change.medicine,
            change=CHANGES[language][change.change],
            quote=quoted(change.line, language),
        )


def _side_told(side: Side, days: Sequence[date], language: Language) -> str:
    words = WORDS[language]
    there = [value for value in side.values if value]
    if not there:
        if side.newest is None:
            return words["none"].format(called=side.called)
        return words["newest"].format(called=side.called, value=side.newest.written, day=side.newest.date)
    told = words["gap"].join(
        f"{day}{words['of']}{posture}" if posture else _at(day, value, earlier, words)
        for day, value, earlier, posture in zip(days, side.values, side.earlier, side.postures, strict=True)
    )
    alike = len(there) > 1 and there[0].unit == there[-1].unit and not any(side.postures)
    moved = words["moved"].format(moved=moved_between(there[0], there[-1], language)) if alike else ""
    return words["value"].format(called=side.called, values=told, moved=moved)


def _at(day: date, value: Measured | None, earlier: Measured | None, words: dict[str, str]) -> str:
    if value:
        return words["at"].format(day=day, value=value.written)
    if earlier:
        return words["earlier"].format(day=day, value=earlier.written, on=earlier.date)
    return words["not_then"].format(day=day)


TASK = Task(
    name="compared",
    description="Visits of several months side by side, or a visit with those before: values, changes of medicines.",
    inputs=ComparedInputs,
    outputs="{days, sides: list of {called, values}, changes: list of {on, medicine, change}}",
    piped=False,
    run=_run,
    told=_told,
)
