"""What an utterance speaks of, with a plain flag for what is denied."""

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from models.facts import Topic
from models.mentions.vocabulary import Spoken, vocabulary
from models.parsers.patterns import compiled, entries, scripts
from models.parsers.writing import read

_NEGATION = entries("negation", Path(__file__).parent)
_DENIES_ZH, _DENIES_EN = compiled(_NEGATION["denies_zh"]), compiled(_NEGATION["denies_en"])
_NO_DENIAL, _STOPS = compiled(_NEGATION["no_denial"]), compiled(_NEGATION["stops"])
_DENIED_BEHIND = compiled(_NEGATION["denied_behind"])
_REACH_ZH, _REACH_EN = 10, 48  # characters that a denial reaches
_LISTED = re.compile(r"[、/和或及与也 ]+|,? ?(?:or|nor|and)? ?(?:any |a )?|, ?")


class Mention(NamedTuple):
    """One finding, request or condition spoken of; `start` and `end` are places of the normalised text."""

    topic: Topic
    code: str
    start: int
    end: int
    words: str  # the patient's
    denied: bool


@lru_cache(maxsize=64)
def mentions(text: str) -> tuple[Mention, ...]:
    """What is spoken of, in its order; of what overlaps the longest."""
    writing = read(text)
    lower = writing.lower
    chinese, english = scripts(lower)
    spoken = vocabulary().spoken_of(lower, chinese=chinese, english=english)
    masked = _NO_DENIAL.sub(lambda found: "~" * len(found[0]), lower)
    found: list[Mention] = []
    for place, one in enumerate(spoken):
        denied = _is_denied(masked, one) or (
            bool(found) and found[-1].denied and _is_listed(masked, spoken[place - 1], one)
        )
        found.append(Mention(one.topic, one.code, one.start, one.end, writing.words(one.start, one.end), denied))
    return tuple(found)


def _is_denied(masked: str, one: Spoken) -> bool:
    if _DENIED_BEHIND.match(masked[one.end : one.end + 16]):
        return True
    start, _ = one.said_at
    inside = masked[one.start : start] if start > one.start else ""
    before = _STOPS.split(masked[: one.start])[-1]
    return bool(
        _DENIES_ZH.search(inside)
        or _DENIES_EN.search(inside)
        or _DENIES_ZH.search(before[-_REACH_ZH:])
        or _DENIES_EN.search(before[-_REACH_EN:])
    )


def _is_listed(masked: str, last: Spoken, one: Spoken) -> bool:
    """没有发烧、咳嗽; "no fever, cough or chills": a denial holds for all of a list."""
    return _LISTED.fullmatch(masked, last.end, one.start) is not None
