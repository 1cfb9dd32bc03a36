"""A number as the value of a test: in which unit, how near its name, and whether it is something else after all."""

import re

from frontdesk.models.facts import Language
from frontdesk.models.specialists.labs_vitals.binding import binds
from frontdesk.models.specialists.labs_vitals.bounds import bound_of
from frontdesk.models.specialists.labs_vitals.catalogue import Test, tests
from frontdesk.models.specialists.labs_vitals.context import SENTENCE_END, is_before, is_goal, state_of
from frontdesk.models.specialists.labs_vitals.cues import cue
from frontdesk.models.specialists.labs_vitals.spoken import Number
from frontdesk.models.specialists.labs_vitals.told import GLUCOSE, SYSTOLIC, TEMPERATURE, Mention, Reading
from frontdesk.models.specialists.labs_vitals.units import DOSE, is_sure, unit_after


def reading_of(
    text: str, mention: Mention, number: Number, test: Test, *, unit: str | None, quote: tuple[int, int], since: int = 0
) -> Reading:
    """`since`: where what is said of this number begins, behind its name or behind the number before."""
    end = unit_of(text, number)[1]
    before = text[max(since, number.start - 40) : number.start]
    return Reading(
        test=test.name,
        value=number.value,
        unit=unit,
        state=state_of(text, mention, number) if test.name == GLUCOSE else None,
        before=is_before(text, number),
        bound=bound_of(before.lstrip(" -=>") if since > mention.end else before, text[end : end + 16]),
        quote=text[slice(*quote)],
    )


def unit_of(text: str, number: Number) -> tuple[str | None, int]:
    """The unit of `number`, which in 百分之七 stands before it, and where both end."""
    return ("%", number.end) if text.endswith("百分之", 0, number.start) else unit_after(text, number.end)


def value_of(text: str, mention: Mention, since: int, number: Number, test: Test, language: Language) -> Reading | None:
    """`number` as a value of `test`, told behind its name or, from `since`, behind another value of it.

    None when it stands too far away or is something else.
    """
    if not _is_near(text, mention, since, number, language):
        return None
    unit, end = unit_of(text, number)
    if unit == "%":
        test = tests().get(test.name.replace(" count", " percentage"), test)
    if _is_something_else(text, mention, since, number, test, unit):
        return None
    if unit is None and test.name == "body weight" and (later := _LATER_WEIGHT.search(text, end)):
        unit = unit_after(text, later.start(1))[0]  # "208 this morning, pounds"
    known = _unit_in(test, unit, text[number.end : end].strip())
    strong = known not in (None, DOSE) and is_sure(text, number, end)
    if since == mention.end and not binds(text, since, number, end=end, strong=strong):
        return None
    if known == DOSE or cue("instruction_after").match(text, end):
        return None
    reading = reading_of(text, mention, number, test, unit=known, quote=(mention.start, end), since=since)
    below = (test.plausible[0] or 0) < 0 and _BELOW_ZERO.search(text[: number.start])
    return reading.model_copy(update={"value": -number.value}) if below else reading


_LATER_WEIGHT = re.compile(r"(?<![\w])( ?(?:pounds|lbs?|kilos|kilograms|kg)\b|斤|公斤)")
_BELOW_ZERO = re.compile(r"(?:(?<!\d)-|minus|negative|负|减) ?$")


def _is_near(text: str, mention: Mention, since: int, number: Number, language: Language) -> bool:
    gap = text[since : number.start]
    further = since > mention.end and (not re.search(r"[。！？!?\n.]", gap) or cue("time_now").search(gap))
    if len(gap) > _REACH[language] or (not further and SENTENCE_END.search(re.sub(r"\.$", "", gap))):
        return False
    short = mention.end - mention.start <= 2 and text[mention.start : mention.end].isascii()  # K, Na, Hb
    return not short or since > mention.end or number.start - mention.end <= REACH_OF_SHORT


_REACH = {Language.EN: 60, Language.ZH: 22}  # characters from a test's name to its value
FURTHEST = max(_REACH.values())
REACH_OF_SHORT = 14


def _is_something_else(text: str, mention: Mention, since: int, number: Number, test: Test, unit: str | None) -> bool:
    """Whether it is an age, a goal, by how much a value changed, or what is taken for it."""
    is_value = _IS.fullmatch(text, since, number.start)
    if test.name == TEMPERATURE and unit is None and not _is_of_a_body(number.value) and not is_value:
        return True  # "a temperature since yesterday, she's 7"
    return is_change(text, number) or is_goal(text, number.start) or _is_taken(text, mention, number, test, unit)


def is_change(text: str, number: Number) -> bool:
    """Whether it is an age, a dose, or by how much a value changed."""
    before = text[max(0, number.start - 14) : number.start]
    return cue("change_of", ending=r"\s*$").search(before) is not None


def _is_of_a_body(degrees: float) -> bool:
    return 34 <= degrees <= 43 or 93 <= degrees <= 110


# Between a temperature and a number that is its value, however unlikely.
_IS = re.compile(
    r"[\s:：]*(?:(?:was|is|reads?|said|says|showed|shows|of|at|now|about|around|just|only|up|to|like|it|it's|came|out|as"
    r"|this|morning|today|the|thermometer|current(?:ly)?|being|went|goes|has|been|hit)\b['’]?\s*|'s\s*)*"
    r"|(?:[是为有到在了量测的出来现今天早上刚才又最高大概约差不多显示，我他她说]*)"
)


def _is_taken(text: str, mention: Mention, number: Number, test: Test, unit: str | None) -> bool:
    """Whether so much of something is taken, and the test itself is not: "took my temperature, 38.4"."""
    clause = _CLAUSE.split(text[max(0, mention.start - 24) : mention.start])[-1]
    measured = test.name in _AT_HOME and _MEASURING.search(clause)
    behind = cue("occasion").sub("", text[mention.end : number.start])
    if test.name in _AT_HOME:
        behind = _TOOK_IT.sub("", behind)
    taken = cue("taken").search(clause + behind)
    return taken is not None and not measured and not (unit and "/" in unit)


_CLAUSE = re.compile(r"[,，。;；]|\band\b")
_TOOK_IT = re.compile(r"\b(?:take|takes|taking|took|taken) (?:it|mine|his|hers|a reading)\b(?! for)")
_AT_HOME = frozenset({SYSTOLIC, TEMPERATURE, "heart rate", "oxygen saturation", "body weight", GLUCOSE})
_MEASURING = re.compile(r"\b(?:take|takes|taking|took) (?:my|his|her|our|the) $")


def _unit_in(test: Test, unit: str | None, written: str) -> str | None:
    """The unit as one of the test's own; "?" for one it does not have, DOSE for what counts no result."""
    if unit is None or test.has_unit(unit):
        return unit
    if unit == "s" or written == "l" or (unit == "L" and written == "升"):
        return None  # "in the 190s"; "Na 130 L" is marked as low
    if unit == "g" and any(one.startswith("g/") for one in test.units_known()):
        return None  # 58克 of haemoglobin: of what volume is left unsaid
    return "?" if "/" in unit or unit in _OF_RESULTS else DOSE


_OF_RESULTS = ("mmHg", "kPa", "%", "°C", "°F")
