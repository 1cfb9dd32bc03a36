"""A FHIR server may answer anything: what is made of it is a value, or an error of the hospital's system."""

import json
import re
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import httpx
import pytest
from hypothesis import strategies as st

from frontdesk.his_adapter.access import Doctor, Nurse, narrow
from frontdesk.his_adapter.errors import HospitalError
from frontdesk.his_adapter.fhir import scheduling
from frontdesk.his_adapter.fhir.address import Address
from frontdesk.his_adapter.fhir.hospital import fhir
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.operation import Column, HisOperation, Verb
from frontdesk.his_adapter.overlay import Overlay, overlay_of
from tests.fuzz.examples import examples
from tests.fuzz.nasty import never, spoilt_json
from tests.his_adapter.contract import visit
from tests.his_adapter.small_hospital import write_hospital

BASE = "https://his.test/fhir"
NINE = datetime(2026, 11, 23, 9)
KEY = {"system": "urn:frontdesk:booking", "value": "k"}
A = {"reference": "Patient/a"}
CODE = {"coding": [{"system": "http://loinc.org", "code": "8480-6", "display": "Systolic"}], "text": "Systolic"}
META = {"versionId": "1", "lastUpdated": "2026-11-20T08:00:00Z", "security": [{"system": "s", "code": "AIAST"}]}
SOUND: dict[str, dict[str, Any]] = {
    "Patient": {
        "identifier": [{"system": "urn:cards", "value": "P1"}],
        "name": [{"use": "official", "family": "白", "given": ["样本"]}, {"text": "Bai Yangben"}],
        "gender": "male",
        "birthDate": "1950-02-28",
        "telecom": [{"system": "phone", "value": "0"}],
        "link": [{"type": "replaces", "other": {"reference": "Patient/b"}}],
    },
    "HealthcareService": {
        "identifier": [{"value": "cardiology"}],
        "name": "Cardiology",
        "telecom": [{"value": "1"}],
        "availableTime": [{"daysOfWeek": ["mon"], "availableStartTime": "08:00", "availableEndTime": "12:00"}],
    },
    "Practitioner": {"identifier": [{"value": "D1"}], "name": [{"family": "Lin", "given": ["He"]}], "gender": "female"},
    "PractitionerRole": {
        "practitioner": {"reference": "Practitioner/a"},
        "healthcareService": [{"reference": "HealthcareService/a"}],
        "availableTime": [{"daysOfWeek": ["mon"], "allDay": True}],
    },
    "Schedule": {"actor": [{"reference": "HealthcareService/a"}, {"reference": "Practitioner/a"}]},
    "Slot": {
        "schedule": {"reference": "Schedule/a"},
        "status": "free",
        "start": "2026-11-25T10:00:00Z",
        "end": "2026-11-25T10:15:00Z",
        "meta": META,
    },
    "Appointment": {
        "identifier": [KEY],
        "status": "booked",
        "start": "2026-11-25T10:00:00Z",
        "end": "2026-11-25T10:15:00Z",
        "minutesDuration": 15,
        "slot": [{"reference": "Slot/a"}],
        "participant": [{"actor": A}, {"actor": {"reference": "HealthcareService/a"}}],
        "meta": META,
    },
    "Encounter": {
        "identifier": [{"system": "urn:frontdesk:record", "value": "k"}],
        "subject": A,
        "serviceType": {"text": "Cardiology"},
        "period": {"start": "2026-11-20T10:00:00+08:00"},
        "reasonCode": [{"text": "cough"}],
        "diagnosis": [{"condition": {"display": "cold"}}],
    },
    "Composition": {
        "subject": A,
        "status": "final",
        "identifier": {"system": "urn:frontdesk:hash", "value": "0"},
        "section": [{"code": CODE, "text": {"div": "<div>cough</div>"}, "entry": [{"reference": "Observation/a"}]}],
        "attester": [{"party": {"display": "Dr Lin"}}],
        "meta": META,
    },
    "AllergyIntolerance": {
        "patient": A,
        "code": CODE,
        "clinicalStatus": {"coding": [{"code": "active"}]},
        "reaction": [{"substance": CODE, "manifestation": [CODE]}],
        "recordedDate": "2019",
        "recorder": {"display": "Dr Wang"},
    },
    "Condition": {"subject": A, "code": CODE, "onsetDateTime": "2016-03", "verificationStatus": CODE},
    "MedicationStatement": {
        "subject": A,
        "status": "active",
        "medicationReference": {"reference": "#m"},
        "contained": [{"id": "m", "code": CODE}],
        "effectivePeriod": {"start": "2026"},
        "dosage": [{"text": "daily"}],
    },
    "MedicationRequest": {
        "subject": A,
        "intent": "order",
        "status": "active",
        "medicationCodeableConcept": CODE,
        "dosageInstruction": [{"text": "5 mg"}],
        "authoredOn": "2026-10-01",
    },
    "Observation": {
        "subject": A,
        "status": "final",
        "code": CODE,
        "valueQuantity": {"value": 120, "unit": "mmHg"},
        "component": [{"code": CODE, "valueRange": {"low": {"value": 1}, "high": {"value": 2}}}],
        "interpretation": [CODE],
        "encounter": {"reference": "Encounter/a"},
        "effectiveDateTime": "2026-10-01T08:00:00Z",
        "meta": META,
    },
}


@pytest.fixture(scope="module")
def overlay(tmp_path_factory: pytest.TempPathFactory) -> Overlay:
    return overlay_of(write_hospital(tmp_path_factory.mktemp("fhir")), date(2026, 11, 23))


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduling, "PAUSE", 0.0)


HERE = "@"  # in a bundle: where the resource stands
BUNDLE: dict[str, Any] = {
    "resourceType": "Bundle",
    "entry": [{"resource": HERE, "response": {"status": "200 OK"}}],
    "link": [{"relation": "self", "url": f"{BASE}/?patient=&name=&identifier=&actor=&schedule=&status=&start=&date="}],
    "total": 1,
}
AWAY = ((404, {}), (412, {}), (429, {"Retry-After": "9" * 400}), (503, {"Retry-After": "Mon, 99 Foo 2026"}))


class Server:
    """Of which some resources, its bundles, or the bytes that it sends are spoilt."""

    def __init__(self, resources: Any, bundle: Any, cut: int, away: tuple[str, int, dict[str, str]]) -> None:
        self.resources, self.bundle, self.cut, self.away = resources, bundle, cut, away

    def __call__(self, request: httpx.Request) -> httpx.Response:
        kind, _, resource_id = request.url.path.removeprefix("/fhir").lstrip("/").partition("/")
        if kind == self.away[0]:
            return httpx.Response(self.away[1], headers=self.away[2])
        if request.method == "POST" and not kind:
            asked = (one["request"]["url"] for one in json.loads(request.content)["entry"])
            return self.answer(self.bundled(*(self.bundled(self.resource(url)) for url in asked)))
        if resource_id and not resource_id.endswith("_history"):
            return self.answer(self.resource(kind))
        return self.answer(self.bundled(self.resource(kind)))

    def resource(self, url: str) -> Any:
        kind = re.split("[?/]", url)[0]
        told = self.resources.get(kind, {})
        return {"resourceType": kind, "id": "a", **told} if isinstance(told, dict) else told

    def bundled(self, *resources: Any) -> Any:
        match self.bundle:
            case {"entry": [{**entry}, *_]}:
                entries = [{**entry, "resource": one} if entry.get("resource") == HERE else entry for one in resources]
                return self.bundle | {"entry": entries, "total": len(resources)}
            case other:
                return other

    def answer(self, told: Any) -> httpx.Response:
        whole = json.dumps(told).encode()
        return httpx.Response(200, content=whole[: len(whole) - self.cut])


servers = st.builds(
    Server,
    spoilt_json(SOUND, 4),
    st.just(BUNDLE) | spoilt_json(BUNDLE),
    st.just(0) | st.integers(0, 40),
    st.just(("", 200, {}))
    | st.builds(lambda kind, how: (kind, *how), st.sampled_from(sorted(SOUND)), st.sampled_from(AWAY)),
)


NURSE = Nurse(username="lin")
DOCTOR = Doctor(username="zhou", department_id="cardiology", departments=("心内科", "Cardiology"))
OF_P1 = HisOperation(operation=Verb.SELECT, condition={Column.PATIENT_ID.value: "P1"})
ASKED: tuple[Callable[[Hospital], object], ...] = (
    lambda hospital: hospital.patients.patient("P1"),
    lambda hospital: list(hospital.patients.named(["白样本", "Bai Yangben"])),
    lambda hospital: hospital.patients.referred_to(f"{BASE}/Patient/a"),
    lambda hospital: hospital.scheduling.free_slots("cardiology", NINE),
    lambda hospital: hospital.scheduling.appointments("P1", NINE),
    lambda hospital: hospital.scheduling.hold("a", "P1", key="k"),
    lambda hospital: hospital.scheduling.hold("a", "P1", key="other"),
    lambda hospital: hospital.scheduling.confirm("a"),
    lambda hospital: hospital.scheduling.cancel("a"),
    lambda hospital: hospital.records.find(narrow(NURSE, OF_P1), limit=5),
    lambda hospital: hospital.records.clinical_history(narrow(NURSE, OF_P1)),
    lambda hospital: hospital.records.clinical_history(narrow(DOCTOR, OF_P1)),
    lambda hospital: hospital.records.history("a"),
    lambda hospital: hospital.records.create(visit(), key="k"),
    lambda hospital: hospital.records.amend("a", visit()),
)


@examples(60, server=servers, asked=st.sampled_from(ASKED))
def test_whatever_a_server_answers_it_is_a_value_or_an_error_of_the_hospitals(
    overlay: Overlay, at_once: None, server: Server, asked: Callable[[Hospital], object]
) -> None:
    hospital = fhir(Address(base=BASE, patients="urn:cards"), overlay, lambda: NINE, httpx.MockTransport(server))
    told = never(lambda: asked(hospital), HospitalError)
    assert isinstance(told, HospitalError) or "\\x00" not in repr(told)
    repr(told).encode()


@examples(20, server=servers)
def test_a_directory_is_read_or_it_is_said_that_it_was_not(overlay: Overlay, server: Server) -> None:
    transport = httpx.MockTransport(server)
    never(lambda: fhir(Address(base=BASE), overlay, lambda: NINE, transport, read=True), HospitalError)


def test_what_is_spoilt_here_was_sound(overlay: Overlay) -> None:
    """Else the properties above would hold because nothing is read."""
    server = Server(SOUND, BUNDLE, 0, ("", 200, {}))
    hospital = fhir(Address(base=BASE, patients="urn:cards"), overlay, lambda: NINE, httpx.MockTransport(server))
    assert hospital.patients.patient("P1").name == "白样本"
    assert len(hospital.scheduling.free_slots("cardiology", NINE)) == 1
    assert len(hospital.scheduling.appointments("P1", NINE)) == 1
    assert len(hospital.records.find(narrow(NURSE, OF_P1), limit=5)) == 1
    assert len(hospital.records.clinical_history(narrow(NURSE, OF_P1)).entries) == 5
