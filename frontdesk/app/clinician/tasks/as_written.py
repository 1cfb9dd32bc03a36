"""What examinations say of something, clause by clause as they stand: scores, scans, antibodies, powers of ten."""

from collections.abc import Iterator

from frontdesk.app.clinician.quoting import quoted
from frontdesk.app.clinician.task import Chart, Outcome, Spanned, Task, Unavailable
from frontdesk.app.clinician.topics import TopicKind, topics
from frontdesk.his_adapter.chart import Line, Said
from frontdesk.his_adapter.chart.lines import EXAMINED, clauses
from frontdesk.his_adapter.chart.reading import done_or_not
from frontdesk.models.facts import Language, Value

MOST = 12
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
            for part in [next((one for one in clauses(line.text) if topic.in_text(one)), line.text)]
            if done_or_not(part, line) is not Said.NOT_DONE
        ]
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
