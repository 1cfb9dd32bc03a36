"""An arrow drawn from turns, as seen by who walks: it begins at the bottom, and up is where they look."""

from collections.abc import Sequence

from frontdesk.his_adapter.records import Point
from frontdesk.his_adapter.wayfinding.geometry import Turn, direction, rotated
from frontdesk.models.facts import Value

SIZE = 96.0  # of the square it is drawn in
EDGE = 16.0
HEAD = 15.0
UP = (0.0, -1.0)


class Arrow(Value):
    shaft: tuple[Point, ...]
    head: tuple[Point, ...]


def arrow(turns: Sequence[Turn]) -> Arrow:
    """`turns`: how it begins, then each turn."""
    drawn = _walked(turns)
    xs, ys = [x for x, _ in drawn], [y for _, y in drawn]
    scale = (SIZE - 2 * EDGE) / max(max(xs) - min(xs), max(ys) - min(ys), 1.0)
    middle = ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)
    shaft = tuple(
        (round(SIZE / 2 + (x - middle[0]) * scale, 1), round(SIZE / 2 + (y - middle[1]) * scale, 1)) for x, y in drawn
    )
    return Arrow(shaft=shaft, head=_head(shaft[-2], shaft[-1]))


def _walked(turns: Sequence[Turn]) -> list[Point]:
    """One stretch of the same length for each turn; who turns round walks a bow away from the next turn."""
    at, looking = (0.0, 0.0), UP
    drawn = [at]
    first, *later = turns
    if first is Turn.BACK:
        away = 1.0 if Turn.RIGHT in later[:1] else -1.0
        drawn += [(0.0, -0.5), (0.6 * away, -0.5)]
        looking = (0.0, 1.0)
        at = (0.6 * away, 0.9)
        drawn.append(at)
    elif first is not Turn.AHEAD:
        later = [first, *later]
        at = (0.0, -0.5)
        drawn.append(at)
    else:
        at = (0.0, -1.0)
        drawn.append(at)
    for turn in later:
        looking = rotated(looking, turn)
        at = (at[0] + looking[0], at[1] + looking[1])
        drawn.append(at)
    return drawn


def _head(before: Point, tip: Point) -> tuple[Point, ...]:
    x, y = direction(before, tip)
    wings = ((-x - y, -y + x), (-x + y, -y - x))
    ends = [(round(tip[0] + HEAD * a, 1), round(tip[1] + HEAD * b, 1)) for a, b in wings]
    return (ends[0], tip, ends[1])
