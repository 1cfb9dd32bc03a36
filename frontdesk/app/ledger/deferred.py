"""Writes that nobody may wait long for: one thread does them in order, again and again while the database is away."""

from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from queue import SimpleQueue
from threading import Lock, Thread
from time import sleep
from typing import TypeVar

import structlog
from sqlalchemy.exc import OperationalError

T = TypeVar("T")

log = structlog.get_logger()

PATIENCE = 1.0  # seconds that a caller waits for such a write
PAUSE = 0.25  # seconds between tries


class Deferred:
    """What is still waiting when the process ends is lost."""

    def __init__(self) -> None:
        self._writes: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._lock = Lock()
        self._thread: Thread | None = None
        self._away = False  # the database has refused the write that is being tried

    def do(self, write: Callable[[], T]) -> Future[T]:
        """The outcome of `write` once the database has taken or refused it, in the caller's context."""
        outcome: Future[T] = Future()
        context = copy_context()
        self._writes.put(lambda: self._settle(outcome, lambda: context.run(write)))
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._work, name="deferred", daemon=True)
                self._thread.start()
        return outcome

    def wait(self, outcome: Future[T]) -> T:
        """Raises TimeoutError after `PATIENCE`, and at once while the database is known to be away."""
        return outcome.result(0 if self._away else PATIENCE)

    def _work(self) -> None:
        while True:
            self._writes.get()()

    def _settle(self, outcome: Future[T], write: Callable[[], T]) -> None:
        while True:
            try:
                outcome.set_result(write())
                break
            except OperationalError:
                if not self._away:
                    log.warning("database_away")
                self._away = True
                sleep(PAUSE)
            except Exception as error:
                outcome.set_exception(error)
                break
        self._away = False
