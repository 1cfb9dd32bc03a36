"""The wall of kiosks, the messages sent with a press, and the figures of the shift."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask.testing import FlaskClient

from frontdesk.app.reception.usual_messages import usual_messages
from frontdesk.app.settings import Settings
from frontdesk.app.web.application import create_app
from frontdesk.models.facts import Language
from tests.web.conftest import FEVER, Clock, Kiosk
from tests.web.test_board import CRUSHING, cards, path_of


def uses(nurse: FlaskClient) -> list[tuple[str, str]]:
    return [(one["name"], one["use"]) for one in nurse.get("/api/board").json["kiosks"]]


def here(kiosk: Kiosk) -> None:
    assert kiosk.client.post("/api/sessions/here", json={}).status_code == 200


def test_a_kiosk_that_never_told_that_it_is_on_is_not_called_offline(
    kiosk: Kiosk, nurse: FlaskClient, clock: Clock
) -> None:
    clock.pass_by(timedelta(hours=1))
    assert uses(nurse) == [("Kiosk 1", "unknown")]


def test_a_kiosk_is_idle_in_use_and_offline_since_it_was_last_heard(
    kiosk: Kiosk, nurse: FlaskClient, clock: Clock
) -> None:
    clock.pass_by(timedelta(minutes=5))
    here(kiosk)
    assert uses(nurse) == [("Kiosk 1", "idle")]
    kiosk.guest()
    (used,) = nurse.get("/api/board").json["kiosks"]
    assert (used["use"], used["session_id"]) == ("in_use", kiosk.session["session_id"])
    heard = clock.now
    clock.pass_by(timedelta(seconds=59))
    assert uses(nurse) == [("Kiosk 1", "in_use")]
    clock.pass_by(timedelta(seconds=2))
    (gone,) = nurse.get("/api/board").json["kiosks"]
    assert (gone["use"], gone["since"], gone["session_id"]) == (
        "offline",
        heard.isoformat(),
        kiosk.session["session_id"],
    )


def test_after_a_restart_nobody_is_offline_before_they_could_be_heard(
    kiosk: Kiosk, nurse: FlaskClient, clock: Clock, settings: Settings
) -> None:
    here(kiosk)
    clock.pass_by(timedelta(hours=1))
    started_again = create_app(settings, clock=clock).extensions["frontdesk"].presence
    heard = started_again.last()["Kiosk 1"]
    assert not started_again.is_off(heard)
    clock.pass_by(timedelta(minutes=2))
    assert started_again.is_off(heard)


def test_a_disabled_kiosk_is_not_on_the_wall(kiosk: Kiosk, nurse: FlaskClient, app: object, clock: Clock) -> None:
    parts = app.extensions["frontdesk"]  # type: ignore[attr-defined]
    parts.devices.disable("Kiosk 1", now=clock())
    assert uses(nurse) == []
    assert kiosk.client.post("/api/sessions/here", json={}).status_code == 401


def test_the_usual_messages_come_in_both_languages_and_one_reaches_the_patient(
    kiosk: Kiosk, nurse: FlaskClient
) -> None:
    told = nurse.get("/api/board/messages").json
    assert [one["key"] for one in told] == list(usual_messages())
    kiosk.guest()
    text = told[0]["text"]["zh"]
    nurse.post(f"{path_of(kiosk)}/messages", json={"message_id": "message-1", "text": text})
    assert kiosk.client.get(kiosk.path).json["reply"]["text"] == text


@pytest.mark.parametrize("key", list(usual_messages()))
def test_a_usual_message_is_short_and_in_its_language(key: str) -> None:
    text = usual_messages()[key]
    assert all(len(one) <= 25 for one in re.split("[。！？]", text[Language.ZH]))
    assert all(len(one.split()) <= 15 for one in re.split("[.!?]", text[Language.EN]))
    assert not text[Language.ZH].isascii() and text[Language.EN].isascii()


def test_the_shift_counts_arrivals_waits_and_the_time_to_acknowledge_by_the_hour(
    new_kiosk: Callable[[], Kiosk], nurse: FlaskClient, clock: Clock
) -> None:
    new_kiosk().guest().say(FEVER)
    clock.pass_by(timedelta(hours=1))
    calling, alarming = new_kiosk().guest(), new_kiosk().guest()
    calling.post("nurse")
    alarming.say(CRUSHING)
    clock.pass_by(timedelta(seconds=40))
    alert = next(card for card in cards(nurse) if card["level"] == "A")["alerts"][0]  # type: ignore[index]
    nurse.post(f"{path_of(alarming)}/alerts/{alert['alert_id']}/acknowledge", json={"reason": "going there"})
    clock.pass_by(timedelta(seconds=20))
    nurse.post(f"{path_of(calling)}/take-over", json={})
    new_kiosk().guest().say(CRUSHING)
    shift = nurse.get("/api/board/shift").json
    assert (shift["arrivals"], shift["calls"], shift["wait"]) == (4, 3, 50)
    assert (shift["alarms"], shift["answer"], shift["unanswered"]) == (2, 40, 1)
    assert len(shift["hours"]) == 8
    before, last = shift["hours"][-2:]
    assert (before["arrivals"], before["wait"], last["arrivals"], last["wait"], last["answer"]) == (1, None, 3, 50, 40)


def test_what_was_before_the_shift_is_left_out(kiosk: Kiosk, nurse: FlaskClient, clock: Clock) -> None:
    kiosk.guest().say(CRUSHING)
    clock.pass_by(timedelta(hours=9))
    kiosk.post("nurse")
    shift = nurse.get("/api/board/shift").json
    assert (shift["arrivals"], shift["alarms"], shift["unanswered"]) == (0, 0, 0)
