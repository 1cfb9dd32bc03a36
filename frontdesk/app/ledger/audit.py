"""The audit trail: who read or wrote whose data, append-only, every entry chained to the one before by its hash."""

from collections.abc import Iterator
from contextvars import ContextVar
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Engine, Row, bindparam, insert, select

from frontdesk.app.ledger.audit_tables import ENTRIES
from frontdesk.app.ledger.digests import ROWS, Covered, canonical, of_everything
from frontdesk.app.ledger.tables import SESSIONS
from frontdesk.database.engine import queued, transaction
from frontdesk.models.facts import Value

BEGINNING = "0" * 64  # what the first entry is chained to
AUDITING = 7_211_032  # advisory lock, taken last in a transaction: on PostgreSQL entries queue for their number
LAST = select(ENTRIES.c.number, ENTRIES.c.hash).order_by(ENTRIES.c.number.desc()).limit(1)
WRITE = insert(ENTRIES)
FROM = select(ENTRIES).where(ENTRIES.c.number > bindparam("number")).order_by(ENTRIES.c.number).limit(bindparam("most"))
ANY_ENTRY = select(ENTRIES.c.number).limit(1)
ANYTHING = select(SESSIONS.c.session_id).limit(1)
AT_ONCE = 2000

# Who acts in this thread: "nurse:lin", "kiosk:Kiosk 1"; the web says so at the start of every request.
acting: ContextVar[str] = ContextVar("acting", default="system")


class Act(StrEnum):
    SESSION = "session"  # something recorded in a session at the kiosk; `what` has the kinds of events
    READ = "read"
    CREATE = "create"
    UPDATE = "update"
    DELETE = "delete"
    RESTORE = "restore"
    UNDO = "undo"
    SIGN = "sign"
    MERGE = "merge"  # two numbers of one person became one
    EXPORT = "export"  # a table of records was taken out of the system; `what` has its columns
    SEND_AGAIN = "send_again"  # what could not be sent to the hospital's system; `what` has its kind
    REFUSED = "refused"  # `what` has the verb, why, and the fields
    LOAD = "load"  # a hospital's folder was loaded, or an installation of an older version goes on: all is covered
    SIGN_IN = "sign_in"
    ACCOUNT = "account"  # `what` has the act and the user name
    KIOSK = "kiosk"  # `what` has the act and the kiosk
    SETUP = "setup"  # a department, a text or clinical content: `what` has its kind, the act, its id and the fields
    BACKUP = "backup"  # `what` has the file's name
    KEYS = "keys"  # `what` has the act and the key's id
    ERASE = "erase"  # what was held about a patient; `what` has why, rows by table, and how many records are kept
    RETENTION = "retention"  # what was due was removed; `what` has its kind, before when, and how many


class Entry(Value):
    """Ids and names of fields only: never a value, a word or a name of a person."""

    act: Act
    what: tuple[str, ...] = ()
    patients: tuple[str, ...] = ()
    records: tuple[int, ...] = ()
    sessions: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()  # what it speaks of, and the hash of how that stood: see `digests`

    @property
    def about(self) -> dict[str, Any]:
        lists = {name: getattr(self, name) for name in ("what", "patients", "records", "sessions", "covers")}
        return {name: list(dict.fromkeys(those)) for name, those in lists.items() if those}


class Kept(Value):
    """An entry as it stands in the trail."""

    number: int
    at: datetime
    by: str
    act: str
    about: dict[str, list[str | int]]
    hash: str


class Broken(Exception):
    """The trail is not as it was written; the message names the first entry that is not."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"entry {number}: {why}")
        self.number, self.why = number, why


def append(connection: Connection, entry: Entry, *, at: datetime, by: str | None = None) -> None:
    """Writes an entry within the caller's transaction; nothing else may be locked after it."""
    queued(connection, AUDITING)
    last = connection.execute(LAST).first()
    number, previous = (last.number + 1, last.hash) if last else (1, BEGINNING)
    row = {"number": number, "at": at, "by": by or acting.get(), "act": entry.act.value, "about": entry.about}
    connection.execute(WRITE, row | {"previous": previous, "hash": _hash(previous, row)})


def note(engine: Engine, entry: Entry, *, at: datetime, by: str | None = None) -> None:
    """Writes an entry in a transaction of its own."""
    with transaction(engine) as connection:
        append(connection, entry, at=at, by=by)


def note_loaded(engine: Engine, *, at: datetime, by: str) -> None:
    """A hospital's folder was loaded: covers everything there is now, in as many entries as that takes."""
    with transaction(engine) as connection:
        _cover_everything(connection, at=at, by=by)


def cover_once(engine: Engine, *, at: datetime) -> None:
    """Covers what an older version wrote without covering it; done once in the life of an installation."""
    with transaction(engine) as connection:
        loads = connection.scalars(select(ENTRIES.c.about).where(ENTRIES.c.act == Act.LOAD.value))
        if not any(ROWS.keys() <= set(about.get("what", ())) for about in loads) and connection.scalar(ANY_ENTRY):
            _cover_everything(connection, at=at, by="system")


def _cover_everything(connection: Connection, *, at: datetime, by: str) -> None:
    covers = map(str, of_everything(connection))
    what: tuple[str, ...] = ("patients", "records", *ROWS)
    while some := tuple(islice(covers, AT_ONCE)):
        append(connection, Entry(act=Act.LOAD, what=what, covers=some), at=at, by=by)


def verify(engine: Engine, *, noted: tuple[int, str] | None = None) -> tuple[int, str]:
    """How many entries there are and the last one's hash. Raises Broken at the first that was tampered with.

    What the entries speak of is held against them too: see `digests`.

    `noted`: number and hash of an entry written down elsewhere. Without one, entries cut off at the end leave no gap.
    """
    options = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    with engine.connect().execution_options(**options) as connection, connection.begin():  # one moment of all
        return verify_within(connection, noted=noted)


def verify_within(connection: Connection, *, noted: tuple[int, str] | None = None) -> tuple[int, str]:
    """`verify`, as the transaction of `connection` sees it."""
    number, previous = 0, BEGINNING
    covered = Covered()
    for row in _rows(connection):
        _check(row, number + 1, previous)
        number, previous = row.number, row.hash
        covered.add(number, row.about.get("covers", ()), row.about["what"] if row.act == Act.LOAD.value else ())
        if noted and noted[0] == number and noted[1] != previous:
            raise Broken(number, "it is not the entry that was noted: the trail was written anew")
    if number == 0 and connection.scalar(ANYTHING):
        raise Broken(1, "the whole trail is missing, and there are sessions")
    if noted and noted[0] > number:
        raise Broken(number + 1, f"it is missing; entry {noted[0]} was noted and the trail ends at {number}")
    for of, subject in covered.broken(connection):
        raise Broken(of, f"{subject} is not as it was written")
    return number, previous


def entries(engine: Engine) -> Iterator[Kept]:
    """The whole trail, oldest first."""
    with engine.connect() as connection:
        for row in _rows(connection):
            yield Kept.model_validate({name: getattr(row, name) for name in Kept.model_fields})


def _rows(connection: Connection) -> Iterator[Row[Any]]:
    number = -1
    while rows := connection.execute(FROM, {"number": number, "most": AT_ONCE}).all():
        yield from rows
        number = rows[-1].number


def _check(row: Row[Any], number: int, previous: str) -> None:
    if row.number != number:
        raise Broken(number, "it is missing")
    if row.previous != previous:
        raise Broken(number, "it does not follow the entry before it")
    fields = {name: getattr(row, name) for name in ("number", "at", "by", "act", "about")}
    if row.hash != _hash(previous, fields):
        raise Broken(number, "its content is not what was written")


def _hash(previous: str, row: dict[str, Any]) -> str:
    """SHA-256 over the previous hash and the entry as canonical JSON: sorted keys, no spaces, UTF-8."""
    fields = row | {"at": row["at"].isoformat(timespec="microseconds")}
    return sha256((previous + canonical(fields)).encode()).hexdigest()
