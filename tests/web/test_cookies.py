"""The names of cookies: behind HTTPS those that a browser takes from this very host alone."""

import re
from collections.abc import Callable
from http.cookies import SimpleCookie

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from frontdesk.app.ledger.staff import Account, Role
from frontdesk.app.settings import Settings
from frontdesk.app.web.application import create_app
from frontdesk.app.web.parts import Parts
from tests.web.conftest import PASSWORD, Clock, Kiosk

HTTPS = "https://localhost"


@pytest.fixture
def secure(settings: Settings, clock: Clock) -> APIFlask:
    """The same installation, since then behind HTTPS."""
    return create_app(settings.model_copy(update={"public_url": HTTPS}), clock=clock)


def given(answer: TestResponse) -> SimpleCookie:
    """The cookies that an answer sets."""
    cookies = SimpleCookie()
    for line in answer.headers.getlist("Set-Cookie"):
        cookies.load(line)
    return cookies


def browser_of(app: APIFlask, **cookies: str) -> FlaskClient:
    client = app.test_client()
    client.environ_base["wsgi.url_scheme"] = "https"
    for name, value in cookies.items():
        client.set_cookie(name, value)
    return client


def test_behind_https_every_cookie_has_the_prefix_and_what_it_asks_for(secure: APIFlask, clock: Clock) -> None:
    parts: Parts = secure.extensions["frontdesk"]
    parts.accounts.add(Account(username="nurse", name="N", role=Role.NURSE), PASSWORD, now=clock())
    browser = browser_of(secure)
    answers = [
        browser.get("/api/hospital"),
        browser.post("/api/sign-in", json={"username": "nurse", "password": PASSWORD}),
        browser_of(secure).get(slip_of(Kiosk(browser))),
    ]
    cookies = {name: one for answer in answers for name, one in given(answer).items()}
    assert {re.sub("slip_.*", "slip", name) for name in cookies} == {
        "__Host-frontdesk_kiosk",
        "__Host-frontdesk_staff",
        "__Host-frontdesk_slip",
    }
    for one in cookies.values():
        assert (one["secure"], one["httponly"], one["path"], one["domain"]) == (True, True, "/", "")
    assert browser.get("/api/me").json["username"] == "nurse"
    left = given(browser.post("/api/sign-out", json={}))
    assert left["__Host-frontdesk_staff"]["max-age"] == "0"


def slip_of(kiosk: Kiosk) -> str:
    """Its path."""
    kiosk.recommended()
    return str(re.sub(r"^https?://[^/]+", "", kiosk.send("slip").json["url"]))


def test_over_plain_http_the_names_are_plain(kiosk: Kiosk, nurse: FlaskClient) -> None:
    assert kiosk.client.get_cookie("frontdesk_kiosk") and nurse.get_cookie("frontdesk_staff")


def test_a_kiosk_that_was_paired_before_stays_so_and_gets_the_new_name_once(secure: APIFlask, kiosk: Kiosk) -> None:
    kiosk.start()
    token = kiosk.client.get_cookie("frontdesk_kiosk").value
    for first in ("/api/hospital", kiosk.path):
        browser = browser_of(secure, frontdesk_kiosk=token)
        answer = browser.get(first)
        assert answer.status_code == 200, "in the middle of a talk too"
        assert answer.json.get("paired", True)
        cookies = given(answer)
        assert cookies["__Host-frontdesk_kiosk"].value == token
        assert browser.get_cookie("frontdesk_kiosk").value == token, "a version that is put back knows it"
        assert given(browser.get(kiosk.path)) == {}, "once"


def test_another_hosts_cookie_by_the_plain_name_goes_before_none_of_ours(
    secure: APIFlask, kiosk: Kiosk, new_kiosk: Callable[[], Kiosk]
) -> None:
    own, other = kiosk.client.get_cookie("frontdesk_kiosk").value, new_kiosk().client.get_cookie("frontdesk_kiosk")
    kiosk.start()
    browser = browser_of(secure, **{"__Host-frontdesk_kiosk": own, "frontdesk_kiosk": other.value})
    answer = browser.get(kiosk.path)
    assert answer.status_code == 200
    assert given(answer) == {}


def test_a_sign_in_from_before_is_none_and_people_sign_in_again(secure: APIFlask, nurse: FlaskClient) -> None:
    browser = browser_of(secure, frontdesk_staff=nurse.get_cookie("frontdesk_staff").value)
    assert browser.get("/api/me").status_code == 401


def test_a_slip_opened_before_stays_open_on_that_telephone(secure: APIFlask, kiosk: Kiosk) -> None:
    path = slip_of(kiosk)
    parts: Parts = secure.extensions["frontdesk"]
    parts.slips.open(path.rpartition("/")[2], "the telephone's", now=parts.clock())
    assert browser_of(secure, frontdesk_slip="the telephone's").get(path).status_code == 200
    assert browser_of(secure, frontdesk_slip="another's").get(path).status_code == 410
