"""Every way of the demonstration hospital: what is said, what the arrows show and what is drawn are one walk."""

import re
from collections.abc import Iterator
from itertools import pairwise
from math import hypot

import pytest

from frontdesk.his_adapter.folder.reading import Seed
from frontdesk.his_adapter.records import Department, FloorPlan, HospitalPlace, Point, Shaft, Sign
from frontdesk.his_adapter.wayfinding.geometry import Turn
from frontdesk.his_adapter.wayfinding.route import Leg, Route, Target, route_to
from frontdesk.his_adapter.wayfinding.saying import target_of
from frontdesk.his_adapter.wayfinding.steps import Step, StepKind, directions, steps_of
from frontdesk.models.facts import Language

ZH, EN = Language
ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "一": 1, "二": 2, "三": 3, "四": 4}
SAID = {
    EN: {
        "left": r"turn left|first left|second left",
        "right": r"turn right|first right|second right",
        "back": "turn round",
    },
    ZH: {"left": "左转", "right": "右转", "back": "转身"},
}
DOOR = {EN: r"(\w+) door on your (left|right)", ZH: r"(左|右)手第(.)个门"}
HOUSE = {ZH: "楼", EN: "House"}
HALL = {"building": HOUSE, "floor": 1}


def everywhere(seed: Seed) -> list[Department | HospitalPlace]:
    return [*seed.departments, *seed.hospital.places]


def ways(seed: Seed) -> Iterator[tuple[str, Target, Route]]:
    for place in everywhere(seed):
        for step_free in (False, True):
            route = route_to(target_of(place), seed.hospital.floors, step_free=step_free)
            assert route is not None, place.name[EN]
            yield f"{place.name[EN]}, step-free {step_free}", target_of(place), route


def compass(a: Point, b: Point) -> int:
    """Quarters clockwise from "up"; every corridor of the demonstration runs along an axis."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if abs(dx) > abs(dy):
        return 1 if dx > 0 else 3
    return 2 if dy > 0 else 0


TURNED = {0: "ahead", 1: "right", 2: "back", 3: "left"}


def drawn_turns(leg: Leg, looking: int) -> list[str]:
    """As somebody turns who walks the drawn line, looking where they look at its beginning."""
    turns = []
    for a, b in pairwise(leg.points):
        turns.append(TURNED[(compass(a, b) - looking) % 4])
        looking = compass(a, b)
    return turns


def said_turns(words: str, language: Language) -> list[str]:
    found = [
        (match.start(), turn)
        for turn, pattern in SAID[language].items()
        for match in re.finditer(pattern, words, re.IGNORECASE)
    ]
    return [turn for _, turn in sorted(found)]


def shown_turns(step: Step) -> list[str]:
    """Of the arrow's own line; a bow of two corners is a turn round."""
    if step.arrow is None:
        return []
    looking, turns = 0, []
    for a, b in pairwise(step.arrow.shaft):
        turns.append(TURNED[(compass(a, b) - looking) % 4])
        looking = compass(a, b)
    turns = [turn for turn in turns if turn != "ahead"]
    if step.turns[0] is Turn.BACK:
        assert turns[0] == turns[1]
        turns = ["back", *turns[2:]]
    return turns


def walking(steps: tuple[Step, ...]) -> list[Step]:
    """The step that says how each leg is walked."""
    return [step for step in steps if step.kind is StepKind.WALK or (step.kind is StepKind.DOOR and step.arrow)]


@pytest.mark.parametrize("language", Language)
def test_left_and_right_are_those_of_the_drawn_line_and_of_the_arrow(seed: Seed, language: Language) -> None:
    for name, _, route in ways(seed):
        steps = steps_of(route, language)
        legs = [leg for leg in route.legs if leg is not route.legs[-1] or not route.rides or leg.bends]
        for leg, step in zip(legs, walking(steps), strict=True):
            looking = 0 if leg is route.legs[0] else compass(*leg.points[:2])
            drawn = [turn for turn in drawn_turns(leg, looking) if turn != "ahead"]
            said = said_turns(step.words, language)
            # a coloured line leads round what is not said, and the last turn is to the door or lift, said as a side
            assert said == drawn[: len(said)], (name, step.words)
            assert shown_turns(step) == said, (name, step.words)
            left_out = len(drawn) - len(said)
            assert left_out <= 1 or leg.line is not None, (name, step.words)


@pytest.mark.parametrize("language", Language)
def test_a_door_is_counted_as_it_is_drawn(seed: Seed, language: Language) -> None:
    counted = 0
    for name, _, route in ways(seed):
        leg, room = route.legs[-1], route.room
        found = re.search(DOOR[language], steps_of(route, language)[-1].words)
        if room is None or found is None:
            continue
        count, side = found.groups() if language is EN else found.groups()[::-1]
        plan = seed.hospital.floors[leg.floor]
        assert ORDINALS[count.lower()] == len(_doors_up_to(plan, leg, room)), name
        assert {"左": "left", "右": "right"}.get(side, side) == drawn_turns(leg, compass(*leg.points[-3:-1]))[-1], name
        counted += 1
    assert counted > 40


def _doors_up_to(plan: FloorPlan, leg: Leg, room: Sign) -> list[str]:
    """By looking at the drawing: beside the last corridor, on the room's side, between its beginning and the room."""
    (start, end), door = leg.points[-3:-1], leg.points[-1]
    axis = 0 if start[1] == end[1] else 1
    low, high = sorted((start[axis], end[axis]))
    return [
        sign.room
        for sign in plan.rooms
        if low <= sign.at[axis] <= high and sign.at[1 - axis] == door[1 - axis] and sign.at[axis] != start[axis]
    ]


@pytest.mark.parametrize("language", Language)
def test_a_way_ends_at_its_door_on_its_floor_and_the_lift_goes_there(seed: Seed, language: Language) -> None:
    for name, target, route in ways(seed):
        plan = seed.hospital.floors[route.legs[-1].floor]
        assert plan.floor == target.floor, name
        end = route.legs[-1].points[-1]
        assert end == (route.room.at if route.room else target.at), name
        assert (route.room.room if route.room else "") == target.room, name
        rides = [step for step in steps_of(route, language) if step.kind in (StepKind.LIFT, StepKind.STAIRS)]
        assert [step.floor for step in rides] == ([target.floor] if route.rides else []), name
        assert all(str(step.floor) in step.words and step.name in step.words for step in rides), name


def test_a_leg_ends_at_the_lift_from_which_the_next_begins(seed: Seed) -> None:
    for name, _, route in ways(seed):
        for ride, before, after in zip(route.rides, route.legs, route.legs[1:], strict=False):
            for leg, at in ((before, before.points[-1]), (after, after.points[0])):
                lifts = {one.name: one.at for one in seed.hospital.floors[leg.floor].lifts}
                assert lifts[ride.name] == at, name


@pytest.mark.parametrize(("language", "most"), [(ZH, 25), (EN, 15)])
def test_sentences_are_short(seed: Seed, language: Language, most: int) -> None:
    for name, _, route in ways(seed):
        for sentence in re.split(r"[。.]", directions(route, language)):
            assert len(sentence if language is ZH else sentence.split()) <= most, (name, sentence)


def test_there_are_at_most_four_steps_and_a_mask_is_its_own(seed: Seed) -> None:
    for name, _, route in ways(seed):
        kinds = [step.kind for step in steps_of(route, EN)]
        assert len(kinds) <= 3, name
        masks = [step for step in steps_of(route, EN) if step.kind is StepKind.MASK]
        assert [step.arrow for step in masks] == ([None] if "Fever" in name else []), name
        assert all("mask" not in step.words for step in steps_of(route, EN) if step.kind is not StepKind.MASK)


def test_landmarks_are_named_at_turns_and_a_door_where_it_is_walked_through(seed: Seed) -> None:
    words = {name.split(",")[0]: directions(route, EN) for name, _, route in list(ways(seed))[::2]}
    assert words["Cardiology"].startswith("Walk ahead to the big clock and turn left.")
    assert "go through the main door and turn right" in words["Fever Clinic"]
    assert "the main door" not in words["Cashier"]


def test_the_way_without_steps_is_another_one_where_there_are_steps(seed: Seed) -> None:
    floors = seed.hospital.floors
    differs = {
        place.name[EN]
        for place in everywhere(seed)
        if route_to(target_of(place), floors) != route_to(target_of(place), floors, step_free=True)
    }
    assert differs == {"Fever Clinic", "Children's Fever Clinic", "Car park"}
    for plan in floors:
        assert not plan.stairs
    flights = [pair for flight in floors[0].steps for pair in pairwise(flight)]
    fever = next(one for one in seed.departments if one.department_id == "fever-clinic")
    level = route_to(target_of(fever), floors, step_free=True)
    assert level is not None
    assert not any(set(pair) <= set(flight) for pair in pairwise(level.legs[0].points) for flight in flights)


def hall(**changes: object) -> FloorPlan:
    return FloorPlan.model_validate(HALL | {"kiosk": (50, 90), "corridors": (((50, 90), (50, 10)),)} | changes)


def to(room: str, floor: int = 1) -> Target:
    return Target(building=HOUSE, floor=floor, room=room)


@pytest.mark.parametrize(
    ("facing", "turn"), [("up", Turn.AHEAD), ("down", Turn.BACK), ("left", Turn.RIGHT), ("right", Turn.LEFT)]
)
def test_a_way_begins_from_where_somebody_looks(facing: str, turn: Turn) -> None:
    route = route_to(to("1"), [hall(facing=facing, rooms=({"room": "1", "at": (53, 40)},))])
    assert route is not None
    assert (route.legs[0].start, route.legs[0].side) == (turn, Turn.RIGHT)


def test_stairs_are_taken_where_they_spare_much_and_never_by_who_cannot() -> None:
    far = {"lifts": (Shaft(name="1", at=(97, 30)),), "corridors": (((50, 90), (50, 10)), ((50, 30), (94, 30)))}
    near = {"stairs": (Shaft(name="A", at=(47, 80)),)}
    ground = hall(**far, **near)
    upper = hall(**far, **near, floor=2, kiosk=None, rooms=({"room": "21", "at": (53, 70)},))
    by_stairs = route_to(to("21", 2), [ground, upper])
    by_lift = route_to(to("21", 2), [ground, upper], step_free=True)
    assert by_stairs is not None
    assert by_lift is not None
    assert [ride.stairs for ride in (*by_stairs.rides, *by_lift.rides)] == [True, False]
    assert "The stairs are on your left. Take the stairs to floor 2." in directions(by_stairs, EN)


def test_an_opening_is_counted_where_no_landmark_stands() -> None:
    corridors = (((50, 90), (50, 10)), ((50, 70), (20, 70)), ((50, 40), (20, 40)), ((50, 55), (90, 55)))
    route = route_to(to("9"), [hall(corridors=corridors, rooms=({"room": "9", "at": (30, 43)},))])
    assert route is not None
    assert directions(route, EN) == "Walk ahead and take the second left. First door on your left: 9."
    assert directions(route, ZH) == "往前走，第二个路口左转。左手第一个门，9。"


def test_nothing_leads_to_a_room_that_no_plan_has_or_no_corridor_reaches() -> None:
    alone = hall(corridors=(((50, 90), (50, 10)), ((80, 20), (90, 20))), rooms=({"room": "1", "at": (85, 23)},))
    assert route_to(to("2"), [alone]) is None
    assert route_to(to("1"), [alone]) is None
    assert route_to(to("1"), [alone.model_copy(update={"kiosk": None})]) is None


def test_lengths_are_walked_as_they_are_drawn(seed: Seed) -> None:
    for name, _, route in ways(seed):
        for leg in route.legs:
            corridors = seed.hospital.floors[leg.floor]
            middle = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(leg.points[:-1])]
            for x, y in middle[1:]:
                assert min(_away((x, y), pair) for pair in _pairs(corridors)) < 3.1, name


def _pairs(plan: FloorPlan) -> Iterator[tuple[Point, Point]]:
    for corridor in (*plan.corridors, *plan.steps):
        yield from pairwise(corridor)


def _away(at: Point, pair: tuple[Point, Point]) -> float:
    (ax, ay), (bx, by) = pair
    share = ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    share = min(1.0, max(0.0, share))
    return hypot(at[0] - ax - share * (bx - ax), at[1] - ay - share * (by - ay))
