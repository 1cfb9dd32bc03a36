"""A whole reception with GNU Health behind it: from the booked time to the signature, and what a doctor sees of it."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import time, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine

from frontdesk.app.ledger.deliveries import undelivered
from frontdesk.app.ledger.desk import Desk, Member
from frontdesk.app.ledger.event_log import SqlEventLog
from frontdesk.app.ledger.outbox import deliver_due
from frontdesk.app.ledger.records.store import OursFirst, RecordStore
from frontdesk.app.ledger.target import HospitalTarget
from frontdesk.app.reception.reception import Reception
from frontdesk.database.engine import connect
from frontdesk.database.migrate import migrate
from frontdesk.his_adapter.access import Doctor, VerifiedPatient, narrow
from frontdesk.his_adapter.away import Offering
from frontdesk.his_adapter.gnuhealth.client import Client
from frontdesk.his_adapter.gnuhealth.evaluations import EVALUATION
from frontdesk.his_adapter.gnuhealth.hospital import gnuhealth
from frontdesk.his_adapter.gnuhealth.values import utc
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.operation import HisOperation, Verb
from frontdesk.his_adapter.overlay import Overlay, overlay_of
from frontdesk.his_adapter.records import Section
from frontdesk.models.facts import Language
from tests.app.reception.conftest import DEMO
from tests.app.reception.talk import Clock, Talk
from tests.gnuhealth_server import ADMIN, FIRST, Server, gnuhealth_server, load

pytestmark = pytest.mark.gnuhealth


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Engine]:
    """Without a built-in hospital in it."""
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    migrate(url)
    engine = connect(url)
    yield engine
    engine.dispose()


@pytest.fixture(scope="module")
def overlay() -> Overlay:
    """One physician a department: there is less to load."""
    whole = overlay_of(DEMO, Clock().at.date())
    first = {one.department_id: one for one in reversed(whole.physicians)}
    return replace(whole, physicians=tuple(first.values()))


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory, overlay: Overlay) -> Iterator[tuple[Server, str]]:
    with gnuhealth_server(tmp_path_factory.mktemp("gnuhealth")) as server:
        database = server.copied(FIRST)
        load(server, database, overlay, Clock().at.date(), days=1, hours=(time(10), time(10, 30)))
        yield server, database


@pytest.fixture
def there(loaded: tuple[Server, str], overlay: Overlay, ledger: Engine, clock: Clock) -> tuple[Hospital, Client]:
    """GNU Health as the application uses it, and as its own people do."""
    server, database = loaded
    system = gnuhealth(server.address(database), overlay, clock, read=True)
    records = OursFirst(RecordStore(ledger, system.directory), system.records)
    hospital = replace(system, scheduling=Offering(system.scheduling), records=records)
    return hospital, Client(server.address(database, user=ADMIN))


def test_a_reception_becomes_a_booking_an_evaluation_and_a_signature_there(
    there: tuple[Hospital, Client], ledger: Engine, reception: Reception, clock: Clock
) -> None:
    hospital, admin = there
    here = Reception(replace(reception.services, hospital=hospital, log=SqlEventLog(ledger, hospital)))
    talk = Talk(here).identifies("P1", name="白样本").to_department(open="皮肤上起红疹，痒了三天")
    assert talk.state.verified and talk.state.department_id is not None
    free = hospital.scheduling.free_slots(talk.state.department_id, clock.at)
    talk.state = here.book(talk.session_id, free[0].slot_id)
    (booked,) = hospital.scheduling.appointments("P1", clock.at)
    assert booked.slot.slot_id == free[0].slot_id and booked.state == "confirmed"
    talk.to_end(allergies="青霉素", past_history="高血压")
    talk.state = here.finish(talk.session_id)
    assert deliver_due(ledger, HospitalTarget(ledger, hospital), clock.at) == 1

    number, fields = talk.state.handed_over, ["state", "chief_complaint", "notes", "appointment", "signed_by"]
    assert number is not None
    (row,) = admin.search(EVALUATION, [("patient.party.ref", "=", "P1")], fields)
    assert "红疹" in row["chief_complaint"] and "青霉素" in row["notes"] and "高血压" in row["notes"]
    assert (row["state"], row["appointment"]) == ("in_progress", int(free[0].slot_id))

    desk = Desk(ledger, hospital, clock, lambda: "change-1")
    department = next(one for one in hospital.directory.departments() if one.department_id == talk.state.department_id)
    (physician,) = hospital.directory.physicians(department.department_id)[:1]
    doctor = Member(
        principal=Doctor(
            username="d", department_id=department.department_id, departments=tuple(department.name.values())
        ),
        name=physician.name[Language.ZH],
    )
    edited = desk.add(doctor, number, Section.NOTES, "查过皮损", version=1)
    desk.sign(doctor, number, version=edited.version)
    deliver_due(ledger, HospitalTarget(ledger, hospital), clock.at)
    assert undelivered(ledger) == []
    (row,) = admin.search(EVALUATION, [("patient.party.ref", "=", "P1")], [*fields, "signed_by.code"])
    assert (row["state"], row["signed_by."]["code"]) == ("done", physician.physician_id)
    assert "查过皮损" in row["notes"]


def test_a_doctor_and_the_patient_read_what_gnu_health_keeps(
    there: tuple[Hospital, Client], ledger: Engine, clock: Clock
) -> None:
    hospital, admin = there
    department = hospital.directory.departments()[0]
    (specialty,) = admin.search("gnuhealth.specialty", [("code", "=", department.department_id)], ["code"])
    (person,) = admin.search("gnuhealth.patient", [("party.ref", "=", "P2")], ["party"])
    (professional,) = admin.search("gnuhealth.healthprofessional", [], ["code"], limit=1)
    of = {"patient": person["id"], "healthprof": professional["id"]}
    seen = {"evaluation_start": utc(clock.at - timedelta(days=30)), "chief_complaint": "咳嗽", "temperature": 38.2}
    found = {"info_diagnosis": "支气管炎", "specialty": specialty["id"], "state": "done"}
    admin.create(EVALUATION, {**of, **seen, **found})
    illness = admin.create("gnuhealth.pathology", {"name": "青霉素过敏", "code": "Z88.0"})
    admin.create("gnuhealth.patient.disease", {**of, "pathology": illness, "is_allergy": True})

    own = Doctor(username="d", department_id=department.department_id, departments=tuple(department.name.values()))
    desk, member = Desk(ledger, hospital, clock, lambda: "1"), Member(principal=own, name="Dr Ma")
    history = desk.clinical_history(member, "P2")
    assert history is not None
    assert [one.words for one in history.entries] == ["青霉素过敏", "支气管炎", "temperature"]
    for principal in (own, VerifiedPatient(patient_id="P2")):
        wanted = HisOperation(operation=Verb.SELECT, condition={"patient_id": "P2"})
        (record,) = hospital.records.find(narrow(principal, wanted), limit=5)
        assert (record.chief_complaint, record.preliminary_diagnosis) == ("咳嗽", "支气管炎")
