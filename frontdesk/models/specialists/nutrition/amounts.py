"""Amounts as people tell them: a number or a small word, and what is counted."""

import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from frontdesk.models.specialists.labs_vitals.spoken import Number, numbers
from frontdesk.models.specialists.nutrition.cues import cue
from frontdesk.models.specialists.nutrition.tables import Food

NOT_DAYS = r"(?!月|小时|星期|礼拜|钟|多?年)"
A_DRINK = 80  # of 100 g are drunk
MILLIGRAMS = frozenset({"sodium", "potassium", "phosphorus", "caffeine", "purine", "oxalate"})
SODIUM_OF_SALT = 393.0  # mg in a gram
METRIC = frozenset(
    {"毫升", "升", "公升", "克", "公斤", "千克", "斤", "两", "milliliter", "millilitre", "ml", "cc", "liter", "litre",
     "l", "gram", "g", "kg", "ounce", "oz", "pint", "pound", "lb"}
)  # fmt: skip
BODY_WEIGHTS = frozenset({"公斤", "千克", "斤", "kg", "pound", "lb", "kilo", "kilogram"})
# Before "pint of beer after work", "big bag of crisps".
BARE = re.compile(
    r"(?:(?:big|great|large|small|huge|whole|full|little) )*"
    r"(?=(?:pint|glass|cup|bowl|bottle|plate|can|tin|slice|mug|bag|packet|box|tub|jar|carton|handful) of )"
)
# How often: its numbers count no food, 一周两三次, "two or three times a week".
_COUNT_EN = r"(?:\d|once|twice|two|three|four|five|six|seven)"
RHYTHM = re.compile(
    r"(?:每|一)个?(?:周|星期|礼拜|月)[^，。；,;\d一两二三四五六七]{0,4}"
    r"(?P<zh>[一两二三四五六七\d](?:[到至\-~、]?[一两二三四五六七\d])?)(?:次|顿|回|场)"
    rf"|\b(?P<en>{_COUNT_EN}(?: ?(?:or|to|-) ?{_COUNT_EN})?)(?: (?:times?|nights?|days?|evenings?))?"
    r" (?:a|per|each|every) (?:week|month)\b"
)
# An amount that is denied: 没有277克那么多, "not 277 grams".
DENIED = re.compile(
    r"(?:没有?|哪有|不到|不是)(?:喝)?\d+(?:\.\d+)?(?:克|g|毫升|ml)(?:那么多|这么多)?"
    r"|\b(?:not|never) (?:as much as )?\d+(?:\.\d+)? ?(?:grams?|g|ml|millilit(?:er|re)s?)\b"
)
BETWEEN = re.compile(
    r"(?: ?[x×*] ?| of (?:those|these|them|the|my) (?:big |large |great |huge |small |little |full )*| )?"
)


class Quantity(NamedTuple):
    """`number` of `measure` (None: of the thing itself), said from `start` to `end`; `allowed`: a limit set.

    `each`: it holds for every one of those counted before ("四杯，一杯150毫升").
    """

    start: int
    end: int
    number: float
    measure: str | None
    allowed: bool
    each: bool = False


@cache
def words(name: str) -> dict[str, Any]:
    """One table of `measures.yaml`."""
    table: dict[str, dict[str, Any]] = yaml.load(
        Path(__file__).with_name("measures.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
    )
    return {**table["en"], **table["zh"]} if name == "measures" else table[name]


@cache
def _shapes() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Small words that are numbers, and measures."""
    small = sorted(words("small"), key=len, reverse=True)
    en = "|".join(sorted((f"{word}(?:s|es)?" for word in words("en")), key=len, reverse=True))
    zh = "|".join(sorted(words("zh"), key=len, reverse=True))
    size = f"(?: ?{cue('size').pattern}){{0,2}}"
    return (
        re.compile("|".join(rf"\b{word}\b" if word.isascii() else word for word in small)),
        re.compile(
            rf"{size}[ -]?(?P<en>{en})\b\.?"
            rf"|(?:个(?=(?:超大|特大|大|中|小)杯))?(?P<zh>(?:大|小|整)?(?:{zh})){NOT_DAYS}"
        ),
    )


def quantities(text: str) -> list[Quantity]:
    """Every amount in lower-case `text`, in order."""
    small, _ = _shapes()
    found = [_without_ounces(text, one) for one in numbers(text)]
    for word in small.finditer(text):
        beside = re.match(r" ?(?:about )?\d", text[word.end() :])  # "a 12 ounce steak"
        if not beside and not any(start < word.end() and word.start() < end for start, end, _ in found):
            found.append((word.start(), word.end(), float(words("small")[word[0]])))
    if bare := BARE.match(text):
        found.append((bare.start(), bare.end(), 1.0))
    told: list[Quantity] = []
    for start, end, count in sorted(found):
        if not (told and start < told[-1].end) and not cue("no_measure").match(text, end):
            one = _measured(text, start, end, count)
            if one.measure in (None, *BODY_WEIGHTS) and cue("of_the_weight").search(text[:start]):
                continue
            if cue("per_kilo").match(text, one.end) or cue("per_kilo_before").search(text[:start]):
                continue
            if not re.match(
                r"(?:滴|口|点|筷子|杯)?(?:[都也](?:不|没)|不[沾喝吃碰])", text[one.end :]
            ):  # 一口都不喝, 一滴不沾
                told.append(one)
    return _multiplied(text, told)


def _multiplied(text: str, told: list[Quantity]) -> list[Quantity]:
    """Three 500 ml bottles are 1500 ml; what each of them holds is marked so."""
    found: list[Quantity] = []
    for one in told:
        before = found[-1] if found else None
        each = bool(cue("each").search(text[: one.start]) or cue("each_after").match(text, one.end))
        beside = before is not None and BETWEEN.fullmatch(text[before.end : one.start])
        if before is not None and beside and one.measure in METRIC and before.measure not in METRIC:
            found[-1] = one._replace(start=before.start, number=before.number * one.number, each=each)
        else:
            found.append(one._replace(each=each and one.measure in METRIC))
    return found


def _without_ounces(text: str, one: Number) -> tuple[int, int, float]:
    """二两 is two ounces and not twenty-two."""
    if text[one.end - 1] == "两" and one.end - one.start > 1 and (less := numbers(text[one.start : one.end - 1])):
        return one.start, one.end - 1, less[0].value
    return one.start, one.end, one.value


def _measured(text: str, start: int, end: int, count: float) -> Quantity:
    _, shape = _shapes()
    measure = None
    if unit := shape.match(text, end):
        measure, end = _known(unit["en"] or unit["zh"]), unit.end()
        if half := re.match(r"半| and a half", text[end:]):
            count, end = count + 0.5, end + half.end()
        elif (tenth := re.match("[一二三四五六七八九]", text[end:])) and text[end - 1] in "升斤":  # 一升八
            count, end = count + numbers(f"零{tenth[0]}")[0].value / 10, end + 1
    before = text[max(0, start - 40) : start]
    limits, more = list(cue("allowed").finditer(before)), list(cue("exceeds").finditer(before))
    allowed = bool(limits) and not (more and more[-1].start() > limits[-1].start()) and not cue("lay").search(before)
    return Quantity(start, end, count, measure, allowed)


def _known(word: str) -> str:
    forms = (word, word.removesuffix("s"), word.removesuffix("es"), word[1:])
    return next((form for form in forms if form in words("measures")), word)


def grams(food: Food, measure: str | None) -> float:
    """What one `measure` of `food` weighs; of a drink, its millilitres."""
    usual = next(iter(food.portions.values()))
    if measure is None:
        return food.portions.get("piece") or food.portions.get("个") or usual
    for name in (measure, *words("same").get(measure, ())):
        if name in food.portions:
            return food.portions[name]
    general = words("measures")[measure]
    if measure in ("ounce", "oz") and food.holds["fluid"] >= A_DRINK:
        return 29.6
    return usual if general is None else float(general)


def of_nutrient(nutrient: str | None, food: Food | None, one: Quantity) -> dict[str, float]:
    """An amount of a nutrient told as such, in its unit; also of salt, and of what is only drunk."""
    general = words("measures").get(one.measure or "")
    if food and food.name == "salt" and general:
        return {"sodium": one.number * general * SODIUM_OF_SALT}
    if food and food.holds["fluid"] >= 100:
        return {"fluid": one.number * grams(food, one.measure)}
    if nutrient is None or general is None:
        return {}
    return {nutrient: one.number * general * (1000 if nutrient in MILLIGRAMS else 1)}
