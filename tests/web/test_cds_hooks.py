"""CDS Hooks 2.0: a record system opens a patient and is told who of them waits."""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import jwt
import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from sqlalchemy import select, update
from werkzeug.test import TestResponse

from frontdesk.app.ledger.audit import entries
from frontdesk.app.ledger.digests import RECORDS, SUMMARIES
from frontdesk.app.record_systems import BadRecordSystems, read
from frontdesk.app.settings import Pairing, Settings
from frontdesk.app.web.parts import Parts
from frontdesk.his_adapter.errors import HospitalAway, NotSupported
from frontdesk.his_adapter.fhir.address import Address
from frontdesk.his_adapter.fhir.client import Client
from frontdesk.his_adapter.fhir.patients import FhirPatients
from frontdesk.his_adapter.trust.keys import Keys, NoKey
from tests.record_system import Signer, claims
from tests.web.conftest import Clock, Kiosk, handed_over

ISSUER = "https://ehr.test"
LAUNCHES = "https://ehr.test/fhir"
HOME = "https://kiosk.test"
ENDPOINT = f"{HOME}/cds-services/frontdesk-waiting"
PATH = "/cds-services/frontdesk-waiting"
CARDS = "urn:cards"
PATIENT = "P1005"


@pytest.fixture(scope="module")
def signer() -> Signer:
    return Signer()


@pytest.fixture
def settings(demo_sqlite_url: str, tmp_path: Path, signer: Signer) -> Settings:
    (tmp_path / "keys.json").write_text(json.dumps(signer.key_set()))
    systems = tmp_path / "systems.yaml"
    systems.write_text(
        f"cds_hooks:\n  - {{iss: {ISSUER}, jwks: keys.json, patients: '{CARDS}'}}\n"
        f"smart:\n  - {{iss: {LAUNCHES}, client_id: frontdesk, patients: '{CARDS}'}}\n"
    )
    return Settings(
        database_url=demo_sqlite_url,
        kiosk_pairing=Pairing.OPEN,
        public_url=HOME,
        record_systems=systems,
        _env_file=None,
    )


@pytest.fixture
def call(app: APIFlask, signer: Signer, clock: Clock) -> Callable[..., TestResponse]:
    """Asks as the record system does; `claim` changes what the token says."""

    def asks(
        body: dict[str, Any] | None = None,
        *,
        claim: dict[str, Any] | None = None,
        token: str | None = None,
        **headers: str,
    ) -> TestResponse:
        token = token or signer.sign(claims(ISSUER, ENDPOINT, clock(), **(claim or {})))
        given = {"Authorization": f"Bearer {token}", **{name.replace("_", "-"): one for name, one in headers.items()}}
        return app.test_client().post(PATH, json=hook() if body is None else body, headers=given)

    return asks


def hook(patient_id: str = "fhir-5", **more: Any) -> dict[str, Any]:
    return {
        "hook": "patient-view",
        "hookInstance": str(uuid4()),
        "context": {"userId": "Practitioner/zhou", "patientId": patient_id},
        "prefetch": {"patient": patient(patient_id)},
    } | more


def patient(resource_id: str, number: str = PATIENT, **more: Any) -> dict[str, Any]:
    numbers = [{"system": "urn:other", "value": "P1001"}, {"system": CARDS, "value": number}]
    return {"resourceType": "Patient", "id": resource_id, "identifier": numbers} | more


@pytest.fixture
def waiting(kiosk: Kiosk, parts: Parts) -> str:
    """The department at which the patient waits."""
    return handed_over(kiosk, parts, PATIENT)


def test_the_service_is_discovered(app: APIFlask) -> None:
    answer = app.test_client().get("/cds-services")
    (service,) = answer.json["services"]
    assert (service["hook"], service["id"]) == ("patient-view", "frontdesk-waiting")
    assert service["prefetch"] == {"patient": "Patient/{{context.patientId}}"}
    assert service["title"] and service["description"]
    chinese = app.test_client().get("/cds-services", headers={"Accept-Language": "zh-CN"})
    assert chinese.json["services"][0]["title"] == "预检后候诊"


def test_one_card_says_what_the_patient_waits_for_and_how_urgent(
    call: Callable[..., TestResponse], waiting: str
) -> None:
    answer = call(accept_language="en")
    assert answer.status_code == 200
    (card,) = answer.json["cards"]
    assert "rash" in card["summary"].lower() and "Routine" in card["summary"] and len(card["summary"]) < 140
    assert card["indicator"] == "info" and card["source"]["label"]
    (link,) = card["links"]
    assert link["type"] == "absolute" and link["url"].startswith(f"{HOME}/worklist?department={waiting}&record=")
    named = json.dumps(card, ensure_ascii=False)
    assert PATIENT not in named and "1950" not in named


def test_the_link_leads_to_the_page_of_that_patient(
    call: Callable[..., TestResponse], waiting: str, signed_in: Callable[..., FlaskClient]
) -> None:
    number = call().json["cards"][0]["links"][0]["url"].rpartition("=")[2]
    page = signed_in("doctor", waiting).get(f"/api/worklist/{number}").json
    assert page["record"]["patient_id"] == PATIENT


def test_the_card_is_in_the_language_that_is_asked_for(call: Callable[..., TestResponse], waiting: str) -> None:
    assert call(accept_language="zh-CN,zh;q=0.9").json["cards"][0]["summary"].startswith("普通。在")
    assert call().json["cards"][0]["source"]["label"] == "预检接待", "else in the one that the file says"


def test_a_system_that_can_launch_us_is_told_to(call: Callable[..., TestResponse], waiting: str) -> None:
    (link,) = call(hook(fhirServer=f"{LAUNCHES}/")).json["cards"][0]["links"]
    assert (link["type"], link["url"]) == ("smart", f"{HOME}/launch")
    (link,) = call(hook(fhirServer="https://another.test/fhir")).json["cards"][0]["links"]
    assert link["type"] == "absolute"


@pytest.mark.parametrize(
    ("level", "indicator", "word"),
    [("A", "critical", "Emergency"), ("B", "warning", "Urgent"), ("P", "info", "Private")],
)
def test_the_level_of_danger_is_the_cards_indicator(
    level: str, indicator: str, word: str, call: Callable[..., TestResponse], waiting: str, parts: Parts
) -> None:
    with parts.engine.begin() as connection:
        for row in connection.execute(select(SUMMARIES)).all():
            whose = update(SUMMARIES).where(SUMMARIES.c.outpatient_number == row.outpatient_number)
            connection.execute(whose, {"body": row.body | {"level": level}})
    (card,) = call(accept_language="en").json["cards"]
    assert card["indicator"] == indicator and card["summary"].startswith(word)


def test_words_of_a_patient_are_no_markup(call: Callable[..., TestResponse], waiting: str, parts: Parts) -> None:
    with parts.engine.begin() as connection:
        said = "[see](https://evil.test) <b>" + "very " * 60
        connection.execute(update(RECORDS).where(RECORDS.c.language.is_not(None)), {"chief_complaint": said})
    (card,) = call().json["cards"]
    assert "](" not in card["detail"] and "\\<b\\>" in card["detail"] and len(card["summary"]) < 140


def test_a_patient_who_does_not_wait_has_no_card(call: Callable[..., TestResponse], parts: Parts) -> None:
    assert call().json == {"cards": []}


def test_a_patient_nobody_knows_has_no_card(call: Callable[..., TestResponse], waiting: str) -> None:
    stranger = hook() | {"prefetch": {"patient": patient("fhir-5", "P9999")}}
    answer = call(stranger)
    assert (answer.status_code, answer.json) == (200, {"cards": []})


def test_who_is_signed_for_waits_no_more(
    call: Callable[..., TestResponse], waiting: str, signed_in: Callable[..., FlaskClient]
) -> None:
    doctor = signed_in("doctor", waiting)
    (entry,) = doctor.get("/api/worklist").json["entries"]
    path = f"/api/worklist/{entry['outpatient_number']}"
    doctor.post(f"{path}/signature", json={"version": doctor.get(path).json["version"]})
    assert call().json == {"cards": []}


def test_yesterdays_patient_waits_no_more(call: Callable[..., TestResponse], waiting: str, clock: Clock) -> None:
    clock.pass_by(timedelta(days=1))
    assert call().json == {"cards": []}


def test_a_patient_at_a_screen_of_their_own_is_told_nothing(call: Callable[..., TestResponse], waiting: str) -> None:
    assert call(hook(context={"userId": "Patient/fhir-5", "patientId": "fhir-5"})).json == {"cards": []}


@pytest.mark.parametrize(
    "prefetch",
    [
        None,
        {},
        {"patient": None},
        {"patient": {"resourceType": "OperationOutcome", "issue": []}},
        {"patient": patient("somebody-else")},
        {"patient": patient("fhir-5", link=[{"type": "replaced-by", "other": {"reference": "Patient/2"}}])},
        {"patient": patient("fhir-5", identifier=[{"system": CARDS, "value": n} for n in ("P1005", "P1006")])},
        {"patient": patient("fhir-5", identifier=[{"system": "urn:other", "value": PATIENT}])},
        {"patient": patient("fhir-5", identifier="P1005", link=7)},
    ],
)
def test_a_patient_who_is_not_told_is_a_failed_precondition(
    prefetch: dict[str, Any] | None, call: Callable[..., TestResponse], waiting: str
) -> None:
    answer = call(hook() | {"prefetch": prefetch})
    assert (answer.status_code, answer.get_json(force=True)["code"]) == (412, "patient_not_told")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"context": {"userId": "Practitioner/1"}}, "context.patientId"),
        ({"context": {"patientId": "fhir-5"}}, "context.userId"),
        ({"context": {"userId": "zhou", "patientId": "../secrets"}}, "context.patientId"),
        ({"context": None}, "context"),
        ({"hookInstance": ""}, "hookInstance"),
        ({"prefetch": "all"}, "prefetch"),
    ],
)
def test_missing_context_is_named(change: dict[str, Any], field: str, call: Callable[..., TestResponse]) -> None:
    answer = call(hook() | change)
    problem = answer.get_json(force=True)
    assert (answer.status_code, problem["code"]) == (400, "bad_hook_request")
    assert field in problem["title"] and "secrets" not in problem["title"]


def test_another_hook_is_refused(call: Callable[..., TestResponse]) -> None:
    answer = call(hook(hook="order-sign"))
    assert (answer.status_code, answer.get_json(force=True)["code"]) == (400, "another_hook")


def test_a_body_that_is_no_object_is_refused(call: Callable[..., TestResponse], app: APIFlask) -> None:
    assert call([]).status_code == 400  # type: ignore[arg-type]


HOUR = 3600


@pytest.mark.parametrize(
    "claim",
    [
        {"iss": "https://stranger.test"},
        {"iss": None},
        {"aud": f"{HOME}/cds-services"},
        {"aud": None},
        {"aud": "https://another.test/cds-services/frontdesk-waiting"},
        {"exp": None},
        {"exp": "tomorrow"},
        {"exp": float("nan")},
        {"iat": None},
        {"jti": None},
        {"nbf": 99_999_999_999},
    ],
)
def test_a_token_that_says_something_else_is_refused(claim: dict[str, Any], call: Callable[..., TestResponse]) -> None:
    answer = call(claim=claim)
    assert (answer.status_code, answer.get_json(force=True)["code"]) == (401, "token_refused")
    assert answer.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


def test_an_audience_may_be_one_of_several(call: Callable[..., TestResponse]) -> None:
    assert call(claim={"aud": ["https://another.test", ENDPOINT]}).status_code == 200


def test_a_token_is_over_in_time_and_lasts_no_longer_than_an_hour(
    call: Callable[..., TestResponse], clock: Clock
) -> None:
    at = int(clock().timestamp())
    assert call(claim={"exp": at - 61}).status_code == 401
    assert call(claim={"iat": at - 500, "exp": at - 30}).status_code == 200, "clocks differ a little"
    assert call(claim={"exp": at + 2 * HOUR}).status_code == 401
    assert call(claim={"iat": at + HOUR, "exp": at + HOUR + 60}).status_code == 401


def test_a_token_is_used_once(call: Callable[..., TestResponse], signer: Signer, clock: Clock) -> None:
    at = int(clock().timestamp())
    token = signer.sign(claims(ISSUER, ENDPOINT, clock(), exp=at + 10))
    assert [call(token=token).status_code for _ in range(2)] == [200, 401]
    clock.pass_by(timedelta(seconds=40))  # over by its own time, still taken for the sake of clocks that differ
    assert call().status_code == 200
    assert call(token=token).status_code == 401


def test_a_token_that_another_key_signed_is_refused(call: Callable[..., TestResponse], clock: Clock) -> None:
    for other in (Signer(), Signer(key_id="unknown"), Signer("RS384"), Signer("RS256")):
        assert call(token=other.sign(claims(ISSUER, ENDPOINT, clock()))).status_code == 401


def test_a_token_without_a_signature_or_signed_with_what_is_public_is_refused(
    call: Callable[..., TestResponse], signer: Signer, clock: Clock
) -> None:
    told = claims(ISSUER, ENDPOINT, clock())
    assert call(token=jwt.encode(told, None, algorithm="none")).status_code == 401
    assert call(token=jwt.encode(told, "a" * 64, algorithm="HS384", headers={"kid": "one"})).status_code == 401
    header, _, signature = signer.sign(told).split(".")
    another = signer.sign(told | {"jti": "another"}).split(".")[1]
    assert call(token=f"{header}.{another}.{signature}").status_code == 401
    for garbage in ("", "x", "a.b.c", "é.b.c"):
        assert call(token=garbage or " ").status_code == 401


def test_without_a_token_nothing_is_told(app: APIFlask) -> None:
    for headers in ({}, {"Authorization": "Basic YTpi"}):
        answer = app.test_client().post(PATH, json=hook(), headers=headers)
        assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")


def test_a_member_of_staff_who_is_signed_in_needs_a_token_all_the_same(nurse: FlaskClient) -> None:
    assert nurse.post(PATH, json=hook()).status_code == 401


def test_pages_elsewhere_may_ask(app: APIFlask, call: Callable[..., TestResponse]) -> None:
    asked = {"Origin": "https://ehr.test", "Access-Control-Request-Method": "POST"}
    before = app.test_client().options(PATH, headers=asked)
    assert before.status_code == 200
    assert "Authorization" in before.headers["Access-Control-Allow-Headers"]
    assert "POST" in before.headers["Access-Control-Allow-Methods"]
    done = call(origin="https://ehr.test", sec_fetch_site="cross-site")
    for answer in (before, done, call(token="x"), app.test_client().get("/cds-services")):
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer.headers
    assert done.status_code == 200


def test_what_was_told_is_in_the_trail(call: Callable[..., TestResponse], waiting: str, parts: Parts) -> None:
    call()
    *_, last = entries(parts.engine)
    assert (last.act, last.by) == ("read", f"record_system:{ISSUER} Practitioner/zhou")
    assert last.about["what"] == ["card"] and last.about["patients"] == [PATIENT] and last.about["records"]


def test_where_nobody_is_trusted_there_is_no_service(demo_sqlite_url: str, clock: Clock) -> None:
    from frontdesk.app.web.application import create_app

    app = create_app(Settings(database_url=demo_sqlite_url, _env_file=None), clock=clock)
    assert app.test_client().get("/cds-services").json == {"services": []}
    assert app.test_client().post(PATH, json=hook(), headers={"Authorization": "Bearer x.y.z"}).status_code == 401


# --- the file, the keys, the server of the patient -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("cds_hooks: [{iss: a}]", "jwks"),
        ("cds_hooks: [{iss: a, jwks: 'http://ehr.test/keys'}]", "https"),
        ("cds_hooks: [{iss: a, jwks: k}, {iss: a, jwks: l}]", "twice"),
        ("cds_hook: []", "cds_hook"),
        ("a: [", "YAML"),
    ],
)
def test_a_file_with_a_fault_is_refused(text: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "systems.yaml").write_text(text)
    with pytest.raises(BadRecordSystems, match=why):
        read(tmp_path / "systems.yaml")


def test_keys_are_read_again_when_one_is_new_and_kept_while_the_address_is_away() -> None:
    first, second = Signer(key_id="first"), Signer(key_id="second")
    published: list[dict[str, Any]] = [first.public()]
    asked: list[str] = []
    away = False

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return httpx.Response(503) if away else httpx.Response(200, json={"keys": published})

    now = [0.0]
    keys = Keys("https://ehr.test/keys", transport=httpx.MockTransport(answer), clock=lambda: now[0])
    assert keys.find("first", "EC")["kid"] == "first"
    published.append(second.public())
    with pytest.raises(NoKey):
        keys.find("second", "EC")
    now[0] = 31
    assert keys.find("second", "EC")["kid"] == "second" and len(asked) == 2
    away = True
    now[0] = 1000
    assert keys.find("first", "EC") and keys.find("first", "EC") and len(asked) == 3, "asked once, and gone on"
    now[0] = 5000
    with pytest.raises(HospitalAway):
        keys.find("first", "EC")


def test_a_patient_without_prefetch_is_looked_up_on_the_server_that_is_ours() -> None:
    """Of merged ones the one that stands; never by an id of another server."""
    there = {
        "old": {"id": "old", "link": [{"type": "replaced-by", "other": {"reference": "Patient/new"}}]},
        "new": {"id": "new", "identifier": [{"system": CARDS, "value": "P7"}], "name": [{"text": "欧阳"}]},
    }

    def answer(request: httpx.Request) -> httpx.Response:
        found = there.get(request.url.path.rpartition("/")[2])
        return httpx.Response(200, json={"resourceType": "Patient", **found}) if found else httpx.Response(404)

    server = Client(Address(base="https://his.test/fhir"), httpx.MockTransport(answer))
    patients = FhirPatients(server, CARDS)
    assert patients.referred_to("https://his.test/fhir/Patient/old").patient_id == "P7"
    for elsewhere in ("https://other.test/fhir/Patient/new", "/Patient/new", "https://his.test/fhir/Person/new"):
        with pytest.raises(NotSupported):
            patients.referred_to(elsewhere)
