"""Staff sign in with the hospital's own accounts, at a provider that others wrote."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from secrets import token_hex
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from werkzeug.serving import make_server
from werkzeug.test import TestResponse

from frontdesk.app.identity_provider import BadIdentityProvider, IdentityProvider, person_of, read, strength_of
from frontdesk.app.ledger.audit import entries, verify
from frontdesk.app.ledger.staff import Account, Role
from frontdesk.app.settings import Settings
from frontdesk.app.web.application import create_app
from frontdesk.app.web.parts import Parts, Provider
from frontdesk.app.web.provider import page_of
from frontdesk.evaluation.serving import free_port
from frontdesk.his_adapter.trust.openid import Entry, OpenIdProvider, TooWeak
from frontdesk.his_adapter.trust.tokens import BadToken
from tests.node_systems import installed
from tests.openid_provider import BACK, HOME, SECRET, Person, There, serving
from tests.web.conftest import PASSWORD

pytestmark = pytest.mark.skipif(not installed(), reason="scripts/systems installs the provider")

LOGOUT_PORT = free_port()
TOLD = """
issuer: {issuer}
client_id: frontdesk
secret_file: secret
name: {{zh: 医院账号, en: the hospital account}}
roles: {{front-admins: admin, front-doctors: doctor, front-nurses: nurse}}
departments: {{CARD: cardiology}}
link: {link}
"""


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[There]:
    out = tmp_path_factory.mktemp("openid") / "printed"
    with serving(free_port(), out, logout=f"http://127.0.0.1:{LOGOUT_PORT}/sign-in/provider/logout") as provider:
        yield provider


def told_in(folder: Path, issuer: str, *, link: bool = False, asked: str = "") -> Path:
    (folder / "secret").write_text(f"{SECRET}\n")
    file = folder / "provider.yaml"
    file.write_text(TOLD.format(issuer=issuer, link=str(link).lower()) + asked)
    return file


@pytest.fixture
def at(settings: Settings, tmp_path: Path) -> Callable[..., APIFlask]:
    """The application joined to a provider; its clock is the world's, as the provider's is."""

    def joined(issuer: str, **more: Any) -> APIFlask:
        file = told_in(tmp_path, issuer, link=bool(more.pop("link", False)), asked=str(more.pop("asked", "")))
        return create_app(settings.model_copy(update={"identity_provider": file} | more), clock=datetime.now)

    return joined


@pytest.fixture
def app(at: Callable[..., APIFlask], there: There) -> APIFlask:
    return at(there.issuer)


def callback(browser: FlaskClient, person: Person, **query: str) -> str:
    """The path and query with which somebody comes back."""
    leaving = browser.get("/sign-in/provider", query_string=query)
    assert leaving.status_code == 302, leaving.text
    return person.goes(leaving.headers["Location"]).removeprefix(HOME)


def comes_in(app: APIFlask, who: str, **query: str) -> tuple[FlaskClient, TestResponse]:
    browser = app.test_client()
    return browser, browser.get(callback(browser, Person(who), **query))


def closed(answer: TestResponse, status: int, words: str) -> bool:
    return answer.status_code == status and words in answer.text


def test_an_account_is_made_at_the_first_sign_in_with_role_and_department_from_the_claims(
    app: APIFlask, parts: Parts
) -> None:
    assert app.test_client().get("/api/sign-in").json == {"provider": {"zh": "医院账号", "en": "the hospital account"}}
    browser, answer = comes_in(app, "chen", then="/worklist")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{HOME}/worklist")
    me = browser.get("/api/me").json
    assert (me["username"], me["name"], me["role"], me["department_id"]) == ("chen", "Dr Chen", "doctor", "cardiology")
    assert not browser.get("/api/security").json["local"]
    body = {"username": "chen", "password": "!"}
    assert app.test_client().post("/api/sign-in", json=body).status_code == 401
    assert ["linked", "chen"] in [one.about.get("what") for one in entries(parts.engine)]
    verify(parts.engine)


@pytest.mark.parametrize("path", ["https://elsewhere.example/", "//elsewhere.example", "/api/me", "/staff/../x"])
def test_it_leads_to_no_page_but_ours(path: str) -> None:
    assert (page_of("/admin/staff"), page_of(path)) == ("/admin/staff", "/staff")


def test_who_loses_the_role_there_is_disabled_here_and_comes_back_with_it(app: APIFlask, there: There) -> None:
    who = f"lin-{token_hex(3)}"
    browser, _ = comes_in(app, who)
    there.grants(who, "cleaning")
    assert closed(comes_in(app, who)[1], 403, "Nothing is open to your hospital account")
    assert browser.get("/api/me").status_code == 401
    there.grants(who, "front-doctors", "front-nurses")
    assert closed(comes_in(app, who)[1], 403, "Nothing is open"), "a doctor without a department"
    there.grants(who, "front-nurses")
    again, _ = comes_in(app, who)
    assert again.get("/api/me").json["role"] == "nurse"
    assert closed(comes_in(app, "gone")[1], 403, "Nothing is open")


def test_an_account_of_the_same_name_is_linked_where_the_hospital_says_so_and_never_an_administrators(
    at: Callable[..., APIFlask], there: There
) -> None:
    careful, linking = at(there.issuer), at(there.issuer, link=True)
    accounts = linking.extensions["frontdesk"].accounts
    accounts.add(Account(username="lin", name="Lin", role=Role.NURSE), PASSWORD, now=datetime.now())
    accounts.add(Account(username="admin", name="Emergency", role=Role.ADMIN), PASSWORD, now=datetime.now())
    assert closed(comes_in(careful, "lin")[1], 403, "is not linked with yours")
    browser, _ = comes_in(linking, "lin")
    assert browser.get("/api/me").json["name"] == "Lin Wen"

    def locally(username: str) -> TestResponse:
        return linking.test_client().post("/api/sign-in", json={"username": username, "password": PASSWORD})

    assert locally("lin").status_code == 401, "the provider alone opens it now"
    assert closed(comes_in(linking, "boss")[1], 403, "is not linked with yours")
    assert locally("admin").status_code == 200


def test_an_administrators_disabling_stands_and_no_password_is_given_here(app: APIFlask, parts: Parts) -> None:
    comes_in(app, "lin")
    parts.accounts.add(Account(username="office", name="Office", role=Role.ADMIN), PASSWORD, now=datetime.now())
    admin = app.test_client()
    admin.post("/api/sign-in", json={"username": "office", "password": PASSWORD})
    refused = admin.post("/api/admin/staff/lin/password", json={})
    assert (refused.status_code, refused.json["code"]) == (409, "kept_elsewhere")
    parts.accounts.disable("lin", now=datetime.now())
    assert closed(comes_in(app, "lin")[1], 403, "Nothing is open")


def test_a_callback_counts_once_and_only_in_the_browser_that_left(app: APIFlask) -> None:
    mine, other = app.test_client(), app.test_client()
    back = callback(mine, Person("lin"))
    assert closed(other.get(back), 400, "did not begin in this browser")
    changed = back.replace("state=", "state=1")
    assert closed(mine.get(changed), 400, "did not begin in this browser")
    assert mine.get(back).status_code == 302
    assert closed(mine.get(back), 400, "did not begin in this browser"), "its secret is gone"


def test_a_code_or_state_that_was_used_is_not_taken_again(app: APIFlask) -> None:
    browser = app.test_client()
    back = callback(browser, Person("lin"))
    (kept,) = [one for one in browser._cookies.values() if one.key.startswith("frontdesk_provider_")]
    browser.get(back)
    browser.set_cookie(kept.key, kept.value, path="/sign-in/provider")
    assert closed(browser.get(back), 400, "was used already")
    second = callback(browser, Person("lin"))
    played = second.replace(parse_qs(urlsplit(second).query)["code"][0], parse_qs(urlsplit(back).query)["code"][0])
    assert closed(browser.get(played), 400, "did not agree"), "the provider knows its codes"


def test_a_server_that_answers_for_another_is_not_believed(app: APIFlask) -> None:
    browser = app.test_client()
    back = callback(browser, Person("lin"))
    parts = urlsplit(back)
    query = parse_qs(parts.query)
    asked = {"code": query["code"][0], "state": query["state"][0], "iss": "http://127.0.0.1:1"}
    assert closed(browser.get(parts.path, query_string=asked), 400, "did not agree")


def got(there: There, folder: Path, nonce: str) -> tuple[OpenIdProvider, Entry]:
    """An ID token of the provider's, for us."""
    told = read(told_in(folder, there.issuer))
    openid = OpenIdProvider(told.issuer, told.client_id, secret_file=told.secret_file, scope=told.scope)
    verifier = token_hex(32)
    address = openid.address(state="s", nonce=nonce, verifier=verifier, back=BACK, again=False)
    code = parse_qs(urlsplit(Person("lin").goes(address)).query)["code"][0]
    return openid, openid.entry(code, nonce=nonce, verifier=verifier, back=BACK, now=datetime.now())


def forged(token: str, header: dict[str, Any], **claims: Any) -> str:
    def part(value: dict[str, Any]) -> str:
        return urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()

    return f"{part(header)}.{part(claims)}.{token.rpartition('.')[2]}"


def test_an_id_token_is_believed_only_as_the_provider_gave_it_for_this_sign_in(there: There, tmp_path: Path) -> None:
    openid, entry = got(there, tmp_path, "n-1")
    token, now = entry.id_token, datetime.now()
    claims = openid.identified(token, nonce="n-1", now=now)
    assert claims["sub"] == "lin"

    def why(told: str = token, by: OpenIdProvider = openid, nonce: str = "n-1", at: datetime = now, **more: Any) -> str:
        with pytest.raises(BadToken) as refused:
            by.identified(told, nonce=nonce, now=at, **more)
        return str(refused.value)

    assert why(nonce="n-2") == "InvalidClaimError nonce"
    assert "Expired" in why(at=now + timedelta(minutes=12))
    assert why(at=now - timedelta(hours=2)) != ""
    assert why(by=OpenIdProvider(there.issuer, "another")) == "InvalidClaimError aud"
    assert why(by=OpenIdProvider(f"{there.issuer}/", "frontdesk")) == "another issuer than the one that was named"
    assert why(forged(token, {"alg": "none"}, **claims)) == "signed in a way that is not taken"
    assert why(forged(token, {"alg": "HS256"}, **claims)) == "signed in a way that is not taken"
    assert why(forged(token, {"alg": "RS256", "kid": "first"}, **claims | {"sub": "chen"})) == "BadSignatureError"
    assert why(forged(token, {"alg": "RS256", "kid": "unknown"}, **claims)) == "0 keys of this name"
    assert why("rubbish") != ""
    assert why(since=now + timedelta(minutes=5)) == "did not show once more who it is"


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"acr": "gold", "amr": ["pwd", "mfa"]}, ""),
        ({"acr": "platinum", "amr": ["mfa", "otp"]}, ""),
        ({"acr": "bronze", "amr": ["mfa"]}, "not at a level that was asked for"),
        ({"amr": ["mfa"]}, "tells no level"),
        ({"acr": "gold"}, "not by the methods that were asked for"),
        ({"acr": "gold", "amr": ["pwd"]}, "not by the methods that were asked for"),
        ({"acr": "gold", "amr": "mfa"}, "not by the methods that were asked for"),
        ({"acr": ["gold"], "amr": ["mfa"]}, "not at a level that was asked for"),
    ],
)
def test_how_somebody_signed_in_there_is_held_against_what_was_asked_for(told: dict[str, Any], why: str) -> None:
    asked = {"acr_values": "gold platinum", "acr_required": True, "amr_required": ["mfa"]}
    whole = {"issuer": "https://id.example", "client_id": "x", "roles": {"ward": "nurse"}}
    strength = strength_of(IdentityProvider.model_validate(whole | asked))
    try:
        strength.check(told)
    except TooWeak as weak:
        assert str(weak) == why
    else:
        assert not why
    strength_of(IdentityProvider.model_validate(whole | {"acr_values": "gold"})).check({})


@pytest.mark.parametrize("asked", ["acr_values: gold\nacr_required: true", "amr_required: [mfa]"])
def test_who_signed_in_there_too_weakly_is_not_signed_in_here_and_the_trail_tells(
    at: Callable[..., APIFlask], there: There, asked: str
) -> None:
    app = at(there.issuer, asked=asked)
    browser, answer = comes_in(app, "lin")
    assert closed(answer, 403, "not strong enough")
    assert browser.get("/api/me").status_code == 401
    refused = [one.about["what"] for one in entries(app.extensions["frontdesk"].engine) if one.act == "refused"]
    assert refused == [["identity_provider", "too_weak"]]


def test_with_the_provider_away_the_emergency_account_still_opens_and_a_new_key_of_its_is_learnt(
    at: Callable[..., APIFlask], tmp_path: Path
) -> None:
    port, seconds = free_port(), [0.0]
    app = at(f"http://127.0.0.1:{port}")
    parts: Parts = app.extensions["frontdesk"]
    assert parts.provider is not None
    told = parts.provider.told
    openid = OpenIdProvider(
        told.issuer, told.client_id, secret_file=told.secret_file, scope=told.scope, clock=lambda: seconds[0]
    )
    app.extensions["frontdesk"] = replace(parts, provider=Provider(told, openid))
    parts.accounts.add(Account(username="office", name="Office", role=Role.ADMIN), PASSWORD, now=datetime.now())
    assert closed(app.test_client().get("/sign-in/provider"), 503, "do not answer now")
    for key in ("first", "second"):
        with serving(port, tmp_path / key, key=key):
            assert comes_in(app, "lin")[1].status_code == 302, key
        seconds[0] += 60
    body = {"username": "office", "password": PASSWORD}
    assert app.test_client().post("/api/sign-in", json=body).status_code == 200


def test_a_deletion_or_export_asks_for_the_hospital_account_again_whatever_it_remembers(
    app: APIFlask, parts: Parts
) -> None:
    browser, person = app.test_client(), Person("lin")
    browser.get(callback(browser, person))
    first = browser.get_cookie("frontdesk_staff").value
    shown = browser.get(callback(browser, person, again="1"))
    assert closed(shown, 200, "Confirmed")
    assert person.asked == 2, "the provider remembers them, and asks all the same"
    assert browser.get_cookie("frontdesk_staff").value != first
    somebody = Person("chen")
    assert closed(browser.get(callback(browser, somebody, again="1")), 403, "Somebody else")
    assert browser.post("/api/security/proof", json={"password": "anything-at-all"}).status_code == 403


def test_signing_out_here_leads_to_signing_out_there(app: APIFlask) -> None:
    browser, person = app.test_client(), Person("lin")
    browser.get(callback(browser, person))
    leave = browser.post("/api/sign-out", json={}).json["leave"]
    assert person.goes(leave) == f"{HOME}/staff"
    browser.get(callback(browser, person))
    assert person.asked == 2, "it does not remember them any more"
    assert app.test_client().post("/api/sign-out", json={}).json["leave"] is None


def test_signing_out_there_ends_the_sign_in_here_and_a_made_up_message_does_not(app: APIFlask) -> None:
    server = make_server("127.0.0.1", LOGOUT_PORT, app, threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        browser, person = app.test_client(), Person("lin")
        browser.get(callback(browser, person))
        other, _ = comes_in(app, "lin")
        id_token = parse_qs(urlsplit(str(other.post("/api/sign-out", json={}).json["leave"])).query)["id_token_hint"][0]
        for token in ("", "rubbish", id_token):
            refused = browser.post("/sign-in/provider/logout", data={"logout_token": token})
            assert (refused.status_code, browser.get("/api/me").status_code) == (400, 200)
        there = app.extensions["frontdesk"].provider.told.issuer
        person.goes(f"{there}/session/end?client_id=frontdesk&post_logout_redirect_uri={HOME}/staff")
        assert browser.get("/api/me").status_code == 401
    finally:
        server.shutdown()
        server.server_close()


def test_claims_lie_deep_under_an_address_and_in_several_values() -> None:
    told = IdentityProvider.model_validate(
        {
            "issuer": "https://id.example",
            "client_id": "x",
            "roles": {"chief": "admin", "ward": "nurse"},
            "role": "realm_access.roles",
            "department": "https://hospital.example/unit",
        }
    )
    claims = {"sub": "1", "preferred_username": "lin", "realm_access": {"roles": ["ward", "chief"]}}
    assert person_of(claims, told).role is Role.ADMIN, "the one that the file names first"
    assert person_of(claims | {"preferred_username": "../x"}, told).role is None
    assert person_of({"sub": "1"}, told).role is None


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("issuer: http://id.example", "https"),
        ("roles: {x: porter}", "roles.x"),
        ("secret_file: nowhere", "secret_file"),
        ("acr_required: true", "acr_values"),
        ("[", "no YAML"),
    ],
)
def test_a_file_that_cannot_be_meant_is_refused_in_one_line(tmp_path: Path, wrong: str, words: str) -> None:
    file = told_in(tmp_path, "https://id.example")
    key = wrong.partition(":")[0]
    kept = [line for line in file.read_text().splitlines() if not line.startswith(f"{key}:")]
    file.write_text("\n".join([*kept, wrong]))
    with pytest.raises(BadIdentityProvider, match=words):
        read(file)
