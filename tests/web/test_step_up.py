"""Deleting, restoring, merging, exporting and administration ask who it is once more."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from frontdesk.app.settings import Settings
from frontdesk.app.web.application import RULES, bare_app
from frontdesk.app.web.authorisation import anyone
from frontdesk.app.web.authorisation import kiosk as its_kiosk
from frontdesk.app.web.step_up import ADMINISTRATION, DELETING, DRAFTS_AND_CHECKS, READING, asks
from tests.web.conftest import PASSWORD, Clock
from tests.web.test_assistant import ALLERGY, confirm

# What staff write all day long, and what changes nothing but themselves.
EVERYDAY = {
    *("assistant.instruct", "assistant.undo"),
    *("board.acknowledge", "board.department", "board.end", "board.link", "board.message", "board.release"),
    *("board.send_again", "board.take_over", "board.unlink", "signed_in.password"),
    *("own_security.confirm_second_factor", "own_security.end_one", "own_security.end_others", "own_security.here"),
    "own_security.prove",
    *("patients.correct", "patients.merge_preview", "patients.preview", "patients.undo"),
    *("signing.add", "signing.dislike", "signing.draft", "signing.drop_draft", "signing.edit", "signing.next_patient"),
    *("signing.prescription", "signing.question", "signing.queue", "signing.sign", "signing.write"),
}
ROLES = {
    "keeping": "records_officer",
    "patients": "records_officer",
    "records": "records_officer",
    "personal": "records_officer",
    "reports": "manager",
    "admin": "admin",
    "own_security": "nurse",
}


def of_staff() -> Iterator[tuple[Rule, str]]:
    """Every route that a signed-in member of staff may call, with each method."""
    staff = {blueprint.name for blueprint, rule in RULES if rule not in (anyone, its_kiosk)} - {"cds_services"}
    for rule in bare_app().url_map.iter_rules():
        if rule.endpoint.partition(".")[0] in staff:
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
                yield rule, method


ASKING = sorted({(rule.endpoint, method, rule.rule) for rule, method in of_staff() if asks(rule.endpoint, method)})


def test_whatever_staff_may_write_or_take_out_asks_or_is_named_as_everyday() -> None:
    writing = {(rule.endpoint, method) for rule, method in of_staff() if method not in READING or "export" in rule.rule}
    quiet = {endpoint for endpoint, method in writing if not asks(endpoint, method)}
    assert quiet == EVERYDAY | DRAFTS_AND_CHECKS | DELETING


def test_nothing_is_named_that_is_no_route() -> None:
    there = {rule.endpoint for rule in bare_app().url_map.iter_rules()}
    assert there >= EVERYDAY | DRAFTS_AND_CHECKS | DELETING
    assert {ADMINISTRATION, "records", "reports"} <= {endpoint.partition(".")[0] for endpoint, _, _ in ASKING}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"step_up_minutes": 15})


def test_each_of_them_refuses_whoever_showed_it_long_ago_and_then_goes_on(
    signed_in: Callable[..., FlaskClient], clock: Clock
) -> None:
    browsers = {name: signed_in(role) for name, role in ROLES.items()}
    clock.pass_by(timedelta(minutes=15))
    assert len(ASKING) > 20
    for endpoint, method, path in ASKING:
        browser = browsers[endpoint.partition(".")[0]]
        answer = browser.open(filled(path), method=method, json={} if method != "GET" else None)
        assert (answer.status_code, answer.json["code"]) == (403, "step_up_needed"), endpoint
    for browser in set(browsers.values()):
        assert browser.post("/api/security/proof", json={"password": PASSWORD}).json == {"seconds": 15 * 60}
    for endpoint, method, path in ASKING:
        if method == "GET":
            browser = browsers[endpoint.partition(".")[0]]
            answer = browser.get(filled(path).replace("/tables/x", "/tables/waits"))
            assert answer.status_code == (404 if "<patient_id>" in path else 200), endpoint  # nobody is patient x
    assert browsers["admin"].post("/api/admin/backup", json={}).status_code == 200


def filled(path: str) -> str:
    return re.sub("<[^>]*>", "x", re.sub("<int:[^>]*>", "7", path))


def test_confirming_a_deletion_asks_and_other_changes_do_not(
    signed_in: Callable[..., FlaskClient], clock: Clock
) -> None:
    officer = signed_in("records_officer")
    clock.pass_by(timedelta(minutes=15))

    def done(body: dict[str, Any]) -> tuple[int, str | None]:
        answer = confirm(officer, officer.post("/api/assistant", json=body).json["preview"], reason="重复")
        return answer.status_code, answer.json.get("code")

    delete = {"instruction": "删除门诊号20003的病历"}
    assert done(ALLERGY)[0] == 200
    assert done(delete) == (403, "step_up_needed")
    officer.post("/api/security/proof", json={"password": PASSWORD})
    assert done(delete)[0] == 200


def test_restoring_and_merging_ask_and_then_are_done(signed_in: Callable[..., FlaskClient], clock: Clock) -> None:
    officer = signed_in("records_officer")
    preview = officer.post("/api/assistant", json={"instruction": "删除门诊号20003的病历"}).json["preview"]
    assert confirm(officer, preview, reason="重复").status_code == 200
    (deleted,) = officer.get("/api/assistant/deleted").json
    restore = f"/api/assistant/deleted/{deleted['outpatient_number']}/restore", {"version": deleted["version"]}
    plan = officer.post("/api/patients/P1002/merge/preview", json={"old": "P1003"}).json["plan"]
    merge = "/api/patients/P1002/merge", {"old": "P1003", "reason": "同一人", "seen": plan["seen"]}
    clock.pass_by(timedelta(minutes=15))
    for path, told in (restore, merge):
        refused = officer.post(path, json=told)
        assert (refused.status_code, refused.json["code"]) == (403, "step_up_needed"), path
    assert len(officer.get("/api/assistant/deleted").json) == 1
    officer.post("/api/security/proof", json={"password": PASSWORD})
    for path, told in (restore, merge):
        done = officer.post(path, json=told)
        assert done.status_code == 200, done.text


def test_a_wrong_password_is_counted_and_a_right_one_gives_a_new_token(app: APIFlask, nurse: FlaskClient) -> None:
    first = nurse.get_cookie("frontdesk_staff")
    tried = [nurse.post("/api/security/proof", json={"password": f"guess-{n}"}).status_code for n in range(6)]
    assert tried == [403] * 5 + [429]
    assert first and nurse.get_cookie("frontdesk_staff").value == first.value


def test_showing_it_again_renews_the_token(nurse: FlaskClient) -> None:
    first = nurse.get_cookie("frontdesk_staff").value
    nurse.post("/api/security/proof", json={"password": PASSWORD})
    assert nurse.get_cookie("frontdesk_staff").value != first
