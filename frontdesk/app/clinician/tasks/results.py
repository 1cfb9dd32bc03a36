"""Results that the hospital's system keeps in words: positive or negative, a limit, what was seen."""

from collections import Counter
from collections.abc import Iterator
from datetime import date

from frontdesk.app.clinician.observed import SYSTEM, by, in_words, named, nothing_of, untold, written
from frontdesk.app.clinician.task import Chart, Outcome, Spanned, Task, Unavailable
from frontdesk.his_adapter.history import HistoryEntry
from frontdesk.models.facts import Language, Value

MISSING = {Language.EN: "no such result is on record", Language.ZH: "没有这样的检查结果"}
UNDATED = {Language.EN: "no date", Language.ZH: "日期不详"}


class Result(Value):
    """`by`: who says so, in the language of the question."""

    date: date | None
    text: str
    by: str


class ResultsInputs(Spanned):
    """`names`: words of the results' names; all when empty. `latest`: so many of each."""

    names: tuple[str, ...] = ()


def _run(inputs: ResultsInputs, chart: Chart) -> Outcome:
    found: list[Result] = []
    of_each: Counter[str] = Counter()
    for one in _asked(inputs, chart):
        of_each[one.words] += 1
        if inputs.latest is None or of_each[one.words] <= inputs.latest:
            day = one.date.date() if one.date else None
            found.append(Result(date=day, text=written(one), by=by(one, chart.language)))
    if not found:
        raise Unavailable(*(nothing_of(MISSING[one], chart, one) for one in (Language.EN, Language.ZH)))
    return Outcome(data=tuple(found), sources=(SYSTEM,))


def _asked(inputs: ResultsInputs, chart: Chart) -> Iterator[HistoryEntry]:
    """The newest first; without a day only where no time is asked about."""
    words = " ".join(inputs.names)
    for one in in_words(chart):
        in_time = inputs.holds(one.date.date()) if one.date else inputs.since is None and inputs.until is None
        if in_time and (not words or one.words in inputs.names or next(named(one, words), None)):
            yield one


def _told(results: tuple[Result, ...], chart: Chart) -> Iterator[str]:
    shape = "{}: {}{}" if chart.language is Language.EN else "{}：{}{}"
    yield from (shape.format(one.date or UNDATED[chart.language], one.text, one.by) for one in results)
    yield from untold(chart)


TASK = Task(
    name="results",
    description="Results that the hospital's system keeps in words and not as a number: positive, negative, limits.",
    inputs=ResultsInputs,
    outputs="list of {date, text, by}, newest first",
    piped=False,
    run=_run,
    told=_told,
)
