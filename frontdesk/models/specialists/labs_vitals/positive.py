"""Tests that say positive or negative."""

import re

from frontdesk.models.facts import Language
from frontdesk.models.specialists.labs_vitals.catalogue import tests
from frontdesk.models.specialists.labs_vitals.context import SENTENCE_END
from frontdesk.models.specialists.labs_vitals.cues import cue
from frontdesk.models.specialists.labs_vitals.named import URINE_SHOWS
from frontdesk.models.specialists.labs_vitals.spoken import Number
from frontdesk.models.specialists.labs_vitals.told import Mention, Reading


def answered(
    text: str, mentions: list[Mention], free: list[Number], taken: set[int], language: Language
) -> list[tuple[int, Reading]]:
    """The answers of such tests, by place; numbers told beside them are added to `taken`."""
    found = []
    for at, one in enumerate(mentions):
        test = tests().get(one.test)
        if test is None or not test.answers:
            continue
        nearest = mentions[at + 1].start if at + 1 < len(mentions) else len(text)
        stop = SENTENCE_END.search(text, one.end)
        after = text[one.end : min(nearest, stop.start() if stop else len(text), one.end + 50)]
        answer = _answer(text, one, after)
        if answer is not None:
            taken |= {n.start for n in free if one.end <= n.start < one.end + len(after)}
            words = text[one.start : min(one.end + 20, nearest)]
            found.append((one.start, Reading(test=one.test, answer=answer, quote=words)))
    return found


def _answer(text: str, one: Mention, after: str) -> bool | None:
    """Positive or negative, told behind the name or else before it; None where it is not told."""
    positive, negative = cue("positive").search(after), cue("negative").search(after)
    if not positive and not negative:
        before = text[max(0, one.start - 22) : one.start]
        positive = _POSITIVE_BEFORE.search(before) or URINE_SHOWS.fullmatch(text, one.start, one.end)
        negative = _NEGATIVE_BEFORE.search(before)
    if not positive:
        return False if negative else None
    return negative is None or positive.start() < negative.start()


_POSITIVE_BEFORE = re.compile(r"positive (?:for|on)|tested positive|有$|查出")
_NEGATIVE_BEFORE = re.compile(r"negative (?:for|on)|no $|没有$")
