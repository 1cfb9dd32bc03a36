"""Plain geometry of a floor plan: y grows downwards, so that left of "up" is a smaller x."""

from enum import StrEnum
from itertools import pairwise
from math import atan2, degrees, hypot

from frontdesk.his_adapter.records import FloorPlan, Point

Segment = tuple[Point, Point]

NEAR = 0.01  # of a point to itself, in hundredths of the plan
STRAIGHT = 30  # degrees within which somebody still walks ahead


class Turn(StrEnum):
    AHEAD = "ahead"
    LEFT = "left"
    RIGHT = "right"
    BACK = "back"


def distance(a: Point, b: Point) -> float:
    return hypot(b[0] - a[0], b[1] - a[1])


def direction(a: Point, b: Point) -> Point:
    """Of length one; of two points that are the same, none (0, 0)."""
    length = distance(a, b)
    return ((b[0] - a[0]) / length, (b[1] - a[1]) / length) if length > NEAR else (0.0, 0.0)


def turn(looking: Point, going: Point) -> Turn:
    """What somebody does who looks one way and then walks another."""
    across = looking[0] * going[1] - looking[1] * going[0]
    along = looking[0] * going[0] + looking[1] * going[1]
    angle = degrees(atan2(across, along))  # clockwise as it is seen
    if abs(angle) <= STRAIGHT:
        return Turn.AHEAD
    if abs(angle) >= 180 - STRAIGHT:
        return Turn.BACK
    return Turn.RIGHT if angle > 0 else Turn.LEFT


def rotated(looking: Point, side: Turn) -> Point:
    x, y = looking
    match side:
        case Turn.AHEAD:
            return looking
        case Turn.BACK:
            return (-x, -y)
        case Turn.LEFT:
            return (y, -x)
        case Turn.RIGHT:
            return (-y, x)


def nearest(point: Point, segment: Segment) -> Point:
    """The point of the segment that is nearest."""
    (ax, ay), (bx, by) = segment
    length = (bx - ax) ** 2 + (by - ay) ** 2
    if length == 0:
        return segment[0]
    share = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / length
    share = min(1.0, max(0.0, share))
    return (ax + share * (bx - ax), ay + share * (by - ay))


def on(point: Point, segment: Segment) -> bool:
    return distance(point, nearest(point, segment)) <= NEAR


def crossing(one: Segment, other: Segment) -> Point | None:
    """Where two segments that are not parallel meet."""
    (x1, y1), (x2, y2) = one
    (x3, y3), (x4, y4) = other
    under = (x1 - x2) * (y3 - y4) - (y1 - y2) * (x3 - x4)
    if abs(under) < NEAR:
        return None
    share = ((x1 - x3) * (y3 - y4) - (y1 - y3) * (x3 - x4)) / under
    at = (x1 + share * (x2 - x1), y1 + share * (y2 - y1))
    return at if on(at, one) and on(at, other) else None


def level(plan: FloorPlan) -> list[Segment]:
    """What is walked without steps."""
    return [pair for corridor in plan.corridors for pair in pairwise(corridor)]


def stepped(plan: FloorPlan) -> list[Segment]:
    return [pair for flight in plan.steps for pair in pairwise(flight)]


def walked(plan: FloorPlan) -> list[Segment]:
    return level(plan) + stepped(plan)


def goes_on(plan: FloorPlan, at: Point, going: Point) -> bool:
    """A corridor leads on from there that way."""
    ahead = (at[0] + going[0], at[1] + going[1])
    return any(distance(ahead, nearest(ahead, one)) < 0.3 for one in walked(plan))
