"""The words this package listens for, kept as data in `cues/` beside the code that says what they mean."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from models.embedded.understanding.numbers import CHINESE, ENGLISH
from models.embedded.understanding.quick import joined

_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[a-z]")
_LATIN_WORD = re.compile(r"[a-z]{3,}")
_NEVER = ["(?!)"]
_NO_WORD = re.compile(r"\\.|\(\?(?:P<\w+>|.)")  # escapes and the marks of groups, whose letters are no words


def cues(name: str) -> dict[str, Any]:
    """The entries of one file: lists of alternatives, or such lists by meaning."""
    text = (Path(__file__).parent / "cues" / f"{name}.yaml").read_text(encoding="utf-8")
    entries: dict[str, Any] = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506
    return entries


def pattern(alternatives: Iterable[str]) -> re.Pattern[str]:
    """One expression for all alternatives, earlier ones first; {zh} is a Chinese number, {en} an English one."""
    return re.compile(joined(alternatives).replace("{en}", ENGLISH).replace("{zh}", CHINESE))


class Cue:
    """Alternatives in both languages, of which only those are tried that the letters of a text can match."""

    def __init__(self, alternatives: Sequence[str]) -> None:
        self._both = pattern(alternatives)
        words = [(a, _NO_WORD.sub("", a.replace("{zh}", "一"))) for a in alternatives]
        self._chinese = pattern([a for a, plain in words if _HAN.search(plain) or not _LATIN.search(plain)] or _NEVER)
        self._english = pattern([a for a, plain in words if _LATIN.search(plain) or not _HAN.search(plain)] or _NEVER)

    def search(self, lower: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        return self._for(lower).search(lower, start, len(lower) if end is None else end)

    def finditer(self, lower: str) -> Iterator[re.Match[str]]:
        return self._for(lower).finditer(lower)

    def _for(self, lower: str) -> re.Pattern[str]:
        chinese, english = scripts(lower)
        return self._both if chinese and english else self._chinese if chinese else self._english


@lru_cache(maxsize=64)
def scripts(lower: str) -> tuple[bool, bool]:
    """Whether there is Chinese in the text and whether there is English; CT and T4 in Chinese are no English."""
    chinese = bool(_HAN.search(lower))
    return chinese, bool(_LATIN_WORD.search(lower)) or not chinese
