"""The clauses of an utterance."""

import re
from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import NamedTuple

PAUSES = re.compile(r"[，。,;；.!！?？]+\s*|(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])")


class Clause(NamedTuple):
    start: int
    end: int


def clauses(lower: str) -> list[Clause]:
    cuts = [0, *(match.end() for match in _STOP.finditer(lower)), len(lower)]
    return [Clause(start, end) for start, end in pairwise(cuts) if lower[start:end].strip()]


_STOP = re.compile(
    r"[。！？；;!?\n…]+|[，,]|\.(?!\d)|\bbut\b|但是|可是|不过|然后|\band then\b"
    r"|\band (?=(?:also |now |lately |recently )?"
    r"(?:i|i'm|i've|i'd|it|it's|he|he's|she|she's|they|they're|there's|my|his|her|lately|recently)\b)"
)


class Division:
    """An utterance divided into clauses, which are found by their place in it."""

    def __init__(self, lower: str) -> None:
        self.clauses = clauses(lower)
        self._starts = [clause.start for clause in self.clauses]
        self._ends = [clause.end for clause in self.clauses]

    def touched(self, start: int, end: int) -> range:
        """The numbers of the clauses that [start, end) touches, in order."""
        return range(bisect_right(self._ends, start), bisect_left(self._starts, end))

    def number_at(self, place: int) -> int | None:
        number = bisect_right(self._starts, place) - 1
        return number if number >= 0 and place < self._ends[number] else None
