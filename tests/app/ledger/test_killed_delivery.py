"""`frontdesk deliver` killed at each step of a delivery and started again: the hospital has each record once."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from sqlalchemy import Engine, update

from frontdesk.app.ledger import outbox
from frontdesk.app.ledger.deliveries import status, undelivered
from frontdesk.app.ledger.outbox import OutboxRow
from frontdesk.app.ledger.records import visits
from frontdesk.app.ledger.target import VISIT
from frontdesk.database.engine import connect, writing
from frontdesk.database.migrate import migrate
from frontdesk.his_adapter.fhir.address import Address
from frontdesk.his_adapter.fhir.client import Client
from frontdesk.his_adapter.fhir.composition import pointed_to
from frontdesk.his_adapter.fhir.naming import Naming
from frontdesk.his_adapter.overlay import overlay_of
from tests.fhir_server import address_of_its_own, load
from tests.his_adapter.contract import MONDAY, NINE
from tests.his_adapter.small_hospital import write_hospital
from tests.his_adapter.test_fhir_clinical import visit
from tests.killing_line import Step, killing

pytestmark = pytest.mark.timeout(600)
KEYS = ("first", "second", "third", "fourth")  # of one patient: each goes when the one before it is marked
MARKS = (Step.COMMITTED, Step.MARKED)  # steps before which a record is marked: what was sent before is found there
FRONTDESK = Path(sys.executable).with_name("frontdesk")
ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_hospital(tmp_path_factory.mktemp("small") / "hospital")


@pytest.fixture
def address(fhir_base: str, folder: Path) -> Address:
    address = address_of_its_own(fhir_base)
    load(address, overlay_of(folder, MONDAY), MONDAY, days=0)
    return address


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Engine]:
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    migrate(url)
    engine = connect(url)
    with writing(engine) as session:
        for key in KEYS:
            what = {"outpatient_number": visits.create(session, visit(), key=key)}
            outbox.enqueue(session, key=key, kind=VISIT, payload=what, now=NINE, subject="P1")
    yield engine
    engine.dispose()


def test_a_deliverer_killed_at_each_step_neither_loses_nor_doubles(
    address: Address, folder: Path, ledger: Engine
) -> None:
    delivered = 0
    for step in Step:
        before, delivered = delivered, killed_at(step, address, folder, ledger)
        assert (delivered > before) == (step in MARKS), step
    let_the_claim_run_out(ledger)
    assert delivering(ledger, address, address.base, folder).wait(timeout=120) == 0
    assert not undelivered(ledger)
    assert_once(address)


def killed_at(step: Step, address: Address, folder: Path, ledger: Engine) -> int:
    """Starts a deliverer, which is killed there; how many records are marked after it."""
    processes: list[subprocess.Popen[bytes]] = []

    def kill() -> None:
        processes[0].kill()
        processes[0].wait()

    let_the_claim_run_out(ledger)
    with killing(address.base, step, kill) as (base, line):
        processes.append(delivering(ledger, address, base, folder))
        assert processes[0].wait(timeout=120) == -9 and line.killed, step
    return status(ledger).delivered


def delivering(ledger: Engine, address: Address, base: str, folder: Path) -> "subprocess.Popen[bytes]":
    """The real command, over that line."""
    told = address.model_dump(include={"patients", "departments", "physicians", "ours", "timeout"})
    given = {"DATABASE_URL": str(ledger.url), "HIS": f"fhir+{base}?{urlencode(told)}", "HIS_FOLDER": str(folder)}
    there = os.environ | {f"FRONTDESK_{name}": value for name, value in given.items()} | {"PYTHONPATH": str(ROOT)}
    return subprocess.Popen([FRONTDESK, "deliver"], env=there, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def let_the_claim_run_out(ledger: Engine) -> None:
    with writing(ledger) as session:
        session.execute(update(OutboxRow).values(next_try=NINE))


def assert_once(address: Address) -> None:
    """Encounters in their order, no resource of a record twice, and none written a second time."""
    client, naming = Client(address), Naming(address)
    (patient,) = client.search("Patient", {"identifier": f"{address.patients}|P1"})
    asked = {"patient": f"Patient/{patient['id']}"}
    encounters = sorted(client.search("Encounter", asked), key=lambda one: str(one["meta"]["lastUpdated"]))
    assert [one["identifier"][0]["value"] for one in encounters] == list(KEYS)
    assert len(list(client.search("AllergyIntolerance", asked))) == 2 * len(KEYS)
    for key in KEYS:
        record = client.read("Composition", naming.record(key))
        parts = [client.read(*one.split("/")) for one in pointed_to(record)]
        assert len(parts) == 7 and {one["meta"]["versionId"] for one in (record, *parts)} == {"1"}
