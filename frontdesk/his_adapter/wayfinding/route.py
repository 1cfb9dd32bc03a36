"""One walk from a kiosk to a door: where it turns, by what, and which door it is; all that is said or drawn of it."""

from collections.abc import Collection, Sequence
from itertools import pairwise

from frontdesk.his_adapter.records import Colour, Facing, FloorPlan, Landmark, Point, Sign, Text
from frontdesk.his_adapter.wayfinding import geometry
from frontdesk.his_adapter.wayfinding.geometry import Turn, direction, distance
from frontdesk.his_adapter.wayfinding.network import Network, Node, foot_of
from frontdesk.models.facts import Value

LOOKING = {Facing.UP: (0.0, -1.0), Facing.DOWN: (0.0, 1.0), Facing.LEFT: (-1.0, 0.0), Facing.RIGHT: (1.0, 0.0)}
# In hundredths of the plan: a landmark so near is named at a turn, or as passed on a straight walk that is long.
BESIDE, PASSED, LONG = 7.0, 5.0, 30.0


class Target(Value):
    """Where somebody wants to go: a room of the plans, or a door of its own."""

    building: Text
    floor: int
    room: str = ""
    at: Point | None = None
    seen: Text = {}  # there, whole sentences


class Bend(Value):
    """A turn from one corridor into the next; `landmark`, `end` and `opening` say where."""

    turn: Turn
    at: Point
    landmark: Landmark | None = None
    end: bool = False  # the corridor leads no further
    opening: int = 1  # which opening on that side it is, from the last turn on
    out: bool = False  # of the lift, or from the kiosk's wall: no corridor was walked before it


class Leg(Value):
    """The part of a walk that is on one floor. `points`: from where it begins to its end, the line that is drawn."""

    floor: int  # the plan's place in the list
    points: tuple[Point, ...]
    start: Turn  # from where somebody looks who begins
    bends: tuple[Bend, ...] = ()  # up to where a coloured line leads on
    side: Turn  # where the end is, for who comes along the last corridor
    door: int = 0  # which door on that side, from the last turn on; 0: not counted
    line: Colour | None = None  # followed from the last bend to the end
    into: Text = {}  # the building it leads into
    past: Landmark | None = None  # what is passed, where nothing is turned at


class Ride(Value):
    stairs: bool
    name: str
    floor: int  # to which


class Route(Value):
    """`rides[i]` leads from `legs[i]` to `legs[i + 1]`."""

    legs: tuple[Leg, ...]
    rides: tuple[Ride, ...] = ()
    room: Sign | None = None
    seen: Text = {}


def route_to(target: Target, floors: Sequence[FloorPlan], *, step_free: bool = False) -> Route | None:
    """The shortest way from the kiosk; None where the plans have no kiosk, not the place, or nothing leads there."""
    start = next(((index, plan.kiosk) for index, plan in enumerate(floors) if plan.kiosk is not None), None)
    found = door_of(target, floors)
    if start is None or found is None:
        return None
    goal, sign = found
    path = Network(floors, (start, goal), step_free=step_free).shortest(start, goal)
    if path is None or len(path) < 2:
        return None
    return _route(path, floors, sign).model_copy(update={"seen": target.seen or (sign.seen if sign else {})})


def door_of(target: Target, floors: Sequence[FloorPlan]) -> tuple[Node, Sign | None] | None:
    """Where the target's door is, by its room or by its own place; None where no plan of its floor has it."""
    for index, plan in enumerate(floors):
        if plan.floor != target.floor:
            continue
        sign = next((one for one in plan.rooms if one.room == target.room), None) if target.room else None
        at = sign.at if sign else target.at
        if at is not None and building_at(plan, at) == target.building:
            return (index, at), sign
    return None


def building_at(plan: FloorPlan, at: Point) -> Text:
    for outline in plan.outlines:
        (x1, y1), (x2, y2) = outline.corners
        if min(x1, x2) <= at[0] <= max(x1, x2) and min(y1, y2) <= at[1] <= max(y1, y2):
            return outline.building
    return plan.building


def _route(path: Sequence[Node], floors: Sequence[FloorPlan], sign: Sign | None) -> Route:
    parts: list[list[Node]] = [[path[0]]]
    rides = []
    for before, node in pairwise(path):
        ride = _ride(before, node, floors)
        if ride is None:
            parts[-1].append(node)
        else:
            rides.append(ride)
            parts.append([node])
    looking = LOOKING[floors[path[0][0]].facing]
    legs = tuple(
        _leg(floors[part[0][0]], part, looking if number == 0 else None, is_last=number == len(rides), sign=sign)
        for number, part in enumerate(parts)
    )
    return Route(legs=legs, rides=tuple(rides), room=sign)


def _ride(before: Node, node: Node, floors: Sequence[FloorPlan]) -> Ride | None:
    if before[0] == node[0]:
        return None
    here, there = floors[before[0]], floors[node[0]]
    for stairs, shafts, others in ((False, here.lifts, there.lifts), (True, here.stairs, there.stairs)):
        arrived = {shaft.name for shaft in others if shaft.at == node[1]}
        for shaft in shafts:
            if shaft.at == before[1] and shaft.name in arrived:
                return Ride(stairs=stairs, name=shaft.name, floor=there.floor)
    raise ValueError(f"nothing leads from {before} to {node}")


def _leg(plan: FloorPlan, nodes: Sequence[Node], looking: Point | None, *, is_last: bool, sign: Sign | None) -> Leg:
    points = [at for _, at in nodes]
    stub = _beside(plan, points[-1]) and len(points) > 1
    core = straightened(points[:-1] if stub else points)
    door = points[-1] if stub else None
    leaves = looking is None and _beside(plan, core[0])
    looking = looking or (direction(core[0], core[1]) if len(core) > 1 else _out_of(plan, core[0]))
    ways = [direction(a, b) for a, b in pairwise(core)]
    last = ways[-1] if ways else looking
    bends = _bends(plan, core, leaves=leaves)
    line, followed = _line(plan, core)
    side = geometry.turn(last, direction(core[-1], door)) if door else Turn.AHEAD
    counted = is_last and sign is not None and side in (Turn.LEFT, Turn.RIGHT)
    into = building_at(plan, points[-1])
    return Leg(
        floor=nodes[0][0],
        points=straightened([*core, door] if door else core),
        start=geometry.turn(looking, ways[0]) if ways else Turn.AHEAD,
        bends=bends[:followed],
        side=side,
        door=_door(plan, core, side, sign) if counted and sign else 0,
        line=line,
        past=_passed(plan, core),
        into=into if into != building_at(plan, points[0]) else {},
    )


def _bends(plan: FloorPlan, core: Sequence[Point], *, leaves: bool) -> tuple[Bend, ...]:
    return tuple(
        Bend(turn=geometry.turn(direction(before, at), direction(at, after)), at=at, out=True)
        if leaves and number == 0
        else _bend(plan, before, at, after)
        for number, (before, at, after) in enumerate(zip(core, core[1:], core[2:], strict=False))
    )


def _bend(plan: FloorPlan, before: Point, at: Point, after: Point) -> Bend:
    coming = direction(before, at)
    turn = geometry.turn(coming, direction(at, after))
    return Bend(
        turn=turn,
        at=at,
        landmark=_landmark(plan, before, at),
        end=not geometry.goes_on(plan, at, coming),
        opening=_opening(plan, before, at, turn),
    )


def _landmark(plan: FloorPlan, before: Point, at: Point) -> Landmark | None:
    """What is seen at a turn; a door is named where one walks through it, from `before`."""
    return min(
        (
            mark
            for mark in plan.landmarks
            if distance(mark.at, at) <= BESIDE and (not mark.through or geometry.on(mark.at, (before, at)))
        ),
        key=lambda mark: distance(mark.at, at),
        default=None,
    )


def _passed(plan: FloorPlan, core: Sequence[Point]) -> Landmark | None:
    """The last landmark beside a long straight walk."""
    if len(core) != 2 or distance(*core) < LONG:
        return None
    beside = [
        (distance(core[0], geometry.nearest(mark.at, (core[0], core[1]))), mark)
        for mark in plan.landmarks
        if distance(mark.at, geometry.nearest(mark.at, (core[0], core[1]))) <= PASSED
    ]
    within = [each for each in beside if PASSED < each[0] < distance(*core) - PASSED]
    return max(within, key=lambda each: each[0])[1] if within else None


def _opening(plan: FloorPlan, before: Point, at: Point, turn: Turn) -> int:
    """How many corridors lead off to that side, from the last turn up to and with this one."""
    going = geometry.rotated(direction(before, at), turn)
    met = {end for segment in geometry.walked(plan) for end in _meets(segment, (before, at))}
    between = [point for point in met if distance(before, point) > 1 and distance(point, at) > geometry.NEAR]
    return 1 + sum(geometry.goes_on(plan, point, going) for point in between)


def _meets(segment: geometry.Segment, walk: geometry.Segment) -> list[Point]:
    crossed = geometry.crossing(segment, walk)
    return [(round(crossed[0], 3), round(crossed[1], 3))] if crossed else []


def _door(plan: FloorPlan, core: Sequence[Point], side: Turn, goal: Sign) -> int:
    """Which door on that side of the last corridor it is, from the last turn on; 0 where it is on none."""
    passed = doors_beside(plan, (core[-2], core[-1]), side) if len(core) > 1 else ()
    return passed.index(goal) + 1 if goal in passed else 0


def doors_beside(plan: FloorPlan, walk: geometry.Segment, side: Turn) -> tuple[Sign, ...]:
    """The doors that are passed or reached on that side, in their order."""
    start, end = walk
    met = []
    for sign in plan.rooms:
        foot = foot_of(sign.at, geometry.walked(plan))
        if foot is None or not geometry.on(foot[0], walk) or distance(start, foot[0]) < 1:
            continue
        if geometry.turn(direction(start, end), direction(foot[0], sign.at)) is side:
            met.append((distance(start, foot[0]), sign))
    return tuple(sign for _, sign in sorted(met, key=lambda each: each[0]))


def _line(plan: FloorPlan, core: Sequence[Point]) -> tuple[Colour | None, int]:
    """The line that leads to the end, and after how many bends it begins."""
    corners = max(0, len(core) - 2)
    for bends in range(1, corners + 1):
        colour = _over(plan, *core[bends:])
        if colour is not None:
            return colour, bends
    return None, corners


def _over(plan: FloorPlan, *points: Point) -> Colour | None:
    """The colour of a line on the floor that runs through all of these points and the middles between them."""
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points)]
    for line in plan.lines:
        if all(any(geometry.on(at, part) for part in pairwise(line.points)) for at in (*points, *middles)):
            return line.colour
    return None


def _beside(plan: FloorPlan, at: Point) -> bool:
    """A door beside its corridor, and not on it."""
    return not any(geometry.on(at, one) for one in geometry.walked(plan))


def _out_of(plan: FloorPlan, door: Point) -> Point:
    foot = foot_of(door, geometry.walked(plan))
    return direction(door, foot[0]) if foot else (0.0, -1.0)


def straightened(points: Collection[Point]) -> tuple[Point, ...]:
    """Without points that lie on a straight line between their neighbours."""
    kept: list[Point] = []
    for point in points:
        if kept and distance(kept[-1], point) <= geometry.NEAR:
            continue
        if len(kept) > 1 and geometry.turn(direction(kept[-2], kept[-1]), direction(kept[-1], point)) is Turn.AHEAD:
            a, b = direction(kept[-2], kept[-1]), direction(kept[-1], point)
            if distance(a, b) <= geometry.NEAR:
                kept.pop()
        kept.append(point)
    return tuple(kept)
