"""Whether the floor plans lead to every door: what is wrong with them, in sentences for who drew them."""

from collections.abc import Iterable, Iterator, Sequence

from frontdesk.his_adapter.records import Department, FloorPlan, HospitalPlace
from frontdesk.his_adapter.wayfinding import geometry
from frontdesk.his_adapter.wayfinding.network import foot_of
from frontdesk.his_adapter.wayfinding.route import Target, door_of, route_to
from frontdesk.his_adapter.wayfinding.saying import target_of
from frontdesk.models.facts import Language


def faults(floors: Sequence[FloorPlan]) -> Iterator[str]:
    """Of the plans themselves; of none, nothing is wrong."""
    kiosks = sum(plan.kiosk is not None for plan in floors)
    if floors and kiosks != 1:
        yield f"floors: {kiosks} of the plans have a kiosk, where one has to"
    for plan in floors:
        for reason in _of_plan(plan):
            yield f"floors: {plan.building[Language.EN]}, floor {plan.floor}: {reason}"


def _of_plan(plan: FloorPlan) -> Iterator[str]:
    level = geometry.level(plan)
    if not level:
        yield "has no corridors, and so no picture"
        return
    doors = [(f"lift {one.name}", one.at) for one in plan.lifts]
    doors += [(f"stairs {one.name}", one.at) for one in plan.stairs]
    doors += [(f"room {one.room}", one.at) for one in plan.rooms]
    doors += [("the kiosk", plan.kiosk)] if plan.kiosk else []
    for name, at in doors:
        if foot_of(at, geometry.walked(plan)) is None:
            yield f"{name} is beside no corridor"
    ends = {end for corridor in plan.corridors for end in (corridor[0], corridor[-1])}
    for name, at in doors[: len(plan.lifts) + len(plan.stairs)]:
        if at not in ends and any(geometry.on(at, one) for one in level):
            yield f"{name} stands in the middle of a corridor; put its door at the wall"
    names = [sign.room for sign in plan.rooms]
    yield from (f"room {name} is there twice" for name in sorted({one for one in names if names.count(one) > 1}))


def unreached(
    floors: Sequence[FloorPlan], departments: Iterable[Department], places: Iterable[HospitalPlace]
) -> Iterator[str]:
    """Where the plans lead nobody, so that the kiosk says building, floor and room instead of drawing a way."""
    if not floors:
        return
    for department in departments:
        yield from _why(target_of(department), floors, f"{department.department_id} ({department.room})")
    for place in places:
        yield from _why(target_of(place), floors, place.name[Language.EN])


def _why(target: Target, floors: Sequence[FloorPlan], name: str) -> Iterator[str]:
    if door_of(target, floors) is None:
        where = f"{target.building[Language.EN]}, floor {target.floor}"
        yield f"no plan of {where} has a door for {name}: its way is only words"
    elif route_to(target, floors) is None:
        yield f"no corridor, lift or stairs lead to {name}: its way is only words"
    elif route_to(target, floors, step_free=True) is None:
        yield f"only steps or stairs lead to {name}"
