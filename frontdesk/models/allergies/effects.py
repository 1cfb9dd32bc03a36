"""What a medicine or food did: signs of an allergy, what is none, or how grave it was."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from frontdesk.models.facts import Topic
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.patterns import Cue, compiled, entries

KINDS = ("word", "allergic", "intolerance", "grave", "unclear", "avoided")  # the surest first
LISTS = {kind: kind for kind in KINDS} | {"word": "allergy"}


class Effect(NamedTuple):
    start: int
    end: int
    kind: str
    denied: bool

    @property
    def rank(self) -> int:
        return KINDS.index(self.kind)


def effects(lower: str) -> list[Effect]:
    """Those told in one sentence in small letters."""
    worded = list(_worded(lower))
    sure = [one for one in worded if one.kind not in ("unclear", "avoided")]
    named = [one for one in _named(lower) if all(one.end <= w.start or w.end <= one.start for w in sure)]
    return sorted([*worded, *named])


def _worded(lower: str) -> Iterator[Effect]:
    found: list[Effect] = []
    for kind, cue in _cues().items():
        for match in cue.finditer(lower):
            start, end = match.span()
            if not any(start < one.end and one.start < end for one in found):
                denied = kind != "avoided" and _denied().search(lower[max(0, start - 24) : start]) is not None
                found.append(Effect(start, end, kind, denied))
    yield from found


def _named(lower: str) -> Iterator[Effect]:
    words = entries("words", Path(__file__).parent)
    allergic, none = set(words["allergic_findings"]), set(words["no_effect"])
    for one in mentions(lower):
        if one.topic is Topic.FINDING and one.code not in none:
            yield Effect(one.start, one.end, "allergic" if one.code in allergic else "intolerance", one.denied)


@cache
def _cues() -> dict[str, Cue]:
    words = entries("words", Path(__file__).parent)
    return {kind: Cue(words[LISTS[kind]]) for kind in KINDS}


@cache
def _denied() -> re.Pattern[str]:
    return compiled(entries("words", Path(__file__).parent)["denied"])
