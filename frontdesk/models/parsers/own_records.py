"""Whether somebody asks what stands in the hospital's records of them, or of somebody else."""

import re
from typing import NamedTuple

from frontdesk.models.parsers.patterns import Cue, entries, scripts

_CUES = entries("own_records")
_PAST, _WANTED, _RECORD, _ASKS = (Cue(_CUES[name]) for name in ("past", "wanted", "record", "asks"))
_OTHERS, _NOW, _CHANGED = (Cue(_CUES[name]) for name in ("others", "now", "changed"))
_HOW_OFTEN = re.compile(r"(?:几|多少)(?:次|回|趟)|\bhow (?:many times|often|many visits)\b", re.IGNORECASE)
_OF_A_CHILD = re.compile(
    r"孩子|儿子|女儿|闺女|宝宝|我娃|\bmy (?:little )?(?:son|daughter|child|kid|baby|boy|girl)\b", re.IGNORECASE
)
_LONGEST = {True: 36, False: 110}  # characters of a question, by whether it is Chinese; what is longer tells a story
_SENTENCE = re.compile(r"[^。！？!?；;\n.]+[。！？!?；;.]?")
_CLAUSE = re.compile(r"[^，,]+[，,]?")


class RecordsAsked(NamedTuple):
    """`words` is the part of the text that asks, from `start`; `others`: for somebody else's."""

    start: int
    words: str
    others: bool = False


def records_asked(lower: str) -> RecordsAsked | None:
    """The first question for a record of the past in `lower`, a plain text in small letters."""
    for sentence in _SENTENCE.finditer(lower):
        if not (_RECORD.search(sentence[0]) or _WANTED.search(sentence[0])):
            continue
        clauses = [(sentence.start() + clause.start(), clause[0]) for clause in _CLAUSE.finditer(sentence[0])]
        for start, words in (*clauses, (sentence.start(), sentence[0])):
            if _asks(words):
                end = _last_wanted(clauses, start + len(words))
                return RecordsAsked(start, lower[start:end], others=_OTHERS.search(sentence[0]) is not None)
    return None


def asks_how_often(text: str) -> bool:
    return _HOW_OFTEN.search(text) is not None


def is_of_a_child(text: str) -> bool:
    """Whether it is asked for a child of the speaker's."""
    return _OF_A_CHILD.search(text) is not None


def _last_wanted(clauses: list[tuple[int, str]], end: int) -> int:
    """Where the question ends that begins before `end`: "which clinic did I go to, and which doctor was it"."""
    for start, words in clauses:
        if start == end and _WANTED.search(words) and not _NOW.search(words):
            end = start + len(words)
    return end


def _asks(words: str) -> bool:
    if len(words) > _LONGEST[scripts(words)[0]]:
        return False
    of_a_record = _RECORD.search(words) and (_ASKS.search(words) or _CHANGED.search(words))
    return bool((of_a_record or (_PAST.search(words) and _WANTED.search(words))) and not _NOW.search(words))
