"""Who may call what."""

from collections.abc import Callable

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from frontdesk.app.settings import Settings
from frontdesk.app.web import application
from frontdesk.app.web.application import bare_app
from frontdesk.app.web.authorisation import anyone, rule_of
from tests.web.conftest import Kiosk

OPEN = {
    "pages",
    "about",
    "health",
    "slip",
    "hospital",
    "sign_in",
    "cds_discovery",
    "launch",
    "provider",
    "provider_logout",
}  # blueprints that are public on purpose


def test_every_route_has_an_authorisation_rule(app: APIFlask) -> None:
    without = [rule.rule for rule in app.url_map.iter_rules() if rule_of(app, rule.endpoint) is None]
    assert without == []


def test_only_the_routes_named_here_are_public(app: APIFlask) -> None:
    public = {rule.endpoint.split(".")[0] for rule in app.url_map.iter_rules() if rule_of(app, rule.endpoint) is anyone}
    assert public == OPEN


def test_a_route_registered_without_a_rule_is_refused(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "bare_app", bare_app)  # of its own: those of the tests share their routes
    app = application.create_app(settings)
    app.add_url_rule("/forgotten", view_func=lambda: "secret")
    answer = app.test_client().get("/forgotten")
    assert answer.status_code == 403
    assert answer.json["code"] == "no_rule"


def test_a_browser_that_is_no_kiosk_cannot_start_a_session(app: APIFlask) -> None:
    answer = app.test_client().post("/api/sessions", json={"language": "zh", "entry": "unwell"})
    assert (answer.status_code, answer.json["code"]) == (401, "kiosk_not_paired")


def test_a_kiosk_cannot_touch_another_kiosks_session(new_kiosk: Callable[[], Kiosk]) -> None:
    session = new_kiosk().start()
    other = new_kiosk()
    for answer in (
        other.client.get(session.path),
        other.client.get(f"{session.path}/events"),
        other.client.post(f"{session.path}/nurse", json={}),
    ):
        assert (answer.status_code, answer.json["code"]) == (403, "another_kiosk")


def test_the_board_is_closed_to_those_who_are_not_signed_in(app: APIFlask, kiosk: Kiosk) -> None:
    for path in ("/api/board", "/api/worklist", "/api/me", "/api/departments", "/api/reports"):
        assert app.test_client().get(path).status_code == 401
        assert kiosk.client.get(path).status_code == 401, "a kiosk's token is no sign-in"


@pytest.mark.parametrize(
    ("role", "department", "path", "status"),
    [
        ("nurse", None, "/api/board", 200),
        ("nurse", None, "/api/worklist?department_id=cardiology", 200),
        ("nurse", None, "/api/worklist", 422),
        ("doctor", "cardiology", "/api/board", 403),
        ("doctor", "cardiology", "/api/board/events", 403),
        ("doctor", "cardiology", "/api/worklist", 200),
        ("doctor", "cardiology", "/api/worklist?department_id=cardiology", 200),
        ("doctor", "cardiology", "/api/worklist?department_id=dermatology", 403),
        ("records_officer", None, "/api/worklist?department_id=dermatology", 200),
        ("records_officer", None, "/api/worklist?department_id=nowhere", 404),
        ("records_officer", None, "/api/board", 403),
        ("admin", None, "/api/board", 403),
        ("admin", None, "/api/worklist?department_id=dermatology", 403),
        ("admin", None, "/api/departments", 200),
        ("admin", None, "/api/reports", 200),
        ("manager", None, "/api/reports", 200),
        ("manager", None, "/api/reports/tables/waits", 200),
        ("manager", None, "/api/board", 403),
        ("manager", None, "/api/worklist?department_id=dermatology", 403),
        ("nurse", None, "/api/reports", 403),
        ("records_officer", None, "/api/reports/tables/waits", 403),
        ("doctor", "cardiology", "/api/reports", 403),
        ("doctor", "cardiology", "/api/departments", 200),
    ],
)
def test_each_role_reads_what_is_its_own(
    signed_in: Callable[..., FlaskClient], role: str, department: str | None, path: str, status: int
) -> None:
    assert signed_in(role, department).get(path).status_code == status


@pytest.mark.parametrize("step", ["edits", "additions", "signature"])
def test_a_nurse_reads_the_worklist_and_writes_nothing_on_it(nurse: FlaskClient, step: str) -> None:
    answer = nurse.post(f"/api/worklist/20000001/{step}", json={})
    assert (answer.status_code, answer.json["code"]) == (403, "not_permitted")


def test_a_doctor_cannot_take_over_a_session(signed_in: Callable[..., FlaskClient], kiosk: Kiosk) -> None:
    path = f"/api/board/sessions/{kiosk.start().session['session_id']}/take-over"
    assert signed_in("doctor", "cardiology").post(path, json={}).status_code == 403
    assert signed_in("nurse").post(path, json={}).status_code == 200
