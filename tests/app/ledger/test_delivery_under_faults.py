"""Records on a line that breaks again and again: each arrives, and none twice.

FRONTDESK_TEST_RECORDS says how many; `make test-systems` sends a thousand, with a fault every second.
"""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from time import sleep
from urllib.parse import urlsplit

import pytest
from sqlalchemy import Engine

from app.ledger import outbox
from app.ledger.deliveries import undelivered
from app.ledger.records import visits
from app.ledger.target import VISIT, HospitalTarget
from database.engine import connect, writing
from database.migrate import migrate
from his_adapter.fhir.address import Address
from his_adapter.fhir.client import Client
from his_adapter.fhir.composition import pointed_to
from his_adapter.fhir.hospital import fhir
from his_adapter.fhir.naming import Naming
from his_adapter.gnuhealth.client import Client as GnuHealthClient
from his_adapter.gnuhealth.evaluations import EVALUATION
from his_adapter.gnuhealth.hospital import gnuhealth
from his_adapter.hl7.address import Address as Listener
from his_adapter.hl7.records import Hl7Records
from his_adapter.hospital import Hospital
from his_adapter.overlay import Overlay, overlay_of
from his_adapter.records import Visit
from tests.conftest import not_tested
from tests.faulty_line import faulty
from tests.fhir_server import address_of_its_own, load
from tests.gnuhealth_server import FIRST, gnuhealth_server
from tests.gnuhealth_server import load as load_gnuhealth
from tests.his_adapter.contract import MONDAY, NINE
from tests.his_adapter.small_hospital import write_hospital
from tests.his_adapter.test_fhir_clinical import visit
from tests.hl7_bridge import hl7_bridge, installed

RECORDS = int(os.environ.get("FRONTDESK_TEST_RECORDS", "12"))
PATIENTS = tuple(f"P{number}" for number in range(1, 1 + min(20, RECORDS // 3)))
EVERY = 1.0 if RECORDS >= 1000 else 0.05  # seconds from fault to fault
pytestmark = pytest.mark.timeout(1800)


@pytest.fixture(scope="module")
def overlay(tmp_path_factory: pytest.TempPathFactory) -> Overlay:
    return overlay_of(write_hospital(tmp_path_factory.mktemp("small") / "hospital"), MONDAY)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Engine]:
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    migrate(url)
    engine = connect(url)
    for number in range(RECORDS):
        with writing(engine) as session:
            one = _visit(number)
            made = visits.create(session, one, key=_key(number))
            what, subject = {"outpatient_number": made}, one.record.patient_id
            outbox.enqueue(session, key=_key(number), kind=VISIT, payload=what, now=NINE, subject=subject)
    yield engine
    engine.dispose()


def _visit(number: int) -> Visit:
    """Round the patients."""
    one = visit()
    return one.model_copy(
        update={"record": one.record.model_copy(update={"patient_id": PATIENTS[number % len(PATIENTS)]})}
    )


def _key(number: int) -> str:
    return f"session-{number}"


def deliver(engine: Engine, hospital: Hospital) -> datetime:
    """Until nothing waits, however often it takes; the time when that was."""
    target, now = HospitalTarget(engine, hospital), NINE
    for _ in range(outbox.ATTEMPTS):
        outbox.deliver_due(engine, target, now, limit=2 * RECORDS, at_once=outbox.AT_ONCE)
        if not undelivered(engine):
            return now
        now += outbox.LONGEST_PAUSE + timedelta(minutes=1)
        sleep(0.2)  # back ends reckon with the clock of this machine how long to leave a system alone
    raise AssertionError(undelivered(engine))


def test_fhir_has_every_record_once_and_each_patients_in_order(
    fhir_base: str, overlay: Overlay, ledger: Engine
) -> None:
    address = address_of_its_own(fhir_base)
    load(address, overlay, MONDAY, days=0, patients=PATIENTS)
    with faulty(urlsplit(address.base).port or 0, every=EVERY) as line:
        broken = f"http://127.0.0.1:{line.port}/fhir"
        deliver(ledger, fhir(address.model_copy(update={"base": broken}), overlay, lambda: NINE))
    assert sum(line.done.values()), line.done
    client = Client(address)
    for place, patient in enumerate(PATIENTS):
        records = [_key(number) for number in range(place, RECORDS, len(PATIENTS))]
        assert _there(client, address, patient) == (records, 2 * len(records))
    for number in range(RECORDS):
        assert len(pointed_to(client.read("Composition", Naming(address).record(_key(number))))) == 7


def _there(client: Client, address: Address, number: str) -> tuple[list[str], int]:
    """Keys of the patient's encounters as they came, and how many allergies there are, two of each record."""
    (patient,) = client.search("Patient", {"identifier": f"{address.patients}|{number}"})
    asked = {"patient": f"Patient/{patient['id']}"}
    encounters = sorted(client.search("Encounter", asked), key=lambda one: str(one["meta"]["lastUpdated"]))
    return [one["identifier"][0]["value"] for one in encounters], len(list(client.search("AllergyIntolerance", asked)))


@pytest.mark.gnuhealth
def test_gnu_health_has_every_record_once(overlay: Overlay, ledger: Engine, tmp_path: Path) -> None:
    with gnuhealth_server(tmp_path) as server:
        address = server.address(server.copied(FIRST))
        load_gnuhealth(server, address.base.split("/")[-2], overlay, MONDAY, days=0)
        with faulty(server.port, every=EVERY) as line:
            broken = address.base.replace(f":{server.port}/", f":{line.port}/")
            deliver(ledger, gnuhealth(address.model_copy(update={"base": broken}), overlay, lambda: NINE))
        there = GnuHealthClient(address).pages(EVALUATION, [], ["information_source"], most=2 * RECORDS + 500)
        sources = Counter(row["information_source"] for row in there)
    assert sum(line.done.values()), line.done
    assert sources == Counter({f"frontdesk {_key(number)}": 1 for number in range(RECORDS)})


def test_a_listener_has_every_message_once(overlay: Overlay, ledger: Engine, tmp_path: Path) -> None:
    if not installed():
        not_tested("no HL7 v2 listener: scripts/systems installs one")
    away = fhir(address_of_its_own("http://127.0.0.1:9/fhir"), overlay, lambda: NINE)
    with hl7_bridge(tmp_path) as bridge, faulty(bridge.port, every=min(EVERY, 0.25)) as line:
        records = Hl7Records(Listener(host="127.0.0.1", port=line.port, timeout=30), lambda: NINE)
        deliver(ledger, replace(away, records=records))
        # FRONTDESK_RECEPTION_<control id>-<hashes>.json; documents the bridge takes and ignores
        taken = Counter(path.name.split("-")[0] for path in bridge.folder.glob("*.json"))
    assert sum(line.done.values()), line.done
    assert len(taken) == 2 * RECORDS and set(taken.values()) == {1}
