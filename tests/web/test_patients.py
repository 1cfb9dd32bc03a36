"""A patient's own data over HTTP: corrected and merged by preview, taken back, told in the history and the trail."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from frontdesk.app.ledger.audit import entries, verify
from frontdesk.app.web.parts import Parts
from tests.web.conftest import Clock, Kiosk, handed_over

P1001 = {"name": "林松涛", "sex": "male", "birth_date": "1958-04-12", "phone": "10000001001"}


@pytest.fixture
def officer(signed_in: Callable[..., FlaskClient]) -> FlaskClient:
    return signed_in("records_officer")


def told(client: FlaskClient, patient_id: str) -> dict[str, Any]:
    answer = client.get(f"/api/patients/{patient_id}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json)


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.get_json(force=True)["code"]


def merged(officer: FlaskClient, old: str, kept: str, **more: Any) -> dict[str, Any]:
    plan = officer.post(f"/api/patients/{kept}/merge/preview", json={"old": old, **more}).json["plan"]
    body = {"old": old, "seen": plan["seen"], "reason": "同一人，两次建档", **more}
    answer = officer.post(f"/api/patients/{kept}/merge", json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json)


def test_a_correction_is_shown_first_and_written_when_confirmed_and_taken_back(
    officer: FlaskClient, parts: Parts
) -> None:
    new = P1001 | {"name": " 林松 涛 ", "birth_date": "1958-04-21"}
    seen = officer.post("/api/patients/P1001/preview", json=new).json
    assert [(one["field"], one["before"], one["after"]) for one in seen["changes"]] == [
        ("name", "林松涛", "林松 涛"),
        ("birth_date", "1958-04-12", "1958-04-21"),
    ]
    assert told(officer, "p1001")["patient"]["name"] == "林松涛", "nothing is written by a preview"
    made = officer.post("/api/patients/P1001", json={"data": new, "seen": P1001}).json
    view = told(officer, "P1001")
    assert (view["patient"]["name"], view["patient"]["birth_date"]) == ("林松 涛", "1958-04-21")
    (change,) = view["happened"]
    assert (change["way"], change["by"], change["undone"]) == ("form", "Test records_officer", False)
    officer.post(f"/api/patients/changes/{made['change_id']}/undo", json={})
    view = told(officer, "P1001")
    assert view["patient"]["name"] == "林松涛"
    assert [one["act"] for one in view["happened"]] == ["undo", "correct"]
    verify(parts.engine)


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("name", "  ", "empty"),
        ("name", "123", "no_letter"),
        ("birth_date", "2030-01-01", "not_born"),
        ("birth_date", "1850-01-01", "too_old"),
        ("phone", "call me", "no_phone"),
    ],
)
def test_what_cannot_be_is_named_by_field_and_not_written(
    officer: FlaskClient, field: str, value: str, why: str
) -> None:
    new = P1001 | {field: value}
    wrong = officer.post("/api/patients/P1001/preview", json=new).json["wrong"]
    assert wrong == [{"field": field, "why": why}]
    assert code(officer.post("/api/patients/P1001", json={"data": new, "seen": P1001})) == (409, "not_valid")


def test_who_corrects_on_what_is_no_longer_so_is_told_to_look_again(officer: FlaskClient) -> None:
    body = {"data": P1001 | {"phone": "13800000000"}, "seen": P1001}
    assert officer.post("/api/patients/P1001", json=body).status_code == 200
    late = {"data": P1001 | {"phone": "13900000000"}, "seen": P1001}
    assert code(officer.post("/api/patients/P1001", json=late)) == (409, "not_as_seen")


def test_a_nurse_corrects_a_telephone_alone_and_merges_nothing(
    nurse: FlaskClient, officer: FlaskClient, parts: Parts
) -> None:
    assert told(nurse, "P1001")["corrects"] == ["phone"]
    phone = {"data": P1001 | {"phone": "13800000000"}, "seen": P1001}
    made = nurse.post("/api/patients/P1001", json=phone)
    assert made.status_code == 200
    name = {"data": P1001 | {"name": "林涛", "phone": "13800000000"}, "seen": phone["data"]}
    assert code(nurse.post("/api/patients/P1001", json=name)) == (403, "not_permitted")
    assert code(nurse.post("/api/patients/P1001/merge/preview", json={"old": "P1002"})) == (403, "not_permitted")
    refused = [entry.about["what"] for entry in entries(parts.engine) if entry.act == "refused"]
    assert refused == [["patient", "name"], ["merge"]]
    assert officer.post(f"/api/patients/changes/{made.json['change_id']}/undo", json={}).status_code == 200


def test_a_doctor_sees_patients_of_the_own_department_alone(
    signed_in: Callable[..., FlaskClient], parts: Parts
) -> None:
    with parts.engine.begin() as connection:
        seen = text("select department_id from outpatient_record where patient_id = 'P1001'")
        departments = set(connection.scalars(seen))
    theirs = signed_in("doctor", departments.pop())
    assert told(theirs, "P1001")["corrects"] == []
    other = next(d for d in ("psychiatry", "dermatology", "dentistry", "ophthalmology") if d not in departments)
    assert code(signed_in("doctor", other).get("/api/patients/P1001")) == (403, "not_permitted")


def test_todays_open_record_follows_a_corrected_name(kiosk: Kiosk, parts: Parts, officer: FlaskClient) -> None:
    handed_over(kiosk, parts, "P1001")
    number = _latest(parts)
    new = P1001 | {"name": "林松波"}
    assert officer.post("/api/patients/P1001/preview", json=new).json["records"] == [number]
    officer.post("/api/patients/P1001", json={"data": new, "seen": P1001})
    story = officer.get(f"/api/records/{number}").json
    assert story["record"]["name"] == "林松波"
    ways = [(one["way"], one["act"]) for one in story["happened"]]
    assert ways[0] == ("form", "correct")
    assert ways[-1] == ("reception", "create")
    older = [row for row in officer.get("/api/records?q=P1001").json["rows"] if row["outpatient_number"] != number]
    assert {row["name"] for row in older} == {"林松涛"}, "what was written at an earlier visit stays"


def _latest(parts: Parts) -> int:
    with parts.engine.connect() as connection:
        return int(connection.scalar(text("select max(outpatient_number) from outpatient_record")) or 0)


def test_a_merge_shows_both_sides_moves_everything_and_goes_back_whole(officer: FlaskClient, parts: Parts) -> None:
    before = {
        n: [r["outpatient_number"] for r in officer.get(f"/api/records?q={n}").json["rows"]] for n in ("P1002", "P1003")
    }
    plan = officer.post("/api/patients/P1003/merge/preview", json={"old": "p1002"}).json["plan"]
    assert (plan["old"]["patient_id"], plan["kept"]["patient_id"]) == ("P1002", "P1003")
    assert [int(one["number"]) for one in plan["records"]] == before["P1002"] != []
    assert set(plan["concerns"]) == {"other_name", "other_sex", "other_birth_date"}
    assert {one["field"]: one["stands"] for one in plan["differences"]}["name"] == "周小满"
    made = merged(officer, "P1002", "P1003", stand=["phone"])
    both = officer.get("/api/records?q=P1002").json
    assert both["kept"] == "P1003"
    assert {row["patient_id"] for row in both["rows"]} == {"P1003"}
    assert {row["outpatient_number"] for row in both["rows"]} == {*before["P1002"], *before["P1003"]}
    view = told(officer, "P1002")
    assert (view["asked"], view["patient"]["patient_id"], view["former"]) == ("P1002", "P1003", ["P1002"])
    assert view["patient"]["phone"] == "10000001002", "taken from the old number"
    assert view["happened"][0]["way"] == "merge"
    assert view["happened"][0]["reason"] == "同一人，两次建档"
    verify(parts.engine)
    officer.post(f"/api/patients/changes/{made['change_id']}/undo", json={})
    after = {n: [r["outpatient_number"] for r in officer.get(f"/api/records?q={n}").json["rows"]] for n in before}
    assert after == before
    view = told(officer, "P1003")
    assert view["patient"]["phone"] == "10000001003"
    assert [(one["act"], one["undone"]) for one in view["happened"]] == [("undo", False), ("merge", True)]
    moves = [f for one in view["happened"] for f in one["fields"] if f["field"] == "patient_id"]
    assert [(one["before"], one["after"]) for one in moves] == [("P1003", "P1002"), ("P1002", "P1003")]
    verify(parts.engine)


def test_a_signature_stands_through_a_merge(officer: FlaskClient, parts: Parts) -> None:
    signed = [r for r in officer.get("/api/records?q=P1002").json["rows"] if r["fields"]["physician_signature"]]
    merged(officer, "P1002", "P1003")
    now = {r["outpatient_number"]: r["fields"] for r in officer.get("/api/records?q=P1003").json["rows"]}
    assert signed
    for row in signed:
        assert now[row["outpatient_number"]]["physician_signature"] == row["fields"]["physician_signature"]


def test_a_merge_of_what_was_not_seen_of_itself_or_twice_is_refused(officer: FlaskClient) -> None:
    body = {"old": "P1002", "seen": "0" * 64, "reason": "same person"}
    assert code(officer.post("/api/patients/P1003/merge", json=body)) == (409, "not_as_seen")
    for old, why in (("P1003", "same_number"), ("P9999", "unknown_patient")):
        answer = officer.post("/api/patients/P1003/merge/preview", json={"old": old})
        assert code(answer) == (409, why)
    merged(officer, "P1002", "P1003")
    for kept, old in (("P1003", "P1002"), ("P1002", "P1004")):
        answer = officer.post(f"/api/patients/{kept}/merge/preview", json={"old": old})
        assert code(answer) == (409, "merged_already")


def test_a_change_that_a_later_one_stands_on_is_not_undone_under_it(officer: FlaskClient) -> None:
    first = merged(officer, "P1002", "P1003")
    second = merged(officer, "P1003", "P1004")
    assert told(officer, "P1002")["patient"]["patient_id"] == "P1004"
    officer.post(f"/api/patients/changes/{second['change_id']}/undo", json={})
    assert officer.post(f"/api/patients/changes/{first['change_id']}/undo", json={}).status_code == 200
    again = officer.post(f"/api/patients/changes/{first['change_id']}/undo", json={})
    assert code(again) == (409, "undone_already")


def test_a_correction_is_undone_for_a_day_and_a_merge_at_any_time(
    officer: FlaskClient, clock: Clock, signed_in: Callable[..., FlaskClient]
) -> None:
    body = {"data": P1001 | {"phone": "13800000000"}, "seen": P1001}
    correction = officer.post("/api/patients/P1001", json=body).json
    merge = merged(officer, "P1002", "P1003")
    clock.pass_by(timedelta(days=2))
    later = signed_in("records_officer")
    assert code(later.post(f"/api/patients/changes/{correction['change_id']}/undo", json={})) == (409, "too_late")
    assert later.post(f"/api/patients/changes/{merge['change_id']}/undo", json={}).status_code == 200


def test_a_kiosk_with_the_old_number_open_goes_on_and_hands_over_under_the_kept_one(
    kiosk: Kiosk, officer: FlaskClient, parts: Parts
) -> None:
    # given somebody received under the number that is about to go
    kiosk.start("zh")
    kiosk.post("consent", {"agreed": True})
    kiosk.post("identity", {"patient_number": "P1002", "birth_date": "1984-09-03"})
    plan = officer.post("/api/patients/P1003/merge/preview", json={"old": "P1002"}).json["plan"]
    assert plan["concerns"]["at_a_kiosk"] == ["Kiosk 1"]
    # when it is merged meanwhile
    merged(officer, "P1002", "P1003")
    kiosk.tap("fact:finding:rash")
    while kiosk.page is not None:
        kiosk.answers()
    kiosk.post("finish")
    # then nothing is lost, and the record is the kept number's
    story = officer.get(f"/api/records/{_latest(parts)}").json
    assert story["record"]["patient_id"] == "P1003"
    assert story["record"]["fields"]["chief_complaint"]
    verify(parts.engine)


def test_a_suspended_talk_of_the_old_number_is_found_again(kiosk: Kiosk, officer: FlaskClient) -> None:
    kiosk.start("zh")
    kiosk.post("consent", {"agreed": True})
    kiosk.post("identity", {"patient_number": "P1002", "birth_date": "1984-09-03"})
    kiosk.tap("fact:finding:rash")
    kiosk.post("suspend")
    merged(officer, "P1002", "P1003")
    again = {"patient_number": "P1002", "birth_date": "1979-06-21", "language": "zh"}
    assert kiosk.client.post("/api/sessions/resume", json=again).status_code == 200


def test_a_page_with_the_old_number_open_is_told_what_became_of_it(
    kiosk: Kiosk, officer: FlaskClient, parts: Parts, signed_in: Callable[..., FlaskClient]
) -> None:
    doctor = signed_in("doctor", handed_over(kiosk, parts, "P1002"))
    number = _latest(parts)
    version = doctor.get(f"/api/worklist/{number}").json["version"]
    merged(officer, "P1002", "P1003")
    added = doctor.post(
        f"/api/worklist/{number}/additions", json={"section": "notes", "text": "复查", "version": version}
    )
    assert code(added) == (409, "version_conflict")
    page = doctor.get(f"/api/worklist/{number}").json
    assert page["record"]["patient_id"] == "P1003"
    told_of = officer.get(f"/api/records/{number}").json["happened"][0]
    change = next(one for one in told_of["fields"] if one["field"] == "patient_id")
    assert (told_of["way"], change["before"], change["after"]) == ("merge", "P1002", "P1003")


def test_a_record_tells_who_changed_it_by_which_way(
    kiosk: Kiosk, officer: FlaskClient, parts: Parts, signed_in: Callable[..., FlaskClient]
) -> None:
    doctor = signed_in("doctor", handed_over(kiosk, parts, "P1001"))
    number = _latest(parts)
    preview = officer.post("/api/assistant", json={"instruction": f"把{number}的备注改为复查", "open": None}).json[
        "preview"
    ]
    seen = [{"outpatient_number": number, "version": preview["rows"][0]["version"]}]
    officer.post("/api/assistant/changes", json={"token": preview["token"], "seen": seen, "reason": ""})
    version = doctor.get(f"/api/worklist/{number}").json["version"]
    signed = doctor.post(f"/api/worklist/{number}/signature", json={"version": version})
    assert signed.status_code == 200, signed.text
    happened = officer.get(f"/api/records/{number}").json["happened"]
    assert [(one["way"], one["act"]) for one in happened] == [
        ("page", "sign"),
        ("instruction", "update"),
        ("reception", "create"),
    ]
    assert [one["by"] for one in happened] == ["Test doctor", "Test records_officer", "Kiosk 1"]
    note = next(field for field in happened[1]["fields"] if field["field"] == "notes")
    assert note["after"] == "复查"
    assert datetime.fromisoformat(happened[1]["at"]) <= datetime.fromisoformat(happened[0]["at"])
