"""What servers do that must not be believed: each case is one that a real server was seen to do, or may."""

import json
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from frontdesk.his_adapter import circuit_breaker
from frontdesk.his_adapter.errors import HospitalAway, HospitalError, NotFound, NotSupported, VersionConflict
from frontdesk.his_adapter.fhir.address import Address, BadAddress, address_of
from frontdesk.his_adapter.fhir.answers import NotFhir, RefusedByServer
from frontdesk.his_adapter.fhir.client import Client, at, first_page
from frontdesk.his_adapter.fhir.composition import plain_text
from frontdesk.his_adapter.fhir.patients import FhirPatients
from frontdesk.his_adapter.fhir.reading import names_of
from tests.his_adapter.test_circuit_breaker import eventually

BASE = "https://his.test/fhir"
Answer = Callable[[httpx.Request], httpx.Response]


def client(answer: Answer) -> Client:
    return Client(Address(base=BASE), httpx.MockTransport(answer))


def bundle(*resources: dict[str, Any], **links: str) -> dict[str, Any]:
    return {
        "resourceType": "Bundle",
        "type": "searchset",
        "entry": [{"resource": one} for one in resources],
        "link": [{"relation": relation, "url": url} for relation, url in links.items()],
    }


def patient(resource_id: str, number: str, **more: Any) -> dict[str, Any]:
    return {"resourceType": "Patient", "id": resource_id, "identifier": [{"value": number}], **more}


def test_a_server_that_ignored_what_was_asked_is_not_believed() -> None:
    everything = bundle(patient("a", "P1"), patient("b", "P2"), self=f"{BASE}/Composition?_count=100")
    with pytest.raises(NotSupported, match="patient"):
        list(client(lambda _: httpx.Response(200, json=everything)).search("Composition", {"patient": "Patient/a"}))


def test_of_what_came_back_only_what_was_asked_for_counts() -> None:
    warning = {"resourceType": "OperationOutcome", "issue": [{"severity": "warning", "code": "not-supported"}]}
    all_of_them = bundle(patient("a", "P1"), patient("b", "P10"), warning)
    patients = FhirPatients(client(lambda _: httpx.Response(200, json=all_of_them)), "")
    assert patients.patient("P1").patient_id == "P1"
    with pytest.raises(NotFound):
        patients.patient("P")


def test_two_patients_under_one_number_are_nobody() -> None:
    two = bundle(patient("a", "P1"), patient("b", "P1"))
    with pytest.raises(NotFound):
        FhirPatients(client(lambda _: httpx.Response(200, json=two)), "").patient("P1")


@pytest.mark.parametrize(
    "misshapen",
    [
        patient("a", "P1") | {"name": "Bai"},
        patient("a", "P1") | {"link": 3},
        patient("a", "P1") | {"name": [{"text": "\ud800"}]},
        {"resourceType": "Patient", "id": "a", "identifier": ["P1"]},
    ],
)
def test_a_resource_that_is_not_built_as_fhir_says_is_an_error_of_the_servers(misshapen: dict[str, Any]) -> None:
    found = json.dumps(bundle(misshapen)).encode()
    with pytest.raises((NotFhir, RefusedByServer)):
        FhirPatients(client(lambda _: httpx.Response(200, content=found)), "").patient("P1")


def test_a_page_on_another_host_is_refused() -> None:
    first = bundle(patient("a", "P1"), next="https://elsewhere.test/fhir/Patient?page=2")
    with pytest.raises(RefusedByServer):
        list(client(lambda _: httpx.Response(200, json=first)).search("Patient", {}))


def test_a_search_of_which_a_part_was_sent_and_no_further_page_is_refused() -> None:
    part = bundle(patient("a", "P1")) | {"total": 2}
    with pytest.raises(RefusedByServer):
        list(client(lambda _: httpx.Response(200, json=part)).search("Patient", {}))


def test_pages_that_change_under_way_give_each_resource_once() -> None:
    pages = {
        "": bundle(patient("a", "P1"), patient("b", "P2"), next=f"{BASE}/Patient?page=2"),
        "2": bundle(patient("b", "P2"), patient("c", "P3")),
    }

    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json=pages[request.url.params.get("page", "")])

    assert [one["id"] for one in client(answer).search("Patient", {})] == ["a", "b", "c"]


def test_an_error_under_status_200_is_an_error() -> None:
    outcome = {"resourceType": "OperationOutcome", "issue": [{"severity": "error", "code": "exception"}]}
    with pytest.raises(RefusedByServer):
        client(lambda _: httpx.Response(200, json=outcome)).read("Patient", "a")


@pytest.mark.parametrize(
    ("status", "error"),
    [
        *((status, VersionConflict) for status in (409, 412)),
        *((status, NotFound) for status in (404, 410)),
        *((status, HospitalAway) for status in (429, 500, 502, 503, 504)),
        *((status, RefusedByServer) for status in (301, 400, 401, 403, 422)),
    ],
)
def test_what_a_status_means(status: int, error: type[HospitalError]) -> None:
    headers = {"Location": "https://elsewhere.test"}
    with pytest.raises(error):
        client(lambda _: httpx.Response(status, headers=headers)).update(patient("a", "P1"), version="1")


def test_half_an_answer_is_no_answer() -> None:
    with pytest.raises(HospitalAway):
        client(lambda _: httpx.Response(200, content=b'{"resourceType": "Pat')).read("Patient", "a")


def test_a_transaction_done_in_part_is_an_error() -> None:
    part = {"resourceType": "Bundle", "entry": [{"response": {"status": "201"}}, {"response": {"status": "403"}}]}
    entries = [{"resource": patient("a", "P1")}, {"resource": patient("b", "P2")}]
    with pytest.raises(RefusedByServer):
        client(lambda _: httpx.Response(200, json=part)).transaction(entries)


def answered(*entries: tuple[str, dict[str, Any] | None]) -> dict[str, Any]:
    told = [{"response": {"status": status}, **({"resource": one} if one else {})} for status, one in entries]
    return {"resourceType": "Bundle", "type": "batch-response", "entry": told}


def test_several_things_are_read_in_one_request() -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.extend(entry["request"]["url"] for entry in json.loads(request.content)["entry"])
        there = answered(("200 OK", patient("a", "P1")), ("404 Not Found", None), ("410", None))
        return httpx.Response(200, json=there)

    paths = [at("Patient", "a"), at("Composition", "b/../c"), first_page("Patient", {"identifier": "urn:x|1 2"})]
    found = client(answer).together(paths)
    assert [one and one["id"] for one in found] == ["a", None, None]
    assert asked == ["Patient/a", "Composition/b%2F..%2Fc", "Patient?_count=100&identifier=urn%3Ax%7C1+2"]


@pytest.mark.parametrize("status", [400, 404, 405, 501])
def test_of_a_server_that_takes_no_batches_each_thing_is_read_by_itself(status: int) -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.method)
        if request.method == "POST":
            return httpx.Response(status)
        return httpx.Response(200, json=patient("a", "P1")) if request.url.path.endswith("/a") else httpx.Response(404)

    simple = client(answer)
    for _ in range(2):
        found = simple.together([at("Patient", "a"), at("Patient", "b")])
        assert [one and one["id"] for one in found] == ["a", None]
    assert asked == ["POST", "GET", "GET", "GET", "GET"], "it is asked for a batch once"


def test_a_server_that_breaks_at_a_batch_is_not_sent_one() -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.method)
        return httpx.Response(200, json=patient("a", "P1"))

    address = Address(base=BASE, without="AuditEvent,batch")
    Client(address, httpx.MockTransport(answer)).together([at("Patient", "a"), at("Patient", "b")])
    assert asked == ["GET", "GET"]


@pytest.mark.parametrize(
    ("entries", "error"),
    [
        ([("200", patient("a", "P1"))], RefusedByServer),
        ([("200", patient("a", "P1")), ("503", None)], HospitalAway),
        ([("200", patient("a", "P1")), ("", None)], HospitalAway),
    ],
    ids=["in part", "away for one", "without a status"],
)
def test_of_what_is_read_together_all_has_to_be_answered(entries: Any, error: type[HospitalError]) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json=answered(*entries)) if request.method == "POST" else httpx.Response(403)

    with pytest.raises(error):
        client(answer).together([at("Patient", "a"), at("Patient", "b")])


def test_what_is_read_together_is_asked_again_when_the_connection_was_closed_meanwhile() -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.method)
        if len(asked) == 1:
            raise httpx.ReadError("closed")
        return httpx.Response(200, json=answered(("404", None), ("404", None)))

    assert client(answer).together([at("Patient", "a"), at("Patient", "b")]) == [None, None]


def test_a_server_that_does_not_answer_is_waited_for_once() -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        raise httpx.ConnectTimeout("slow")

    slow = client(answer)
    for _ in range(3):
        with pytest.raises(HospitalAway):
            slow.read("Patient", "a")
    assert len(asked) == 1


def test_a_server_that_answers_again_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circuit_breaker, "EVERY", 0.01)
    away = [True, True]

    def answer(request: httpx.Request) -> httpx.Response:
        if away and away.pop():
            raise httpx.ReadTimeout("slow")
        return httpx.Response(200, json=patient("a", "P1"))

    server = client(answer)
    assert eventually(lambda: server.read("Patient", "a"))["id"] == "a"
    assert not away, "it was looked at until it answered"


@pytest.mark.parametrize("told", ["120", "in two minutes"], ids=["seconds", "a date"])
def test_a_server_that_wants_to_be_left_alone_is(told: str) -> None:
    asked: list[str] = []
    until = told if told.isdecimal() else format_datetime(datetime.now(UTC) + timedelta(minutes=2), usegmt=True)

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.method)
        return httpx.Response(429, headers={"Retry-After": until})

    busy = client(answer)
    with pytest.raises(HospitalAway) as raised:
        busy.read("Patient", "a")
    assert 110 < raised.value.after <= 120
    with pytest.raises(HospitalAway):
        busy.read("Patient", "b")
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("send", "sent"),
    [
        (lambda server: server.read("Patient", "a"), ["GET", "GET"]),
        (lambda server: server.update(patient("a", "P1")), ["PUT", "PUT"]),
        (lambda server: server.update(patient("a", "P1"), version="1"), ["PUT", "GET", "PUT"]),
        (lambda server: server.create(patient("a", "P1"), unless={"identifier": "P1"}), ["POST", "POST"]),
    ],
    ids=["a read", "an update", "an update of a version still there", "a conditional create"],
)
def test_what_may_be_sent_twice_is_where_the_connection_was_closed_meanwhile(
    send: Callable[[Client], Any], sent: list[str]
) -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.method)
        if len(asked) == 1:
            raise httpx.ReadError("closed")
        return httpx.Response(200, json={**patient("a", "P1"), "meta": {"versionId": "1"}})

    assert send(client(answer))["id"] == "a"
    assert asked == sent


@pytest.mark.parametrize(
    ("send", "sent"),
    [
        (lambda server: server.update(patient("a", "P1"), version="1"), ["PUT", "GET"]),
        (lambda server: server.create(patient("a", "P1")), ["POST"]),
        (lambda server: server.transaction([]), ["POST"]),
    ],
    ids=["an update of a version no longer there", "a create", "a transaction"],
)
def test_what_may_have_been_done_is_not_sent_twice(send: Callable[[Client], Any], sent: list[str]) -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.method)
        if len(asked) == 1:
            raise httpx.ReadError("closed")
        return httpx.Response(200, json={**patient("a", "P1"), "meta": {"versionId": "2"}})

    server = client(answer)
    with pytest.raises(HospitalAway):
        send(server)
    assert asked == sent
    assert server.read("Patient", "a")["id"] == "a", "the next is asked at once"


@pytest.mark.parametrize("resource_id", ["a/../../admin", "a?b=c", "a#b"])
def test_an_id_leads_nowhere_else(resource_id: str) -> None:
    paths: list[bytes] = []

    def answer(request: httpx.Request) -> httpx.Response:
        paths.append(request.url.raw_path)
        return httpx.Response(404)

    with pytest.raises(NotFound):
        client(answer).read("Patient", resource_id)
    assert paths[0].count(b"/") == 3 and b"?" not in paths[0]


def test_a_merged_patient_is_the_one_that_stands() -> None:
    gone = patient("a", "P1", link=[{"type": "replaced-by", "other": {"reference": "Patient/b"}}])

    def answer(request: httpx.Request) -> httpx.Response:
        there = patient("b", "P2", name=[{"text": "白样本"}])
        return httpx.Response(200, json=there if request.url.path.endswith("/b") else bundle(gone))

    found = FhirPatients(client(answer), "").patient("P1")
    assert (found.patient_id, found.name) == ("P2", "白样本")


def test_patients_merged_in_a_circle_are_nobody() -> None:
    circle = patient("a", "P1", link=[{"type": "replaced-by", "other": {"reference": "Patient/a"}}])

    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json=circle if request.url.path.endswith("/a") else bundle(circle))

    with pytest.raises(NotFound):
        FhirPatients(client(answer), "").patient("P1")


def test_sex_and_birth_date_may_be_missing_or_half_known() -> None:
    half = patient("a", "P1", name=[{"text": "Ann Field"}], birthDate="1950-02", gender="unknown")
    found = FhirPatients(client(lambda _: httpx.Response(200, json=bundle(half))), "").patient("P1")
    assert (found.sex, found.birth_date, found.age_months(date(2026, 11, 23))) == (None, None, None)


@pytest.mark.parametrize(
    ("name", "ways"),
    [
        ({"family": "白", "given": ["样本"]}, {"白样本", "样本白"}),
        ({"family": "样本", "given": ["白"]}, {"白样本", "样本白"}),
        ({"family": "Field", "given": ["Ann", "Mary"]}, {"Ann Mary Field", "Field Ann Mary"}),
        ({"text": "白样本"}, {"白样本"}),
        ({}, set()),
    ],
)
def test_whichever_half_a_system_calls_the_family(name: dict[str, Any], ways: set[str]) -> None:
    assert set(names_of({"name": [name]})) == ways


@pytest.mark.parametrize(
    ("div", "text"),
    [
        ('<div xmlns="http://www.w3.org/1999/xhtml">a &lt;3/10&gt; &amp; b</div>', "a <3/10> & b"),
        ("<div><p>first</p><p>second<br/>third</p></div>", "first\nsecond\nthird"),
        ("胸闷3天", "胸闷3天"),
    ],
)
def test_a_narrative_is_its_words_whatever_became_of_its_markup(div: str, text: str) -> None:
    assert plain_text(div) == text


def test_the_secret_comes_from_a_file_and_stands_in_no_text(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("very-secret\n")
    monkeypatch.setenv("FRONTDESK_HIS_TOKEN_FILE", str(tmp_path / "token"))
    address = address_of("fhir+https://his.test/fhir/?patients=urn:oid:1.2&timeout=3")
    assert (address.base, address.patients, address.timeout) == (BASE, "urn:oid:1.2", 3.0)
    assert "very-secret" not in f"{address!r} {address}"
    seen: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request.headers["Authorization"])
        return httpx.Response(200, json=patient("a", "P1"))

    Client(address, httpx.MockTransport(answer)).read("Patient", "a")
    assert seen == ["Bearer very-secret"]


@pytest.mark.parametrize(
    "url",
    ["fhir+ftp://his.test", "fhir+https:///fhir", "fhir+https://me:secret@his.test/fhir", "fhir+https://h/?wrong=1"],
)
def test_a_bad_address_is_refused_without_its_secret(url: str) -> None:
    with pytest.raises(BadAddress) as refused:
        address_of(url)
    assert "secret@" not in str(refused.value)
