"""What several processes over one PostgreSQL do one at a time, and how it goes on when one of them dies."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep

import psycopg
import pytest
from sqlalchemy import Engine, create_engine

from frontdesk.app.ledger.answering import Answering
from frontdesk.app.ledger.flood import Flood
from frontdesk.app.ledger.outbox import OUTBOX_TOLD, enqueue
from frontdesk.app.reception.session.notes import Desk
from frontdesk.app.reception.session.notes import UnderWay as Notes
from frontdesk.app.reception.session.voices import Voices
from frontdesk.app.web.caps import UnderWay
from frontdesk.database import notices
from frontdesk.database.engine import connect, postgres_address, writing
from frontdesk.database.locks import OwnLocks, SharedLocks
from frontdesk.database.notices import Listening
from tests.databases import PostgresTemplate

NOW = datetime(2026, 11, 23, 10)
HOLDING = """
import sys, time
from frontdesk.database.engine import connect
from frontdesk.database.locks import SharedLocks
locks = SharedLocks(connect(sys.argv[1]))
print(locks.leads("deliver"), locks.take("session:s1"), flush=True)
time.sleep(60)
"""


@pytest.fixture
def url(postgres_template: PostgresTemplate, tmp_path: Path) -> Iterator[str]:
    with postgres_template.copy(tmp_path) as address:
        yield address


@pytest.fixture
def engines(url: str) -> Iterator[tuple[Engine, Engine]]:
    two = connect(url), connect(url)
    yield two
    for engine in two:
        engine.dispose()


@pytest.fixture
def two(engines: tuple[Engine, Engine]) -> tuple[SharedLocks, SharedLocks]:
    return SharedLocks(engines[0]), SharedLocks(engines[1])


def drop_connections(url: str) -> None:
    """As a database that starts anew does."""
    with psycopg.connect(postgres_address(connect(url)), autocommit=True) as connection:
        connection.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()"
        )


@pytest.mark.parametrize("kind", ["one process", "two processes"])
def test_a_lock_is_held_by_one_until_it_is_released(kind: str, two: tuple[SharedLocks, SharedLocks]) -> None:
    here, there = (OwnLocks(),) * 2 if kind == "one process" else two
    assert here.take("one") and not here.take("one") and not there.take("one")
    assert there.take("another")
    there.release("not held")
    here.release("one")
    assert there.take("one")


def test_one_leads_and_another_takes_over_within_seconds_of_its_death(url: str, two: tuple[SharedLocks, ...]) -> None:
    command = [sys.executable, "-c", HOLDING, url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline().split() == ["True", "True"]
        assert not two[0].leads("deliver") and not two[0].take("session:s1")
        process.kill()
        began = monotonic()
        while not two[0].leads("deliver"):
            assert monotonic() - began < 3
            sleep(0.02)
    assert two[0].leads("deliver") and not two[1].leads("deliver")
    assert two[0].take("session:s1")


def test_what_is_held_is_taken_anew_after_the_database_was_away(url: str, two: tuple[SharedLocks, ...]) -> None:
    here, there = two
    assert here.leads("deliver") and here.take("a turn")
    drop_connections(url)
    assert here.take("another"), "nobody waits for a database that is away"
    assert here.leads("deliver")
    assert not there.take("a turn") and not there.leads("deliver")


def test_while_the_database_is_away_a_lock_counts_here_and_nobody_leads() -> None:
    nowhere = SharedLocks(create_engine("postgresql+psycopg://nobody@127.0.0.1:1/none?connect_timeout=1"))
    assert nowhere.take("a turn") and not nowhere.take("a turn")
    assert not nowhere.leads("deliver")
    nowhere.release("a turn")
    assert nowhere.take("a turn")


def test_a_cap_is_one_over_all_processes(two: tuple[SharedLocks, ...]) -> None:
    here, there = (UnderWay(locks, "turns", 3) for locks in two)
    assert [here.begins("Kiosk 1"), there.begins("Kiosk 1"), here.begins("Kiosk 1")] == [True] * 3
    assert not here.begins("Kiosk 1") and not there.begins("Kiosk 1")
    assert there.begins("Kiosk 2")
    here.ends("Kiosk 1")
    assert there.begins("Kiosk 1")


def test_sessions_started_at_a_kiosk_are_counted_over_all_processes(engines: tuple[Engine, Engine]) -> None:
    here, there = (Flood(engine, lambda: NOW, 2) for engine in engines)
    assert [here.starts("Kiosk 1"), there.starts("Kiosk 1")] == [True, True]
    assert not here.starts("Kiosk 1") and there.starts("Kiosk 2")
    assert there.going_on() == ["Kiosk 1"]


class Process:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.answering = Answering(engine, SharedLocks(engine))
        self.notices, self.voices = Listening(engine), Voices(self.answering)
        self.answering.hears(self.notices, self.voices)
        listens = Event()
        self.notices.hear("none", lambda _: None, missed=listens.set)
        self.notices.start()
        assert listens.wait(10)


@pytest.fixture
def processes(engines: tuple[Engine, Engine], monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Process, Process]]:
    monkeypatch.setattr(notices, "HEARTBEAT_SECONDS", 0.1)  # so that they stop as soon
    with ExitStack() as ends:
        both = Process(engines[0]), Process(engines[1])
        for one in both:
            ends.callback(one.notices.stop)
        yield both


def test_another_utterance_at_another_process_stops_the_answer_and_waits_for_its_end(
    processes: tuple[Process, Process],
) -> None:
    here, there = processes
    order = list[str]()

    def speaks_again() -> None:
        with there.voices.speaking("s1", "second"):
            order.append("second")

    with here.voices.speaking("s1", "first") as voice, there.voices.speaking("s2", "other"):
        thread = Thread(target=speaks_again)
        thread.start()
        until = monotonic() + 5
        while not voice.stop and monotonic() < until:
            sleep(0.01)
        assert voice.stop
        order.append("first")
    thread.join(5)
    assert order == ["first", "second"]


def test_the_same_utterance_at_another_process_waits_and_stops_nothing(processes: tuple[Process, Process]) -> None:
    here, there = processes
    begun = Event()

    def again() -> None:
        with there.voices.speaking("s1", "first"):
            begun.set()

    with here.voices.speaking("s1", "first") as voice:
        thread = Thread(target=again)
        thread.start()
        assert not begun.wait(0.3) and not voice.stop
    thread.join(5)
    assert begun.is_set()


def test_what_one_process_says_is_seen_at_another_while_it_is_said(processes: tuple[Process, Process]) -> None:
    here, there = processes

    def seen(text: str) -> None:
        until = monotonic() + 5
        while (voice := there.voices.of("s1")) is None or voice.wait("", seconds=0)[0] != text:
            assert monotonic() < until
            sleep(0.01)

    with here.voices.speaking("s1", "first") as voice:
        voice.show("请到二楼")
        seen("请到二楼")
        followed = there.voices.of("s1")
        assert followed is not None and followed.turn_id == "first"
    assert followed.wait("请到二楼", seconds=5) == ("请到二楼", True)
    assert there.voices.of("s1") is None


def test_a_nurse_who_takes_over_silences_whichever_process_speaks(processes: tuple[Process, Process]) -> None:
    here, there = processes
    with here.voices.speaking("s1", "first") as voice:
        there.voices.stop("s1")
        until = monotonic() + 5
        while not voice.stop and monotonic() < until:
            sleep(0.01)
        assert voice.stop


def test_notes_under_way_at_another_process_are_waited_for(processes: tuple[Process, Process]) -> None:
    here, there = (Desk[str](one.answering) for one in processes)
    kept = list[str]()
    with here.turn("s1", under_way := Notes(kept.append)):
        pass
    began = monotonic()
    there.settle("s1", 0.2)
    assert monotonic() - began >= 0.2
    Thread(target=lambda: (sleep(0.2), under_way.arrived("noted"))).start()
    there.settle("s1", 5)
    assert kept == ["noted"] and monotonic() - began < 3


def test_an_entry_of_the_outbox_wakes_who_delivers_in_another_process(processes: tuple[Process, Process]) -> None:
    here, there = processes
    woken = Event()
    there.notices.hear(OUTBOX_TOLD, lambda _: woken.set())
    with writing(here.engine) as session:
        enqueue(session, key="k", kind="visit", payload={}, now=NOW)
    assert woken.wait(1)
