"""Another program holds the database: an alarm goes on all the same, and is written when it may be."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from frontdesk.app.web.parts import Parts
from frontdesk.database import engine as database_engine
from tests.web.conftest import FEVER, Kiosk
from tests.web.test_board import CRUSHING, cards, path_of
from tests.web.test_streams import cookie, events, following

PAIN = {"zh": CRUSHING, "en": "My chest feels crushed, like a weight on it, and I am sweating all over"}
AT_MOST = 3.0  # seconds


@pytest.fixture(autouse=True)
def quickly_busy(monkeypatch: pytest.MonkeyPatch, parts: Parts) -> None:
    monkeypatch.setattr(database_engine, "BUSY_MS", 200)
    parts.engine.dispose()


@contextmanager
def held(parts: Parts) -> Iterator[None]:
    """Locked by a connection of its own, as another process would."""
    with parts.engine.connect().execution_options(writing=True) as connection, connection.begin():
        yield


@pytest.mark.parametrize("language", ["zh", "en"])
def test_screen_and_board_have_the_alarm_at_once(
    kiosk: Kiosk, nurse: FlaskClient, parts: Parts, address: str, language: str
) -> None:
    kiosk.start(language)
    kiosk.post("consent", {"agreed": True})
    kiosk.post("identity", {})
    following_from = f"/api/board/events?after={parts.reception.log.latest()}"
    with following(address, following_from, cookie(nurse, "frontdesk_staff")) as board, held(parts):
        began = monotonic()
        said = kiosk.turn(PAIN[language])
        shown = kiosk.post("turns", said)
        assert shown["phase"] == "emergency"
        assert next(events(board))[1] == "board"
        (card,) = cards(nurse)
        assert card["alerts"] and card["session_id"] == shown["session_id"]
        assert nurse.get(path_of(kiosk)).json["lines"][-1]["speaker"] == "nurse"
        assert monotonic() - began < AT_MOST
        assert kiosk.post("turns", said) == shown  # sent again, as a kiosk does that heard nothing
        assert kiosk.say("help")["phase"] == "emergency"
    until = monotonic() + 10
    while monotonic() < until and (written(parts, "alert_raised"), written(parts, "patient_said")) != (1, 2):
        sleep(0.05)
    assert (written(parts, "alert_raised"), written(parts, "patient_said")) == (1, 2)


def test_the_call_button_calls(kiosk: Kiosk, nurse: FlaskClient, parts: Parts) -> None:
    kiosk.guest()
    with held(parts):
        assert kiosk.post("nurse")["nurse_called"]
        assert cards(nurse)[0]["state"] == "waiting_for_person"


def test_whatever_is_no_alarm_is_refused_and_can_be_sent_again(kiosk: Kiosk, parts: Parts) -> None:
    kiosk.guest()
    said = kiosk.turn(FEVER)
    with held(parts):
        refused = kiosk.send("turns", said)
        assert (refused.status_code, refused.get_json(force=True)["code"]) == (503, "database_away")
    assert kiosk.post("turns", said)["turns"] == 1


def written(parts: Parts, kind: str) -> int:
    with parts.engine.connect() as connection:
        return int(connection.scalar(text("select count(*) from event where kind = :kind"), {"kind": kind}) or 0)
