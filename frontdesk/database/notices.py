"""News between the processes that share a database: told within a transaction, heard once that is committed."""

from collections import defaultdict
from collections.abc import Callable
from threading import Event, Thread
from typing import Protocol
from uuid import uuid4
from weakref import WeakKeyDictionary

import psycopg
import structlog
from sqlalchemy import Connection, Engine, text

from frontdesk.database.engine import postgres_address

log = structlog.get_logger()

CHANNEL = "frontdesk"
LONGEST = 7000  # bytes of a notice; PostgreSQL takes less than 8000
HEARTBEAT_SECONDS = 1.0  # between looks whether the line to the database is still there
AGAIN_SECONDS = 0.5  # after it was not
TELL = text("select pg_notify(:channel, :notice)")

Heard = Callable[[str], None]
Missed = Callable[[], None]

_origins: WeakKeyDictionary[Engine, str] = WeakKeyDictionary()


class Notices(Protocol):
    """What other processes told, by its kind; what this one tells it knows already, and does not hear again."""

    @property
    def reached(self) -> bool:
        """False while it is known that the database is away."""
        ...

    @property
    def hears(self) -> bool:
        """Whether it would be told if another process recorded something now."""
        ...

    def hear(self, kind: str, call: Heard, *, missed: Missed | None = None) -> None:
        """`call` with each notice, from a thread of its own; `missed` where some may have passed unheard."""
        ...

    def start(self) -> None: ...

    def stop(self) -> None: ...


class Alone:
    """One process with a database of its own: there is nobody who tells anything."""

    reached = True
    hears = False  # another program may have the file open, and tells nobody

    def hear(self, kind: str, call: Heard, *, missed: Missed | None = None) -> None:
        """Nothing comes."""

    def start(self) -> None:
        """Nothing to be done."""

    def stop(self) -> None:
        """Nothing to be done."""


class Listening:
    """LISTEN on a connection of its own, which is made anew whenever it is lost; what came meanwhile was missed."""

    def __init__(self, engine: Engine) -> None:
        self._address = postgres_address(engine)
        self._own = f"{_origin(engine)} "
        self._calls: defaultdict[str, list[Heard]] = defaultdict(list)
        self._missed: list[Missed] = []
        self._stop = Event()
        self._thread: Thread | None = None
        self.reached = True
        self.hears = False

    def hear(self, kind: str, call: Heard, *, missed: Missed | None = None) -> None:
        self._calls[kind].append(call)
        if missed is not None:
            self._missed.append(missed)

    def start(self) -> None:
        if self._thread is None:
            self._thread = Thread(target=self._work, name="notices", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        while not self._stop.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True) as connection:
                    self._listen(connection)
            except psycopg.Error as error:
                if self.reached:
                    log.warning("notices_interrupted", error=type(error).__name__)
                self.reached = self.hears = False
                self._stop.wait(AGAIN_SECONDS)

    def _listen(self, connection: psycopg.Connection) -> None:
        connection.execute(f"listen {CHANNEL}")
        self.reached = True
        for missed in self._missed:
            _call(missed)
        self.hears = True
        while not self._stop.is_set():
            for notice in connection.notifies(timeout=HEARTBEAT_SECONDS):
                self._pass_on(notice.payload)
            connection.execute("select 1")

    def _pass_on(self, notice: str) -> None:
        if notice.startswith(self._own):
            return
        _, kind, payload = notice.split(" ", 2)
        for call in self._calls[kind]:
            _call(call, payload)


def notices_of(engine: Engine) -> Notices:
    """SQLite serves one process, PostgreSQL any number."""
    return Listening(engine) if engine.dialect.name == "postgresql" else Alone()


def tell(connection: Connection, kind: str, payload: str = "") -> None:
    """Other processes hear it as soon as the transaction of `connection` is committed, and not at all otherwise.

    Raises ValueError where it is longer than `LONGEST`.
    """
    if len(payload.encode()) > LONGEST:
        raise ValueError(f"a notice of {kind} is longer than {LONGEST} bytes")
    if connection.dialect.name == "postgresql":
        notice = f"{_origin(connection.engine)} {kind} {payload}"
        connection.execute(TELL, {"channel": CHANNEL, "notice": notice})


def _origin(engine: Engine) -> str:
    return _origins.setdefault(engine, uuid4().hex)


def _call(call: Callable[..., None], *given: str) -> None:
    try:
        call(*given)
    except Exception as error:  # whoever hears next is told all the same
        log.error("notice_not_taken", what=getattr(call, "__name__", "call"), error=type(error).__name__)
