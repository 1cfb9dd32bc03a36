"""Departments and physicians of a FHIR server, with what it lacks from the hospital's folder."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time

from his_adapter.errors import NotFound
from his_adapter.fhir.address import Address
from his_adapter.fhir.client import Client
from his_adapter.fhir.reading import Resource, identifier, names_of, reference_id, sex
from his_adapter.hospital import Feature
from his_adapter.overlay import PROVIDES, Overlay
from his_adapter.records import Department, HospitalInfo, Opening, Physician, Policy
from models.facts import Language

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


@dataclass(frozen=True)
class Read:
    """The directory as it was read from the server."""

    departments: tuple[Department, ...]
    physicians: dict[str, tuple[Physician, ...]]  # by department
    duty: dict[tuple[str, str], tuple[Opening, ...]]  # by department and physician
    services: dict[str, str]  # the server's id of a HealthcareService by department


class FhirDirectory:
    """Reads the whole of it at once; how long that is kept is not decided here."""

    supports = PROVIDES | {Feature.PHYSICIANS, Feature.DUTY}

    def __init__(self, client: Client, address: Address, overlay: Overlay) -> None:
        self._client = client
        self._address = address
        self._overlay = overlay

    def read(self) -> Read:
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
        places = {one.department_id: place for place, one in enumerate(self._overlay.departments)}
        departments = sorted(
            (self._department(one, ids[one["id"]]) for one in services),
            key=lambda one: (places.get(one.department_id, len(places)), one.department_id),
        )
        return Read(
            departments=tuple(departments),
            physicians={department_id: tuple(those) for department_id, those in physicians.items()},
            duty=duty,
            services={department_id: service for service, department_id in ids.items()},
        )

    def _id(self, service: Resource) -> str | None:
        """Where the hospital numbers its departments, those without a number are none of its."""
        return identifier(service, self._address.departments) or (None if self._address.departments else service["id"])

    def _department(self, service: Resource, department_id: str) -> Department:
        known = self._overlay.department(department_id)
        if known is not None:
            return known
        name = str(service.get("name", department_id))
        return Department(
            department_id=department_id,
            name=dict.fromkeys(Language, name),
            specialties=(),
            building=dict.fromkeys(Language, ""),
            floor=0,
            room="",
            directions=dict.fromkeys(Language, str(service.get("comment", ""))),
            openings=openings(service.get("availableTime", [])),
            phone=next((one.get("value", "") for one in service.get("telecom", [])), ""),
        )

    def _physician(self, person: Resource, department_id: str) -> Physician:
        physician_id = identifier(person, self._address.physicians) or person["id"]
        known = next((one for one in self._overlay.physicians if one.physician_id == physician_id), None)
        if known is not None:
            return known.model_copy(update={"department_id": department_id})
        name = next(iter(names_of(person)), "")
        return Physician(
            physician_id=physician_id,
            department_id=department_id,
            name=dict.fromkeys(Language, name),
            title=dict.fromkeys(Language, ""),
            sex=sex(person),
            expertise=dict.fromkeys(Language, ""),
        )


class ReadDirectory:
    """A directory as it was read, whole; made anew whenever it is read again."""

    supports = FhirDirectory.supports

    def __init__(self, read: Read, overlay: Overlay) -> None:
        self._read = read
        self._overlay = overlay

    def info(self) -> HospitalInfo:
        return self._overlay.info

    def departments(self) -> Sequence[Department]:
        return self._read.departments

    def physicians(self, department_id: str) -> Sequence[Physician]:
        if all(one.department_id != department_id for one in self._read.departments):
            raise NotFound(f"department {department_id}")
        return self._read.physicians.get(department_id, ())

    def on_duty(self, department_id: str, day: date) -> Sequence[Physician]:
        duty = self._read.duty
        return [
            one
            for one in self.physicians(department_id)
            if any(o.weekday == day.isoweekday() for o in duty.get((department_id, one.physician_id), ()))
        ]

    def policies(self) -> Sequence[Policy]:
        return self._overlay.policies


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
