"""A verified patient on the board, and a guest's session that a nurse links to a chart."""

from collections.abc import Callable

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from frontdesk.app.ledger.audit import entries, verify
from frontdesk.app.web.parts import Parts
from tests.web.conftest import FEVER, Kiosk
from tests.web.test_board import cards, path_of

WANG_FANG = "P1002"


def born(parts: Parts, patient_id: str) -> str:
    return str(parts.hospital.patients.patient(patient_id).birth_date)


def links(nurse: FlaskClient, kiosk: Kiosk, number: str, birth_date: str) -> TestResponse:
    what = {"patient_number": number, "birth_date": birth_date}
    return nurse.post(f"{path_of(kiosk)}/link", json=what)


def test_a_verified_patient_is_named_on_the_card_and_a_guest_is_not(
    new_kiosk: Callable[[], Kiosk], nurse: FlaskClient, parts: Parts
) -> None:
    new_kiosk().guest().say(FEVER)
    (card,) = cards(nurse)
    assert card["patient"] is None and card["linkable"]
    known = new_kiosk().start()
    known.post("consent", {"agreed": True})
    known.post("identity", {"patient_number": WANG_FANG, "birth_date": born(parts, WANG_FANG)})
    named = [card["patient"] for card in cards(nurse) if card["patient"]]
    assert named == [{"patient_id": WANG_FANG, "name": "王芳", "linked": False}]


def test_the_chart_tells_allergies_medicines_and_the_last_visit(kiosk: Kiosk, nurse: FlaskClient, parts: Parts) -> None:
    kiosk.guest().say(FEVER)
    assert nurse.get(f"{path_of(kiosk)}/chart").status_code == 404
    assert links(nurse, kiosk, "p 1002", born(parts, WANG_FANG)).status_code == 200
    chart = nurse.get(f"{path_of(kiosk)}/chart").json
    assert ["青霉素" in one["words"] for one in chart["allergies"]] == [True] and chart["denied"] is None
    assert any("左甲状腺素" in one["words"] for one in chart["medicines"])
    newest = parts.records.of_patient(WANG_FANG)[0]
    assert chart["last_visit"]["outpatient_number"] == newest.outpatient_number
    assert "chart" in [entry.about["what"][0] for entry in entries(parts.engine) if entry.act == "read"]


def test_where_no_allergy_is_on_record_it_is_told_who_wrote_that_there_is_none(
    kiosk: Kiosk, nurse: FlaskClient, parts: Parts
) -> None:
    kiosk.guest()
    links(nurse, kiosk, "P1003", born(parts, "P1003"))
    chart = nurse.get(f"{path_of(kiosk)}/chart").json
    assert chart["allergies"] == [] and "否认" in chart["denied"]["words"]


def test_a_guest_is_linked_by_number_and_birth_date_and_what_was_said_stays(
    kiosk: Kiosk, nurse: FlaskClient, parts: Parts
) -> None:
    kiosk.guest().say(FEVER)
    question = kiosk.session["question"]["key"]
    linked = links(nurse, kiosk, WANG_FANG, born(parts, WANG_FANG)).json
    assert linked["card"]["patient"] == {"patient_id": WANG_FANG, "name": "王芳", "linked": True}
    assert any(line["text"] == FEVER for line in linked["lines"])
    kiosk.session = kiosk.client.get(kiosk.path).json
    assert kiosk.session["verified"] and kiosk.session["question"]["key"] == question
    assert kiosk.session["reply"]["text"].startswith("护士已经找到您的病历。")
    done = [entry for entry in entries(parts.engine) if "identity_verified" in entry.about.get("what", [])]
    assert [(entry.by, entry.about["patients"]) for entry in done] == [("nurse:nurse-None", [WANG_FANG])]


def test_a_wrong_birth_date_links_nothing_and_stands_in_the_trail(
    kiosk: Kiosk, nurse: FlaskClient, parts: Parts
) -> None:
    kiosk.guest()
    refused = links(nurse, kiosk, WANG_FANG, "1999-09-09")
    nobody = links(nurse, kiosk, "P9999", "1999-09-09")
    assert refused.status_code == nobody.status_code == 404
    assert refused.json["code"] == nobody.json["code"] == "not_compared"
    assert cards(nurse)[0]["patient"] is None
    tries = [entry for entry in entries(parts.engine) if entry.about.get("what") == ["link"]]
    assert [(entry.act, entry.by) for entry in tries] == [("refused", "nurse:nurse-None")] * 2


def test_who_failed_at_the_kiosk_can_be_linked_and_a_nurse_who_guesses_cannot_go_on(
    kiosk: Kiosk, nurse: FlaskClient, parts: Parts
) -> None:
    kiosk.start()
    kiosk.post("consent", {"agreed": True})
    for _ in range(3):
        kiosk.post("identity", {"patient_number": WANG_FANG, "name": "不是她"})
    for _ in range(5):
        links(nurse, kiosk, "P1003", "1999-09-09")
    assert links(nurse, kiosk, "P1003", born(parts, "P1003")).status_code == 404
    assert nurse.get("/api/board").json["misuse"] == []
    assert links(nurse, kiosk, WANG_FANG, born(parts, WANG_FANG)).status_code == 200
    kiosk.session = kiosk.client.get(kiosk.path).json
    assert kiosk.session["question"]["key"] == "open", "who was asked who they are is asked on"


def test_a_wrong_link_is_taken_back_with_a_reason_and_nothing_of_that_chart_counts(
    kiosk: Kiosk, nurse: FlaskClient, parts: Parts
) -> None:
    kiosk.guest().say(FEVER)
    before = nurse.get(path_of(kiosk)).json
    links(nurse, kiosk, WANG_FANG, born(parts, WANG_FANG))
    assert nurse.post(f"{path_of(kiosk)}/unlink", json={"reason": ""}).status_code == 422
    after = nurse.post(f"{path_of(kiosk)}/unlink", json={"reason": "another Wang Fang"}).json
    assert after["card"]["patient"] is None and after["card"]["linkable"]
    assert (after["card"]["age_months"], after["medicines"]) == (before["card"]["age_months"], before["medicines"])
    assert after["understood"] == before["understood"]
    assert nurse.get(f"{path_of(kiosk)}/chart").status_code == 404
    assert links(nurse, kiosk, "P1003", born(parts, "P1003")).status_code == 200
    verify(parts.engine)


def test_an_identity_that_was_compared_at_the_kiosk_is_not_taken_back_at_the_desk(
    kiosk: Kiosk, nurse: FlaskClient, parts: Parts
) -> None:
    kiosk.start()
    kiosk.post("consent", {"agreed": True})
    kiosk.post("identity", {"patient_number": WANG_FANG, "birth_date": born(parts, WANG_FANG)})
    assert nurse.post(f"{path_of(kiosk)}/unlink", json={"reason": "not her"}).status_code == 409
    assert links(nurse, kiosk, "P1003", born(parts, "P1003")).status_code == 409


def test_a_name_that_holds_a_title_is_given_no_second_one(kiosk: Kiosk, nurse: FlaskClient) -> None:
    kiosk.guest().say(FEVER)
    told = nurse.post(f"{path_of(kiosk)}/department", json={"department_id": "dermatology", "reason": ""}).json
    assert "护士Test nurse" not in told["lines"][-1]["text"] and "Test nurse帮您改到" in told["lines"][-1]["text"]
