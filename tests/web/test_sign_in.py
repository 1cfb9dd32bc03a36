"""Staff signing in and out, and kiosks being paired."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from app.ledger.accounts import Account, AccountError, Role
from app.settings import Pairing, Settings
from app.web.application import create_app
from app.web.parts import Parts
from tests.web.conftest import PASSWORD, Clock, Kiosk


def test_signing_in_tells_who_you_are_and_signing_out_ends_it(nurse: FlaskClient) -> None:
    assert nurse.get("/api/me").json == {
        "username": "nurse-None",
        "name": "Test nurse",
        "role": "nurse",
        "department_id": None,
    }
    nurse.post("/api/sign-out", json={})
    assert nurse.get("/api/me").status_code == 401


def test_a_token_kept_after_signing_out_opens_nothing(app: APIFlask, nurse: FlaskClient) -> None:
    token = nurse.get_cookie("frontdesk_staff").value
    nurse.post("/api/sign-out", json={})
    other = app.test_client()
    other.set_cookie("frontdesk_staff", token)
    assert other.get("/api/me").status_code == 401


def test_the_cookies_are_kept_from_scripts_and_other_sites(nurse: FlaskClient, kiosk: Kiosk) -> None:
    for cookie in (nurse.get_cookie("frontdesk_staff"), kiosk.client.get_cookie("frontdesk_kiosk")):
        assert cookie.http_only
        assert cookie.same_site == "Strict"


def test_cookies_are_secure_behind_https(settings: Settings) -> None:
    app = create_app(settings.model_copy(update={"public_url": "https://kiosk.example"}))
    assert "Secure" in app.test_client().get("/api/hospital").headers["Set-Cookie"]


def test_a_sign_in_ends_after_twelve_hours(nurse: FlaskClient, clock: Clock) -> None:
    clock.pass_by(timedelta(hours=11, minutes=59))
    assert nurse.get("/api/me").status_code == 200
    clock.pass_by(timedelta(minutes=2))
    assert nurse.get("/api/me").status_code == 401


def test_a_sign_in_and_a_pairing_survive_a_restart(
    settings: Settings, clock: Clock, nurse: FlaskClient, kiosk: Kiosk
) -> None:
    kiosk.start()
    again = create_app(settings, clock=clock)
    staff, device = again.test_client(), again.test_client()
    staff.set_cookie("frontdesk_staff", nurse.get_cookie("frontdesk_staff").value)
    device.set_cookie("frontdesk_kiosk", kiosk.client.get_cookie("frontdesk_kiosk").value)
    assert staff.get("/api/board").json["strip"]["sessions"] == 1
    assert device.get(kiosk.path).json == kiosk.session


def test_a_disabled_account_is_signed_out_and_stays_out(parts: Parts, app: APIFlask, nurse: FlaskClient) -> None:
    parts.accounts.disable("nurse-None")
    assert nurse.get("/api/me").status_code == 401
    again = app.test_client().post("/api/sign-in", json={"username": "nurse-None", "password": PASSWORD})
    assert again.status_code == 401


def test_a_new_password_signs_out_everywhere(parts: Parts, nurse: FlaskClient) -> None:
    parts.accounts.set_password("nurse-None", "another-horse-battery")
    assert nurse.get("/api/me").status_code == 401


def test_an_unknown_name_and_a_wrong_password_look_the_same(app: APIFlask, nurse: FlaskClient) -> None:
    client = app.test_client()
    wrong = [
        client.post("/api/sign-in", json={"username": username, "password": "guess"}).text
        for username in ("nurse-None", "nobody")
    ]
    assert wrong[0] == wrong[1]


@pytest.mark.parametrize(
    ("account", "password"),
    [
        (Account(username="a", name="A", role=Role.DOCTOR), PASSWORD),
        (Account(username="a", name="A", role=Role.NURSE, department_id="cardiology"), PASSWORD),
        (Account(username="a", name="A", role=Role.NURSE), "short"),
    ],
)
def test_an_account_that_makes_no_sense_is_not_added(
    parts: Parts, clock: Clock, account: Account, password: str
) -> None:
    with pytest.raises(AccountError):
        parts.accounts.add(account, password, now=clock())
    assert parts.accounts.all() == []


def test_passwords_and_tokens_are_not_in_the_database(settings: Settings, nurse: FlaskClient, kiosk: Kiosk) -> None:
    from pathlib import Path

    file = Path(settings.database_url.removeprefix("sqlite:///"))
    kept = b"".join(path.read_bytes() for path in file.parent.glob(f"{file.name}*"))
    assert b"nurse-None" in kept
    for secret in (
        PASSWORD,
        nurse.get_cookie("frontdesk_staff").value,
        kiosk.client.get_cookie("frontdesk_kiosk").value,
    ):
        assert secret.encode() not in kept


@pytest.fixture
def closed(settings: Settings, clock: Clock) -> APIFlask:
    """An installation whose kiosks are paired with codes."""
    return create_app(settings.model_copy(update={"kiosk_pairing": Pairing.CODE}), clock=clock)


def test_a_code_makes_one_browser_a_kiosk(closed: APIFlask, clock: Clock) -> None:
    code = closed.extensions["frontdesk"].devices.code("Lobby 1", now=clock())
    first, second = closed.test_client(), closed.test_client()
    assert not first.get("/api/hospital").json["paired"]
    typed = code.lower().replace("-", " ")
    assert first.post("/api/kiosk/pair", json={"code": typed}).json["paired"]
    assert first.get("/api/hospital").json["paired"]
    assert second.post("/api/kiosk/pair", json={"code": code}).status_code == 403


def test_a_code_is_old_after_ten_minutes(closed: APIFlask, clock: Clock) -> None:
    code = closed.extensions["frontdesk"].devices.code("Lobby 1", now=clock())
    clock.pass_by(timedelta(minutes=10))
    assert closed.test_client().post("/api/kiosk/pair", json={"code": code}).status_code == 403


def test_codes_cannot_be_guessed_through(closed: APIFlask) -> None:
    client = closed.test_client()
    answers = [client.post("/api/kiosk/pair", json={"code": f"AAAA-{n:04}"}).status_code for n in range(6)]
    assert answers == [403] * 5 + [429]


def test_a_kiosk_taken_out_of_service_stops_at_once(parts: Parts, kiosk: Kiosk) -> None:
    kiosk.start()
    parts.devices.disable("Kiosk 1")
    assert kiosk.client.get(kiosk.path).status_code == 401


@pytest.mark.parametrize(
    ("headers", "address"),
    [
        ({}, "192.0.2.7"),
        ({"X-Forwarded-For": "192.0.2.7"}, "127.0.0.1"),
        ({"Host": "kiosk.hospital.example"}, "127.0.0.1"),
    ],
)
def test_open_pairing_is_for_this_very_machine_only(app: APIFlask, headers: dict[str, str], address: str) -> None:
    answer = app.test_client().get("/api/hospital", headers=headers, environ_base={"REMOTE_ADDR": address})
    assert not answer.json["paired"]
    assert "Set-Cookie" not in answer.headers


def test_each_browser_is_a_kiosk_of_its_own(parts: Parts, new_kiosk: Callable[[], Kiosk]) -> None:
    new_kiosk(), new_kiosk()
    assert [kiosk.name for kiosk in parts.devices.all()] == ["Kiosk 1", "Kiosk 2"]
