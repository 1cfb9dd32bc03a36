"""How a series of values has moved."""

from statistics import fmean, linear_regression
from typing import Any

from app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable
from app.clinician.tasks.values import Measured
from models.facts import Value
from models.specialists.labs_vitals.catalogue import find
from models.specialists.labs_vitals.told import PRESSURE, SYSTOLIC

DAYS = 30.4  # of a month


class Trend(Value):
    """`direction` is "rising", "falling" or "steady": a change smaller than the test's scatter is none."""

    test: str
    called: str
    unit: str
    count: int
    first: Measured
    last: Measured
    lowest: float
    highest: float
    mean: float
    per_month: float | None  # least squares; None with fewer than three values
    direction: str


class TrendInputs(Inputs):
    """`series`: key of a result of `values`."""

    series: Any


def _run(inputs: TrendInputs, chart: Chart) -> Outcome:
    trends = tuple(_trend(test, values) for test, values in inputs.series.items() if len(values) > 1)
    if not trends:
        raise Unavailable("not available: fewer than two values")
    return Outcome(data=trends)


def _trend(name: str, values: tuple[Measured, ...]) -> Trend:
    same = [one for one in values if one.unit == values[-1].unit]
    first, last = same[0], same[-1]
    numbers = [one.value for one in same]
    days = [one.date.toordinal() for one in same]
    sloped = len(same) > 2 and len(set(days)) > 1
    return Trend(
        test=name,
        called=last.called,
        unit=last.unit,
        count=len(same),
        first=first,
        last=last,
        lowest=min(numbers),
        highest=max(numbers),
        mean=round(fmean(numbers), 2),
        per_month=round(linear_regression(days, numbers).slope * DAYS, 2) if sloped else None,
        direction=_direction(name, first, last),
    )


def _direction(name: str, first: Measured, last: Measured) -> str:
    test = find(SYSTOLIC if name == PRESSURE else name)
    moved = first.value != last.value
    if test is not None:
        own = [test.in_own_unit(one.value, one.unit) for one in (first, last)]
        moved = test.is_change(*own)
    if not moved:
        return "steady"
    return "rising" if last.value > first.value else "falling"


TASK = Task(
    name="trend",
    description="First, last, lowest, highest and mean of each series, and whether it rises, falls or is steady.",
    inputs=TrendInputs,
    outputs="list of {test, count, first, last, lowest, highest, mean, per_month, direction}",
    piped=False,
    run=_run,
)
