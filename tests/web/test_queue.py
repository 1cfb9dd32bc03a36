"""The queue of a department: who waits, is called, is in the room, is done, and who is next."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from flask.testing import FlaskClient
from sqlalchemy import insert, select, text

from frontdesk.app.ledger.audit import entries
from frontdesk.app.ledger.digests import SUMMARIES
from frontdesk.app.web.parts import Parts
from tests.web.conftest import Clock, Kiosk


@pytest.fixture
def department(kiosk: Kiosk) -> str:
    department_id = str(kiosk.recommended()["recommendation"]["department"]["department_id"])
    kiosk.post("finish")
    return department_id


@pytest.fixture
def doctor(signed_in: Callable[..., FlaskClient], department: str) -> FlaskClient:
    return signed_in("doctor", department)


def places(doctor: FlaskClient) -> list[str]:
    return [entry["place"] for entry in doctor.get("/api/worklist").json["entries"]]


def test_somebody_waits_is_called_comes_in_and_is_done(doctor: FlaskClient, clock: Clock) -> None:
    (entry,) = doctor.get("/api/worklist").json["entries"]
    assert (entry["place"], entry["since"]) == ("waiting", entry["time"])
    clock.pass_by(timedelta(minutes=4))
    called = doctor.post("/api/worklist/next", json={}).json["entry"]
    assert (called["outpatient_number"], called["place"]) == (entry["outpatient_number"], "called")
    assert called["since"] > entry["since"]
    assert called["called_by"] == "Test doctor"
    for place in ("in_room", "done"):
        doctor.post(f"/api/worklist/{entry['outpatient_number']}/queue", json={"place": place})
        assert places(doctor) == [place]


def test_nobody_is_called_twice_and_nobody_is_next_when_all_are_called(doctor: FlaskClient) -> None:
    assert doctor.post("/api/worklist/next", json={}).json["entry"]
    assert doctor.post("/api/worklist/next", json={}).json["entry"] is None


def test_who_did_not_come_waits_again_and_is_called_again(doctor: FlaskClient) -> None:
    number = doctor.post("/api/worklist/next", json={}).json["entry"]["outpatient_number"]
    doctor.post(f"/api/worklist/{number}/queue", json={"place": "waiting"})
    assert doctor.post("/api/worklist/next", json={}).json["entry"]["outpatient_number"] == number


def test_a_signed_visit_is_done(doctor: FlaskClient) -> None:
    (entry,) = doctor.get("/api/worklist").json["entries"]
    doctor.post(f"/api/worklist/{entry['outpatient_number']}/signature", json={"version": 1})
    assert places(doctor) == ["done"]
    assert doctor.post("/api/worklist/next", json={}).json["entry"] is None


COPIED = """patient_id, name, gender, age, department, visit_date, chief_complaint, present_illness_history,
past_history, drug_allergy_history, physical_examination, auxiliary_examination, preliminary_diagnosis,
treatment_opinion, notes, physician_signature, department_id, day, language, state, version"""


def test_the_most_urgent_goes_first(doctor: FlaskClient, parts: Parts) -> None:
    """A copy of the visit, handed over later, with a level."""
    (first,) = doctor.get("/api/worklist").json["entries"]
    number = {"n": first["outpatient_number"]}
    record = f"insert into outpatient_record ({COPIED}) select {COPIED} from outpatient_record"
    with parts.engine.begin() as connection:
        connection.execute(text(f"{record} where outpatient_number = :n"), number)
        later = connection.scalar(text("select max(outpatient_number) from outpatient_record"))
        body = connection.scalar(select(SUMMARIES.c.body).where(SUMMARIES.c.outpatient_number == number["n"]))
        copied = {"outpatient_number": later, "body": body | {"level": "B"}}
        connection.execute(insert(SUMMARIES), copied)
    listed = doctor.get("/api/worklist").json["entries"]
    assert [one["outpatient_number"] for one in listed] == [later, first["outpatient_number"]]
    assert doctor.post("/api/worklist/next", json={}).json["entry"]["outpatient_number"] == later


def test_next_for_one_doctor_leaves_the_others_patients(doctor: FlaskClient) -> None:
    assert doctor.post("/api/worklist/next", json={"physicians": ["D999"]}).json["entry"] is None
    assert doctor.post("/api/worklist/next", json={"physicians": [""]}).json["entry"]


def test_only_a_doctor_of_the_department_moves_the_queue(
    doctor: FlaskClient, department: str, signed_in: Callable[..., FlaskClient]
) -> None:
    (entry,) = doctor.get("/api/worklist").json["entries"]
    path = f"/api/worklist/{entry['outpatient_number']}/queue"
    other = "ent" if department != "ent" else "cardiology"
    assert signed_in("nurse").post(path, json={"place": "done"}).status_code == 403
    assert signed_in("doctor", other).post(path, json={"place": "done"}).status_code == 403
    assert signed_in("doctor", other).post("/api/worklist/next", json={}).json["entry"] is None


def test_every_step_is_in_the_trail(doctor: FlaskClient, parts: Parts) -> None:
    number = doctor.post("/api/worklist/next", json={}).json["entry"]["outpatient_number"]
    doctor.post(f"/api/worklist/{number}/queue", json={"place": "in_room"})
    told = [one.about["what"] for one in entries(parts.engine) if one.act == "update"]
    assert told == [["queue.called"], ["queue.in_room"]]
