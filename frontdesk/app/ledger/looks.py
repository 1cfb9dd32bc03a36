"""Who looked at whose data on a screen: one entry for each person and thing looked at, not one for each refresh."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime, timedelta
from threading import Lock

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from frontdesk.app.ledger.audit import Act, Entry, acting, append
from frontdesk.app.ledger.deferred import Deferred
from frontdesk.database.engine import transaction

A_LOOK = timedelta(minutes=10)  # a screen that reads itself again within it is the same look


class Looks:
    """What many screens show at one moment is written together; an alarm's own entry waits for none of it."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._clock = clock
        self._deferred = Deferred()
        self._lock = Lock()
        self._seen: dict[tuple[str, str, str | int], datetime] = {}
        self._forgotten = clock()  # when those that are over were last left out
        self._unwritten: list[tuple[Entry, datetime, str]] = []
        self._written: Future[None] | None = None  # of those

    def at(
        self,
        what: str,
        *,
        patients: Iterable[str | None] = (),
        records: Iterable[int | None] = (),
        sessions: Iterable[str] = (),
    ) -> None:
        """Puts into the trail that whoever acts now is shown these; what they were shown just now is left out.

        An empty list that was asked for leaves no entry: nobody's data was shown. While the database takes nothing,
        the screen is shown all the same and the entry follows: an alarm on the board does not wait for the trail.
        """
        now, by = self._clock(), acting.get()
        with self._lock:
            entry = Entry(
                act=Act.READ,
                what=(what,),
                patients=tuple(p for p in patients if p and self._new(by, what, p, now)),
                records=tuple(r for r in records if r and self._new(by, what, r, now)),
                sessions=tuple(s for s in sessions if self._new(by, what, s, now)),
            )
            self._forget(now)
        if entry.patients or entry.records or entry.sessions:
            with suppress(TimeoutError):
                self._deferred.wait(self._note(entry, now, by))

    def _note(self, entry: Entry, at: datetime, by: str) -> Future[None]:
        """Together with whatever else waits to be written by then: each transaction waits for those of all others."""
        with self._lock:
            self._unwritten.append((entry, at, by))
            if self._written is None:
                self._written = self._deferred.do(self._write)
            return self._written

    def _write(self) -> None:
        with self._lock:
            waiting, self._unwritten, self._written = self._unwritten, [], None
        try:
            with transaction(self._engine) as connection:
                for entry, at, by in waiting:
                    append(connection, entry, at=at, by=by)
        except OperationalError:
            with self._lock:
                self._unwritten = waiting + self._unwritten
            raise  # tried again

    def _forget(self, now: datetime) -> None:
        if now - self._forgotten >= A_LOOK / 10:
            self._forgotten = now
            self._seen = {key: seen for key, seen in self._seen.items() if seen + A_LOOK > now}

    def _new(self, by: str, what: str, shown: str | int, now: datetime) -> bool:
        last = self._seen.get((by, what, shown))
        if last is not None and last + A_LOOK > now:
            return False
        self._seen[by, what, shown] = now
        return True
