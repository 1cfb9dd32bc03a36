"""Connections to the database: one engine a process, writers queue, no session crosses a thread."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from json import dumps
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, cast
from weakref import WeakKeyDictionary

import psycopg
from psycopg.conninfo import make_conninfo
from sqlalchemy import URL, Connection, Engine, PoolProxiedConnection, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DisconnectionError, OperationalError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

CACHE_KB = 512  # of each connection, of which a thread has one; the system keeps the file itself in memory
BUSY_MS = 5_000  # how long a writer waits for another one, in this process and in others
CONNECTIONS = 20  # to PostgreSQL, of one process at once
TRUSTED_SECONDS = 1.0  # a connection that was used so lately is not asked whether it is still there
LINE = {  # a line that was cut, with nobody at its end to say so, is given up after some seconds, on both sides
    "connect_timeout": "3",
    "keepalives_idle": "3",
    "keepalives_interval": "2",
    "keepalives_count": "2",
    "tcp_user_timeout": "5000",
    "options": "-c tcp_keepalives_idle=3 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=2",
}

# SQLite's own queue polls with growing pauses and is unfair; inside one process a lock wakes the next writer at once.
_queues: WeakKeyDictionary[Engine, Lock] = WeakKeyDictionary()
_afterwards: WeakKeyDictionary[Connection, list[Callable[[], None]]] = WeakKeyDictionary()


def connect(url: str, *, connections: int = CONNECTIONS) -> Engine:
    """An engine for `sqlite:///path` or `postgresql://...`; make it once and hand it round.

    `connections`: to PostgreSQL at most; they are kept open, since opening one takes longer than a turn's statements.
    """
    address = make_url(url)
    json = partial(dumps, ensure_ascii=False)
    if address.get_backend_name() == "sqlite":
        _keep_private(address.database)
        engine = create_engine(address, json_serializer=json, pool_size=20, max_overflow=120)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        _queues[engine] = Lock()
        return engine
    engine = create_engine(
        _with_line(address).set(drivername="postgresql+psycopg"),
        json_serializer=json,
        poolclass=_Connections,
        pool_timeout=BUSY_MS / 1000,
        pool_size=connections,
        max_overflow=0,
    )
    event.listen(engine, "checkout", _is_there)
    event.listen(engine, "checkin", _was_there)
    return engine


Away = OperationalError  # what is raised where the database does not answer, for those who speak no SQL


class _Connections(QueuePool):
    """One that is not free in time is, for whoever waits, like a database that is away."""

    def connect(self) -> PoolProxiedConnection:
        try:
            return super().connect()
        except NoneFree as error:
            raise OperationalError("connect", None, error) from error


def _is_there(connection: Any, record: ConnectionPoolEntry, _taken: object) -> None:
    """Asked only where nobody has just used it: a line that was cut shows at the next statement all the same."""
    if monotonic() < record.info.get("used", 0.0) + TRUSTED_SECONDS:
        return
    try:
        connection.execute("select 1")
        connection.rollback()
    except psycopg.Error as error:
        raise DisconnectionError from error  # another is opened


def _was_there(_connection: object, record: ConnectionPoolEntry) -> None:
    record.info["used"] = monotonic()


def in_use(engine: Engine) -> tuple[int, int]:
    """Connections that are in use now, and how many there may be, of this process."""
    pool = cast(QueuePool, engine.pool)
    return pool.checkedout(), pool.size() + pool._max_overflow


def postgres_address(engine: Engine) -> str:
    """For a connection to the same database beside the engine's: with the password."""
    given: dict[str, Any] = engine.url.translate_connect_args(username="user", database="dbname")
    given.update(engine.url.query)
    return make_conninfo(**given)


def _with_line(address: URL) -> URL:
    """What the address itself says of the line stays."""
    return address.set(query=LINE | dict(address.query))


def _keep_private(file: str | None) -> None:
    """The owner alone reads and writes the file; the ones that SQLite keeps beside it take after it."""
    if not file or file == ":memory:":
        return
    path = Path(file)
    if path.parent.is_dir() and not path.exists():
        path.touch(mode=0o600)
    for one in (path, *(path.with_name(f"{path.name}-{more}") for more in ("wal", "shm"))):
        with suppress(OSError):
            if one.stat().st_mode & 0o077:
                one.chmod(0o600)


@contextmanager
def asking(engine: Engine) -> Iterator[Connection]:
    """A connection for one statement that reads: the cheapest there is, for what every turn asks."""
    alone: dict[str, Any] = {"single": True}
    if engine.dialect.name == "postgresql":
        alone["isolation_level"] = "AUTOCOMMIT"  # no BEGIN and ROLLBACK around it
    with engine.connect().execution_options(**alone) as connection:
        yield connection


@contextmanager
def reading(engine: Engine) -> Iterator[Session]:
    """A session that writes nothing; on SQLite it sees one moment of the database."""
    with Session(engine, autoflush=False) as session:
        yield session


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """A connection in one transaction: committed at the end of the block, undone when it raises.

    On SQLite it takes the write lock at the start, so that two writers queue and neither fails half-way, and what
    the block reads is what it writes on. Raises OperationalError when other writers hold the database too long.
    """
    afterwards: list[Callable[[], None]] = []
    with (
        _turn(engine),
        engine.connect().execution_options(writing=True) as connection,
        connection.begin(),
    ):
        _afterwards[connection] = afterwards
        yield connection
    for call in afterwards:
        call()


def once_committed(connection: Connection, call: Callable[[], None]) -> None:
    """Calls it after the `transaction` of this connection, unless that is undone."""
    _afterwards[connection].append(call)


@contextmanager
def _turn(engine: Engine) -> Iterator[None]:
    queue = _queues.get(engine)
    if queue is None:
        yield
        return
    if not queue.acquire(timeout=BUSY_MS / 1000):
        raise OperationalError("BEGIN IMMEDIATE", None, TimeoutError("other writers hold the database"))
    try:
        yield
    finally:
        queue.release()


@contextmanager
def writing(engine: Engine) -> Iterator[Session]:
    """`transaction`, as a session."""
    with transaction(engine) as connection, within(connection) as session:
        yield session


@contextmanager
def within(connection: Connection) -> Iterator[Session]:
    """A session in the transaction of `connection`, which has everything when the block ends."""
    with Session(connection, expire_on_commit=False) as session, session.begin():
        yield session


def queued(connection: Connection, lock: int) -> None:
    """On PostgreSQL transactions with this advisory lock follow each other, as all that write do on SQLite."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": lock})


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # BEGIN is ours, see `_begin_sqlite`
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA secure_delete = ON")  # what is removed is overwritten
    cursor.execute(f"PRAGMA cache_size = -{CACHE_KB}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    if not options.get("single"):
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writing") else "BEGIN")
