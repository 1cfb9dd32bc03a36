"""The words the parsers look for, kept as lists of regular expressions in YAML beside the code that uses them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import yaml

from frontdesk.models.parsers.numbers import CHINESE, ENGLISH

_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[a-z]")
_LATIN_WORD = re.compile(r"[a-z]{3,}")
_NO_WORD = re.compile(r"\\.|\(\?(?:P<\w+>|.)")  # escapes and the marks of groups, whose letters are no words


@cache
def entries(name: str, folder: Path = Path(__file__).parent) -> dict[str, Any]:
    """The entries of one file of `folder`."""
    text = (folder / f"{name}.yaml").read_text(encoding="utf-8")
    read: dict[str, Any] = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506
    return read


def compiled(alternatives: Sequence[str]) -> re.Pattern[str]:
    """One expression for all alternatives, earlier ones first; {zh} is a Chinese number, {en} an English one."""
    return re.compile("|".join(alternatives).replace("{en}", ENGLISH).replace("{zh}", CHINESE))


def composed(expression: str, parts: Mapping[str, str]) -> re.Pattern[str]:
    """The expression with every `{name}` replaced by the part of that name."""
    while (filled := _PART.sub(lambda part: parts[part[1]], expression)) != expression:
        expression = filled
    return re.compile(expression)


_PART = re.compile(r"\{([a-z_]+)\}")


class Cue:
    """Alternatives in both languages over lower-case normalised text; only those of its scripts are tried on a text."""

    def __init__(self, alternatives: Sequence[str]) -> None:
        words = [(one, _NO_WORD.sub("", one.replace("{zh}", "一"))) for one in alternatives]
        self._both = compiled(alternatives)
        self._chinese = _of([one for one, plain in words if _HAN.search(plain) or not _LATIN.search(plain)])
        self._english = _of([one for one, plain in words if _LATIN.search(plain) or not _HAN.search(plain)])

    def search(self, lower: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        found = self._for(lower)
        return found.search(lower, start, len(lower) if end is None else end) if found else None

    def finditer(self, lower: str) -> Iterator[re.Match[str]]:
        found = self._for(lower)
        return found.finditer(lower) if found else iter(())

    def _for(self, lower: str) -> re.Pattern[str] | None:
        chinese, english = scripts(lower)
        return self._both if chinese and english else self._chinese if chinese else self._english


def _of(alternatives: Sequence[str]) -> re.Pattern[str] | None:
    return compiled(alternatives) if alternatives else None


@lru_cache(maxsize=64)
def scripts(lower: str) -> tuple[bool, bool]:
    """Whether there is Chinese in the text and whether there is English; CT and T4 in Chinese are no English."""
    chinese = bool(_HAN.search(lower))
    return chinese, not chinese or bool(_LATIN_WORD.search(lower))
