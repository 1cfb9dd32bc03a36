"""The second factor of staff: set up, asked for, used once, lost and required."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pyotp
import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from typer.testing import CliRunner
from werkzeug.test import TestResponse

from frontdesk.app.ledger.audit import entries, verify
from frontdesk.app.ledger.staff import Role
from frontdesk.app.settings import ROLES, Settings
from frontdesk.app.web.application import create_app
from frontdesk.app.web.parts import Parts
from frontdesk.commands.user import user
from tests.web.conftest import PASSWORD, Clock

HALF_MINUTE = timedelta(seconds=30)


class Phone:
    """Somebody's authenticator."""

    def __init__(self, secret: str, clock: Clock) -> None:
        self.secret, self._clock = secret, clock

    @property
    def code(self) -> str:
        return pyotp.TOTP(self.secret).at(self._clock())


@pytest.fixture
def enrol(clock: Clock) -> Callable[[FlaskClient], tuple[Phone, list[str]]]:
    def enrolled(browser: FlaskClient) -> tuple[Phone, list[str]]:
        begun = browser.post("/api/security/second-factor", json={}).json
        assert begun["picture"].startswith("data:image/svg+xml")
        phone = Phone(begun["secret"], clock)
        told = browser.post("/api/security/second-factor/confirm", json={"code": phone.code})
        assert told.status_code == 200, told.text
        clock.pass_by(HALF_MINUTE)
        return phone, told.json["codes"]

    return enrolled


def enter(app: APIFlask, code: str | None = None, password: str = PASSWORD, **more: str) -> TestResponse:
    body = {"username": "nurse-None", "password": password, "code": code, **more}
    return app.test_client().post("/api/sign-in", json=body)


def told(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, answer.json["code"]


def test_once_set_up_it_is_asked_for_after_the_password_and_each_code_counts_once(
    app: APIFlask, nurse: FlaskClient, parts: Parts, enrol: Callable[..., tuple[Phone, list[str]]], clock: Clock
) -> None:
    phone, _ = enrol(nurse)
    assert told(enter(app)) == (409, "code_due")
    assert told(enter(app, phone.code, password="not-the-password")) == (401, "wrong_sign_in")
    code = phone.code
    assert enter(app, code).status_code == 200
    assert told(enter(app, code)) == (403, "wrong_code"), "within its half minute"
    clock.pass_by(HALF_MINUTE)
    assert told(enter(app, code)) == (403, "wrong_code"), "in the one after"
    assert enter(app, f"{phone.code[:3]} {phone.code[3:]}").status_code == 200
    assert phone.secret.encode() not in kept_in(parts)
    what = [one.about.get("what") for one in entries(parts.engine)]
    assert ["second_factor_on", "nurse-None"] in what and ["second_factor", "nurse-None"] in what
    verify(parts.engine)


def kept_in(parts: Parts) -> bytes:
    file = Path(parts.settings.database_url.removeprefix("sqlite:///"))
    return b"".join(path.read_bytes() for path in file.parent.glob(f"{file.name}*"))


def test_it_does_not_count_before_a_first_code_was_right(app: APIFlask, nurse: FlaskClient) -> None:
    nurse.post("/api/security/second-factor", json={})
    assert told(nurse.post("/api/security/second-factor/confirm", json={"code": "000000"})) == (403, "wrong_code")
    assert enter(app).status_code == 200


def test_ten_recovery_codes_are_told_once_and_each_is_used_once(
    app: APIFlask, nurse: FlaskClient, parts: Parts, enrol: Callable[..., tuple[Phone, list[str]]]
) -> None:
    _, codes = enrol(nurse)
    assert len(set(codes)) == 10
    assert not any(code.encode() in kept_in(parts) for code in codes)
    typed = codes[3].replace("-", " ").lower()
    assert enter(app, typed).status_code == 200
    assert told(enter(app, codes[3])) == (403, "wrong_code")
    assert nurse.get("/api/security").json["recovery_codes"] == 9
    again = nurse.post("/api/security/recovery-codes", json={}).json["codes"]
    assert told(enter(app, codes[4])) == (403, "wrong_code"), "new ones take the place of the old ones"
    assert enter(app, again[0]).status_code == 200


def test_codes_cannot_be_guessed_through_wherever_the_tries_come_from(
    nurse: FlaskClient, settings: Settings, clock: Clock, enrol: Callable[..., tuple[Phone, list[str]]]
) -> None:
    phone, codes = enrol(nurse)
    behind = create_app(settings.model_copy(update={"trusted_proxies": 1}), clock=clock)

    def guess(address: int, code: str) -> int:
        body = {"username": "nurse-None", "password": PASSWORD, "code": code}
        headers = {"X-Forwarded-For": f"203.0.113.{address}"}
        return behind.test_client().post("/api/sign-in", json=body, headers=headers).status_code

    wrong = "000000" if phone.code != "000000" else "000001"
    assert [guess(number, wrong) for number in range(6)] == [403] * 5 + [429]
    assert guess(9, codes[0]) == 429
    clock.pass_by(timedelta(minutes=16))
    assert guess(9, phone.code) == 200


def test_an_administrator_takes_a_lost_one_away_and_that_signs_out(
    app: APIFlask,
    nurse: FlaskClient,
    signed_in: Callable[..., FlaskClient],
    enrol: Callable[..., tuple[Phone, list[str]]],
) -> None:
    enrol(nurse)
    admin = signed_in("admin")
    (hers,) = [one for one in admin.get("/api/admin/staff").json if one["username"] == "nurse-None"]
    assert hers["second_factor"]
    assert not admin.post("/api/admin/staff/nurse-None/second-factor/remove", json={}).json["second_factor"]
    assert nurse.get("/api/me").status_code == 401
    assert enter(app).status_code == 200


def test_with_a_one_time_password_the_second_factor_is_asked_for_first(
    app: APIFlask, nurse: FlaskClient, parts: Parts, clock: Clock, enrol: Callable[..., tuple[Phone, list[str]]]
) -> None:
    phone, _ = enrol(nurse)
    one_time = parts.accounts.one_time_password("nurse-None", now=clock()).password
    own = "quite-another-battery"
    assert told(enter(app, password=one_time, new_password=own)) == (409, "code_due")
    assert told(enter(app, phone.code, password=one_time)) == (409, "new_password_due")
    clock.pass_by(HALF_MINUTE)
    assert enter(app, phone.code, password=one_time, new_password=own).status_code == 200


@pytest.fixture
def needing(settings: Settings, clock: Clock) -> APIFlask:
    return create_app(settings.model_copy(update={"second_factor_roles": "admin, nurse"}), clock=clock)


def test_who_needs_one_sets_it_up_before_anything_else(
    needing: APIFlask, nurse: FlaskClient, enrol: Callable[..., tuple[Phone, list[str]]]
) -> None:
    browser = needing.test_client()
    me = browser.post("/api/sign-in", json={"username": "nurse-None", "password": PASSWORD}).json
    assert me["second_factor_due"]
    assert told(browser.get("/api/board")) == (403, "second_factor_due")
    enrol(browser)
    assert browser.get("/api/board").status_code == 200
    refused = browser.post("/api/security/second-factor/remove", json={})
    assert told(refused) == (409, "second_factor_required")


def test_who_does_not_need_one_may_do_without_again(
    app: APIFlask, nurse: FlaskClient, parts: Parts, enrol: Callable[..., tuple[Phone, list[str]]]
) -> None:
    enrol(nurse)
    assert nurse.post("/api/security/second-factor/remove", json={}).json["second_factor_since"] is None
    assert enter(app).status_code == 200
    enrol(nurse)
    verify(parts.engine)


def test_a_role_that_is_none_is_refused_in_the_settings() -> None:
    assert set(ROLES) == set(Role)
    with pytest.raises(ValueError, match="no role: porter"):
        Settings(second_factor_roles="nurse,porter", _env_file=None)


def test_the_operator_takes_the_last_administrators_away(
    app: APIFlask,
    nurse: FlaskClient,
    settings: Settings,
    enrol: Callable[..., tuple[Phone, list[str]]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    enrol(nurse)
    monkeypatch.setenv("FRONTDESK_DATABASE_URL", settings.database_url)
    removed = CliRunner().invoke(user, ["second-factor", "nurse-None"])
    assert removed.exit_code == 0, removed.output
    assert nurse.get("/api/me").status_code == 401
    assert enter(app).status_code == 200
    assert CliRunner().invoke(user, ["second-factor", "nurse-None"]).exit_code == 1
