"""English words in the plain form they are compared in: hurts, hurting and hurt are one word."""

import re
from functools import lru_cache
from typing import NamedTuple

from frontdesk.models.parsers.patterns import entries

_TOKEN = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+(?:[.,/:]\d+)*|[.,;:!?()\n。，！？；、]|[^\sa-z\d]")
STOPS = frozenset(".,;:!?()\n。，！？；、")

_WORDS = entries("english")
IRREGULAR: dict[str, str] = _WORDS["irregular"]


_UNABLE = 3  # words back from "able" to what denies it


class Token(NamedTuple):
    start: int
    end: int
    word: str
    stem: str


@lru_cache(maxsize=16)
def tokens(lower: str) -> tuple[Token, ...]:
    """The words and stops of `lower`, a text in small letters, with their places."""
    found: list[Token] = []
    for match in _TOKEN.finditer(lower):
        token = Token(match.start(), match.end(), match.group(), stem(match.group()))
        while token.word == "able" and any(before.stem == "not" for before in found[-_UNABLE:]):
            before = found.pop()  # "haven't been able to walk" is "can't walk"
            if before.stem == "not":
                token = Token(before.start, token.end, "can't", "can't")
        found.append(token)
    return tuple(found)


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A plain form, the same for every inflection of a word; not always a word itself."""
    if word in IRREGULAR:
        return _undouble(IRREGULAR[word])
    if "'" in word:
        head, _, tail = word.partition("'")
        return word if tail == "t" else stem(head)
    if len(word) < 4:
        return word
    if word.endswith("iness"):
        return _undouble(word[:-5] + "y")
    for ending, least in (("ings", 4), ("ing", 3), ("ies", 3), ("ied", 3), ("ed", 3), ("es", 3), ("s", 3)):
        if word.endswith(ending) and len(word) - len(ending) >= least:
            if ending == "s" and word.endswith(("ss", "us", "is")):
                break
            if ending in ("ies", "ied"):
                return word[: -len(ending)] + "y"
            return _undouble(word[: -len(ending)])
    return _undouble(word)


def _undouble(word: str) -> str:
    # vomitting, vomiting, and itche(s), itch: the same stem whichever ending was taken off.
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def _stems(words: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words.split())


_EMPTY = _stems(_WORDS["empty"])  # say nothing, in a wording or in a text
# May also stand inside a wording in a text; in a wording itself they mean what they say.
FILLERS = _EMPTY | _stems(_WORDS["fillers"]) | frozenset(map(str, range(1, 100)))  # lost 5 kilos


def phrase(wording: str) -> tuple[str, ...]:
    """The stems of a wording without stops and the words that say nothing, as long as more than one word is left."""
    found = [token for token in tokens(wording.lower()) if token.word not in STOPS]
    kept = [token for token in found if token.stem not in _EMPTY]
    # "the runs" and "being sick" mean more than the one word that would be left.
    return tuple(token.stem for token in (kept if len(kept) > 1 or len(found) == 1 else found))
