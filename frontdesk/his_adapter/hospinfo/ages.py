"""Ages asked for in either language, as conditions on `age` in years."""

import re
from collections.abc import Callable

from frontdesk.his_adapter.hospinfo.script import Kind, Script
from frontdesk.his_adapter.hospinfo.vocabulary import rules
from frontdesk.his_adapter.operation import Condition
from frontdesk.models.parsers.numbers import number

OLDEST = 130
TENS = ("twent", "thirt", "fort", "fift", "sixt", "sevent", "eight", "ninet")
PER_YEAR = {"m": 12, "个": 12, "月": 12, "w": 52, "d": 365}


def aged(script: Script) -> Script:
    """With the ages asked for as letters; their meaning is a condition."""
    for expression, reads in rules("ages", script.text):
        script = script.lettered(Kind.AGE, expression, READS[reads])
    return script


def _of(bound: str) -> Callable[[re.Match[str]], Condition | None]:
    def meaning(match: re.Match[str]) -> Condition | None:
        named = match.groupdict()
        years = _years(named.get("n") or named.get("n2") or "", named.get("unit"))
        return None if years is None else {f"age__{bound}" if bound else "age": years}

    return meaning


def _range(match: re.Match[str]) -> Condition | None:
    named = match.groupdict()
    last = _years(match["m"], named.get("unit2") or named.get("unit"))
    first = _years(match["n"], named.get("unit") or named.get("unit2"))
    return None if first is None or last is None or first > last else {"age__range": (first, last)}


def _decade(match: re.Match[str]) -> Condition:
    tens = match["tens"] or ""
    first = int(match["digits"] or 0) or (TENS.index(tens) + 2 if tens in TENS else int(number(tens) or 0))
    return {"age__range": (10 * first, 10 * first + 9)}


def _minor(match: re.Match[str]) -> Condition:
    return {"age__lt": 18}


def _adult(match: re.Match[str]) -> Condition:
    return {"age__gte": 18}


def _years(words: str, unit: str | None) -> int | float | None:
    """Ages are asked for in years: 18 months are 1.5."""
    count = number(words)
    if count is None or (count > OLDEST and not unit):
        return None
    years = round(count / PER_YEAR.get((unit or "y")[0], 1), 2)
    return int(years) if years == int(years) else years


READS: dict[str, Callable[[re.Match[str]], Condition | None]] = {
    "eq": _of(""),
    "gt": _of("gt"),
    "gte": _of("gte"),
    "lt": _of("lt"),
    "lte": _of("lte"),
    "range": _range,
    "decade": _decade,
    "minor": _minor,
    "adult": _adult,
}
