"""Blood pressure: two numbers that belong together, however they are told."""

import re
from itertools import pairwise

from frontdesk.models.facts import Language
from frontdesk.models.specialists.labs_vitals.bounds import bound_of
from frontdesk.models.specialists.labs_vitals.context import is_before, is_goal
from frontdesk.models.specialists.labs_vitals.cues import cue
from frontdesk.models.specialists.labs_vitals.spoken import Number
from frontdesk.models.specialists.labs_vitals.told import DIASTOLIC, PRESSURE, SYSTOLIC, Mention, Reading
from frontdesk.models.specialists.labs_vitals.units import DOSE, unit_after

PAIR = re.compile(
    r" ?(?:mm ?hg)?(?: on (?:the )?top| upstairs)? ?(?:/|\\|over|on|by|、|，|,|和|到|比|-|–|至)? ?"
    r"(?:the )?(?:低压|下压|bottom|lower)? ?(?:是|was)?"
)
TOP_AND_BOTTOM = re.compile(r"\d on (?:the )?top\b.{1,20}\d on (?:the )?bottom\b")
PAIR_ALONE = re.compile(r" ?(?:/|over) ?")
NOT_PRESSURE = re.compile(r" ?(?:vision|/\d|号|月|分)|\d")


def pressures(
    text: str, mentions: list[Mention], free: list[Number], taken: set[int], language: Language
) -> list[tuple[int, Reading]]:
    """Two numbers together: 140/90, one forty over ninety, 血压一百四十五九十."""
    found = []
    for first, second in pairwise(free):
        between = text[first.end : second.start]
        named = any(m.test in (PRESSURE, SYSTOLIC) and 0 <= first.start - m.end <= 40 for m in mentions) or any(
            m.test == PRESSURE and 0 <= m.start - second.end <= 20 for m in mentions
        )
        named = named or bool(TOP_AND_BOTTOM.search(text))
        joined = PAIR.fullmatch(between) if named else PAIR_ALONE.fullmatch(between)
        is_range = re.search(r"[-–到至]", between) and second.value >= first.value  # "150 to 160"
        if first.start in taken or joined is None or is_range or NOT_PRESSURE.match(text, second.end):
            continue
        unit, end = unit_after(text, second.end)
        in_kpa = unit == "kPa" or (named and unit is None and _could_be_kpa(first.value, second.value))
        factor = 7.50062 if in_kpa else 1.0
        high, low = first.value * factor, second.value * factor
        told = named or (
            " over " in between and bool(cue("measured").search(text[max(0, first.start - 30) : first.start]))
        )
        if unit == DOSE or not _could_be_pressure(high, low, told, bool(re.search(r"/|over|比", between))):
            continue
        if is_goal(text, first.start):
            taken |= {first.start, second.start}
            continue
        taken |= {first.start, second.start}
        found.append((first.start, Reading(
            test=PRESSURE, value=round(high, 1), second=round(low, 1), unit="mmHg", before=is_before(text, first),
            bound=bound_of(text[max(0, first.start - 24) : first.start], text[end : end + 16]),
            quote=text[first.start : end],
        )))  # fmt: skip
    return found


def _could_be_kpa(high: float, low: float) -> bool:
    return 10 <= high <= 30 and 6 <= low <= 18 and high > low


def _could_be_pressure(high: float, low: float, named: bool, slash: bool) -> bool:
    if named:
        return (slash or 30 <= high <= 3000) and (20 <= low <= 500) and (slash or high != low)
    return 70 <= high <= 280 and 30 <= low <= 180


def together(readings: list[Reading]) -> list[Reading]:
    """Systolic and diastolic pressure told one after the other, as one reading."""
    upper = [one for one in readings if one.test == SYSTOLIC and not one.before]
    lower = [one for one in readings if one.test == DIASTOLIC and not one.before]
    if len(upper) != 1 or len(lower) != 1:
        return readings
    both = upper[0].model_copy(update={"test": PRESSURE, "second": lower[0].value, "unit": "mmHg"})
    return [both if one is upper[0] else one for one in readings if one is not lower[0]]
