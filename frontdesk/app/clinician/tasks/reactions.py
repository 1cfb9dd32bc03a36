"""Allergies and intolerances that records tell of outside the field for allergies to medicines: foods, dyes, pollen."""

import re
from collections.abc import Iterator

from frontdesk.app.clinician.quoting import quoted
from frontdesk.app.clinician.task import Chart, Outcome, Spanned, Task, Unavailable
from frontdesk.app.clinician.tasks.presence import denies
from frontdesk.his_adapter.chart import Line
from frontdesk.his_adapter.chart.lines import clauses
from frontdesk.models.facts import Language, Value

MOST = 4
REACTS = re.compile(
    r"过敏(?!原检查|科)|不耐受|变应性|(?:吃|食用|服用?|用|接触|打|输)[^，。；]{1,10}后[^。；]{0,12}(?:风团|荨麻疹|皮疹|红疹|瘙痒|喉紧|休克)"
    r"|\ballerg\w+|\bintoleran\w+|\banaphyla\w+|\b(?:hives|rash|wheals|swelling) after\b"
    r"|\bafter (?:eating|taking) [^.;]{1,24}(?:hives|rash|wheals|swelling)",
    re.IGNORECASE,
)
WORDS = {
    Language.EN: "Told of outside the field for allergies to medicines:",
    Language.ZH: "过敏史一栏之外还写着：",
}


class ReactionsInputs(Spanned):
    pass


class Reactions(Value):
    lines: tuple[Line, ...]


def _run(inputs: ReactionsInputs, chart: Chart) -> Outcome:
    lines = [line for line in chart.index.lines if inputs.holds(line.on) and _tells(line)]
    distinct = tuple({line.text: line for line in reversed(lines)}.values())[::-1]
    if not distinct:
        raise Unavailable("no allergy is told of outside that field", "过敏史一栏之外没有提到过敏")
    sources = tuple(dict.fromkeys(f"record {line.record} ({line.on}, {line.department})" for line in distinct[:MOST]))
    return Outcome(data=Reactions(lines=distinct[:MOST]), sources=sources)


def _tells(line: Line) -> bool:
    """Whether one of its clauses tells of a reaction, and does not deny it."""
    if line.field == "drug_allergy_history":
        return False
    found = ((clause, REACTS.search(clause)) for clause in clauses(line.text))
    return any(hit and not denies(clause, hit.start(), hit.end()) for clause, hit in found)


def _told(one: Reactions, chart: Chart) -> Iterator[str]:
    yield WORDS[chart.language]
    yield from (f"- {quoted(line, chart.language)}" for line in one.lines)


TASK = Task(
    name="reactions",
    description="Allergies and intolerances told of outside the field for allergies to medicines.",
    inputs=ReactionsInputs,
    outputs="{lines}",
    piped=False,
    run=_run,
    told=_told,
)
