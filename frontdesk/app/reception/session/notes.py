"""Notes under way: what a model still writes down of a turn, while the nurse speaks and the patient thinks."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition, Lock
from time import monotonic
from typing import Generic, Protocol, TypeVar

N = TypeVar("N")


class Elsewhere(Protocol):
    """The other processes that answer the same sessions."""

    def noting(self, session_id: str) -> bool:
        """Notes are under way here; False where others are, too."""
        ...

    def noted(self, session_id: str) -> None:
        """They are over, after `noting`."""
        ...

    def wait_until_noted(self, session_id: str, seconds: float) -> None:
        """Until no process has notes of the session under way, or the seconds are over."""
        ...


class Nowhere:
    """There is no other process."""

    def noting(self, session_id: str) -> bool:
        return False

    def noted(self, session_id: str) -> None:
        """Nobody waits."""

    def wait_until_noted(self, session_id: str, seconds: float) -> None:
        """Nobody notes."""


class UnderWay(Generic[N]):
    """The notes of one turn. Either the turn itself takes them, or they are `kept` once its answer is recorded.

    `late` gives what stands in their place when they are waited for no longer; what comes after that is left out.
    """

    def __init__(self, keep: Callable[[N], None], late: Callable[[], N] | None = None) -> None:
        self._keep = keep
        self._late = late
        self._news = Condition()
        self._notes: N | None = None
        self._arrived = False
        self._answered = False
        self._keeping = False
        self._over = False
        self._when_over: Callable[[], None] = lambda: None

    def arrived(self, notes: N | None) -> None:
        """From the thread that asked the model; None where none are wanted."""
        with self._news:
            if self._arrived:
                return
            self._notes, self._arrived = notes, True
            self._news.notify_all()
        self._settle()

    def answered(self) -> None:
        """The turn's answer is recorded: from now on they may be kept."""
        with self._news:
            self._answered = True
        self._settle()

    def take(self, seconds: float, *, gives_up: bool = True) -> N | None:
        """For the turn itself, which waits so long; None where none are wanted.

        Unless it `gives_up` then, what comes later is kept, and None stands for that too.
        """
        with self._news:
            self._news.wait_for(lambda: self._arrived, timeout=max(seconds, 0.0))
            if not (self._arrived or gives_up):
                return None
            self._give_up()
            self._end()
            return self._notes

    def wait(self, seconds: float) -> None:
        """Until they are kept, or what stands in their place."""
        with self._news:
            self._news.wait_for(lambda: self._over, timeout=max(seconds, 0.0))
            self._give_up()
        self._settle()
        with self._news:
            self._end()

    def leave_out(self) -> None:
        with self._news:
            self._end()

    def when_over(self, call: Callable[[], None]) -> None:
        """At once where they are."""
        with self._news:
            self._when_over = call
            if self._over:
                self._end()

    @property
    def over(self) -> bool:
        """Kept, taken, or left out."""
        return self._over

    def _give_up(self) -> None:
        if not (self._arrived or self._over):
            self._notes, self._arrived = self._late() if self._late else None, True

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
                self._end()
                self._news.notify_all()

    def _end(self) -> None:
        self._over, call = True, self._when_over
        self._when_over = lambda: None
        call()


class Desk(Generic[N]):
    """What is under way in this process, one a session."""

    def __init__(self, elsewhere: Elsewhere | None = None) -> None:
        self._elsewhere = elsewhere or Nowhere()
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
            under_way.leave_out()
            raise
        under_way.answered()
        if not under_way.over and self._elsewhere.noting(session_id):
            under_way.when_over(lambda: self._elsewhere.noted(session_id))

    def settle(self, session_id: str, seconds: float) -> None:
        """Waits until what is under way is in the record, or leaves it out."""
        until = monotonic() + seconds
        with self._lock:
            under_way = self._of.pop(session_id, None)
        if under_way is not None:
            under_way.wait(until - monotonic())
        elif seconds > 0:
            self._elsewhere.wait_until_noted(session_id, until - monotonic())
