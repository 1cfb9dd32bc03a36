"""Judges the readings of one utterance: believable or not, in range or not, moved since the record or not."""

import datetime
import math
import re
from typing import NamedTuple

from frontdesk.models.facts import Language
from frontdesk.models.specialists.case import LabResult, Patient, Verdict
from frontdesk.models.specialists.labs_vitals.catalogue import Limits, Test, find, tests
from frontdesk.models.specialists.labs_vitals.ranges import Range, range_for
from frontdesk.models.specialists.labs_vitals.told import (
    DIASTOLIC,
    GLUCOSE,
    PRESSURE,
    PRESSURE_WORDS,
    SYSTOLIC,
    Bound,
    Heard,
    Measured,
    Reading,
)
from frontdesk.models.specialists.labs_vitals.units import inside, unsaid

WORST: tuple[Verdict, ...] = ("critical_high", "critical_low", "high", "low", "normal")


class Part(NamedTuple):
    """One number of a reading (blood pressure has two), in the unit it is told in and in the test's own."""

    test: Test
    told: float
    unit: str
    value: float
    limits: Range


class Judged(NamedTuple):
    """`verdict` is None where there is no range; `suggestion` is a unit or value that would be believable."""

    subject: str
    reading: Reading
    parts: tuple[Part, ...]
    plausible: bool
    verdict: Verdict | None
    suggestion: str | None
    earlier: "Earlier | None"


class Earlier(NamedTuple):
    """The value before: in the test's own unit, how it moved, and where it is from."""

    values: tuple[float, ...]
    verdict: Verdict
    date: datetime.date | None
    recorded: bool


def judge(heard: Heard, patient: Patient) -> tuple[Judged, ...]:
    """Every reading of now, judged; one of an earlier time only serves to compare."""
    if heard.readings and all(one.before for one in heard.readings):
        heard = heard._replace(readings=tuple(one.model_copy(update={"before": False}) for one in heard.readings))
    found: list[Judged] = []
    for reading in heard.readings:
        if not reading.before:
            before = [r for r in heard.readings if r.before and r.test == reading.test]
            latest = min(reversed(before), key=lambda r: r.age, default=None)
            one = _judged(reading, latest, patient, heard.language)
            if all(
                (one.subject, one.reading.value, one.reading.state) != (o.subject, o.reading.value, o.reading.state)
                for o in found
            ):
                found.append(one)
    return tuple(found)


def measured(heard: Heard, judged: tuple[Judged, ...]) -> tuple[Measured, ...]:
    """What may stand as a measured value; one of an earlier time has no date, and stands in words alone."""
    earlier = {one.quote for one in heard.readings if one.before}
    return tuple(
        Measured(test=part.test.name, value=part.told, unit=part.unit, bound=one.reading.bound, quote=one.reading.quote)
        for one in judged
        if one.plausible and one.reading.answer is None and one.reading.quote not in earlier
        for part in one.parts
    )


def _judged(reading: Reading, before: Reading | None, patient: Patient, language: Language) -> Judged:
    if reading.answer is not None:
        verdict: Verdict | None = "high" if reading.answer else "normal"
        test = tests()[reading.test]
        return Judged(test.name, reading, (), True, None if test.neutral else verdict, None, None)
    parts = _parts(reading, patient, language)
    plausible = all(inside(p.value, p.limits.plausible) for p in parts) and reading.unit != "?"
    if reading.second is not None and reading.value <= reading.second:
        plausible = False
    if not plausible:
        return Judged(reading.test, reading, parts, False, None, _suggestion(reading, parts), None)
    verdicts = (_bounded(part, reading.bound) if reading.bound else _verdict(part) for part in parts)
    verdict = _worst([one for one in verdicts if one is not None])
    earlier = _earlier(reading, parts, before, patient, language)
    return Judged(reading.test, reading, parts, True, verdict, None, earlier)


def _parts(reading: Reading, patient: Patient, language: Language) -> tuple[Part, ...]:
    if reading.test == PRESSURE:
        pair = ((SYSTOLIC, reading.value), (DIASTOLIC, reading.second or 0.0))
        return tuple(_part(tests()[name], value, "mmHg", None, patient, language) for name, value in pair)
    unit = None if reading.unit == "?" else reading.unit
    return (_part(tests()[reading.test], reading.value, unit, _state(reading), patient, language),)


def _state(reading: Reading) -> str | None:
    return reading.state if reading.test == GLUCOSE else None


def _part(test: Test, told: float, unit: str | None, state: str | None, patient: Patient, language: Language) -> Part:
    limits = range_for(test, patient, language=language, state=state)
    if unit is None:
        recorded = next((lab.unit for lab in _records(test.name, patient) if lab.unit), None)
        unit = unsaid(test, told, language=language, recorded=recorded, limits=limits.plausible)
        habit = test.habit.get(language, test.unit)
        if recorded == unit != habit and habit in test.units_known() and _nearer(test, told, habit, unit, patient):
            recorded = unit = habit
        usual = recorded if recorded in test.units_known() else habit
        if usual is not None and _point_lost(test, told, unit, usual, limits):
            unit = usual
    return Part(test, told, unit, test.in_own_unit(told, unit), limits)


def _nearer(test: Test, told: float, unit: str, recorded: str, patient: Patient) -> bool:
    """Whether in the unit usual in the language the value is closer to the record than in the record's own."""
    latest = _records(test.name, patient)[0]
    before = next((test.in_own_unit(value, recorded) for value in recorded_values(latest)), 0.0)
    if before <= 0 or told <= 0:
        return False
    apart = [abs(math.log(test.in_own_unit(told, one) / before)) for one in (unit, recorded)]
    return apart[0] < apart[1]


def _point_lost(test: Test, told: float, unit: str, usual: str, limits: Range) -> bool:
    """Whether an unusual unit makes normal what with a point in the usual one is not: 空腹血糖78, mg/dL or 7.8?

    It is then to be asked about, and so is left in the usual unit, in which it is not believable.
    """
    pointed = test.in_own_unit(told / 10, usual)
    if limits.normal is None or told % 1 or inside(test.in_own_unit(told, usual), limits.plausible):
        return False
    harmless = inside(test.in_own_unit(told, unit), limits.normal)
    return harmless and not inside(pointed, limits.normal) and inside(pointed, _around(limits.normal))


def _verdict(part: Part) -> Verdict | None:
    """A little is allowed for the rounding of converted values."""
    if part.limits.normal is None:
        return None
    slack = 0.0 if part.unit == part.test.unit else 0.005 * abs(part.value)
    low, high = part.limits.critical
    if low is not None and part.value < low - slack:
        return "critical_low"
    if high is not None and (part.value > high + slack or _reaches(part, high)):
        return "critical_high"
    low, high = part.limits.normal
    if low is not None and part.value < low - slack:
        return "low"
    return "high" if high is not None and part.value > high + slack else "normal"


Sure = tuple[tuple[float | None, Verdict], ...]


def _bounded(part: Part, bound: Bound) -> Verdict | None:
    """What is sure of a value under, or over, the one told; None where it may be in order or not."""
    if part.limits.normal is None:
        return None
    slack = 0.005 * abs(part.value)
    if bound == "under":
        sure: Sure = ((part.limits.critical[0], "critical_low"), (part.limits.normal[0], "low"))
        held = [verdict for limit, verdict in sure if limit is not None and part.value <= limit + slack]
        ends = part.limits.normal[1] is not None and part.value <= part.limits.normal[1] + slack
    else:
        sure = ((part.limits.critical[1], "critical_high"), (part.limits.normal[1], "high"))
        held = [verdict for limit, verdict in sure if limit is not None and part.value >= limit - slack]
        ends = part.limits.normal[0] is not None and part.value >= part.limits.normal[0] - slack
    return next(iter(held), "normal" if ends else None)


NEAR = 2  # times what a value scatters


def may_be_critical(one: Judged) -> bool:
    """Whether a value told only as under or over something out of range may well be a critical one."""
    verdict, side = {"under": ("low", 0), "over": ("high", 1)}.get(one.reading.bound or "", ("", 0))
    if one.verdict != verdict:
        return False
    limits = ((part, part.limits.critical[side]) for part in one.parts)
    return any(
        limit is not None and abs(part.value - limit) <= NEAR * part.test.scatter(limit) for part, limit in limits
    )


def _reaches(part: Part, limit: float) -> bool:
    """Limits of which the sources say "from": pressures, temperature, breathing."""
    own = part.test.name in (
        SYSTOLIC,
        DIASTOLIC,
        "body temperature",
        "respiratory rate",
        "inr",
        "lactate",
        "lithium level",
    )
    return own and part.value >= limit - 0.05


def _worst(verdicts: list[Verdict]) -> Verdict | None:
    return next((verdict for verdict in WORST if verdict in verdicts), None)


def _suggestion(reading: Reading, parts: tuple[Part, ...]) -> str | None:
    """What may have been meant: another unit, the point one place further, the two numbers of a pressure turned."""
    if reading.second is not None:
        turned = reading.value < reading.second and 60 <= reading.second <= 250
        return f"{reading.second:g}/{reading.value:g}" if turned else None
    part = parts[0]
    for unit in part.test.units_known():
        if unit != part.unit and inside(part.test.in_own_unit(part.told, unit), part.limits.plausible):
            return f"{part.told:g} {unit}".strip()
    for told in (part.told / 10, part.told * 10, part.told / 100):
        value = part.test.in_own_unit(told, part.unit)
        if part.limits.normal and inside(value, _around(part.limits.normal)):
            return f"{told:g} {part.unit}".strip()
    return None


def _around(limits: Limits) -> Limits:
    low, high = limits
    return (low * 0.6 if low else low), (high * 1.8 if high else high)


def _records(name: str, patient: Patient) -> list[LabResult]:
    """The results on record of one test, latest first."""
    numbered = [(lab.date or datetime.date.min, at, lab) for at, lab in enumerate(patient.labs) if named(lab) == name]
    return [lab for _, _, lab in sorted(numbered, key=lambda one: one[:2], reverse=True)]


def named(lab: LabResult) -> str | None:
    name = lab.name.lower().replace("_", " ").strip()
    if name in PRESSURE_WORDS or re.fullmatch(r"\d+(?:\.\d+)? ?/ ?\d+(?:\.\d+)?", str(lab.value).strip()):
        return PRESSURE
    test = find(lab.name)
    return test.name if test else None


def recorded_values(lab: LabResult) -> tuple[float, ...]:
    return tuple(float(value) for value in re.findall(r"\d+(?:\.\d+)?", str(lab.value))[:2])


def _earlier(
    reading: Reading, parts: tuple[Part, ...], before: Reading | None, patient: Patient, language: Language
) -> Earlier | None:
    """The latest on record, or what the patient told of before when the record has none."""
    for lab in _of_record(reading.test, patient):
        values = recorded_values(lab)
        own = tuple(
            _recorded(part, value, lab.unit, patient, language) for part, value in zip(parts, values, strict=False)
        )
        if own:
            return Earlier(own, _moved(parts, own), lab.date, True)
    if before is None:
        return None
    own = tuple(part.value for part in _parts(before, patient, language))
    return Earlier(own, _moved(parts, own), None, False)


def _of_record(name: str, patient: Patient) -> list[LabResult]:
    if name == SYSTOLIC:
        return _records(SYSTOLIC, patient) or _records(PRESSURE, patient)
    if name == PRESSURE:
        return _records(PRESSURE, patient) or _records(SYSTOLIC, patient)
    return _records(name, patient)


def _recorded(part: Part, value: float, unit: str | None, patient: Patient, language: Language) -> float:
    known = next(
        (
            u
            for u in part.test.units_known()
            if unit and u.lower() == unit.lower().replace("μ", "µ").replace("ul", "µl")
        ),
        None,
    )
    known = known or unsaid(part.test, value, language=language, recorded=None, limits=part.limits.plausible)
    return part.test.in_own_unit(value, known)


def _moved(parts: tuple[Part, ...], before: tuple[float, ...]) -> Verdict:
    """The first part that changed decides: the systolic pressure before the diastolic."""
    for part, earlier in zip(parts, before, strict=False):
        if part.test.is_change(earlier, part.value):
            return "rising" if part.value > earlier else "falling"
    return "steady"
