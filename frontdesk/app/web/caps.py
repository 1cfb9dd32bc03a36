"""How much one kiosk, or one member of staff, may ask for at once."""

from collections import defaultdict
from threading import Lock

from frontdesk.database.locks import Locks

STREAMS = 6  # open at once, of one kiosk or one member of staff: a few tabs and those that a reload leaves behind
FREE_THREADS = 8  # of each process, never taken by event streams
TURNS = 3  # under way at one kiosk: what is said next may cut the one before short

SENTENCES = 4  # being made for one kiosk: the one that is heard next, and those of a page that was left


class UnderWay:
    """What is under way at once, by whose it is, in all processes over one database together."""

    def __init__(self, locks: Locks, what: str, most: int) -> None:
        self._locks = locks
        self._places = tuple(f"{what}:{place}" for place in range(most))
        self._lock = Lock()
        self._taken: defaultdict[str, list[str]] = defaultdict(list)

    def begins(self, whose: str) -> bool:
        """False where it is one too many."""
        taken = next((place for place in self._places if self._locks.take(f"{place}:{whose}")), None)
        if taken is None:
            return False
        with self._lock:
            self._taken[whose].append(taken)
        return True

    def ends(self, whose: str) -> None:
        with self._lock:
            taken = self._taken[whose].pop()
            if not self._taken[whose]:
                del self._taken[whose]
        self._locks.release(f"{taken}:{whose}")
