"""How much one kiosk, or one member of staff, may ask for at once."""

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from threading import Lock

IN = timedelta(minutes=10)
STREAMS = 6  # open at once, of one kiosk or one member of staff: a few tabs and those that a reload leaves behind
TURNS = 3  # under way at one kiosk: what is said next may cut the one before short

SENTENCES = 4  # being made for one kiosk: the one that is heard next, and those of a page that was left


class Flood:
    """Sessions started at each kiosk within ten minutes: more than `most` are refused, and the board says where."""

    def __init__(self, clock: Callable[[], datetime], most: int) -> None:
        self._now = clock
        self._most = most
        self._lock = Lock()
        self._starts: defaultdict[str, deque[datetime]] = defaultdict(deque)
        self._refused: dict[str, datetime] = {}

    def starts(self, kiosk: str) -> bool:
        """Counts one more; False where it is one too many."""
        now = self._now()
        with self._lock:
            starts = self._starts[kiosk]
            while starts and not now - IN < starts[0] <= now:
                starts.popleft()
            if len(starts) >= self._most:
                self._refused[kiosk] = now
                return False
            starts.append(now)
            return True

    def going_on(self) -> Sequence[str]:
        """Kiosks that were refused a session within the last ten minutes."""
        now = self._now()
        with self._lock:
            return sorted(kiosk for kiosk, at in self._refused.items() if now - IN < at <= now)


class UnderWay:
    """What is under way at once, by whose it is."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._open: Counter[str] = Counter()

    def begins(self, whose: str) -> bool:
        """False where it is one too many."""
        with self._lock:
            if self._open[whose] >= self._most:
                return False
            self._open[whose] += 1
            return True

    def ends(self, whose: str) -> None:
        with self._lock:
            self._open[whose] -= 1
            if not self._open[whose]:
                del self._open[whose]
