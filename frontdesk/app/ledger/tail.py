"""The newest of what happened, read from the database once for all of a process who follow it."""

from collections import deque
from collections.abc import Callable, Sequence
from itertools import takewhile
from threading import Lock

from frontdesk.app.reception.session.log import Happened

KEPT = 1000
AT_ONCE = 500

Read = Callable[[int, int], Sequence[Happened]]


class Tail:
    """`read(position, most)`: what happened after a position, oldest first. Positions become visible in their order."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._lock = Lock()
        self._kept: deque[Happened] = deque(maxlen=KEPT)
        self._complete_after: int | None = None  # whatever happened after this position is kept
        self._read_to = 0

    def after(self, position: int, latest: int | None) -> Sequence[Happened]:
        """`latest`: the newest position there is; None where that is not known, and the database is asked."""
        if latest is None:
            return self._read(position, AT_ONCE)
        with self._lock:
            if self._complete_after is None:
                self._complete_after = self._read_to = position
            self._extend(latest)
            if position >= self._complete_after:
                new = takewhile(lambda one: one.position > position, reversed(self._kept))
                return list(new)[::-1]
        return self._read(position, AT_ONCE)

    def _extend(self, latest: int) -> None:
        while latest > self._read_to:
            new = self._read(self._read_to, AT_ONCE)
            if not new:  # erased since
                self._read_to = latest
            for one in new:
                if len(self._kept) == KEPT:
                    self._complete_after = self._kept[0].position
                self._kept.append(one)
                self._read_to = one.position
