"""How Chinese characters sound, so that a word written with others of the same sound is known."""

import re
from functools import cache
from pathlib import Path

# Sounds the south and speech recognisers do not part.
_ALIKE = (
    (re.compile(r"^([zcs])h"), r"\1"),
    (re.compile(r"ng$"), "n"),
    (re.compile(r"^l"), "n"),
    (re.compile(r"^r"), "n"),
)


def sounded(text: str) -> list[str]:
    """The sound of each character, without tone; any other sign as it is."""
    known = _sounds()
    return [known.get(char, char) for char in text]


def pinyin(text: str) -> list[str]:
    """Each character in Latin letters, without tone; any other sign as it is."""
    known = _syllables()
    return [known.get(char, char) for char in text]


@cache
def all_pinyin() -> frozenset[str]:
    """Every syllable of Mandarin in Latin letters, without tone."""
    return frozenset(_syllables().values())


@cache
def _syllables() -> dict[str, str]:
    """The first reading of each character of GB 2312, without tone (Unicode Han database, kMandarin)."""
    lines = (Path(__file__).parent / "syllables.txt").read_text(encoding="utf-8").splitlines()
    return {char: syllable for syllable, chars in (line.split() for line in lines) for char in chars}


@cache
def _sounds() -> dict[str, str]:
    return {char: _rounded(syllable) for char, syllable in _syllables().items()}


def _rounded(syllable: str) -> str:
    for pattern, plain in _ALIKE:
        syllable = pattern.sub(plain, syllable)
    return syllable
