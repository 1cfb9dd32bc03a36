"""Who waits for a system that does not answer: nobody but the first."""

import gc
from collections.abc import Callable
from threading import Event
from time import monotonic, sleep
from typing import TypeVar

import pytest

from frontdesk.his_adapter import circuit_breaker
from frontdesk.his_adapter.circuit_breaker import CircuitBreaker
from frontdesk.his_adapter.errors import HospitalAway

Answer = TypeVar("Answer")


class System:
    def __init__(self, *answers: bool) -> None:
        self.left = list(answers)
        self.looked = 0
        self.breaker = CircuitBreaker(self.answers)

    def answers(self) -> bool:
        self.looked += 1
        return self.left.pop(0)


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circuit_breaker, "EVERY", 0.02)


def eventually(ask: Callable[[], Answer], *, seconds: float = 5.0) -> Answer:
    """What it answers once it is not refused because the system is away."""
    end = monotonic() + seconds
    while True:
        try:
            return ask()
        except HospitalAway:
            if monotonic() > end:
                raise
            sleep(0.005)


def test_it_stays_open_until_the_system_answers_one_who_looks_beside() -> None:
    system = System(False, False, True)
    system.breaker.check()
    system.breaker.trip()
    with pytest.raises(HospitalAway):
        system.breaker.check()
    eventually(system.breaker.check)
    assert system.looked == 3


def test_who_asks_never_waits_for_a_look() -> None:
    looking, answered = Event(), Event()

    class Slow(System):
        def answers(self) -> bool:
            looking.set()
            return answered.wait(5)

    system = Slow()
    system.breaker.trip()
    assert looking.wait(5)
    began = monotonic()
    with pytest.raises(HospitalAway):
        system.breaker.check()
    assert monotonic() - began < 0.5
    answered.set()
    eventually(system.breaker.check)


def test_many_who_meet_it_have_one_look() -> None:
    system = System(True)
    for _ in range(5):
        system.breaker.trip()
    eventually(system.breaker.check)
    sleep(0.1)
    assert system.looked == 1


def test_it_can_open_again() -> None:
    system = System(True, True)
    for _ in range(2):
        system.breaker.trip()
        eventually(system.breaker.check)
    assert system.looked == 2


def test_nobody_looks_for_a_client_that_is_gone() -> None:
    looked: list[int] = []

    class Counted(System):
        def answers(self) -> bool:
            looked.append(1)
            return False

    system = Counted()
    system.breaker.trip()
    while not looked:
        sleep(0.005)
    del system
    gc.collect()
    sleep(0.05)
    before = len(looked)
    sleep(0.1)
    assert len(looked) == before
