"""Slots and appointments of a FHIR server.

A slot is taken by changing it under its version, so that of two kiosks one gets it whatever the server makes of a
booked Appointment; its appointment is made under our key, once.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import islice
from time import sleep

from frontdesk.his_adapter.errors import AlreadyBooked, HospitalError, NotFound, SlotTaken, VersionConflict
from frontdesk.his_adapter.fhir.address import Address
from frontdesk.his_adapter.fhir.answers import as_fhir_says
from frontdesk.his_adapter.fhir.client import Client
from frontdesk.his_adapter.fhir.patients import FhirPatients
from frontdesk.his_adapter.fhir.reading import (
    Resource,
    has_identifier,
    identifier,
    instant,
    moment,
    reference_id,
    utc,
)
from frontdesk.his_adapter.hospital import Feature
from frontdesk.his_adapter.records import Appointment, AppointmentState, Slot

STATES = {
    "pending": AppointmentState.HELD,
    "proposed": AppointmentState.HELD,
    "booked": AppointmentState.CONFIRMED,
    "arrived": AppointmentState.CONFIRMED,
    "checked-in": AppointmentState.CONFIRMED,
    "fulfilled": AppointmentState.CONFIRMED,
}
TRIES, PAUSE = 5, 0.05  # seconds
FREE, HELD, BUSY = "free", "busy-tentative", "busy"


class FhirScheduling:
    supports = frozenset({Feature.SLOTS, Feature.APPOINTMENTS})

    def __init__(self, client: Client, address: Address, patients: FhirPatients, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._address = address
        self._patients = patients
        self._now = clock
        self._keys = f"{address.ours}:booking"  # system of the key under which we make an appointment

    @as_fhir_says()
    def free_slots(self, department_id: str, after: datetime, *, limit: int = 3) -> Sequence[Slot]:
        physicians = {one["id"]: self._physician(one) for one in self._schedules(department_id)}
        if not physicians:
            return []
        asked = {
            "schedule": ",".join(f"Schedule/{one}" for one in physicians),
            "status": FREE,
            "start": f"ge{utc(after)}",
            "_sort": "start",
        }
        free = (
            _slot(slot, department_id, physicians[schedule])
            for slot in self._client.search("Slot", asked)
            if (schedule := reference_id(slot.get("schedule"), "Schedule")) in physicians and slot.get("status") == FREE
        )
        # A server may leave out the order; all of the page are read, then the earliest are taken.
        return sorted((slot for slot in islice(free, 500) if slot.starts >= after), key=_when)[:limit]

    @as_fhir_says()
    def appointments(self, patient_id: str, after: datetime) -> Sequence[Appointment]:
        patient = self._patients.resource(patient_id)["id"]
        found = self._client.search("Appointment", {"patient": f"Patient/{patient}", "date": f"ge{utc(after)}"})
        standing = (one for one in found if one.get("status") in STATES and _of(one, patient))
        return sorted(map(self._appointment, standing), key=lambda one: one.slot.starts)

    @as_fhir_says()
    def hold(
        self, slot_id: str, patient_id: str, *, key: str, department_id: str | None = None, replacing: str | None = None
    ) -> Appointment:
        if (mine := self._under(key)) is not None:
            return self._appointment(mine)
        slot = self._client.read("Slot", slot_id)
        schedule = self._client.read("Schedule", reference_id(slot.get("schedule"), "Schedule") or "")
        there = self._department(schedule)
        if department_id is not None and there != department_id:
            raise NotFound(f"slot {slot_id}")
        if moment(slot["start"]) < self._now():
            raise SlotTaken(f"slot {slot_id} is over")
        if slot.get("status") != FREE:
            return self._by_another_try(slot_id, key)
        self._refuse_a_second(slot, patient_id, replacing)
        try:
            taken = self._client.update({**slot, "status": HELD}, version=slot["meta"]["versionId"])
        except VersionConflict:
            return self._by_another_try(slot_id, key)
        try:
            made = self._client.create(
                self._new(slot, schedule, patient_id, key), unless={"identifier": f"{self._keys}|{key}"}
            )
        except HospitalError:
            with suppress(HospitalError):
                if (mine := self._under(key)) is not None:
                    return self._appointment(mine)
                self._client.update({**taken, "status": FREE}, version=taken["meta"]["versionId"])
            raise
        return self._appointment(made)

    @as_fhir_says()
    def confirm(self, appointment_id: str) -> Appointment:
        held = self._client.read("Appointment", appointment_id)
        if held.get("status") not in STATES:
            raise SlotTaken(f"appointment {appointment_id} was cancelled")
        if STATES[held["status"]] is AppointmentState.CONFIRMED:
            return self._appointment(held)
        booked = self._client.update(_with_status(held, "booked"), version=held["meta"]["versionId"])
        self._mark(booked, BUSY)
        return self._appointment(booked)

    @as_fhir_says()
    def cancel(self, appointment_id: str) -> Appointment:
        held = self._client.read("Appointment", appointment_id)
        if held.get("status") in STATES:
            left = [one for one in held.get("identifier", []) if one.get("system") != self._keys]
            given_up = {**_with_status(held, "cancelled"), "identifier": left}
            if not left:
                del given_up["identifier"]
            held = self._client.update(given_up, version=held["meta"]["versionId"])
            self._mark(held, FREE)
        return self._appointment(held)

    def _schedules(self, department_id: str) -> Iterator[Resource]:
        """Those of physicians at the department: its HealthcareService is one of their actors."""
        asked = f"{self._address.departments}|{department_id}" if self._address.departments else department_id
        services = list(self._client.search("HealthcareService", {"identifier": asked}))
        own = {one["id"] for one in services if has_identifier(one, self._address.departments, department_id)}
        if not own:
            own = {department_id}
        asked_for = ",".join(f"HealthcareService/{one}" for one in sorted(own))
        for schedule in self._client.search("Schedule", {"actor": asked_for}):
            if schedule.get("active", True) and own & set(_actors(schedule, "HealthcareService")):
                yield schedule

    def _department(self, schedule: Resource) -> str:
        service = next(iter(_actors(schedule, "HealthcareService")), "")
        try:
            return identifier(self._client.read("HealthcareService", service), self._address.departments) or service
        except NotFound:
            return service

    def _physician(self, schedule: Resource) -> str:
        person = next(iter(_actors(schedule, "Practitioner")), "")
        if not person:
            return ""
        return identifier(self._client.read("Practitioner", person), self._address.physicians) or person

    def _refuse_a_second(self, slot: Resource, patient_id: str, replacing: str | None) -> None:
        starts, ends = moment(slot["start"]), moment(slot["end"])
        try:
            others = self.appointments(patient_id, starts - timedelta(hours=4))
        except NotFound:  # a guest
            return
        for other in others:
            until = other.slot.starts + timedelta(minutes=other.slot.minutes)
            if (
                replacing != other.appointment_id
                and other.slot.slot_id != slot["id"]
                and other.slot.starts < ends
                and starts < until
            ):
                raise AlreadyBooked(f"patient {patient_id} is at slot {other.slot.slot_id} then")

    def _under(self, key: str) -> Resource | None:
        found = self._client.search("Appointment", {"identifier": f"{self._keys}|{key}"})
        return next((one for one in found if has_identifier(one, self._keys, key)), None)

    def _by_another_try(self, slot_id: str, key: str) -> Appointment:
        """Where the one who took the slot is our own other try, its appointment is on the way. Raises SlotTaken."""
        for _ in range(TRIES):
            if (mine := self._under(key)) is not None:
                return self._appointment(mine)
            sleep(PAUSE)
        raise SlotTaken(f"slot {slot_id}")

    def _new(self, slot: Resource, schedule: Resource, patient_id: str, key: str) -> Resource:
        try:
            patient: Resource = {"reference": f"Patient/{self._patients.resource(patient_id)['id']}"}
        except NotFound:
            patient = {"display": patient_id}
        actors = [{"actor": one, "status": "accepted"} for one in schedule.get("actor", [])]
        return {
            "resourceType": "Appointment",
            "identifier": [{"system": self._keys, "value": key}],
            "status": "pending",
            "slot": [{"reference": f"Slot/{slot['id']}"}],
            "start": slot["start"],
            "end": slot["end"],
            "created": instant(self._now()),
            "participant": [{"actor": patient, "status": "accepted"}, *actors],
        }

    def _mark(self, appointment: Resource, status: str) -> None:
        """The slot says what its appointment is, also on a server that does not see to it itself."""
        for told in appointment.get("slot", []):
            slot = self._client.read("Slot", reference_id(told, "Slot") or "")
            if slot.get("status") != status:
                self._client.update({**slot, "status": status}, version=slot["meta"]["versionId"])

    def _appointment(self, appointment: Resource) -> Appointment:
        actors = [one.get("actor", {}) for one in appointment.get("participant", [])]
        slot_id = next((reference_id(one, "Slot") for one in appointment.get("slot", [])), None)
        schedule: Resource = {"actor": actors}
        return Appointment(
            appointment_id=appointment["id"],
            slot=Slot(
                slot_id=slot_id or "",
                department_id=self._department(schedule),
                physician_id=self._physician(schedule),
                starts=moment(appointment["start"]),
                minutes=_minutes(appointment),
            ),
            patient_id=self._patient_of(actors),
            state=STATES.get(appointment.get("status", ""), AppointmentState.CANCELLED),
            queue_number="",
        )

    def _patient_of(self, actors: Sequence[Resource]) -> str:
        known = next((one for actor in actors if (one := reference_id(actor, "Patient"))), None)
        if known is not None:
            return self._patients.number_of(known)
        return next((str(one["display"]) for one in actors if "reference" not in one and "display" in one), "")


def _slot(slot: Resource, department_id: str, physician_id: str) -> Slot:
    return Slot(
        slot_id=slot["id"],
        department_id=department_id,
        physician_id=physician_id,
        starts=moment(slot["start"]),
        minutes=_minutes(slot),
    )


def _minutes(timed: Resource) -> int:
    return int((moment(timed["end"]) - moment(timed["start"])) / timedelta(minutes=1))


def _actors(schedule: Resource, kind: str) -> list[str]:
    return [one for actor in schedule.get("actor", []) if (one := reference_id(actor, kind)) is not None]


def _of(appointment: Resource, patient: str) -> bool:
    return any(reference_id(one.get("actor"), "Patient") == patient for one in appointment.get("participant", []))


def _with_status(appointment: Resource, status: str) -> Resource:
    return {**appointment, "status": status}


def _when(slot: Slot) -> tuple[datetime, str]:
    return slot.starts, slot.slot_id
