"""Several processes over one PostgreSQL: here several engines, each with a log and a listener of its own."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event
from time import monotonic, sleep
from typing import Any

import psycopg
import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from frontdesk.app.ledger import event_log
from frontdesk.app.ledger.event_log import SqlEventLog
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.app.reception.session.events import (
    AlertRaised,
    Closed,
    ConsentGiven,
    Entry,
    NurseSaid,
    PatientSaid,
    Started,
)
from frontdesk.app.reception.session.state import State
from frontdesk.database import notices
from frontdesk.database.engine import connect, postgres_address, transaction
from frontdesk.database.notices import LONGEST, Alone, Listening, notices_of, tell
from frontdesk.models.facts import Language
from tests.databases import PostgresTemplate

NOW = datetime(2026, 11, 23, 10)
AT_MOST = 1.0  # seconds
STARTED = Started(kiosk="Kiosk 1", language=Language.ZH, entry=Entry.UNWELL)


class Process:
    """What of a server's process matters here."""

    def __init__(self, url: str) -> None:
        self.engine = connect(url)
        self.notices = Listening(self.engine)
        self.log = SqlEventLog(self.engine, hospital_behind(self.engine), notices=self.notices)
        self.listens = Event()
        self.notices.hear("none", lambda _: None, missed=self.listens.set)
        self.notices.start()
        assert self.listens.wait(10)
        while not self.notices.hears:
            sleep(0.01)

    def end(self) -> None:
        self.notices.stop()
        self.engine.dispose()


@pytest.fixture(autouse=True)
def stops_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "HEARTBEAT_SECONDS", 0.1)


@pytest.fixture
def two(demo_postgres_template: PostgresTemplate, tmp_path: Path) -> Iterator[tuple[Process, Process]]:
    with demo_postgres_template.copy(tmp_path) as url, ExitStack() as ends:
        both = Process(url), Process(url)
        for one in both:
            ends.callback(one.end)
        yield both


def cut(process: Process) -> None:
    """Ends the listener's connection, as a database that starts anew does."""
    with psycopg.connect(postgres_address(process.engine), autocommit=True) as connection:
        connection.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid() and query like any(%s)",
            (["listen %", "select 1"],),
        )


def test_what_one_process_records_wakes_the_streams_of_another(two: tuple[Process, Process]) -> None:
    here, there = two
    position = there.log.latest()
    with there.log.news.following("s1") as news, there.log.news.following("s2") as other:
        here.log.append("s1", (STARTED,), after=0, at=NOW)
        began = monotonic()
        assert news.wait(5) and monotonic() - began < AT_MOST
        assert not other.wait(0), "which it does not concern"
    assert [one.session_id for one in there.log.after(position)] == ["s1"]


def test_what_was_seen_is_looked_at_again_once_another_process_told_of_it(two: tuple[Process, Process]) -> None:
    here, there = two
    here.log.append("s1", (STARTED,), after=0, at=NOW)
    assert there.log.seen("s1").sequence == 1
    with there.log.news.following("s1") as news:
        here.log.append("s1", (ConsentGiven(),), after=1, at=NOW)
        assert news.wait(5)
    assert there.log.seen("s1").sequence == 2


def test_a_turn_begins_with_what_stands_though_no_notice_came(two: tuple[Process, Process]) -> None:
    here, there = two
    here.log.append("s1", (STARTED,), after=0, at=NOW)
    there.notices.stop()
    there.log.seen("s1")
    here.log.append("s1", (ConsentGiven(),), after=1, at=NOW)
    assert there.log.seen("s1").sequence == 1
    assert there.log.known("s1").sequence == 2


def test_what_a_cut_line_missed_is_caught_up(two: tuple[Process, Process]) -> None:
    here, there = two
    here.log.append("s1", (STARTED,), after=0, at=NOW)
    there.log.seen("s1")
    there.listens.clear()
    with there.log.news.following("s1") as news:
        cut(there)
        here.log.append("s1", (ConsentGiven(),), after=1, at=NOW)
        assert there.listens.wait(10), "it listens again"
        assert news.wait(5)
    assert there.log.seen("s1").sequence == 2


def test_nobody_hears_of_what_was_undone_nor_of_what_it_told_itself(two: tuple[Process, Process]) -> None:
    here, there = two
    heard = list[tuple[str, str]]()
    here.notices.hear("news", lambda text: heard.append(("here", text)))
    there.notices.hear("news", lambda text: heard.append(("there", text)))
    with pytest.raises(RuntimeError), transaction(here.engine) as connection:
        tell(connection, "news", "undone")
        raise RuntimeError
    with transaction(here.engine) as connection:
        tell(connection, "news", "done, with spaces")
    until = monotonic() + 5
    while not heard and monotonic() < until:
        sleep(0.01)
    assert heard == [("there", "done, with spaces")]


def test_one_that_cannot_take_a_notice_harms_no_other(two: tuple[Process, Process]) -> None:
    here, there = two
    heard = Event()
    there.notices.hear("news", lambda text: int(text) and None)
    there.notices.hear("news", lambda _: heard.set())
    with transaction(here.engine) as connection:
        tell(connection, "news", "no number")
    assert heard.wait(5)


def test_what_is_too_long_is_refused_before_the_database_does(two: tuple[Process, Process]) -> None:
    with pytest.raises(ValueError, match="longer"), transaction(two[0].engine) as connection:
        tell(connection, "news", "字" * LONGEST)


def test_on_sqlite_there_is_nobody_else(sqlite_template: object, tmp_path: Path) -> None:
    assert isinstance(notices_of(connect(f"sqlite:///{tmp_path / 'one.db'}")), Alone)


def test_boards_of_one_process_read_once_what_happened(two: tuple[Process, Process]) -> None:
    here, there = two
    position = there.log.latest()
    assert not there.log.after(position)
    with there.log.news.following() as news:
        here.log.append("s1", (STARTED,), after=0, at=NOW)
        here.log.append("s2", (STARTED,), after=0, at=NOW)
        while there.log.latest() < position + 2:
            assert news.wait(5)
    asked = list[str]()
    event.listen(there.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    for _ in range(3):
        assert [one.session_id for one in there.log.after(position)] == ["s1", "s2"]
    assert [one.session_id for one in there.log.after(position + 1)] == ["s2"]
    assert sum("FROM event" in one for one in asked) == 1


def test_a_board_of_many_ended_sessions_reads_none_of_them_again(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_log, "CLOSED_SHOWN", 3)
    monkeypatch.setattr(event_log, "CLOSED_KEPT", 6)
    here, there = two
    names = [f"s{number}" for number in range(5)]
    for name in names:
        here.log.append(name, (STARTED,), after=0, at=NOW)
    for minutes, name in enumerate(names[:-1]):
        here.log.append(name, (Closed(reason="finished"),), after=1, at=NOW + timedelta(minutes=minutes))
    with there.log.news.following() as news:
        while there.log.latest() < here.log.latest():
            assert news.wait(5)
        there.log.live(since=NOW)
        here.log.append(names[-1], (Closed(reason="finished"),), after=1, at=NOW + timedelta(hours=1))
        while there.log.latest() < here.log.latest():
            assert news.wait(5)
    asked = list[str]()
    event.listen(there.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    assert [one.session_id for one in there.log.live(since=NOW).states] == names[:1:-1]
    assert sum("FROM event" in one for one in asked) == 1, "of the one that has just ended"


def test_a_board_asks_for_sessions_with_news_alone(two: tuple[Process, Process]) -> None:
    here, there = two
    for name in ("s1", "s2", "s3"):
        here.log.append(name, (STARTED,), after=0, at=NOW)
    there.log.live(since=NOW)
    with there.log.news.following() as news:
        here.log.append("s2", (ConsentGiven(),), after=1, at=NOW)
        assert news.wait(5)
    asked = list[str]()
    event.listen(there.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    states = {one.session_id: one.sequence for one in there.log.live(since=NOW).states}
    assert states == {"s1": 1, "s2": 2, "s3": 1}
    assert sum("FROM event" in one for one in asked) == 1


def test_an_alarm_promised_while_the_database_was_away_and_raised_elsewhere_meanwhile_stands_once(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = two
    here.log.append("s1", (STARTED,), after=0, at=NOW)
    back, append = Event(), here.log._append

    def away(*given: Any, **named: Any) -> State:
        if not back.is_set():
            raise OperationalError("insert", None, Exception())
        return append(*given, **named)

    monkeypatch.setattr(here.log, "_append", away)
    assert here.log.append("s1", alarm("here"), after=1, at=NOW).alerts, "it counts at once"
    there.log.append("s1", alarm("there"), after=1, at=NOW)
    back.set()
    until = monotonic() + 5
    while here.log._unwritten.of("s1") and monotonic() < until:
        sleep(0.05)
    assert [one.event.kind for one in there.log.history("s1")] == [
        *("started", "patient_said", "alert_raised", "nurse_said"),
    ]


def alarm(alert_id: str) -> tuple[PatientSaid, AlertRaised, NurseSaid]:
    said = PatientSaid(turn_id="the-turn", number=1, text="胸痛", language=Language.ZH)
    told: dict[str, Any] = {"rule": "chest_pain", "level": "A", "route": "emergency", "quote": "胸痛", "turn": 1}
    raised = AlertRaised(alert_id=alert_id, reason={Language.ZH: "胸痛", Language.EN: "chest pain"}, **told)
    return said, raised, NurseSaid(turn_id="the-turn", text="请坐，护士马上来。", language=Language.ZH)
