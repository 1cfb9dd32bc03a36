"""Who looked at whose data on a screen: one entry for each person and thing looked at, not one for each refresh."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from threading import Lock

from sqlalchemy import Engine

from frontdesk.app.ledger.audit import Act, Entry, acting, note
from frontdesk.app.ledger.deferred import Deferred

A_LOOK = timedelta(minutes=10)  # a screen that reads itself again within it is the same look


class Looks:
    def __init__(self, engine: Engine, clock: Callable[[], datetime], deferred: Deferred) -> None:
        self._engine = engine
        self._clock = clock
        self._deferred = deferred
        self._lock = Lock()
        self._seen: dict[tuple[str, str, str | int], datetime] = {}

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
            self._seen = {key: seen for key, seen in self._seen.items() if seen + A_LOOK > now}
        if entry.patients or entry.records or entry.sessions:
            with suppress(TimeoutError):
                self._deferred.wait(self._deferred.do(partial(note, self._engine, entry, at=now)))

    def _new(self, by: str, what: str, shown: str | int, now: datetime) -> bool:
        last = self._seen.get((by, what, shown))
        if last is not None and last + A_LOOK > now:
            return False
        self._seen[by, what, shown] = now
        return True
