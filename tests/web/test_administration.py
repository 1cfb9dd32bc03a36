"""The administration, for the administrator alone."""

import re
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from pydantic import SecretStr
from werkzeug.test import TestResponse

from frontdesk.app.ledger.audit import entries, verify
from frontdesk.app.ledger.backup import check
from frontdesk.app.ledger.staff import Account, Role
from frontdesk.app.settings import Settings
from frontdesk.app.web.admin.schemas import DepartmentRequest
from frontdesk.app.web.application import create_app
from frontdesk.app.web.parts import Parts
from frontdesk.evaluation.model_server import NAME, ModelServer, serving_model
from frontdesk.models.facts import Language
from frontdesk.models.language.breaker import TRIAL
from tests.web.conftest import PASSWORD, Clock, Kiosk

OWN = "quite-another-battery"


@pytest.fixture
def admin(signed_in: Callable[..., FlaskClient]) -> FlaskClient:
    return signed_in("admin")


def acts(parts: Parts) -> list[tuple[str, str, tuple[str, ...]]]:
    verify(parts.engine)
    return [(entry.by, entry.act, tuple(map(str, entry.about.get("what", ())))) for entry in entries(parts.engine)]


def invited(admin: FlaskClient, username: str = "wu", role: str = "nurse", department_id: str | None = None) -> str:
    wanted = {"username": username, "name": "Nurse Wu", "role": role, "department_id": department_id}
    answer = admin.post("/api/admin/staff", json=wanted)
    assert answer.status_code == 200, answer.text
    return str(answer.json["password"])


def sign_in(app: APIFlask, password: str, **more: str) -> tuple[FlaskClient, int, str]:
    client = app.test_client()
    answer = client.post("/api/sign-in", json={"username": "wu", "password": password, **more})
    return client, answer.status_code, answer.json.get("code", "")


@pytest.mark.parametrize("role", ["nurse", "doctor", "records_officer"])
def test_the_administration_is_open_to_no_other_role(
    app: APIFlask, signed_in: Callable[..., FlaskClient], role: str
) -> None:
    other = signed_in(role, "cardiology" if role == "doctor" else None)
    routes = [rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/admin")]
    assert routes
    for rule in routes:
        path = re.sub(r"<[^>]+>", "1", rule.rule)
        for method in rule.methods & {"GET", "POST"}:
            assert other.open(path, method=method, json={}).status_code == 403, path
            assert app.test_client().open(path, method=method, json={}).status_code == 401, path


def test_whoever_is_added_chooses_an_own_password_and_the_one_time_one_is_no_more(
    app: APIFlask, admin: FlaskClient, parts: Parts
) -> None:
    one_time = invited(admin)
    assert sign_in(app, one_time)[1:] == (409, "new_password_due")
    assert sign_in(app, one_time, new_password="short")[1:] == (422, "weak_password")
    assert sign_in(app, one_time, new_password=one_time)[1:] == (422, "weak_password")
    client, status, _ = sign_in(app, one_time, new_password=OWN)
    assert (status, client.get("/api/me").json["name"]) == (200, "Nurse Wu")
    assert sign_in(app, one_time)[1] == 401
    assert sign_in(app, OWN)[1] == 200
    by = "admin:admin-None"
    assert (by, "account", ("added", "wu")) in acts(parts)
    assert not any(one_time in str(entry) for entry in entries(parts.engine))


def test_a_one_time_password_ends_by_itself(app: APIFlask, admin: FlaskClient, clock: Clock) -> None:
    one_time = invited(admin)
    clock.pass_by(timedelta(days=7, minutes=1))
    assert sign_in(app, one_time, new_password=OWN)[1] == 401


@pytest.mark.parametrize("what", ["password", "disable", "change"])
def test_a_change_of_an_account_signs_it_out(
    app: APIFlask, admin: FlaskClient, signed_in: Callable[..., FlaskClient], parts: Parts, what: str
) -> None:
    nurse = signed_in("nurse")
    path = "/api/admin/staff/nurse-None"
    if what == "change":
        answer = admin.post(path, json={"name": "Wu", "role": "doctor", "department_id": "cardiology"})
        assert (answer.json["role"], answer.json["department_id"]) == ("doctor", "cardiology")
    else:
        assert admin.post(f"{path}/{what}", json={}).status_code == 200
    assert nurse.get("/api/me").status_code == 401
    done = {"password": "one_time_password", "disable": "disabled", "change": "changed"}[what]
    assert ("admin:admin-None", "account", (done, "nurse-None")) in acts(parts)


def test_a_disabled_account_is_enabled_again(app: APIFlask, admin: FlaskClient, nurse: FlaskClient) -> None:
    admin.post("/api/admin/staff/nurse-None/disable", json={})
    assert admin.post("/api/admin/staff/nurse-None/enable", json={}).json["disabled"] is False
    again = {"username": "nurse-None", "password": PASSWORD}
    assert app.test_client().post("/api/sign-in", json=again).status_code == 200


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("staff", {"username": "admin-None", "name": "X", "role": "nurse"}, 409, "user_exists"),
        ("staff", {"username": "not a name", "name": "X", "role": "nurse"}, 422, "invalid"),
        ("staff", {"username": "wu", "name": "X", "role": "queen"}, 422, "invalid"),
        ("staff", {"username": "wu", "name": "X", "role": "doctor"}, 422, "department_needed"),
        ("staff", {"username": "wu", "name": "X", "role": "nurse", "department_id": "er"}, 422, "unknown_department"),
        ("staff", {"username": "wu", "name": "X", "role": "nurse", "department_id": "cardiology"}, 422, "department_n"),
        ("staff/nobody", {"name": "X", "role": "nurse"}, 404, "unknown_user"),
        ("staff/nobody/disable", {}, 404, "unknown_user"),
        ("staff/nobody/password", {}, 404, "unknown_user"),
        ("staff/admin-None/disable", {}, 409, "last_administrator"),
        ("staff/admin-None", {"name": "X", "role": "nurse"}, 409, "last_administrator"),
        ("kiosks/code", {"name": "  "}, 422, "bad_kiosk_name"),
        ("kiosks/code", {"name": "a" * 41}, 422, "bad_kiosk_name"),
        ("kiosks/name", {"name": "Nowhere", "new_name": "Lobby 1"}, 404, "unknown_kiosk"),
        ("kiosks/disable", {"name": "Nowhere"}, 404, "unknown_kiosk"),
        ("audit/verify", {"noted": "12"}, 422, "bad_noted"),
    ],
)
def test_bad_input_is_a_problem_with_its_code(
    admin: FlaskClient, path: str, body: dict[str, str], status: int, code: str
) -> None:
    answer = admin.post(f"/api/admin/{path}", json=body)
    assert answer.content_type == "application/problem+json"
    assert (answer.status_code, answer.json["code"][:12]) == (status, code[:12])
    assert admin.get("/api/me").status_code == 200


def test_a_member_of_staff_changes_the_own_password_and_stays_signed_in_here_alone(
    app: APIFlask, nurse: FlaskClient
) -> None:
    elsewhere = app.test_client()
    elsewhere.post("/api/sign-in", json={"username": "nurse-None", "password": PASSWORD})
    wrong = nurse.post("/api/password", json={"password": "not-the-right-one", "new_password": OWN})
    assert (wrong.status_code, wrong.json["code"]) == (403, "wrong_password")
    assert nurse.post("/api/password", json={"password": PASSWORD, "new_password": OWN}).status_code == 200
    assert (nurse.get("/api/me").status_code, elsewhere.get("/api/me").status_code) == (200, 401)


def test_a_kiosk_is_paired_with_a_code_renamed_with_its_browsers_and_disabled(
    app: APIFlask, admin: FlaskClient, parts: Parts, clock: Clock
) -> None:
    code = admin.post("/api/admin/kiosks/code", json={"name": " Lobby 1 "}).json
    assert code["name"] == "Lobby 1"
    browser = app.test_client()
    assert browser.post("/api/kiosk/pair", json={"code": code["code"]}).json["paired"]
    clock.pass_by(timedelta(minutes=5))
    kiosk = Kiosk(browser).start()
    busy = admin.post("/api/admin/kiosks/name", json={"name": "Lobby 1", "new_name": "East door"})
    assert (busy.status_code, busy.json["code"]) == (409, "kiosk_in_use")
    kiosk.post("finish")
    (renamed,) = admin.post("/api/admin/kiosks/name", json={"name": "Lobby 1", "new_name": "East door"}).json["kiosks"]
    assert (renamed["name"], renamed["browsers"], renamed["disabled"]) == ("East door", 1, False)
    assert renamed["seen"] == clock().isoformat()
    assert Kiosk(browser).start().session["session_id"], "it is still a kiosk"
    (gone,) = admin.post("/api/admin/kiosks/disable", json={"name": "East door"}).json["kiosks"]
    assert (gone["disabled"], gone["browsers"]) == (True, 0)
    by = "admin:admin-None"
    done = [(one[0], one[2]) for one in acts(parts) if one[1] == "kiosk"]
    assert [what for who, what in done if who == by] == [
        ("code", "Lobby 1"),
        ("renamed", "Lobby 1"),
        ("renamed_to", "East door"),
        ("disabled", "East door"),
    ]


def test_a_name_that_another_kiosk_has_is_refused_and_an_old_one_is_free_again(admin: FlaskClient) -> None:
    for name in ("One", "Two"):
        admin.post("/api/admin/kiosks/code", json={"name": name})
    taken = admin.post("/api/admin/kiosks/name", json={"name": "One", "new_name": "Two"})
    assert (taken.status_code, taken.json["code"]) == (409, "kiosk_exists")
    admin.post("/api/admin/kiosks/name", json={"name": "One", "new_name": "Three"})
    back = admin.post("/api/admin/kiosks/name", json={"name": "Two", "new_name": "One"}).json["kiosks"]
    assert [one["name"] for one in back] == ["One", "Three"]


def test_the_trail_is_searched_by_person_patient_act_and_time(
    admin: FlaskClient, nurse: FlaskClient, clock: Clock
) -> None:
    nurse.get("/api/worklist/20001")
    clock.pass_by(timedelta(hours=2))
    nurse.get("/api/worklist/20003")
    at = clock().isoformat()

    def found(query: str) -> list[tuple[str, str]]:
        page = admin.get(f"/api/admin/audit?{query}").json
        return [(entry["by"], entry["act"]) for entry in page["entries"]]

    assert found("by=nurse:&act=read") == [("nurse:nurse-None", "read")] * 2
    assert found("patient=P1001&by=nurse")[0] == ("nurse:nurse-None", "read")
    assert found("patient=P100") == [], "a number is whole"
    assert found(f"act=read&by=nurse&since={at}") == [("nurse:nurse-None", "read")]
    assert found(f"act=read&by=nurse&until={at}") == [("nurse:nurse-None", "read")]
    looked = admin.get("/api/admin/audit?act=read&by=admin").json["entries"]
    assert all(entry["what"] == ["audit"] for entry in looked) and looked[0]["patients"] == []
    assert ["P1001"] in [entry["patients"] for entry in looked], "who asked after whom is in the trail"


def test_the_trail_comes_in_pages(admin: FlaskClient) -> None:
    for number in range(60):
        admin.post("/api/admin/kiosks/code", json={"name": f"K{number}"})
    first = admin.get("/api/admin/audit?act=kiosk").json
    assert (len(first["entries"]), first["more"]) == (50, True)
    rest = admin.get(f"/api/admin/audit?act=kiosk&before={first['entries'][-1]['number']}").json
    assert (len(rest["entries"]), rest["more"]) == (10, False)


def test_the_trail_is_verified_and_held_against_what_was_noted(admin: FlaskClient, parts: Parts) -> None:
    told = admin.post("/api/admin/audit/verify", json={}).json
    assert told["whole"] and len(told["head"]) == 64
    noted = f"{told['number']}:{told['head']}"
    assert admin.post("/api/admin/audit/verify", json={"noted": noted}).json["whole"]
    other = admin.post("/api/admin/audit/verify", json={"noted": f"{told['number']}:{'0' * 64}"}).json
    assert (other["whole"], other["number"], other["head"]) == (False, told["number"], "")
    assert other["why"]


def test_settings_are_told_with_their_source_and_without_secrets(admin: FlaskClient, settings: Settings) -> None:
    told = {one["name"]: one for one in admin.get("/api/admin/settings").json}
    assert told["FRONTDESK_DATABASE_URL"]["value"] == settings.database_url
    assert told["FRONTDESK_PORT"] == {"name": "FRONTDESK_PORT", "value": "8000", "source": "default", "secret": False}
    assert told["FRONTDESK_MODEL_KEY"]["secret"]


def department(admin: FlaskClient, department_id: str = "cardiology") -> dict[str, Any]:
    there = admin.get("/api/admin/departments").json["departments"]
    return next(dict(one) for one in there if one["department_id"] == department_id)


def changed(admin: FlaskClient, parts: Parts, **changes: Any) -> TestResponse:
    before = department(admin)
    body = {name: before[name] for name in before if name not in ("department_id", "hours_today", "open_now")}
    return admin.post("/api/admin/departments/cardiology", json=body | changes)


def test_a_department_is_changed_and_every_kiosk_knows(admin: FlaskClient, kiosk: Kiosk, parts: Parts) -> None:
    assert department(admin)["open_now"]
    name = {"zh": "心内科", "en": "Heart clinic"}
    assert changed(admin, parts, name=name, phone="000-8800-0999", closed_today=True).status_code == 200
    now = department(admin)
    assert (now["name"], now["open_now"], now["closed_today"], now["hours_today"]) == (name, False, True, "")
    place = next(one for one in kiosk.client.get("/api/places").json["departments"] if one["name"] == name)
    assert place["open_now"] is False
    changed(admin, parts, closed_today=False)
    assert department(admin)["open_now"]
    done = [what for by, act, what in acts(parts) if (by, act) == ("admin:admin-None", "setup")]
    assert done == [
        ("department", "changed", "cardiology", "closed_on", "name", "phone"),
        ("department", "changed", "cardiology", "closed_on"),
    ]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"hours": "always"}, "bad_hours"),
        ({"phone": "ask"}, "bad_phone"),
        ({"name": {"en": "Heart"}}, "invalid"),
        ({"floor": 4000}, "invalid"),
    ],
)
def test_a_department_that_makes_no_sense_is_refused(
    admin: FlaskClient, parts: Parts, changes: dict[str, Any], code: str
) -> None:
    answer = changed(admin, parts, **changes)
    assert (answer.status_code, answer.json["code"]) == (422, code)


def test_what_the_hospitals_own_system_keeps_is_shown_and_not_changed(
    app: APIFlask, admin: FlaskClient, parts: Parts
) -> None:
    body = {name: value for name, value in department(admin).items() if name in DepartmentRequest.model_fields}
    elsewhere = parts.settings.model_copy(update={"his": "fhir+https://his.example/fhir"})
    app.extensions["frontdesk"] = replace(parts, settings=elsewhere)
    assert admin.get("/api/admin/departments").json["editable"] is False
    assert admin.get("/api/admin/policies").json["editable"] is False
    for path, said in (
        ("departments/cardiology", body),
        ("policies/helicopter/draft", HELICOPTER),
        ("policies/register-how/publish", {}),
        ("policies/register-how/withdraw", {}),
    ):
        answer = admin.post(f"/api/admin/{path}", json=said)
        assert (answer.status_code, answer.json["code"]) == (409, "kept_elsewhere"), path


HELICOPTER = {
    "category": "services_amenities",
    "title": {"zh": "直升机停机坪", "en": "Where may a helicopter land?"},
    "text": {"zh": "直升机停在门诊楼楼顶。", "en": "A helicopter lands on the roof of the Outpatient Building."},
    "asked": {"en": ["helicopter"]},
}


def test_a_policy_is_drafted_tried_out_published_and_withdrawn(admin: FlaskClient, parts: Parts) -> None:
    question = {"question": "Where may a helicopter land?", "language": "en", "policy_id": "helicopter"}
    tried = admin.post("/api/admin/policies/preview", json=question | {"draft": HELICOPTER}).json
    assert (tried["answered"], tried["by_draft"], tried["text"]) == (True, True, HELICOPTER["text"]["en"])
    drafted = admin.post("/api/admin/policies/helicopter/draft", json=HELICOPTER).json["policies"]
    assert drafted[-1] == {
        "policy_id": "helicopter",
        "published": None,
        "draft": HELICOPTER | {"asked": HELICOPTER["asked"]},
    }
    enquiries = parts.reception.services.enquiries
    assert enquiries.answer(question["question"], Language.EN, now=parts.clock()).ids[:1] != ("helicopter",)
    published = admin.post("/api/admin/policies/helicopter/publish", json={}).json["policies"]
    assert published[-1]["draft"] is None and published[-1]["published"]["text"] == HELICOPTER["text"]
    assert enquiries.answer(question["question"], Language.EN, now=parts.clock()).text == HELICOPTER["text"]["en"]
    admin.post("/api/admin/policies/helicopter/withdraw", json={})
    history = admin.get("/api/admin/policies/helicopter/history").json
    assert [(one["state"], one["by"]) for one in history] == [
        ("withdrawn", "admin:admin-None"),
        ("published", "admin:admin-None"),
    ]
    done = [what[:2] for _, act, what in acts(parts) if act == "setup"]
    assert done == [("policy", "draft"), ("policy", "published"), ("policy", "withdrawn")]


def test_what_the_folder_said_is_kept_before_the_first_change(admin: FlaskClient) -> None:
    before = admin.get("/api/admin/policies").json["policies"][0]
    body = before["published"] | {"text": {"zh": "新的。", "en": "New."}}
    admin.post(f"/api/admin/policies/{before['policy_id']}/draft", json=body)
    admin.post(f"/api/admin/policies/{before['policy_id']}/publish", json={})
    newest, oldest = admin.get(f"/api/admin/policies/{before['policy_id']}/history").json
    assert (oldest["by"], oldest["body"], newest["body"]["text"]) == ("folder", before["published"], body["text"])


def test_a_text_without_a_draft_or_with_a_bad_id_is_refused(admin: FlaskClient) -> None:
    answer = admin.post("/api/admin/policies/register-how/publish", json={})
    assert (answer.status_code, answer.json["code"]) == (404, "no_text_draft")
    answer = admin.post("/api/admin/policies/Not An Id/draft", json=HELICOPTER)
    assert (answer.status_code, answer.json["code"]) == (422, "bad_text_id")
    assert admin.post("/api/admin/policies/nowhere/withdraw", json={}).status_code == 404


GUIDELINE = """---
id: sprain
conditions: [ankle_sprain]
title: {en: Sprained ankle, zh: 踝扭伤}
sources: [Our own]
reviewed: 2026-11-01
---
# en
## Initial treatment
- Rest and cool it.
# zh
## 初步治疗
- 休息，冷敷。
"""


def test_a_guideline_is_read_as_a_doctor_would_and_doctors_are_answered_from_it_once_published(
    admin: FlaskClient, parts: Parts
) -> None:
    path = "/api/admin/guidelines/institution:sprain"
    bad = admin.post(f"{path}/draft", json={"text": GUIDELINE.replace("- Rest", "Rest")})
    assert (bad.status_code, bad.json["code"]) == (422, "bad_text")
    assert bad.json["errors"] == ["sprain:10: neither a language, a heading nor a bullet: Rest and cool it."]
    other = admin.post(f"{path}/draft", json={"text": GUIDELINE.replace("id: sprain", "id: strain")})
    assert other.json["code"] == "bad_text"
    told = admin.post("/api/admin/guidelines/preview", json={"text_id": "institution:sprain", "text": GUIDELINE}).json
    assert told["chapters"]["en"] == [{"chapter": "treatment", "lines": ["Rest and cool it."]}]
    admin.post(f"{path}/draft", json={"text": GUIDELINE})
    assert [one.id for one in parts.guidelines] == []
    (view,) = admin.post(f"{path}/publish", json={}).json
    assert (view["published"], view["draft"]) == (GUIDELINE, None)
    assert [one.id for one in parts.guidelines] == ["sprain"]
    admin.post(f"{path}/withdraw", json={})
    assert [one.id for one in parts.guidelines] == []
    assert [one["state"] for one in admin.get(f"{path}/history").json] == ["withdrawn", "published"]
    acts(parts)


def test_the_model_is_told_without_its_key_and_checked_only_where_there_is_one(admin: FlaskClient) -> None:
    told = admin.get("/api/admin/model").json
    assert (told["url"], told["key"]) == ("", False)
    assert {"name": "nurse", "by": "model"} in told["capabilities"]
    none = admin.post("/api/admin/model/check", json={})
    assert (none.status_code, none.json["code"]) == (409, "no_model")


def test_a_models_server_is_asked_what_it_can_do(settings: Settings, clock: Clock) -> None:
    with serving_model(ModelServer()) as server:
        key = SecretStr("sk-hunter2")
        at = {"model_url": server.url, "model_name": NAME, "model_key": key, "model_for_notes": "embedded"}
        app = create_app(settings.model_copy(update=at), clock=clock)
        whole: Parts = app.extensions["frontdesk"]
        try:
            whole.accounts.add(Account(username="office", name="Office", role=Role.ADMIN), PASSWORD, now=clock())
            office = app.test_client()
            office.post("/api/sign-in", json={"username": "office", "password": PASSWORD})
            told = office.get("/api/admin/model").json
            assert (told["url"], told["name"], told["key"]) == (server.url, NAME, True)
            assert {"name": "notes", "by": "embedded"} in told["capabilities"]
            checked = office.post("/api/admin/model/check", json={})
            found = {one["what"]: one["good"] for one in checked.json["findings"]}
            assert (found["offers it by this name"], found["streams"]) == (True, True)
            assert "hunter2" not in checked.text and "hunter2" not in office.get("/api/admin/settings").text
        finally:
            whole.reception.services.models.close()


def test_of_several_servers_each_is_told_and_asked_and_one_that_is_gone_is_named(
    settings: Settings, clock: Clock
) -> None:
    with serving_model(ModelServer()) as one, serving_model(ModelServer()) as other:
        hosts = [server.url.removeprefix("http://").removesuffix("/v1") for server in (one, other)]
        at = {"model_url": f"{one.url}?calls=3, {other.url}", "model_name": NAME}
        app = create_app(settings.model_copy(update=at), clock=clock)
        whole: Parts = app.extensions["frontdesk"]
        models = whole.reception.services.models
        nurse = models.assigned("nurse")
        assert nurse is not None
        try:
            whole.accounts.add(Account(username="office", name="Office", role=Role.ADMIN), PASSWORD, now=clock())
            office = app.test_client()
            office.post("/api/sign-in", json={"username": "office", "password": PASSWORD})
            other.stop()
            checked = office.post("/api/admin/model/check", json={}).json
            assert {(one["server"], one["good"]) for one in checked["findings"]} >= {
                (hosts[1], False),
                (hosts[0], True),
            }
            until = time.monotonic() + 10
            while all(state.well for state in models.states) and time.monotonic() < until:
                nurse.begin(TRIAL, seconds=2.0, put=lambda said: None)
                time.sleep(0.05)
            told = office.get("/api/admin/model").json["servers"]
            assert [(one["server"], one["well"], one["calls"]) for one in told] == [
                (hosts[0], True, 3),
                (hosts[1], False, 64),
            ]
            status = app.test_client().get("/status").json
            assert (status["model_servers"], status["model_servers_well"]) == (2, 1)
            assert hosts[0] not in str(status)
        finally:
            models.close()


def test_clinical_content_is_signed_off_by_a_doctor_with_their_own_password(
    admin: FlaskClient, signed_in: Callable[..., FlaskClient], parts: Parts
) -> None:
    signed_in("doctor", "cardiology")
    piece = next(one for one in admin.get("/api/admin/content").json if one["content"] == "red_flags")
    assert piece["sign_offs"] == []
    path = "/api/admin/content/red_flags"
    assert admin.get(f"{path}/files/0").json["path"] == piece["files"][0]
    assert admin.get(f"{path}/files/900").status_code == 404

    def sign(username: str, password: str = PASSWORD, version: str = piece["version"]) -> TestResponse:
        told = {"version": version, "username": username, "password": password}
        return admin.post(f"{path}/sign-off", json=told)

    assert sign("doctor-cardiology", "not-the-right-one").json["code"] == "wrong_clinician"
    assert sign("admin-None").json["code"] == "not_a_clinician"
    assert sign("doctor-cardiology", version="0" * 64).json["code"] == "content_changed"
    signed = next(one for one in sign("doctor-cardiology").json if one["content"] == "red_flags")
    (off,) = signed["sign_offs"]
    assert (off["clinician"], off["current"], off["version"]) == ("Test doctor", True, piece["version"])
    what = ("content", "signed_off", "red_flags", piece["version"][:12])
    assert ("doctor:doctor-cardiology", "setup", what) in acts(parts)


def test_a_backup_is_made_and_can_be_restored_and_what_is_kept_is_counted(
    admin: FlaskClient, settings: Settings, parts: Parts, kiosk: Kiosk
) -> None:
    kiosk.start()
    before = admin.get("/api/admin/backup").json
    assert (before["files"], before["elsewhere"]) == ([], None)
    (sessions,) = [one for one in before["holdings"] if one["what"] == "sessions"]
    assert (sessions["rows"], sessions["oldest"]) == (1, parts.clock().isoformat())
    assert (sessions["days"], sessions["due"], sessions["removed"]) == (0, 0, None)
    (file,) = admin.post("/api/admin/backup", json={}).json["files"]
    check(settings.backup_folder / file["name"])
    assert (settings.backup_folder / file["name"]).stat().st_mode & 0o077 == 0
    assert ("admin:admin-None", "backup", (file["name"],)) in acts(parts)


def test_a_backup_that_cannot_be_written_says_so(admin: FlaskClient, settings: Settings) -> None:
    settings.backup_folder.write_text("no folder")
    answer = admin.post("/api/admin/backup", json={})
    assert (answer.status_code, answer.json["code"]) == (409, "backup_failed")
