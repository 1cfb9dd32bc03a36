"""A whole reception with another hospital's system behind it: there, and away."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, time, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine

from frontdesk.app.ledger.deliveries import undelivered
from frontdesk.app.ledger.desk import Desk, Member
from frontdesk.app.ledger.event_log import SqlEventLog
from frontdesk.app.ledger.outbox import State as Sent
from frontdesk.app.ledger.outbox import deliver_due
from frontdesk.app.ledger.records.store import OursFirst, RecordStore, hospital_behind
from frontdesk.app.ledger.target import HospitalTarget
from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.events import GuestChosen
from frontdesk.database.engine import connect
from frontdesk.database.migrate import migrate
from frontdesk.his_adapter.access import Doctor
from frontdesk.his_adapter.away import Offering
from frontdesk.his_adapter.fhir.address import Address
from frontdesk.his_adapter.fhir.client import Client
from frontdesk.his_adapter.fhir.composition import pointed_to
from frontdesk.his_adapter.fhir.hospital import fhir
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.overlay import Overlay, overlay_of
from frontdesk.his_adapter.records import Section
from frontdesk.models.facts import Language
from tests.app.reception.conftest import DEMO
from tests.app.reception.talk import Clock, Talk, kept
from tests.fhir_server import address_of_its_own, load
from tests.mllp_listener import listening, says

NOWHERE = Address(base="http://127.0.0.1:9/fhir", timeout=0.5)  # nothing listens there


@pytest.fixture(scope="module")
def overlay() -> Overlay:
    return overlay_of(DEMO, Clock().at.date())


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Engine]:
    """Without a built-in hospital in it."""
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    migrate(url)
    engine = connect(url)
    yield engine
    engine.dispose()


def outside(address: Address, overlay: Overlay, engine: Engine, clock: Clock, *, read: bool) -> Hospital:
    system = fhir(address, overlay, clock, read=read)
    records = OursFirst(RecordStore(engine, system.directory), system.records)
    return replace(system, scheduling=Offering(system.scheduling), records=records)


def joined(reception: Reception, hospital: Hospital, engine: Engine) -> Reception:
    return Reception(replace(reception.services, hospital=hospital, log=SqlEventLog(engine, hospital)))


def deliver(engine: Engine, hospital: Hospital, now: datetime) -> int:
    return deliver_due(engine, HospitalTarget(engine, hospital), now)


# --- there -----------------------------------------------------------------------------------------------------------


def test_a_reception_becomes_a_record_a_booking_and_a_signature_there(
    fhir_base: str, overlay: Overlay, ledger: Engine, reception: Reception, clock: Clock
) -> None:
    address = address_of_its_own(fhir_base)
    load(address, overlay, clock.at.date(), days=1, hours=(time(10), time(11)))
    hospital = outside(address, overlay, ledger, clock, read=True)
    there = joined(reception, hospital, ledger)
    talk = Talk(there).identifies("P1", name="白样本").to_department(open="皮肤上起红疹，痒了三天")
    assert talk.state.verified and talk.state.department_id is not None
    free = hospital.scheduling.free_slots(talk.state.department_id, clock.at)
    talk.state = there.book(talk.session_id, free[0].slot_id)
    (booked,) = hospital.scheduling.appointments("P1", clock.at)
    assert booked.slot.slot_id == free[0].slot_id and booked.state == "confirmed"
    talk.to_end(allergies="青霉素", past_history="高血压")
    talk.state = there.finish(talk.session_id)
    assert deliver(ledger, hospital, clock.at) == 1

    number = talk.state.handed_over
    assert number is not None
    record_id = hospital.records.create(kept(there).visit(number), key=talk.session_id)
    composition = Client(address).read("Composition", record_id)
    assert composition["status"] == "preliminary"
    assert any("红疹" in section["text"]["div"] for section in composition["section"])
    assert [one["code"] for one in composition["meta"]["security"]] == ["AIAST"]
    told = [Client(address).read(*one.split("/")) for one in pointed_to(composition)]
    assert {(one["resourceType"], one["code"]["text"]) for one in told} == {
        ("AllergyIntolerance", "青霉素"),
        ("Condition", "高血压"),
    }

    desk = Desk(ledger, hospital, clock, lambda: "change-1")
    doctor = Member(principal=_doctor(talk.state.department_id), name="Dr Ma")
    edited = desk.add(doctor, number, Section.NOTES, "查过皮损", version=kept(there).visit(number).version)
    desk.sign(doctor, number, version=edited.version)
    deliver(ledger, hospital, clock.at)
    assert undelivered(ledger) == []
    signed = Client(address).read("Composition", record_id)
    assert (signed["status"], signed["attester"][0]["party"]["display"]) == ("final", "Dr Ma")
    assert any("查过皮损" in section["text"]["div"] for section in signed["section"])
    labelled = {one["title"] for one in signed["section"] if "extension" in one}
    assert any("红疹" in one["text"]["div"] for one in signed["section"] if one["title"] in labelled)
    assert [one["code"] for one in signed["meta"]["security"]] == ["PROCINLINELABEL"]


def test_what_a_doctor_changed_there_is_not_written_over_but_told(
    fhir_base: str, overlay: Overlay, ledger: Engine, reception: Reception, clock: Clock
) -> None:
    address = address_of_its_own(fhir_base)
    load(address, overlay, clock.at.date(), days=0)
    hospital = outside(address, overlay, ledger, clock, read=True)
    there = joined(reception, hospital, ledger)
    talk = Talk(there).identifies("P1", name="白样本").to_end(open="皮肤上起红疹，痒了三天")
    talk.state = there.finish(talk.session_id)
    deliver(ledger, hospital, clock.at)
    number = talk.state.handed_over
    assert number is not None
    record_id = hospital.records.create(kept(there).visit(number), key=talk.session_id)
    client = Client(address)
    theirs = client.read("Composition", record_id)
    theirs["section"][0]["text"]["div"] = '<div xmlns="http://www.w3.org/1999/xhtml">湿疹</div>'
    client.update(theirs)

    doctor = Member(principal=_doctor(talk.state.department_id or ""), name="Dr Ma")
    Desk(ledger, hospital, clock, lambda: "change-1").sign(doctor, number, version=1)
    deliver(ledger, hospital, clock.at)
    (left,) = undelivered(ledger)
    assert left.last_error == "VersionConflict"
    assert "湿疹" in client.read("Composition", record_id)["section"][0]["text"]["div"]


def _doctor(department_id: str) -> Doctor:
    return Doctor(username="ma", department_id=department_id, departments=())


def test_records_go_to_a_listener_while_the_built_in_hospital_books(reception: Reception, clock: Clock) -> None:
    log = reception.services.log
    assert isinstance(log, SqlEventLog)
    engine = log._engine
    with listening(says()) as listener:
        hospital = hospital_behind(engine, clock, write=f"mllp://127.0.0.1:{listener.port}")
        talk = Talk(reception).identifies("P1001", name="林松涛").to_department(open="皮肤上起红疹，痒了三天")
        assert talk.state.department_id is not None
        free = hospital.scheduling.free_slots(talk.state.department_id, clock.at)
        talk.state = reception.book(talk.session_id, free[0].slot_id)
        talk.to_end(allergies="青霉素")
        talk.state = reception.finish(talk.session_id)
        assert deliver(engine, hospital, clock.at) == 1
        doctor = Member(principal=_doctor(talk.state.department_id), name="Dr Ma")
        assert talk.state.handed_over is not None
        Desk(engine, hospital, clock, lambda: "change-1").sign(doctor, talk.state.handed_over, version=1)
        assert deliver(engine, hospital, clock.at) == 1
    kinds = [(one.field("MSH", 9), one.field("TXA", 17)) for one in listener.messages]
    assert kinds == [
        ("ADT^A04^ADT_A01", ""),
        ("SIU^S12^SIU_S12", ""),
        ("MDM^T02^MDM_T02", "PA"),
        ("ORU^R01^ORU_R01", ""),
        ("MDM^T10^MDM_T02", "LA"),
    ]
    first, last = (one for one in listener.messages if one.field("TXA", 1))
    assert last.field("TXA", 13) == first.field("TXA", 12) != last.field("TXA", 12)
    assert any("红疹" in one[5] for one in first.all("OBX"))


# --- away ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
def test_a_reception_goes_on_while_the_system_is_away(
    overlay: Overlay, ledger: Engine, reception: Reception, clock: Clock, language: Language
) -> None:
    hospital = outside(NOWHERE, overlay, ledger, clock, read=False)
    here = joined(reception, hospital, ledger)
    talk = Talk(here, language).identifies("P1", name="白样本")
    assert any(isinstance(one.event, GuestChosen) for one in here.log.history(talk.session_id))
    assert ("the desk" if language is Language.EN else "服务台") in talk.reply
    talk.to_department(open="I have an itchy rash" if language is Language.EN else "皮肤上起红疹，痒了三天")
    assert talk.state.department_id is not None, "the folder is the directory"
    assert list(hospital.scheduling.free_slots(talk.state.department_id, clock.at)) == []
    talk.to_end()
    talk.state = here.finish(talk.session_id)
    assert talk.state.closed is not None and talk.state.closed.reason == "finished"
    assert talk.state.handed_over is not None
    assert kept(here).visit(talk.state.handed_over).summary is not None, "the doctor has it all the same"
    assert deliver(ledger, hospital, clock.at) == 0
    (waits,) = undelivered(ledger)
    assert (waits.state, waits.last_error) == (Sent.PENDING, "HospitalAway")


def test_what_waited_arrives_once_when_the_system_is_back(
    fhir_base: str, overlay: Overlay, ledger: Engine, reception: Reception, clock: Clock
) -> None:
    away = outside(NOWHERE, overlay, ledger, clock, read=False)
    here = joined(reception, away, ledger)
    talk = Talk(here).as_guest().to_end(open="皮肤上起红疹，痒了三天")
    talk.state = here.finish(talk.session_id)
    deliver(ledger, away, clock.at)
    address = address_of_its_own(fhir_base)
    load(address, overlay, clock.at.date(), days=0)
    back = outside(address, overlay, ledger, clock, read=True)
    assert deliver(ledger, back, clock.at + timedelta(minutes=1)) == 1
    assert deliver(ledger, back, clock.at + timedelta(hours=1)) == 0 and undelivered(ledger) == []
    assert talk.state.handed_over is not None
    record_id = back.records.create(kept(here).visit(talk.state.handed_over), key=talk.session_id)
    assert len(back.records.history(record_id)) == 1
