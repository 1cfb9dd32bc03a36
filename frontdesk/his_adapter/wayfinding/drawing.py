"""One floor of a way, drawn: every line and every label with its place, so that whoever shows it need not think."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from frontdesk.his_adapter.records import Colour, FloorPlan, Landmark, Outline, Point, Shaft
from frontdesk.his_adapter.wayfinding import geometry
from frontdesk.his_adapter.wayfinding.boxes import Box, Obstacles, around, extent, lines_of, places
from frontdesk.his_adapter.wayfinding.geometry import direction, distance
from frontdesk.his_adapter.wayfinding.network import foot_of
from frontdesk.his_adapter.wayfinding.route import Leg, Ride, Route, building_at
from frontdesk.models.facts import Language, Value

# In hundredths of the plan: half of a corridor, of steps, of the walk's line, of a landmark's dot; around the walk,
# and the least that is shown.
CORRIDOR, STEPS, WALK, MARK, ROOM, LEAST = 3.0, 2.0, 0.9, 0.9, 14.0, (58.0, 46.0)
EM, LARGE_EM = 0.055, 0.072  # of a label, as a share of the drawing's width: 28 and 37 px of 510
FURTHER = 6.0  # by which a drawing grows in height that has too little room for its labels
TRIES = 6
# Ems a label may be from what it names: one that is needed, at first and at last, and any other.
NEAR_BY, NEAR_ENOUGH, FAR, BESIDE = 1.6, 3.0, 14.0, 1.1
LED = 1.2  # ems from which a line leads from it

YOU = {Language.ZH: "您在这里", Language.EN: "You are here"}
LIFT = {Language.ZH: "{}号电梯", Language.EN: "Lift {}"}
STAIRS = {Language.ZH: "楼梯", Language.EN: "Stairs"}


class LabelRole(StrEnum):
    HERE = "here"
    GOAL = "goal"
    RIDE = "ride"
    MARK = "mark"
    ROOM = "room"
    BUILDING = "building"


OFF_THE_WALK = {LabelRole.MARK, LabelRole.ROOM}  # on the same side of the walk as what it names


class Label(Value):
    """`leader`: from the box to what it names, where that is not beside it."""

    role: LabelRole
    lines: tuple[str, ...]
    box: Box
    colour: Colour | None = None
    leader: tuple[Point, Point] | None = None


class Stroke(Value):
    points: tuple[Point, ...]
    colour: Colour | None = None


class Door(Value):
    box: Box
    colour: Colour | None = None
    goal: bool = False


class ShaftBox(Value):
    box: Box
    name: str
    stairs: bool = False


class Drawing(Value):
    """In hundredths of the plan; `em` is the size of its letters. `frame` is what is seen of the floor."""

    building: str  # in which it begins
    into: str  # into which it leads; empty: none other
    floor: int
    frame: Box
    em: float
    outlines: tuple[Box, ...]
    corridors: tuple[Stroke, ...]
    steps: tuple[Stroke, ...]
    lines: tuple[Stroke, ...]
    doors: tuple[Door, ...]
    shafts: tuple[ShaftBox, ...]
    marks: tuple[Point, ...]  # landmarks
    walk: tuple[Point, ...]
    start: Point
    end: Point
    dot: float  # radius of start and end
    labels: tuple[Label, ...]


class Wanted(NamedTuple):
    """A label that looks for a place."""

    role: LabelRole
    text: str
    at: Point
    first: Point = (0.0, -1.0)
    needed: bool = False
    colour: Colour | None = None
    inside: Box | None = None  # the building whose name it is: its middle may not leave it
    apart: tuple[Box, ...] = ()  # the other buildings


def drawings(
    route: Route, floors: Sequence[FloorPlan], language: Language, *, goal: str, large: bool = False
) -> tuple[Drawing, ...]:
    """One for each floor; `goal` names the place where it is no room."""
    last = len(route.legs) - 1
    shown = []
    for number, leg in enumerate(route.legs):
        came = route.rides[number - 1] if number else None
        goes = route.rides[number] if number < last else None
        wanted = tuple(_wanted(floors[leg.floor], leg, route, language, came=came, goes=goes, goal=goal))
        shown.append(_drawn(floors[leg.floor], leg, wanted, language, large=large, to_door=number == last))
    return tuple(shown)


def _wanted(
    plan: FloorPlan, leg: Leg, route: Route, language: Language, *, came: Ride | None, goes: Ride | None, goal: str
) -> Iterator[Wanted]:
    """What has to be named first, then what may be, from the nearest on."""
    start, end = leg.points[0], leg.points[-1]
    if goes is None:
        sign = route.room
        named = (sign.room, sign.colour) if sign else (goal, None)
        yield Wanted(LabelRole.GOAL, named[0], end, direction(*leg.points[-2:]), needed=True, colour=named[1])
    else:
        yield Wanted(LabelRole.RIDE, _ride(goes, language), end, direction(*leg.points[-2:]), needed=True)
    if came is None:
        yield Wanted(LabelRole.HERE, YOU[language], start, direction(leg.points[1], start), needed=True)
    else:
        yield Wanted(LabelRole.RIDE, _ride(came, language), start, direction(leg.points[1], start), needed=True)
    needed = [bend.landmark for bend in leg.bends if bend.landmark] + ([leg.past] if leg.past else [])
    for mark in needed:
        yield _mark(plan, mark, language, needed=True)
    if leg.into:
        yield from _buildings(plan, leg, language)
    for sign in sorted(plan.rooms, key=lambda one: distance(one.at, end)):
        if sign.at != end:
            yield Wanted(LabelRole.ROOM, sign.room, sign.at, _outward(plan, sign.at), colour=sign.colour)
    for mark in plan.landmarks:
        if mark not in needed and distance(mark.at, end) > CORRIDOR:
            yield _mark(plan, mark, language, needed=False)


def _buildings(plan: FloorPlan, leg: Leg, language: Language) -> Iterator[Wanted]:
    """The one it leads into, and the one it leads out of."""
    boxes = [(outline.building, _box(outline)) for outline in plan.outlines]
    for building in (leg.into, building_at(plan, leg.points[0])):
        for named, box in boxes:
            if named == building:
                apart = tuple(other for name, other in boxes if name != named)
                yield Wanted(LabelRole.BUILDING, named[language], box.middle(), inside=box, apart=apart)


def _box(outline: Outline) -> Box:
    (x1, y1), (x2, y2) = outline.corners
    return Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))


def _mark(plan: FloorPlan, mark: Landmark, language: Language, *, needed: bool) -> Wanted:
    return Wanted(LabelRole.MARK, mark.name[language], mark.at, _outward(plan, mark.at), needed=needed)


def _ride(ride: Ride, language: Language) -> str:
    return STAIRS[language] if ride.stairs else LIFT[language].format(ride.name)


def _outward(plan: FloorPlan, at: Point) -> Point:
    """Away from the corridor."""
    foot = foot_of(at, geometry.walked(plan))
    away = direction(foot[0], at) if foot else (0.0, 0.0)
    return away if away != (0.0, 0.0) else (0.0, -1.0)


def _drawn(
    plan: FloorPlan, leg: Leg, wanted: Sequence[Wanted], language: Language, *, large: bool, to_door: bool
) -> Drawing:
    """As large as its labels leave room for."""
    frame = _frame([*leg.points, *(one.at for one in wanted if one.needed)])
    drawing, lacking = _tried(plan, leg, wanted, language, frame=frame, large=large, to_door=to_door)
    for _ in range(TRIES):
        if not lacking:
            break
        frame = frame._replace(top=frame.top - FURTHER / 2, bottom=frame.bottom + FURTHER / 2)
        drawing, lacking = _tried(plan, leg, wanted, language, frame=frame, large=large, to_door=to_door)
    return drawing


def _frame(points: Sequence[Point]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    across = max(LEAST[0], max(xs) - min(xs) + 2 * ROOM) / 2
    down = max(LEAST[1], max(ys) - min(ys) + 2 * ROOM) / 2
    return Box(middle[0] - across, middle[1] - down, middle[0] + across, middle[1] + down)


def _tried(
    plan: FloorPlan,
    leg: Leg,
    wanted: Sequence[Wanted],
    language: Language,
    *,
    frame: Box,
    large: bool,
    to_door: bool,
) -> tuple[Drawing, int]:
    """The drawing in that frame, and how many needed labels found no place on it."""
    em = (frame.right - frame.left) * (LARGE_EM if large else EM)
    start, end = leg.points[0], leg.points[-1]
    doors = tuple(_doors(plan, frame, end if to_door else None))
    shafts = tuple(_shafts(plan, frame, em))
    obstacles = Obstacles(frame.grown(-0.15 * em))
    for corridor in (*plan.corridors, *plan.steps):
        obstacles.ground(corridor, CORRIDOR)
    obstacles.stroke(leg.points, WALK)
    for flight in plan.steps:
        obstacles.stroke(flight, STEPS)
    for at in (start, end):
        obstacles.box(around(at, 0.45 * em))
    for door in doors:
        obstacles.box(door.box)
    for shaft in shafts:
        obstacles.box(shaft.box)
    for one in wanted:
        if one.needed and one.role is LabelRole.MARK:
            obstacles.box(around(one.at, MARK))
    labels: list[Label] = []
    marks, lacking = [], 0
    for one in wanted:
        label = _placed(one, frame, em, obstacles)
        lacking += label is None and one.needed
        if label is None:
            continue
        obstacles.box(label.box)
        labels.append(label)
        if one.role is LabelRole.MARK and one.at not in (start, end):
            obstacles.box(around(one.at, MARK))
            marks.append(one.at)
    return (
        Drawing(
            building=building_at(plan, start)[language],
            into=leg.into[language] if leg.into else "",
            floor=plan.floor,
            frame=frame,
            em=round(em, 2),
            outlines=tuple(map(_box, plan.outlines)),
            corridors=tuple(Stroke(points=one) for one in plan.corridors),
            steps=tuple(Stroke(points=one) for one in plan.steps),
            lines=tuple(_followed(plan, leg)),
            doors=doors,
            shafts=shafts,
            marks=tuple(marks),
            walk=leg.points,
            start=start,
            end=end,
            dot=round(0.4 * em, 2),
            labels=tuple(labels),
        ),
        lacking,
    )


def _followed(plan: FloorPlan, leg: Leg) -> Iterator[Stroke]:
    """The line that leads to the end, and no other of its colour."""
    for line in plan.lines:
        parts = list(pairwise(line.points))
        along = [at for at in leg.points[-2:] if any(geometry.on(at, part) for part in parts)]
        if line.colour is leg.line and along and (along[-1] == leg.points[-1] or _off(plan, leg.points[-1])):
            yield Stroke(points=line.points, colour=line.colour)


def _off(plan: FloorPlan, at: Point) -> bool:
    return not any(geometry.on(at, one) for one in geometry.walked(plan))


def _doors(plan: FloorPlan, frame: Box, goal: Point | None) -> Iterator[Door]:
    for sign in plan.rooms:
        box = around(sign.at, 1.2)
        if box.within(frame):
            yield Door(box=box, colour=sign.colour, goal=sign.at == goal)


def _shafts(plan: FloorPlan, frame: Box, em: float) -> Iterator[ShaftBox]:
    """Behind their door, which the walk ends at."""
    half = 0.75 * em
    for stairs, shafts in ((False, plan.lifts), (True, plan.stairs)):
        for shaft in shafts:
            x, y = _behind(plan, shaft)
            box = around((shaft.at[0] + x * half, shaft.at[1] + y * half), half)
            if box.within(frame):
                yield ShaftBox(box=box, name=shaft.name, stairs=stairs)


def _behind(plan: FloorPlan, shaft: Shaft) -> Point:
    """Out of the corridor; at its end, on in its direction."""
    foot = foot_of(shaft.at, geometry.walked(plan))
    if foot is None:
        return (0.0, 0.0)
    if distance(foot[0], shaft.at) > geometry.NEAR:
        return direction(foot[0], shaft.at)
    a, b = foot[1]
    return direction(a, b) if distance(b, shaft.at) <= geometry.NEAR else direction(b, a)


def _placed(one: Wanted, frame: Box, em: float, obstacles: Obstacles) -> Label | None:
    if not around(one.at, 0).within(frame) and one.inside is None:
        return None
    if one.role is LabelRole.MARK and not one.needed and not obstacles.free(around(one.at, MARK), on_ground=True):
        return None
    lines = lines_of(one.text)
    for reach, on_ground in _tries(one):
        for box in places(one.at, extent(lines, em), em, reach=reach, first=one.first):
            if one.role in OFF_THE_WALK and obstacles.parts(one.at, _nearest(one.at, box)):
                continue
            if obstacles.free(box, on_ground=on_ground) and _is_named(one, box):
                leader = _leader(one, box, em)
                return Label(role=one.role, lines=lines, box=_rounded(box), colour=one.colour, leader=leader)
    return None


def _tries(one: Wanted) -> tuple[tuple[float, bool], ...]:
    """How far off it is looked for a place, in ems, and whether on a corridor too: what is needed stands there rather
    than far off."""
    if one.inside is not None:
        return ((FAR, False),)
    if not one.needed:
        return ((BESIDE, False),)
    beside = NEAR_BY if one.role is LabelRole.HERE else NEAR_ENOUGH
    return ((beside, False), (NEAR_BY, True), (FAR, True))


def _is_named(one: Wanted, box: Box) -> bool:
    """A building's name stands in it, and in no other."""
    if one.inside is None:
        return True
    return around(box.middle(), 0).within(one.inside) and not any(box.overlaps(other) for other in one.apart)


def _leader(one: Wanted, box: Box, em: float) -> tuple[Point, Point] | None:
    nearest = _nearest(one.at, box)
    if one.inside or one.role is LabelRole.RIDE or distance(nearest, one.at) < LED * em:
        return None
    return (one.at, (round(nearest[0], 2), round(nearest[1], 2)))


def _nearest(at: Point, box: Box) -> Point:
    return (min(max(at[0], box.left), box.right), min(max(at[1], box.top), box.bottom))


def _rounded(box: Box) -> Box:
    return Box(*(round(edge, 2) for edge in box))
