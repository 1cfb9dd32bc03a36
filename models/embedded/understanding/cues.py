"""The words this package listens for, kept as data in `cues/` beside the code that says what they mean."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from models.embedded.spotting import Spotter
from models.embedded.understanding.words.numbers import CHINESE, ENGLISH
from models.embedded.understanding.words.quick import joined, needed

_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[a-z]")
_LATIN_WORD = re.compile(r"[a-z]{3,}")
_NEEDED = Spotter()
_NO_WORD = re.compile(r"\\.|\(\?(?:P<\w+>|.)")  # escapes and the marks of groups, whose letters are no words


@cache
def cues(name: str) -> dict[str, Any]:
    """The entries of one file: lists of alternatives, or such lists by meaning."""
    text = (Path(__file__).parent / "cues" / f"{name}.yaml").read_text(encoding="utf-8")
    entries: dict[str, Any] = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506
    return entries


def pattern(alternatives: Iterable[str]) -> re.Pattern[str]:
    """One expression for all alternatives, earlier ones first; {zh} is a Chinese number, {en} an English one."""
    return re.compile(joined(alternatives).replace("{en}", ENGLISH).replace("{zh}", CHINESE))


class Cue:
    """Alternatives in both languages, of which only those are tried that a text can match.

    With `named` all are tried in any text that can match one: who asks a match for a group by its name finds it.
    """

    def __init__(self, alternatives: Sequence[str], *, named: bool = False) -> None:
        words = [(a, _NO_WORD.sub("", a.replace("{zh}", "一"))) for a in alternatives]
        chinese = [a for a, plain in words if named or _HAN.search(plain) or not _LATIN.search(plain)]
        english = [a for a, plain in words if named or _LATIN.search(plain) or not _HAN.search(plain)]
        self._both, self._chinese, self._english = map(_Looked.for_, (alternatives, chinese, english))

    def search(self, lower: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        found = self._for(lower)
        return found.search(lower, start, len(lower) if end is None else end) if found else None

    def finditer(self, lower: str) -> Iterator[re.Match[str]]:
        found = self._for(lower)
        return found.finditer(lower) if found else iter(())

    def _for(self, lower: str) -> re.Pattern[str] | None:
        """What to look for in this text; None where it can hold nothing of it."""
        chinese, english = scripts(lower)
        looked = self._both if chinese and english else self._chinese if chinese else self._english
        if looked.needed and looked.needed.isdisjoint(_NEEDED.spotted(lower)):
            return None
        return looked.pattern


class _Looked(NamedTuple):
    pattern: re.Pattern[str] | None  # None: there are no alternatives
    needed: frozenset[str]

    @classmethod
    def for_(cls, alternatives: Sequence[str]) -> "_Looked":
        words = needed(alternatives)
        _NEEDED.add(words)
        return cls(pattern(alternatives) if alternatives else None, words)


@lru_cache(maxsize=64)
def scripts(lower: str) -> tuple[bool, bool]:
    """Whether there is Chinese in the text and whether there is English; CT and T4 in Chinese are no English."""
    chinese = bool(_HAN.search(lower))
    return chinese, bool(_LATIN_WORD.search(lower)) or not chinese
