"""Numbers and spans of time in a sentence, in digits or words: what a summary may not tell otherwise than the talk."""

import re
from functools import lru_cache

from models.parsers.numbers import WORDS, number

NUMBERS = re.compile(
    r"(?<![A-Za-z\d.])\d+(?:\.\d+)?|[零一二两三四五六七八九十百]+(?:[点度][零一二三四五六七八九](?![十百天个]))?|"
    rf"\b(?:{'|'.join(WORDS)})(?:[ -](?:{'|'.join(WORDS)}))*\b",
    re.IGNORECASE,
)
UNITS = (  # hours
    (1, r"个?(?:小时|钟头)|hours?\b"),
    (24, r"天|days?\b"),
    (168, r"个?(?:周|星期|礼拜)|weeks?\b"),
    (720, r"个?多?月|months?\b"),
    (8760, r"年|years?\b"),
)
TIMES = re.compile(r"\btwice\b", re.IGNORECASE)


@lru_cache(maxsize=4096)
def spans(text: str, units_in: str = "") -> frozenset[float]:
    """Hours of each number before a unit of time; with `units_in`, of each number and each unit that is named there."""
    before = {
        value * hours
        for hours, unit in UNITS
        for found in re.finditer(rf"({NUMBERS.pattern}|半)\s*(?:{unit})", text, re.IGNORECASE)
        if (value := 0.5 if found[1] == "半" else number(found[1].replace("-", " "))) is not None
    }
    named = [hours for hours, unit in UNITS if re.search(unit, units_in, re.IGNORECASE)] if units_in else []
    return frozenset(before | {value * hours for hours in named for value in numbers(text)})


def without_spans(text: str) -> str:
    for _, unit in UNITS:
        text = re.sub(rf"(?:{NUMBERS.pattern}|半)\s*(?:{unit})", " ", text, flags=re.IGNORECASE)
    return text


@lru_cache(maxsize=4096)
def numbers(text: str) -> frozenset[float]:
    """In digits or words, without the one that is said with nearly anything."""
    found = (number(one.replace("度", "点").replace("-", " ")) for one in NUMBERS.findall(text))
    twice = {2.0} if TIMES.search(text) else set[float]()
    return frozenset({one for one in found if one is not None} | twice) - {1.0}
