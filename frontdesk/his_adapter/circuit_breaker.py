"""A system that did not answer: nobody waits for it a second time, and it is looked at beside until it answers."""

from collections.abc import Callable
from threading import Lock, Thread
from time import monotonic, sleep
from weakref import WeakMethod

from frontdesk.his_adapter.errors import HospitalAway

EVERY = 10.0  # seconds between looks whether it answers again


class CircuitBreaker:
    """Safe to use from several threads."""

    def __init__(self, answers: Callable[[], bool]) -> None:
        """`answers`: a method that tells whether the system does; asked in a thread of its own, while it lives."""
        self._answers = WeakMethod(answers)
        self._lock = Lock()
        self._open = False
        self._rests_until = 0.0

    def check(self) -> None:
        """Raises HospitalAway while it is away, or wants to be left alone."""
        if self._open or monotonic() < self._rests_until:
            raise HospitalAway("it did not answer a moment ago")

    def leave_alone(self, seconds: float) -> None:
        """It answered that it wants to be."""
        self._rests_until = monotonic() + seconds

    def trip(self) -> None:
        """It did not answer, or not in time."""
        with self._lock:
            if self._open:
                return
            self._open = True
        Thread(target=self._look, name="away", daemon=True).start()

    def _look(self) -> None:
        while True:
            sleep(EVERY)
            answers = self._answers()
            if answers is None or answers():
                self._open = False
                return
            del answers  # or whose it is would live as long as its system is away
