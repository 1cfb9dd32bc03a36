"""The web application over a seeded hospital, and the browsers that come to it."""

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from werkzeug.serving import make_server
from werkzeug.test import TestResponse

from frontdesk.app.ledger.staff import Account, Role
from frontdesk.app.settings import Pairing, Settings
from frontdesk.app.web import application
from frontdesk.app.web.application import bare_app, create_app
from frontdesk.app.web.parts import Parts
from frontdesk.his_adapter.connecting import BUILT_IN
from frontdesk.his_adapter.sql.directory import Directory
from tests.conftest import MONDAY
from tests.databases import SqliteTemplate
from tests.directories import give, loaded

PASSWORD = "correct-horse-battery"
FEVER = "我发烧两天了，还咳嗽"
MOST_PAGES = 16


@dataclass
class Clock:
    """The hospital's time, as the test says."""

    now: datetime = field(default_factory=lambda: datetime.combine(MONDAY, time(10)))

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, span: timedelta) -> None:
        self.now += span


@dataclass
class Kiosk:
    """A paired browser, and the session on its screen."""

    client: FlaskClient
    session: dict[str, Any] = field(default_factory=dict)
    ids: Iterator[int] = field(default_factory=count)

    def start(self, language: str = "zh", entry: str = "unwell") -> "Kiosk":
        self.session = self._done(self.client.post("/api/sessions", json={"language": language, "entry": entry}))
        return self

    def guest(self) -> "Kiosk":
        """Started, agreed, and gone on as a guest."""
        self.start()
        self.post("consent", {"agreed": True})
        self.post("identity", {})
        return self

    def post(self, step: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        self.session = self._done(self.send(step, body))
        return self.session

    def send(self, step: str, body: dict[str, Any] | None = None) -> TestResponse:
        return self.client.post(f"{self.path}/{step}", json={} if body is None else body)

    def say(self, text: str, **more: Any) -> dict[str, Any]:
        return self.post("turns", self.turn(text, **more))

    def tap(self, *keys: str) -> dict[str, Any]:
        """Tiles by their keys, one or several."""
        return self.post("turns", self.turn("", options=list(keys), means="tapped"))

    @property
    def page(self) -> str | None:
        question = self.session["question"]
        return str(question["key"]) if question else None

    @property
    def tiles(self) -> list[str]:
        """Keys of all that can be tapped, in their order."""
        question = self.session["question"] or {"options": [], "ways_out": []}
        return [tile["key"] for tile in (*question["options"], *question["ways_out"])]

    def answers(self) -> dict[str, Any]:
        """Taps what somebody taps who has nothing to tell: of a page of several questions, in each row that has it."""
        rows = [f"{row['key']}/none" for row in (self.session["question"] or {}).get("rows", [])]
        if nothing := [key for key in rows if key in self.tiles]:
            return self.tap(*nothing)
        wanted = ("self_female", "middle", "none", "no", "finish", "unsure", *self.tiles)
        return self.tap(next(key for key in wanted if key in self.tiles))

    def turn(self, text: str, **more: Any) -> dict[str, Any]:
        return {
            "turn_id": f"turn-{id(self)}-{next(self.ids)}",
            "number": self.session["turns"] + 1,
            "text": text,
            **more,
        }

    def recommended(self) -> dict[str, Any]:
        """Has told enough to be sent somewhere: a rash, and nothing of whatever else is asked."""
        self.guest().tap("fact:finding:rash")
        for _ in range(MOST_PAGES):
            if self.page is None:
                break
            self.answers()
        return self.session

    @property
    def path(self) -> str:
        return f"/api/sessions/{self.session['session_id']}"

    @staticmethod
    def _done(response: TestResponse) -> dict[str, Any]:
        assert response.status_code < 300, response.text
        return dict(response.json or {})


def handed_over(kiosk: Kiosk, parts: Parts, patient_id: str) -> str:
    """A verified patient's whole reception for a rash, in English; the department at which they wait."""
    kiosk.start("en")
    kiosk.post("consent", {"agreed": True})
    born = parts.hospital.patients.patient(patient_id).birth_date
    assert born is not None
    kiosk.post("identity", {"patient_number": patient_id, "birth_date": born.isoformat()})
    kiosk.tap("fact:finding:rash")
    while kiosk.page is not None:
        kiosk.answers()
    department_id = str(kiosk.session["recommendation"]["department"]["department_id"])
    kiosk.post("finish")
    return department_id


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def settings(demo_sqlite_url: str, tmp_path: Path) -> Settings:
    """Without a cap or a limit that a test would run into."""
    return Settings(
        database_url=demo_sqlite_url,
        kiosk_pairing=Pairing.OPEN,
        kiosk_sessions=10_000,
        sign_in_idle_minutes=12 * 60,
        step_up_minutes=12 * 60,
        backup_folder=tmp_path / "backups",
        _env_file=None,
    )


@pytest.fixture(scope="session", autouse=True)
def routes_made_once() -> Iterator[None]:
    """Applications differ in what stands behind the routes; to make those anew takes longer than most tests."""
    made = bare_app()

    def another() -> APIFlask:
        app = copy(made)
        app.config, app.extensions = copy(made.config), dict(made.extensions)
        app.view_functions = dict(made.view_functions)
        return app

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(application, "bare_app", another)
        yield


@pytest.fixture(scope="session")
def directory(demo_sqlite_template: SqliteTemplate) -> Directory:
    return loaded(demo_sqlite_template.url)


@pytest.fixture
def app(settings: Settings, clock: Clock, directory: Directory) -> APIFlask:
    app = create_app(settings, clock=clock)
    if settings.his == BUILT_IN:
        give(directory, app.extensions["frontdesk"].hospital)
    return app


@pytest.fixture
def parts(app: APIFlask) -> Parts:
    parts: Parts = app.extensions["frontdesk"]
    return parts


@pytest.fixture
def new_kiosk(app: APIFlask) -> Callable[[], Kiosk]:
    def paired() -> Kiosk:
        client = app.test_client()
        assert client.get("/api/hospital").json["paired"]
        return Kiosk(client)

    return paired


@pytest.fixture
def kiosk(new_kiosk: Callable[[], Kiosk]) -> Kiosk:
    return new_kiosk()


@pytest.fixture
def signed_in(app: APIFlask, parts: Parts, clock: Clock) -> Callable[..., FlaskClient]:
    """A browser of a member of staff in the given role."""

    def browser(role: str, department_id: str | None = None) -> FlaskClient:
        username = f"{role}-{department_id}"
        account = Account(username=username, name=f"Test {role}", role=Role(role), department_id=department_id)
        if username not in {known.username for known in parts.accounts.all()}:
            parts.accounts.add(account, PASSWORD, now=clock())
        client = app.test_client()
        answer = client.post("/api/sign-in", json={"username": username, "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        return client

    return browser


@pytest.fixture
def nurse(signed_in: Callable[..., FlaskClient]) -> FlaskClient:
    return signed_in("nurse")


@pytest.fixture
def address(app: APIFlask) -> Iterator[str]:
    """The application behind a real socket, for what is streamed."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
