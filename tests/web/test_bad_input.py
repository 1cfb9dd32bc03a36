"""Bad input gets a clear answer as problem details, never a stack trace."""

import json
from datetime import timedelta

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.conftest import FEVER, Clock, Kiosk


def problem(answer: TestResponse) -> tuple[int, str]:
    """Status and code, after checking that it is a problem at all."""
    assert answer.content_type == "application/problem+json"
    body = answer.get_json(force=True)
    assert body["status"] == answer.status_code
    assert "Traceback" not in answer.text
    return answer.status_code, str(body["code"])


@pytest.mark.parametrize("body", ["", "{", "[1, 2", "language=zh", "\x00", "nul"])
def test_json_that_is_none_is_a_bad_request(kiosk: Kiosk, body: str) -> None:
    answer = kiosk.client.post("/api/sessions", data=body, content_type="application/json")
    assert problem(answer) == (400, "not_json") or (body == "" and problem(answer)[0] == 400)


@pytest.mark.parametrize("body", [[], "zh", 7, None, True])
def test_json_that_is_no_object_is_invalid(kiosk: Kiosk, body: object) -> None:
    answer = kiosk.client.post("/api/sessions", data=json.dumps(body), content_type="application/json")
    assert problem(answer) == (422, "invalid")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"entry": "unwell"}, "language"),
        ({"language": "fr", "entry": "unwell"}, "language"),
        ({"language": "zh", "entry": "unwell", "admin": True}, "admin"),
    ],
)
def test_a_wrong_field_is_named(kiosk: Kiosk, body: dict[str, object], field: str) -> None:
    answer = kiosk.client.post("/api/sessions", json=body)
    assert problem(answer) == (422, "invalid")
    assert any(error.startswith(f"json.{field}: ") for error in answer.get_json(force=True)["errors"])


def test_what_was_typed_is_not_repeated_in_the_answer(kiosk: Kiosk) -> None:
    answer = kiosk.guest().send("turns", {"turn_id": "x", "number": 0, "text": "a secret", "means": "shouted"})
    assert problem(answer) == (422, "invalid")
    assert "secret" not in answer.text


@pytest.mark.parametrize("turn_id", ["", "short", "with space", "x" * 65, "a/../../b", "';drop table event;--"])
def test_a_turn_id_is_plain(kiosk: Kiosk, turn_id: str) -> None:
    answer = kiosk.guest().send("turns", {"turn_id": turn_id, "number": 1, "text": "hello"})
    assert problem(answer) == (422, "invalid")


def test_a_body_too_large_is_refused(kiosk: Kiosk) -> None:
    answer = kiosk.guest().send("turns", {"turn_id": "turn-0001", "number": 1, "text": "痛" * 40_000})
    assert problem(answer) == (413, "body_too_large")


def test_a_rant_within_the_limit_is_heard(kiosk: Kiosk) -> None:
    assert kiosk.guest().say("我头疼。" * 750)["turns"] == 1


def test_an_unknown_session_is_not_found(kiosk: Kiosk, nurse: FlaskClient) -> None:
    assert problem(kiosk.client.get("/api/sessions/nobody")) == (404, "unknown_session")
    assert problem(nurse.get("/api/board/sessions/nobody")) == (404, "unknown_session")


def test_an_unknown_page_and_a_wrong_method_are_told_apart(kiosk: Kiosk) -> None:
    assert problem(kiosk.client.get("/api/nothing")) == (404, "not_found")
    answer = kiosk.client.get("/api/sessions")
    assert problem(answer) == (405, "method_not_allowed")
    assert "POST" in answer.headers["Allow"]


def test_nothing_is_said_in_a_session_that_has_ended(kiosk: Kiosk) -> None:
    kiosk.guest().post("finish")
    turn = kiosk.turn(FEVER)
    assert problem(kiosk.send("turns", turn)) == (410, "session_ended")
    assert problem(kiosk.send("undo")) == (410, "session_ended")
    assert kiosk.client.get(kiosk.path).json["phase"] == "ended"


@pytest.mark.parametrize("number", [2, 7])
def test_a_turn_out_of_order_is_a_conflict(kiosk: Kiosk, number: int) -> None:
    answer = kiosk.guest().send("turns", {"turn_id": "turn-0001", "number": number, "text": FEVER})
    assert problem(answer) == (409, "out_of_order")


def test_a_turn_number_already_taken_is_a_conflict(kiosk: Kiosk) -> None:
    kiosk.guest().say(FEVER)
    answer = kiosk.send("turns", {"turn_id": "another-1", "number": 1, "text": FEVER})
    assert problem(answer) == (409, "out_of_order")


def test_a_step_that_does_not_fit_is_a_conflict(kiosk: Kiosk) -> None:
    kiosk.guest()
    assert problem(kiosk.send("consent", {"agreed": True})) == (409, "not_now")
    assert problem(kiosk.send("booking", {"slot_id": "1"})) == (409, "not_now")
    assert problem(kiosk.send("slip")) == (409, "not_now")


def test_nobody_learns_from_resuming_whether_a_patient_exists(kiosk: Kiosk) -> None:
    known = {"patient_number": "P1001", "birth_date": "1900-01-01", "language": "zh"}
    unknown = known | {"patient_number": "P999999"}
    answers = [kiosk.client.post("/api/sessions/resume", json=body) for body in (known, unknown)]
    assert [problem(answer) for answer in answers] == [(404, "no_draft")] * 2
    assert answers[0].text == answers[1].text


def test_a_form_from_another_site_is_refused(kiosk: Kiosk) -> None:
    answer = kiosk.client.post("/api/sessions", data="language=zh", content_type="application/x-www-form-urlencoded")
    assert problem(answer) == (403, "cross_site")
    elsewhere = {"Sec-Fetch-Site": "cross-site", "X-Frontdesk": "1"}
    answer = kiosk.client.post("/api/sessions", json={"language": "zh", "entry": "unwell"}, headers=elsewhere)
    assert problem(answer) == (403, "cross_site")


def test_a_write_without_a_body_carries_our_header(kiosk: Kiosk) -> None:
    kiosk.guest()
    assert problem(kiosk.client.post(f"{kiosk.path}/nurse")) == (403, "cross_site")
    assert kiosk.client.post(f"{kiosk.path}/nurse", headers={"X-Frontdesk": "1"}).status_code == 200
    own = {"Sec-Fetch-Site": "same-origin"}
    assert kiosk.client.post(f"{kiosk.path}/suspend", headers=own).status_code == 200


def test_what_nobody_foresaw_shows_no_trace(app: APIFlask, capsys: pytest.CaptureFixture[str]) -> None:
    def broken() -> None:
        raise RuntimeError("Wang Fang, chest pain")

    app.view_functions["about.status"] = broken
    answer = app.test_client().get("/status")
    assert problem(answer) == (500, "unexpected")
    assert "Wang" not in answer.text
    assert "Wang" not in "".join(capsys.readouterr())


def test_the_sign_in_slows_down_after_five_wrong_passwords(app: APIFlask, nurse: FlaskClient, clock: Clock) -> None:
    client, wrong = app.test_client(), {"username": "nurse-None", "password": "guess"}
    for _ in range(5):
        assert problem(client.post("/api/sign-in", json=wrong)) == (401, "wrong_sign_in")
    answer = client.post("/api/sign-in", json=wrong)
    assert problem(answer) == (429, "too_many_tries")
    assert 0 < int(answer.headers["Retry-After"]) <= 15 * 60 + 1
    clock.pass_by(timedelta(minutes=16))
    assert problem(client.post("/api/sign-in", json=wrong)) == (401, "wrong_sign_in")


@pytest.mark.parametrize("depth", [500, 5_000, 30_000])
def test_json_nested_without_end_is_a_bad_request(kiosk: Kiosk, depth: int) -> None:
    body = '{"language":' + "[" * depth + "]" * depth + "}"
    answer = kiosk.client.post("/api/sessions", data=body, content_type="application/json")
    assert problem(answer)[0] in (400, 413, 422)


HUGE = (2**63, 10**40, -(10**40))


@pytest.mark.parametrize("number", HUGE)
def test_numbers_beyond_all_numbers_are_invalid(kiosk: Kiosk, number: int) -> None:
    kiosk.recommended()
    assert problem(kiosk.send("booking", {"slot_id": number})) == (422, "invalid")
    assert kiosk.send("booking", {"slot_id": str(number)}).status_code in (404, 422)
    assert problem(kiosk.send("turns", kiosk.turn("hello") | {"number": number})) == (422, "invalid")
    assert kiosk.client.post("/api/sessions", data=f'{{"language": {"9" * 5000}}}').status_code in (400, 403, 415, 422)


@pytest.mark.parametrize("number", [str(2**63), "9" * 40, "9" * 3000])
def test_a_number_in_a_path_that_no_record_has_is_not_found(nurse: FlaskClient, number: str) -> None:
    assert problem(nurse.get(f"/api/worklist/{number}")) == (404, "not_found")


ENORMOUS = "9" * 5000  # more digits than Python reads


@pytest.mark.parametrize("number", [ENORMOUS, "9" * 30, "-1", "1e5", "٣"])
def test_a_number_that_no_system_reads_is_not_found_in_a_path(nurse: FlaskClient, number: str) -> None:
    assert problem(nurse.get(f"/api/worklist/{number}")) == (404, "not_found")


@pytest.mark.parametrize("number", [ENORMOUS, "9" * 30])
def test_a_number_that_no_system_reads_is_invalid_elsewhere(nurse: FlaskClient, kiosk: Kiosk, number: str) -> None:
    assert problem(nurse.get(f"/api/board/events?after={number}"))[0] in (400, 422)
    body = f'{{"turn_id": "12345678", "text": "a", "number": {number}}}'
    answer = kiosk.guest().client.post(f"{kiosk.path}/turns", data=body, content_type="application/json")
    assert problem(answer)[0] in (400, 422)


@pytest.mark.parametrize("seen", [ENORMOUS, "9" * 19, "-1", "x", "٣", "1.5"])
def test_a_last_event_id_that_is_none_is_as_if_nothing_was_seen(kiosk: Kiosk, seen: str) -> None:
    kiosk.guest()
    with kiosk.client.get(f"{kiosk.path}/events", headers={"Last-Event-ID": seen}, buffered=False) as answer:
        assert answer.status_code == 200
        told = (piece.decode() for piece in answer.response)
        assert any("event: session" in piece for _, piece in zip(range(3), told, strict=False))
