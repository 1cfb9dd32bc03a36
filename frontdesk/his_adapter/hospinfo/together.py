"""Several periods asked for at once, as one condition."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import reduce

from frontdesk.his_adapter.operation import Condition, Term

IN_BETWEEN = timedelta(minutes=1)  # from the last minute of one day to the first of the next
DATE = "visit_date"
RANGE = f"{DATE}__range"
Span = tuple[str, str]


class Apart(Exception):
    """Periods with time between them: no single condition says both."""


def together(whens: Sequence[Condition]) -> Condition:
    """All of the periods at once: within another the narrower, those that adjoin as one, bounds as one range.

    Raises Apart.
    """
    if len(whens) <= 1:
        return dict(whens[0]) if whens else {}
    spans = sorted(_span(bounds[RANGE]) for bounds in whens if RANGE in bounds)
    lower, upper = _bounds(whens, "gt", "gte"), _bounds(whens, "lt", "lte")
    first, last = reduce(_joined, spans) if spans else ("", "")
    first, last = max([first, *lower]), min([*upper, *([last] if spans else [])], default="")
    moments = {str(bounds[DATE]) for bounds in whens if DATE in bounds}
    if (
        (last and first > last)
        or len(moments) > 1
        or not all(first <= at and (not last or at <= last) for at in moments)
    ):
        raise Apart(f"{first} {last}")
    if moments:
        return {DATE: moments.pop()}
    if first and last:
        return {RANGE: (first, last)}
    return lower[first] if first else upper[last]


def _bounds(whens: Sequence[Condition], *kinds: str) -> dict[str, Condition]:
    """The bounds of some kinds by the first or last minute that each lets in."""
    keys = [f"{DATE}__{kind}" for kind in kinds]
    return {_moved(str(one[key]), MOVES[key]): {key: one[key]} for one in whens for key in keys if key in one}


MOVES = {
    f"{DATE}__gt": IN_BETWEEN,
    f"{DATE}__gte": timedelta(),
    f"{DATE}__lt": -IN_BETWEEN,
    f"{DATE}__lte": timedelta(),
}


def _moved(at: str, by: timedelta) -> str:
    """The first or last minute that a bound lets in."""
    return (datetime.fromisoformat(at) + by).strftime("%Y-%m-%dT%H:%M") if by else at


def _span(terms: Term | tuple[Term, ...]) -> Span:
    first, last = terms if isinstance(terms, tuple) else (terms, terms)
    return str(first), str(last)


def _joined(one: Span, other: Span) -> Span:
    """`other` begins no earlier than `one`."""
    if other[1] <= one[1]:
        return other
    if one[0] == other[0]:
        return one
    if other[0] <= one[1]:
        return other[0], one[1]
    if datetime.fromisoformat(other[0]) - datetime.fromisoformat(one[1]) > IN_BETWEEN:
        raise Apart(f"{one[1]} {other[0]}")
    return one[0], other[1]
