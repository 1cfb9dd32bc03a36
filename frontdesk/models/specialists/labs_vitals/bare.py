"""Values said without a name or a number: degrees of a body, its weight and height, a meter beyond its scale."""

import re
from collections.abc import Callable

from frontdesk.models.facts import Language
from frontdesk.models.specialists.labs_vitals.context import is_before, is_goal
from frontdesk.models.specialists.labs_vitals.spoken import Number
from frontdesk.models.specialists.labs_vitals.told import GLUCOSE, TEMPERATURE, Mention, Reading
from frontdesk.models.specialists.labs_vitals.units import unit_after

DEGREES = re.compile(r"度(?!数)|°|℃| ?degrees\b| ?[cf]\b")
SPAN = re.compile(r"(\d+(?:\.\d+)?)(?:度|°|℃| ?degrees)? ?(?:-|–|~|～|to|up to|至|到) ?$")


def bare_temperatures(
    text: str, mentions: list[Mention], free: list[Number], taken: set[int], language: Language
) -> list[tuple[int, Reading]]:
    """Degrees of a body with no word for it: 宝宝39度2, 101.3 degrees."""
    found: list[tuple[int, Reading]] = []
    for number in free:
        if number.start in taken or is_goal(text, number.start) or _of_a_joint(text, number):
            continue
        said = "度" in text[number.start : number.end] or DEGREES.match(text, number.end)
        if said and (34 <= number.value <= 43 or (93 <= number.value <= 110 and language is Language.EN)):
            unit, end = unit_after(text, number.end)
            known = unit if unit in ("°C", "°F") else None
            if number.value > 90:
                known = "°F"
            found.append((number.start, Reading(
                test=TEMPERATURE, value=number.value, unit=known, before=is_before(text, number),
                quote=text[number.start : end],
            )))  # fmt: skip
            taken.add(number.start)
    return found


def _of_a_joint(text: str, number: Number) -> bool:
    """Whether it ends a span that begins where no body is: a joint moves 10 to 100 degrees."""
    span = SPAN.search(text, max(0, number.start - 24), number.start)
    return span is not None and not (34 <= float(span[1]) <= 43 or 93 <= float(span[1]) <= 110)


# Somebody says what they weigh without a word for it: 我现在136斤, "I'm 180 pounds", "down to 170 lbs".
WEIGHS = re.compile(
    r"(?:我|他|她|孩子|宝宝)(?:现在|今天|今早|已经|刚|才|只有|只|大概|差不多|都|都有|有|是|涨到|瘦到|胖到|降到|了)*$|"
    r"称[了的]?[，, ]?(?:是|有)?$|"
    r"\b(?:i'm|i am|he's|she's|now|(?:down|up|back) to)(?: (?:now|at|about|around|only|up to|down to|back to))* $"
)


# What a meter shows beyond its scale (33.3 and 1.1 mmol/L): "my meter just says HI", 血糖仪爆表了.
OFF_SCALE = re.compile(
    r"\b(?:(?P<meter>meter|glucometer|libre|dexcom|sensor)|sugars?|glucose)\b[^.;!?\d]{0,20}"
    r"\b(?:says?|said|reads?|shows?|showed|showing|flash(?:es|ed|ing)|reading|came up|comes up)\b"
    r"(?: just| only| as| with)* ['‘“\"]?"
    r"(?:(?P<hi>hi)|(?P<lo>lo)|(?(meter)(?:(?P<high>high)|(?P<low>low))|(?!)))\b(?! ?\d)"
    r"|血糖仪?[^。；！？\d]{0,8}(?:显示|出来|写着?|跳出|跳|报|测出|是|显)(?:的|个|了|是)*"
    r"(?:(?P<hi2>hi(?:gh)?)|(?P<lo2>lo(?:w)?))\b"
    r"|血糖[^。；！？\d]{0,6}(?P<hi3>爆表)"
)
ABOVE, BELOW = 33.4, 1.1


def off_scale(
    text: str, mentions: list[Mention], free: list[Number], taken: set[int], language: Language
) -> list[tuple[int, Reading]]:
    """A blood sugar beyond what the meter can show."""
    found = OFF_SCALE.search(text)
    if found is None:
        return []
    high = any(found[name] for name in ("hi", "high", "hi2", "hi3"))
    value = ABOVE if high else BELOW
    return [(found.start(), Reading(test=GLUCOSE, value=value, unit="mmol/L", quote=found[0]))]


# 我一米七二, "I stand five foot four".
STANDS = re.compile(
    r"(?:我|他|她|孩子|宝宝)(?:现在|今年|已经|大概|差不多|有|是|才|长到)*$|"
    r"\b(?:i'm|i am|he's|she's|stands?|measures?)(?: (?:now|at|about|around|only|just|all of|nearly))* $"
)


OF_A_BODY = {"cm": (45.0, 230.0), "m": (0.45, 2.3), "foot": (2.5, 7.5)}


def bare_heights(
    text: str, mentions: list[Mention], free: list[Number], taken: set[int], language: Language
) -> list[tuple[int, Reading]]:
    """Metres, centimetres or feet of a body."""

    def is_one(number: Number, unit: str | None, end: int) -> bool:
        low, high = OF_A_BODY.get(unit or "", (1.0, 0.0))
        return low <= number.value <= high

    return _measured("body height", STANDS, is_one, text, free, taken)


def bare_weights(
    text: str, mentions: list[Mention], free: list[Number], taken: set[int], language: Language
) -> list[tuple[int, Reading]]:
    """Kilograms, pounds or 斤 of a body."""

    def is_one(number: Number, unit: str | None, end: int) -> bool:
        return unit in ("kg", "lb", "斤", "stone") and not re.match(r"[的肉菜鱼虾]", text[end:])

    return _measured("body weight", WEIGHS, is_one, text, free, taken)


def _measured(
    test: str,
    said: re.Pattern[str],
    is_one: Callable[[Number, str | None, int], bool],
    text: str,
    free: list[Number],
    taken: set[int],
) -> list[tuple[int, Reading]]:
    """The numbers that are a measure of the body by their unit and by what is `said` before them; they are taken."""
    found: list[tuple[int, Reading]] = []
    for number in free:
        unit, end = unit_after(text, number.end)
        if number.start in taken or not is_one(number, unit, end) or is_goal(text, number.start):
            continue
        if said.search(text[max(0, number.start - 24) : number.start]):
            reading = Reading(
                test=test,
                value=number.value,
                unit=unit,
                before=is_before(text, number),
                quote=text[number.start : end],
            )
            found.append((number.start, reading))
            taken.add(number.start)
    return found
