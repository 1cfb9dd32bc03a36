"""Several periods asked for at once, as one condition."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import reduce

from frontdesk.his_adapter.operation import Condition, Term

IN_BETWEEN = timedelta(minutes=1)  # from the last minute of one day to the first of the next
RANGE = "visit_date__range"
Span = tuple[str, str]


class Apart(Exception):
    """Periods with time between them: no single condition says both."""


def together(whens: Sequence[Condition]) -> Condition:
    """One period within another is the narrower; those that adjoin are one. Raises Apart."""
    spans = sorted(_span(bounds[RANGE]) for bounds in whens if RANGE in bounds)
    others = {key: term for bounds in whens for key, term in bounds.items() if key != RANGE}
    return {**others, RANGE: reduce(_joined, spans)} if spans else others


def _span(terms: Term | tuple[Term, ...]) -> Span:
    first, last = terms if isinstance(terms, tuple) else (terms, terms)
    return str(first), str(last)


def _joined(one: Span, other: Span) -> Span:
    """`other` begins no earlier than `one`."""
    if other[1] <= one[1]:
        return other
    if one[0] == other[0]:
        return one
    if datetime.fromisoformat(other[0]) - datetime.fromisoformat(one[1]) > IN_BETWEEN:
        raise Apart(f"{one[1]} {other[0]}")
    return one[0], other[1]
