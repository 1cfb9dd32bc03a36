"""Whether this process can receive patients now: proven by doing what a reception needs, and by no flag."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from threading import Lock
from time import monotonic

OK, LATE = "ok", "late"
WITHIN = 3.0  # seconds that a look may take; a load balancer does not wait longer
KEPT = 1.0  # seconds that a look counts, so that whoever asks often asks the database seldom

Checks = Mapping[str, Callable[[], bool]]
Found = Mapping[str, str]  # by check: "ok", "failed", "late", or the error's name


class Readiness:
    """One look at a time, in a thread of its own: a database that hangs keeps nobody who asks for longer.

    What stands behind a check that hangs is late too, so those that ask nothing of others come first.
    """

    def __init__(self, checks: Checks, *, within: float = WITHIN, kept: float = KEPT) -> None:
        self._checks = checks
        self._within = within
        self._kept = kept
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ready")
        self._lock = Lock()
        self._looking: Future[None] | None = None
        self._found: dict[str, str] = {}  # of the look under way, or the last
        self._began = 0.0

    def look(self) -> Found:
        with self._lock:
            if self._looking is None or (self._looking.done() and monotonic() - self._began > self._kept):
                self._found = {}
                self._looking, self._began = self._thread.submit(self._all, self._found), monotonic()
            looking, found = self._looking, self._found
            left = self._began + self._within - monotonic()
        with suppress(TimeoutError):
            looking.result(timeout=max(left, 0.0))
        return {name: found.get(name, LATE) for name in self._checks}

    def _all(self, found: dict[str, str]) -> None:
        for name, check in self._checks.items():
            found[name] = _found(check)


def _found(check: Callable[[], bool]) -> str:
    try:
        return OK if check() else "failed"
    except Exception as error:  # whatever it is, it is not ready
        return type(error).__name__


def ready(found: Found) -> bool:
    return all(one == OK for one in found.values())
