"""Where a label finds room on a drawing: the nearest place to what it names where it covers nothing."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import NamedTuple
from unicodedata import east_asian_width

from frontdesk.his_adapter.records import Point
from frontdesk.his_adapter.wayfinding.geometry import Segment, crossing, direction

# In ems: what a letter takes (a bold one of Noto Sans is at most so wide on average), and the room around words.
NARROW, WIDE, LINE, PADDING = 0.62, 1.0, 1.3, 0.3
LETTERS = 9  # of a line, from which it is broken between words
ROUND = 16  # directions that are tried
STEP = 0.4  # em


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "Box") -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def within(self, other: "Box") -> bool:
        return (
            other.left <= self.left
            and self.right <= other.right
            and other.top <= self.top
            and self.bottom <= other.bottom
        )

    def grown(self, by: float) -> "Box":
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def middle(self) -> Point:
        return ((self.left + self.right) / 2, (self.top + self.bottom) / 2)

    def meets(self, segment: Segment) -> bool:
        """Liang and Barsky's clipping: something of the segment is inside."""
        (x, y), (to_x, to_y) = segment
        enters, leaves = 0.0, 1.0
        for delta, low, high in ((to_x - x, self.left - x, self.right - x), (to_y - y, self.top - y, self.bottom - y)):
            if delta == 0:
                if low >= 0 or high <= 0:
                    return False
                continue
            first, last = sorted((low / delta, high / delta))
            enters, leaves = max(enters, first), min(leaves, last)
        return enters < leaves


def around(at: Point, half: float) -> Box:
    return Box(at[0] - half, at[1] - half, at[0] + half, at[1] + half)


def lines_of(text: str) -> tuple[str, ...]:
    """Broken between words where it is long."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(longer) > LETTERS:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)


def extent(lines: Sequence[str], em: float) -> tuple[float, float]:
    """Width and height of words with the room around them."""
    widest = max(sum(WIDE if east_asian_width(letter) in "WF" else NARROW for letter in line) for line in lines)
    return (widest + 2 * PADDING) * em, (len(lines) * LINE + PADDING) * em


def places(at: Point, size: tuple[float, float], em: float, *, reach: float, first: Point) -> Iterator[Box]:
    """Around a point, nearest first, beginning on the side that is asked for; `reach` in ems."""
    width, height = size
    turned = sorted((_around_circle(number) for number in range(ROUND)), key=lambda way: -_along(way, first))
    for step in range(1, round(reach / STEP) + 1):
        away = step * STEP * em
        for x, y in turned:
            middle = (at[0] + x * (away + width / 2), at[1] + y * (away + height / 2))
            yield Box(middle[0] - width / 2, middle[1] - height / 2, middle[0] + width / 2, middle[1] + height / 2)


def _around_circle(number: int) -> Point:
    """Of a square, so that a label beside its point stands as near as one above it."""
    angle = 2 * pi * number / ROUND
    x, y = cos(angle), sin(angle)
    longer = max(abs(x), abs(y))
    return (x / longer, y / longer)


def _along(way: Point, first: Point) -> float:
    x, y = direction((0.0, 0.0), way)
    return x * first[0] + y * first[1]


class Obstacles:
    """What no label may cover, and the frame that none may leave."""

    def __init__(self, frame: Box) -> None:
        self._frame = frame
        self._boxes: list[Box] = []
        self._strokes: list[tuple[Segment, float]] = []
        self._ground: list[tuple[Segment, float]] = []

    def stroke(self, points: Iterable[Point], half: float) -> None:
        self._strokes += [(pair, half) for pair in pairwise(points)]

    def ground(self, points: Iterable[Point], half: float) -> None:
        """What is covered by what finds no other place near."""
        self._ground += [(pair, half) for pair in pairwise(points)]

    def parts(self, one: Point, other: Point) -> bool:
        """A stroke runs between the two points."""
        return any(crossing((one, other), segment) is not None for segment, _ in self._strokes)

    def box(self, box: Box) -> None:
        self._boxes.append(box)

    def free(self, box: Box, *, on_ground: bool = False) -> bool:
        strokes = self._strokes if on_ground else [*self._strokes, *self._ground]
        return (
            box.within(self._frame)
            and not any(box.overlaps(other) for other in self._boxes)
            and not any(box.grown(half).meets(segment) for segment, half in strokes)
        )
