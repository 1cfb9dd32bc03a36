"""How much of a medicine and how often, as people say it and as prescriptions write it; zh and en, plain arithmetic."""

import re
from typing import NamedTuple

from models.specialists.medication.amounts import amount, first_amount
from models.specialists.medication.dose_words import (
    A_DAY,
    AGAIN,
    BARE,
    BARE_COUNT,
    BEFORE_NAME,
    BOX,
    COUNT_A_DAY,
    DAY_THEN_PARTS,
    HUNDREDS,
    IN_ALL,
    MILLIGRAMS,
    MILLILITRES,
    MORE,
    NEEDED,
    STRENGTH_AFTER,
    STRENGTH_BEFORE,
    UNITS,
)
from models.specialists.medication.frequency import Frequency, frequency, is_at_times

MOST_A_DAY = 40  # tablets; a larger bare number is no count
_ONE = frozenset({"一", "1", "每", "a", "an"})
_MOST_TABLETS = 12  # a bare number above it means milligrams


class Dose(NamedTuple):
    """What was said of one medicine; every field may be unknown.

    `units` tablets, puffs, international units or whatever `unit` says, at one time; `strength` mg in one of them; `mg`
    at one time; `ml` at one time; `per_day` times a day (1/7 is weekly). With `in_all`, the amounts are of a whole day.
    """

    units: float | None = None
    unit: str | None = None
    strength: float | None = None
    mg: float | None = None
    ml: float | None = None
    per_day: float | None = None
    in_all: bool = False
    as_needed: bool = False
    bare: bool = False  # `mg` is a number said without a unit

    @property
    def times(self) -> float:
        """By what one amount is multiplied for the day, 1 where nothing is known."""
        return 1.0 if self.in_all or self.per_day is None else self.per_day


def read_dose(lower: str) -> Dose:
    """What `lower`, small letters and half width, says about amount and frequency; @ stands for the medicine itself."""
    units, unit = _units(lower)
    strength, mg, bare = _milligrams(lower, units)
    one = Dose(units, unit, strength, mg, first_amount(MILLILITRES, lower), bare=bare)
    often = frequency(lower)
    return _of_a_day(lower, one) or _of_parts(one, often) or _at_one_time(lower, one, often)


def _of_a_day(lower: str, one: Dose) -> Dose | None:
    """一天六片，早晚各一半: how many in a day stands before its parts."""
    day = DAY_THEN_PARTS.search(lower)
    count = amount(day["n"]) if day else None
    return Dose(count, "tablet", one.strength, in_all=True) if count else None


def _of_parts(one: Dose, often: Frequency) -> Dose | None:
    """What the parts of the day make together."""
    total, times = sum(often.counts), len(often.counts)
    if not total:
        return None
    if one.unit is None and min(often.counts) > _MOST_TABLETS:  # "50 in the morning and 50 at night"
        return Dose(mg=total, per_day=float(times), in_all=True)
    if times > 1 and one.units in (None, often.counts[0]) and one.unit in (None, "tablet", "iu"):
        return Dose(total, one.unit or "tablet", one.strength, ml=one.ml, per_day=float(times), in_all=True)
    return None


def _at_one_time(lower: str, one: Dose, often: Frequency) -> Dose:
    one, per_day = _counted(lower, one, often), often.per_day
    if per_day in (None, 1.0) and (taken := _with_more(lower, one)):
        return taken
    if per_day in (None, 1.0) and AGAIN.search(lower):
        per_day = 2.0
    told = one.units is not None or one.mg is not None or one.ml is not None
    daily = per_day is None or per_day >= 1  # 隔一天 is no day
    in_all = told and daily and bool(IN_ALL.search(lower) or A_DAY.search(lower)) and not is_at_times(lower)
    return one._replace(per_day=per_day, in_all=in_all, as_needed=NEEDED.search(lower) is not None)


def _counted(lower: str, one: Dose, often: Frequency) -> Dose:
    """With the tablets told without such a word: of the one part of the day, or half a one."""
    if one.units is None and one.unit is None and one.mg is None and often.counts and often.counts[0]:
        return one._replace(units=often.counts[0], unit="tablet")
    if one.units is None and ("半片" in lower or "半粒" in lower):
        return one._replace(units=0.5, unit="tablet")
    return one


def _with_more(lower: str, one: Dose) -> Dose | None:
    """What was taken with those taken later: "two, then one more"."""
    further = sum(amount(more["n"] or more["zh"]) or 0.0 for more in MORE.finditer(lower))
    if not further or one.units is None or (one.mg is not None and not one.strength):
        return None
    count = one.units + further
    return Dose(count, one.unit or "tablet", one.strength, one.strength and count * one.strength, in_all=True)


def _units(lower: str) -> tuple[float | None, str | None]:
    """How many tablets (puffs, units) at one time, and of what; a bare count is of tablets."""
    counted = _counted_units(lower)
    if counted:
        return counted
    for bare in (BOX.search(lower), HUNDREDS.search(lower)):
        if bare and (value := amount(bare["n"])) is not None:
            return value, "tablet"
    bare = BARE_COUNT.search(lower)
    if bare and (value := amount(bare["n"])) is not None and (value <= _MOST_TABLETS or not BARE.search(lower)):
        return value, "tablet"
    daily = COUNT_A_DAY.search(lower)
    count = amount(daily["n"] or daily["zh"] or daily["both"]) if daily else None
    may_be_mg = daily is not None and (daily["n"] or "").isdecimal() and first_amount(MILLIGRAMS, lower) is None
    most = _MOST_TABLETS if may_be_mg else MOST_A_DAY  # "20 a day" of a 40 mg tablet
    return (count, "tablet") if count is not None and count <= most else (None, None)


def _counted_units(lower: str) -> tuple[float, str] | None:
    """The first count of tablets (puffs, units) that is no strength of one of them ("四毫克一片的", "一片半克")."""
    for pattern, unit in UNITS:
        for match in pattern.finditer(lower):
            value = None if _is_of_each(lower, match) else amount(match["n"])
            if value is not None and not (value > _MOST_TABLETS and _is_strength(match)):
                return value + 0.5 * bool(_AND_A_HALF.match(lower, match.end())), unit
    return None


_AND_A_HALF = re.compile("半| and a half")


def _is_of_each(lower: str, counted: re.Match[str]) -> bool:
    return counted["n"] in _ONE and bool(
        STRENGTH_BEFORE.search(lower[: counted.start()]) or STRENGTH_AFTER.match(lower, counted.end())
    )


def _is_strength(counted: re.Match[str]) -> bool:
    """50 lisinopril."""
    return counted[0].endswith("@") and counted["n"].isdecimal() and not _OF_THEM.search(counted[0])


_OF_THEM = re.compile(r" of (?:the|my|those|them) ")


def _milligrams(lower: str, units: float | None) -> tuple[float | None, float | None, bool]:
    """Milligrams in one tablet, and at one time; whether they were said without a unit. A count is no strength."""
    hundreds = HUNDREDS.search(lower)
    said = first_amount(MILLIGRAMS, lower)
    if said is None and hundreds:
        said = float(hundreds["mg"])
    found = _bare_milligrams(lower) if said is None else said
    if found is None or (said is None and found == units):
        return None, None, False
    if units is not None:
        return found, units * found, said is None
    return None, found, said is None


def _bare_milligrams(lower: str) -> float | None:
    bare, before = BARE.search(lower), BEFORE_NAME.search(lower)
    return float(bare["mg"] or bare["after"]) if bare else float(before["mg"]) if before else None
