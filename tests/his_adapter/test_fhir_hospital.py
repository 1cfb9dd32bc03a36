from dataclasses import replace

import pytest

from frontdesk.his_adapter.checking import checked
from frontdesk.his_adapter.fhir.hospital import fhir
from frontdesk.his_adapter.hospital import Feature, Hospital
from frontdesk.his_adapter.overlay import Overlay, overlay_of
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

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def overlay(tmp_path_factory: pytest.TempPathFactory) -> Overlay:
    return overlay_of(write_hospital(tmp_path_factory.mktemp("small") / "hospital"), MONDAY)


@pytest.fixture
def hospital(fhir_base: str, overlay: Overlay) -> Hospital:
    address = address_of_its_own(fhir_base)
    load(address, overlay, MONDAY)
    return fhir(address, overlay, lambda: NINE, read=True)


class TestDirectory(DirectoryContract):
    pass


class TestPatients(PatientsContract):
    pass


class TestScheduling(SchedulingContract):
    pass


class TestRecords(RecordsContract):
    pass


def test_what_a_fhir_server_cannot_do_it_says(hospital: Hospital) -> None:
    assert hospital.supports == set(Feature) - {Feature.QUEUE, Feature.REGISTRATION}


def test_a_check_reads_a_record_back_word_by_word(hospital: Hospital) -> None:
    lines = list(checked(hospital, writes_for="P1", now=NINE))
    assert [one.text for one in lines if one.fault] == []
    texts = [one.text for one in lines]
    assert "every word survived" in texts and "one key, one record" in texts
    assert any(one.startswith("cannot: queue") for one in texts)


def test_a_check_names_what_a_department_lacks(fhir_base: str, overlay: Overlay) -> None:
    address = address_of_its_own(fhir_base)
    load(address, overlay, MONDAY, days=0)
    bare = replace(overlay, departments=overlay.departments[:1])
    lines = checked(fhir(address, bare, lambda: NINE, read=True), writes_for=None, now=NINE)
    (fault,) = [one.text for one in lines if one.fault]
    assert "general-practice" in fault and "specialty" in fault
