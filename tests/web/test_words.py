"""The nurse's words reach the kiosk as a model says them, and the board knows which model speaks."""

import time
from collections.abc import Iterator
from dataclasses import replace
from threading import Thread
from typing import cast

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from frontdesk.app.settings import Pairing, Settings
from frontdesk.app.web.parts import Parts
from frontdesk.evaluation.model_server import NAME, Mode, ModelServer, serving_model
from frontdesk.models.language.load import Loads
from tests.web.conftest import Kiosk
from tests.web.test_streams import cookie, following


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving_model(ModelServer(first=0.1, whole=0.5)) as server:
        yield server


@pytest.fixture
def settings(demo_sqlite_url: str, server: ModelServer) -> Settings:
    return Settings(
        database_url=demo_sqlite_url,
        kiosk_pairing=Pairing.OPEN,
        model_url=server.url,
        model_name=NAME,
        model_budget_seconds=1.0,
        _env_file=None,
    )


def test_words_come_before_the_answer_is_complete(address: str, kiosk: Kiosk) -> None:
    kiosk.guest()
    with following(address, f"{kiosk.path}/events", cookie(kiosk.client, "frontdesk_kiosk")) as response:
        thread = Thread(target=lambda: kiosk.say("手上起了红疹子，很痒，三天了"))
        thread.start()
        kinds: list[str] = []
        for raw in response:
            line = raw.decode().rstrip("\n")
            if line.startswith("event: "):
                kinds.append(line.removeprefix("event: "))
            if kinds[-1:] == ["session"] and line.startswith("data: ") and "好的，我明白了。" in line:
                break
        thread.join()
    assert kinds.index("words") > 0
    assert kinds.count("words") >= 2
    assert kiosk.session["reply"]["text"].startswith("好的，我明白了。")


def test_the_board_names_the_model_and_says_when_it_is_away(
    kiosk: Kiosk, nurse: FlaskClient, server: ModelServer
) -> None:
    assert nurse.get("/api/board").json["strip"]["mode"] == NAME
    server.mode = Mode.ERROR
    kiosk.guest().say("手上起了红疹子，很痒，三天了")
    kiosk.say("三天")
    strip = nurse.get("/api/board").json["strip"]
    assert (strip["mode"], strip["model_away"]) == (NAME, True)


def test_the_board_shows_how_busy_the_models_server_is(app: APIFlask, nurse: FlaskClient, server: ModelServer) -> None:
    parts = cast(Parts, app.extensions["frontdesk"])
    assert parts.loads.servers == (server.url,)
    parts.loads.look()
    assert nurse.get("/api/board").json["strip"]["model_loads"] == []  # it has no such page yet
    server.metrics = 'vllm:num_requests_running{engine="0"} 3\nvllm:kv_cache_usage_perc{engine="0"} 0.25\n'
    later = Loads(parts.loads.servers)
    later.look()
    app.extensions["frontdesk"] = replace(parts, loads=later)
    assert nurse.get("/api/board").json["strip"]["model_loads"] == [
        {
            "server": server.url.removeprefix("http://").removesuffix("/v1"),
            "names": NAME,
            "running": 3,
            "waiting": 0,
            "tokens_per_second": None,
            "cache": 0.25,
        }
    ]


def test_a_nurse_who_takes_over_silences_the_machine_at_once(
    kiosk: Kiosk, nurse: FlaskClient, server: ModelServer
) -> None:
    kiosk.guest()
    server.whole = 5.0
    thread = Thread(target=lambda: kiosk.say("手上起了红疹子，很痒，三天了"))
    thread.start()
    until = time.monotonic() + 10
    while not server.requests and time.monotonic() < until:
        time.sleep(0.02)
    began = time.monotonic()
    assert nurse.post(f"/api/board/sessions/{kiosk.session['session_id']}/take-over", json={}).status_code == 200
    thread.join()
    assert time.monotonic() - began < 2.5
    assert kiosk.session["joined"] == "Test nurse"
    assert not kiosk.session["reply"]["text"].startswith("好的，我明白了。")
