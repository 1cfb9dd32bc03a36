"""The visit that a doctor writes on the page: drafts, what is kept in the record, checks, and what is signed over."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text, update
from sqlmodel import col

from frontdesk.app.ledger.audit import entries
from frontdesk.app.ledger.records.tables import OutpatientRecordRow
from frontdesk.app.web.parts import Parts
from tests.web.conftest import Kiosk

WRITTEN = {
    "examination": "血压138/76mmHg，心律不齐",
    "diagnoses": [{"code": "I48", "words": "心房颤动"}, {"code": "", "words": "牙龈出血待查"}],
    "prescription": "华法林2.5mg 每晚一次\n停布洛芬",
    "plan": "3天后查INR",
    "follow_up": "2026-12-03",
}


@pytest.fixture
def department(kiosk: Kiosk) -> str:
    department_id = str(kiosk.recommended()["recommendation"]["department"]["department_id"])
    kiosk.post("finish")
    return department_id


@pytest.fixture
def doctor(signed_in: Callable[..., FlaskClient], department: str) -> FlaskClient:
    return signed_in("doctor", department)


@pytest.fixture
def path(doctor: FlaskClient) -> str:
    (entry,) = doctor.get("/api/worklist").json["entries"]
    return f"/api/worklist/{entry['outpatient_number']}"


def number(path: str) -> int:
    return int(path.rpartition("/")[2])


def test_what_is_written_stands_in_the_record_and_goes_to_the_hospitals_system(
    doctor: FlaskClient, path: str, parts: Parts
) -> None:
    kept = doctor.post(f"{path}/written", json=WRITTEN | {"version": 1}).json
    record = parts.records.visit(number(path)).record
    assert record.physical_examination == "血压138/76mmHg，心律不齐"
    assert record.preliminary_diagnosis == "心房颤动（I48）；牙龈出血待查"
    assert record.treatment_opinion == "华法林2.5mg 每晚一次；停布洛芬；3天后查INR；复诊：2026-12-03"
    with parts.engine.connect() as connection:
        keys = set(connection.scalars(text("select key from outbox where kind = 'visit'")))
    assert f"visit:{number(path)}:{kept['version']}" in keys
    assert doctor.get(f"{path}/written").json["written"] == WRITTEN


def test_every_version_of_what_is_written_is_kept_with_who_wrote_it(doctor: FlaskClient, path: str) -> None:
    doctor.post(f"{path}/written", json={"plan": "观察", "version": 1})
    after = doctor.post(f"{path}/written", json={"plan": "住院", "version": 2}).json
    assert [(one["statement_id"], one["before"], one["after"], one["by"]) for one in after["revisions"]] == [
        ("written", "", "观察", "Test doctor"),
        ("written", "观察", "住院", "Test doctor"),
    ]


def test_writing_the_same_again_makes_no_version(doctor: FlaskClient, path: str) -> None:
    first = doctor.post(f"{path}/written", json=WRITTEN | {"version": 1}).json
    again = doctor.post(f"{path}/written", json=WRITTEN | {"version": first["version"]}).json
    assert again["version"] == first["version"]


def test_writing_takes_a_signature_off(doctor: FlaskClient, path: str) -> None:
    signed = doctor.post(f"{path}/signature", json={"version": 1}).json
    after = doctor.post(f"{path}/written", json=WRITTEN | {"version": signed["version"]}).json
    assert (signed["signed_by"], after["signed_by"]) == ("Test doctor", None)


def test_what_was_written_on_an_older_version_is_a_conflict(doctor: FlaskClient, path: str) -> None:
    doctor.post(f"{path}/written", json=WRITTEN | {"version": 1})
    late = doctor.post(f"{path}/written", json={"plan": "other", "version": 1})
    assert (late.status_code, late.get_json(force=True)["code"]) == (409, "version_conflict")


def test_a_draft_comes_back_for_whoever_wrote_it_and_goes_when_it_is_kept(
    doctor: FlaskClient, path: str, department: str, signed_in: Callable[..., FlaskClient], parts: Parts
) -> None:
    doctor.post(f"{path}/draft", json=WRITTEN | {"plan": "half"})
    assert doctor.get(f"{path}/written").json["draft"]["plan"] == "half"
    assert doctor.get(f"{path}/written").json["written"]["plan"] == ""
    assert parts.records.visit(number(path)).record.treatment_opinion == ""
    doctor.post(f"{path}/written", json=WRITTEN | {"version": 1})
    assert doctor.get(f"{path}/written").json["draft"] is None


def test_a_draft_can_be_left(doctor: FlaskClient, path: str) -> None:
    doctor.post(f"{path}/draft", json=WRITTEN)
    assert doctor.post(f"{path}/draft/drop", json={}).json["draft"] is None


def test_nobody_but_a_doctor_of_the_department_writes_or_reads_drafts(
    doctor: FlaskClient, path: str, signed_in: Callable[..., FlaskClient], department: str
) -> None:
    other = "ent" if department != "ent" else "cardiology"
    for client in (signed_in("nurse"), signed_in("records_officer"), signed_in("doctor", other)):
        assert client.post(f"{path}/written", json=WRITTEN | {"version": 1}).status_code == 403
        assert client.post(f"{path}/draft", json=WRITTEN).status_code == 403
        assert client.get(f"{path}/written").status_code == 403
        assert client.post(f"{path}/prescription", json={"prescription": "阿司匹林"}).status_code == 403


def test_what_somebody_else_changed_in_the_record_is_what_stands(doctor: FlaskClient, path: str, parts: Parts) -> None:
    doctor.post(f"{path}/written", json=WRITTEN | {"version": 1})
    with parts.engine.begin() as connection:
        of_it = update(OutpatientRecordRow).where(col(OutpatientRecordRow.outpatient_number) == number(path))
        connection.execute(of_it.values(preliminary_diagnosis="房颤"))
    told = doctor.get(f"{path}/written").json["written"]
    assert told["diagnoses"] == [{"code": "", "words": "房颤"}]
    assert told["prescription"] == WRITTEN["prescription"]


def test_a_prescription_is_held_against_the_patients_own_medicines_and_what_was_not_read_is_said(
    signed_in: Callable[..., FlaskClient],
) -> None:
    """P1012 takes warfarin and metoprolol."""
    doctor = signed_in("doctor", "cardiology")
    told: dict[str, Any] = doctor.post(
        "/api/worklist/20124/prescription",
        json={"prescription": "布洛芬0.3g 每日两次\n华法林3mg 每晚一次\n神奇贴膏 1贴"},
    ).json
    pairs = [{one["en"] for one in caution["medicines"]} for caution in told["cautions"]]
    assert {"ibuprofen", "warfarin"} in pairs
    assert [one["name"]["en"] for one in told["already"]] == ["warfarin"]
    assert told["unread"] == ["神奇贴膏 1贴"]
    assert told["against"] > 0


def test_a_prescription_is_held_against_the_allergies_told_today(
    kiosk: Kiosk, signed_in: Callable[..., FlaskClient]
) -> None:
    department_id = str(kiosk.recommended()["recommendation"]["department"]["department_id"])
    kiosk.post("finish")
    doctor = signed_in("doctor", department_id)
    (entry,) = doctor.get("/api/worklist").json["entries"]
    path = f"/api/worklist/{entry['outpatient_number']}"
    doctor.post(f"{path}/additions", json={"section": "allergies", "text": "青霉素过敏", "version": 1})
    told = doctor.post(f"{path}/prescription", json={"prescription": "阿莫西林0.5g 每日三次"}).json
    assert [one["verdict"] for one in told["cautions"]] == ["avoid"]


def test_a_diagnosis_is_found_by_code_word_and_initials(doctor: FlaskClient) -> None:
    def codes(query: str) -> list[str]:
        found = doctor.get("/api/worklist/diagnoses", query_string={"query": query}).json["found"]
        return [one["code"] for one in found]

    assert codes("房颤")[0] == codes("atrial fib")[0] == codes("i48")[0] == codes("xfcd")[0] == "I48"
    assert codes("") == []


def test_a_sentence_marked_as_not_right_is_not_signed_over_silently(doctor: FlaskClient, path: str) -> None:
    doctor.post(f"{path}/dislikes", json={"reason": "untrue", "statement_id": "s1", "words": ""})
    assert [one["statement_id"] for one in doctor.get(path).json["marked"]] == ["s1"]
    refused = doctor.post(f"{path}/signature", json={"version": 1})
    assert (refused.status_code, refused.get_json(force=True)["code"]) == (409, "marked_not_right")
    assert doctor.post(f"{path}/signature", json={"version": 1, "despite": ["s1"]}).json["signed_by"] == "Test doctor"


def test_a_sentence_that_was_changed_since_is_marked_no_more(doctor: FlaskClient, path: str, parts: Parts) -> None:
    doctor.post(f"{path}/dislikes", json={"reason": "untrue", "statement_id": "s1", "words": ""})
    after = doctor.post(f"{path}/edits", json={"statement_id": "s1", "text": "手部皮疹", "version": 1}).json
    assert after["marked"] == []
    assert doctor.post(f"{path}/signature", json={"version": after["version"]}).status_code == 200


def test_writing_and_the_first_draft_are_in_the_trail(doctor: FlaskClient, path: str, parts: Parts) -> None:
    for plan in ("a", "ab"):
        doctor.post(f"{path}/draft", json={"plan": plan})
    doctor.post(f"{path}/written", json=WRITTEN | {"version": 1})
    mine = [one for one in entries(parts.engine) if one.about.get("records") == [number(path)] and one.act == "update"]
    assert [one.about["what"] for one in mine] == [["visit.draft"], ["visit"]]
    assert "华法林" not in str(mine)
