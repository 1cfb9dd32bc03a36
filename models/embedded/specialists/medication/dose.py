"""How much of a medicine and how often, as people say it and as prescriptions write it; zh and en, plain arithmetic."""

import re
from typing import NamedTuple

from models.embedded.specialists.medication.dose_words import (
    ABBREVIATED,
    AGAIN,
    AND_DAY,
    BARE,
    BARE_COUNT,
    BEFORE_NAME,
    BOX,
    COUNT_A_DAY,
    DAILY,
    DAY_THEN_PARTS,
    EVERY_DAYS,
    EVERY_NTH,
    EVERY_OTHER,
    HOURS,
    HUNDREDS,
    IN_ALL,
    LAST_TIMES,
    MEALS,
    MILLIGRAMS,
    MILLILITRES,
    MORE,
    MORNING_AND_NIGHT,
    NEEDED,
    NTH,
    ON_AND_OFF,
    OVER_DAYS,
    PART,
    PARTS,
    PARTS_ZH,
    PLAIN_DAILY,
    STRENGTH_AFTER,
    STRENGTH_BEFORE,
    UNITS,
    WEEKDAY,
    WEEKENDS,
    WORKING_DAYS,
)
from models.embedded.understanding.numbers import number

MOST_A_DAY = 40  # tablets; a larger bare number is no count
ONE = frozenset({"一", "1", "每", "a", "an"})
MOST_TABLETS = 12  # a bare number above it means milligrams


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


def amount(words: str) -> float | None:
    """The number words like "a couple of", "one and a half", "2-3", 半 and 两三 stand for; the higher of a range."""
    words = words.strip().lower().replace(",", "")
    fixed = {"half": 0.5, "half a": 0.5, "half an": 0.5, "1/2": 0.5, "半": 0.5, "几": 3.0, "a few": 3.0, "once": 1.0,
             "twice": 2.0, "thrice": 3.0, "a": 1.0, "an": 1.0, "another": 1.0, "a couple": 2.0, "a couple of": 2.0,
             "both": 2.0, "half of a": 0.5, "half of an": 0.5, "half of the": 0.5, "half of my": 0.5,
             "四分之一": 0.25, "三分之一": 1 / 3, "二分之一": 0.5, "四分之三": 0.75, "三分之二": 2 / 3,
             "a dozen": 12.0, "half a dozen": 6.0,
             "整": 1.0, "一整": 1.0, "两三": 3.0, "三四": 4.0}  # fmt: skip
    if words in fixed:
        return fixed[words]
    if quarters := re.match(r"(?:(three)[- ]quarters|(?:an? |one )?quarter)\b", words):
        return 0.75 if quarters[1] else 0.25
    if words.endswith(" and a half"):
        whole = number(words[: -len(" and a half")])
        return None if whole is None else whole + 0.5
    if hundreds := re.fullmatch(r"(.+) (hundred|thousand)", words):
        count = amount(hundreds[1])
        return None if count is None else count * (100 if hundreds[2] == "hundred" else 1000)
    last = re.split(r" or |-| to |[到至~]", words)[-1] if not re.search("ty-", words) else words
    return number(re.sub("(?<=十)[来几多]", "", last.strip()))


def read_dose(lower: str) -> Dose:
    """What `lower`, small letters and half width, says about amount and frequency; @ stands for the medicine itself."""
    halves = "半片" in lower or "半粒" in lower
    per_day, in_parts = _frequency(lower)
    units, unit = _units(lower)
    strength, mg, bare = _milligrams(lower, units)
    ml = _first(MILLILITRES, lower)
    if (day := DAY_THEN_PARTS.search(lower)) and (count := amount(day["n"])):
        return Dose(count, "tablet", strength, in_all=True)
    said = None if in_parts is None else sum(in_parts)
    if in_parts and said and unit is None and min(in_parts) > MOST_TABLETS:  # "50 in the morning and 50 at night"
        return Dose(mg=said, per_day=float(len(in_parts)), in_all=True)
    if in_parts and said and len(in_parts) > 1 and units in (None, in_parts[0]) and unit in (None, "tablet", "iu"):
        return Dose(said, unit or "tablet", strength, ml=ml, per_day=float(len(in_parts)), in_all=True)
    if units is None and in_parts and unit is None and mg is None and in_parts[0]:
        units, unit = in_parts[0], "tablet"
    if units is None and halves:
        units, unit = 0.5, "tablet"
    further = sum(amount(more["n"] or more["zh"]) or 0.0 for more in MORE.finditer(lower))
    if per_day in (None, 1.0) and further and units is not None and (mg is None or strength):
        count = units + further
        return Dose(count, unit or "tablet", strength, strength and count * strength, in_all=True)
    if per_day in (None, 1.0) and AGAIN.search(lower):
        per_day = 2.0
    explicit = _explicit(lower)
    in_all = not explicit and bool(_total(lower)) and (units is not None or mg is not None or ml is not None)
    return Dose(units, unit, strength, mg, ml, per_day, in_all, bool(NEEDED.search(lower)), bare)


def _first(kinds: list[tuple[re.Pattern[str], float]], lower: str) -> float | None:
    for pattern, factor in kinds:
        match = pattern.search(lower)
        value = amount(match["n"]) if match else None
        if value is not None:
            return value * factor
    return None


def _units(lower: str) -> tuple[float | None, str | None]:
    """The first count of tablets (puffs, units) that is no strength of one of them ("四毫克一片的", "一片半克")."""
    for pattern, unit in UNITS:
        for match in pattern.finditer(lower):
            if match["n"] in ONE and (
                STRENGTH_BEFORE.search(lower[: match.start()]) or STRENGTH_AFTER.match(lower, match.end())
            ):
                continue
            value = amount(match["n"])
            figures, apart = match["n"].isdecimal(), re.search(r" of (?:the|my|those|them) ", match[0])
            strength = match[0].endswith("@") and figures and not apart  # "50 lisinopril"
            if value is not None and not (strength and value > MOST_TABLETS):
                return value + 0.5 * bool(re.match("半| and a half", lower[match.end() :])), unit
    for bare in (BOX.search(lower), HUNDREDS.search(lower), BARE_COUNT.search(lower)):
        if bare and (value := amount(bare["n"])) is not None:
            return value, "tablet"
    daily = COUNT_A_DAY.search(lower)
    counted = amount(daily["n"] or daily["zh"] or daily["both"]) if daily else None
    may_be_mg = daily is not None and (daily["n"] or "").isdecimal() and _first(MILLIGRAMS, lower) is None
    most = MOST_TABLETS if may_be_mg else MOST_A_DAY  # "20 a day" of a 40 mg tablet
    return (counted, "tablet") if counted is not None and counted <= most else (None, None)


def _milligrams(lower: str, units: float | None) -> tuple[float | None, float | None, bool]:
    """Milligrams in one tablet, and at one time; whether they were said without a unit. A count is no strength."""
    hundreds = HUNDREDS.search(lower)
    found = _first(MILLIGRAMS, lower)
    if found is None and hundreds:
        found = float(hundreds["mg"])
    unsaid = found is None
    if found is None:
        bare, before = BARE.search(lower), BEFORE_NAME.search(lower)
        found = float(bare["mg"] or bare["after"]) if bare else float(before["mg"]) if before else None
    if found is None or (unsaid and found == units):
        return None, None, False
    if units is not None:
        return found, units * found, unsaid
    return None, found, unsaid


def _frequency(lower: str) -> tuple[float | None, list[float] | None]:
    """Times a day, and the counts given part of the day by part of the day."""
    if EVERY_OTHER.search(lower):
        return 0.5, None
    if (days_of_week := _weekdays(lower)) > 1:
        return days_of_week / 7, None
    if nth := EVERY_NTH.search(lower):
        return 1 / NTH[nth["n"]], None
    if (pause := ON_AND_OFF.search(lower)) and (on := amount(pause["on"])) and (off := amount(pause["off"])):
        return on / (on + off), None
    days = EVERY_DAYS.search(lower)
    if days and (count := amount(re.sub("^(?=couple|few)", "a ", days["a"] or days["b"]))):
        return 1 / count, None
    for pattern, factor in DAILY:
        match = pattern.search(lower)
        value = amount(match["n"]) if match else None
        if value is not None:
            return value * factor, None
    last, over = LAST_TIMES.search(lower), OVER_DAYS.search(lower)
    if last and (count := amount(last["n"])):
        return count, None
    if over and (count := amount(over["n"])):
        return 1 / count, None
    hours = HOURS.search(lower)
    if hours and (every := amount(next(g for g in hours.groups() if g))):
        return 24 / every, None
    for pattern_text, times in ABBREVIATED.items():
        if re.search(pattern_text, lower):
            return float(times), None
    if MEALS.search(lower):
        return 3.0, None
    if days_of_week:
        return days_of_week / 7, None
    weekly = re.search(r"\b(?:weekly|every week|each week)\b|每周|每星期", lower)
    if weekly:
        return 1 / 7, None
    parts = _parts(lower)
    if len(parts) > 1:
        counts = [count for count in parts if count is not None]
        return float(len(parts)), counts if len(counts) == len(parts) else None
    if MORNING_AND_NIGHT.search(lower):
        return 2.0, None
    if parts or PLAIN_DAILY.search(lower):
        return 1.0, [parts[0]] if parts and parts[0] is not None else None
    return None, None


def _weekdays(lower: str) -> int:
    """How many days of the week are named as those it is taken on."""
    if WORKING_DAYS.search(lower):
        return 5
    if WEEKENDS.search(lower):
        return 2
    found: set[str] = set()
    for match in WEEKDAY.finditer(lower):
        english = match["en"] or match["en2"] or match["en3"]
        found |= {english} if english else set(match["zh"] or match["zh2"])
        following = match.end()
        while more := AND_DAY.match(lower, following):
            found.add(more["en"])
            following = more.end()
    return len(found)


def _parts(lower: str) -> list[float | None]:
    """The parts of the day named, each once, with the count said for it."""
    found: dict[str, float | None] = {}
    for pattern in (PARTS, PARTS_ZH):
        for match in pattern.finditer(lower):
            if re.search(r"(?:昨天|今天|this |last |yesterday |tomorrow )$", lower[: match.start()]):
                continue
            part = match["w"] or "nightly"
            count = amount(match["n"]) if match["n"] else None
            found[PART.get(part.rstrip("s"), part)] = count
    return list(found.values())


def _explicit(lower: str) -> bool:
    """Whether it is said how often, and not only that so much goes in a day."""
    return (
        any(pattern.search(lower) for pattern, _ in DAILY)
        or bool(HOURS.search(lower) or MEALS.search(lower) or MORNING_AND_NIGHT.search(lower))
        or any(re.search(text, lower) for text in ABBREVIATED)
        or bool(re.search(r"一次|每次|一回|每回|一顿|at a time|each time|at once|\beach\b", lower))
        or len(_parts(lower)) > 0
    )


def _total(lower: str) -> bool:
    return bool(IN_ALL.search(lower) or re.search(r"\b(?:a|per|every|each) day\b|\bdaily\b|一天|每天|每日|/day", lower))
