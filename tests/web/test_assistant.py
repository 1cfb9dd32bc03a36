"""The staff box over HTTP: read, preview, confirm, undo, conflict, delete, restore, and who may."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from frontdesk.app.web.parts import Parts
from tests.web.conftest import Kiosk

ALLERGY = {"instruction": "把药物过敏改成青霉素", "open": {"outpatient_number": 20003}}  # of P1001, general practice


@pytest.fixture
def officer(signed_in: Callable[..., FlaskClient]) -> FlaskClient:
    return signed_in("records_officer")


def ask(browser: FlaskClient, instruction: str, **page: Any) -> dict[str, Any]:
    body = {"instruction": instruction} | ({"open": page} if page else {})
    answer = browser.post("/api/assistant", json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json)


def confirm(browser: FlaskClient, preview: dict[str, Any], reason: str = "") -> Any:
    seen = [{"outpatient_number": row["outpatient_number"], "version": row["version"]} for row in preview["rows"]]
    return browser.post("/api/assistant/changes", json={"token": preview["token"], "seen": seen, "reason": reason})


def test_the_last_three_visits_of_a_patient_are_shown(nurse: FlaskClient) -> None:
    found = ask(nurse, "show P1001's last three visits")["records"]
    assert len(found["rows"]) == 3
    assert {row["patient_id"] for row in found["rows"]} == {"P1001"}
    dates = [row["visit_date"] for row in found["rows"]]
    assert dates == sorted(dates, reverse=True)


def test_only_the_fields_asked_for_are_sent(nurse: FlaskClient) -> None:
    found = ask(nurse, "P1003有没有药物过敏？")["records"]
    assert found["columns"] == ["drug_allergy_history"]
    assert all(set(row["fields"]) == {"drug_allergy_history"} for row in found["rows"])


def test_this_patient_is_the_one_whose_page_is_open(nurse: FlaskClient, parts: Parts) -> None:
    patient = parts.records.visit(20003).record.patient_id
    found = ask(nurse, "这个病人有什么药物过敏", outpatient_number=20003)["records"]
    assert {row["patient_id"] for row in found["rows"]} == {patient}
    named = ask(nurse, "P1003有什么药物过敏", outpatient_number=20003)["records"]
    assert {row["patient_id"] for row in named["rows"]} == {"P1003"}, "whoever is named goes before"


def test_the_patient_of_a_session_on_the_board_is_meant_once_verified(kiosk: Kiosk, nurse: FlaskClient) -> None:
    kiosk.start()
    kiosk.post("consent", {"agreed": True})
    session_id = kiosk.session["session_id"]
    assert ask(nurse, "药物过敏", session_id=session_id)["refusal"]["code"] == "too_broad"
    kiosk.post("identity", {"patient_number": "P1003", "name": "周小满"})
    found = ask(nurse, "show the last two visits", session_id=session_id)["records"]
    assert {row["patient_id"] for row in found["rows"]} == {"P1003"}


def test_a_change_is_previewed_confirmed_and_undone(nurse: FlaskClient, parts: Parts) -> None:
    before = parts.records.visit(20003).record
    preview = nurse.post("/api/assistant", json=ALLERGY).json["preview"]
    shown = {change["field"]: (change["before"], change["after"]) for change in preview["rows"][0]["fields"]}
    assert shown["drug_allergy_history"] == (before.drug_allergy_history, "青霉素")
    assert parts.records.visit(20003).record == before
    done = confirm(nurse, preview)
    assert done.status_code == 200
    assert parts.records.visit(20003).record.drug_allergy_history == "青霉素"
    undone = nurse.post(f"/api/assistant/changes/{done.json['change_id']}/undo", json={})
    assert (undone.status_code, undone.json["operation"], undone.json["until"]) == (200, "undo", None)
    assert parts.records.visit(20003).record == before


def test_a_conflict_tells_who_changed_what_and_writes_nothing(
    nurse: FlaskClient, officer: FlaskClient, parts: Parts
) -> None:
    mine = nurse.post("/api/assistant", json=ALLERGY).json["preview"]
    theirs = ask(officer, "把药物过敏改成头孢", outpatient_number=20003)["preview"]
    assert confirm(officer, theirs).status_code == 200
    answer = confirm(nurse, mine)
    problem = answer.get_json(force=True)
    assert (answer.status_code, answer.content_type) == (409, "application/problem+json")
    assert (problem["code"], problem["conflicts"][0]["by"]) == ("version_conflict", "Test records_officer")
    assert "头孢" in [change["after"] for change in problem["conflicts"][0]["fields"]]
    assert parts.records.visit(20003).record.drug_allergy_history == "头孢"


@pytest.mark.parametrize(
    ("role", "instruction", "code"),
    [
        ("nurse", "delete record 20003", "not_permitted_verb"),
        ("nurse", "把20003的初步诊断改成感冒", "not_permitted_columns"),
        ("doctor", "show the visits in Urology", "not_permitted_rows"),
        ("doctor", "删除门诊号20003的病历", "not_permitted_verb"),
        ("nurse", "list all patients", "too_broad"),
        ("nurse", "hello there", "not_understood"),
        ("nurse", "set the allergy to penicillin", "no_patient"),
        ("nurse", "set the notes of record 99999 to 'x'", "no_match"),
    ],
)
def test_a_refusal_says_why_in_a_code(
    signed_in: Callable[..., FlaskClient], role: str, instruction: str, code: str
) -> None:
    browser = signed_in(role, "cardiology" if role == "doctor" else None)
    assert ask(browser, instruction)["refusal"]["code"] == code


def test_a_record_is_deleted_with_a_reason_and_restored(officer: FlaskClient, nurse: FlaskClient) -> None:
    preview = ask(officer, "delete record 20003")["preview"]
    assert preview["needs_reason"]
    assert confirm(officer, preview).get_json(force=True)["code"] == "reason_missing"
    assert confirm(officer, preview, "entered twice").status_code == 200
    assert ask(nurse, "show record 20003")["records"]["rows"] == []
    (gone,) = officer.get("/api/assistant/deleted").json
    assert (gone["outpatient_number"], gone["reason"]) == (20003, "entered twice")
    restored = officer.post("/api/assistant/deleted/20003/restore", json={"version": gone["version"]})
    assert restored.json["operation"] == "restore"
    assert len(ask(nurse, "show record 20003")["records"]["rows"]) == 1


def test_nobody_else_sees_or_restores_what_was_deleted(signed_in: Callable[..., FlaskClient]) -> None:
    for role, department in (("nurse", None), ("doctor", "cardiology"), ("admin", None)):
        browser = signed_in(role, department)
        assert browser.get("/api/assistant/deleted").status_code == 403
        assert browser.post("/api/assistant/deleted/20003/restore", json={"version": 1}).status_code == 403


def test_who_has_no_business_with_records_does_not_ask(signed_in: Callable[..., FlaskClient], kiosk: Kiosk) -> None:
    body = {"instruction": "show P1003's last three visits"}
    assert signed_in("admin").post("/api/assistant", json=body).status_code == 403
    assert kiosk.client.post("/api/assistant", json=body).status_code == 401


def test_a_token_is_of_no_use_to_anybody_else(nurse: FlaskClient, officer: FlaskClient) -> None:
    preview = nurse.post("/api/assistant", json=ALLERGY).json["preview"]
    assert confirm(officer, preview).get_json(force=True)["code"] == "expired"


@pytest.mark.parametrize(
    ("instruction", "read"),
    [
        ("diabetic and over 60", [("past_history", "is", ["diabetes"]), ("age", "gt", ["60"])]),
        ("糖尿病而且60岁以上的", [("past_history", "is", ["糖尿病"]), ("age", "gt", ["60"])]),
        (
            "hypertension and chest pain",
            [("past_history", "is", ["hypertension"]), ("chief_complaint", "is", ["chest pain"])],
        ),
    ],
)
def test_every_condition_is_read_and_said_back(
    nurse: FlaskClient, instruction: str, read: list[tuple[str, str, list[str]]]
) -> None:
    found = ask(nurse, f"patients with {instruction}" if instruction[0] == "h" else instruction)["records"]
    assert [(one["column"], one["bound"], one["values"]) for one in found["read_as"]] == read
    assert found["unread"] == []


def test_what_is_not_understood_is_told_and_nothing_else_is_searched_for(nurse: FlaskClient) -> None:
    refusal = ask(nurse, "今年八十岁以上摔倒来看的有哪些")["refusal"]
    assert (refusal["code"], refusal["words"]) == ("not_understood", ["摔倒"])


@pytest.mark.parametrize("instruction", ["patients without diabetes", "list people with fever and cough"])
def test_a_condition_that_cannot_be_searched_for_is_refused(nurse: FlaskClient, instruction: str) -> None:
    assert ask(nurse, instruction)["refusal"]["code"] in ("exception", "together")


@pytest.mark.parametrize("instruction", ["the printer in cardiology is broken", "今天真忙", "show me bobs records"])
def test_a_sentence_that_is_no_instruction_shows_nothing_of_the_open_page(nurse: FlaskClient, instruction: str) -> None:
    assert ask(nurse, instruction, outpatient_number=20003)["refusal"]["code"] == "not_understood"


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("patients with diabetes", "有糖尿病的患者"),
        ("patients allergic to sulfa", "对磺胺过敏的患者"),
        ("show Wang Fang's records", "王芳的病历"),
        ("find wang fang", "王芳"),
    ],
)
def test_both_languages_find_the_same(nurse: FlaskClient, english: str, chinese: str) -> None:
    one, other = (ask(nurse, said)["records"] for said in (english, chinese))
    assert [row["outpatient_number"] for row in one["rows"]] == [row["outpatient_number"] for row in other["rows"]]
    assert one["rows"]


def test_ones_own_last_change_is_shown_and_undone(nurse: FlaskClient, officer: FlaskClient, parts: Parts) -> None:
    assert ask(nurse, "undo my last change")["refusal"]["code"] == "nothing_to_undo"
    before = parts.records.visit(20003).record
    done = confirm(nurse, nurse.post("/api/assistant", json=ALLERGY).json["preview"]).json
    assert ask(officer, "undo my last change")["refusal"]["code"] == "nothing_to_undo", "it is the nurse's"
    last = ask(nurse, "撤销我刚才的修改")["last_change"]
    assert last["change_id"] == done["change_id"]
    assert parts.records.visit(20003).record.drug_allergy_history == "青霉素", "words alone write nothing"
    nurse.post(f"/api/assistant/changes/{last['change_id']}/undo", json={})
    assert parts.records.visit(20003).record == before
    assert ask(nurse, "undo that")["refusal"]["code"] == "nothing_to_undo"


def test_who_changed_a_record_is_told(nurse: FlaskClient, signed_in: Callable[..., FlaskClient]) -> None:
    assert ask(nurse, "who changed 20003")["changes"]["changes"] == []
    confirm(nurse, nurse.post("/api/assistant", json=ALLERGY).json["preview"])
    (change,) = ask(nurse, "谁改过20003")["changes"]["changes"]
    assert change["by"]
    assert {field["field"]: field["after"] for field in change["fields"]}["drug_allergy_history"] == "青霉素"
    assert ask(nurse, "who changed the notes of 20003")["changes"]["changes"] == []
    assert ask(nurse, "who changed 99999")["refusal"]["code"] == "no_match"
    elsewhere = signed_in("doctor", "cardiology-1")
    assert ask(elsewhere, "who changed 20003")["refusal"]["code"] == "no_match", "another department's"
