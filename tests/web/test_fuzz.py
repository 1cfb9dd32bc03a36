"""The API fuzzed from its own OpenAPI document, as nobody, as a kiosk, and in every role."""

import json
from collections.abc import Callable
from functools import cache

import pytest
import schemathesis
from apiflask import APIFlask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, settings

from frontdesk.app.web.parts import Parts
from tests.web.conftest import FEVER, Kiosk

EXAMPLES = 12  # of each operation
WHO = ("nobody", "kiosk", "nurse", "doctor", "records_officer", "admin", "manager")
STREAMS = "/events"
FUZZED = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(params=WHO)
def client(
    request: pytest.FixtureRequest, app: APIFlask, kiosk: Kiosk, signed_in: Callable[..., FlaskClient], parts: Parts
) -> FlaskClient:
    match request.param:
        case "nobody":
            return app.test_client()
        case "kiosk":
            return kiosk.client
        case "doctor":
            return signed_in("doctor", "cardiology")
        case role:
            return signed_in(role)


def own_session(client: FlaskClient) -> str | None:
    """A session that may be talked with, at a kiosk."""
    started = client.post("/api/sessions", json={"language": "zh", "entry": "unwell"})
    if started.status_code != 201:
        return None
    session_id = str(started.json["session_id"])
    client.post(f"/api/sessions/{session_id}/consent", json={"agreed": True})
    client.post(f"/api/sessions/{session_id}/identity", json={})
    return session_id


@cache
def cases(document: str) -> tuple[schemathesis.Case, ...]:
    """The same for everybody: to think them up takes longer than to answer them."""
    thought_up: list[schemathesis.Case] = []
    for operation in schemathesis.openapi.from_dict(json.loads(document)).get_all_operations():
        case_of = operation.ok()
        if case_of.path.endswith(STREAMS):
            continue

        @FUZZED
        @given(case=case_of.as_strategy())
        def keep(case: schemathesis.Case) -> None:
            thought_up.append(case)

        keep()
    return tuple(thought_up)


def test_nothing_that_is_sent_breaks_the_server_or_shows_what_is_not_open(
    client: FlaskClient, new_kiosk: Callable[[], Kiosk]
) -> None:
    other = new_kiosk().guest()
    other.say(FEVER)
    there = {"session_id": own_session(client) or other.session["session_id"], "number": 20001}
    broken: list[str] = []

    for case in cases(client.get("/api/openapi.json").text):
        for name, known in there.items():  # else nearly everything is "no such session"
            if name in (case.path_parameters or {}):
                case.path_parameters[name] = known
        sent = case.as_transport_kwargs()
        answer = client.open(
            case.formatted_path,
            method=case.method,
            query_string=sent.get("params") or None,
            json=sent.get("json"),
            data=sent.get("data"),
            headers={"X-Frontdesk": "1"},
        )
        if answer.status_code >= 500:
            broken.append(f"{case.method} {case.formatted_path} {answer.status_code} {sent}")
        if FEVER.encode() in answer.data and not case.path.startswith(
            ("/api/board", "/api/records")
        ):  # for staff, who see it there: the session, and its record once a nurse has ended it
            broken.append(f"{case.method} {case.formatted_path}: another kiosk's session")
    assert broken == []
