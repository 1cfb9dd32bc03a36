"""A text without what it only denies, for readers that go by its words alone."""

import re

from models.mentions.find import Mention, mentions
from models.parsers.writing import read

_CLAUSE = re.compile(
    r"[^，。！？；,;!?\n]+?(?:[，。！？；,;!?\n]|\.(?!\d)|$|(?=\b(?:but|just|only)\b|但|就是|只是|不过|而是|倒是))"
)


def without(text: str, left_out: tuple[Mention, ...]) -> str:
    """The normalised text without the clauses that speak of nothing but those left out."""
    written = read(text).text
    kept = (one for one in mentions(text) if one not in left_out)
    stay = [(one.start, one.end) for one in kept]
    go = [(one.start, one.end) for one in left_out]
    clauses = [match.span() for match in _CLAUSE.finditer(written)]
    return "".join(written[a:b] for a, b in clauses if _meets(a, b, stay) or not _meets(a, b, go)).strip()


def _meets(start: int, end: int, spans: list[tuple[int, int]]) -> bool:
    return any(a < end and start < b for a, b in spans)
