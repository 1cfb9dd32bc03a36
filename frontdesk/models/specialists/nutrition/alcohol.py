"""Alcohol as it is told: grams of an occasion and of a week with their working, and what is not told said so.

Grams are millilitres times strength times 0.789 g/mL, the density of ethanol. A number of times a week is no amount.
"""

import re
from typing import NamedTuple

from frontdesk.models.facts import Language
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.labs_vitals.spoken import numbers
from frontdesk.models.specialists.nutrition.amounts import RHYTHM
from frontdesk.models.specialists.nutrition.check import check, limit_of
from frontdesk.models.specialists.nutrition.eaten import eaten
from frontdesk.models.specialists.nutrition.tables import Food

DENSITY = 0.789  # g/mL of ethanol
A_WEEK = 100.0  # g, ESC 2021 prevention
A_WEEK_SOURCE = "ESC 2021"
STRENGTH = re.compile(
    r"(?P<before>\d{1,2}(?:\.\d)?|[二三四五六]?十[一二三四五六七八九]?) ?"
    r"(?:度|°|% ?(?:vol|abv|alcohol)?|percent)(?:的|左右的)? ?"
)
NEAR = 12  # characters between a drink and its strength
OF_THE_BODY = re.compile(r"(?:烧|体温|温度)[^，。]{0,6}$|\b(?:fever|temperature|temp)\b[^,.]{0,16}$")
DAILY = re.compile(
    r"(?<!不是)(?<!没有)(?<!没)(?:每天|天天|每日|每晚|一天)"
    r"|\b(?<!not )(?:every (?:day|night|evening)|daily|a day)\b"
)
ONCE = {"once": 1.0, "twice": 2.0, "两": 2.0}


class Drunk(NamedTuple):
    """`millilitres` of one occasion and `strength` in per cent: None where not told, or told in different ways."""

    drink: Food
    millilitres: float | None
    strength: float | None
    weekly: tuple[float, float] | None  # times a week, from and to
    daily: bool


def drunk(utterance: str, patient: Patient) -> tuple[Drunk, ...]:
    """Every alcoholic drink that the utterance says is drunk."""
    told = eaten(utterance, patient, rhythm=False)
    weekly = _weekly(told.text)
    daily = weekly is None and DAILY.search(told.text) is not None
    found: list[Drunk] = []
    drinks = {one.food.name: one.food for one in told.portions if one.food.holds["alcohol"] > 0}
    for drink in drinks.values():
        amounts = {one.grams for one in told.portions if one.food == drink and one.said}
        ml = amounts.pop() if len(amounts) == 1 else None
        found.append(Drunk(drink, ml, _strength(told.text, drink), weekly, daily))
    return tuple(found)


def _weekly(text: str) -> tuple[float, float] | None:
    found = RHYTHM.search(text)
    if found is None or not re.search(r"周|星期|礼拜|week", found[0]):
        return None
    words = found["zh"] or found["en"]
    told = [float(ONCE[words])] if words in ONCE else [one for digit in _digits(words) for one in digit]
    return (min(told), max(told)) if told else None


def _digits(words: str) -> list[list[float]]:
    """两三 is two or three, "two or three" too."""
    parts = re.findall(r"[一两二三四五六七]|\d+|[a-z]+", words)
    return [[ONCE[one]] if one in ONCE else [read.value for read in numbers(one)] for one in parts]


def _strength(text: str, drink: Food) -> float | None:
    """Of the drink it stands beside: 52度的白酒, "wine, 12 %"; a temperature stands beside none."""
    names = [name.lower() for name in (drink.name, drink.zh, *drink.says)]
    for found in STRENGTH.finditer(text):
        beside = text[max(0, found.start() - NEAR) : found.end() + NEAR]
        if any(name in beside for name in names) and not OF_THE_BODY.search(text[: found.start()]):
            return next((one.value for one in numbers(found["before"])), None)
    return None


def told_of(one: Drunk, language: Language, limit: tuple[float, str] | None) -> str:
    """One sentence for the doctor; `limit` of a day in g, and its source, where drinking is told by the day."""
    zh = language is Language.ZH
    name = one.drink.zh if zh else one.drink.name
    often = _often(one, zh=zh)
    each = ("每次" if zh else " at a time") if one.weekly is not None else ""
    if one.millilitres is None or one.strength is None:
        size = f"{one.millilitres:.0f} ml" if one.millilitres is not None else ""
        lacks = ("度数" if size else "量") if zh else ("strength" if size else "amount")
        if zh:
            return f"酒精：{name}{f'{each}{size}' if size else ''}{often}；{lacks}没说清，没有算克数。"
        return f"Alcohol: {name}{f', {size}{each}' if size else ''}{often}; the {lacks} is not clear, no grams."
    grams = one.millilitres * one.strength / 100 * DENSITY
    working = f"{one.millilitres:.0f} ml × {one.strength:g}% × {DENSITY} = {grams:.0f} g"
    text = f"酒精：{name}{each}{working}" if zh else f"Alcohol: {name}, {working}{each}"
    if one.weekly is not None:
        low, high = (f"{times * grams:.0f}" for times in one.weekly)
        sums = low if low == high else f"{low}–{high}"
        most = f"{A_WEEK:.0f} g"
        week = f"一周上限{most}（{A_WEEK_SOURCE}）" if zh else f"a week's limit is {most} ({A_WEEK_SOURCE})"
        text += f"{often} = {sums} g；{week}" if zh else f"{often} = {sums} g; {week}"
    elif one.daily and limit is not None:
        most, source = f"{limit[0]:.0f} g", limit[1]
        text += f"{often}；一天上限{most}（{source}）" if zh else f"{often}; a day's limit is {most} ({source})"
    return f"{text}。" if zh else f"{text}."


def _often(one: Drunk, *, zh: bool) -> str:
    if one.weekly is not None:
        low, high = (f"{times:g}" for times in one.weekly)
        times = low if low == high else f"{low}–{high}"
        return f"，每周{times}次" if zh else f", {times} times a week"
    if one.daily:
        return "，每天" if zh else ", every day"
    return ""


def notes(utterance: str, patient: Patient, language: Language) -> tuple[str, ...]:
    """For the doctor: each drink that is told by the day or the week, or whose amount is beyond the day's limit.

    None where nothing may be drunk at all: that is told without a sum.
    """
    limit = limit_of("alcohol", utterance, patient)
    if limit is not None and not limit[0]:
        return ()
    over = any(one.subject == "alcohol" and one.verdict == "over" for one in check(utterance, patient))
    told = (one for one in drunk(utterance, patient) if one.weekly or (one.millilitres and (one.daily or over)))
    return tuple(told_of(one, language, limit) for one in told)
