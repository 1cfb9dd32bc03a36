"""Ready means that a patient can be received: what says so, and what then happens to a turn, agree."""

from collections.abc import Callable
from threading import Event
from time import monotonic

import pytest
from apiflask import APIFlask
from sqlalchemy import text

from frontdesk.app.watch.readiness import LATE, Readiness
from frontdesk.app.web.parts import Parts
from frontdesk.database import engine as database_engine
from tests.web.conftest import FEVER, Kiosk
from tests.web.test_database_away import held


@pytest.fixture
def parts(parts: Parts) -> Parts:
    """As after the start, with a look that is never too old."""
    assert parts.reception.is_well()
    parts.warmed.set()
    parts.readiness._kept = 0.0
    return parts


@pytest.fixture
def looks(app: APIFlask, parts: Parts) -> Callable[[], tuple[int, dict[str, str]]]:
    def look() -> tuple[int, dict[str, str]]:
        answer = app.test_client().get("/health/ready")
        assert answer.json["ready"] == (answer.status_code == 200)
        return answer.status_code, {name: told for name, told in answer.json["checks"].items() if told != "ok"}

    return look


Look = Callable[[], tuple[int, dict[str, str]]]


def test_it_is_ready_while_turns_are_taken_and_not_while_they_are_refused(
    kiosk: Kiosk, parts: Parts, looks: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_engine, "BUSY_MS", 200)
    parts.engine.dispose()
    kiosk.guest()
    said = kiosk.turn(FEVER)
    assert looks() == (200, {})
    with held(parts):
        assert looks() == (503, {"writes": "OperationalError"})
        assert kiosk.send("turns", said).status_code == 503
    assert looks() == (200, {})
    assert kiosk.post("turns", said)["turns"] == 1


def test_nobody_is_received_before_the_nurse_is_loaded(parts: Parts, looks: Look) -> None:
    parts.warmed.clear()
    assert looks() == (503, {"nurse": "failed"})
    parts.warmed.set()
    assert looks() == (200, {})


def test_an_older_database_is_not_ready_and_a_newer_one_is_served_by_the_version_before(
    parts: Parts, looks: Look
) -> None:
    assert parts.migration != "0005"
    for migration, ready in (("0005", False), ("9999", True), (parts.migration, True)):
        with parts.engine.begin() as connection:
            connection.execute(text("update alembic_version set version_num = :one"), {"one": migration})
        assert looks() == ((200, {}) if ready else (503, {"migrations": "failed"}))


def test_it_writes_nothing(parts: Parts, looks: Look) -> None:
    with parts.engine.connect() as connection:
        before = connection.exec_driver_sql("pragma data_version").scalar()
        assert looks() == (200, {})
        assert connection.exec_driver_sql("pragma data_version").scalar() == before


def test_what_hangs_is_late_and_keeps_nobody_waiting_longer() -> None:
    goes_on = Event()
    readiness = Readiness({"nurse": lambda: True, "database": goes_on.wait}, within=0.1, kept=0.0)
    began = monotonic()
    assert [readiness.look() for _ in range(3)] == [{"nurse": "ok", "database": LATE}] * 3
    assert monotonic() - began < 1.0
    goes_on.set()
    readiness._looking.result()  # type: ignore[union-attr]
    assert readiness.look() == {"nurse": "ok", "database": "ok"}


def test_it_lives_whatever_the_database_does(app: APIFlask, parts: Parts) -> None:
    parts.engine.dispose()
    with held(parts):
        assert app.test_client().get("/health/live").json == {"live": True}


def test_being_asked_often_asks_the_database_seldom(app: APIFlask, parts: Parts) -> None:
    asked: list[int] = []
    readiness = Readiness({"database": lambda: asked.append(1) or True})  # type: ignore[func-returns-value]
    assert {tuple(readiness.look().items()) for _ in range(20)} == {(("database", "ok"),)}
    assert len(asked) == 1
