import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from threading import Barrier, Event
from typing import Any

import pytest
from sqlalchemy import Engine, update

from frontdesk.app.ledger.audit import entries
from frontdesk.app.ledger.deliveries import given_up, send_again, status, undelivered
from frontdesk.app.ledger.outbox import (
    ATTEMPTS,
    CLAIM,
    FIRST_PAUSE,
    REFUSALS,
    OutboxRow,
    State,
    deliver_due,
    deliver_now,
    enqueue,
    written,
)
from frontdesk.app.ledger.records import visits
from frontdesk.app.ledger.records.loading import seed
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.app.ledger.target import HospitalTarget
from frontdesk.database.engine import writing
from frontdesk.his_adapter.errors import HospitalAway, NotFound, NotSent, VersionConflict
from tests.his_adapter.contract import MONDAY, NINE, visit
from tests.his_adapter.small_hospital import write_hospital

ROOT = Path(__file__).parents[3]


class Receiver:
    """Takes each key once, as a HIS with conditional creates does; fails before or after it has written, when told."""

    def __init__(self) -> None:
        self.arrived: dict[str, dict[str, Any]] = {}
        self.tries = 0
        self.before: Callable[[], None] = lambda: None
        self.after: Callable[[], None] = lambda: None

    def deliver(self, kind: str, payload: dict[str, Any], *, key: str) -> None:
        self.tries += 1
        self.before()
        self.arrived.setdefault(key, payload)
        self.after()


def away() -> None:
    raise HospitalAway


def timed_out() -> None:
    raise TimeoutError


def put(engine: Engine, *keys: str) -> None:
    with writing(engine) as session:
        for key in keys:
            enqueue(session, key=key, kind="visit", payload={"outpatient_number": 1}, now=NINE)


def deliver_until_quiet(engine: Engine, target: Receiver, now: datetime) -> datetime:
    """Runs the deliverer at every moment something falls due."""
    while pending := [entry.next_try for entry in undelivered(engine) if entry.state is State.PENDING]:
        now = max(now, min(pending))
        deliver_due(engine, target, now)
    return now


def test_what_is_due_arrives_once(engine: Engine) -> None:
    put(engine, "a", "b", "a")
    target = Receiver()
    assert deliver_due(engine, target, NINE) == 2
    assert deliver_due(engine, target, NINE) == 0
    assert list(target.arrived) == ["a", "b"] and target.tries == 2
    assert undelivered(engine) == []


def test_an_entry_of_a_transaction_that_fails_is_never_sent(engine: Engine) -> None:
    with pytest.raises(RuntimeError), writing(engine) as session:
        enqueue(session, key="a", kind="visit", payload={}, now=NINE)
        raise RuntimeError
    assert deliver_due(engine, Receiver(), NINE) == 0


def test_a_failing_target_is_left_alone_for_longer_and_longer(engine: Engine) -> None:
    put(engine, "a")
    target, now, pauses = Receiver(), NINE, []
    target.before = away
    for _ in range(4):
        deliver_due(engine, target, now)
        (entry,) = undelivered(engine)
        pauses.append((entry.next_try - now).total_seconds())
        assert deliver_due(engine, target, entry.next_try - timedelta(seconds=1)) == 0
        now = entry.next_try
    longest = (5, 10, 20, 40)
    assert all(0.75 * most <= pause <= most for pause, most in zip(pauses, longest, strict=True)) and target.tries == 4
    assert undelivered(engine)[0].last_error == "HospitalAway"


def test_a_target_that_says_when_is_not_tried_before(engine: Engine) -> None:
    put(engine, "a")
    target = Receiver()

    def busy() -> None:
        raise HospitalAway("busy", after=900)

    target.before = busy
    deliver_due(engine, target, NINE)
    assert undelivered(engine)[0].next_try == NINE + timedelta(minutes=15)


def test_an_entry_survives_a_hospital_that_is_away_for_a_day(engine: Engine) -> None:
    put(engine, "a")
    target = Receiver()
    target.before = away
    now = NINE
    while now < NINE + timedelta(days=1):
        deliver_due(engine, target, now)
        (entry,) = undelivered(engine)
        assert entry.state is State.PENDING
        now = entry.next_try
    target.before = lambda: None
    deliver_until_quiet(engine, target, now)
    assert list(target.arrived) == ["a"]


def test_a_hopeless_entry_is_given_up_into_the_visible_list_and_can_be_sent_again(engine: Engine) -> None:
    put(engine, "a")
    target = Receiver()
    target.before = away
    now = deliver_until_quiet(engine, target, NINE)
    (entry,) = undelivered(engine)
    assert entry.state is State.GIVEN_UP and entry.attempts == ATTEMPTS == target.tries
    target.before = lambda: None
    send_again(engine, entry.outbox_id, now)
    assert deliver_due(engine, target, now) == 1
    with pytest.raises(NotFound):
        send_again(engine, entry.outbox_id, now)


def test_a_target_that_times_out_after_writing_gets_the_same_key_again(engine: Engine) -> None:
    put(engine, "a")
    target = Receiver()
    target.after = timed_out
    assert deliver_due(engine, target, NINE) == 0
    target.after = lambda: None
    deliver_until_quiet(engine, target, NINE)
    assert target.tries == 2 and list(target.arrived) == ["a"]


def test_one_entry_the_target_chokes_on_does_not_hold_up_the_others(engine: Engine) -> None:
    put(engine, "bad", "good")

    class Choosy(Receiver):
        def deliver(self, kind: str, payload: dict[str, Any], *, key: str) -> None:
            if key == "bad":
                raise ZeroDivisionError
            super().deliver(kind, payload, key=key)

    target = Choosy()
    assert deliver_due(engine, target, NINE) == 1
    assert list(target.arrived) == ["good"]


def test_two_deliverers_at_once_try_each_entry_once(engine: Engine) -> None:
    put(engine, *(f"k{number}" for number in range(20)))
    target = Receiver()
    with ThreadPoolExecutor(4) as deliverers:
        arrived = sum(deliverers.map(lambda _: deliver_due(engine, target, NINE), range(4)))
    assert arrived == target.tries == len(target.arrived) == 20


def refused() -> None:
    raise VersionConflict("told in words that may name somebody")


def put_of(engine: Engine, *entries: tuple[str, str]) -> None:
    with writing(engine) as session:
        for key, subject in entries:
            enqueue(session, key=key, kind="visit", payload={"outpatient_number": 1}, now=NINE, subject=subject)


def test_what_is_of_one_patient_arrives_in_its_order(engine: Engine) -> None:
    """What failed is waited for by the same patient's later entries and by nobody else's."""
    put_of(engine, ("a1", "P1"), ("a2", "P1"), ("b1", "P2"), ("c1", ""), ("c2", ""))
    target = Receiver()

    def first_fails() -> None:
        if target.tries == 1:
            raise HospitalAway

    target.before = first_fails
    assert deliver_due(engine, target, NINE) == 3
    assert list(target.arrived) == ["b1", "c1", "c2"]
    assert deliver_due(engine, target, NINE + FIRST_PAUSE) == 2
    assert list(target.arrived)[3:] == ["a1", "a2"]


def test_two_deliverers_keep_the_order_of_a_patient(engine: Engine) -> None:
    put_of(engine, *((f"{patient}-{n}", patient) for n in range(5) for patient in ("P1", "P2", "P3")))
    target, now = Receiver(), NINE
    with ThreadPoolExecutor(4) as deliverers:
        while undelivered(engine):
            list(deliverers.map(lambda _: deliver_due(engine, target, now), range(4)))
    for patient in ("P1", "P2", "P3"):
        assert [key for key in target.arrived if key.startswith(patient)] == [f"{patient}-{n}" for n in range(5)]


def test_entries_of_several_patients_are_on_their_way_at_once_and_each_patients_in_their_order(engine: Engine) -> None:
    put_of(engine, *((f"{patient}-{n}", patient) for n in range(4) for patient in ("P1", "P2", "P3")))
    target, met = Receiver(), Event()
    together = Barrier(3, action=met.set, timeout=10)

    def wait_for_the_others() -> None:
        if not met.is_set():
            together.wait()  # broken, and the try fails, unless three are on their way

    target.before = wait_for_the_others
    assert deliver_due(engine, target, NINE, at_once=3) == 12
    for patient in ("P1", "P2", "P3"):
        assert [key for key in target.arrived if key.startswith(patient)] == [f"{patient}-{n}" for n in range(4)]


def test_no_more_are_tried_than_was_asked_however_many_at_once(engine: Engine) -> None:
    put(engine, *(f"k{number}" for number in range(9)))
    target = Receiver()
    assert deliver_due(engine, target, NINE, limit=5, at_once=4) == 5 == len(target.arrived)


def test_what_is_written_while_its_patients_last_entry_is_on_its_way_follows_it_at_once(engine: Engine) -> None:
    put_of(engine, ("first", "p1"))
    target = Receiver()

    def another_request() -> None:
        if target.tries == 1:
            put_of(engine, ("second", "p1"))
            assert not deliver_now(engine, target, "second", NINE), "it went ahead of the first"

    target.before = another_request
    assert deliver_now(engine, target, "first", NINE)
    assert list(target.arrived) == ["first", "second"] and not undelivered(engine)


def test_what_was_given_up_holds_up_nobody(engine: Engine) -> None:
    put_of(engine, ("a1", "P1"), ("a2", "P1"))
    target = Receiver()
    target.before = refused
    now = NINE
    while target.tries < REFUSALS:
        now = undelivered(engine)[0].next_try
        deliver_due(engine, target, now, limit=1)
    assert now < NINE + timedelta(minutes=5), "what is refused is told soon"
    gone, _ = undelivered(engine)
    assert (gone.state, gone.reason, gone.last_error) == (State.GIVEN_UP, NotSent.CHANGED, "VersionConflict")
    target.before = lambda: None
    assert deliver_due(engine, target, now) == 1


def test_how_it_stands_is_told(engine: Engine) -> None:
    put_of(engine, ("a1", "P1"), ("a2", "P1"), ("b1", "P2"))
    assert deliver_due(engine, Receiver(), NINE, limit=1) == 1
    told = status(engine)
    assert (told.delivered, told.last, told.waiting, told.since, told.given_up) == (1, NINE, 2, NINE, 0)


def test_who_sends_again_stands_in_the_trail(engine: Engine) -> None:
    put_of(engine, ("a1", "P1"))
    with writing(engine) as session:
        session.execute(update(OutboxRow).values(state=State.GIVEN_UP))
    (entry,) = given_up(engine, limit=5)
    send_again(engine, entry.outbox_id, NINE)
    (kept,) = (one for one in entries(engine) if one.act == "send_again")
    assert kept.about == {"what": ["visit"], "patients": ["P1"], "records": [1]}


KILLED = """
import os, signal, sys
from datetime import datetime
from frontdesk.app.ledger.outbox import deliver_due
from frontdesk.database.engine import connect
from frontdesk.database.keys import use
from pathlib import Path

use(Path(os.environ["FRONTDESK_KEYS_FILE"]))

class Target:
    def deliver(self, kind, payload, *, key):
        with open(sys.argv[2], "a") as file:
            file.write(key + "\\n")
        os.kill(os.getpid(), signal.SIGKILL)

deliver_due(connect(sys.argv[1]), Target(), datetime.fromisoformat(sys.argv[3]))
"""


def test_a_deliverer_killed_between_sending_and_noting_it_neither_loses_nor_doubles(
    engine: Engine, database_url: str, tmp_path: Path
) -> None:
    put(engine, "a")
    sent = tmp_path / "sent"
    killed = subprocess.run([sys.executable, "-c", KILLED, database_url, str(sent), NINE.isoformat()], cwd=ROOT)
    assert killed.returncode == -9 and sent.read_text() == "a\n"

    target = Receiver()
    target.arrived["a"] = {}  # the other system has it already
    assert deliver_due(engine, target, NINE + timedelta(seconds=1)) == 0  # the claim still stands
    assert deliver_due(engine, target, NINE + CLAIM) == 1
    assert list(target.arrived) == ["a"] and undelivered(engine) == []


def test_the_built_in_hospital_confirms_the_visits_it_has(engine: Engine, tmp_path: Path) -> None:
    seed(engine, write_hospital(tmp_path / "hospital"), MONDAY)
    hospital = hospital_behind(engine)
    with writing(engine) as session:
        number = visits.create(session, visit(), key="s1")
        enqueue(session, key="s1", kind="visit", payload={"outpatient_number": number}, now=NINE)
        enqueue(session, key="s2", kind="visit", payload={"outpatient_number": 99}, now=NINE)
    assert deliver_due(engine, HospitalTarget(engine, hospital), NINE) == 1
    assert [entry.key for entry in undelivered(engine)] == ["s2"]


def test_who_delivers_is_woken_once_an_entry_is_committed_and_not_before(engine: Engine) -> None:
    new = written(engine)
    with suppress(KeyError), writing(engine) as session:
        enqueue(session, key="undone", kind="visit", payload={}, now=NINE)
        raise KeyError
    assert not new.is_set(), "it was undone"
    with writing(engine) as session:
        enqueue(session, key="a", kind="visit", payload={}, now=NINE)
        assert not new.is_set(), "nobody would find it yet"
    assert new.is_set()
    new.clear()
    with writing(engine) as session:
        enqueue(session, key="a", kind="visit", payload={}, now=NINE)
        enqueue(session, key="b", kind="confirm", payload={}, now=NINE, wakes=False)
    assert not new.is_set()


def test_who_delivers_is_woken_for_what_is_to_be_sent_again(engine: Engine) -> None:
    new = written(engine)
    with writing(engine) as session:
        enqueue(session, key="a", kind="visit", payload={}, now=NINE)
        session.execute(update(OutboxRow).values(state=State.GIVEN_UP))
    new.clear()
    (entry,) = undelivered(engine)
    send_again(engine, entry.outbox_id, NINE)
    assert new.is_set()
