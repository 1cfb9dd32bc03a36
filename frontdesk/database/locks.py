"""Locks between the processes that share a database: held until they are released, or their process is dead."""

from hashlib import sha256
from threading import Lock
from typing import Protocol

import psycopg
import structlog
from sqlalchemy import Engine

from frontdesk.database.engine import postgres_address

log = structlog.get_logger()

TAKE = "select pg_try_advisory_lock(%s)"
RELEASE = "select pg_advisory_unlock(%s)"
PATIENCE = 0.5  # seconds that a caller waits for the connection; longer than that the database is away


class Locks(Protocol):
    """By name. One that is held is taken by nobody, not by another thread of the same process either."""

    def take(self, name: str) -> bool:
        """Whether it is held from now on; at once."""
        ...

    def release(self, name: str) -> None:
        """Nothing where it is not held."""
        ...

    def leads(self, name: str) -> bool:
        """Takes it, or sees that it is still held: whoever asks every few seconds takes over from a dead process."""
        ...


class OwnLocks:
    """Of one process alone."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._held: set[str] = set()

    def take(self, name: str) -> bool:
        with self._lock:
            free = name not in self._held
            self._held.add(name)
            return free

    def release(self, name: str) -> None:
        with self._lock:
            self._held.discard(name)

    def leads(self, name: str) -> bool:
        self.take(name)
        return True


class SharedLocks:
    """PostgreSQL's advisory locks, all held by one connection: it ends with its process, and they with it.

    While the database is away a lock counts in this process alone, so that nobody waits for it; `leads` is then
    refused. Afterwards what is held is taken anew, where nobody else has it by now.
    """

    def __init__(self, engine: Engine) -> None:
        self._address = postgres_address(engine)
        self._lock = Lock()
        self._connection: psycopg.Connection | None = None
        self._held: dict[str, bool] = {}  # whether the database has it, too

    def take(self, name: str) -> bool:
        if not self._lock.acquire(timeout=PATIENCE):
            return True
        try:
            if name in self._held:
                return False
            taken = self._ask(TAKE, name)
            if taken is not False:
                self._held[name] = bool(taken)
            return taken is not False
        finally:
            self._lock.release()

    def release(self, name: str) -> None:
        with self._lock:
            if self._held.pop(name, False):
                self._ask(RELEASE, name)

    def leads(self, name: str) -> bool:
        with self._lock:
            if not self._held.get(name) or self._ask("select %s is not null", name) is None:
                self._held.pop(name, None)
                if self._ask(TAKE, name):
                    self._held[name] = True
            return self._held.get(name, False)

    def _ask(self, statement: str, name: str) -> bool | None:
        """None while the database is away."""
        try:
            connection = self._connected()
            row = connection.execute(statement, (_number(name),)).fetchone()
            return bool(row and row[0])
        except psycopg.Error as error:
            if self._connection is not None:
                log.warning("locks_lost", held=len(self._held), error=type(error).__name__)
                self._connection.close()
            self._connection = None
            self._held = dict.fromkeys(self._held, False)
            return None

    def _connected(self) -> psycopg.Connection:
        if self._connection is None:
            self._connection = psycopg.connect(self._address, autocommit=True)
            for name in self._held:
                row = self._connection.execute(TAKE, (_number(name),)).fetchone()
                self._held[name] = bool(row and row[0])
        return self._connection


def locks_of(engine: Engine) -> Locks:
    """SQLite serves one process, PostgreSQL any number."""
    return SharedLocks(engine) if engine.dialect.name == "postgresql" else OwnLocks()


def _number(name: str) -> int:
    """64 bits with a sign, as PostgreSQL names advisory locks."""
    return int.from_bytes(sha256(f"frontdesk:{name}".encode()).digest()[:8], "big", signed=True)
