"""Laboratory shorthand: names and values in the same order (ALT/AST 22/19), and codes right before a value (P 1.1)."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import TypeVar

from frontdesk.models.specialists.labs_vitals.catalogue import Test, by_code, tests
from frontdesk.models.specialists.labs_vitals.spoken import Number
from frontdesk.models.specialists.labs_vitals.told import LETTERS, WORD_BEGINS, WORD_ENDS, Mention, Reading
from frontdesk.models.specialists.labs_vitals.units import believable, unit_after

_Part = TypeVar("_Part", Mention, Number)
_NAMES_APART = re.compile(r" ?[/、] ?")
_TO_THE_VALUES = re.compile(r"[\s:：=]*(?:(?:was|were|is|are|of|are at)\s+|[是为])?")
_VALUES_APART = re.compile(r" ?[/、] ?")


def panels(text: str, mentions: Sequence[Mention], every: Sequence[Number]) -> list[tuple[int, Reading]]:
    """The values of tests that are named in a row and followed by as many values."""
    found = []
    for names in _rows(text, mentions, _NAMES_APART):
        values = next((row for row in _rows(text, every, _VALUES_APART) if row[0].start >= names[-1].end), [])
        asked = [tests().get(one.test) for one in names]
        if len(values) < len(names) or not _TO_THE_VALUES.fullmatch(text, names[-1].end, values[0].start):
            continue
        if len(values) == len(names) and all(t and believable(t, v.value) for t, v in zip(asked, values, strict=True)):
            unit, end = unit_after(text, values[-1].end)
            found += [
                (value.start, Reading(
                    test=name.test, value=value.value, unit=unit if test and unit and test.has_unit(unit) else None,
                    quote=text[names[0].start : end],
                ))
                for name, test, value in zip(names, asked, values, strict=True)
            ]  # fmt: skip
    return found


def _rows(text: str, parts: Sequence[_Part], apart: re.Pattern[str]) -> list[list[_Part]]:
    """The runs of two and more parts with nothing between them but what keeps them apart."""
    rows: list[list[_Part]] = []
    for one, following in pairwise(parts):
        if apart.fullmatch(text, one.end, following.start):
            if rows and rows[-1][-1] is one:
                rows[-1].append(following)
            else:
                rows.append([one, following])
    return rows


@cache
def _codes() -> re.Pattern[str]:
    codes = "|".join(sorted(map(re.escape, by_code()), key=len, reverse=True))
    return re.compile(
        rf"{WORD_BEGINS}(?<![0-9'.-])(?P<code>{codes}){WORD_ENDS}(?!')"
        r"(?: ?[:=]? ?[<>≤≥]?=? ?(?P<value>\d+(?:[.,]\d+)?)(?!\d|/ ?\d))?"
    )


def coded(text: str, found: Sequence[Mention]) -> list[Mention]:
    """Tests told by a code with a unit of theirs, beside other tests or alone; not what is `found` already.

    Whether one of one or two letters is a test at all is not said by its place here.
    """
    mentions = []
    for match in _codes().finditer(text):
        start, end = match.span("code")
        if any(one.start < end and start < one.end for one in found):
            continue
        beside = bool(found) or not (text[:start] + text[match.end() :]).strip(" .,;。，；")
        if test := _meant(text, match, beside=beside or end - start <= LETTERS):
            mentions.append(Mention(start, end, test.name))
    return mentions


def _meant(text: str, match: re.Match[str], *, beside: bool) -> Test | None:
    start, end = match.span("code")
    tests_so_called = by_code()[match["code"]]
    if beside and (text[start - 1 : start] == "/" or text[end : end + 1] == "/"):  # Na/K/Cl 139/4.2/103
        return tests_so_called[0]
    if match["value"] is None or (_A_NUMBER.search(text, 0, start) and unit_after(text, start)[1] >= end):  # 40 mg
        return None
    unit, _ = unit_after(text, match.end("value"))
    value = float(match["value"].replace(",", "."))
    return next((one for one in tests_so_called if _can_be(one, value, unit, beside=beside)), None)


_A_NUMBER = re.compile(r"[\d半] ?$")


def _can_be(test: Test, value: float, unit: str | None, *, beside: bool) -> bool:
    if unit is not None and test.has_unit(unit):
        return believable(test, value, unit)
    return beside and unit in (None, "L", "s") and believable(test, value)
