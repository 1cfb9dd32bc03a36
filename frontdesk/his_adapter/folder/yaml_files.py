"""The YAML files of a hospital's folder: the hospital itself and its policies."""

from collections.abc import Collection
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BeforeValidator, Field, StringConstraints

from frontdesk.his_adapter.folder.cells import hours
from frontdesk.his_adapter.folder.files import Fault, Row, Table
from frontdesk.his_adapter.folder.yaml_reading import checked, document, line_of
from frontdesk.his_adapter.records import FloorPlan, HospitalPlace, Opening, Policy, PolicyCategory
from frontdesk.his_adapter.wayfinding import checking
from frontdesk.his_adapter.wayfinding.saying import directions_to, target_of
from frontdesk.models.facts import Language, Value

Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
BothLanguages = Annotated[dict[Language, Words], Field(min_length=len(Language))]


class HospitalFile(Value):
    """hospital.yaml."""

    name: BothLanguages
    address: BothLanguages
    phone: str
    fallbacks: dict[str, str] = {}
    emergency: BothLanguages = {}
    demonstration: bool = False  # invented: served with --demo only, and with sign-ins that everybody knows
    taken_percent: int = Field(default=0, ge=0, le=100)  # of the slots, as if booked elsewhere
    minutes_to_walk: dict[str, Annotated[int, Field(ge=0, le=60)]] = {}  # from the kiosk, by department
    holidays: tuple[date, ...] = ()  # days on which departments are closed
    open_on_holidays: tuple[str, ...] = ()  # departments that are not
    floors: tuple[FloorPlan, ...] = ()  # these two stand in map.yaml
    places: tuple[HospitalPlace, ...] = ()


def _weekly(told: Any) -> Any:
    return hours(told) if isinstance(told, str) else told


class PlaceEntry(HospitalPlace):
    """A place of map.yaml; its `openings` are written as the hours in departments.csv are."""

    openings: Annotated[tuple[Opening, ...], BeforeValidator(_weekly)] = ()


class MapFile(Value):
    """map.yaml, which a hospital may leave out."""

    floors: tuple[FloorPlan, ...] = ()
    places: tuple[PlaceEntry, ...] = ()


class PolicyEntry(Value):
    """One entry of policies.yaml."""

    id: Words
    category: PolicyCategory
    title: BothLanguages
    text: BothLanguages
    asked: dict[Language, tuple[Words, ...]] = {}


def policies(folder: Path, faults: list[Fault]) -> list[Policy]:
    read = document(folder / "policies.yaml", faults)
    if read is None:
        return []
    entries, node = read
    if not isinstance(node, yaml.SequenceNode) or not entries:
        faults.append(Fault("policies.yaml", 1, "is not a list of policies"))
        return []
    rows = []
    for raw, place in zip(entries, node.value, strict=True):
        entry = checked(PolicyEntry, raw, "policies.yaml", place, faults)
        if entry is not None:
            rows.append(Row("policies.yaml", line_of(place), entry.model_dump()))
    faults += Table(rows, rows).twice("id")
    return [Policy(policy_id=row.cells.pop("id"), **row.cells) for row in rows]


def map_of(folder: Path, policies: Collection[str], faults: list[Fault]) -> MapFile:
    """Floor plans and places; whose policies have to be there."""
    read = document(folder / "map.yaml", faults) if (folder / "map.yaml").exists() else None
    found = checked(MapFile, read[0], "map.yaml", read[1], faults) if read else None
    if read is None or found is None:
        return MapFile()
    unknown = sorted({one for place in found.places for one in place.policies} - set(policies))
    at = line_of(read[1], ("places",))
    faults += [Fault("map.yaml", at, f"places: no policy {one}") for one in unknown]
    faults += [Fault("map.yaml", line_of(read[1], ("floors",)), reason) for reason in checking.faults(found.floors)]
    places = tuple(
        place.model_copy(update={"directions": directions_to(target_of(place), found.floors) or place.directions})
        for place in found.places
    )
    faults += [
        Fault("map.yaml", at, f"places: {place.kind}: no directions, and no way to it on the plans")
        for place in places
        if set(place.directions) != set(Language)
    ]
    return found.model_copy(update={"places": places})


def hospital(folder: Path, known: frozenset[str], departments: Table, faults: list[Fault]) -> HospitalFile | None:
    """Every specialty is served by a department or has a fallback that is; checked once the departments are sound."""
    read = document(folder / "hospital.yaml", faults)
    if read is None:
        return None
    content, node = read
    file = checked(HospitalFile, content, "hospital.yaml", node, faults)
    if file is None or not departments.rows or len(departments.rows) < len(departments.every):
        return file
    served = {code for row in departments.rows for code in row.cells["specialties"]}
    wrong = [f"unknown specialty {code}" for code in file.fallbacks if code not in known]
    wrong += [
        f"{code} goes to {other}, which no department serves"
        for code, other in file.fallbacks.items()
        if other not in served
    ]
    wrong += [
        f"no department serves {code}, and it has no fallback" for code in sorted(known - served - set(file.fallbacks))
    ]
    faults += [Fault("hospital.yaml", line_of(node, ("fallbacks",)), f"fallbacks: {reason}") for reason in wrong]
    there = {row.cells["department_id"] for row in departments.rows}
    for key, named in (("minutes_to_walk", file.minutes_to_walk), ("open_on_holidays", file.open_on_holidays)):
        unknown = [one for one in named if one not in there]
        faults += [Fault("hospital.yaml", line_of(node, (key,)), f"{key}: no department {one}") for one in unknown]
    return file
