"""What a patient told becomes resources that are valid, unconfirmed, and withdrawn when it is told no more."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import httpx
import pytest

from frontdesk.evaluation.fhir_serving import installed
from frontdesk.his_adapter.fhir import around, clinical
from frontdesk.his_adapter.fhir.address import Address
from frontdesk.his_adapter.fhir.client import Client
from frontdesk.his_adapter.fhir.clinical import About
from frontdesk.his_adapter.fhir.composition import composition, pointed_to
from frontdesk.his_adapter.fhir.hospital import fhir
from frontdesk.his_adapter.overlay import Overlay, overlay_of
from frontdesk.his_adapter.records import (
    Coded,
    Evidence,
    OutpatientRecord,
    PreVisitSummary,
    Section,
    Statement,
    SummaryState,
    Utterance,
    Visit,
)
from frontdesk.models.facts import Language, Status, Topic
from frontdesk.models.specialists.labs_vitals.told import Measured
from frontdesk.models.specialists.medication.listing import ListedMedicine, Standing
from tests.conftest import not_tested
from tests.fhir_server import address_of_its_own, beside, load
from tests.his_adapter.contract import MONDAY, NINE
from tests.his_adapter.small_hospital import write_hospital

ABOUT = About({"reference": "Patient/p1"}, "Encounter/e1", NINE, "urn:test:key")


def stated(number: int, topic: Topic, name: str, **more: Any) -> Statement:
    status, past = more.pop("status", Status.PRESENT), more.pop("past", False)
    value, code = more.pop("value", ""), more.pop("code", name)
    coded = Coded(topic=topic, code=code, status=status, past=past, name=name, value=value)
    quote = Evidence(turn=number, quote=f"“{name}”")
    return Statement(
        statement_id=f"s{number}", section=Section.STORY, text=name, evidence=(quote,), **{"coded": coded, **more}
    )


SAID = (
    stated(1, Topic.ALLERGY, "青霉素"),
    stated(2, Topic.INTOLERANCE, "布洛芬"),
    stated(3, Topic.CONDITION, "高血压"),
    stated(4, Topic.CONDITION, "肺结核", past=True),
    stated(5, Topic.FINDING, "发热", value="38.5 °C"),
    stated(6, Topic.FAMILY, "糖尿病"),  # a relative's is not the patient's
    stated(7, Topic.CONDITION, "哮喘", status=Status.ABSENT),
    stated(8, Topic.ALLERGY, "头孢", status=Status.UNKNOWN),
    stated(9, Topic.ALLERGY, "无", code="none", contradicted=True),
    stated(10, Topic.ALLERGY, "花生", coded=None),  # a sentence that somebody wrote
)
MEDICINES = tuple(
    ListedMedicine(code=name, words=name, holds=(), standing=standing, dose=dose)
    for name, standing, dose in (
        ("氨氯地平", Standing.TAKEN, "5mg 每天一次"),
        ("阿司匹林", Standing.STOPPED, ""),
        ("二甲双胍", Standing.ASKED, ""),
    )
)
VALUES = (
    Measured(test="systolic blood pressure", value=165, unit="mmHg", quote="血压165/95"),
    Measured(test="diastolic blood pressure", value=95, unit="mmHg", quote="血压165/95"),
    Measured(test="glucose", value=33.3, unit="mmol/L", bound="over", quote="血糖仪爆表了"),
    Measured(test="body temperature", value=38.9, unit="°C", quote="38.9"),
)
TALK = (
    Utterance(turn=None, speaker="nurse", text="哪里不舒服？"),
    Utterance(turn=1, speaker="patient", text="发烧，青霉素过敏"),
    Utterance(turn=None, speaker="patient", text="说错了"),  # taken back
)


def visit(statements: Sequence[Statement] = SAID, values: Sequence[Measured] = (), **more: Any) -> Visit:
    summary = PreVisitSummary(
        language=Language.ZH,
        statements=tuple(statements),
        conversation=TALK,
        medicines=MEDICINES,
        values=tuple(values),
    )
    record = OutpatientRecord(
        patient_id="P1", department="心内科", visit_date=NINE, chief_complaint="发热", drug_allergy_history="青霉素"
    )
    return Visit(record=record, summary=summary, department_id="cardiology", **more)


def told(one: Visit) -> list[dict[str, Any]]:
    assert one.summary is not None
    return clinical.told(one.summary, ABOUT)


def test_only_what_the_patient_has_is_made_a_resource() -> None:
    found = []
    for one in told(visit()):
        clinically = one.get("clinicalStatus", {"coding": [{"code": None}]})["coding"][0]["code"]
        name = (one.get("code") or one["medicationCodeableConcept"]).get("text")
        found.append((one["resourceType"], one.get("type") or one.get("status") or clinically, name))
    assert found == [
        ("AllergyIntolerance", "allergy", "青霉素"),
        ("AllergyIntolerance", "intolerance", "布洛芬"),
        ("Condition", None, "高血压"),
        ("Condition", "inactive", "肺结核"),
        ("Observation", "preliminary", None),
        ("MedicationStatement", "active", "氨氯地平"),
        ("MedicationStatement", "stopped", "阿司匹林"),
    ]


def test_values_told_are_observations_and_both_pressures_are_one() -> None:
    statements = [one for one in SAID if one.text != "发热"]
    for said, degrees in ((SAID, 38.5), (statements, 38.9)):
        pressure, glucose, temperature = sorted(
            (one for one in told(visit(said, values=VALUES)) if one["resourceType"] == "Observation"),
            key=lambda one: ("component" not in one, one["code"].get("text") is None),
        )
        assert [one["valueQuantity"]["value"] for one in pressure["component"]] == [165, 95]
        assert pressure["note"] == [{"text": "血压165/95"}]
        assert glucose["valueQuantity"]["comparator"] == ">" and "category" not in glucose
        assert temperature["valueQuantity"] == {
            "value": degrees,
            "unit": "°C",
            "system": "http://unitsofmeasure.org",
            "code": "Cel",
        }, "of two temperatures the record's"


def test_every_resource_is_valid_by_somebody_elses_models() -> None:
    if not installed():
        not_tested("no models of FHIR resources: scripts/systems installs them")
    signed = visit(values=VALUES, state=SummaryState.SIGNED, signed_by="Dr Ma")
    resources = told(signed)
    made = composition(
        signed,
        "c1",
        subject=ABOUT.subject,
        encounter=ABOUT.encounter,
        at=NINE,
        ours="urn:test:content",
        entries=clinical.by_section(resources),
    )
    assert signed.summary is not None
    beside = [
        around.task(signed, "Composition/c1", ABOUT),
        around.provenance(["Composition/c1"], signed, ABOUT),
        around.audit(signed, "Composition/c1", ABOUT, made=False),
        around.conversation(signed.summary, ABOUT),
    ]
    withdrawn = [clinical.withdrawn(one, ABOUT.ours) for one in resources]
    assert None not in withdrawn
    for one in (made, *resources, *beside, *filter(None, withdrawn)):
        model(one["resourceType"]).model_validate(one)


def model(kind: str) -> Any:
    beside()
    return getattr(import_module(f"fhir.resources.R4B.{kind.lower()}"), kind)


def test_what_was_asked_stands_with_its_answer_and_nothing_that_was_taken_back() -> None:
    summary = visit().summary
    assert summary is not None
    items = around.conversation(summary, ABOUT)["item"]
    assert items == [{"linkId": "2", "text": "哪里不舒服？", "answer": [{"valueString": "发烧，青霉素过敏"}]}]


# --- on the server ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def overlay(tmp_path_factory: pytest.TempPathFactory) -> Overlay:
    return overlay_of(write_hospital(tmp_path_factory.mktemp("small") / "hospital"), MONDAY)


@pytest.fixture
def address(fhir_base: str, overlay: Overlay) -> Address:
    address = address_of_its_own(fhir_base)
    load(address, overlay, MONDAY, days=0)
    return address


def pointed(client: Client, record_id: str) -> list[dict[str, Any]]:
    there = pointed_to(client.read("Composition", record_id))
    return [client.read(*one.split("/")) for one in there]


def test_the_record_points_to_what_was_told_and_withdraws_what_is_told_no_more(
    address: Address, overlay: Overlay
) -> None:
    records, client = fhir(address, overlay, lambda: NINE, read=True).records, Client(address)
    number = records.create(visit(), key="k1")
    before = pointed(client, number)
    assert len(before) == 7 and all(one["meta"]["versionId"] == "1" for one in before)
    records.amend(number, visit(SAID[1:], version=2))
    after = {one["id"] for one in pointed(client, number)}
    (gone,) = [one for one in before if one["id"] not in after]
    withdrawn = client.read("AllergyIntolerance", gone["id"])
    assert withdrawn["code"]["text"] == "青霉素" and "clinicalStatus" not in withdrawn
    assert withdrawn["verificationStatus"]["coding"][0]["code"] == "entered-in-error"
    kept = [client.read(one["resourceType"], one["id"]) for one in before if one["id"] in after]
    assert all(one["meta"]["versionId"] == "1" for one in kept), "what did not change is not written again"


class Counted(httpx.HTTPTransport):
    """How many requests went out since it was last looked at."""

    def __init__(self) -> None:
        super().__init__()
        self._since: list[str] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self._since.append(request.method)
        return super().handle_request(request)

    def taken(self) -> int:
        since, self._since = self._since, []
        return len(since)


def test_a_record_is_two_requests_and_a_change_of_it_three(address: Address, overlay: Overlay) -> None:
    line = Counted()
    records = fhir(address, overlay, lambda: NINE, line).records
    number = records.create(visit(), key="k1")
    assert line.taken() == 2
    assert records.create(visit(), key="k1") == number
    assert line.taken() == 1, "it is there"
    records.amend(number, visit(SAID[3:], version=2))
    assert line.taken() == 3


def test_what_a_doctor_confirmed_there_stays_confirmed(address: Address, overlay: Overlay) -> None:
    records, client = fhir(address, overlay, lambda: NINE, read=True).records, Client(address)
    number = records.create(visit(), key="k1")
    (allergy,) = [one for one in pointed(client, number) if one.get("type") == "allergy"]
    allergy["verificationStatus"]["coding"][0]["code"] = "confirmed"
    client.update(allergy)
    records.amend(number, visit(SAID[1:], version=2))
    records.sign(number, visit(version=3, state=SummaryState.SIGNED, signed_by="Dr Ma"))
    there = client.read("AllergyIntolerance", allergy["id"])
    assert there["verificationStatus"]["coding"][0]["code"] == "confirmed"


def test_the_hand_over_is_a_task_that_a_signature_ends(address: Address, overlay: Overlay) -> None:
    records, client = fhir(address, overlay, lambda: NINE, read=True).records, Client(address)
    number = records.create(visit(), key="k1")
    about = About({}, "", NINE, f"{address.ours}:reception{number}")
    task = around.task(visit(), "", about)["id"]
    assert client.read("Task", task)["status"] == "requested"
    records.sign(number, visit(version=2, state=SummaryState.SIGNED, signed_by="Dr Ma"))
    assert client.read("Task", task)["status"] == "completed"
    provenance = client.read("Provenance", around.provenance([], visit(), about)["id"])
    assert provenance["agent"][-1]["who"] == {"display": "Dr Ma"}


def test_a_server_is_sent_no_kind_that_the_address_leaves_out(address: Address, overlay: Overlay) -> None:
    bare = address.model_copy(update={"without": "Task,AuditEvent,Condition"})
    number = fhir(bare, overlay, lambda: NINE, read=True).records.create(visit(), key="k2")
    client = Client(address)
    assert {one["resourceType"] for one in pointed(client, number)} == {
        "AllergyIntolerance",
        "MedicationStatement",
        "Observation",
    }


def test_of_a_guest_nothing_is_anybodys(address: Address, overlay: Overlay) -> None:
    guest = visit()
    guest = guest.model_copy(update={"record": guest.record.model_copy(update={"patient_id": "GUEST-1"})})
    records = fhir(address, overlay, lambda: NINE, read=True).records
    assert pointed(Client(address), records.create(guest, key="k3")) == []
