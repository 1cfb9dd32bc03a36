"""Word and character errors: insertions, deletions and substitutions by the length of what was said."""

import re
from collections.abc import Sequence

import cn2an
from rapidfuzz.distance import Levenshtein

from frontdesk.models.facts import Language
from frontdesk.models.parsers.numbers import WORDS

_IN_WORDS = {str(value): word for word, value in reversed(WORDS.items())}
_LETTERS = re.compile(r"[^\w\s]|_")


def tokens(text: str, language: Language) -> list[str]:
    """Words of English, characters of Chinese; numbers in words, without marks and capitals."""
    if language is Language.ZH:
        return [*re.sub(r"\s", "", _LETTERS.sub("", cn2an.transform(text, "an2cn")))]
    plain = _LETTERS.sub(" ", text.lower().replace("'", "").replace("’", ""))
    return [_IN_WORDS.get(word, word) for word in plain.split()]


def errors(said: Sequence[str], heard: Sequence[str]) -> int:
    return int(Levenshtein.distance(said, heard))
