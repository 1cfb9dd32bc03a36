"""Units as they are written and said, and which one a value without a unit is in."""

import re
from functools import cache

import yaml

from frontdesk.models.facts import Language
from frontdesk.models.specialists.labs_vitals.catalogue import FOLDER, Limits, Test
from frontdesk.models.specialists.labs_vitals.spoken import POWER_UNIT, Number

DOSE = "dose"  # a number that counts tablets, days, people: no result of a test
_DOSES = re.compile(
    r" ?(?:-? ?(?:days?|weeks?|months?|years?|hours?|hrs?(?! ?[:=]? ?\d)|minutes?|mins?|o'clock|am\b|pm\b|a\.m|p\.m|"
    r"pills?|tablets?|"
    r"capsules?|doses?|cups?|times\b(?! (?:a|per) minute)|mg\b(?!/)|mcg\b|milligrams?\b(?! (?:per|a|/))|micrograms?\b"
    r"(?! per)|units?\b(?! (?:per|a) )|iu\b(?!/)|puffs?|drops?|year-old|y/o|"
    r"(?<![02-9 ])(?<!11)st\b|nd\b|rd\b|th\b|people|days'|eggs?|"
    r"bananas?|servings?|tests?|readings?|points?\b|grams?\b(?! (?:per|a|/))|sugars?\b|ounces?|oz|spoons?|teaspoons?|"
    r"tablespoons?|children|kids|glasses|cans|bottles)"
    r"|[多来几余]?(?:天|周(?!围)|星期|礼拜|个月|月份?|年|岁|小时|钟头|分钟|秒钟|号|日(?!常)|点钟|点半|片|粒|颗|支|盒|包|瓶|袋|"
    r"个(?!\d)|顿|口|杯|碗|勺|代|期|级|项|毫克(?!每|/)|微克(?!每|/)|单位(?!每|/)|多?岁|遍|回|层|楼|元|块|倍|针|胎|孕周|周岁|(?<!度[\d一二三四五六七八九])分(?![钟之升米])))"
)


# 呼吸一分钟三百回: what is counted in a minute.
_BEAT = re.compile(r"[多来几]?[次下回趟口声]")
_A_MINUTE = re.compile(r"(?:每|一|1)分钟?[^，。；\d零一二三四五六七八九十]{0,8}[\d零一二两三四五六七八九十百]+$")


_RAISED = str.maketrans("¹²³⁶⁹", "12369")


@cache
def _pattern() -> tuple[re.Pattern[str], dict[str, str]]:
    table: dict[str, list[str]] = yaml.load((FOLDER / "units.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    names = {words.lower(): unit for unit, spellings in table.items() for words in (*spellings, unit)}
    ordered = sorted((re.escape(words) for words in names if words), key=len, reverse=True)
    return re.compile(rf" ?(?:{'|'.join(ordered)})(?![a-z])(?:(?<![a-z])|(?!\d))"), names  # no foot in "1.8 FT3 4.6"


def unit_after(text: str, end: int) -> tuple[str | None, int]:
    """The unit that stands at `end` of `text` and where it ends; DOSE for what no result is counted in, else None."""
    if (beat := _BEAT.match(text, end)) and _A_MINUTE.search(text[:end]):
        return "/min", beat.end()
    if dose := _DOSES.match(text, end):
        return DOSE, dose.end()
    if power := POWER_UNIT.match(text, end):
        return f"10^{power['power'].translate(_RAISED)}/{'L' if power['of'] == 'l' else 'µL'}", power.end()
    pattern, names = _pattern()
    found = pattern.match(text, end)
    if found and found[0] == "升" and re.match("[到高至了为过]", text[found.end() :]):  # 从六点九升到: it rose
        return None, end
    return (names[found[0].strip()], found.end()) if found else (None, end)


def is_sure(text: str, number: Number, end: int) -> bool:
    """Whether the unit that ends at `end` counts nothing else: 次 does, unless it is told of a minute."""
    return _BEAT.fullmatch(text, number.end, end) is None or _A_MINUTE.search(text[: number.end]) is not None


def inside(value: float, limits: Limits) -> bool:
    low, high = limits
    return (low is None or value >= low) and (high is None or value <= high)


def believable(test: Test, value: float, unit: str | None = None) -> bool:
    """Whether it can be a value of `test` at all, in `unit` or, where that is None, in any the test has."""
    units = test.units_known() if unit is None else (unit,) if test.has_unit(unit) else ()
    return any(inside(test.in_own_unit(value, one), test.plausible) for one in units)


def unsaid(test: Test, value: float, *, language: Language, recorded: str | None, limits: Limits) -> str:
    """The unit that a value said without one is most likely in: as on record, as usual in the language, as fits."""
    if test.small and value < test.small.below:
        return test.small.unit
    usual = [recorded] if recorded in test.units_known() else []
    usual += [test.habit.get(language, test.unit), *test.units_known()]
    fits = [unit for unit in usual if unit is not None and inside(test.in_own_unit(value, unit), limits)]
    return fits[0] if fits else (usual[0] or test.unit)
