"""How much of a medicine and how often, as people say it and as prescriptions write it; zh and en, plain arithmetic."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from frontdesk.models.specialists.medication.amounts import amount, first_amount
from frontdesk.models.specialists.medication.dose_words import (
    AGAIN,
    ALONE,
    BARE,
    BARE_COUNT,
    BEFORE_NAME,
    BOX,
    CONCENTRATION,
    COUNT_A_DAY,
    DAY_THEN_PARTS,
    EACH_TIME,
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
from frontdesk.models.specialists.medication.rhythm import Rhythm, rhythm
from frontdesk.models.specialists.medication.totals import span_of_total, without_total

MOST_A_DAY = 40  # tablets; a larger bare number is no count
_ONE = frozenset({"一", "1", "每", "a", "an"})
_MOST_TABLETS = 12  # a bare number above it means milligrams


class Dose(NamedTuple):
    """What was said of one medicine; every field may be unknown.

    `units` tablets, puffs, international units or whatever `unit` says, at one time; `strength` mg in one of them; `mg`
    at one time; `ml` at one time; `per_ml` mg in one of these; of a range the upper end. `doses` on a day it is taken,
    the next of which is `days` later (7 is weekly). With `in_all` the amounts are of so many days together, mostly one.
    """

    units: float | None = None
    unit: str | None = None
    strength: float | None = None
    mg: float | None = None
    ml: float | None = None
    per_ml: float | None = None
    doses: float | None = None
    days: float | None = None
    in_all: float | None = None
    as_needed: bool = False
    bare: bool = False  # `mg` is a number said without a unit

    @property
    def per_day(self) -> float | None:
        """Times a day over the days; None where nothing is told of how often."""
        return None if self.doses is None and self.days is None else (self.doses or 1.0) / (self.days or 1.0)

    @property
    def times(self) -> float:
        """By what one amount is multiplied for a day, over the days; 1 where nothing is known."""
        if self.in_all:
            return 1.0 / max(self.days or 1.0, self.in_all)
        return (self.doses or 1.0) / (self.days or 1.0)

    @property
    def on_one_day(self) -> tuple[float, float]:
        """By what one amount is multiplied for the day with the most of it, at least and at most."""
        if self.in_all:  # 三天四片 may be one and a half a day or all on one
            return 1.0 / self.in_all, 1.0
        return self.doses or 1.0, self.doses or 1.0

    @property
    def amount(self) -> bool:
        """Whether it is told how much."""
        return any(value is not None for value in (self.units, self.mg, self.ml))

    @property
    def tells(self) -> bool:
        return self.amount or self.doses is not None or self.days is not None


@lru_cache(maxsize=256)  # steps, totals and the alarm ask for that of the same words
def read_dose(lower: str) -> Dose:
    """What `lower`, small letters and half width, says about amount and frequency; @ stands for the medicine itself."""
    per_ml, rest = _concentration(without_total(lower))
    units, unit = _units(rest)
    strength, mg, bare = _milligrams(rest, units)
    one = Dose(units, unit, strength, mg, first_amount(MILLILITRES, rest), per_ml, bare=bare)
    often = rhythm(rest)
    return _of_a_day(rest, one) or _of_parts(one, often) or _at_one_time(rest, one, often)


def _concentration(lower: str) -> tuple[float | None, str]:
    """Milligrams in a millilitre as written on a bottle ("120 mg/5 ml", 100毫升3.2克), and the words without it."""
    told = CONCENTRATION.search(lower)
    if told is None:
        return None, lower
    mg = first_amount(MILLIGRAMS, told[0])
    ml = first_amount(MILLILITRES, told[0]) or 1.0
    return (mg / ml if mg else None), f"{lower[: told.start()]}，{lower[told.end() :]}"


def _of_a_day(lower: str, one: Dose) -> Dose | None:
    """一天六片，早晚各一半: how many in a day stands before its parts."""
    day = DAY_THEN_PARTS.search(lower)
    count = amount(day["n"]) if day else None
    return Dose(count, "tablet", one.strength, in_all=1.0, days=1.0) if count else None


def _of_parts(one: Dose, often: Rhythm) -> Dose | None:
    """What the parts of the day make together."""
    total, times = sum(often.counts), len(often.counts)
    if not total or often.besides:
        return None
    of_day = Dose(doses=float(times), days=often.days, in_all=1.0)
    if often.milligrams or (one.unit is None and min(often.counts) > _MOST_TABLETS):  # "50 in the morning, 50 at night"
        return of_day._replace(mg=total) if times > 1 or not often.milligrams else None
    if times > 1 and one.units in (None, *often.counts) and one.unit in (None, "tablet", "iu"):
        mg = total * one.strength if one.strength else None
        return of_day._replace(units=total, unit=one.unit or "tablet", strength=one.strength, mg=mg, ml=one.ml)
    return None


def _at_one_time(lower: str, one: Dose, often: Rhythm) -> Dose:
    one = _counted(lower, one, often)
    once_a_day = often.doses in (None, 1.0) and often.days in (None, 1.0)
    if once_a_day and (taken := _with_more(lower, one)):
        return taken
    if not once_a_day and (taken := _with_further(lower, one, often)):
        return taken
    doses = 2.0 if once_a_day and AGAIN.search(lower) else often.doses
    told = one.units is not None or one.mg is not None or one.ml is not None
    of_day = 1.0 if IN_ALL.search(lower) and not EACH_TIME.search(lower) else None
    in_all = span_of_total(lower) or often.total or of_day if told and doses is None else None
    return one._replace(doses=doses, days=often.days, in_all=in_all, as_needed=NEEDED.search(lower) is not None)


def _counted(lower: str, one: Dose, often: Rhythm) -> Dose:
    """With the tablets told without such a word: of the one part of the day, or half a one, or a number left alone."""
    if one.units is not None or one.unit is not None:
        return one
    if one.mg is None and often.counts and often.counts[0] and not often.milligrams:
        return one._replace(units=often.counts[0], unit="tablet")
    if "半片" in lower or "半粒" in lower:
        return one._replace(units=0.5, unit="tablet")
    alone = next(_numbers(ALONE, lower), None)
    if alone is None or alone > _MOST_TABLETS or one.ml is not None:
        return one
    return one._replace(units=alone, unit="tablet", strength=one.mg, mg=alone * one.mg if one.mg else None)


def _numbers(pattern: re.Pattern[str], lower: str) -> Iterator[float]:
    return (value for match in pattern.finditer(lower) if (value := amount(match["n"])) is not None)


def _with_more(lower: str, one: Dose) -> Dose | None:
    """What was taken with those taken later: "two, then one more"."""
    further = sum(amount(more["n"] or more["zh"]) or 0.0 for more in MORE.finditer(lower))
    if not further or one.units is None or (one.mg is not None and not one.strength):
        return None
    count = one.units + further
    return Dose(count, one.unit or "tablet", one.strength, one.strength and count * one.strength, in_all=1.0)


def _with_further(lower: str, one: Dose, often: Rhythm) -> Dose | None:
    """What is taken so often a day, with what is taken besides: "two four times a day, and two in the night"."""
    told = sum(amount(more["n"] or more["zh"]) or 0.0 for more in MORE.finditer(lower))
    further = max(told, sum(often.besides))
    units = one.units or (1.0 if one.mg is not None else None)
    if not further or units is None or not often.doses or often.days not in (None, 1.0):
        return None
    strength = one.strength or one.mg
    count = units * often.doses + further
    mg = count * strength if strength else None
    return Dose(count, one.unit or "tablet", strength, mg, doses=often.doses, days=often.days, in_all=1.0)


def _units(lower: str) -> tuple[float | None, str | None]:
    """How many tablets (puffs, units) at one time, and of what; a bare count is of tablets."""
    counted = _counted_units(lower)
    if counted:
        return counted
    for bare in (BOX.search(lower), HUNDREDS.search(lower)):
        if bare and (value := amount(bare["n"])) is not None:
            return value, "tablet"
    bare = BARE_COUNT.search(lower)
    if bare and (value := amount(bare["n"])) is not None and (value <= _MOST_TABLETS or not _bare_number(lower)):
        return value, "tablet"
    daily = COUNT_A_DAY.search(lower)
    count = amount(daily["n"] or daily["zh"] or daily["both"]) if daily else None
    may_be_mg = daily is not None and (daily["n"] or "").isdecimal() and first_amount(MILLIGRAMS, lower) is None
    most = _MOST_TABLETS if may_be_mg else MOST_A_DAY  # "20 a day" of a 40 mg tablet
    return (count, "tablet") if count is not None and count <= most else (None, None)


def _bare_number(lower: str) -> bool:
    """Whether a number alone means milligrams; where these are told it is a count."""
    return first_amount(MILLIGRAMS, lower) is None and BARE.search(lower) is not None


def _counted_units(lower: str) -> tuple[float, str] | None:
    """The first count of tablets (puffs, units) that is no strength of one of them ("四毫克一片的", "一片半克")."""
    for pattern, unit in UNITS:
        for match in pattern.finditer(lower):
            value = None if _is_of_each(lower, match) else amount(match["n"])
            if value is not None and not (value > _MOST_TABLETS and _is_strength(match, lower)):
                return value + 0.5 * bool(_AND_A_HALF.match(lower, match.end())), unit
    return None


_AND_A_HALF = re.compile("半| and a half")


def _is_of_each(lower: str, counted: re.Match[str]) -> bool:
    return counted["n"] in _ONE and bool(
        STRENGTH_BEFORE.search(lower[: counted.start()]) or STRENGTH_AFTER.match(lower, counted.end())
    )


def _is_strength(counted: re.Match[str], lower: str) -> bool:
    """50 lisinopril; but not 20 of what is said to be 500 mg."""
    named = counted[0].endswith("@") and counted["n"].isdecimal() and not _OF_THEM.search(counted[0])
    return named and first_amount(MILLIGRAMS, lower) is None


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


def amount_in_words(dose: Dose) -> tuple[str, str]:
    """The sum as it was told, zh and en: （20片×500毫克）, " (20 x 500 mg)"; empty where no amount is."""
    parts: list[tuple[str, str]] = []
    if dose.units is not None:
        parts.append((f"{dose.units:g}", f"{dose.units:g}"))
    each = dose.strength or (dose.mg if dose.units is None else None)
    if each is not None:
        parts.append((f"{each:g}毫克", f"{each:g} mg"))
    if dose.ml is not None:
        parts.append((f"{dose.ml:g}毫升", f"{dose.ml:g} ml"))
    if parts and dose.doses and not dose.in_all:
        parts.append((f"一天{dose.doses:g}次", f"{dose.doses:g} times a day"))
    zh, en = ("×".join(zh for zh, _ in parts), " x ".join(en for _, en in parts))
    return (f"（{zh}）", f" ({en})") if parts else ("", "")
