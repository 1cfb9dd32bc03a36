"""How a series of values has moved, and what it comes to."""

from collections.abc import Iterator, Sequence
from statistics import fmean, linear_regression, median
from typing import Any

from frontdesk.app.clinician.observed import untold
from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable
from frontdesk.app.clinician.tasks.values import Measured, listed
from frontdesk.models.facts import Language, Value
from frontdesk.models.specialists.labs_vitals.catalogue import find
from frontdesk.models.specialists.labs_vitals.told import PRESSURE, SYSTOLIC

DAYS = 30.4  # of a month
NORMAL = (None, "normal")
WORDS = {
    Language.EN: {
        "rising": "rising",
        "falling": "falling",
        "steady": "steady",
        "trend": "{called}: {direction}{by}, from {first} ({first_day}) to {last} ({last_day}){slight};"
        " {count} values, lowest {lowest} ({lowest_day}), highest {highest} ({highest_day}){unsteady}.",
        "step": "{called}, newest against the one before: {direction}{by}, from {first} ({first_day}) to {last}"
        " ({last_day}){slight}.",
        "slight": ", {by}",
        "unsteady": ", up and down between",
        "turned": "; since {day} ({value}) {moved}",
        "by": " by {difference}{percent}",
        "statistics": "{called}: {count} values from {first_day} to {last_day}; mean {mean}, median {median},"
        " lowest {lowest} ({lowest_day}), highest {highest} ({highest_day}), latest {last} ({last_day});"
        " {outside} of {count} outside the range.",
    },
    Language.ZH: {
        "rising": "上升",
        "falling": "下降",
        "steady": "平稳",
        "trend": "{called}：{direction}{by}，从{first}（{first_day}）到{last}（{last_day}）{slight}；"
        "共{count}次，最低{lowest}（{lowest_day}），最高{highest}（{highest_day}）{unsteady}。",
        "step": "{called}，最近一次与前一次相比：{direction}{by}，"
        "从{first}（{first_day}）到{last}（{last_day}）{slight}。",
        "slight": "，{by}",
        "unsteady": "，其间有升有降",
        "turned": "；{day}（{value}）以来{moved}",
        "by": "{difference}{percent}",
        "statistics": "{called}：{first_day}至{last_day}共{count}次；平均{mean}，中位数{median}，"
        "最低{lowest}（{lowest_day}），最高{highest}（{highest_day}），最近{last}（{last_day}）；"
        "{count}次中{outside}次超出参考范围。",
    },
}


class Series(Value):
    """What both tasks say of the values of one test in one unit, the earliest first."""

    test: str
    called: str
    unit: str
    count: int
    first: Measured
    last: Measured
    lowest: Measured
    highest: Measured
    values: tuple[Measured, ...]


class Trend(Series):
    """`direction` is "rising", "falling" or "steady": a change smaller than the test's scatter is none.

    `unsteady`: between first and last it went further than either, by more than the scatter.
    """

    direction: str
    unsteady: bool
    per_month: float | None  # least squares; None with fewer than three values


class Summed(Series):
    """`mean` and `median` are written as pairs for blood pressure; `outside`: values out of their usual range."""

    mean: str
    median: str
    outside: int


class SeriesInputs(Inputs):
    """`series`: key of a result of `values`. `last_two`: the newest value of each against the one before alone."""

    series: Any
    last_two: bool = False


def _trends(inputs: SeriesInputs, chart: Chart) -> Outcome:
    trends = tuple(_trend(one[-2:] if inputs.last_two else one) for one in _series(inputs, least=2))
    return Outcome(data=trends)


def _statistics(inputs: SeriesInputs, chart: Chart) -> Outcome:
    return Outcome(data=tuple(_summed(one) for one in _series(inputs, least=1)))


def _series(inputs: SeriesInputs, *, least: int) -> list[tuple[Measured, ...]]:
    """The values of each test, in the unit of the last. Raises Unavailable."""
    found = [tuple(_in_unit_of(values[-1], values)) for values in inputs.series.values() if values]
    enough = [values for values in found if len(values) >= least]
    if not enough:
        raise Unavailable("there are fewer than two values, so nothing moved", "数值不足两次，看不出变化")
    return enough


def _in_unit_of(last: Measured, values: Sequence[Measured]) -> Iterator[Measured]:
    """The values, each in the unit of the last; without those that measure something else."""
    test = find(last.test)
    for one in values:
        if one.unit == last.unit:
            yield one
        elif test and one.second is None and test.has_unit(one.unit) and test.has_unit(last.unit):
            value = test.from_own_unit(test.in_own_unit(one.value, one.unit), last.unit)
            same = value == one.value
            yield one.model_copy(
                update={"value": value if same else round(value, last.places), "unit": last.unit}
                | ({} if same else {"places": last.places})
            )


def _of(values: Sequence[Measured]) -> dict[str, Any]:
    last = values[-1]
    return {
        "test": last.test,
        "called": last.called,
        "unit": last.unit,
        "count": len(values),
        "first": values[0],
        "last": last,
        "lowest": min(values, key=lambda one: one.value),
        "highest": max(values, key=lambda one: one.value),
        "values": tuple(values),
    }


def _trend(values: Sequence[Measured]) -> Trend:
    days = [one.date.toordinal() for one in values]
    sloped = len(values) > 2 and len(set(days)) > 1
    slope = linear_regression(days, [one.value for one in values]).slope * DAYS if sloped else None
    told = _of(values)
    first, last, ends = values[0], values[-1], sorted(values[:: max(1, len(values) - 1)], key=lambda one: one.value)
    beyond = is_moved(ends[-1], told["highest"]) or is_moved(told["lowest"], ends[0])
    direction = "steady" if not is_moved(first, last) else "rising" if last.value > first.value else "falling"
    return Trend(**told, direction=direction, unsteady=beyond, per_month=None if slope is None else round(slope, 2))


def is_moved(one: Measured, other: Measured) -> bool:
    """Whether the change is more than the test's scatter."""
    if one.value == other.value:
        return False
    test = find(SYSTOLIC if one.test == PRESSURE else one.test)
    return test is None or test.is_change(
        test.in_own_unit(one.value, one.unit), test.in_own_unit(other.value, one.unit)
    )


def _summed(values: Sequence[Measured]) -> Summed:
    outside = sum(one.verdict not in NORMAL for one in values)
    return Summed(**_of(values), mean=_both(fmean, values), median=_both(median, values), outside=outside)


def _both(over: Any, values: Sequence[Measured]) -> str:
    """A measure of the values, of both where they are pairs, with the unit."""
    places = max(one.places for one in values) + 1
    first = f"{round(over([one.value for one in values]), places):g}"
    seconds = [one.second for one in values if one.second is not None]
    both = f"{first}/{round(over(seconds), places):g}" if len(seconds) == len(values) else first
    return f"{both} {values[-1].unit}".strip()


def _trend_told(trends: tuple[Trend, ...], chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    for one in trends:
        yield _moved_told("trend", one, words)
        if one.count > 2:
            yield _moved_told("step", _trend(one.values[-2:]), words)
            yield listed(one.values, chart)
    yield from untold(chart)


def _moved_told(shape: str, one: Trend, words: dict[str, str]) -> str:
    moved = one.direction != "steady" and one.first.second is None
    return words[shape].format(
        **_written(one),
        direction=words[one.direction],
        by=words["by"].format(difference=_difference(one), percent=_percent(one)) if moved else "",
        slight=words["slight"].format(by=_signed(one)) if _is_slight(one) else "",
        unsteady=words["unsteady"] + _since_turn(one, words) if one.unsteady else "",
    )


def course_of(values: Sequence[Measured], language: Language) -> str:
    """In words how values moved, the earliest of them first."""
    return _moved_told("trend", _trend(values), WORDS[language])


def moved_between(one: Measured, other: Measured, language: Language) -> str:
    """In a word or two how the later value differs from the earlier one: "rising by 5 µmol/L (5%)"."""
    return _step(one, other, WORDS[language])


def _step(one: Measured, other: Measured, words: dict[str, str]) -> str:
    trend = _trend((one, other))
    if trend.direction == "steady" or one.second is not None:
        slight = words["slight"].format(by=_signed(trend)) if _is_slight(trend) else ""
        return f"{words[trend.direction]}{slight}"
    return words[trend.direction] + words["by"].format(difference=_difference(trend), percent=_percent(trend))


def _since_turn(one: Trend, words: dict[str, str]) -> str:
    """How it went since it turned: since the lowest or the highest between, whichever is further from the last."""
    turn = max((one.lowest, one.highest), key=lambda value: abs(value.value - one.last.value))
    if turn.second is not None or turn.date in (one.first.date, one.last.date) or not is_moved(turn, one.last):
        return ""
    return words["turned"].format(day=turn.date, value=turn.written, moved=_step(turn, one.last, words))


def _is_slight(one: Series) -> bool:
    """Whether it differs by no more than the test's scatter."""
    return one.first.second is None and one.first.value != one.last.value and not is_moved(one.first, one.last)


def _signed(one: Series) -> str:
    places = max(one.first.places, one.last.places)
    return f"{one.last.value - one.first.value:+.{places}f} {one.unit}{_percent(one)}".strip()


def _difference(one: Series) -> str:
    places = max(one.first.places, one.last.places)
    return f"{abs(one.last.value - one.first.value):.{places}f} {one.unit}".strip()


def _percent(one: Series) -> str:
    """Of the first value; of what is itself a share of a hundred none."""
    if not one.first.value or one.unit == "%":
        return ""
    return f" ({abs(one.last.value - one.first.value) / one.first.value:.0%})"


def _statistics_told(summed: tuple[Summed, ...], chart: Chart) -> Iterator[str]:
    for one in summed:
        yield WORDS[chart.language]["statistics"].format(
            **_written(one), mean=one.mean, median=one.median, outside=one.outside
        )
    yield from untold(chart)


def _written(one: Series) -> dict[str, Any]:
    ends = {"first": one.first, "last": one.last, "lowest": one.lowest, "highest": one.highest}
    days = {f"{name}_day": value.date for name, value in ends.items()}
    return {"called": one.called, "count": one.count, **days, **{name: value.written for name, value in ends.items()}}


TASKS = (
    Task(
        name="trend",
        description="Whether each series rises, falls or is steady, from its first to its last value.",
        inputs=SeriesInputs,
        outputs="list of {test, count, first, last, lowest, highest, direction, unsteady, per_month}",
        piped=False,
        run=_trends,
        told=_trend_told,
    ),
    Task(
        name="statistics",
        description="Number, mean, median, lowest and highest of each series, and how many are out of range.",
        inputs=SeriesInputs,
        outputs="list of {test, count, mean, median, lowest, highest, outside}",
        piped=False,
        run=_statistics,
        told=_statistics_told,
    ),
)
