"""SMART App Launch: the record system opens the doctor's page of the patient it shows."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from jinja2 import Environment, FileSystemLoader
from werkzeug.test import TestResponse

from frontdesk.app.ledger.audit import entries, verify
from frontdesk.app.ledger.staff import Account, Role
from frontdesk.app.record_systems import BadRecordSystems, read
from frontdesk.app.settings import PACKAGE, Pairing, Settings
from frontdesk.app.web.application import create_app
from frontdesk.app.web.launch import Why
from frontdesk.app.web.parts import Parts
from tests.record_system import Signer, claims
from tests.smart_server import CARDS, CLIENT, SECRET, STAFF, RecordSystem, at, person, record_system
from tests.web.conftest import PASSWORD, Clock, Kiosk, handed_over

TEMPLATES = PACKAGE / "app" / "web" / "templates"
CLOSED = Environment(autoescape=True, loader=FileSystemLoader(TEMPLATES)).get_template("launch_closed.html")
HOME = "https://kiosk.test"
PATIENT = "P1005"


@pytest.fixture
def ehr(clock: Clock) -> Iterator[RecordSystem]:
    with record_system(clock) as system:
        yield system


@pytest.fixture
def told() -> str:
    """What the file says besides."""
    return ""


@pytest.fixture
def settings(demo_sqlite_url: str, tmp_path: Path, ehr: RecordSystem, told: str) -> Settings:
    systems = tmp_path / "systems.yaml"
    whole = f"{{iss: '{ehr.iss}', client_id: {CLIENT}, patients: '{CARDS}', practitioners: '{STAFF}'{told}}}"
    systems.write_text(f"smart:\n  - {whole}\n")
    (tmp_path / "secret").write_text(f"{SECRET}\n")
    return Settings(
        database_url=demo_sqlite_url,
        kiosk_pairing=Pairing.OPEN,
        public_url=HOME,
        record_systems=systems,
        _env_file=None,
    )


@pytest.fixture
def waiting(kiosk: Kiosk, parts: Parts, clock: Clock) -> str:
    """The department at which the patient waits, whose doctor is zhou."""
    department_id = handed_over(kiosk, parts, PATIENT)
    doctor = Account(username="zhou", name="Dr Zhou", role=Role.DOCTOR, department_id=department_id)
    parts.accounts.add(doctor, PASSWORD, now=clock())
    return department_id


@pytest.fixture
def browser(app: APIFlask) -> FlaskClient:
    return app.test_client()


def sent_out(browser: FlaskClient, ehr: RecordSystem, **changed: str) -> TestResponse:
    return browser.get("/launch", query_string={"iss": ehr.iss, "launch": "launch-1", **changed}, base_url=HOME)


def agreed(there: TestResponse) -> str:
    """What the authorisation server sends the browser back to."""
    assert there.status_code == 302, there.text
    back = httpx.get(there.headers["Location"])
    assert back.status_code == 302, "what it was asked is not as the standard has it"
    return back.headers["Location"].removeprefix(HOME)


def launched(browser: FlaskClient, ehr: RecordSystem) -> TestResponse:
    return browser.get(agreed(sent_out(browser, ehr)), base_url=HOME)


def why(answer: TestResponse) -> str:
    """Which of the refusals a page says, in both languages."""
    for reason in Why:
        if CLOSED.render(why=reason.value, home=HOME) == answer.text:
            return reason.value
    raise AssertionError(answer.text)


def signed_in_as(browser: FlaskClient) -> str | None:
    me = browser.get("/api/me", base_url=HOME)
    return me.json["username"] if me.status_code == 200 else None


def test_the_doctor_is_led_to_the_page_of_the_patient_in_context(
    browser: FlaskClient, ehr: RecordSystem, waiting: str, parts: Parts
) -> None:
    answer = launched(browser, ehr)
    page = urlsplit(answer.headers["Location"])
    assert (answer.status_code, f"{page.scheme}://{page.netloc}{page.path}") == (302, f"{HOME}/worklist")
    (number,) = parse_qs(page.query)["record"]
    shown = browser.get(f"/api/worklist/{number}", base_url=HOME).json
    assert shown["record"]["patient_id"] == PATIENT and signed_in_as(browser) == "zhou"


def test_the_cookie_is_the_one_of_the_sign_in(browser: FlaskClient, ehr: RecordSystem, waiting: str) -> None:
    cookies = launched(browser, ehr).headers.getlist("Set-Cookie")
    (staff,) = [one for one in cookies if one.startswith("__Host-frontdesk_staff=")]
    assert {"HttpOnly", "Secure", "SameSite=Strict", "Path=/"} <= set(staff.split("; "))


def test_a_sign_in_by_the_record_system_is_in_the_trail(
    browser: FlaskClient, ehr: RecordSystem, waiting: str, parts: Parts
) -> None:
    launched(browser, ehr)
    last = [one for one in entries(parts.engine) if one.act == "sign_in"][-1]
    assert (last.by, last.about["what"]) == ("doctor:zhou", ["record_system"])
    verify(parts.engine)


def test_what_the_browser_takes_there_tells_nothing_that_buys_a_token(
    browser: FlaskClient, ehr: RecordSystem, waiting: str
) -> None:
    there = sent_out(browser, ehr)
    asked = parse_qs(urlsplit(there.headers["Location"]).query)
    (cookie,) = there.headers.getlist("Set-Cookie")
    assert {"HttpOnly", "Secure", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    secret = cookie.partition("=")[2].partition(";")[0]
    assert secret not in there.headers["Location"] and len(asked["state"][0]) > 60
    assert asked["code_challenge_method"] == ["S256"] and "code_verifier" not in asked
    assert there.headers["Cache-Control"] == "no-store" and there.headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("told", [", doctors: {Practitioner/7: zhou}, secret_file: secret"])
def test_a_doctor_may_be_named_by_the_file_and_the_client_may_have_a_secret(
    browser: FlaskClient, ehr: RecordSystem, waiting: str
) -> None:
    ehr.secret = SECRET
    del ehr.resources["Practitioner/7"]
    assert launched(browser, ehr).status_code == 302
    assert signed_in_as(browser) == "zhou"


def test_the_client_may_prove_itself_with_a_key(
    ehr: RecordSystem, waiting: str, settings: Settings, clock: Clock, tmp_path: Path
) -> None:
    ours = Signer("ES384")
    (tmp_path / "ours.pem").write_text(ours.pem())
    ehr.client_key = ours.public_key()
    text = settings.record_systems.read_text()  # type: ignore[union-attr]
    settings.record_systems.write_text(text.replace("client_id", "key_file: ours.pem, client_id"))  # type: ignore[union-attr]
    browser = create_app(settings, clock=clock).test_client()
    assert launched(browser, ehr).status_code == 302


@pytest.mark.parametrize("iss", ["https://stranger.test/fhir", "", "http://127.0.0.1:1/fhir"])
def test_only_systems_that_the_hospital_named_lead_anywhere(iss: str, browser: FlaskClient, ehr: RecordSystem) -> None:
    answer = sent_out(browser, ehr, iss=iss)
    assert (answer.status_code, why(answer)) == (400, "unknown_issuer")
    assert "Location" not in answer.headers and ehr.asked == []


def test_a_launch_needs_its_launch(browser: FlaskClient, ehr: RecordSystem) -> None:
    assert why(sent_out(browser, ehr, launch="")) == "no_launch"


def test_a_state_is_taken_once(browser: FlaskClient, ehr: RecordSystem, waiting: str, app: APIFlask) -> None:
    back = agreed(sent_out(browser, ehr))
    cookies = {name: one for name, one in browser._cookies.items()}
    assert browser.get(back, base_url=HOME).status_code == 302
    browser._cookies.update(cookies)  # a browser that kept its cookie
    bought = ehr.asked.count("POST /token")
    assert why(browser.get(back, base_url=HOME)) == "used"
    assert ehr.asked.count("POST /token") == bought


def test_a_state_is_of_the_browser_that_was_sent_out(
    browser: FlaskClient, ehr: RecordSystem, waiting: str, app: APIFlask
) -> None:
    back = agreed(sent_out(browser, ehr))
    other = app.test_client()
    sent_out(other, ehr)
    assert why(other.get(back, base_url=HOME)) == "not_here"
    assert signed_in_as(other) is None and "POST /token" not in ehr.asked


@pytest.mark.parametrize("state", ["", "x", "1.2", "99999999999.a", "１２.a", "é"])
def test_a_state_that_was_made_up_is_refused(state: str, browser: FlaskClient, ehr: RecordSystem) -> None:
    sent_out(browser, ehr)
    answer = browser.get("/launch/callback", query_string={"state": state, "code": "x"}, base_url=HOME)
    assert why(answer) == "not_here"


def test_a_state_runs_out(browser: FlaskClient, ehr: RecordSystem, waiting: str, clock: Clock) -> None:
    back = agreed(sent_out(browser, ehr))
    clock.pass_by(timedelta(seconds=601))
    assert why(browser.get(back, base_url=HOME)) == "not_here"


def test_two_launches_of_a_browser_do_not_disturb_each_other(
    browser: FlaskClient, ehr: RecordSystem, waiting: str
) -> None:
    backs = [agreed(sent_out(browser, ehr)) for _ in range(2)]
    assert [browser.get(back, base_url=HOME).status_code for back in backs] == [302, 302]


@pytest.mark.parametrize(
    "changed",
    [
        {"nonce": "of-another-launch"},
        {"nonce": None},
        {"iss": "https://another.test"},
        {"iss": None},
        {"aud": "another-app"},
        {"aud": [CLIENT, "another-app"]},
        {"azp": "another-app"},
        {"fhirUser": None},
        {"fhirUser": "https://another.test/fhir/Practitioner/7"},
        {"fhirUser": "Practitioner/../Patient/fhir-5"},
        {"exp": None},
        {"exp": at(Clock().now) - 61},
    ],
)
def test_an_id_token_that_says_something_else_is_not_believed(
    changed: dict[str, Any], browser: FlaskClient, ehr: RecordSystem, waiting: str
) -> None:
    ehr.claims = changed
    assert why(launched(browser, ehr)) == "not_believed"
    assert signed_in_as(browser) is None


def test_an_id_token_that_somebody_else_signed_is_not_believed(
    browser: FlaskClient, ehr: RecordSystem, waiting: str, clock: Clock
) -> None:
    there = sent_out(browser, ehr)
    (nonce,) = parse_qs(urlsplit(there.headers["Location"]).query)["nonce"]
    user = f"{ehr.iss}/Practitioner/7"
    forged = Signer("RS256").sign(claims(ehr.base, CLIENT, clock(), nonce=nonce, fhirUser=user))
    ehr.bought = {"id_token": forged}
    assert why(browser.get(agreed(there), base_url=HOME)) == "not_believed"
    ehr.bought = {"id_token": None}
    assert why(launched(browser, ehr)) == "not_believed"


def test_an_answer_in_the_name_of_another_server_is_refused(
    browser: FlaskClient, ehr: RecordSystem, waiting: str
) -> None:
    back = agreed(sent_out(browser, ehr))
    assert why(browser.get(f"{back}&iss=https://another.test", base_url=HOME)) == "declined"
    assert "POST /token" not in ehr.asked


def test_a_doctor_whom_nobody_here_knows_is_refused(
    browser: FlaskClient, ehr: RecordSystem, waiting: str, parts: Parts
) -> None:
    ehr.resources["Practitioner/7"] = person("Practitioner", "7", STAFF, "somebody")
    answer = launched(browser, ehr)
    assert (answer.status_code, why(answer)) == (403, "unknown_doctor")
    assert signed_in_as(browser) is None
    *_, last = entries(parts.engine)
    assert (last.act, last.about["what"]) == ("refused", ["launch", "unknown_doctor"])
    assert last.by == f"record_system:{ehr.iss} Practitioner/7"


@pytest.mark.parametrize("username", ["nurse-None", "gone"])
def test_only_a_doctor_whose_account_is_open_comes_in(
    username: str, browser: FlaskClient, ehr: RecordSystem, waiting: str, parts: Parts, nurse: FlaskClient, clock: Clock
) -> None:
    gone = Account(username="gone", name="Gone", role=Role.DOCTOR, department_id=waiting)
    parts.accounts.add(gone, PASSWORD, now=clock())
    parts.accounts.disable("gone", now=clock())
    ehr.resources["Practitioner/7"] = person("Practitioner", "7", STAFF, username)
    assert why(launched(browser, ehr)) == "unknown_doctor"


def test_without_a_patient_nobodys_page_opens(browser: FlaskClient, ehr: RecordSystem, waiting: str) -> None:
    ehr.bought = {"patient": None}
    assert why(launched(browser, ehr)) == "no_patient"
    assert signed_in_as(browser) == "zhou", "who they are is known: they can go on to their list"


@pytest.mark.parametrize(
    "resource",
    [
        None,
        person("Patient", "another", CARDS, PATIENT),
        person("Patient", "fhir-5", "urn:other", PATIENT),
        {"resourceType": "OperationOutcome", "issue": [{"severity": "error"}]},
    ],
)
def test_a_patient_who_cannot_be_told_opens_nobodys_page(
    resource: dict[str, Any] | None, browser: FlaskClient, ehr: RecordSystem, waiting: str
) -> None:
    ehr.resources["Patient/fhir-5"] = resource or {}
    assert why(launched(browser, ehr)) == "patient_unknown"


def test_of_merged_patients_the_one_that_stands_is_opened(
    browser: FlaskClient, ehr: RecordSystem, waiting: str
) -> None:
    into = [{"type": "replaced-by", "other": {"reference": "Patient/new"}}]
    ehr.resources["Patient/fhir-5"] = person("Patient", "fhir-5", CARDS, "P1006", link=into)
    ehr.resources["Patient/new"] = person("Patient", "new", CARDS, PATIENT)
    assert launched(browser, ehr).status_code == 302


def test_patients_merged_in_a_circle_open_nobodys_page(browser: FlaskClient, ehr: RecordSystem, waiting: str) -> None:
    into = [{"type": "replaced-by", "other": {"reference": "Patient/fhir-5"}}]
    ehr.resources["Patient/fhir-5"] = person("Patient", "fhir-5", CARDS, PATIENT, link=into)
    assert why(launched(browser, ehr)) == "patient_unknown"


def test_a_patient_who_was_not_received_today_is_said_to_be_none(
    browser: FlaskClient, ehr: RecordSystem, waiting: str
) -> None:
    ehr.resources["Patient/fhir-5"] = person("Patient", "fhir-5", CARDS, "P1001")
    answer = launched(browser, ehr)
    assert (answer.status_code, why(answer)) == (404, "not_waiting")


def test_a_patient_of_another_department_is_not_shown(
    browser: FlaskClient, ehr: RecordSystem, waiting: str, parts: Parts, clock: Clock
) -> None:
    other = Account(username="li", name="Dr Li", role=Role.DOCTOR, department_id="cardiology")
    assert waiting != "cardiology"
    parts.accounts.add(other, PASSWORD, now=clock())
    ehr.resources["Practitioner/7"] = person("Practitioner", "7", STAFF, "li")
    answer = launched(browser, ehr)
    assert (answer.status_code, why(answer)) == (403, "another_department")


def test_who_does_not_agree_is_not_let_in(browser: FlaskClient, ehr: RecordSystem, waiting: str) -> None:
    ehr.denies = True
    assert why(launched(browser, ehr)) == "declined"
    assert "POST /token" not in ehr.asked


def test_a_code_that_the_server_does_not_take_lets_nobody_in(
    browser: FlaskClient, ehr: RecordSystem, waiting: str
) -> None:
    back = agreed(sent_out(browser, ehr))
    ehr.codes.clear()
    assert why(browser.get(back, base_url=HOME)) == "declined"


def test_a_server_that_is_away_is_said_to_be(browser: FlaskClient, ehr: RecordSystem, waiting: str) -> None:
    ehr.away = True
    answer = sent_out(browser, ehr)
    assert (answer.status_code, why(answer)) == (503, "away")


@pytest.mark.parametrize(
    "told_differently",
    [
        {"code_challenge_methods_supported": ["plain"]},
        {"code_challenge_methods_supported": None},
        {"jwks_uri": None},
        {"token_endpoint": "http://ehr.test/token"},
        {"authorization_endpoint": "javascript:alert(1)"},
    ],
)
def test_a_server_that_is_not_safe_enough_is_not_used(
    told_differently: dict[str, Any], browser: FlaskClient, ehr: RecordSystem
) -> None:
    ehr.configuration = told_differently
    assert why(sent_out(browser, ehr)) == "declined"


def test_every_refusal_has_its_words_in_both_languages(browser: FlaskClient) -> None:
    seen = {CLOSED.render(why=one.value, home=HOME) for one in Why}
    assert len(seen) == len(Why) and all('<p lang="en">' in one and "<p></p>" not in one for one in seen)


@pytest.mark.parametrize(
    ("told", "fault"),
    [
        ("iss: 'http://ehr.test/fhir', client_id: a, patients: b", "https"),
        ("iss: 'https://ehr.test/fhir', client_id: a", "patients"),
        ("iss: 'https://ehr.test/fhir', client_id: a, patients: b, secret_file: nowhere", "secret_file"),
        ("iss: 'https://ehr.test/fhir', client_id: a, patients: b, secret: abc", "secret"),
    ],
)
def test_a_file_with_a_fault_is_refused(told: str, fault: str, tmp_path: Path) -> None:
    (tmp_path / "systems.yaml").write_text(f"smart: [{{{told}}}]")
    with pytest.raises(BadRecordSystems, match=fault):
        read(tmp_path / "systems.yaml")


def test_no_secret_is_in_what_the_configuration_shows(tmp_path: Path) -> None:
    (tmp_path / "s").write_text(SECRET)
    (tmp_path / "systems.yaml").write_text(
        "smart: [{iss: 'https://ehr.test/fhir', client_id: a, patients: b, secret_file: s}]"
    )
    assert SECRET not in repr(read(tmp_path / "systems.yaml"))
