"""Reference ranges for this patient, and values in other units; from the catalogue of tests."""

from collections.abc import Iterator

from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable
from frontdesk.app.clinician.tasks.values import TASK as VALUES
from frontdesk.app.clinician.tasks.values import Measured, ValuesInputs
from frontdesk.models.facts import Language, Value
from frontdesk.models.specialists.labs_vitals.catalogue import Limits, Test, find
from frontdesk.models.specialists.labs_vitals.ranges import range_for
from frontdesk.models.specialists.labs_vitals.told import DIASTOLIC, PRESSURE, PRESSURE_WORDS, SYSTOLIC

WORDS = {
    Language.EN: {
        "range": "{called}: usual {usual} {unit}{critical} ({source}).",
        "critical": "; critical {critical}",
        "none": "{called}: no range is on file.",
        "normal": "{value} is within it.",
        "low": "{value} is low.",
        "high": "{value} is high.",
        "under": "below ",
        "over": "above ",
        "or": " or ",
    },
    Language.ZH: {
        "range": "{called}：参考范围{usual} {unit}{critical}（{source}）。",
        "critical": "；危急值{critical}",
        "none": "{called}：没有参考范围。",
        "normal": "{value}在范围内。",
        "low": "{value}偏低。",
        "high": "{value}偏高。",
        "under": "低于",
        "over": "高于",
        "or": "或",
    },
}
BODY = {  # units of the body's measures that the catalogue has no results in: factor into the other
    ("lb", "kg"): 0.45359237,
    ("in", "cm"): 2.54,
    ("ft", "cm"): 30.48,
    ("斤", "kg"): 0.5,
}


class ReferenceRange(Value):
    """In the test's own unit. `value`: what was asked about, and how it stands ("normal", "low", "high")."""

    test: str
    called: str
    unit: str
    normal: Limits | None
    critical: Limits
    source: str
    value: str = ""
    verdict: str | None = None


class Converted(Value):
    called: str
    value: str
    converted: tuple[str, ...]  # with their units
    source: str


class RangesInputs(Inputs):
    """`value` is judged; without `unit` it is in the test's own."""

    tests: tuple[str, ...]
    value: float | None = None
    unit: str | None = None


class ConvertInputs(Inputs):
    """`test` may be empty for measures of the body; `to` may be empty: into every unit there is.

    Without `value` and `unit` it is the newest on record of `test`.
    """

    value: float | None = None
    unit: str = ""
    test: str = ""
    to: str = ""


def _ranges(inputs: RangesInputs, chart: Chart) -> Outcome:
    names = [part for name in inputs.tests for part in _parts(name)]
    found = [test for name in names if (test := find(name)) is not None and not test.answers]
    if not found:
        raise Unavailable("there is no such test", "没有这项检查")
    told = tuple(_range(test, inputs, chart) for test in found)
    return Outcome(data=told, sources=tuple(dict.fromkeys(one.source for one in told)))


def _parts(name: str) -> tuple[str, ...]:
    return (SYSTOLIC, DIASTOLIC) if name == PRESSURE or name.lower() in PRESSURE_WORDS else (name,)


def _range(test: Test, inputs: RangesInputs, chart: Chart) -> ReferenceRange:
    limits = range_for(test, chart.patient, language=chart.language)
    verdict = value = None
    if inputs.value is not None and len(inputs.tests) == 1:
        unit = inputs.unit if inputs.unit in test.units_known() else test.unit
        value, verdict = (
            f"{inputs.value:g} {unit}".strip(),
            _verdict(test.in_own_unit(inputs.value, unit), limits.normal),
        )
    return ReferenceRange(
        test=test.name,
        called=test.called(chart.language),
        unit=test.unit,
        normal=limits.normal,
        critical=limits.critical,
        source=limits.source,
        value=value or "",
        verdict=verdict,
    )


def _verdict(value: float, normal: Limits | None) -> str | None:
    if normal is None:
        return None
    low, high = normal
    if low is not None and value < low:
        return "low"
    return "high" if high is not None and value > high else "normal"


def _convert(inputs: ConvertInputs, chart: Chart) -> Outcome:
    value, unit = inputs.value, inputs.unit
    if value is None:
        return _newest_converted(inputs, chart)
    return _converted(inputs, value, unit, chart)


def _newest_converted(inputs: ConvertInputs, chart: Chart) -> Outcome:
    found = VALUES.run(ValuesInputs(tests=(inputs.test,), latest=1), chart)
    newest: Measured = next(iter(found.data.values()))[-1]
    converted = _converted(inputs, newest.value, newest.unit, chart)
    written = converted.data.model_copy(update={"value": f"{newest.written} ({newest.date})"})
    return Outcome(data=written, sources=(*found.sources, *converted.sources))


def _converted(inputs: ConvertInputs, value: float, unit: str, chart: Chart) -> Outcome:
    converted = _of_body(value, unit, inputs.to) or _of_test(inputs.test, value, unit, inputs.to, chart.language)
    if converted is None:
        raise Unavailable(f"{unit} of {inputs.test or 'that'} cannot be converted", f"{inputs.test}{unit}不能换算")
    return Outcome(data=converted, sources=(converted.source,))


def _of_body(value: float, unit: str, to: str) -> Converted | None:
    for (small, large), factor in BODY.items():
        other = {small: (large, factor), large: (small, 1 / factor)}.get(unit)
        if other and to in ("", other[0]):
            converted = f"{round(value * other[1], 1):g} {other[0]}"
            return Converted(called="", value=f"{value:g} {unit}", converted=(converted,), source="NIST SP 811")
    return None


def _of_test(name: str, value: float, unit: str, to: str, language: Language) -> Converted | None:
    test = find(name)
    if test is None or unit not in test.units_known():
        return None
    own = test.in_own_unit(value, unit)
    units = [one for one in test.units_known() if one != unit and to in ("", one)]
    values = tuple(f"{_rounded(test.from_own_unit(own, one))} {one}" for one in units)
    if not values:
        return None
    return Converted(called=test.called(language), value=f"{value:g} {unit}", converted=values, source=test.source)


def _rounded(value: float) -> str:
    return f"{round(value, 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2):g}"


def _ranges_told(ranges: tuple[ReferenceRange, ...], chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    for one in ranges:
        if one.normal is None:
            yield words["none"].format(called=one.called)
            continue
        low, high = one.critical
        ends = [f"{words['under']}{low:g}"] if low is not None else []
        ends += [f"{words['over']}{high:g}"] if high is not None else []
        critical = words["critical"].format(critical=words["or"].join(ends)) if ends else ""
        told = words["range"].format(
            called=one.called, usual=_written(one.normal), unit=one.unit, critical=critical, source=one.source
        )
        judged = words[one.verdict].format(value=one.value) if one.verdict else ""
        yield f"{judged} {told}".strip() if chart.language is Language.EN else judged + told


def _written(limits: Limits) -> str:
    low, high = limits
    return f"<{high:g}" if low is None else f">{low:g}" if high is None else f"{low:g}-{high:g}"


def _converted_told(one: Converted, chart: Chart) -> Iterator[str]:
    gap = "：" if chart.language is Language.ZH else ": "
    yield f"{one.called + gap if one.called else ''}{one.value} = {' = '.join(one.converted)}"


TASKS = (
    Task(
        name="ranges",
        description="Reference and critical range of tests for this patient's age and sex; judges a value.",
        inputs=RangesInputs,
        outputs="list of {test, unit, normal, critical, source, value, verdict}",
        piped=False,
        run=_ranges,
        told=_ranges_told,
    ),
    Task(
        name="convert",
        description="A value in another unit: a test's, or kg and lb, cm and in.",
        inputs=ConvertInputs,
        outputs="{called, value, converted, source}",
        piped=False,
        run=_convert,
        told=_converted_told,
    ),
)
