"""The words and patterns of `grammar/`, validated: patterns name each other, groups of words and recognised things."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from frontdesk.his_adapter.hospinfo.languages import has_chinese, speaks_chinese
from frontdesk.his_adapter.hospinfo.script import ANY_LETTER, Kind, letters
from frontdesk.his_adapter.operation import Column
from frontdesk.models.facts import Language, Value
from frontdesk.models.parsers.numbers import CHINESE, ENGLISH

FOLDER = Path(__file__).parent / "grammar"
NAMED = re.compile(r"⟨([\w*]+)⟩")
KINDS = {kind.value: f"[{letters(kind)}]" for kind in Kind}


class Words(Value):
    en: tuple[str, ...]
    zh: tuple[str, ...]


class Vocabulary(Value):
    """`fields` are the names of columns, `asked` questions for them as patterns, `words` groups to use in patterns,
    `short` what hurried English writes short.
    """

    fields: dict[Column, Words]
    short: dict[str, str]
    strong: tuple[str, ...]
    asked: dict[Column, Words]
    unknown_fields: Words
    words: dict[str, tuple[str, ...]]
    surnames: str
    surnames_of_two: tuple[str, ...]
    common_en: tuple[str, ...]
    not_names: tuple[str, ...]
    not_in_names: str
    refusals: dict[str, dict[Language, str]]
    words_not_read: dict[Language, str]


class Rule(Value):
    """What a pattern matches is read by the function of this name, in the module of the topic."""

    reads: str
    pattern: str


class Grammar(Value):
    """One topic: `parts` may stand in patterns by name; rules are tried in their order."""

    uses: tuple[str, ...] = ()  # topics whose parts may be named too
    parts: dict[str, str] = {}
    patterns: dict[str, str | tuple[str, ...]] = {}
    en: tuple[Rule, ...] = ()
    zh: tuple[Rule, ...] = ()


@cache
def vocabulary() -> Vocabulary:
    return Vocabulary.model_validate(_read("words"))


@cache
def grammar(topic: str) -> Grammar:
    return Grammar.model_validate(_read(topic))


def rules(topic: str, text: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Patterns of a topic with the names of what reads them: those of the language `text` is built in come first."""
    return _rules(topic, has_chinese(text), speaks_chinese(text))


@cache
def _rules(topic: str, both: bool, chinese_first: bool) -> tuple[tuple[re.Pattern[str], str], ...]:
    of = grammar(topic)
    chosen = (*of.zh, *of.en) if chinese_first else (*of.en, *of.zh) if both else of.en
    return tuple((pattern(rule.pattern, topic), rule.reads) for rule in chosen)


@cache
def patterns(topic: str, name: str) -> tuple[re.Pattern[str], ...]:
    found = grammar(topic).patterns[name]
    return tuple(pattern(template, topic) for template in ((found,) if isinstance(found, str) else found))


@cache
def pattern(template: str, topic: str = "") -> re.Pattern[str]:
    """`template` with ⟨P⟩ and the like for letters, ⟨*⟩ for any, ⟨show_en⟩ for words, ⟨unit⟩ for parts of the topic."""
    return re.compile(filled(template, topic))


def filled(template: str, topic: str = "", parts: dict[str, str] | None = None) -> str:
    """`template` as an expression; `parts` are more that may be named."""
    return _filled(template, (_parts(topic) if topic else {}) | (parts or {}))


def any_of(words: tuple[str, ...]) -> str:
    """An expression for whole English words or Chinese ones, longest first."""
    return "(?:" + "|".join(_whole(word) for word in sorted(set(words), key=len, reverse=True)) + ")"


@cache
def _parts(topic: str) -> dict[str, str]:
    of = grammar(topic)
    return {**{name: part for used in of.uses for name, part in _parts(used).items()}, **of.parts}


def _filled(template: str, parts: dict[str, str]) -> str:
    def meant(match: re.Match[str]) -> str:
        name = match[1]
        if name in parts:
            return _filled(parts[name], parts)
        if name == "*":
            return f"[{ANY_LETTER}]"
        if name in KINDS:
            return KINDS[name]
        if name in ("number_en", "number_zh"):
            return ENGLISH if name == "number_en" else CHINESE
        if name == "surname":
            return f"[{vocabulary().surnames}]"
        if name == "family":
            return f"(?:{any_of(vocabulary().surnames_of_two)}|[{vocabulary().surnames}])"
        if name == "field_zh":
            return any_of(tuple(word for words in vocabulary().fields.values() for word in words.zh))
        return any_of(vocabulary().words[name])

    return NAMED.sub(meant, template)


def _whole(word: str) -> str:
    before = r"(?<![a-z])" if word[0].isascii() and word[0].isalpha() else ""
    after = r"(?![a-z])" if word[-1].isascii() and word[-1].isalpha() else ""
    return before + re.escape(word) + after


def _read(topic: str) -> Any:
    return yaml.load((FOLDER / f"{topic}.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
