"""Connections to the database: one engine a process, writers queue, no session crosses a thread."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from json import dumps
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.orm import Session

BUSY_MS = 10_000  # how long a writer waits for another process's

# SQLite's own queue polls with growing pauses and is unfair; inside one process a lock wakes the next writer at once.
_queues: WeakKeyDictionary[Engine, Lock] = WeakKeyDictionary()


def connect(url: str) -> Engine:
    """An engine for `sqlite:///path` or `postgresql://...`; make it once and hand it round."""
    address = make_url(url)
    json = partial(dumps, ensure_ascii=False)
    if address.get_backend_name() == "sqlite":
        engine = create_engine(address, json_serializer=json, pool_size=20, max_overflow=120)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        _queues[engine] = Lock()
        return engine
    address = address.set(drivername="postgresql+psycopg")
    return create_engine(address, json_serializer=json, pool_size=10, max_overflow=30, pool_pre_ping=True)


@contextmanager
def reading(engine: Engine) -> Iterator[Session]:
    """A session that sees one moment of the database and writes nothing."""
    with Session(engine, autoflush=False) as session:
        yield session


@contextmanager
def writing(engine: Engine) -> Iterator[Session]:
    """A session in one transaction: committed at the end of the block, undone when it raises.

    On SQLite it takes the write lock at the start, so that two writers queue and neither fails half-way.
    """
    with _queues.get(engine) or nullcontext():
        bound = engine.execution_options(writing=True)
        with Session(bound, expire_on_commit=False) as session, session.begin():
            session.connection()  # BEGIN now: what the block reads is what it writes on
            yield session


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # BEGIN is ours, see `_begin_sqlite`
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    immediate = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")
