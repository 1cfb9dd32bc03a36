"""What two sentences can differ in though they speak of the same: polarity, numbers, sides, medicines, durations."""

import re
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz import fuzz

from frontdesk.models import parsers
from frontdesk.models.facts import Side
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.content import content
from frontdesk.models.parsers.writing import read
from frontdesk.models.review.numbers import numbers
from frontdesk.models.specialists.medication.mentions import mentions as medicines

DENIED = re.compile(r"没有|无|否认|不是|\b(?:no|not|none|denies|denied|without|never)\b", re.I)
DENIAL = re.compile(  # as people deny, not as summaries do: 没烧, "didn't"
    r"没|无(?!力)|不(?![适舒断停清])|\b(?:no|not|none|never|without|neither|nor|nothing)\b|n't\b", re.IGNORECASE
)
UNSETTLED = re.compile(
    r"不清楚|不知道|不愿意说|没有问|\b(?:does not know|unsure|would not say|not asked|unknown)\b", re.I
)
SIDES = {
    Side.LEFT: re.compile(r"\bleft\b(?! (?:out|over|off|it|me|the|my))|左", re.I),
    Side.RIGHT: re.compile(r"(?<!all )(?<!that's )\bright\b(?! (?:now|away|after|before|then|down|up))|右", re.I),
}
SAME_QUOTE = 0.25  # added to the likeness of sentences that rest on the same words
SAME_NAME = 0.8  # the least likeness of sentences that name the same finding, illness or medicine


class Facets(NamedTuple):
    """Everything in a sentence that a doctor would act upon otherwise if it were otherwise."""

    names: frozenset[str]  # codes of findings, illnesses and medicines
    denied: bool
    unsettled: bool
    numbers: frozenset[float]
    side: Side | None
    hours: int | None  # of the one duration told


@lru_cache(maxsize=4096)
def facets(text: str) -> Facets:
    found = mentions(text)
    taken = {code for one in medicines(read(text)) if one.named for code in one.named.codes}
    told = parsers.duration(text, now=datetime(2026, 1, 1, 12, tzinfo=UTC))
    named = {one.code for one in found}
    return Facets(
        names=frozenset(named | taken),
        denied=DENIED.search(text) is not None or any(one.denied for one in found),
        unsettled=UNSETTLED.search(text) is not None,
        numbers=numbers(read(text).lower),
        side=parsers.side(text) or _side(text),
        hours=round(told.hours) if told else None,
    )


def _side(text: str) -> Side | None:
    """A side that stands by itself, as summaries write it: "knee pain, right"."""
    found = {side for side, words in SIDES.items() if words.search(text)}
    return found.pop() if len(found) == 1 else None


def likeness(one: str, other: str, *, same_quote: bool = False) -> float:
    """From 0 to above 1: whether two sentences speak of the same, whatever each says of it."""
    names, others = facets(one).names, facets(other).names
    alike = fuzz.ratio(_plain(one), _plain(other)) / 100
    if names and names == others:
        alike = max(alike, SAME_NAME)
    elif names and others and names.isdisjoint(others):
        alike *= 0.75
    return alike + (SAME_QUOTE if same_quote else 0.0)


def differences(one: str, other: str) -> list[str]:
    """The names of the facets in which two sentences of the same thing differ."""
    mine, theirs = facets(one), facets(other)
    return [name for name in Facets._fields if getattr(mine, name) != getattr(theirs, name)]


def adds(text: str, *grounds: str) -> bool:
    """Whether `text` has words that carry meaning and stand in none of `grounds`."""
    there = frozenset[str]().union(*(content(ground) for ground in grounds))
    return bool(content(text) - there)


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", DENIED.sub(" ", text.lower())).strip()
