"""How often a medicine is taken, and how much in which part of the day."""

import re
from collections.abc import Callable
from typing import NamedTuple

from models.specialists.medication.amounts import amount, first_amount
from models.specialists.medication.frequency_words import (
    ABBREVIATED,
    AND_DAY,
    AT_A_TIME,
    DAILY,
    EVERY_DAYS,
    EVERY_NTH,
    EVERY_OTHER,
    HOURS,
    LAST_TIMES,
    MEALS,
    MORNING_AND_NIGHT,
    NTH,
    OF_ONE_DAY,
    ON_AND_OFF,
    OVER_DAYS,
    PART,
    PARTS,
    PARTS_ZH,
    PLAIN_DAILY,
    WEEKDAY,
    WEEKENDS,
    WEEKLY,
    WORKING_DAYS,
)


class Frequency(NamedTuple):
    """Times a day (1/7 is weekly), and the counts told part of the day by part of the day."""

    per_day: float | None = None
    counts: tuple[float, ...] = ()


def frequency(lower: str) -> Frequency:
    """What `lower`, as `read_dose` takes it, says of how often."""
    for told in _WAYS:
        if (per_day := told(lower)) is not None:
            return Frequency(per_day)
    return _by_parts(lower)


def _every_other_day(lower: str) -> float | None:
    return 0.5 if EVERY_OTHER.search(lower) else None


def _on_several_weekdays(lower: str) -> float | None:
    days = _weekdays(lower)
    return days / 7 if days > 1 else None


def _every_nth_day(lower: str) -> float | None:
    nth = EVERY_NTH.search(lower)
    return 1 / NTH[nth["n"]] if nth else None


def _on_and_off(lower: str) -> float | None:
    pause = ON_AND_OFF.search(lower)
    on, off = (amount(pause["on"]), amount(pause["off"])) if pause else (None, None)
    return on / (on + off) if on and off else None


def _every_few_days(lower: str) -> float | None:
    days = EVERY_DAYS.search(lower)
    count = amount(re.sub("^(?=couple|few)", "a ", days["a"] or days["b"])) if days else None
    return 1 / count if count else None


def _so_often(lower: str) -> float | None:
    return first_amount(DAILY, lower)


def _times_in_all(lower: str) -> float | None:
    last = LAST_TIMES.search(lower)
    return (amount(last["n"]) or None) if last else None


def _over_days(lower: str) -> float | None:
    over = OVER_DAYS.search(lower)
    days = amount(over["n"]) if over else None
    return 1 / days if days else None


def _every_few_hours(lower: str) -> float | None:
    hours = HOURS.search(lower)
    every = amount(hours[hours.lastgroup or 0]) if hours else None
    return 24 / every if every else None


def _abbreviated(lower: str) -> float | None:
    return next((times for written, times in ABBREVIATED if written.search(lower)), None)


def _with_meals(lower: str) -> float | None:
    return 3.0 if MEALS.search(lower) else None


def _weekly(lower: str) -> float | None:
    return 1 / 7 if _weekdays(lower) or WEEKLY.search(lower) else None


# The first that is told counts.
_WAYS: tuple[Callable[[str], float | None], ...] = (
    _every_other_day,
    _on_several_weekdays,
    _every_nth_day,
    _on_and_off,
    _every_few_days,
    _so_often,
    _times_in_all,
    _over_days,
    _every_few_hours,
    _abbreviated,
    _with_meals,
    _weekly,
)


def _by_parts(lower: str) -> Frequency:
    parts = _parts(lower)
    counts = tuple(count for count in parts if count is not None)
    if len(parts) > 1:
        return Frequency(float(len(parts)), counts if len(counts) == len(parts) else ())
    if MORNING_AND_NIGHT.search(lower):
        return Frequency(2.0)
    return Frequency(1.0, counts) if parts or PLAIN_DAILY.search(lower) else Frequency()


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
            if OF_ONE_DAY.search(lower[: match.start()]):
                continue
            part = match["w"] or "nightly"
            count = amount(match["n"]) if match["n"] else None
            found[PART.get(part.rstrip("s"), part)] = count
    return list(found.values())


def is_at_times(lower: str) -> bool:
    """Whether it is said how often, and not only that so much goes in a day."""
    return (
        any(pattern.search(lower) for pattern, _ in DAILY)
        or bool(HOURS.search(lower) or MEALS.search(lower) or MORNING_AND_NIGHT.search(lower))
        or _abbreviated(lower) is not None
        or AT_A_TIME.search(lower) is not None
        or len(_parts(lower)) > 0
    )
