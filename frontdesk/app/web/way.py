"""The way to a place as a screen shows it: steps and drawings from the hospital's floor plans."""

from frontdesk.app.web.schemas import WayView
from frontdesk.his_adapter.records import Department, FloorPlan, HospitalPlace
from frontdesk.his_adapter.wayfinding.drawing import drawings
from frontdesk.his_adapter.wayfinding.route import route_to
from frontdesk.his_adapter.wayfinding.saying import target_of
from frontdesk.his_adapter.wayfinding.steps import steps_of
from frontdesk.models.facts import Language


def way_to(
    place: Department | HospitalPlace,
    floors: tuple[FloorPlan, ...],
    language: Language,
    *,
    large: bool = False,
    step_free: bool = False,
) -> WayView:
    """Without steps and drawings where the plans do not lead there."""
    target = target_of(place)
    usual, level = route_to(target, floors), route_to(target, floors, step_free=True)
    shown = level if step_free else usual
    if shown is None:
        return WayView(steps=[], drawings=[], step_free_differs=False)
    return WayView(
        steps=list(steps_of(shown, language)),
        drawings=list(drawings(shown, floors, language, goal=place.name[language], large=large)),
        step_free_differs=level is not None and level != usual,
    )
