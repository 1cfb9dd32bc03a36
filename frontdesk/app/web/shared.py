"""The board, read once for all who ask at the same moment: in a busy hall dozens of screens show the same."""

from collections.abc import Callable, Sequence
from threading import Lock
from time import monotonic
from typing import NamedTuple

LASTING_SECONDS = 1.0  # as long as a reading serves others, who have been told of nothing later
PATIENCE_SECONDS = 1.0  # for another reading that is under way


class Reading(NamedTuple):
    """The board as JSON. `patients` and `sessions`: whose data it shows; `began`: by the monotonic clock."""

    body: str
    position: int
    patients: Sequence[str | None]
    sessions: Sequence[str]
    alarms: int
    began: float


class Shared:
    """The newest reading of this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._newest: Reading | None = None

    def read(self, make: Callable[[], Reading], *, seen: int | None, alarms: int) -> Reading:
        """With everything up to position `seen` and so many unwritten alarms; None: as it is now, or is by then."""
        asked = monotonic()
        alone = not self._lock.acquire(timeout=PATIENCE_SECONDS)
        try:
            newest = self._newest
            if newest is None or alone or newest.alarms < alarms or not _serves(newest, seen, asked):
                newest = self._newest = make()
            return newest
        finally:
            if not alone:
                self._lock.release()


def _serves(reading: Reading, seen: int | None, asked: float) -> bool:
    if seen is None:
        return reading.began > asked
    return reading.position >= seen and reading.began > asked - LASTING_SECONDS
