"""Whose medicine or illness is spoken of: the speaker's own, or of a relative named nearest before it."""

import re
from bisect import bisect_right
from functools import lru_cache

from models.embedded.understanding.hearing import Hearing
from models.facts import Relation

_SELF = re.compile(r"我(?!们|家)|俺(?!们|家)|\b(?:i|i'm|i've|me|my|im|ive)\b")
_SENTENCE = re.compile(r"[。！？!?\n]|\.(?!\d)")
# Named beside the speaker (like my dad, 跟我爸一样), or a companion, and so no owner of what follows.
_BESIDE = re.compile(r"(?:跟|和|像|随|同|陪|带|替|帮|给)$|\b(?:with|like|from|by|and|told|gave|give|for) $")
_SUBJECT = re.compile(
    r"(?:'s|s)? (?:has|had|have|is|was|takes?|took|got|gets|needs?|used)\b"
)  # "and me sister had ..."
_ONLY_THERE = re.compile(
    r"也?(?:说|让|叫|带|陪|送|给|劝|催|在外|在门|看)|(?:的|'s )$"
    r"| (?:and i\b|told|says?|said|thinks?|brought|drove|made|gave|wants?|insisted|reckons?)"
    r"| is (?:outside|waiting|here)"
)


@lru_cache(maxsize=8)
def _sentence_starts(lower: str) -> tuple[int, ...]:
    return (0, *(stop.end() for stop in _SENTENCE.finditer(lower)))


def is_own(hearing: Hearing, place: int) -> bool | None:
    """True where the speaker is the last named before `place` in its sentence, False for a relative, else None."""
    lower = hearing.writing.lower
    starts = _sentence_starts(lower)
    begin = starts[bisect_right(starts, place) - 1]
    spans = [(start, end) for start, end, *_ in hearing.passing.mentioned]
    relatives = [
        start
        for start, end in spans
        if begin <= start < place
        and not (_BESIDE.search(lower[begin:start]) and not _joined_anew(lower, start, end))
        and not _ONLY_THERE.match(lower, end, place)
    ]
    own = [
        word.start()
        for word in _SELF.finditer(lower, begin, place)
        if not any(start <= word.start() < end for start, end in spans)
    ]
    if not relatives and not own:
        return None
    return max(own, default=-1) > max(relatives, default=-1)


def _joined_anew(lower: str, start: int, end: int) -> bool:
    """Whether "and" begins what is told of the relative: "I'm on tablets and my sister had a hip replaced"."""
    return lower.endswith("and ", 0, start) and _SUBJECT.match(lower, end) is not None


def is_anothers(hearing: Hearing, place: int) -> bool:
    """Whether what is told at `place` is of a relative, in the words of somebody who is ill themselves."""
    person = hearing.passing.person
    of_self = person is None or person.relation in (None, Relation.SELF)
    return of_self and is_own(hearing, place) is False
