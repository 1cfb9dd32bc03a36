"""Staff signing in and out, and kiosks being paired."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta
from threading import Lock
from time import sleep

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from frontdesk.app.ledger import passwords
from frontdesk.app.ledger.staff import Account, AccountError, Role, TooManyTries
from frontdesk.app.ledger.tries import TRIES, Tries
from frontdesk.app.settings import Pairing, Settings
from frontdesk.app.web.application import create_app
from frontdesk.app.web.parts import Parts
from frontdesk.database.engine import connect
from tests.web.conftest import PASSWORD, Clock, Kiosk


def test_signing_in_tells_who_you_are_and_signing_out_ends_it(nurse: FlaskClient) -> None:
    assert nurse.get("/api/me").json == {
        "username": "nurse-None",
        "name": "Test nurse",
        "role": "nurse",
        "department_id": None,
        "seconds_left": 12 * 3600,
        "idle_seconds": 12 * 3600,
        "second_factor_due": False,
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
    parts.accounts.disable("nurse-None", now=parts.clock())
    assert nurse.get("/api/me").status_code == 401
    again = app.test_client().post("/api/sign-in", json={"username": "nurse-None", "password": PASSWORD})
    assert again.status_code == 401


def test_a_new_password_signs_out_everywhere(parts: Parts, nurse: FlaskClient) -> None:
    parts.accounts.set_password("nurse-None", "another-horse-battery", now=parts.clock())
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
    parts.devices.disable("Kiosk 1", now=parts.clock())
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


def tries(app: APIFlask, username: str, **more: str) -> int:
    answer = app.test_client().post("/api/sign-in", json={"username": username, "password": "a-wrong-guess"}, **more)
    return answer.status_code


def test_many_tries_at_once_are_no_more_than_one_after_the_other(app: APIFlask, nurse: FlaskClient) -> None:
    with ThreadPoolExecutor(40) as pool:
        answers = list(pool.map(lambda _: tries(app, "nurse-None"), range(40)))
    assert (answers.count(401), answers.count(429)) == (5, 35)


def test_many_codes_at_once_are_no_more_than_one_after_the_other(app: APIFlask) -> None:
    def pair(code: int) -> int:
        return app.test_client().post("/api/kiosk/pair", json={"code": f"{code:08d}"}).status_code

    with ThreadPoolExecutor(40) as pool:
        assert list(pool.map(pair, range(40))).count(403) == 5


def test_hashing_is_done_two_at_a_time(app: APIFlask, nurse: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    running, most = count_of_hashing(monkeypatch)
    with ThreadPoolExecutor(20) as pool:
        list(pool.map(lambda number: tries(app, f"somebody-{number}"), range(20)))
    assert most and max(most) <= 2 and running == [0]


def count_of_hashing(monkeypatch: pytest.MonkeyPatch) -> tuple[list[int], list[int]]:
    """How many verifications run, and how many ran with each."""
    running, most, lock = [0], [], Lock()
    verify = passwords.hasher.verify

    class Watched:
        def verify(self, password_hash: str, password: str) -> bool:
            with lock:
                running[0] += 1
                most.append(running[0])
            try:
                sleep(0.005)  # as if it cost something: long enough for others to come
                return verify(password_hash, password)
            finally:
                with lock:
                    running[0] -= 1

        hash = staticmethod(passwords.hasher.hash)

    passwords.nobodys_hash()
    monkeypatch.setattr(passwords, "hasher", Watched())
    return running, most


def test_whoever_fails_a_lot_slows_an_address_down_and_locks_nobody_out(
    app: APIFlask, nurse: FlaskClient, clock: Clock
) -> None:
    for number in range(40):
        tries(app, f"somebody-{number}")
    wrong = {"username": "somebody-1", "password": PASSWORD}
    slowed = app.test_client().post("/api/sign-in", json=wrong)
    assert (slowed.status_code, slowed.headers["Retry-After"]) == (429, "4")
    sign_in = {"username": "nurse-None", "password": PASSWORD}
    assert app.test_client().post("/api/sign-in", json=sign_in).status_code == 200, "others behind it sign in at once"
    clock.pass_by(timedelta(seconds=4))
    assert app.test_client().post("/api/sign-in", json=wrong).status_code == 401


def test_many_tries_at_once_are_counted_one_by_one_on_either_database(database_url: str) -> None:
    counted = Tries(connect(database_url))

    def reserve(_: int) -> bool:
        with suppress(TooManyTries):
            counted.reserve("lin", "10.0.0.1", now=datetime(2026, 11, 23, 10))
            return True
        return False

    with ThreadPoolExecutor(25) as browsers:
        assert sum(browsers.map(reserve, range(50))) == TRIES


def test_tries_elsewhere_lock_nobody_out_here_and_a_trusted_proxy_tells_where(
    settings: Settings, clock: Clock, nurse: FlaskClient
) -> None:
    behind = create_app(settings.model_copy(update={"trusted_proxies": 1}), clock=clock)
    for _ in range(6):
        last = tries(behind, "nurse-None", headers={"X-Forwarded-For": "203.0.113.9"})
    assert last == 429
    sign_in = {"username": "nurse-None", "password": PASSWORD}
    here = behind.test_client().post("/api/sign-in", json=sign_in, headers={"X-Forwarded-For": "198.51.100.7"})
    assert here.status_code == 200


def test_a_claimed_address_is_not_believed_without_a_proxy(app: APIFlask, nurse: FlaskClient) -> None:
    answers = [tries(app, "nurse-None", headers={"X-Forwarded-For": f"203.0.113.{n}"}) for n in range(6)]
    assert answers[-1] == 429


def test_a_clock_that_was_set_back_does_not_stretch_a_pause(app: APIFlask, nurse: FlaskClient, clock: Clock) -> None:
    for _ in range(5):
        tries(app, "nurse-None")
    clock.pass_by(-timedelta(days=300))
    assert tries(app, "nurse-None") == 401


def test_signing_in_again_ends_the_browsers_old_sign_in(app: APIFlask, nurse: FlaskClient) -> None:
    old = nurse.get_cookie("frontdesk_staff").value
    nurse.post("/api/sign-in", json={"username": "nurse-None", "password": PASSWORD})
    other = app.test_client()
    other.set_cookie("frontdesk_staff", old)
    assert (other.get("/api/me").status_code, nurse.get("/api/me").status_code) == (401, 200)


@pytest.mark.parametrize("password", ["aaaaaaaaaaaa", "password2026", "linlinlinlin7", "1234567890ab", "My-Hospital-1"])
def test_a_password_that_is_easily_guessed_is_refused(parts: Parts, clock: Clock, password: str) -> None:
    account = Account(username="linlin", name="Lin", role=Role.NURSE)
    with pytest.raises(AccountError, match="guessed"):
        parts.accounts.add(account, password, now=clock())
