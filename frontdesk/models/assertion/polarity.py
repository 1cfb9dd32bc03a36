"""Negation that a second operator takes back, so that it asserts: "haven't stopped", 没断过, "never this bad"."""

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from frontdesk.models.parsers.patterns import composed, entries


class Affirmed(NamedTuple):
    """A text without the operators that cancel each other; `places[i]` is where its character i stood before."""

    text: str
    places: tuple[int, ...]


@lru_cache(maxsize=256)
def cancelled(lower: str) -> tuple[tuple[int, int], ...]:
    """Where negators stand in `lower`, a text in small letters, that deny nothing beside them."""
    matches = [match for shape in _shapes() for match in shape.finditer(lower)]
    return tuple(sorted({match.span(name) for match in matches for name in match.groupdict()}))


@lru_cache(maxsize=256)
def affirmed(lower: str) -> Affirmed:
    """What is left without them, for readers that go by its words alone: 没断过吐血 says 吐血."""
    gone = {place for start, end in cancelled(lower) for place in range(start, end)}
    places = tuple(place for place in range(len(lower)) if place not in gone)
    return Affirmed("".join(lower[place] for place in places), places)


@cache
def _shapes() -> tuple[re.Pattern[str], ...]:
    languages = entries("polarity", Path(__file__).parent).values()
    return tuple(composed(shape, words) for words in languages for shape in words["cancelled"])
