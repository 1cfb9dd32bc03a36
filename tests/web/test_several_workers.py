"""Two workers over one PostgreSQL and real HTTP: whichever answers, and whichever dies, nothing is lost or doubled."""

import json
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, sleep

import psutil
import pytest
from typer.testing import CliRunner

from frontdesk.app.settings import Settings
from frontdesk.app.web import background
from frontdesk.commands import serve
from frontdesk.commands.demonstration import PASSWORD
from frontdesk.commands.main import frontdesk as command
from frontdesk.evaluation.bench import lost_events
from frontdesk.evaluation.browser import Browser, NotDone
from frontdesk.evaluation.serving import Server, serving
from tests.databases import PostgresTemplate
from tests.web.test_board import CRUSHING
from tests.web.test_database_away import away

WORKERS = 2
AT_MOST = 1.0  # seconds from an alarm to every board
KIOSKS = 8
TOKEN = "scrapes"


@pytest.fixture(scope="module")
def url(demo_postgres_template: PostgresTemplate, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with demo_postgres_template.copy(tmp_path_factory.mktemp("database")) as address:
        yield address


@pytest.fixture(scope="module")
def server(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("serving")
    with serving(
        url, folder / "log", workers=str(WORKERS), speech="off", kiosk_sessions="1000", metrics_token=TOKEN
    ) as running:
        running.wait_for_workers(WORKERS)
        yield running


def worker_of(server: Server, local_port: int | None) -> int:
    """The number of the process at the other end of a connection; 0 where there is none as yet."""
    for worker in server.workers():
        with suppress(psutil.Error):
            if any(one.raddr and one.raddr.port == local_port for one in worker.net_connections("tcp")):
                return worker.pid
    return 0


def at_worker(server: Server, pid: int, *, cookie: str = "") -> Browser:
    """A browser whose connection leads to the worker `pid`."""
    until = monotonic() + 30
    cookie = cookie or Browser(server.host, server.port).cookie
    while monotonic() < until:
        browser = Browser(server.host, server.port, cookie=cookie)
        browser.get("/status")
        if worker_of(server, browser.local_port) == pid:
            return browser
        browser.close()
    raise AssertionError(f"no connection to {pid}")


def nurse(server: Server) -> str:
    with closing(Browser(server.host, server.port, cookie="none=1")) as browser:
        browser.post("/api/sign-in", {"username": "nurse", "password": PASSWORD})
        return browser.cookie


class Board:
    """Follows the board's events over a connection of its own."""

    def __init__(self, server: Server, cookie: str, *, after: int) -> None:
        self._connection = HTTPConnection(server.host, server.port, timeout=15)
        self._connection.request("GET", f"/api/board/events?after={after}", headers={"Cookie": cookie})
        self._response = self._connection.getresponse()
        assert self._response.status == 200
        self.port = self._connection.sock.getsockname()[1]

    def until_alarm(self, session_id: str) -> float:
        """When it came."""
        for line in self._response:
            told = json.loads(line[6:]) if line.startswith(b"data: ") else {}
            if told.get("session_id") == session_id and told["kind"] == "alert_raised":
                return monotonic()
        raise AssertionError("the stream ended")

    def close(self) -> None:
        self._connection.close()


def test_each_step_of_a_session_may_be_answered_by_another_worker(server: Server, url: str) -> None:
    first, second = (worker.pid for worker in server.workers())
    here = at_worker(server, first)
    there = at_worker(server, second, cookie=here.cookie)
    here.session = here.post("/api/sessions", {"language": "zh", "entry": "unwell"})
    for place, (step, body) in enumerate([("consent", {"agreed": True}), ("identity", {})]):
        one, other = (there, here) if place == 0 else (here, there)
        one.session = here.session
        other.session = one.step(step, body)
    for number in range(4):
        one, other = (here, there) if number % 2 else (there, here)
        said = one.say("我头疼两天了" if number == 0 else "没有", turn_id=f"the-turn-{number}")
        assert said["turns"] == number + 1
        other.session["turns"] = number
        assert other.say("另外的话", turn_id=f"the-turn-{number}") == said, "asked again it has the same answer"
    assert lost_events(url) == 0


def test_an_alarm_at_one_worker_is_on_the_boards_of_all_within_a_second(server: Server) -> None:
    first, second = (worker.pid for worker in server.workers())
    cookie = nurse(server)
    with closing(Browser(server.host, server.port, cookie=cookie)) as browser:
        position = browser.get("/api/board")["position"]
    boards = [Board(server, cookie, after=position) for _ in range(5)]
    kiosk = at_worker(server, first)
    kiosk.arrive("zh")
    with ThreadPoolExecutor(len(boards)) as pool:
        alarms = [pool.submit(board.until_alarm, kiosk.session["session_id"]) for board in boards]
        sleep(0.2)
        assert kiosk.say(CRUSHING)["phase"] == "emergency"
        raised = monotonic()
        late = [alarm.result(timeout=20) - raised for alarm in alarms]
    watched = {worker_of(server, board.port) for board in boards}
    for board in boards:
        board.close()
    assert max(late) < AT_MOST, late
    assert watched <= {first, second}


def test_whichever_worker_is_asked_is_ready_and_tells_what_all_counted(server: Server, url: str) -> None:
    assert all([gets_ready(at_worker(server, one.pid)) for one in server.workers()])
    browsers = [at_worker(server, one.pid) for one in server.workers()]
    for browser in browsers:
        before = started(browser)
        browser.arrive("en")
        assert {started(one) for one in browsers} == {before + 1}


def gets_ready(browser: Browser) -> bool:
    until = monotonic() + 60  # a worker answers before the nurse is loaded
    while monotonic() < until:
        with suppress(NotDone):
            return bool(browser.get("/health/ready")["ready"])
        sleep(0.5)
    return False


def started(browser: Browser) -> float:
    """Sessions, as the worker at the other end tells it."""
    browser._connection.request("GET", "/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    told = browser._connection.getresponse().read().decode()
    return sum(float(line.split()[-1]) for line in told.splitlines() if line.startswith("frontdesk_sessions_started"))


def test_a_worker_killed_in_a_turn_loses_and_doubles_nothing(server: Server, url: str) -> None:
    victim, survivor = (worker.pid for worker in server.workers())
    kiosks = [at_worker(server, victim) for _ in range(KIOSKS)]
    for browser in kiosks:
        browser.arrive("en")
    counted = started(kiosks[0])
    for number, browser in enumerate(kiosks):
        browser.send("My head hurts since Monday", turn_id=f"killed-in-{number}")
    psutil.Process(victim).kill()
    for number, browser in enumerate(kiosks):
        again = Browser(server.host, server.port, cookie=browser.cookie)
        again.session = browser.session
        answered = again.say("My head hurts since Monday", turn_id=f"killed-in-{number}")
        assert answered["turns"] == 1 and answered["reply"]["text"]
        assert again.say("no", turn_id=f"after-it-{number}")["turns"] == 2
    assert lost_events(url) == 0
    server.wait_for_workers(WORKERS, but=[victim])
    assert started(at_worker(server, survivor)) == counted, "what a worker counted outlives it"
    assert survivor in [worker.pid for worker in server.workers()]


def asked_until_answered(browser: Browser, step: Callable[[], object]) -> None:
    """As the screens ask again where a connection breaks off."""
    for _ in range(20):
        with suppress(OSError, json.JSONDecodeError):
            step()
            return
        browser.close()


def test_a_rolling_restart_replaces_every_worker_and_loses_nothing(server: Server, url: str) -> None:
    old = {worker.pid for worker in server.workers()}
    browser = Browser(server.host, server.port)
    browser.arrive("zh")
    server.process.send_signal(signal.SIGHUP)
    number, until = 0, monotonic() + 180
    while old & {worker.pid for worker in server.workers()}:
        assert monotonic() < until
        asked_until_answered(browser, partial(browser.say, "没有", turn_id=f"rolling-{number}"))
        number += 1
        assert browser.session["turns"] == number
        if number == 4:
            asked_until_answered(browser, partial(browser.arrive, "zh"))
            number = 0
        sleep(0.2)
    assert lost_events(url) == 0


def test_several_workers_need_postgresql(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FRONTDESK_DATABASE_URL", f"sqlite:///{tmp_path / 'one.db'}")
    told = CliRunner().invoke(command, ["serve", "--demo", "--workers", "2"])
    assert told.exit_code == 1
    assert "2 workers need PostgreSQL" in told.output


def test_a_worker_in_another_ones_place_waits_for_a_database_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it ended instead, gunicorn would end all the others with it."""
    made = iter([away, away, lambda *_, **__: ("the application", None)])
    monkeypatch.setattr(serve, "AGAIN_SECONDS", 0.0)
    monkeypatch.setattr(serve, "_made", lambda *given, **more: next(made)(*given, **more))
    monkeypatch.setattr(background, "start", lambda _: None)
    settings = Settings(workers=2)
    assert serve._loaded(settings, demo=False, age=3) == ("the application", None)
    assert next(made, None) is None


def test_a_server_that_starts_tells_of_a_database_that_is_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve, "_made", away)
    with pytest.raises(SystemExit):
        serve._loaded(Settings(workers=2), demo=False, age=2)
    assert "the database cannot be used" in capsys.readouterr().err
