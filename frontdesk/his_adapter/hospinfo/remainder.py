"""What an instruction says of records beyond the conditions that were recognised in it."""

import re
from itertools import pairwise

from frontdesk.his_adapter.hospinfo.script import Kind, Script
from frontdesk.his_adapter.hospinfo.vocabulary import pattern, patterns

EITHER = re.compile(r"\bor\b|或|还是", re.I)
WORD = re.compile(r"[a-z]{2,}|\d|[\u4e00-\u9fff]")


def says_more(text: str) -> bool:
    """Whether words of their own weight are left in `text`, which tells what to change or delete.

    `text` has everything recognised as letters. "Delete P1003's record about the broken arm" names fewer records than
    its condition would; so does "the last visit of P1003".
    """
    return _left(text)


def one_of_several(text: str) -> bool:
    """Whether `text` means a record by its place among others."""
    return any(expression.search(text) for expression in patterns("remainder", "one_of_several"))


def excepts(text: str) -> bool:
    """Whether `text` says which records are not meant."""
    return any(expression.search(text) for expression in patterns("remainder", "exception"))


def scattered(read: Script) -> bool:
    """Whether two patients or two records are named apart, or one or the other, so that not all is said of both."""
    (joined,) = patterns("remainder", "joined")
    for kind in (Kind.PATIENT, Kind.RECORD):
        places = list(pattern(f"⟨{kind.value}⟩").finditer(read.text))
        for one, other in pairwise(places):
            between = read.text[one.end() : other.start()]
            written = read.original[read.places[one.start()][0] : read.places[other.start()][1]]
            if read.means(one[0]) != read.means(other[0]) and (not joined.fullmatch(between) or EITHER.search(written)):
                return True
    return False


def _left(text: str) -> bool:
    for name in ("known_en", "known_zh"):
        text = patterns("remainder", name)[0].sub(" ", text)
    return WORD.search(text) is not None or pattern("⟨Q⟩").search(text) is not None
