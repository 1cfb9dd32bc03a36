"""The words of `vocabulary.yaml`, validated, and patterns written with them."""

import re
from functools import cache
from pathlib import Path

import yaml

from his_adapter.hospinfo.script import ANY_LETTER, Kind, letters
from his_adapter.operation import Column
from models.embedded.understanding.numbers import CHINESE, ENGLISH
from models.facts import Language, Value

NAMED = re.compile(r"⟨([\w*]+)⟩")
KINDS = {kind.value: f"[{letters(kind)}]" for kind in Kind}


class Words(Value):
    en: tuple[str, ...]
    zh: tuple[str, ...]


class Vocabulary(Value):
    """`fields` are the names of columns, `asked` questions for them as patterns, `words` groups to use in patterns."""

    fields: dict[Column, Words]
    asked: dict[Column, Words]
    unknown_fields: Words
    words: dict[str, tuple[str, ...]]
    surnames: str
    refusals: dict[str, dict[Language, str]]


@cache
def vocabulary() -> Vocabulary:
    text = (Path(__file__).parent / "vocabulary.yaml").read_text(encoding="utf-8")
    return Vocabulary.model_validate(yaml.safe_load(text))


def any_of(words: tuple[str, ...]) -> str:
    """An expression for whole English words or Chinese ones, longest first."""
    return "(?:" + "|".join(_whole(word) for word in sorted(set(words), key=len, reverse=True)) + ")"


@cache
def pattern(template: str) -> re.Pattern[str]:
    """`template` with ⟨P⟩ and the like for letters, ⟨*⟩ for any letter, ⟨show_en⟩ and the like for groups of words."""
    return re.compile(NAMED.sub(lambda match: _meant(match[1]), template))


def _meant(name: str) -> str:
    if name == "*":
        return f"[{ANY_LETTER}]"
    if name in KINDS:
        return KINDS[name]
    if name in ("number_en", "number_zh"):
        return ENGLISH if name == "number_en" else CHINESE
    if name == "surname":
        return f"[{vocabulary().surnames}]"
    return any_of(vocabulary().words[name])


def _whole(word: str) -> str:
    before = r"(?<![a-z])" if word[0].isascii() and word[0].isalpha() else ""
    after = r"(?![a-z])" if word[-1].isascii() and word[-1].isalpha() else ""
    return before + re.escape(word) + after
