"""Numbers and spans of time in a sentence, in digits or words: what a summary may not tell otherwise than the talk."""

import re
from functools import lru_cache

from frontdesk.models.parsers.numbers import WORDS, number

NUMBERS = re.compile(
    r"(?<![A-Za-z\d.])\d+(?:\.\d+)?|(?!十二指|二指肠|四肢|三叉)[零一二两三四五六七八九十百]+(?:[点度][零一二三四五六七八九](?![十百天个]))?|"
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
YEAR = 1900  # from which a number before 年 is a date
HOW_MANY = re.compile(r"几|多少|多久|how (?:many|long)", re.IGNORECASE)
TIMES = re.compile(r"\btwice\b", re.IGNORECASE)


@lru_cache(maxsize=4096)
def spans(text: str, units_in: str = "") -> frozenset[float]:
    """Hours of each number before a unit of time; `units_in`: a question how many of them."""
    before = {
        value * hours
        for hours, unit in UNITS
        for found in re.finditer(rf"({NUMBERS.pattern}|半)\s*(?:{unit})", text, re.IGNORECASE)
        if (value := _value(found[1])) is not None and value < YEAR
    }
    counted = HOW_MANY.search(units_in) is not None
    named = [hours for hours, unit in UNITS if counted and re.search(unit, units_in, re.IGNORECASE)]
    return frozenset(before | {value * hours for hours in named for value in numbers(text)})


def _value(words: str) -> float | None:
    return 0.5 if words == "半" else number(words.replace("-", " "))


def without_spans(text: str) -> str:
    for _, unit in UNITS:
        text = re.sub(rf"(?!(?:19|20)\d\d)(?:{NUMBERS.pattern}|半)\s*(?:{unit})", " ", text, flags=re.IGNORECASE)
    return text


@lru_cache(maxsize=4096)
def numbers(text: str) -> frozenset[float]:
    """In digits or words, without the one that is said with nearly anything."""
    found = (number(one.replace("度", "点").replace("-", " ")) for one in NUMBERS.findall(text))
    twice = {2.0} if TIMES.search(text) else set[float]()
    return frozenset({one for one in found if one is not None} | twice) - {1.0}
