"""Notes under way: what a model still writes down of a turn, while the nurse speaks and the patient thinks."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition, Lock
from time import monotonic
from typing import Generic, TypeVar

N = TypeVar("N")


class UnderWay(Generic[N]):
    """The notes of one turn. Either the turn itself takes them, or they are `kept` once its answer is recorded."""

    def __init__(self, keep: Callable[[N], None]) -> None:
        self._keep = keep
        self._news = Condition()
        self._notes: N | None = None
        self._arrived = False
        self._answered = False
        self._keeping = False
        self._over = False

    def arrived(self, notes: N | None) -> None:
        """From the thread that asked the model; None when it gave none."""
        with self._news:
            self._notes, self._arrived = notes, True
            self._news.notify_all()
        self._settle()

    def answered(self) -> None:
        """The turn's answer is recorded: from now on they may be kept."""
        with self._news:
            self._answered = True
        self._settle()

    def take(self, seconds: float) -> N | None:
        """For the turn itself, which waits so long; None when they come later, or there are none."""
        with self._news:
            self._news.wait_for(lambda: self._arrived, timeout=max(seconds, 0.0))
            if not self._arrived:
                return None
            self._over = True
            return self._notes

    def wait(self, seconds: float) -> None:
        """Until they are kept; those that take longer are left out: the next ones hear the same words again."""
        with self._news:
            self._news.wait_for(lambda: self._over, timeout=max(seconds, 0.0))
            self._over = True

    @property
    def over(self) -> bool:
        """Kept, taken, or left out."""
        return self._over

    def _settle(self) -> None:
        with self._news:
            if self._over or self._keeping or not (self._arrived and self._answered):
                return
            self._keeping, notes = True, self._notes
        try:
            if notes is not None:
                self._keep(notes)
        finally:
            with self._news:
                self._over = True
                self._news.notify_all()


class Desk(Generic[N]):
    """What is under way in this process, one a session."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._of: dict[str, UnderWay[N]] = {}

    @contextmanager
    def turn(self, session_id: str, under_way: UnderWay[N]) -> Iterator[UnderWay[N]]:
        """In this block the turn is answered; notes of one that was interrupted are left out."""
        with self._lock:
            self._of = {session: one for session, one in self._of.items() if not one.over}
            self._of[session_id] = under_way
        try:
            yield under_way
        except BaseException:
            under_way.wait(0.0)
            raise
        under_way.answered()

    def settle(self, session_id: str, seconds: float) -> None:
        """Waits until what is under way is in the record, or leaves it out."""
        until = monotonic() + seconds
        with self._lock:
            under_way = self._of.pop(session_id, None)
        if under_way is not None:
            under_way.wait(until - monotonic())
