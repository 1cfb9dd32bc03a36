"""What an utterance speaks of, with a plain flag for what is denied."""

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from frontdesk.models.assertion import affirmed, asked_and_denied, cancelled
from frontdesk.models.facts import Language, Topic
from frontdesk.models.mentions.vocabulary import Spoken, vocabulary
from frontdesk.models.parsers.names import medicines_in
from frontdesk.models.parsers.patterns import compiled, entries, scripts
from frontdesk.models.parsers.writing import read

_NEGATION = entries("negation", Path(__file__).parent)
_DENIES_ZH, _DENIES_EN = compiled(_NEGATION["denies_zh"]), compiled(_NEGATION["denies_en"])
_NO_DENIAL, _STOPS = compiled(_NEGATION["no_denial"]), compiled(_NEGATION["stops"])
_DENIED_BEHIND = compiled(_NEGATION["denied_behind"])
_REACH_ZH, _REACH_EN = 10, 48  # characters that a denial reaches
_LISTED = re.compile(r"[、/和或及与也 ]+|,? ?(?:or|nor|and)? ?(?:any |a )?|, ?")


Read = tuple[Spoken, bool]  # what is spoken of, and whether it is denied


class Mention(NamedTuple):
    """One finding, request or condition spoken of; `start` and `end` are places of the normalised text."""

    topic: Topic
    code: str
    start: int
    end: int
    words: str  # the patient's
    denied: bool


@lru_cache(maxsize=512)  # what was said is looked at again in every later turn
def mentions(text: str) -> tuple[Mention, ...]:
    """What is spoken of, in its order; of what overlaps the longest.

    Where negation is taken back ("not a day without"), what is left without it is read, and goes before.
    """
    writing = read(text)
    lower = writing.lower
    found = _read(lower)
    named = medicines_in(lower) if found else []
    found = [pair for pair in found if not _is_within(pair[0], named)]
    if gone := cancelled(lower):
        plain, places = affirmed(lower)
        worded = [pair for pair in found if not pair[1] and any(_holds(pair[0], *span) for span in gone)]
        meant = [(_back(one, places), denied) for one, denied in _read(plain)]
        found = _beside(_beside(worded, meant), found)
    return tuple(
        Mention(one.topic, one.code, one.start, one.end, writing.words(one.start, one.end), denied)
        for one, denied in sorted(found, key=lambda pair: (pair[0].start, pair[0].end))
    )


def _is_within(one: Spoken, named: list[tuple[int, int, str]]) -> bool:
    """Whether it is part of a medicine's name, which tells of no symptom: 腰痛宁, 感冒灵."""
    return any(start <= one.start and one.end <= end and end - start > one.end - one.start for start, end, _ in named)


def _holds(one: Spoken, start: int, end: int) -> bool:
    """Whether the operator is part of its name: "bleeding that won't stop"."""
    return one.start <= start and end <= one.end


def _beside(taken: list[Read], others: list[Read]) -> list[Read]:
    """Those taken, and of the others what overlaps none of them."""
    return [*taken, *(pair for pair in others if not any(_overlap(pair[0], one) for one, _ in taken))]


def _back(one: Spoken, places: tuple[int, ...]) -> Spoken:
    """Where it stands in the text as it was said."""
    return one._replace(start=places[one.start], end=places[one.end - 1] + 1)


def _overlap(one: Spoken, other: Spoken) -> bool:
    return one.start < other.end and other.start < one.end


def _read(lower: str) -> list[Read]:
    """What `lower` speaks of, and whether it is denied there."""
    chinese, english = scripts(lower)
    masked = _NO_DENIAL.sub(lambda found: "~" * len(found[0]), lower)
    answered = asked_and_denied(lower, Language.ZH if chinese else Language.EN)
    found: list[Read] = []
    for one in vocabulary().spoken_of(lower, chinese=chinese, english=english):
        listed = bool(found) and found[-1][1] and _is_listed(masked, found[-1][0], one)
        asked = any(start <= one.start < end for start, end in answered)
        found.append((one, asked or listed or _is_denied(masked, one)))
        masked = f"{masked[: one.start]}{'~' * (one.end - one.start)}{masked[one.end :]}"  # a word of its own now
    return found


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
