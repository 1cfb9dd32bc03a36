"""Work beside the turns, that nobody waits for: it is done while no turn is at work, a little of it at a time."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import BoundedSemaphore, Condition, Event, Lock, local

import structlog

AFTER = 0.05  # seconds by which it lets the turn that it serves begin to speak
APART = 0.01  # seconds between two pieces of it: begun all at once, they would keep every turn from the processor
MOST = 0.3  # seconds it gives way, so that on a day without a pause it is done all the same

log = structlog.get_logger(__name__)


class Beside:
    """Python does one thing at a time: what nobody waits for makes way for the patients who do."""

    def __init__(self, calls: int) -> None:
        # Half of the calls at most: what is looked at beside a turn never keeps a nurse from speaking.
        self._threads = ThreadPoolExecutor(max(calls // 2, 1), thread_name_prefix="beside")
        self._waiting = BoundedSemaphore(2 * calls)
        self._line = Lock()
        self._closed = Event()
        self._paused = Condition()
        self._turns = 0  # at work now
        self._here = local()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """In this block a turn is at work in this thread."""
        with self._counted(1):
            yield

    @contextmanager
    def aside(self) -> Iterator[None]:
        """In this block the turn of this thread, if there is one, waits for somebody else."""
        if not getattr(self._here, "turns", 0):
            yield
            return
        with self._counted(-1):
            yield

    def give_way(self) -> None:
        """Until no turn is at work."""
        with self._paused:
            self._paused.wait_for(lambda: not self._turns or self._closed.is_set(), timeout=MOST)

    def submit(self, work: Callable[[], None]) -> bool:
        """Does `work` beside the turns; False when too much of that is waiting already, and it is left out."""
        if not self._waiting.acquire(blocking=False):
            return False
        self._threads.submit(self._done, work)
        return True

    def close(self) -> None:
        self._closed.set()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _done(self, work: Callable[[], None]) -> None:
        try:
            self._closed.wait(AFTER)
            with self._line:
                self._closed.wait(APART)
                self.give_way()
            if not self._closed.is_set():
                work()
        except Exception as fault:  # nobody waits for it: what goes wrong is for the journal
            log.error("second_look_failed", fault=type(fault).__name__)
        finally:
            self._waiting.release()

    @contextmanager
    def _counted(self, step: int) -> Iterator[None]:
        self._at_work(step)
        try:
            yield
        finally:
            self._at_work(-step)

    def _at_work(self, step: int) -> None:
        self._here.turns = getattr(self._here, "turns", 0) + step
        with self._paused:
            self._turns += step
            if not self._turns:
                self._paused.notify_all()
