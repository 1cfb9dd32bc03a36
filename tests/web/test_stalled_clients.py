"""Clients that send half, slowly, oddly or never read, without a proxy in front: nobody else waits for them."""

import socket
import time
from collections.abc import Iterable, Iterator
from urllib.request import Request, urlopen

import pytest

from frontdesk.app.web.caps import STREAMS
from frontdesk.app.web.stream import AUTHORITY_SECONDS
from frontdesk.evaluation.attacks import Kind, answered, held, kinds, longest
from frontdesk.evaluation.browser import Browser
from frontdesk.evaluation.serving import Server, serving
from tests.databases import SqliteTemplate

EACH = 15  # of some thirty kinds: more than there are threads
AT_MOST = 5.0  # seconds for an answer meanwhile, on a machine that is busy; `make bench` has the target
LIMIT = 2.0  # seconds, of the server
LARGE, FILE = "/assets/large.js", b"//\n" + b"x" * 8_000_000


@pytest.fixture(scope="module")
def server(demo_sqlite_template: SqliteTemplate, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("stalled")
    assets = folder / "ui" / "assets"
    assets.mkdir(parents=True)
    (assets / "large.js").write_bytes(FILE)
    with demo_sqlite_template.copy(folder) as url:
        more = {"request_seconds": str(LIMIT), "ui_folder": str(folder / "ui"), "threads": "24"}
        with serving(url, folder / "log", **more) as server:
            server.wait_until_warm(folder / "log")
            yield server


def is_closed(one: socket.socket) -> bool:
    """Whatever of an answer there is to read before."""
    one.settimeout(1)
    try:
        while one.recv(1 << 16):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


def test_stalled_clients_of_all_kinds_at_once_hold_up_nobody(server: Server) -> None:
    alone = max(answered(server) for _ in range(3))
    assert longest(server, list(kinds(LARGE).values()), each=EACH) < alone + AT_MOST


def test_what_is_not_whole_in_time_is_ended(server: Server) -> None:
    half = {name: kind for name, kind in kinds().items() if name != "length empty"}
    with held(server, list(half.values()), each=1) as connections:
        time.sleep(LIMIT + 0.5)
        left = [name for name, one in zip(half, connections, strict=True) if not is_closed(one)]
    assert left == []


def test_answers_that_are_never_taken_are_ended(server: Server) -> None:
    asks = kinds(LARGE)["never reads"]
    with held(server, [asks], each=20):
        time.sleep(0.5)
        assert connections(server) >= 20
        time.sleep(LIMIT + 1)
        assert connections(server) < 20


def connections(server: Server) -> int:
    return sum(len(process.net_connections("tcp")) for process in server.processes())


def test_a_large_file_arrives_whole(server: Server) -> None:
    with urlopen(f"http://{server.host}:{server.port}{LARGE}") as response:
        assert response.read() == FILE


def test_a_stream_goes_on_meanwhile_and_longer_than_the_limit(server: Server) -> None:
    browser = Browser(server.host, server.port)
    browser.arrive("en")
    follow = Request(
        f"http://{server.host}:{server.port}/api/sessions/{browser.session['session_id']}/events",
        headers={"Cookie": browser.cookie},
    )
    with urlopen(follow, timeout=30) as stream, held(server, [kinds()["half a body"]], each=60):
        until(stream, '"turns":0')
        time.sleep(LIMIT + 0.5)
        browser.say("My ear rings")
        until(stream, '"turns":1')


def until(stream: Iterable[bytes], words: str) -> None:
    """Returns once the stream has told them."""
    assert any(words in line.decode() for line in stream)


def test_streams_whose_readers_are_gone_give_their_threads_back(server: Server) -> None:
    browser = Browser(server.host, server.port)
    browser.arrive("en")
    path = f"/api/sessions/{browser.session['session_id']}/events"
    lines = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {browser.cookie}\r\n\r\n".encode()
    for _ in range(2):
        with held(server, [Kind(lines)], each=STREAMS) as streams:
            assert [one.recv(12) for one in map(waiting, streams)] == [b"HTTP/1.1 200"] * STREAMS
        time.sleep(AUTHORITY_SECONDS + 1)


def waiting(one: socket.socket) -> socket.socket:
    one.settimeout(10)
    return one
