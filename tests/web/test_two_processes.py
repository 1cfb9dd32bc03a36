"""Two applications over one PostgreSQL, as two workers are: what is set in one holds in the other."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from time import monotonic, sleep

import pytest

from frontdesk.app.ledger.house import Kind
from frontdesk.app.settings import DEMONSTRATION, Pairing, Settings
from frontdesk.app.web.application import create_app
from frontdesk.app.web.background import DELIVERING
from frontdesk.app.web.parts import Parts
from tests.databases import PostgresTemplate

NOW = datetime(2026, 11, 23, 10)
GUIDELINE = DEMONSTRATION / "guidelines" / "general" / "acute_diarrhoea.md"


@pytest.fixture
def two(demo_postgres_template: PostgresTemplate, tmp_path: Path) -> Iterator[tuple[Parts, Parts]]:
    with demo_postgres_template.copy(tmp_path) as url, ExitStack() as ends:
        settings = Settings(database_url=url, kiosk_pairing=Pairing.OPEN, _env_file=None)
        both = tuple(create_app(settings, clock=lambda: NOW).extensions["frontdesk"] for _ in range(2))
        for parts in both:
            parts.notices.start()
            ends.callback(parts.engine.dispose)
            ends.callback(parts.notices.stop)
        eventually(lambda: all(parts.notices.hears for parts in both))
        yield both[0], both[1]


def eventually(so: Callable[[], bool]) -> None:
    until = monotonic() + 5
    while not so():
        assert monotonic() < until
        sleep(0.01)


def test_a_guideline_that_is_published_is_read_by_both(two: tuple[Parts, Parts]) -> None:
    here, there = two
    text_id = "institution:acute_diarrhoea"
    assert text_id not in there.shelf.standing()
    here.house.save_draft(Kind.GUIDELINE, text_id, {"text": GUIDELINE.read_text()}, now=NOW)
    here.house.publish_guideline(text_id, None, now=NOW)
    eventually(lambda: text_id in there.shelf.standing())


def test_a_kiosk_that_was_heard_by_one_was_seen_by_both(two: tuple[Parts, Parts]) -> None:
    here, there = two
    token = here.devices.pair_next(now=NOW)
    name = there.devices.kiosk_of(token)
    assert name is not None
    here.presence.here(name)
    assert [kiosk.seen for kiosk in there.devices.all() if kiosk.name == name] == [NOW]


def test_one_delivers(two: tuple[Parts, Parts]) -> None:
    assert [parts.locks.leads(DELIVERING) for parts in two] == [True, False]


def test_streams_of_one_nurse_count_in_both(two: tuple[Parts, Parts]) -> None:
    taken = [two[number % 2].open_streams.begins("staff:lin") for number in range(7)]
    assert taken == [True] * 6 + [False]
