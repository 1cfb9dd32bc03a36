"""FHIR as Medplum's router has it, which checks what is written against the standard's definitions and invariants.

It takes back nothing of a transaction that failed half-way, has no links in what it finds, and versions that are no
numbers.
"""

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from frontdesk.his_adapter.checking import checked
from frontdesk.his_adapter.errors import HospitalAway
from frontdesk.his_adapter.fhir.address import Address
from frontdesk.his_adapter.fhir.answers import RefusedByServer
from frontdesk.his_adapter.fhir.client import Client
from frontdesk.his_adapter.fhir.hospital import fhir
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.overlay import Overlay, overlay_of
from frontdesk.his_adapter.records import Level, SummaryState, Visit
from tests.conftest import not_tested
from tests.fhir_server import address_of_its_own, load
from tests.his_adapter.contract import (
    MONDAY,
    NINE,
    DirectoryContract,
    PatientsContract,
    RecordsContract,
    SchedulingContract,
)
from tests.his_adapter.small_hospital import write_hospital
from tests.his_adapter.test_fhir_clinical import SAID, VALUES, visit
from tests.node_systems import installed, node_system

WRITTEN = 14  # things of a record that is urgent
KINDS = (
    *("AllergyIntolerance", "AuditEvent", "Composition", "Condition", "Encounter", "Flag", "MedicationStatement"),
    *("Observation", "Provenance", "QuestionnaireResponse", "Task"),
)


@pytest.fixture(scope="module")
def medplum(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not installed():
        not_tested("Medplum's router: scripts/systems installs it")
    with node_system("medplum.mjs", tmp_path_factory.mktemp("medplum") / "out") as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def overlay(tmp_path_factory: pytest.TempPathFactory) -> Overlay:
    return overlay_of(write_hospital(tmp_path_factory.mktemp("small") / "hospital"), MONDAY)


@pytest.fixture
def address(medplum: str, overlay: Overlay) -> Address:
    httpx.post(f"{medplum}/forget")
    address = address_of_its_own(f"{medplum}/fhir").model_copy(update={"without": "conditional"})
    load(address, overlay, MONDAY)
    return address


@pytest.fixture
def hospital(address: Address, overlay: Overlay) -> Hospital:
    return fhir(address, overlay, lambda: NINE, read=True)


class TestDirectory(DirectoryContract):
    pass


class TestPatients(PatientsContract):
    pass


class TestScheduling(SchedulingContract):
    pass


class TestRecords(RecordsContract):
    pass


class AnswersLost(httpx.HTTPTransport):
    """Appointments are made, and the answers to it never come."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = super().handle_request(request)
        if request.method == "POST" and request.url.path.endswith("/Appointment"):
            answer.close()
            raise httpx.ReadError("broken off")
        return answer


def test_a_booking_whose_answer_was_lost_is_found_and_keeps_its_slot(address: Address, overlay: Overlay) -> None:
    hospital = fhir(address, overlay, lambda: NINE, AnswersLost(), read=True)
    slot = hospital.scheduling.free_slots("cardiology", NINE)[0]
    held = hospital.scheduling.hold(slot.slot_id, "P1", key="a")
    assert held.slot.slot_id == slot.slot_id
    assert slot.slot_id not in {one.slot_id for one in hospital.scheduling.free_slots("cardiology", NINE)}


def urgent(**more: Any) -> Visit:
    one = visit(**more)
    assert one.summary is not None
    return one.model_copy(update={"summary": one.summary.model_copy(update={"level": Level.C})})


def there(address: Address, kind: str) -> list[dict[str, Any]]:
    return list(Client(address).search(kind, {}))


def withdrawn(one: dict[str, Any]) -> bool:
    return "entered-in-error" in str(one["verificationStatus"])


def failing(medplum: str, place: int, does: Callable[[], Any]) -> None:
    httpx.post(f"{medplum}/fail-after/{place}")
    with pytest.raises(HospitalAway):
        does()


def test_a_check_reads_a_record_back_word_by_word(hospital: Hospital) -> None:
    assert [one.text for one in checked(hospital, writes_for="P1", now=NINE) if one.fault] == []


def test_what_breaks_the_standard_is_refused_there(address: Address) -> None:
    with pytest.raises(RefusedByServer):
        Client(address).create({"resourceType": "Observation", "status": "final"})


def test_a_signed_record_of_everything_is_valid(address: Address, hospital: Hospital) -> None:
    number = hospital.records.create(urgent(values=VALUES), key="k1")
    hospital.records.amend(number, urgent(statements=SAID[1:], version=2))
    hospital.records.amend(number, urgent(version=3, state=SummaryState.SIGNED, signed_by="Dr Ma"))
    assert all(there(address, kind) for kind in KINDS)


@pytest.mark.parametrize("place", range(WRITTEN))
def test_a_record_done_in_part_is_whole_when_it_is_sent_again(
    place: int, medplum: str, address: Address, hospital: Hospital
) -> None:
    failing(medplum, place, lambda: hospital.records.create(urgent(), key="k1"))
    hospital.records.create(urgent(), key="k1")
    assert sum(len(there(address, kind)) for kind in KINDS) == WRITTEN


@pytest.mark.parametrize("place", range(6))
def test_a_change_done_in_part_is_whole_when_it_is_sent_again(
    place: int, medplum: str, address: Address, hospital: Hospital
) -> None:
    number = hospital.records.create(urgent(statements=SAID[1:]), key="k1")
    changed = urgent(statements=(SAID[0], *SAID[2:]), version=2)
    failing(medplum, place, lambda: hospital.records.amend(number, changed))
    hospital.records.amend(number, changed)
    told = [(one["code"]["text"], withdrawn(one)) for one in there(address, "AllergyIntolerance")]
    assert sorted(told) == [("布洛芬", True), ("青霉素", False)]
    (composition,) = there(address, "Composition")
    assert "青霉素" in str(composition) and "布洛芬" not in str(composition)
