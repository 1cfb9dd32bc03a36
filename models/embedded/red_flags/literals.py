"""Finds the plain words that a pattern cannot match without, so that most patterns need not be tried on a text."""

from collections.abc import Iterable
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

Needed = frozenset[str]  # at least one of these words stands in every match


def needed(pattern: str) -> tuple[Needed, ...]:
    """Sets of words of which any match of `pattern` holds at least one each, the most telling set first."""
    return tuple(sorted(set(_of_sequence(_parser.parse(pattern))), key=worth, reverse=True))


def alternatives(pattern: str) -> list[str]:
    """The parts of `pattern` between the bars that stand outside every bracket."""
    parts, depth, start, at = [], 0, 0, 0
    while at < len(pattern):
        match pattern[at]:
            case "\\":
                at += 1
            case "[":
                at = pattern.index("]", at + 2)
            case "(":
                depth += 1
            case ")":
                depth -= 1
            case "|" if depth == 0:
                parts.append(pattern[start:at])
                start = at + 1
        at += 1
    return [*parts, pattern[start:]]


def _of_sequence(items: Iterable[tuple[Any, Any]]) -> list[Needed]:
    found: list[Needed] = []
    run = ""
    for kind, value in items:
        if kind is _constants.LITERAL:
            run += chr(value)
            continue
        found += [frozenset([run])] if run else []
        run = ""
        found += _of_item(kind, value)
    return found + ([frozenset([run])] if run else [])


def _of_item(kind: Any, value: Any) -> list[Needed]:
    if kind is _constants.SUBPATTERN:
        return _of_sequence(value[3])
    if kind in (_constants.MAX_REPEAT, _constants.MIN_REPEAT) and value[0] > 0:
        return _of_sequence(value[2])
    if kind is _constants.BRANCH:
        branches = [_of_sequence(branch) for branch in value[1]]
        if all(branches):
            return [frozenset().union(*(max(branch, key=worth) for branch in branches))]
    return []


def worth(words: Needed) -> tuple[int, int]:
    """How telling a set is: a long shortest word first, then few words."""
    return (min(map(len, words)), -len(words))
