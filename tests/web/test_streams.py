"""Server-sent events over a real socket: they follow, they resume, they leave threads for answers."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urlsplit

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from frontdesk.app.ledger.event_log import SqlEventLog
from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.events import Entry
from frontdesk.app.web import stream
from frontdesk.app.web.parts import Parts
from frontdesk.models.facts import Language
from tests.web.conftest import FEVER, Kiosk

Event = tuple[str, str, dict[str, object]]  # id, name, data


@contextmanager
def following(address: str, path: str, cookie: str, *, last: str | None = None) -> Iterator[HTTPResponse]:
    connection = HTTPConnection(urlsplit(address).netloc, timeout=15)
    connection.request("GET", path, headers={"Cookie": cookie} | ({"Last-Event-ID": last} if last else {}))
    response = connection.getresponse()
    try:
        yield response
    finally:
        response.close()
        connection.close()


def events(response: HTTPResponse) -> Iterator[Event]:
    fields: dict[str, str] = {}
    for raw in response:
        line = raw.decode().rstrip("\n")
        name, _, value = line.partition(": ")
        if line:
            fields[name] = value
        elif "data" in fields:
            yield fields.get("id", ""), fields["event"], json.loads(fields["data"])
            fields = {}


def cookie(client: FlaskClient, name: str) -> str:
    return f"{name}={client.get_cookie(name).value}"


def test_a_kiosk_hears_what_the_nurse_writes(address: str, kiosk: Kiosk, nurse: FlaskClient) -> None:
    kiosk.guest()
    with following(address, f"{kiosk.path}/events", cookie(kiosk.client, "frontdesk_kiosk")) as response:
        heard = events(response)
        _, name, now = next(heard)
        assert (name, now) == ("session", kiosk.session)
        path = f"/api/board/sessions/{kiosk.session['session_id']}/take-over"
        nurse.post(path, json={})
        assert next(heard)[2]["joined"] == "Test nurse"


def test_a_kiosk_that_comes_back_is_told_only_what_it_has_not_seen(address: str, kiosk: Kiosk) -> None:
    kiosk.guest()
    path, key = f"{kiosk.path}/events", cookie(kiosk.client, "frontdesk_kiosk")
    with following(address, path, key) as response:
        seen, _, _ = next(events(response))
    kiosk.say(FEVER)
    with following(address, path, key, last=seen) as response:
        position, _, view = next(events(response))
    assert int(position) > int(seen)
    assert view["turns"] == 1


def test_a_board_that_was_away_misses_no_event(address: str, kiosk: Kiosk, nurse: FlaskClient, parts: Parts) -> None:
    position = nurse.get("/api/board").json["position"]
    key = cookie(nurse, "frontdesk_staff")
    kiosk.guest()
    with following(address, f"/api/board/events?after={position}", key) as response:
        heard = events(response)
        first = [next(heard) for _ in range(2)]
    kiosk.say(FEVER)
    kiosk.post("finish")
    expected = [str(recorded.position) for recorded in parts.reception.log.after(position)]
    with following(address, f"/api/board/events?after={position}", key, last=first[-1][0]) as response:
        heard = events(response)
        rest = [next(heard) for _ in range(len(expected) - 2)]
    assert [event_id for event_id, _, _ in first + rest] == expected
    assert rest[-1][2] == {"position": int(expected[-1]), "session_id": kiosk.session["session_id"], "kind": "closed"}


def test_the_events_of_the_board_say_what_happened_and_not_what_was_said(
    address: str, kiosk: Kiosk, nurse: FlaskClient
) -> None:
    kiosk.guest().say(FEVER)
    with following(address, "/api/board/events", cookie(nurse, "frontdesk_staff")) as response:
        heard = events(response)
        told = [next(heard) for _ in range(6)]
    assert {name for _, name, _ in told} == {"board"}
    assert all(set(data) == {"position", "session_id", "kind"} for _, _, data in told)


def test_a_silent_stream_is_kept_alive(address: str, nurse: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "PING_SECONDS", 0.05)
    with following(address, "/api/board/events", cookie(nurse, "frontdesk_staff")) as response:
        lines = [response.readline() for _ in range(4)]
    assert lines[2] == b": ping\n"


def test_what_another_process_writes_is_heard_though_news_of_others_never_stops(
    address: str, kiosk: Kiosk, parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "PING_SECONDS", 0.5)
    kiosk.guest()
    there = replace(parts.reception.services, log=SqlEventLog(parts.engine, parts.hospital))
    over = threading.Event()
    others = threading.Thread(target=lambda: _come_and_go(parts, over))
    with following(address, f"{kiosk.path}/events", cookie(kiosk.client, "frontdesk_kiosk")) as response:
        heard = events(response)
        next(heard)
        others.start()
        try:
            Reception(there).take_over(str(kiosk.session["session_id"]), by="elsewhere", name="Nurse elsewhere")
            assert next(heard)[2]["joined"] == "Nurse elsewhere"
        finally:
            over.set()
            others.join()


def _come_and_go(parts: Parts, over: threading.Event) -> None:
    while not over.wait(0.05):
        parts.reception.start(kiosk="another", language=Language.EN, entry=Entry.UNWELL)


def test_streams_leave_threads_for_answers(address: str, app: APIFlask, parts: Parts, nurse: FlaskClient) -> None:
    key = cookie(nurse, "frontdesk_staff")
    while parts.streams.acquire(blocking=False):
        pass
    with following(address, "/api/board/events", key) as response:
        assert response.status == 503
        assert response.headers["Retry-After"]
    parts.streams.release()
    with following(address, "/api/board/events", key) as response:
        assert response.status == 200
