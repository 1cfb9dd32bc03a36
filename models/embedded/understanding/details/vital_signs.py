"""Vital signs and blood sugars told in numbers, each with its unit: 39度2, "150 over 95", 血糖12."""

import re
from collections.abc import Iterator

from models.embedded.understanding.cues import Cue, cues
from models.embedded.understanding.words.numbers import number

_CUES = cues("details")
_Told = tuple[int, int, str]  # from, to, and the value with its unit


def vital_signs(lower: str) -> Iterator[_Told]:
    """From and to where each is told, and its value: "39.2 °C", "101 °F", "150/95 mmHg", "12-13 mmol/L", "120/min"."""
    yield from _temperatures(lower)
    yield from _pressures(lower)
    yield from _sugars(lower)
    yield from _pulses(lower)


def _temperatures(lower: str) -> Iterator[_Told]:
    for match in _TEMPERATURE.finditer(lower):
        if degrees := _degrees(match):
            yield *match.span(), degrees


_TEMPERATURE = Cue(_CUES["temperature"], named=True)
DEGREES = ("°C", "°F")  # a temperature's value ends with one of them


def _degrees(match: re.Match[str]) -> str | None:
    words = match.groupdict()
    if words["f"] or (words["bare"] and float(words["bare"]) > 90):
        return f"{words['f'] or words['bare']} °F"
    if words["z"] or words["z2"]:
        whole = number(words["z"] or words["z2"]) or 0.0
        tenth = 0.5 if words["zt"] == "半" else (number(words["zt"]) or 0) / 10 if words["zt"] else 0.0
        return f"{whole + tenth:g} °C" if 34 <= whole <= 43 else None
    celsius = float(words["c"] or words["c2"] or words["bare"] or words["alone"])
    if words["half"] or words["half2"]:
        celsius += 0.5
    if words["tenth"]:
        celsius += (number(words["tenth"]) or 0) / 10
    return f"{celsius:g} °C"


def _pressures(lower: str) -> Iterator[_Told]:
    for match in _PRESSURE.finditer(lower):
        high, low = int(match["hi"] or match["hi2"]), match["lo"] or match["lo2"]
        if 60 <= high <= 280 and (low is None or 30 <= int(low) <= 180):
            yield *match.span(), f"{high}/{low} mmHg" if low else f"{high} mmHg"


_PRESSURE = Cue(_CUES["pressure"], named=True)


def _sugars(lower: str) -> Iterator[_Told]:
    for match in _SUGAR.finditer(lower):
        if sugar := _sugar(match["from"], match["to"]):
            yield match.start("from"), match.end(), sugar


_SUGAR = Cue(_CUES["sugar"], named=True)


def _sugar(least: str, most: str | None) -> str | None:
    """A blood sugar with the unit its size tells: under 34 it is in mmol/L, from 40 in mg/dL."""
    unit = "mmol/L" if float(least) < 34 else "mg/dL" if float(least) >= 40 else None
    if unit is None or float(least) < 1:
        return None
    return f"{least}-{most} {unit}" if most else f"{least} {unit}"


def _pulses(lower: str) -> Iterator[_Told]:
    for match in _PULSE.finditer(lower):
        beats = number(match["n"] or match["n2"])
        if beats and 100 <= beats < 220:  # beats a minute; a slower one is no complaint that it could be told of
            yield *match.span(), f"{beats:g}/min"


_PULSE = Cue(_CUES["pulse"], named=True)
