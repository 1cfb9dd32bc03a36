"""Sign-ins of staff: how long they last, rotated tokens, and where one is signed in."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from sqlalchemy import text

from frontdesk.app.ledger.audit import entries, verify
from frontdesk.app.ledger.staff import Account, Role
from frontdesk.app.settings import Settings
from frontdesk.app.web.application import create_app
from frontdesk.app.web.entering import browser_of
from frontdesk.app.web.parts import Parts
from tests.web.conftest import PASSWORD, Clock

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
EDGE = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0"
QUARTER = timedelta(minutes=15)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"sign_in_idle_minutes": 30})


def token_of(browser: FlaskClient) -> str:
    cookie = browser.get_cookie("frontdesk_staff")
    assert cookie is not None
    return str(cookie.value)


def with_token(app: APIFlask, token: str) -> FlaskClient:
    browser = app.test_client()
    browser.set_cookie("frontdesk_staff", token)
    return browser


def status(browser: FlaskClient) -> int:
    return browser.get("/api/me").status_code


def test_a_sign_in_ends_with_nobody_there_and_reading_alone_is_no_use(nurse: FlaskClient, clock: Clock) -> None:
    for _ in range(3):
        clock.pass_by(timedelta(minutes=29))
        assert nurse.post("/api/security/here", json={}).json == {"seconds": 30 * 60}
    clock.pass_by(timedelta(minutes=20))
    assert status(nurse) == 200
    clock.pass_by(timedelta(minutes=10))
    assert status(nurse) == 401


def test_it_ends_after_its_hours_however_much_it_is_used(nurse: FlaskClient, clock: Clock) -> None:
    for _ in range(12 * 60 // 20 - 1):
        clock.pass_by(timedelta(minutes=20))
        nurse.post("/api/security/here", json={})
    assert nurse.get("/api/me").json["seconds_left"] == 20 * 60
    clock.pass_by(timedelta(minutes=20))
    assert status(nurse) == 401


def test_an_open_board_counts_as_being_there(nurse: FlaskClient, parts: Parts, clock: Clock) -> None:
    (here,) = parts.sign_ins.browsers("nurse-None", now=clock())
    for _ in range(3):
        clock.pass_by(timedelta(minutes=29))
        assert parts.sign_ins.lives(here.sign_in_id, now=clock()) is not None, "what the stream of the board asks"
    assert status(nurse) == 200


def test_a_token_is_renewed_and_the_one_before_counts_until_the_new_one_has_come(
    app: APIFlask, nurse: FlaskClient, clock: Clock
) -> None:
    first = token_of(nurse)
    clock.pass_by(QUARTER)
    lost = with_token(app, first)
    lost.get("/api/me")
    assert token_of(lost) != first, "a new one, whose answer we take for lost"
    clock.pass_by(2 * MINUTE)
    assert status(nurse) == 200, "the browser still has the first"
    second = token_of(nurse)
    assert second not in (first, token_of(lost))
    assert status(nurse) == 200
    under_way = with_token(app, first)
    assert (status(under_way), token_of(under_way)) == (200, first), "what was sent before the new one came"


def test_a_copied_token_ends_the_sign_in_for_everybody_who_has_one(
    app: APIFlask, nurse: FlaskClient, parts: Parts, clock: Clock
) -> None:
    copied = token_of(nurse)
    clock.pass_by(QUARTER)
    assert (status(nurse), status(nurse)) == (200, 200)
    clock.pass_by(2 * MINUTE)
    assert status(with_token(app, copied)) == 401
    assert status(nurse) == 401
    assert ["sign_in", "token_used_again", "nurse-None"] in [one.about.get("what") for one in entries(parts.engine)]
    verify(parts.engine)


def test_a_token_that_one_process_renewed_is_known_to_the_others(
    settings: Settings, nurse: FlaskClient, clock: Clock
) -> None:
    clock.pass_by(QUARTER)
    other = with_token(create_app(settings, clock=clock), token_of(nurse))
    nurse.get("/api/me")
    assert (status(other), status(with_token(other.application, token_of(nurse)))) == (200, 200)


def test_one_sees_where_one_is_signed_in_and_signs_out_one_or_all_others(app: APIFlask, nurse: FlaskClient) -> None:
    def elsewhere(agent: str) -> FlaskClient:
        browser = app.test_client()
        signing_in = {"username": "nurse-None", "password": PASSWORD}
        browser.post("/api/sign-in", json=signing_in, headers={"User-Agent": agent})
        return browser

    others = elsewhere(FIREFOX), elsewhere(EDGE)
    told = nurse.get("/api/security").json["sign_ins"]
    assert sorted((one["browser"], one["address"], one["here"]) for one in told) == [
        ("", "127.0.0.1", True),
        ("Edge, Windows", "127.0.0.1", False),
        ("Firefox, Linux", "127.0.0.1", False),
    ]
    firefox = next(one["sign_in_id"] for one in told if "Firefox" in one["browser"])
    nurse.post(f"/api/security/sign-ins/{firefox}/end", json={})
    assert [status(one) for one in (*others, nurse)] == [401, 200, 200]
    assert len(nurse.post("/api/security/sign-ins/end", json={}).json["sign_ins"]) == 1
    assert [status(one) for one in (*others, nurse)] == [401, 401, 200]


def test_nobody_ends_somebody_elses_sign_in_but_an_administrator(
    nurse: FlaskClient, signed_in: Callable[..., FlaskClient], parts: Parts, clock: Clock
) -> None:
    (hers,) = parts.sign_ins.browsers("nurse-None", now=clock())
    manager, admin = signed_in("manager"), signed_in("admin")
    assert manager.post(f"/api/security/sign-ins/{hers.sign_in_id}/end", json={}).status_code == 404
    assert status(nurse) == 200
    assert admin.post("/api/admin/staff/nurse-None/sign-out", json={}).json["signed_in"] == 0
    assert status(nurse) == 401
    assert ["signed_out", "nurse-None"] in [one.about.get("what") for one in entries(parts.engine)]


def test_a_sign_in_made_up_in_the_database_shows(nurse: FlaskClient, parts: Parts) -> None:
    with parts.engine.begin() as connection:
        connection.execute(text("update staff_sign_in set username = 'nurse-None', means = 'provider'"))
    with pytest.raises(Exception, match="signed_in"):
        verify(parts.engine)


@pytest.mark.parametrize(("agent", "name"), [(FIREFOX, "Firefox, Linux"), (EDGE, "Edge, Windows"), ("curl/8", "")])
def test_a_browser_is_named_in_words(agent: str, name: str) -> None:
    assert browser_of(agent) == name


def test_the_own_list_says_how_many_there_may_be_and_one_more_ends_the_oldest_alone(
    settings: Settings, clock: Clock
) -> None:
    app = create_app(settings.model_copy(update={"sign_ins_at_once": 2}), clock=clock)
    parts: Parts = app.extensions["frontdesk"]
    parts.accounts.add(Account(username="lin", name="Lin", role=Role.NURSE), PASSWORD, now=clock())
    browsers = [app.test_client() for _ in range(3)]
    for browser in browsers:
        assert browser.post("/api/sign-in", json={"username": "lin", "password": PASSWORD}).status_code == 200
        clock.pass_by(MINUTE)
    assert [status(browser) for browser in browsers] == [401, 200, 200]
    own = browsers[2].get("/api/security").json
    assert (len(own["sign_ins"]), own["at_once"]) == (2, 2)
    assert browsers[2].post("/api/sign-in", json={"username": "lin", "password": PASSWORD}).status_code == 200
    assert [status(browser) for browser in browsers[1:]] == [200, 200], "the same browser takes nobody's place"
