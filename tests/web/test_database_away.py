"""Another program holds the database: an alarm goes on all the same, and is written when it may be."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import repeat
from time import monotonic, sleep
from typing import NoReturn

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from frontdesk.app.web import background, stream
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


def away(*_: object, **__: object) -> NoReturn:
    raise OperationalError("select 1", None, ConnectionError("away"))


@contextmanager
def held(parts: Parts) -> Iterator[None]:
    """Locked by a connection of its own, as another process would."""
    with parts.engine.connect().execution_options(writing=True) as connection, connection.begin():
        yield


@pytest.mark.parametrize("language", ["zh", "en"])
def test_screen_and_board_have_the_alarm_at_once(
    kiosk: Kiosk, nurse: FlaskClient, parts: Parts, address: str, language: str
) -> None:
    parts.reception.warm()  # what it loads has its own time
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


def test_a_board_that_cannot_read_what_happened_is_told_of_an_alarm(
    kiosk: Kiosk, nurse: FlaskClient, parts: Parts, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kiosk.guest()
    following_from = f"/api/board/events?after={parts.reception.log.latest()}"
    monkeypatch.setattr(parts.reception.log, "after", away)
    with following(address, following_from, cookie(nurse, "frontdesk_staff")) as board, held(parts):
        kiosk.say(PAIN["zh"])
        assert next(events(board))[2]["kind"] == "alert_raised"


def test_a_stream_goes_on_for_a_while_where_the_right_to_it_cannot_be_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stream, "AUTHORITY_SECONDS", 0.0)
    monkeypatch.setattr(stream, "UNCONFIRMED_SECONDS", 0.2)
    told = stream._permitted(repeat("an event"), away)
    assert [next(told) for _ in range(3)] == [stream.RETRY, "an event", "an event"]
    sleep(0.25)
    assert list(told) == []


def test_a_worker_that_starts_meanwhile_is_warm_once_the_database_is_there(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcomes = iter([away, lambda: None])
    monkeypatch.setattr(background, "AGAIN_SECONDS", 0.0)
    monkeypatch.setattr(type(parts.reception), "warm", lambda _: next(outcomes)())
    parts.warmed.clear()
    background.warm(parts.reception, parts.warmed)
    assert parts.warmed.is_set() and next(outcomes, None) is None


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
