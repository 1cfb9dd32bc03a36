"""Two nurses who met the same patients, patient by patient."""

from collections.abc import Callable, Iterator, Sequence
from math import comb
from typing import NamedTuple

from frontdesk.evaluation.nurse.figures import Report, shown
from frontdesk.evaluation.nurse.intervals import Figure, mean
from frontdesk.evaluation.nurse.met import Met
from frontdesk.models.runner import EMBEDDED


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


class Measured(NamedTuple):
    """`share`: told in per cent."""

    name: str
    of: Callable[[Met], float | None]
    share: bool = False


MEASURED = (
    Measured("department right", lambda one: float(one.right), share=True),
    Measured("facts in the record", lambda one: one.held / one.facts if one.facts else None, share=True),
    Measured("turns until the department", lambda one: None if one.to_department is None else float(one.to_department)),
    Measured("lines against the rules", lambda one: float(len(one.violations))),
    Measured("untrue statements", lambda one: float(len(one.untrue))),
    Measured("overall score", lambda one: None if one.overall is None else float(one.overall)),
    Measured("information score", lambda one: None if one.info is None else float(one.info)),
)


class Compared(NamedTuple):
    """Two runs' difference, to be read. `chance`: of so uneven a split of the right ones, were both nurses alike."""

    now: str
    earlier: str
    patients: int
    rows: tuple[tuple[str, str], ...]
    chance: float
    gained: int
    lost: int


def compared(now: Report, earlier: Report) -> Compared:
    """Raises ValueError where both met no patient in common."""
    both = pairs(now, earlier)
    figures = ((one, difference(both, one.of)) for one in MEASURED)
    return Compared(
        now=called(now),
        earlier=f"{called(earlier)}{' before' if called(earlier) == called(now) else ''}",
        patients=len(both),
        rows=tuple((one.name, _signed(figure, one.share)) for one, figure in figures if figure.value is not None),
        chance=chance(both),
        gained=sum(one.now.right and not one.earlier.right for one in both),
        lost=sum(one.earlier.right and not one.now.right for one in both),
    )


def called(report: Report) -> str:
    """The nurse, in a sentence."""
    return "the embedded nurse" if report.setting.nurse == EMBEDDED else report.setting.nurse


def _signed(figure: Figure, share: bool) -> str:
    return f"{'+' if (figure.value or 0.0) > 0 else ''}{shown(figure, percent=share)}"


def beside(now: Report, earlier: Report) -> Iterator[str]:
    """Lines for a terminal."""
    told = compared(now, earlier)
    yield f"{told.now} beside {told.earlier}, {told.patients} patients of both, has more by:"
    yield from (f"  {name}: {figure}" for name, figure in told.rows)
    yield f"  chance of so uneven a split of right departments, were both alike: {told.chance:.3f}"
