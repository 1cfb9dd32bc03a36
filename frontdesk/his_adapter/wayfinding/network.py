"""The hospital's corridors as a graph, and the shortest walk over it."""

from collections import defaultdict
from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import combinations, pairwise

from frontdesk.his_adapter.records import FloorPlan, Point
from frontdesk.his_adapter.wayfinding import geometry
from frontdesk.his_adapter.wayfinding.geometry import Segment, Turn

# Lengths in hundredths of the plan. Stairs have to spare much walking before anybody is sent over them.
LIFT = 20.0
STAIRS = 40.0  # a floor
STEPS = 4.0
TURN = 6.0  # fewer turns are found more easily than a little less to walk
REACH = 8.0  # of a door from its corridor

Node = tuple[int, Point]  # the floor's place in the list of plans, and where on it


class Network:
    """Every corridor, lift and flight of stairs, with the two ends of a walk tied to the corridor beside them."""

    def __init__(self, floors: Sequence[FloorPlan], ends: Sequence[Node], *, step_free: bool) -> None:
        self._floors, self._step_free = floors, step_free
        self._edges: dict[Node, list[tuple[Node, float]]] = defaultdict(list)
        for index, plan in enumerate(floors):
            doors = [one.at for one in (*plan.lifts, *plan.stairs)] + [at for floor, at in ends if floor == index]
            self._floor(index, plan, doors)
        self._rides()

    def shortest(self, start: Node, goal: Node) -> tuple[Node, ...] | None:
        """Dijkstra's, where a turn costs too; None where nothing leads there."""
        queue: list[tuple[float, tuple[Node, ...]]] = [(0.0, (start,))]
        came: set[tuple[Node, ...]] = set()
        while queue:
            so_far, path = heappop(queue)
            if path[-1] == goal:
                return path
            if path[-2:] in came:
                continue
            came.add(path[-2:])
            for other, length in self._edges[path[-1]]:
                if other not in path:
                    heappush(queue, (so_far + length + _turning(*path[-2:], other), (*path, other)))
        return None

    def _floor(self, index: int, plan: FloorPlan, doors: Sequence[Point]) -> None:
        flights = [] if self._step_free else geometry.stepped(plan)
        segments = [*geometry.level(plan), *flights]
        points: dict[Segment, set[Point]] = {segment: set(segment) for segment in segments}
        for one, other in combinations(points, 2):
            at = geometry.crossing(one, other)
            if at is not None:
                at = _rounded(at)
                points[one].add(at)
                points[other].add(at)
        for door in doors:
            foot = foot_of(door, segments)
            if foot is not None:
                at, segment = foot
                points[segment].add(at)
                self._edge((index, door), (index, at), geometry.distance(door, at))
        for segment, along in points.items():
            dearer = STEPS if segment in flights else 0.0
            ordered = sorted(along, key=lambda at, a=segment[0]: geometry.distance(a, at))  # type: ignore[misc]
            for a, b in pairwise(ordered):
                self._edge((index, a), (index, b), geometry.distance(a, b) + dearer)

    def _rides(self) -> None:
        """Lifts and stairs of one name are one, whatever floors they stop at."""
        stops: dict[tuple[str, str], list[Node]] = defaultdict(list)
        for index, plan in enumerate(self._floors):
            for kind, shafts in (("lift", plan.lifts), ("stairs", () if self._step_free else plan.stairs)):
                for shaft in shafts:
                    stops[kind, shaft.name].append((index, shaft.at))
        for (kind, _), nodes in stops.items():
            for a, b in combinations(nodes, 2):
                floors = abs(self._floors[a[0]].floor - self._floors[b[0]].floor)
                self._edge(a, b, LIFT if kind == "lift" else STAIRS * floors)

    def _edge(self, a: Node, b: Node, length: float) -> None:
        self._edges[a].append((b, length))
        self._edges[b].append((a, length))


def foot_of(door: Point, segments: Sequence[Segment]) -> tuple[Point, Segment] | None:
    """Where one steps from the door into its corridor: the nearest; None where none is near."""
    found = min(
        ((geometry.distance(door, at), at, one) for one in segments for at in [geometry.nearest(door, one)]),
        default=None,
        key=lambda each: each[0],
    )
    return None if found is None or found[0] > REACH else (_rounded(found[1]), found[2])


def _rounded(at: Point) -> Point:
    """One point is one node, however it was worked out."""
    return (round(at[0], 3), round(at[1], 3))


def _turning(*nodes: Node) -> float:
    """Of three nodes of one floor; no turn is on the way into a lift."""
    if len(nodes) < 3 or len({floor for floor, _ in nodes}) > 1:
        return 0.0
    before, at, after = (at for _, at in nodes)
    straight = geometry.turn(geometry.direction(before, at), geometry.direction(at, after)) is Turn.AHEAD
    return 0.0 if straight else TURN
