"""One- and two-letter symbols that stand for a test, and those in running words that name a bay, a bus or a seat."""

import re
from collections.abc import Sequence
from itertools import pairwise

from frontdesk.models.specialists.labs_vitals.catalogue import tests
from frontdesk.models.specialists.labs_vitals.cues import cue
from frontdesk.models.specialists.labs_vitals.named import ranges_in
from frontdesk.models.specialists.labs_vitals.spoken import Number
from frontdesk.models.specialists.labs_vitals.told import LETTERS, PRESSURE, Mention
from frontdesk.models.specialists.labs_vitals.units import DOSE
from frontdesk.models.specialists.labs_vitals.value import REACH_OF_SHORT, unit_of
from frontdesk.models.specialists.labs_vitals.when import times_told

_OF_NOTHING_ELSE = frozenset({"hr", "wt", "ht"})
_CLAUSE_END = re.compile(r"[,，;；。!?！？、]|\.(?!\d)|\b(?:and|but)\b|但")
_MEANS = re.compile(r"[^\W_]")  # a letter, figure or character left over
_DECIMAL = re.compile(r"[^\d,;，；。]{0,8}\d+[.,点]\d")

Span = tuple[int, int]


def without_labels(
    text: str, mentions: Sequence[Mention], every: Sequence[Number]
) -> tuple[list[Mention], list[Number]]:
    """`mentions` but for the symbols beside a number that nothing shows to be a test, and `every` but their numbers."""
    known = _known(text, mentions, every)
    clauses = _clauses(text, known)
    kept = []
    for one in mentions:
        clause = next(span for span in clauses if span[0] <= one.start < span[1])
        beside = [n for n in every if clause[0] <= n.start < clause[1] or 0 <= n.start - one.end <= REACH_OF_SHORT]
        if not _is_short(text, one) or not beside or _is_shown(text, one, mentions, every, known=known, clause=clause):
            kept.append(one)
    labels = {one.end for one in mentions if one not in kept}
    return kept, [one for one in every if len(text[: one.start].rstrip(" :#-")) not in labels]


def _is_short(text: str, one: Mention) -> bool:
    written = text[one.start : one.end]
    short = len(written) <= LETTERS and written.isascii() and written.isalpha()
    return short and one.test != PRESSURE and written not in _OF_NOTHING_ELSE


def _is_shown(
    text: str, one: Mention, mentions: Sequence[Mention], every: Sequence[Number], *, known: list[Span], clause: Span
) -> bool:
    """By its unit, another test right beside it, a word of blood tests, or by standing alone with its value."""
    number = next((n for n in every if 0 <= n.start - one.end <= REACH_OF_SHORT), None)
    units = {unit_of(text, n)[0] for n in every if one.end <= n.start < clause[1]} - {None, DOSE}
    if number and any(tests()[one.test].has_unit(unit or "") for unit in units):  # Hb 118 → 62 g/L
        return True
    end = unit_of(text, number)[1] if number else one.end
    if cue("label_before", ending=r"[ :#]*$").search(text, 0, one.start) or cue("label_after").match(text, end):
        return False
    if any(_joined(text, known, *pair) for pair in pairwise(mentions) if one in pair):
        return True
    if cue("of_the_blood_test").search(text, *clause):
        return True
    decimal = _DECIMAL.match(text, one.end) is not None
    if not _only_filler(text, known, clause):
        return decimal and cue("told_so", ending=r" ?$").search(text, 0, one.start) is not None
    named = cue("own", ending=r" ?$").search(text, 0, one.start) or cue("is_of").match(text, one.end)
    return bool(named or decimal) or not cue("label").search(text)


def _joined(text: str, known: list[Span], first: Mention, second: Mention) -> bool:
    """Whether nothing stands between them but their values and other short names with a value."""
    between = _OTHER_CODE.finditer(text, first.end, second.start)
    codes = [code.span() for code in between if not cue("label").fullmatch(code[0])]
    return first.end <= second.start and _only_filler(text, [*known, *codes], (first.end, second.start))


_OTHER_CODE = re.compile(r"\b[a-z]{2,4}(?= ?[:=]? ?\d)")


def _only_filler(text: str, known: list[Span], span: Span) -> bool:
    """Whether there is nothing in `span` but tests, values, times and the small words between them."""
    words = text[slice(*span)]
    for start, end in known:
        if span[0] < end and start < span[1]:
            at, to = max(start, span[0]) - span[0], min(end, span[1]) - span[0]
            words = words[:at] + " " * (to - at) + words[to:]
    return _MEANS.search(cue("filler").sub(" ", words)) is None


def _known(text: str, mentions: Sequence[Mention], every: Sequence[Number]) -> list[Span]:
    return [
        *((one.start, one.end) for one in mentions),
        *((one.start, unit_of(text, one)[1]) for one in every),
        *((one.start, one.end) for one in times_told(text)),
        *(occasion.span() for occasion in cue("occasion").finditer(text)),
        *ranges_in(text),
    ]


def _clauses(text: str, known: list[Span]) -> list[Span]:
    ends = [mark.end() for mark in _CLAUSE_END.finditer(text)]
    edges = [0, *(end for end in ends if not any(start < end <= stop for start, stop in known)), len(text) + 1]
    return list(pairwise(edges))
