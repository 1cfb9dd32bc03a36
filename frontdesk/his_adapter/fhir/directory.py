"""Departments and physicians of a FHIR server, with what it lacks from the hospital's folder."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import time

from frontdesk.his_adapter.fhir.address import Address
from frontdesk.his_adapter.fhir.answers import as_fhir_says
from frontdesk.his_adapter.fhir.client import Client
from frontdesk.his_adapter.fhir.reading import Resource, identifier, names_of, reference_id, sex
from frontdesk.his_adapter.overlay import Overlay
from frontdesk.his_adapter.read_directory import ReadDirectory
from frontdesk.his_adapter.records import Department, Opening, Physician

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


class FhirDirectory:
    """Reads the whole of it at once; how long that is kept is not decided here."""

    def __init__(self, client: Client, address: Address, overlay: Overlay) -> None:
        self._client = client
        self._address = address
        self._overlay = overlay

    @as_fhir_says()
    def read(self) -> ReadDirectory:
        found = [one for one in self._client.search("HealthcareService", {"active": "true"}) if _active(one)]
        ids = {one["id"]: own for one in found if (own := self._id(one)) is not None}
        services = [one for one in found if one["id"] in ids]
        people = {one["id"]: one for one in self._client.search("Practitioner", {}) if _active(one)}
        physicians: dict[str, list[Physician]] = defaultdict(list)
        duty: dict[tuple[str, str], tuple[Opening, ...]] = {}
        for role in self._client.search("PractitionerRole", {}):
            person = people.get(reference_id(role.get("practitioner"), "Practitioner") or "")
            there = (reference_id(one, "HealthcareService") for one in role.get("healthcareService", []))
            for department_id in (ids[one] for one in there if one in ids):
                if person is not None and _active(role):
                    one = self._physician(person, department_id)
                    physicians[department_id].append(one)
                    duty[department_id, one.physician_id] = openings(role.get("availableTime", []))
        return ReadDirectory(
            self._overlay,
            departments=[self._department(one, ids[one["id"]]) for one in services],
            physicians=physicians,
            duty={who: frozenset(opening.weekday for opening in those) for who, those in duty.items()},
        )

    def _id(self, service: Resource) -> str | None:
        """Where the hospital numbers its departments, those without a number are none of its."""
        return identifier(service, self._address.departments) or (None if self._address.departments else service["id"])

    def _department(self, service: Resource, department_id: str) -> Department:
        return self._overlay.department_told(
            department_id,
            str(service.get("name", "")),
            directions=str(service.get("comment", "")),
            openings=openings(service.get("availableTime", [])),
            phone=next((one.get("value", "") for one in service.get("telecom", [])), ""),
        )

    def _physician(self, person: Resource, department_id: str) -> Physician:
        physician_id = identifier(person, self._address.physicians) or person["id"]
        return self._overlay.physician_told(
            physician_id, department_id, next(iter(names_of(person)), ""), sex=sex(person)
        )


def openings(times: Sequence[Resource]) -> tuple[Opening, ...]:
    """What `availableTime` says; a day without hours is open all day."""
    return tuple(
        Opening(
            weekday=DAYS.index(one) + 1,
            opens=_time(told, "availableStartTime", time(0)),
            closes=_time(told, "availableEndTime", time(23, 59)),
        )
        for told in times
        for one in told.get("daysOfWeek", DAYS)
    )


def _time(told: Resource, name: str, missing: time) -> time:
    try:
        return time.fromisoformat(str(told[name])) if not told.get("allDay") else missing
    except (KeyError, ValueError):
        return missing


def _active(resource: Resource) -> bool:
    return bool(resource.get("active", True))
