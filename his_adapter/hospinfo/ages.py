# ruff: noqa: E501
"""Ages asked for in either language, as conditions on `age` in years."""

import re
from collections.abc import Callable
from functools import cache

from his_adapter.hospinfo.script import Kind, Script
from his_adapter.hospinfo.vocabulary import pattern
from his_adapter.operation import Condition
from models.embedded.understanding.numbers import number

N = r"(?P<n>⟨number_en⟩)"
M = r"(?P<m>⟨number_en⟩)"
Meaning = Callable[[re.Match[str]], Condition | None]
UNIT = r"(?: ?-?(?P<unit>years?|yrs?|yr|yo|y/o|y\.o\.|months?|weeks?|days?)(?:[ -]olds?|[ -]of[ -]age)?)"
NOT_OTHER = r"(?! ?(?:%|mg|kg|cm|times|visits|records|hours|days|minutes|weeks|months|entries|patients|°|degrees|points|/)|[\d.:/-]*\d)"
WHO = r"(?:(?:who (?:is|are|was|were)|that are|whose age (?:is|was)|with (?:an )?ages?(?: of)?|at the age of|aged|ages?|at age|of age|between the ages of) ?(?:is |was |were |being )?)"
OVER = r"(?:over|older than|above|more than|exceeding|greater than|past|beyond|upwards of|>)"
UNDER = r"(?:under|younger than|below|less than|not yet|lower than|short of|<)"
LEAST = r"(?:at least|no younger than|not younger than|no less than|not less than|a minimum of|minimum|not under|not below|>=|≥|from)"
MOST = r"(?:at most|no older than|not older than|no more than|not more than|a maximum of|maximum|not over|not above|up to|<=|≤)"
UPWARDS = r"(?:,? ?(?:and|or) (?:older|over|above|more|up|upwards?|elder|greater)|\+| ?\+|(?:,? ?)and up(?:wards)?|,? ?or more)"
DOWNWARDS = r"(?:,? ?(?:and|or) (?:younger|under|below|less|fewer))"
INCLUDED = r"(?: ?(?:\((?:inclusive|included|including \d+)\)|inclusive))"
ZH_N = r"(?P<n>⟨number_zh⟩)(?:(?:周)?岁|(?P<unit>个?月)(?:龄|大)?)"
ZH_HAN = r"(?:年龄|年纪|岁数)?(?:在|是|为)?"


def aged(script: Script) -> Script:
    """With the ages asked for as letters; their meaning is a condition."""
    chinese = re.search(r"[\u4e00-\u9fff]", script.text) is not None
    for template, meaning in _rules(chinese):
        script = script.lettered(Kind.AGE, template, meaning)
    return script


@cache
def _rules(chinese: bool) -> list[tuple[re.Pattern[str], Meaning]]:
    who = rf"(?:{WHO})?"
    en: list[tuple[str, Meaning]] = [
        (rf"\b{who}(?:between|from)? ?(?:the ages of )?{N}{UNIT}? ?(?:-|to|and|through) ?{M}{UNIT.replace('<unit>', '<unit2>')}(?: inclusive)?", _range),
        (rf"\b{WHO}(?:between|from)? ?{N} ?(?:-|to|and|through) ?{M}{NOT_OTHER}", _range),
        (rf"\b{who}{N}{UNIT}?(?: of age| old)?{UPWARDS}(?: in age| years? of age| years?)?{NOT_OTHER}", _of("gte")),
        (rf"\b{who}{N}{UNIT}?(?: of age| old)?{DOWNWARDS}(?: in age)?", _of("lte")),
        (rf"(?<![a-z]){who}{LEAST} ?(?:the age of |age )?{N}{UNIT}", _of("gte")),
        (rf"(?<![a-z]){who}{MOST} ?(?:the age of |age )?{N}{UNIT}", _of("lte")),
        (rf"(?<![a-z])(?:{WHO}{LEAST}|(?:no|not) younger than) ?{N}{NOT_OTHER}", _of("gte")),
        (rf"(?<![a-z])(?:{WHO}{MOST}|(?:no|not) older than) ?{N}{NOT_OTHER}", _of("lte")),
        (rf"(?<![a-z]){who}{OVER} ?(?:the age of |age )?{N}{UNIT}?{INCLUDED}{NOT_OTHER}", _of("gte")),
        (rf"(?<![a-z]){who}{UNDER} ?(?:the age of |age )?{N}{UNIT}?{INCLUDED}{NOT_OTHER}", _of("lte")),
        (rf"(?<![a-z]){who}{OVER} ?(?:the age of |age )?{N}{UNIT}?{NOT_OTHER}", _of("gt")),
        (rf"(?<![a-z]){who}{UNDER} ?(?:the age of |age )?{N}{UNIT}?{NOT_OTHER}", _of("lt")),
        (r"\b(?:in (?:their|his|her) |aged in the )(?P<tens>twent|thirt|fort|fift|sixt|sevent|eight|ninet)ies\b|\bin (?:their|his|her) (?P<digits>[2-9])0'?s\b", _decade),
        (rf"\b{WHO}(?:exactly )?{N}{UNIT}?{NOT_OTHER}", _of("")),
        (rf"\b(?:exactly )?{N}[ -]?(?P<unit>years?|yrs?|months?|weeks?)[ -]olds?\b|\b(?:exactly )?(?P<n2>\d+) ?(?:yo|y/o)\b", _of("")),
        (r"\bage ?=+ ?(?P<n>\d+)", _of("")),
        (r"\b(?:minors|under ?-?age(?:d)?)\b", lambda _: {"age__lt": 18}),
        (r"\badults\b(?! and)", lambda _: {"age__gte": 18}),
    ]  # fmt: skip
    ends = r"(?:的)?"
    zh_unit = r"(?:周?岁|个?月龄?)"
    zh: list[tuple[str, Meaning]] = [
        (rf"{ZH_HAN}(?:从|介于)?(?P<n>⟨number_zh⟩)(?:周?岁|(?P<unit>个?月)(?:大|龄)?)?(?:到|至|-|~|—|和|与)(?P<m>⟨number_zh⟩)(?:周?岁|(?P<unit2>个?月)(?:大|龄))(?:之间|之内|以内|间)?{ends}", _range),
        (rf"{ZH_HAN}(?:≥|>=|至少|不小于|不低于|不少于|大于等于|大于或等于|年满|已满|满|起码){ZH_N}(?:及?以上|起|了)?{ends}", _of("gte")),
        (rf"{ZH_HAN}(?:≤|<=|至多|最多|不大于|不高于|不超过|没超过|小于等于|小于或等于){ZH_N}(?:及?以下)?{ends}", _of("lte")),
        (rf"{ZH_HAN}{ZH_N}(?:(?:以上|之上)(?:\(含[^)]*\)|,?含{zh_unit}?本?数?|\(包括[^)]*\))|\(含(?:本数)?\)(?:以上|及以上)?|(?:及|和|或|或者|含)(?:其)?以?上|(?:或|及)(?:者)?更大|起|往上|或以上)(?!以?下){ends}", _of("gte")),
        (rf"{ZH_HAN}{ZH_N}(?:(?:以下|之下)(?:\(含[^)]*\)|,?含{zh_unit}?本?数?)|(?:\(含(?:本数)?\)|含)以下|(?:及|和|或|或者)(?:其)?以?下|或以下|(?:之|以)?内){ends}", _of("lte")),
        (rf"{ZH_HAN}(?:超过|大于|高于|年过|过了|>|比(?=⟨number_zh⟩岁大)){ZH_N}(?:大)?(?:以上)?{ends}", _of("gt")),
        (rf"{ZH_HAN}(?:小于|低于|未满|不满|不到|不足|没满|没到|<|比(?=⟨number_zh⟩岁小)){ZH_N}(?:小)?(?:以下)?{ends}", _of("lt")),
        (rf"{ZH_HAN}{ZH_N}(?:以上|之上|开外|往上|朝上|以后){ends}", _of("gt")),
        (rf"{ZH_HAN}{ZH_N}(?:以下|之下|以前|往下){ends}", _of("lt")),
        (r"(?P<tens>[二三四五六七八九])十(?:多|几)岁的?|(?P<digits>[2-9])0(?:多|几)岁的?", _decade),
        (rf"{ZH_HAN}(?P<n>⟨number_zh⟩)(?:(?:周)?岁|(?P<unit>个月)大)(?:整)?{ends}", _of("")),
        (rf"年龄(?:为|是|等于|=)(?P<n>\d+){ends}", _of("")),
        (rf"年龄(?:大于等于|不小于|至少|>=|≥)(?P<n>\d+){ends}", _of("gte")),
        (rf"年龄(?:小于等于|不超过|不大于|<=|≤)(?P<n>\d+){ends}", _of("lte")),
        (rf"年龄(?:大于|超过|高于|>)(?P<n>\d+){ends}", _of("gt")),
        (rf"年龄(?:小于|低于|不到|<)(?P<n>\d+){ends}", _of("lt")),
        (r"未成年(?:人|患者)?的?", lambda _: {"age__lt": 18}),
        (r"成年(?=人|患者|病人)", lambda _: {"age__gte": 18}),
    ]  # fmt: skip
    return [(pattern(template), meaning) for template, meaning in ([*zh, *en] if chinese else en)]


def _of(bound: str) -> Callable[[re.Match[str]], Condition | None]:
    def meaning(match: re.Match[str]) -> Condition | None:
        named = match.groupdict()
        years = _years(named.get("n") or named.get("n2") or "", named.get("unit"))
        return None if years is None else {f"age__{bound}" if bound else "age": years}

    return meaning


def _range(match: re.Match[str]) -> Condition | None:
    named = match.groupdict()
    last = _years(match["m"], named.get("unit2") or named.get("unit"))
    first = _years(match["n"], named.get("unit") or named.get("unit2"))
    return None if first is None or last is None or first > last else {"age__range": (first, last)}


def _decade(match: re.Match[str]) -> Condition:
    tens = match["tens"] or ""
    names = ("twent", "thirt", "fort", "fift", "sixt", "sevent", "eight", "ninet")
    first = int(match["digits"] or 0) or (names.index(tens) + 2 if tens in names else int(number(tens) or 0))
    return {"age__range": (10 * first, 10 * first + 9)}


def _years(words: str, unit: str | None) -> int | float | None:
    """Ages are asked for in years: 18 months are 1.5."""
    count = number(words)
    if count is None or (count > 130 and not unit):
        return None
    per_year = {"m": 12, "个": 12, "月": 12, "w": 52, "d": 365}.get((unit or "y")[0], 1)
    years = round(count / per_year, 2)
    return int(years) if years == int(years) else years
