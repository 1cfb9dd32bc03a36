"""Two medicines, or a medicine and a substance, against the rules: found, checked and nothing found, not checked."""

from enum import StrEnum
from functools import cache
from typing import NamedTuple

from frontdesk.models.knowledge.formulary import SUBSTANCES, formulary
from frontdesk.models.knowledge.formulary_schema import Interaction


class Gap(StrEnum):
    """Why a medicine cannot be compared."""

    UNKNOWN = "unknown"  # no list holds it
    NO_RULES = "no_rules"  # its classes were not gone through


class Covered(NamedTuple):
    """A medicine with the classes that were gone through and where; only `covered` makes one."""

    code: str
    classes: frozenset[str]
    source: str


class Found(NamedTuple):
    one: str
    other: str
    rule: Interaction


class NothingFound(NamedTuple):
    """Both were compared: it takes two that are covered."""

    one: Covered
    other: Covered


class NotChecked(NamedTuple):
    one: str
    other: str
    gaps: tuple[tuple[str, Gap], ...]  # which of the two, and why


Compared = Found | NothingFound | NotChecked


@cache
def compare(one: str, other: str) -> Compared:
    """The gravest rule between two codes of the formulary, else whether their classes were compared at all."""
    rule = _worst(one, other)
    if rule is not None:
        return Found(one, other, rule)
    first, second = covered(one), covered(other)
    if isinstance(first, Covered) and isinstance(second, Covered):
        return NothingFound(first, second)
    sides = ((one, first), (other, second))
    return NotChecked(one, other, tuple((code, side) for code, side in sides if isinstance(side, Gap)))


@cache
def covered(code: str) -> Covered | Gap:
    if code not in formulary().medicines and code not in SUBSTANCES:
        return Gap.UNKNOWN
    kinds = formulary().counts_as(code)
    rows = [row for row in formulary().coverage if not kinds.isdisjoint(row.classes)]
    classes = kinds & {name for row in rows for name in row.classes}
    return Covered(code, classes, "; ".join(row.source for row in rows)) if rows else Gap.NO_RULES


def _worst(one: str, other: str) -> Interaction | None:
    first, second = formulary().counts_as(one), formulary().counts_as(other)
    rules = [
        rule
        for rule in formulary().interactions
        if (not first.isdisjoint(rule.a) and not second.isdisjoint(rule.b))
        or (not first.isdisjoint(rule.b) and not second.isdisjoint(rule.a))
    ]
    return min(rules, key=lambda rule: rule.verdict != "avoid", default=None)
