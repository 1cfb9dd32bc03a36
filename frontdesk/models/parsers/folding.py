"""A text folded to one form for recognising what stands in it, and where each character was written."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from frontdesk.models.parsers.writing import simplified

HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_ALONE = rf"[{HAN}](?![{HAN}])"
# 蒋 月 娥, 我叫蒋 月 娥, 吕 秋实: characters that stand apart one after the other; 头疼 发烧 are two words.
SPACED_OUT = re.compile(
    rf"(?<=[{HAN}])\s+(?={_ALONE}\s+{_ALONE})|(?<=(?<![{HAN}])[{HAN}])\s+(?={_ALONE})"
    rf"|(?<=(?<![{HAN}\s])[{HAN}])\s+(?=[{HAN}]{_ALONE})"
)
INVISIBLE = frozenset({"Cf", "Mn"})
AS_WRITTEN = frozenset("，！？；：（）…")  # signs that end a Chinese clause, and what was left out before

Span = tuple[int, int]


@dataclass(frozen=True)
class Folded:
    """`text` is half-width, composed and simplified; `places[i]` is where character i began in the original."""

    text: str
    places: tuple[int, ...]
    length: int  # of the original

    def original(self, start: int, end: int) -> Span:
        """Where the characters from `start` to `end` stand in the original."""
        return self.places[start], self.places[end] if end < len(self.places) else self.length


@lru_cache(maxsize=256)
def fold(text: str) -> Folded:
    composed, places = list[str](), list[int]()
    for start, end in _clusters(text):
        cluster = text[start:end]
        for char in cluster if cluster in AS_WRITTEN else unicodedata.normalize("NFKC", cluster):
            if unicodedata.category(char) not in INVISIBLE:
                composed.append(char)
                places.append(start)
    plain = "".join(composed)
    same = simplified(plain)
    if len(same) != len(plain):  # a phrase that changes its length: one character at a time
        same = "".join((simplified(char) or char)[0] for char in plain)
    gone = {at for gap in SPACED_OUT.finditer(same) for at in range(*gap.span())}
    kept = [at for at in range(len(same)) if at not in gone]
    return Folded("".join(same[at] for at in kept), tuple(places[at] for at in kept), len(text))


def _clusters(text: str) -> Iterator[Span]:
    """Each character with the accents set behind it."""
    starts = [at for at, char in enumerate(text) if not unicodedata.combining(char)]
    edges = [0, *(at for at in starts if at), len(text)]
    yield from pairwise(edges) if text else ()


def merged(spans: Iterable[Span]) -> list[Span]:
    """In order, with those that overlap as one."""
    whole: list[Span] = []
    for start, end in sorted(spans):
        if whole and start < whole[-1][1]:
            whole[-1] = (whole[-1][0], max(end, whole[-1][1]))
        else:
            whole.append((start, end))
    return whole
