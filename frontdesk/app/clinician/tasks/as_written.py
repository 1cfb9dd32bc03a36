"""What examinations say of something, clause by clause as they stand: scores, scans, antibodies, powers of ten."""

import re
from collections.abc import Iterator

from frontdesk.app.clinician.quoting import quoted
from frontdesk.app.clinician.task import Chart, Outcome, Spanned, Task, Unavailable
from frontdesk.app.clinician.topics import Topic, TopicKind, topics
from frontdesk.his_adapter.chart import Line, Said
from frontdesk.his_adapter.chart.lines import EXAMINED, TOLD, clauses
from frontdesk.his_adapter.chart.measures import measures
from frontdesk.his_adapter.chart.reading import done_or_not, habits_in
from frontdesk.models.facts import Language, Value

MOST = 12
NUMBER = r"(?:[\d一二两三四五六七八九十]+)"
OFTEN = re.compile(
    r"\b(?:once|twice|(?:one|two|three|four|five|six|\d+) (?:\w+ )?(?:times?|attacks?|episodes?|days?))"
    r" (?:a|per|each|every|in) |\b(?:every|each) (?:\w+ )?(?:day|night|week|month)s?\b"
    rf"|每[天日晚周月年].{{0,4}}{NUMBER}[-~至到\d]*[次回]|{NUMBER}[次回]/[天日周月年]"
    rf"|[近内]{NUMBER}(?:天|周|个?月|年)(?:内)?.{{0,4}}[次回]",
    re.IGNORECASE,
)
WORDS = {
    Language.EN: {"head": "{asked}, as written:", "more": "({count} more between)"},
    Language.ZH: {"head": "{asked}，病历原文：", "more": "（其间还有{count}次）"},
}


class WrittenInputs(Spanned):
    """`about`: what is looked for, in words of either language; `anywhere`: not in examinations alone."""

    about: str
    anywhere: bool = False


class Clause(Value):
    line: Line
    text: str


class Written(Value):
    asked: str
    clauses: tuple[Clause, ...]


def _run(inputs: WrittenInputs, chart: Chart) -> Outcome:
    asked = topics(inputs.about)
    found = []
    for topic in asked:
        told = [
            Clause(line=line, text=part)
            for line in reversed(chart.index.lines)
            if (inputs.anywhere or line.field in EXAMINED) and inputs.holds(line.on) and topic.in_line(line)
            for part in [_part(topic, line)]
            if done_or_not(part, line) is not Said.NOT_DONE
        ]
        if inputs.anywhere:
            told = [*told, *_how_often(topic, inputs, chart)]
            told.sort(key=lambda one: one.line.on)
        if told and not (topic.kind is TopicKind.WORDS and len(topic.codes) > 3):
            found.append(
                Written(asked=topic.called(chart.language), clauses=tuple(told[-(inputs.latest or len(told)) :]))
            )
    if not found:
        names = ", ".join(topic.called(chart.language) for topic in asked) or inputs.about
        raise Unavailable(f"no {names} is on record", f"病历里没有{names}的记录")
    lines = [one.line for each in found for one in each.clauses]
    return Outcome(
        data=tuple(found),
        sources=tuple(dict.fromkeys(f"record {line.record} ({line.on}, {line.department})" for line in lines)),
    )


def _part(topic: Topic, line: Line) -> str:
    """The clause that speaks of it, with those behind it that only go on with numbers: 虾特异性IgE 12.6，蟹8.4."""
    parts = clauses(line.text)
    at = next((at for at, one in enumerate(parts) if topic.in_text(one)), None)
    if at is None:
        return line.text
    units = {one.unit for one in measures(parts[at])}
    end = at + 1
    while units and end < len(parts) and (more := measures(parts[end])) and {one.unit for one in more} <= units:
        end += 1
    if end == at + 1:
        return parts[at]
    start = line.text.index(parts[at])
    return line.text[start : line.text.index(parts[end - 1], start) + len(parts[end - 1])]


def _how_often(topic: Topic, inputs: WrittenInputs, chart: Chart) -> Iterator[Clause]:
    """How often it comes, as visits for it tell in sentences that do not name it."""
    visits = {line.record for line in chart.index.lines if topic.in_line(line) and inputs.holds(line.on)}
    for line in chart.index.lines:
        if line.record in visits and line.field in TOLD | EXAMINED and not topic.in_line(line):
            yield from (
                Clause(line=line, text=part)
                for part in clauses(line.text)
                if OFTEN.search(part) and not habits_in(part)
            )


def _told(found: tuple[Written, ...], chart: Chart) -> Iterator[str]:
    """The first of all and the newest."""
    words = WORDS[chart.language]
    for one in found:
        yield words["head"].format(asked=one.asked)
        shown = one.clauses if len(one.clauses) <= MOST else (one.clauses[0], *one.clauses[-MOST + 1 :])
        for place, clause in enumerate(shown):
            if place == 1 and len(shown) < len(one.clauses):
                yield words["more"].format(count=len(one.clauses) - len(shown))
            yield f"- {quoted(clause.line, chart.language, text=clause.text)}"


TASK = Task(
    name="as_written",
    description="What examinations say of a scan, score, antibody or anything named, clause by clause, oldest first.",
    inputs=WrittenInputs,
    outputs="list of {asked, clauses: list of {date, text}}",
    piped=False,
    run=_run,
    told=_told,
)
