"""GNU Health, as it is installed: the contract on SQLite, which it offers for trying."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from his_adapter.gnuhealth.hospital import gnuhealth
from his_adapter.hospital import Feature, Hospital
from his_adapter.overlay import Overlay, overlay_of
from tests.gnuhealth_server import FIRST, Server, gnuhealth_server, load
from tests.his_adapter.contract import (
    MONDAY,
    NINE,
    DirectoryContract,
    PatientsContract,
    RecordsContract,
    SchedulingContract,
)
from tests.his_adapter.small_hospital import write_hospital


@pytest.fixture(scope="module")
def overlay(tmp_path_factory: pytest.TempPathFactory) -> Overlay:
    return overlay_of(write_hospital(tmp_path_factory.mktemp("small") / "hospital"), MONDAY)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with gnuhealth_server(tmp_path_factory.mktemp("gnuhealth")) as server:
        yield server


@pytest.fixture(scope="module")
def loaded(server: Server, overlay: Overlay) -> Path:
    """The database that the copies are made of."""
    name = server.copied(FIRST)
    load(server, name, overlay, MONDAY)
    return server.folder / f"{name}.sqlite"


@pytest.fixture
def database(server: Server, loaded: Path) -> str:
    return server.copied(loaded)


@pytest.fixture
def hospital(server: Server, database: str, overlay: Overlay) -> Hospital:
    return gnuhealth(server.address(database), overlay, lambda: NINE, read=True)


class TestDirectory(DirectoryContract):
    pass


class TestPatients(PatientsContract):
    pass


class TestScheduling(SchedulingContract):
    pass


class TestRecords(RecordsContract):
    pass


def test_what_gnu_health_cannot_do_it_says(hospital: Hospital) -> None:
    assert hospital.supports == set(Feature) - {Feature.QUEUE, Feature.REFERENCES, Feature.HISTORY}
