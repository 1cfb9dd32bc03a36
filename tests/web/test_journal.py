"""The journal keeps ids, counts and durations; never a name or a word of a patient."""

import json
from collections.abc import Iterator

import pytest
import structlog
from flask.testing import FlaskClient

from frontdesk.commands.journal import set_up_journal
from tests.web.conftest import FEVER, PASSWORD, Kiosk


@pytest.fixture
def journal_afterwards_as_before() -> Iterator[None]:
    yield
    structlog.reset_defaults()


def test_nothing_personal_reaches_the_journal(
    kiosk: Kiosk, nurse: FlaskClient, capfd: pytest.CaptureFixture[str], journal_afterwards_as_before: None
) -> None:
    set_up_journal("debug")
    kiosk.start()
    kiosk.post("consent", {"agreed": True})
    kiosk.post("identity", {"patient_number": "P1002", "name": "王芳"})
    kiosk.say(FEVER)
    kiosk.send("turns", {"turn_id": FEVER, "number": 9, "text": FEVER})
    kiosk.recommended()
    token = kiosk.send("slip").json["url"].rpartition("/")[2]
    kiosk.client.get(f"/slip/{token}")
    kiosk.client.post("/api/sign-in", json={"username": PASSWORD, "password": PASSWORD})
    kiosk.post("finish")
    nurse.get("/api/worklist?department_id=dermatology")
    written = capfd.readouterr().err
    lines = [json.loads(line) for line in written.splitlines()]
    assert any(line["route"] == "/slip/<token>" for line in lines if "route" in line)
    for secret in ("王芳", "P1002", "发烧", "疹", PASSWORD, token):
        assert secret not in written
