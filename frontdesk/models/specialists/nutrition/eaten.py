"""How much of which food or nutrient an utterance says is eaten or drunk in a day."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from frontdesk.models.assertion import Assertion, Scope, scopes
from frontdesk.models.facts import Language
from frontdesk.models.parsers.writing import language_of, read
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.experiencer import is_anothers
from frontdesk.models.specialists.nutrition.amounts import (
    A_DRINK,
    DENIED,
    RHYTHM,
    Quantity,
    grams,
    of_nutrient,
    quantities,
    words,
)
from frontdesk.models.specialists.nutrition.cues import cue
from frontdesk.models.specialists.nutrition.mentions import SMALL, Mention, given, mentions
from frontdesk.models.specialists.nutrition.tables import Food

SILENT = frozenset({Assertion.ABSENT, Assertion.FIGURATIVE, Assertion.RESOLVED})
SIZES = ("small", "medium", "large", "venti", "grande", "tall")
WHOLE = re.compile(r"\b(?:whole|entire)\b|整")
VOLUMES = frozenset(
    {"milliliter", "millilitre", "ml", "cc", "liter", "litre", "l", "gallon", "quart", "pint", "毫升", "升", "公升",
     "暖瓶", "暖壶", "壶"}
)  # fmt: skip
CUPS = frozenset({"glass", "cup", "mug", "tumbler", "杯"})  # of a drink, where nothing to eat or drink is named
MILLILITRES = range(300, 3001)  # of a day, said without their unit
OF_THE_BODY = frozenset({"liver", "livers", "kidney", "kidneys"})  # talked of more often than eaten
SENTENCE_END = re.compile(r"[。！？!?;；]|\.(?!\d)")
COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6}


class Portion(NamedTuple):
    """How much of one food in a day. `said` is False when no amount was told."""

    food: Food
    grams: float
    said: bool


class Eaten(NamedTuple):
    """`stated` and `allowed` are amounts of nutrients in their units, told as such: "90 grams of protein".

    `meal`: it was one meal; `out`: one meal of restaurant dishes; `unsalted`: no salt was added;
    `wheatless`: what dough is told of is made of flour without gluten.
    """

    language: Language
    text: str
    portions: tuple[Portion, ...]
    stated: dict[str, float]
    allowed: dict[str, float]
    meal: bool
    out: bool
    unsalted: bool
    wheatless: bool


def eaten(utterance: str, patient: Patient, *, rhythm: bool = True) -> Eaten:
    """What the utterance says of the patient's eating and drinking, for one day; without `rhythm`, at a time."""
    writing = read(utterance[:4000])
    text, language = writing.lower, language_of(utterance) or Language.EN
    silent = [scope for scope in scopes(writing.text, language) if scope.kind in SILENT]
    named, free, times = mentions(text), list(_amounts_in(text)), _times(text) if rhythm else 1.0
    out = bool(cue("out").search(text))
    portions: list[Portion] = []
    stated: dict[str, float] = {}
    allowed: dict[str, float] = {}
    for mention in named:
        amounts, limits = _parted(given(text, mention, named, free), mention, text)
        for one in limits:
            allowed |= of_nutrient(mention.nutrient, mention.food, one)
        if (limits and not amounts) or _is_silent(text, mention, silent, patient, said=bool(amounts)):
            continue
        if mention.nutrient:
            for one in amounts:
                for name, amount in of_nutrient(mention.nutrient, mention.food, one).items():
                    stated[name] = stated.get(name, 0.0) + amount * max(times, 1)
        elif mention.food and text[mention.start : mention.end] in OF_THE_BODY and not _is_eaten(text, mention):
            continue
        elif mention.food and (amounts or portions or out or _is_eaten(text, mention)):
            told = [_portion(mention, mention.food, one, text, times) for one in amounts]
            portions += told or [Portion(mention.food, next(iter(mention.food.portions.values())), said=False)]
    if (cue("drinks").search(text) or not named) and not is_anothers(text, patient):
        _add_drunk(text, free, stated, allowed, times, vessels=VOLUMES if named else VOLUMES | CUPS)
    one_meal = len({match[0] for match in cue("meals").finditer(text)}) < 2 and not cue("all_day").search(text)
    out = one_meal and (out or any(p.food.dish for p in portions))
    return Eaten(
        language,
        text,
        tuple(portions),
        stated,
        allowed,
        meal=bool(cue("meal").search(text)),
        out=out,
        unsalted=_is_unsalted(text),
        wheatless=bool(cue("gluten_free_flour").search(text)) and not cue("wheat").search(text),
    )


def _amounts_in(text: str) -> Iterator[Quantity]:
    """Without numbers of times a week and amounts that are denied."""
    none = [found.span() for shape in (RHYTHM, DENIED) for found in shape.finditer(text)]
    for one in quantities(text):
        if not any(start < one.end and one.start < end for start, end in none):
            yield one


def _is_unsalted(text: str) -> bool:
    return ("salt" in text or "盐" in text) and bool(cue("no_salt").search(text))


def _add_drunk(
    text: str,
    free: list[Quantity],
    stated: dict[str, float],
    allowed: dict[str, float],
    times: float,
    *,
    vessels: frozenset[str],
) -> None:
    """Litres, gallons and flasks of which it is not said what is in them: "I only drank a liter and a half"."""
    if cue("no_drink").search(text):
        return
    bare = [one for one in free if one.measure is None and not one.allowed and 1 <= one.number <= 10]
    set_by_somebody = bool(bare or cue("prescriber").search(text))  # else "I only drink a pint" is what is drunk
    for one in free:
        if one.measure in vessels:
            told = allowed if one.allowed and set_by_somebody else stated
            told["fluid"] = told.get("fluid", 0.0) + one.number * float(words("measures")[one.measure]) * max(times, 1)
        elif one.measure is None and one.allowed and one.number in MILLILITRES:  # 限水一千五
            allowed["fluid"] = one.number
    if (
        "fluid" in allowed
        and "fluid" not in stated
        and len(bare) == 1
        and text[bare[0].start : bare[0].end] not in SMALL
    ):
        stated["fluid"] = bare[0].number * 1000  # "under 1.5 liters, but I had maybe 2"


def _is_eaten(text: str, mention: Mention) -> bool:
    """Whether the clause of a food without an amount speaks of eating or drinking it, or it is only a list of foods."""
    if cue("only_foods").fullmatch(text[: mention.start]):
        return True
    clause = re.split(r"[,，。;；!！?？]|\.(?!\d)", text[: mention.start])[-1][-30:]
    if cue("eats").search(clause):
        return True
    return bool(re.match(r"[^,，。;；.]{0,14}(?:for (?:lunch|dinner|breakfast)|吃|喝)", text[mention.end :]))


def _parted(told: list[Quantity], mention: Mention, text: str) -> tuple[list[Quantity], list[Quantity]]:
    """What was eaten and what is allowed; "I only had 40 grams" is eaten where no doctor is spoken of."""
    amounts, limits = [one for one in told if not one.allowed], [one for one in told if one.allowed]
    if limits and not amounts and not cue("prescriber").search(text):
        return limits, []
    return amounts, limits


def _times(text: str) -> float:
    """How often a day what is told is eaten."""
    found = cue("times").search(text)
    if found is None:
        return 1 / 7 if cue("weekly").search(text) else 1.0
    if found["meals"]:
        return 3.0
    word = found["n"] or found["zh"]
    return float(COUNTS.get(word) or int(word)) if word else 2.0


def _portion(mention: Mention, food: Food, one: Quantity, text: str, times: float) -> Portion:
    beside = text[one.start : mention.start] or text[one.start : one.end + 14]
    size = next((name for name in SIZES if name in food.portions and re.search(rf"\b{name}\b", beside)), None)
    if size is None and "whole" in food.portions and one.measure is None and (one.number < 1 or WHOLE.search(beside)):
        size = "whole"  # half a pizza is no half slice
    each = food.portions[size] if size and one.measure is None else _of_a_cup(food, beside) or grams(food, one.measure)
    return Portion(food, one.number * each * times, said=True)


def _of_a_cup(food: Food, beside: str) -> float | None:
    """Millilitres of a drink told by the size of its cup: "two venti americanos"."""
    cups = words("cups") if food.holds["fluid"] >= A_DRINK else {}
    return next((float(held) for name, held in cups.items() if re.search(rf"\b{name}\b", beside)), None)


def _is_silent(text: str, mention: Mention, silent: list[Scope], patient: Patient, *, said: bool) -> bool:
    """Not eaten, or not by the patient."""
    sentence = SENTENCE_END.split(text[: mention.start])[-1]
    clause = re.split(r"[,，]|\bbut\b|但", sentence)[-1][-40:]
    if is_anothers(sentence, patient) or cue("not_eaten").search(clause):
        return True
    if not said and cue("denied_after").match(text, mention.end):
        return True
    if _is_given_away(text, mention):
        return True
    over = [scope for scope in silent if scope.covers(mention.start, mention.end)]
    return any(scope.kind is not Assertion.ABSENT or not said for scope in over)


def _is_given_away(text: str, mention: Mention) -> bool:
    """Passed on, poured away or not opened, and none of it taken after all."""
    before = SENTENCE_END.split(text[: mention.start])[-1]
    sentence = before + SENTENCE_END.split(text[mention.start :])[0]
    return bool(cue("given_away").search(sentence)) and not cue("taken_after_all").search(sentence)
