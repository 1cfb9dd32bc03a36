"""What is wrong in one session stays there."""

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from frontdesk.app.ledger.outbox import written
from frontdesk.app.ledger.tables import EVENTS
from frontdesk.app.web.background import deliver
from frontdesk.app.web.parts import Parts
from frontdesk.database.sealed import seal_value
from tests.web.conftest import FEVER, Clock, Kiosk
from tests.web.test_board import cards, path_of

CHANGED = "update event set body = :body where kind = 'patient_said'"
DAMAGE = {
    "a field is gone": (CHANGED, {"kind": "patient_said"}),
    "no JSON": (CHANGED, "x"),
    "not sealed": (CHANGED, '{"kind": "patient_said"}'),
    "tampered with": ("update event set body = replace(body, '.', '.A') where kind = 'patient_said'", None),
    "an unknown kind": (CHANGED, {"kind": "sneezed"}),
    "the beginning is gone": ("delete from event where kind = 'started'", None),
}


@pytest.fixture(params=DAMAGE.values(), ids=DAMAGE)
def damaged(new_kiosk: Callable[[], Kiosk], parts: Parts, request: pytest.FixtureRequest) -> Kiosk:
    """A session of which an event can no longer be read, after the server was started anew."""
    kiosk = new_kiosk().guest()
    kiosk.say(FEVER)
    with parts.engine.begin() as connection:
        statement, body = request.param
        of = {"of": kiosk.session["session_id"]}
        of |= {"body": json.dumps(seal_value(EVENTS.c.body.type, body)) if isinstance(body, dict) else body}
        connection.execute(text(f"{statement} and session_id = :of"), of)
    parts.reception.log._folded.clear()  # type: ignore[attr-defined]
    return kiosk


def test_the_board_shows_the_others_and_says_which_is_damaged(
    damaged: Kiosk, new_kiosk: Callable[[], Kiosk], nurse: FlaskClient
) -> None:
    other = new_kiosk().guest()
    assert [card["session_id"] for card in cards(nurse)] == [other.session["session_id"]]
    (shown,) = nurse.get("/api/board").json["damaged"]
    assert shown["session_id"] == damaged.session["session_id"] and shown["kiosk"]
    assert nurse.get(path_of(damaged)).status_code == 410
    assert damaged.send("turns", damaged.turn("还在吗")).status_code == 410


def test_a_nurse_ends_it_with_what_is_known(damaged: Kiosk, nurse: FlaskClient, parts: Parts) -> None:
    assert nurse.post(f"{path_of(damaged)}/end", json={}).status_code == 422
    ended = nurse.post(f"{path_of(damaged)}/end", json={"reason": "病人在我身边"})
    assert ended.status_code == 200 and ended.json["card"]["state"] == "done"
    parts.reception.log._folded.clear()  # type: ignore[attr-defined]
    assert nurse.get("/api/board").json["damaged"] == []


def test_what_can_be_read_of_it_is_handed_over_and_says_that_it_is_not_all(
    new_kiosk: Callable[[], Kiosk], nurse: FlaskClient, parts: Parts
) -> None:
    kiosk = new_kiosk().guest()
    kiosk.say(FEVER)
    with parts.engine.begin() as connection:
        of = {"of": kiosk.session["session_id"]}
        connection.execute(text("update event set body = 'x' where kind = 'nurse_said' and session_id = :of"), of)
    parts.reception.log._folded.clear()  # type: ignore[attr-defined]
    number = nurse.post(f"{path_of(kiosk)}/end", json={"reason": "病人在我身边"}).json["handed_over"]
    visit = parts.records.visit(number)
    assert "病人在我身边" in visit.record.notes
    assert FEVER in visit.record.chief_complaint and "读不出来" in visit.record.notes


def test_background_work_goes_on(damaged: Kiosk, new_kiosk: Callable[[], Kiosk], parts: Parts, clock: Clock) -> None:
    other = new_kiosk().guest()
    clock.pass_by(timedelta(hours=2))
    assert parts.reception.close_forgotten() == 1
    assert parts.reception.log.state(str(other.session["session_id"])).closed


def test_what_fails_in_the_background_holds_up_nothing_else(
    kiosk: Kiosk, parts: Parts, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("broken")

    broken.__name__ = "deliver_due"
    monkeypatch.setattr("frontdesk.app.web.background.deliver_due", broken)
    kiosk.guest()
    clock.pass_by(timedelta(hours=2))
    written(parts.engine).set()
    deliver(parts, Once())  # type: ignore[arg-type]
    assert parts.reception.log.state(str(kiosk.session["session_id"])).closed


class Once:
    """Stops after one round."""

    def __init__(self) -> None:
        self._rounds = 0

    def is_set(self) -> bool:
        self._rounds += 1
        return self._rounds > 1


@pytest.mark.parametrize("unstorable", ["\x00", "\ud800"])
def test_what_no_database_keeps_is_left_out_at_the_border(kiosk: Kiosk, parts: Parts, unstorable: str) -> None:
    kiosk.guest().say(f"我发烧{unstorable}两天了")
    state = parts.reception.log.state(str(kiosk.session["session_id"]))
    assert state.said == ("我发烧两天了",)
