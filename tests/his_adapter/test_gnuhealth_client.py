"""What a Tryton server, and what stands before it, may answer; and what its addresses are."""

import json
import time
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from frontdesk.his_adapter import circuit_breaker
from frontdesk.his_adapter.errors import HospitalAway, HospitalError, VersionConflict
from frontdesk.his_adapter.gnuhealth.address import Address, BadAddress, address_of
from frontdesk.his_adapter.gnuhealth.client import Client, RefusedByServer
from frontdesk.his_adapter.gnuhealth.values import decoded, encoded, local, utc
from tests.his_adapter.contract import NINE
from tests.his_adapter.test_circuit_breaker import eventually

ADDRESS = Address(base="https://his.test/health/", user="reception", password="secret")
SECRET_WORDS = "the patient 白样本 exists already"
Answer = Callable[[httpx.Request], httpx.Response]


def asked(request: httpx.Request) -> str:
    return str(json.loads(request.content)["method"])


def client(answer: Answer) -> Client:
    """Behind a login that works."""

    def with_login(request: httpx.Request) -> httpx.Response:
        match asked(request):
            case "common.db.login":
                return httpx.Response(200, json={"id": 1, "result": [7, "key"]})
            case "model.res.user.get_preferences":
                return httpx.Response(200, json={"id": 1, "result": {"company": 3, "locale": {}, "employee": None}})
        return answer(request)

    return Client(ADDRESS, httpx.MockTransport(with_login))


def says(**told: Any) -> httpx.Response:
    return httpx.Response(200, json={"id": 1, **told})


@pytest.mark.parametrize(
    ("answer", "raised"),
    [
        (says(error=["ConcurrencyException", SECRET_WORDS]), VersionConflict),
        (says(error=["UserError", [SECRET_WORDS, "", None]]), RefusedByServer),
        (says(error=["UserWarning", ["name", SECRET_WORDS, ""]]), RefusedByServer),
        (says(error=[SECRET_WORDS, ""]), HospitalAway),  # a fault of its own, or of its database
        (says(), RefusedByServer),
        (httpx.Response(200, json=["of", "another", "kind"]), RefusedByServer),
        (httpx.Response(200, text='{"id": 1, "resu'), HospitalAway),
        (httpx.Response(403), RefusedByServer),
        (httpx.Response(302, headers={"Location": "https://elsewhere.test/"}), RefusedByServer),
        (httpx.Response(429), HospitalAway),
        (httpx.Response(503), HospitalAway),
    ],
)
def test_an_error_is_told_apart_and_its_words_are_not_kept(answer: httpx.Response, raised: type[HospitalError]) -> None:
    with pytest.raises(raised) as error:
        client(lambda _: answer).call("model.gnuhealth.patient.read", [1])
    assert type(error.value) is raised and SECRET_WORDS not in str(error.value)


def test_a_call_has_its_session_and_the_context_of_the_user() -> None:
    seen: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return says(result=[])

    client(answer).write("m", {"id": 5, "_timestamp": "17.5"}, {"name": "n"})
    assert seen[0].headers["Authorization"] == "Session cmVjZXB0aW9uOjc6a2V5"  # reception:7:key
    assert json.loads(seen[0].content)["params"] == [[5], {"name": "n"}, {"company": 3, "_timestamp": {"m,5": "17.5"}}]


def test_a_session_is_bought_anew_once_and_not_for_ever() -> None:
    calls: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        calls.append(asked(request))
        return httpx.Response(401)

    with pytest.raises(RefusedByServer, match="status 401"):
        client(answer).call("model.m.read", [1])
    assert calls == ["model.m.read"] * 2


def test_a_server_that_did_not_answer_is_not_asked_again_at_once() -> None:
    calls: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        calls.append(asked(request))
        raise httpx.ConnectTimeout("https://his.test/health/")

    there = client(answer)
    for _ in range(3):
        with pytest.raises(HospitalAway) as away:
            there.call("model.m.read", [1])
        assert "his.test" not in str(away.value)
    assert len(calls) == 1


def test_a_server_that_answers_again_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circuit_breaker, "EVERY", 0.01)
    away, looks = [True, True], list[str]()

    def answer(request: httpx.Request) -> httpx.Response:
        looks.extend(["look"] if request.method == "GET" else [])
        if away and away.pop():
            raise httpx.ReadTimeout("slow")
        return says(result=[1]) if request.content else httpx.Response(405)

    there = Client(ADDRESS, httpx.MockTransport(answer))
    assert eventually(lambda: there._send("model.m.read", [1], {}).status_code) == 200
    assert len(looks) == 2


@pytest.mark.parametrize(("status", "raised"), [(401, RefusedByServer), (429, HospitalAway), (404, HospitalAway)])
def test_a_login_that_fails_names_no_secret(status: int, raised: type[HospitalError]) -> None:
    with pytest.raises(raised) as error:
        Client(ADDRESS, httpx.MockTransport(lambda _: httpx.Response(status))).call("model.m.read", [1])
    assert "secret" not in str(error.value)


def test_all_pages_are_read_each_row_once() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        domain = json.loads(request.content)["params"][0]
        after = domain[-1][2]
        return says(result=[{"id": n} for n in range(after + 1, min(after + 500, 1200) + 1)])

    rows = list(client(answer).pages("m", [], ["id"], most=5000))
    assert [row["id"] for row in rows] == list(range(1, 1201))


def test_moments_and_days_arrive_as_they_were() -> None:
    for value in (NINE, date(1950, 2, 28)):
        assert json.loads(json.dumps(encoded({"v": [value]})), object_hook=decoded) == {"v": [value]}
    assert local(utc(NINE)) == NINE


def test_moments_go_as_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Shanghai")
    time.tzset()
    try:
        assert utc(NINE) == datetime(2026, 11, 23, 1) and local(datetime(2026, 11, 23, 1)) == NINE
    finally:
        monkeypatch.undo()
        time.tzset()


def test_an_address_says_where_who_and_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "password").write_text("open sesame\n")
    monkeypatch.setenv("FRONTDESK_HIS_PASSWORD_FILE", str(tmp_path / "password"))
    address = address_of("gnuhealth+https://front%20desk@his.test:8000/health?professional=L1&minutes=15&ours=wing-b")
    assert (address.base, address.user) == ("https://his.test:8000/health/", "front desk")
    assert (address.professional, address.minutes, address.ours) == ("L1", 15, "wing-b")
    assert address.password.get_secret_value() == "open sesame" and "sesame" not in repr(address)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("gnuhealth+https://me:secret@his.test/health", "FRONTDESK_HIS_PASSWORD"),
        ("gnuhealth+https://me@his.test/health?password=secret", "FRONTDESK_HIS_PASSWORD"),
        ("gnuhealth+https://me@his.test/", "DATABASE"),
        ("gnuhealth+https://his.test/health", "user"),
        ("gnuhealth+https://me@his.test/health?timeout=soon", "timeout"),
        ("gnuhealth+https://me@his.test/health?profesional=L1", "profesional"),
        ("gnuhealth+https://me@his.test/health?ours=A%25", "ours"),
    ],
)
def test_an_address_that_cannot_be_is_told_without_its_secret(url: str, told: str) -> None:
    with pytest.raises(BadAddress, match=told) as refused:
        address_of(url)
    assert "secret@" not in str(refused.value) and "=secret" not in str(refused.value)
