"""What examinations say of something, clause by clause as they stand: scores, scans, antibodies, powers of ten."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from frontdesk.app.clinician.quoting import quoted
from frontdesk.app.clinician.task import Chart, Outcome, Spanned, Task, Unavailable
from frontdesk.app.clinician.tasks.done import Planned, outstanding, said_of
from frontdesk.app.clinician.topics import Topic, TopicKind, topics
from frontdesk.his_adapter.chart import Line, Said
from frontdesk.his_adapter.chart.lines import EXAMINED, TOLD, clauses
from frontdesk.his_adapter.chart.measures import measures
from frontdesk.his_adapter.chart.reading import done_or_not, examinations, habits_in
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
    Language.EN: {
        "head": "{asked}, as written:",
        "more": "({count} more between)",
        "course": "{asked}: first {first} ({first_on}), highest {high} ({high_on}), lowest {low}"
        " ({low_on}), latest {last} ({last_on});"
        " {moved}.",
        "down": "it has come down since the highest",
        "up": "the latest is the highest",
        "same": "unchanged",
    },
    Language.ZH: {
        "head": "{asked}，病历原文：",
        "more": "（其间还有{count}次）",
        "course": "{asked}：最早{first}（{first_on}），最高{high}（{high_on}），最低{low}（{low_on}），"
        "最近{last}（{last_on}）；{moved}。",
        "down": "比最高时下降了",
        "up": "最近一次最高，上升",
        "same": "没有变化",
    },
}
# A figure right behind the name of what is measured, and no part of a name itself (FEV1); also a power of ten or a
# limit: "4.6×10⁶IU/mL", "<20 IU/mL".
FIGURE = re.compile(
    r"(?:|[^\d<＜≤，。；,;]{1,8}?(?<![a-z]))(?P<written>(?P<below>低于|小于|不足|<|＜|≤|\b(?:below|under|less than))?"
    r"\s*(?P<n>\d[\d,]*(?:\.\d+)?)"
    r"(?:\s*[×xX*]\s*10\s*(?:\^\s*(?P<caret>\d+)|(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹]+)|[eE]?(?P<plain>\d)(?=\s*[a-zA-Z])))?"
    r"\s*(?P<unit>[a-zA-Zμµ]+(?:/[a-zA-Z]+)?|%)?)",
    re.IGNORECASE,
)
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


class WrittenInputs(Spanned):
    """`about`: what is looked for, in words of either language; `anywhere`: not in examinations alone."""

    about: str
    anywhere: bool = False


# Of a test over some hours the later figures: 1小时9.8, "two hours 7.6".
HOURS_LATER = re.compile(
    r"(?:服糖|服药|餐|用药)?后?\s*[\d一二两三半.]+\s*(?:个?小时|分钟|h(?![a-z])|min)"
    r"|(?:at )?(?:one|two|three|\d+)[ -](?:hours?|minutes?)\b",
    re.IGNORECASE,
)


HEAD = re.compile(r"[^:：]{1,24}[:：]")


class Clause(Value):
    line: Line
    text: str


class Figure(Value):
    """`below`: it is a limit, and less than the same figure by itself."""

    on: date
    written: str
    value: float
    below: bool
    unit: str

    @property
    def order(self) -> tuple[float, bool]:
        return self.value, not self.below


class Written(Value):
    """`figures`: those of them that a figure stands in, the earliest first. `planned`: what was to come and did not."""

    asked: str
    clauses: tuple[Clause, ...]
    figures: tuple[Figure, ...] = ()
    planned: tuple[Planned, ...] = ()


def _run(inputs: WrittenInputs, chart: Chart) -> Outcome:
    asked = topics(inputs.about)
    found = []
    for topic in asked:
        told = [
            Clause(line=line, text=part)
            for line in reversed(chart.index.lines)
            if (inputs.anywhere or line.field in EXAMINED) and inputs.holds(line.on) and topic.in_line(line)
            for part in [_part(topic, line)]
            if done_or_not(_clause(topic, line), line) is not Said.NOT_DONE
        ]
        if inputs.anywhere:
            told = [*told, *_how_often(topic, inputs, chart)]
            told.sort(key=lambda one: one.line.on)
        if told and not (topic.kind is TopicKind.WORDS and len(topic.codes) > 3):
            shown = tuple(told[-(inputs.latest or len(told)) :])
            figures = _figures(topic, shown) if topic.kind is TopicKind.EXAMINATION else ()
            planned = outstanding(topic, chart) if topic.kind is TopicKind.EXAMINATION else ()
            found.append(Written(asked=topic.called(chart.language), clauses=shown, figures=figures, planned=planned))
    if not found:
        names = ", ".join(topic.called(chart.language) for topic in asked) or inputs.about
        raise Unavailable(f"no {names} is on record", f"病历里没有{names}的记录")
    lines = [one.line for each in found for one in each.clauses]
    return Outcome(
        data=tuple(found),
        sources=tuple(dict.fromkeys(f"record {line.record} ({line.on}, {line.department})" for line in lines)),
    )


def _clause(topic: Topic, line: Line) -> str:
    return next((one for one in clauses(line.text) if topic.in_text(one)), line.text)


def _part(topic: Topic, line: Line) -> str:
    """The clause that speaks of it, with those behind it that only go on with numbers: 虾特异性IgE 12.6，蟹8.4."""
    parts = clauses(line.text)
    at = next((at for at, one in enumerate(parts) if topic.in_text(one)), None)
    if at is None:
        return line.text
    headed = HEAD.match(parts[at])
    if headed and topic.kind is TopicKind.EXAMINATION and topic.in_text(headed[0]):  # "Urine: protein +, no blood"
        return line.text[line.text.index(parts[at]) :]
    units = {one.unit for one in measures(parts[at])}
    end = at + 1
    while end < len(parts) and topic.kind is TopicKind.EXAMINATION and topic.in_text(parts[end]):
        end += 1
    while units and end < len(parts) and (more := measures(parts[end])) and {one.unit for one in more} <= units:
        end += 1
    while end < len(parts) and HOURS_LATER.match(parts[end]) and re.search(r"\d", parts[at]):
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


def _figures(topic: Topic, clauses_: Sequence[Clause]) -> tuple[Figure, ...]:
    """What stands right behind the name of a test that the catalogue holds no values of, in the unit of the last."""
    found = [figure for one in clauses_ if (figure := _figure(topic, one)) is not None]
    return tuple(one for one in found if one.unit == found[-1].unit)


def _figure(topic: Topic, one: Clause) -> Figure | None:
    words = examinations()[topic.code].words.search(one.text.lower())
    hit = FIGURE.match(one.text, words.end()) if words else None
    if hit is None:
        return None
    raised = hit["caret"] or hit["plain"] or (hit["raised"] or "").translate(RAISED)
    value = float(hit["n"].replace(",", "")) * 10 ** int(raised or 0)
    written = hit["written"].strip()
    return Figure(
        on=one.line.on, written=written, value=value, below=bool(hit["below"]), unit=(hit["unit"] or "").lower()
    )


def _course(one: Written, words: dict[str, str]) -> Iterator[str]:
    if len(one.figures) > 1:
        first, last = one.figures[0], one.figures[-1]
        high = max(one.figures, key=lambda figure: figure.order)
        low = min(one.figures, key=lambda figure: figure.order)
        yield words["course"].format(
            asked=one.asked,
            first=first.written,
            first_on=first.on,
            high=high.written,
            high_on=high.on,
            low=low.written,
            low_on=low.on,
            last=last.written,
            last_on=last.on,
            moved=words["same" if high.order == low.order else "down" if last.order < high.order else "up"],
        )


def _told(found: tuple[Written, ...], chart: Chart) -> Iterator[str]:
    """The first of all and the newest."""
    words = WORDS[chart.language]
    for one in found:
        yield from _course(one, words)
        yield words["head"].format(asked=one.asked)
        shown = one.clauses if len(one.clauses) <= MOST else (one.clauses[0], *one.clauses[-MOST + 1 :])
        for place, clause in enumerate(shown):
            if place == 1 and len(shown) < len(one.clauses):
                yield words["more"].format(count=len(one.clauses) - len(shown))
            yield f"- {quoted(clause.line, chart.language, text=clause.text)}"
        yield from (said_of(plan, chart) for plan in one.planned)


TASK = Task(
    name="as_written",
    description="What examinations say of a scan, score, antibody or anything named, clause by clause, oldest first.",
    inputs=WrittenInputs,
    outputs="list of {asked, clauses: list of {date, text}}",
    piped=False,
    run=_run,
    told=_told,
)
