"""Every drawing of the demonstration hospital: nothing lies on anything else, and nothing leaves it."""

from functools import cache, partial
from itertools import combinations, pairwise
from typing import Protocol

import pytest

from frontdesk.his_adapter.folder.reading import Seed
from frontdesk.his_adapter.records import Department, HospitalPlace, Point
from frontdesk.his_adapter.wayfinding.boxes import Box, around
from frontdesk.his_adapter.wayfinding.drawing import CORRIDOR, MARK, Drawing, LabelRole, drawings
from frontdesk.his_adapter.wayfinding.geometry import crossing, on
from frontdesk.his_adapter.wayfinding.route import route_to
from frontdesk.his_adapter.wayfinding.saying import target_of
from frontdesk.models.facts import Language

NEEDED = {LabelRole.HERE, LabelRole.GOAL, LabelRole.RIDE, LabelRole.MARK}  # near what it names, be it on a corridor


class Every(Protocol):
    """Every walk of the hospital, by the name of where it leads, as drawn."""

    def __call__(self, language: Language, *, large: bool) -> tuple[tuple[str, tuple[Drawing, ...]], ...]: ...


@pytest.fixture(scope="module")
def every(seed: Seed) -> Every:
    """Drawn once: to draw them takes seconds."""
    return cache(partial(_every, seed))


def _every(seed: Seed, language: Language, *, large: bool) -> tuple[tuple[str, tuple[Drawing, ...]], ...]:
    floors = seed.hospital.floors
    shown = []
    everywhere: list[Department | HospitalPlace] = [*seed.departments, *seed.hospital.places]
    for place in everywhere:
        for step_free in (False, True):
            route = route_to(target_of(place), floors, step_free=step_free)
            assert route is not None
            name = place.name[language]
            shown.append((name, drawings(route, floors, language, goal=name, large=large)))
    return tuple(shown)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("large", [False, True])
def test_no_label_lies_on_another_the_way_its_ends_or_a_corridor_or_leaves(
    every: Every, language: Language, *, large: bool
) -> None:
    for name, both in every(language, large=large):
        for drawing in both:
            boxes = [label.box for label in drawing.labels]
            assert not any(a.overlaps(b) for a, b in combinations(boxes, 2)), name
            for label in drawing.labels:
                assert label.box.within(drawing.frame), (name, label)
                for end in (drawing.start, drawing.end):
                    assert not label.box.overlaps(around(end, drawing.dot)), (name, label)
                assert not any(label.box.meets(pair) for pair in pairwise(drawing.walk)), (name, label)
                for corridor in (*drawing.corridors, *drawing.steps) if label.role not in NEEDED else ():
                    thick = label.box.grown(CORRIDOR - 0.1)
                    assert not any(thick.meets(pair) for pair in pairwise(corridor.points)), (name, label)
                boxes = [door.box for door in drawing.doors] + [shaft.box for shaft in drawing.shafts]
                assert not any(label.box.overlaps(box) for box in boxes), (name, label)
                assert not any(label.box.overlaps(around(at, MARK)) for at in drawing.marks), (name, label)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("large", [False, True])
def test_start_end_lift_and_landmarks_are_always_named(every: Every, language: Language, *, large: bool) -> None:
    for name, both in every(language, large=large):
        roles = [[label.role for label in drawing.labels] for drawing in both]
        assert roles[0].count(LabelRole.HERE) == 1, name
        assert roles[-1].count(LabelRole.GOAL) == 1, name
        assert all(len(one) == 1 or found.count(LabelRole.RIDE) == 1 for found in roles for one in [both]), name
        assert sum(door.goal for drawing in both for door in drawing.doors) <= 1, name


def test_a_landmarks_line_does_not_cross_the_walk(every: Every) -> None:
    for name, both in (*every(Language.EN, large=False), *every(Language.EN, large=True)):
        for drawing in both:
            for label in drawing.labels:
                if label.role is LabelRole.MARK and label.leader and not _on_walk(label.leader[0], drawing):
                    crossed = [crossing(label.leader, pair) for pair in pairwise(drawing.walk)]
                    assert crossed == [None] * len(crossed), (name, label)


def _on_walk(at: Point, drawing: Drawing) -> bool:
    return any(on(at, pair) for pair in pairwise(drawing.walk))


def test_one_line_is_drawn_where_several_have_its_colour(every: Every) -> None:
    drawn = {name: both[0].lines for name, both in every(Language.EN, large=False)}
    assert [line.points[-1] for line in drawn["Newborn Clinic"]] == [(92, 80)]
    assert [line.points[-1] for line in drawn["Paediatrics"]] == [(86, 46)]
    assert not drawn["Cardiology"]


def test_the_whole_walk_is_in_the_drawing(every: Every) -> None:
    for name, both in every(Language.EN, large=True):
        for drawing in both:
            assert all(around(at, drawing.dot).within(drawing.frame) for at in drawing.walk), name


def test_a_room_on_the_ground_is_drawn_in_its_own_building(seed: Seed) -> None:
    ground = seed.hospital.floors[0]
    for sign in ground.rooms:
        inside = [one.building[Language.EN][:1] for one in ground.outlines if _holds(one.corners, sign.at)]
        assert inside == [{"A": "O", "B": "E", "C": "W"}[sign.room[0]]], sign.room


def _holds(corners: tuple[tuple[float, float], tuple[float, float]], at: tuple[float, float]) -> bool:
    return around(at, 0).within(Box(*corners[0], *corners[1]))
