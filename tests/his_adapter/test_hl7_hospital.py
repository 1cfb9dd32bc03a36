"""Records sent as HL7 v2 to a listener that others wrote; what it understood stands in its FHIR bundles."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from frontdesk.his_adapter.fhir.hospital import fhir
from frontdesk.his_adapter.hl7.address import Address, Charset
from frontdesk.his_adapter.hl7.records import Hl7Records
from frontdesk.his_adapter.hospital import Feature, Hospital
from frontdesk.his_adapter.overlay import Overlay, overlay_of
from frontdesk.his_adapter.records import SummaryState
from tests.conftest import not_tested
from tests.fhir_server import address_of_its_own
from tests.his_adapter.contract import MONDAY, NINE, RecordsContract
from tests.his_adapter.small_hospital import write_hospital
from tests.his_adapter.test_fhir_clinical import visit
from tests.hl7_bridge import Bridge, hl7_bridge, installed
from tests.node_systems import installed as node_installed
from tests.node_systems import node_system


@pytest.fixture(scope="module")
def bridge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bridge]:
    if not installed():
        not_tested("no HL7 v2 listener: scripts/systems installs one")
    with hl7_bridge(tmp_path_factory.mktemp("hl7")) as bridge:
        yield bridge


@pytest.fixture(scope="module")
def overlay(tmp_path_factory: pytest.TempPathFactory) -> Overlay:
    return overlay_of(write_hospital(tmp_path_factory.mktemp("small") / "hospital"), MONDAY)


@pytest.fixture(params=Charset)
def records(request: pytest.FixtureRequest, bridge: Bridge) -> Hl7Records:
    address = Address(host="127.0.0.1", port=bridge.port, charset=request.param, timeout=60)
    return Hl7Records(address, lambda: NINE)


@pytest.fixture
def hospital(records: Hl7Records, overlay: Overlay) -> Hospital:
    """Its other parts are a system's that is away: only records are written here."""
    return replace(fhir(address_of_its_own("http://127.0.0.1:9/fhir"), overlay, lambda: NINE), records=records)


class TestRecords(RecordsContract):
    pass


def test_what_a_listener_cannot_do_is_said(records: Hl7Records) -> None:
    assert records.supports == {Feature.CREATE, Feature.AMEND, Feature.SIGN}


def understood(folder: Path, kind: str) -> list[dict[str, Any]]:
    bundles = (json.loads(path.read_text("utf-8")) for path in sorted(folder.rglob("*.json")))
    entries = (entry["resource"] for bundle in bundles for entry in bundle.get("entry", []))
    return [one for one in entries if one["resourceType"] == kind]


def test_chinese_arrives_whole_and_times_with_their_offset(
    records: Hl7Records, bridge: Bridge, request: pytest.FixtureRequest
) -> None:
    whole = visit()
    number = f"P-{request.node.callspec.id}"
    told = whole.record.model_copy(update={"patient_id": number, "name": "欧阳|样本^&", "gender": "女"})
    records.create(whole.model_copy(update={"record": told}), key=f"whole-{number}")
    patients = understood(bridge.folder, "Patient")
    (patient,) = {
        json.dumps([one["name"], one.get("gender")], ensure_ascii=False)
        for one in patients
        if any(known["value"] == number for known in one.get("identifier", []))
    }
    assert "欧阳|样本^&" in patient and "female" in patient
    answers = json.dumps(understood(bridge.folder, "DiagnosticReport"), ensure_ascii=False)
    assert "allergy: 青霉素" in answers and "finding: 发热 38.5 °C" in answers
    assert "糖尿病" not in answers, "a relative's illness is none of the patient's"
    assert "哮喘" not in answers, "what is denied may be read as there"
    starts = [one["period"]["start"] for one in understood(bridge.folder, "Encounter") if one.get("period")]
    assert NINE.astimezone().isoformat() in [_as_here(one) for one in starts]


def _as_here(moment: str) -> str:
    return datetime.fromisoformat(moment).astimezone().isoformat()


def test_sent_again_by_another_process_it_is_one(records: Hl7Records, bridge: Bridge) -> None:
    address = records.address
    Hl7Records(address, lambda: NINE).create(visit(), key=f"again-{address.charset}")
    before = len(list(bridge.folder.rglob("*.json")))
    assert Hl7Records(address, lambda: NINE).create(visit(), key=f"again-{address.charset}")
    assert len(list(bridge.folder.rglob("*.json"))) == before


def test_a_document_that_the_listener_ignores_is_no_fault(records: Hl7Records) -> None:
    key = records.create(visit(), key="signed")
    records.sign(key, visit(version=2, state=SummaryState.SIGNED, signed_by="林和"))


def test_a_listener_that_takes_everything_once_more_on_a_kept_connection_gets_each_message_once(
    tmp_path: Path,
) -> None:
    if not node_installed():
        not_tested("node-hl7-server: scripts/systems installs it")
    with node_system("hl7_listener.mjs", tmp_path / "out") as port:
        records = Hl7Records(Address(host="127.0.0.1", port=port), lambda: NINE)
        for key in ("k1", "k2", "k3"):
            records.create(visit(), key=key)
    taken = [json.loads(line) for line in (tmp_path / "out").read_text("utf-8").splitlines()]
    kinds = Counter(one.split("|")[8] for one in dict.fromkeys(taken))
    assert kinds == {"ADT^A04^ADT_A01": 3, "MDM^T02^MDM_T02": 3, "ORU^R01^ORU_R01": 3}
    assert len(taken) == 9 + 1, "the first message once more, until its way is known"
    assert all("青霉素" in one for one in taken if "ORU" in one)
