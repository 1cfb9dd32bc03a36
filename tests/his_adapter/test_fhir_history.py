"""Allergies, conditions, medicines and observations of a FHIR server, over all encounters of a patient."""

from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from frontdesk.his_adapter.access import Doctor, Nurse, VerifiedPatient, narrow
from frontdesk.his_adapter.errors import HospitalAway, NotFound, NotSupported
from frontdesk.his_adapter.fhir.address import Address
from frontdesk.his_adapter.fhir.client import Client
from frontdesk.his_adapter.fhir.hospital import fhir
from frontdesk.his_adapter.history import ClinicalHistory, HistoryKind
from frontdesk.his_adapter.hospital import Feature, Hospital
from frontdesk.his_adapter.operation import Column, HisOperation, Verb
from frontdesk.his_adapter.overlay import overlay_of
from frontdesk.his_adapter.sql.hospital import built_in
from tests.fhir_server import address_of_its_own, load
from tests.his_adapter.small_hospital import write_hospital

BASE = "https://his.test/fhir"
CARDS = "urn:cards"
MONDAY = date(2026, 11, 23)
NINE = datetime(2026, 11, 23, 9)
NURSE = Nurse(username="lin")
DOCTOR = Doctor(username="zhou", department_id="cardiology", departments=("心内科", "Cardiology"))


class FakeServer:
    """Keeps resources and answers searches; what goes wrong, a test says."""

    def __init__(self) -> None:
        self.resources: list[dict[str, Any]] = [
            {"resourceType": "Patient", "id": "a", "identifier": [{"system": CARDS, "value": "P1"}]},
            {"resourceType": "Patient", "id": "b", "identifier": [{"system": CARDS, "value": "P2"}]},
        ]
        self.wrong: dict[str, Callable[[httpx.Request], httpx.Response]] = {}
        self.asked: list[str] = []
        self.ignores = False

    def add(self, kind: str, person: str = "a", **more: Any) -> None:
        whose = "patient" if kind == "AllergyIntolerance" else "subject"
        made = {"resourceType": kind, "id": f"r{len(self.resources)}", whose: {"reference": f"Patient/{person}"}}
        self.resources.append(made | more)

    def __call__(self, request: httpx.Request) -> httpx.Response:
        kind, _, resource_id = request.url.path.removeprefix("/fhir/").partition("/")
        self.asked.append(kind)
        if kind in self.wrong:
            return self.wrong[kind](request)
        those = [one for one in self.resources if one["resourceType"] == kind]
        if resource_id:
            found = next((one for one in those if one["id"] == resource_id), None)
            return httpx.Response(200, json=found) if found else httpx.Response(404)
        asked = request.url.params
        if "identifier" in asked:
            number = asked["identifier"].partition("|")[2]
            those = [one for one in those if any(n["value"] == number for n in one.get("identifier", []))]
        if "patient" in asked and not self.ignores:
            those = [one for one in those if asked["patient"] in str(one)]
        return httpx.Response(200, json=bundle(those, str(request.url)))


def bundle(resources: list[dict[str, Any]], url: str, **links: str) -> dict[str, Any]:
    told = {"self": url, **links}
    return {
        "resourceType": "Bundle",
        "link": [{"relation": relation, "url": there} for relation, there in told.items()],
        "entry": [{"resource": one} for one in resources],
    }


@pytest.fixture
def server() -> FakeServer:
    return FakeServer()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_hospital(tmp_path)
    return tmp_path


@pytest.fixture
def hospital(server: FakeServer, folder: Path) -> Hospital:
    address = Address(base=BASE, patients=CARDS)
    return fhir(address, overlay_of(folder, MONDAY), lambda: NINE, httpx.MockTransport(server))


def read(hospital: Hospital, principal: Any = NURSE, number: str = "P1", **more: Any) -> ClinicalHistory:
    asked = HisOperation(operation=Verb.SELECT, condition={Column.PATIENT_ID.value: number}, **more)
    return hospital.records.clinical_history(narrow(principal, asked))


def said(history: ClinicalHistory, kind: HistoryKind) -> list[tuple[str, str, str]]:
    return [(one.words, one.value, one.status) for one in history.entries if one.kind is kind]


def code(text: str) -> dict[str, str]:
    return {"text": text}


def coded(value: str) -> dict[str, Any]:
    return {"coding": [{"code": value}]}


def test_what_is_kept_is_read_with_its_source_and_date(server: FakeServer, hospital: Hospital) -> None:
    server.add(
        "AllergyIntolerance",
        code=code("青霉素"),
        clinicalStatus=coded("active"),
        recordedDate="2019",
        recorder={"display": "Dr Wang"},
        reaction=[{"manifestation": [code("皮疹")]}],
    )
    server.add("Condition", code=code("高血压"), clinicalStatus=coded("active"), onsetDateTime="2016-03")
    server.add(
        "MedicationRequest",
        intent="order",
        status="active",
        medicationCodeableConcept=code("氨氯地平"),
        authoredOn="2026-10-01",
        dosageInstruction=[{"text": "5 mg qd"}],
    )
    server.add(
        "MedicationStatement",
        status="stopped",
        medicationReference={"reference": "#m"},
        contained=[{"id": "m", "code": code("阿司匹林")}],
    )
    server.add(
        "Observation",
        status="final",
        code=code("血红蛋白"),
        effectiveDateTime="2026-11-02T08:00:00+00:00",
        valueQuantity={"value": 98, "unit": "g/L"},
        interpretation=[coded("L")],
    )
    history = read(hospital)
    assert said(history, HistoryKind.ALLERGY) == [("青霉素", "皮疹", "active")]
    assert said(history, HistoryKind.CONDITION) == [("高血压", "", "active")]
    assert said(history, HistoryKind.MEDICINE) == [("氨氯地平", "5 mg qd", "active"), ("阿司匹林", "", "stopped")]
    assert said(history, HistoryKind.OBSERVATION) == [("血红蛋白", "98 g/L (L)", "final")]
    first = history.entries[0]
    assert (first.on, first.source, first.told) == ("2019", "Dr Wang", False)
    assert [one.on for one in history.entries[1:]] == ["2016-03", "2026-10-01", "", "2026-11-02"]
    assert history.asked == tuple(HistoryKind) and history.not_asked == ()


def test_nothing_on_record_is_not_the_same_as_not_asked(server: FakeServer, hospital: Hospital) -> None:
    server.wrong["Condition"] = lambda _: httpx.Response(503)
    history = read(hospital)
    assert HistoryKind.ALLERGY in history.asked and said(history, HistoryKind.ALLERGY) == []
    assert history.not_asked == (HistoryKind.CONDITION,)


def test_medicines_of_which_half_was_asked_are_shown_and_not_called_all(server: FakeServer, hospital: Hospital) -> None:
    server.add("MedicationRequest", intent="order", status="active", medicationCodeableConcept=code("氨氯地平"))
    server.wrong["MedicationStatement"] = lambda _: httpx.Response(404)
    history = read(hospital)
    assert said(history, HistoryKind.MEDICINE) == [("氨氯地平", "", "active")]
    assert history.not_asked == (HistoryKind.MEDICINE,)


def test_a_kind_that_the_server_does_not_take_is_not_asked_for(server: FakeServer, folder: Path) -> None:
    address = Address(base=BASE, patients=CARDS, without="MedicationStatement,Condition")
    hospital = fhir(address, overlay_of(folder, MONDAY), lambda: NINE, httpx.MockTransport(server))
    history = read(hospital)
    assert HistoryKind.MEDICINE in history.asked and history.not_asked == (HistoryKind.CONDITION,)
    assert not {"MedicationStatement", "Condition"} & set(server.asked)


def test_a_server_that_ignores_whose_it_is_shows_nobody_elses(server: FakeServer, hospital: Hospital) -> None:
    server.ignores = True
    server.add("AllergyIntolerance", "a", code=code("青霉素"))
    server.add("AllergyIntolerance", "b", code=code("磺胺"))
    server.add("Observation", "b", status="final", code=code("血红蛋白"), valueString="98")
    history = read(hospital)
    assert [one.words for one in history.entries] == ["青霉素"]


def test_a_server_that_says_it_ignored_the_question_was_not_asked(server: FakeServer, hospital: Hospital) -> None:
    server.wrong["Observation"] = lambda _: httpx.Response(200, json=bundle([], f"{BASE}/Observation"))
    assert read(hospital).not_asked == (HistoryKind.OBSERVATION,)


def test_a_page_on_another_host_is_not_followed(server: FakeServer, hospital: Hospital) -> None:
    def first(request: httpx.Request) -> httpx.Response:
        assert request.url.host == "his.test"
        return httpx.Response(200, json=bundle([], str(request.url), next="https://evil.test/fhir/Condition?page=2"))

    server.wrong["Condition"] = first
    assert read(hospital).not_asked == (HistoryKind.CONDITION,)


def test_an_error_under_status_200_is_no_empty_answer(server: FakeServer, hospital: Hospital) -> None:
    outcome = {"resourceType": "OperationOutcome", "issue": [{"severity": "error"}]}
    server.wrong["AllergyIntolerance"] = lambda _: httpx.Response(200, json=outcome)
    assert read(hospital).not_asked == (HistoryKind.ALLERGY,)


def test_entries_of_a_patient_who_was_merged_into_this_one_are_theirs_too(
    server: FakeServer, hospital: Hospital
) -> None:
    server.resources[0]["link"] = [
        {"type": "replaces", "other": {"reference": f"Patient/{one}"}} for one in ("old", "b")
    ]
    replaced = [{"type": "replaced-by", "other": {"reference": "Patient/a"}}]
    server.resources.append({"resourceType": "Patient", "id": "old", "active": False, "link": replaced})
    server.add("AllergyIntolerance", "old", code=code("青霉素"))
    server.add("AllergyIntolerance", "b", code=code("磺胺"))
    assert [one.words for one in read(hospital).entries] == ["青霉素"], "b does not say that it was merged"


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        ("AllergyIntolerance", {"code": code("x"), "verificationStatus": coded("entered-in-error")}),
        ("Condition", {"code": code("x"), "verificationStatus": coded("entered-in-error")}),
        ("Condition", {"clinicalStatus": coded("active")}),
        ("MedicationStatement", {"status": "entered-in-error", "medicationCodeableConcept": code("x")}),
        ("MedicationRequest", {"status": "active", "intent": "proposal", "medicationCodeableConcept": code("x")}),
        ("MedicationRequest", {"status": "draft", "intent": "order", "medicationCodeableConcept": code("x")}),
        ("Observation", {"status": "cancelled", "code": code("x"), "valueString": "y"}),
        ("Observation", {"status": "final", "code": code("x"), "dataAbsentReason": coded("error")}),
    ],
)
def test_what_does_not_hold_is_left_out(
    kind: str, more: dict[str, Any], server: FakeServer, hospital: Hospital
) -> None:
    server.add(kind, **more)
    assert read(hospital).entries == ()


def test_what_is_said_not_to_be_so_is_marked(server: FakeServer, hospital: Hospital) -> None:
    server.add("AllergyIntolerance", code=code("青霉素"), verificationStatus=coded("refuted"))
    server.add(
        "MedicationRequest",
        intent="order",
        status="active",
        doNotPerform=True,
        medicationCodeableConcept=code("布洛芬"),
    )
    assert [(one.words, one.against) for one in read(hospital).entries] == [("青霉素", True), ("布洛芬", True)]


def test_what_was_told_at_reception_is_marked(server: FakeServer, hospital: Hospital) -> None:
    marks = [{"system": "http://terminology.hl7.org/CodeSystem/v3-ObservationValue", "code": "AIAST"}]
    server.add("AllergyIntolerance", code=code("青霉素"), meta={"security": marks})
    (entry,) = read(hospital).entries
    assert entry.told


@pytest.mark.parametrize(
    ("told", "value"),
    [
        ({"valueQuantity": {"value": 5, "comparator": "<", "unit": "ng/L"}}, "<5 ng/L"),
        ({"valueCodeableConcept": code("阳性")}, "阳性"),
        ({"valueBoolean": False}, "-"),
        ({"valueInteger": 0}, "0"),
        ({"valueRange": {"low": {"value": 1}, "high": {"value": 2, "unit": "mm"}}}, "1–2 mm"),
        (
            {
                "component": [
                    {"code": code("收缩压"), "valueQuantity": {"value": 150, "unit": "mmHg"}},
                    {"code": code("舒张压"), "valueQuantity": {"value": 90, "unit": "mmHg"}},
                ]
            },
            "收缩压 150 mmHg; 舒张压 90 mmHg",
        ),
    ],
)
def test_values_are_read_as_they_are_written(
    told: dict[str, Any], value: str, server: FakeServer, hospital: Hospital
) -> None:
    server.add("Observation", status="final", code=code("x"), **told)
    assert said(read(hospital), HistoryKind.OBSERVATION) == [("x", value, "final")]


def test_a_doctor_sees_observations_of_the_own_department_and_how_many_there_are_besides(
    server: FakeServer, hospital: Hospital
) -> None:
    server.wrong["HealthcareService"] = lambda _: httpx.Response(503)  # the directory is the folder's
    for name, department in (("e1", "心内科"), ("e2", "全科"), ("e3", "")):
        encounter = {"resourceType": "Encounter", "id": name, "subject": {"reference": "Patient/a"}}
        server.resources.append(encounter | ({"serviceType": code(department)} if department else {}))
        seen = {"encounter": {"reference": f"Encounter/{name}"}}
        server.add("Observation", status="final", code=code(name), valueString="1", **seen)
    server.add("Observation", status="final", code=code("laboratory"), valueString="1")
    server.add("AllergyIntolerance", code=code("青霉素"), encounter={"reference": "Encounter/e2"})
    history = read(hospital, DOCTOR)
    assert {one.words for one in history.entries} == {"青霉素", "e1", "laboratory"} and history.hidden == 2
    assert read(hospital).hidden == 0, "a nurse sees every department's"


def test_only_kinds_whose_field_may_be_shown_are_asked_for(server: FakeServer, hospital: Hospital) -> None:
    history = read(hospital, column_output=(Column.DRUG_ALLERGY_HISTORY,))
    assert history.asked == (HistoryKind.ALLERGY,) and "Observation" not in server.asked
    own = read(hospital, VerifiedPatient(patient_id="P1"))
    assert own.asked == tuple(HistoryKind)


def test_a_patient_nobody_knows_and_a_server_that_is_away_are_errors(server: FakeServer, hospital: Hospital) -> None:
    with pytest.raises(NotFound):
        read(hospital, number="P9")
    server.wrong["Patient"] = lambda _: httpx.Response(503)
    with pytest.raises(HospitalAway):
        read(hospital)


def test_a_hospital_without_entries_says_that_it_has_none(engine: Any) -> None:
    hospital = built_in(engine, lambda: NINE)
    assert Feature.CLINICAL_HISTORY not in hospital.supports
    with pytest.raises(NotSupported):
        read(hospital)


def test_a_server_that_others_wrote_is_read(fhir_base: str, folder: Path) -> None:
    address, overlay = address_of_its_own(fhir_base), overlay_of(folder, MONDAY)
    load(address, overlay, MONDAY, days=0)
    hospital = fhir(address, overlay, lambda: NINE, read=True)
    client = Client(address)
    own = {number: client_id(client, address, number) for number in ("P1", "P2")}
    for number, allergen in (("P1", "青霉素"), ("P2", "磺胺")):
        whose = {"reference": f"Patient/{own[number]}"}
        verified = {
            "coding": [
                {"system": "http://terminology.hl7.org/CodeSystem/allergyintolerance-verification", "code": "confirmed"}
            ]
        }
        client.create(
            {
                "resourceType": "AllergyIntolerance",
                "patient": whose,
                "code": code(allergen),
                "verificationStatus": verified,
            }
        )
        client.create({"resourceType": "Condition", "subject": whose, "code": code("高血压")})
        told = {"valueQuantity": {"value": 98, "unit": "g/L"}, "effectiveDateTime": "2026-11-02T08:00:00+08:00"}
        client.create({"resourceType": "Observation", "status": "final", "subject": whose, "code": code("Hb"), **told})
        medicine = {"status": "active", "medicationCodeableConcept": code("氨氯地平")}
        client.create({"resourceType": "MedicationStatement", "subject": whose, **medicine})
        client.create({"resourceType": "MedicationRequest", "intent": "order", "subject": whose, **medicine})
    history = read(hospital)
    assert history.not_asked == ()
    assert [(one.kind.value, one.words, one.value) for one in history.entries] == [
        ("allergy", "青霉素", ""),
        ("condition", "高血压", ""),
        ("medicine", "氨氯地平", ""),
        ("observation", "Hb", "98 g/L"),
    ]


def client_id(client: Client, address: Address, number: str) -> str:
    (found,) = client.search("Patient", {"identifier": f"{address.patients}|{number}"})
    return str(found["id"])
