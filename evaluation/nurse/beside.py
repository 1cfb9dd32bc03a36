"""Two nurses who met the same patients, patient by patient."""

from collections.abc import Callable, Iterator, Sequence
from math import comb
from typing import NamedTuple

from evaluation.nurse.figures import Report, shown
from evaluation.nurse.intervals import Figure, mean
from evaluation.nurse.met import Met


class Both(NamedTuple):
    """One patient, and what either nurse made of them."""

    now: Met
    earlier: Met


def pairs(now: Report, earlier: Report) -> tuple[Both, ...]:
    """Patients whom both met. Raises ValueError where there is none."""
    before = {one.id: one for one in earlier.receptions}
    found = tuple(Both(one, before[one.id]) for one in now.receptions if one.id in before)
    if not found:
        raise ValueError("the two runs have no patient in common")
    return found


def difference(both: Sequence[Both], of: Callable[[Met], float | None]) -> Figure:
    """Mean of what the one has more than the other, over patients for whom both have a figure."""
    values = [(of(one.now), of(one.earlier)) for one in both]
    return mean([now - before for now, before in values if now is not None and before is not None])


def chance(both: Sequence[Both]) -> float:
    """Of a split of the right ones as uneven or more, were both nurses alike: McNemar's exact test, two-sided."""
    gained = sum(one.now.right and not one.earlier.right for one in both)
    lost = sum(one.earlier.right and not one.now.right for one in both)
    n, least = gained + lost, min(gained, lost)
    return min(1.0, 2 * sum(comb(n, k) for k in range(least + 1)) / 2**n) if n else 1.0


MEASURED: tuple[tuple[str, Callable[[Met], float | None]], ...] = (
    ("department right", lambda one: float(one.right)),
    ("facts in the record", lambda one: one.held / one.facts if one.facts else None),
    ("turns until the department", lambda one: None if one.to_department is None else float(one.to_department)),
    ("lines against the rules", lambda one: float(len(one.violations))),
    ("untrue statements", lambda one: float(len(one.untrue))),
    ("overall score", lambda one: None if one.overall is None else float(one.overall)),
    ("information score", lambda one: None if one.info is None else float(one.info)),
)


def beside(now: Report, earlier: Report) -> Iterator[str]:
    """Lines for a terminal."""
    both = pairs(now, earlier)
    yield f"{now.setting.nurse} beside {earlier.setting.nurse}, {len(both)} patients of both:"
    for name, of in MEASURED:
        figure = difference(both, of)
        if figure.value is not None:
            yield f"  {name}: {'+' if figure.value > 0 else ''}{shown(figure)}"
    yield f"  chance of so uneven a split of right departments, were they alike: {chance(both):.3f}"


class Compared(NamedTuple):
    """For the page."""

    now: str
    earlier: str
    patients: int
    rows: tuple[tuple[str, str], ...]
    chance: float
    gained: int
    lost: int


def compared(now: Report, earlier: Report) -> Compared:
    both = pairs(now, earlier)
    figures = ((name, difference(both, of)) for name, of in MEASURED)
    return Compared(
        now=now.setting.nurse,
        earlier=earlier.setting.nurse,
        patients=len(both),
        rows=tuple((name, shown(figure)) for name, figure in figures if figure.value is not None),
        chance=chance(both),
        gained=sum(one.now.right and not one.earlier.right for one in both),
        lost=sum(one.earlier.right and not one.now.right for one in both),
    )
