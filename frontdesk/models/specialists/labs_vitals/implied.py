"""A blood sugar told without its name, by the meal that it was measured before or after: 今早空腹31, "fasting 7.2"."""

import re
from collections.abc import Sequence

from frontdesk.models.specialists.labs_vitals.catalogue import tests
from frontdesk.models.specialists.labs_vitals.cues import cue
from frontdesk.models.specialists.labs_vitals.spoken import Number
from frontdesk.models.specialists.labs_vitals.told import GLUCOSE, Mention
from frontdesk.models.specialists.labs_vitals.units import believable, unit_after
from frontdesk.models.specialists.labs_vitals.when import times_told

_CLAUSE = 40  # characters before a value
_ALONE = re.compile(
    r"\s*(?:$|[^\w\s%°/-]|[\u4e00-\u9fff])|\s+(?:and|but|then|after|before|this|last|yesterday|today|now)\b"
)
_OF_A_BODY = range(34, 43)  # degrees; a sugar as high would be told with its name


def by_meal(text: str, mentions: Sequence[Mention], free: Sequence[Number]) -> list[Mention]:
    """The meals that stand for the name of the blood sugar, where it is not named anyway."""
    if any(one.test == GLUCOSE for one in mentions):
        return []
    meals = [(meal.start(), meal.end()) for meal in cue("meal_of_a_sugar").finditer(text)]
    found = []
    for number in free if meals else ():
        start, end = next((span for span in reversed(meals) if span[1] <= number.start), (0, 0))
        named = any(start - _CLAUSE < one.end and one.start < number.start for one in mentions)
        if end and not named and number.start - end < _CLAUSE and _is_sugar(text, number) and _joins(text, end, number):
            found.append(Mention(start, end, GLUCOSE))
    return list(dict.fromkeys(found))


def _is_sugar(text: str, number: Number) -> bool:
    test = tests()[GLUCOSE]
    unit, end = unit_after(text, number.end)
    if unit is not None:
        return test.has_unit(unit)
    fasting = cue("fasting").search(text, max(0, number.start - _CLAUSE), number.start)
    decimal = bool(number.value % 1) or "." in text[number.start : number.end]
    usual = fasting or (decimal and int(number.value) not in _OF_A_BODY)
    return bool(usual) and believable(test, number.value) and _ALONE.match(text, end) is not None


def _joins(text: str, start: int, number: Number) -> bool:
    """Whether there is nothing from the meal at `start` to its number but a time and small words."""
    for time in times_told(text):
        if start <= time.start and time.end <= number.start:
            text = text[: time.start] + " " * (time.end - time.start) + text[time.end :]
    return cue("right_before").fullmatch(text, start, number.start) is not None
