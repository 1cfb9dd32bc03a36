"""A hospital's words for its ways: worked out where its plans have the place, its own where they have not."""

from collections.abc import Sequence

from frontdesk.his_adapter.records import Department, FloorPlan, HospitalPlace, Text
from frontdesk.his_adapter.wayfinding.route import Target, route_to
from frontdesk.his_adapter.wayfinding.steps import directions
from frontdesk.models.facts import Language


def target_of(place: Department | HospitalPlace) -> Target:
    own = {"at": place.at, "seen": place.seen} if isinstance(place, HospitalPlace) else {}
    return Target(building=place.building, floor=place.floor, room=place.room, **own)


def directions_to(target: Target, floors: Sequence[FloorPlan]) -> Text:
    """In every language; none where the plans have no way there."""
    route = route_to(target, floors)
    return {} if route is None else {language: directions(route, language) for language in Language}
