"""A reception as a kiosk lives it, over HTTP."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from apiflask import APIFlask

from frontdesk.app.settings import Settings
from frontdesk.app.web.application import create_app
from frontdesk.app.web.parts import Parts
from frontdesk.app.web.session_view import _each_once
from frontdesk.app.web.slip import initials
from tests.web.conftest import FEVER, Clock, Kiosk


def test_a_whole_reception_ends_with_a_record_in_the_hospital(kiosk: Kiosk, parts: Parts) -> None:
    kiosk.start()
    assert kiosk.session["phase"] == "consent"
    assert kiosk.post("consent", {"agreed": True})["phase"] == "identity"
    assert kiosk.post("identity", {})["phase"] == "conversation"
    assert kiosk.session["question"]["ways_out"][-1]["key"] == "person"
    kiosk.recommended()
    department = kiosk.session["recommendation"]["department"]
    assert department["building"] and department["directions"] and department["open_now"]
    assert kiosk.session["recommendation"]["because"]
    slot = department["slots"][0]
    booked = kiosk.post("booking", {"slot_id": slot["slot_id"]})["booking"]
    assert booked["starts"] == slot["starts"]
    ended = kiosk.post("finish")
    assert (ended["phase"], ended["handed_over"]) == ("ended", True)
    visits = parts.records.visits(department["department_id"], parts.clock().date())
    assert [visit.appointment.queue_number for visit in visits if visit.appointment] == [booked["queue_number"]]


def test_the_same_turn_sent_twice_has_one_answer_and_is_one_event(kiosk: Kiosk, parts: Parts) -> None:
    turn = kiosk.guest().turn(FEVER)
    first = kiosk.send("turns", turn)
    position = parts.reception.log.latest()
    kiosk.session = first.json
    again = kiosk.send("turns", turn)
    assert again.json == first.json
    assert parts.reception.log.latest() == position


def test_an_old_turn_sent_again_has_its_old_answer(kiosk: Kiosk) -> None:
    turn = kiosk.guest().turn(FEVER)
    first = kiosk.post("turns", turn)
    kiosk.say("没有")
    again = kiosk.send("turns", turn).json
    assert (again["reply"], again["turns"]) == (first["reply"], 1)


def test_declining_leads_to_a_nurse(kiosk: Kiosk) -> None:
    kiosk.start()
    declined = kiosk.post("consent", {"agreed": False})
    assert declined["phase"] == "with_nurse"
    assert declined["nurse_called"]
    assert declined["alert"]["acknowledged_by"] is None


def test_what_was_understood_can_be_taken_back(kiosk: Kiosk) -> None:
    kiosk.guest().say(FEVER)
    line = kiosk.session["understood"][0]
    corrected = {"turn_id": "correct-1", "number": 2, "key": line["key"], "text": ""}
    kiosk.post("corrections", corrected)
    assert line["key"] not in [left["key"] for left in kiosk.session["understood"]]


def test_going_back_opens_the_question_again(kiosk: Kiosk) -> None:
    before = kiosk.guest().session["question"]
    kiosk.say(FEVER)
    assert kiosk.session["can_undo"]
    undone = kiosk.post("undo")
    assert undone["question"] == before
    assert undone["understood"] == []
    assert not undone["can_undo"]


def test_a_verified_patient_is_never_shown_by_full_name(kiosk: Kiosk) -> None:
    kiosk.start()
    kiosk.post("consent", {"agreed": True})
    answer = kiosk.send("identity", {"patient_number": "p 1002", "name": "王芳"})
    assert answer.json["verified"]
    assert answer.json["greeting_name"] == "王女士"
    assert "王芳" not in answer.text


def test_a_wrong_name_counts_down_and_says_nothing_else(kiosk: Kiosk) -> None:
    kiosk.start()
    kiosk.post("consent", {"agreed": True})
    wrong = kiosk.post("identity", {"patient_number": "P1002", "name": "王方"})
    assert (wrong["verified"], wrong["identity_tries_left"]) == (False, 2)
    unknown = kiosk.post("identity", {"patient_number": "P9999", "name": "王方"})
    assert unknown["identity_tries_left"] == 1


def test_a_draft_goes_on_at_another_kiosk_and_leaves_the_first(new_kiosk: Callable[[], Kiosk]) -> None:
    first, second = new_kiosk(), new_kiosk()
    identity = {"patient_number": "P1002", "birth_date": "1984-09-03"}
    first.start()
    first.post("consent", {"agreed": True})
    first.post("identity", identity)
    first.say(FEVER)
    assert first.post("suspend")["phase"] == "suspended"
    resumed = second.client.post("/api/sessions/resume", json=identity | {"language": "zh"})
    assert resumed.json["turns"] == 1
    assert resumed.json["phase"] == "conversation"
    second.session = resumed.json
    assert second.say("没有")["turns"] == 2
    assert first.client.get(first.path).status_code == 403


def test_a_draft_is_kept_for_an_hour(kiosk: Kiosk, clock: Clock) -> None:
    identity = {"patient_number": "P1002", "birth_date": "1984-09-03"}
    kiosk.start()
    kiosk.post("consent", {"agreed": True})
    kiosk.post("identity", identity)
    kiosk.say(FEVER)
    kiosk.post("suspend")
    clock.pass_by(timedelta(minutes=61))
    answer = kiosk.client.post("/api/sessions/resume", json=identity | {"language": "zh"})
    assert answer.status_code == 404


def test_the_slip_opens_once_on_one_telephone(kiosk: Kiosk, app: APIFlask, clock: Clock) -> None:
    kiosk.recommended()
    slip = kiosk.send("slip").json
    assert slip["department"] == kiosk.session["recommendation"]["department"]["name"]
    assert slip["qr_svg"].startswith("<svg")
    path = re.sub(r"^https?://[^/]+", "", slip["url"])
    telephone, other = app.test_client(), app.test_client()
    assert other.head(path).text == ""
    page = telephone.get(path)
    assert page.status_code == 200
    assert hospital_name(kiosk) in page.text
    assert slip["department"] in page.text
    assert "红疹" not in page.text, "nothing of the conversation"
    assert telephone.get(path).status_code == 200, "the same telephone may reload"
    assert other.get(path).status_code == 410
    clock.pass_by(timedelta(hours=20))
    assert telephone.get(path).status_code == 200, "until the day after the visit"
    clock.pass_by(timedelta(hours=30))
    assert telephone.get(path).status_code == 410
    assert other.get("/slip/guessed").status_code == 404


def test_a_slip_that_nobody_opens_dies_after_ten_minutes(kiosk: Kiosk, app: APIFlask, clock: Clock) -> None:
    kiosk.recommended()
    path = re.sub(r"^https?://[^/]+", "", kiosk.send("slip").json["url"])
    clock.pass_by(timedelta(minutes=11))
    assert app.test_client().get(path).status_code == 410


def test_the_address_on_a_slip_is_ours_whatever_a_request_claims(kiosk: Kiosk, parts: Parts) -> None:
    kiosk.recommended()
    held = kiosk.client.get_cookie("frontdesk_kiosk")
    assert held is not None
    kiosk.client.set_cookie("frontdesk_kiosk", held.value, domain="evil.example")
    slip = kiosk.client.post(f"{kiosk.path}/slip", json={}, headers={"Host": "evil.example"}).json
    assert slip["url"].startswith(f"{parts.settings.home}/slip/")


def hospital_name(kiosk: Kiosk) -> str:
    return str(kiosk.client.get("/api/hospital").json["name"]["zh"])


@pytest.mark.parametrize(("name", "short"), [("王芳", "王*"), ("欧阳小明", "欧***"), ("John Smith", "J. S."), ("", "")])
def test_a_slip_shows_initials_only(name: str, short: str) -> None:
    assert initials(name) == short


def test_the_status_names_version_commit_and_migration(app: APIFlask) -> None:
    status = app.test_client().get("/status").json
    assert all(status[name] for name in ("version", "commit", "migration", "mode"))
    assert (status["model_servers"], status["model_servers_well"]) == (0, 0)


@pytest.mark.parametrize("offered", ["gzip, deflate", "gzip, deflate, br"])
def test_what_is_large_goes_out_compressed_and_is_kept_by_its_hash(
    settings: Settings, tmp_path: Path, offered: str
) -> None:
    script = tmp_path / "assets" / "index-5f3a.js"
    script.parent.mkdir()
    script.write_text("export const words = 1;\n" * 5000)
    client = create_app(settings.model_copy(update={"ui_folder": tmp_path})).test_client()
    answer = client.get(f"/assets/{script.name}", headers={"Accept-Encoding": offered})
    assert answer.headers["Content-Encoding"] in offered
    assert len(answer.data) < script.stat().st_size / 2
    assert "immutable" in answer.headers["Cache-Control"] and "Accept-Encoding" in answer.headers["Vary"]
    document = client.get("/api/openapi.json", headers={"Accept-Encoding": offered})
    assert document.headers["Content-Encoding"] in offered


def test_what_was_understood_is_said_once() -> None:
    assert _each_once(["Knee", "knee pain", "About a week", "knee pain"]) == ["knee pain", "About a week"]
