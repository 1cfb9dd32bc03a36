"""Records on a line that breaks again and again: each arrives, and none twice.

FRONTDESK_TEST_RECORDS says how many; `make test-systems` sends a thousand, with a fault every second.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain, count, cycle
from pathlib import Path
from time import sleep
from urllib.parse import urlsplit

import pytest
from sqlalchemy import Engine

from frontdesk.app.ledger import outbox
from frontdesk.app.ledger.deliveries import undelivered
from frontdesk.app.ledger.desk import Desk, Member
from frontdesk.app.ledger.records import visits
from frontdesk.app.ledger.target import VISIT, HospitalTarget
from frontdesk.database.engine import connect, reading, writing
from frontdesk.database.migrate import migrate
from frontdesk.his_adapter.access import Doctor
from frontdesk.his_adapter.fhir.address import Address
from frontdesk.his_adapter.fhir.client import Client
from frontdesk.his_adapter.fhir.composition import pointed_to
from frontdesk.his_adapter.fhir.hospital import fhir
from frontdesk.his_adapter.fhir.naming import Naming
from frontdesk.his_adapter.gnuhealth.client import Client as GnuHealthClient
from frontdesk.his_adapter.gnuhealth.evaluations import EVALUATION
from frontdesk.his_adapter.gnuhealth.hospital import gnuhealth
from frontdesk.his_adapter.hl7.address import Address as Listener
from frontdesk.his_adapter.hl7.message import Message, component
from frontdesk.his_adapter.hl7.records import Hl7Records
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.overlay import Overlay, overlay_of
from frontdesk.his_adapter.records import Section, Visit
from tests.conftest import not_tested
from tests.faulty_line import faulty
from tests.fhir_server import address_of_its_own, load
from tests.gnuhealth_server import FIRST, gnuhealth_server
from tests.gnuhealth_server import load as load_gnuhealth
from tests.his_adapter.contract import MONDAY, NINE
from tests.his_adapter.small_hospital import write_hospital
from tests.his_adapter.test_fhir_clinical import visit
from tests.hl7_bridge import hl7_bridge, installed
from tests.mllp_listener import Line, answer, listening, says
from tests.mllp_listener import Listener as MllpListener

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
    one, told = visit(), {"patient_id": PATIENTS[number % len(PATIENTS)], "chief_complaint": f"发热 {number}"}
    return one.model_copy(update={"record": one.record.model_copy(update=told)})


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
        with faulty(server.port, every=max(EVERY, 0.3)) as line:  # a record is several calls, of 50 ms and more
            broken = address.base.replace(f":{server.port}/", f":{line.port}/")
            deliver(ledger, gnuhealth(address.model_copy(update={"base": broken}), overlay, lambda: NINE))
        there = GnuHealthClient(address).pages(EVALUATION, [], ["information_source"], most=2 * RECORDS + 500)
        sources = Counter(row["information_source"] for row in there)
    assert sum(line.done.values()), line.done
    assert sources == Counter({f"frontdesk {_key(number)}": 1 for number in range(RECORDS)})


class Awkward:
    """A listener that does every fourth message wrong, of many fewer; it knows one again by its control id."""

    FAULTS = ("hangs up", "loses", "halves", "AE", "AR", "is silent")

    def __init__(self) -> None:
        self.taken: dict[str, Message] = {}
        self.sent: dict[str, Message] = {}
        self.tries: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        well = max(3, RECORDS // 12) * ["AA"]
        self._faults = cycle([*chain.from_iterable((fault, *well) for fault in self.FAULTS)])
        self.listener: MllpListener | None = None

    def does(self, line: Line, control_id: str) -> bool | None:
        assert self.listener is not None
        fault = next(self._faults)
        self.sent.setdefault(control_id, self.listener.messages[-1])
        self.tries[control_id] += 1
        self.done[fault] += 1
        if fault in ("hangs up", "AE", "AR"):
            return False if fault == "hangs up" else says(fault)(line, control_id)
        self.taken.setdefault(control_id, self.listener.messages[-1])
        match fault:
            case "AA":
                return says()(line, control_id)
            case "halves":
                whole = answer(control_id)
                line.sendall(whole[: len(whole) // 2])
        return None if fault == "is silent" else False


@pytest.mark.parametrize("by_itself", [True, False], ids=["each by itself", "one while those before it wait"])
def test_a_listener_has_each_patients_records_changes_and_signatures_in_order(
    overlay: Overlay, ledger: Engine, by_itself: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "REFUSALS", outbox.ATTEMPTS)  # AR comes here by chance, and nothing is to be given up
    awkward = Awkward()
    away = fhir(Address(base="http://127.0.0.1:9/fhir"), overlay, lambda: NINE)
    with listening(awkward.does) as listener:
        awkward.listener = listener
        records = Hl7Records(Listener(host="127.0.0.1", port=listener.port, timeout=0.2), lambda: NINE)
        hospital = replace(away, records=records)
        target = HospitalTarget(ledger, hospital)
        changed(
            ledger,
            hospital,
            between=lambda: (
                deliver(ledger, hospital) if by_itself else outbox.deliver_due(ledger, target, NINE, limit=RECORDS // 2)
            ),
        )
        deliver(ledger, hospital)
    assert set(awkward.done) == {*Awkward.FAULTS, "AA"} and max(awkward.tries.values()) > 1
    lost = awkward.sent.keys() - awkward.taken.keys()  # sent again, all others were the same message
    assert {what(awkward.sent[one]) for one in lost} <= (set() if by_itself else {CHANGED})
    taken = list(awkward.taken.values())
    numbers = {visit_of(one): int(one.all("OBX")[0][5].split()[-1]) for one in taken if what(one) == "MDM^T02"}
    for place, patient in enumerate(PATIENTS):
        came = [(what(one), numbers[visit_of(one)]) for one in taken if component(one.field("PID", 3), 1) == patient]
        assert came == sorted(came, key=lambda one: (STAGES[one[0]][0], one[1], STAGES[one[0]][1]))
        wanted = [(kind, number) for number in range(place, RECORDS, len(PATIENTS)) for kind in STAGES]
        left_out = set(wanted) - set(came)
        assert not set(came) - set(wanted) and {kind for kind, _ in left_out} <= (set() if by_itself else {CHANGED})
    signatures = [one.all("OBX")[-1][5] for one in taken if what(one) == SIGNED]
    assert signatures == ["查过"] * RECORDS


CHANGED, SIGNED = "MDM^T10 PA", "MDM^T10 LA"
# Of which of the record's three versions a message is, and its place in that. A change that was made before the one
# before it got through is told with the next.
STAGES = {"ADT^A04": (1, 1), "MDM^T02": (1, 2), "ORU^R01": (1, 3), CHANGED: (2, 1), SIGNED: (3, 1)}


def what(message: Message) -> str:
    kind = "^".join(message.field("MSH", 9).split("^")[:2])
    return f"{kind} {message.field('TXA', 17)}" if kind == "MDM^T10" else kind


def visit_of(message: Message) -> str:
    return component(message.field("PV1", 19), 1)


def changed(ledger: Engine, hospital: Hospital, between: Callable[[], object]) -> None:
    """Every record is added to, then signed, by its doctor."""
    numbers = count()
    desk = Desk(ledger, hospital, lambda: NINE, lambda: f"change-{next(numbers)}")
    doctor = Member(principal=Doctor(username="ma", department_id="cardiology", departments=()), name="Dr Ma")
    with reading(ledger) as session:
        waiting = [one.record.outpatient_number or 0 for one in visits.of_day(session, "cardiology", MONDAY)]
    assert len(waiting) == RECORDS
    between()
    for number in waiting:
        desk.add(doctor, number, Section.NOTES, "查过", version=1)
    between()
    for number in waiting:
        desk.sign(doctor, number, version=2)


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
