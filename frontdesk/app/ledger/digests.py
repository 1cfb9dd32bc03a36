"""Hashes of what entries of the trail speak of, so that a change behind its back shows.

That is events, records with their summaries, and the rows that identity, access and bookings rest on.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Column, Connection, Row, Select, Table, bindparam, select
from sqlmodel import SQLModel

from frontdesk.app.ledger.account_tables import (
    DeviceRow,
    KioskRow,
    ProviderAccountRow,
    SecondFactorRow,
    StaffRow,
    StaffSignInRow,
)
from frontdesk.app.ledger.administration_tables import SignOffRow, TextVersionRow
from frontdesk.app.ledger.records.tables import OutpatientRecordRow, PreVisitSummaryRow
from frontdesk.app.ledger.tables import EVENTS, SESSIONS
from frontdesk.database.sealed import legible
from frontdesk.his_adapter.tables import COVERED

RECORDS = SQLModel.metadata.tables[OutpatientRecordRow.__tablename__]
SUMMARIES = SQLModel.metadata.tables[PreVisitSummaryRow.__tablename__]
AT_ONCE = 500
GONE = "gone"  # in the place of a hash: removed as its time was up
# What stays of an appointment from when it is held: it is confirmed and cancelled through the outbox.
BOOKING = ("appointment_id", "slot_id", "department_id", "day", "queue_number", "patient_id")
KIOSK = ("name", "disabled", "created", "code_hash", "code_expires")  # a new name is an entry of its own
SIGNED_IN = ("sign_in_id", "username", "means", "began", "until")  # the rest changes while it lasts
RETIRED = frozenset({"appointment", "sign_in"})  # kinds that older entries cover


class Kind(NamedTuple):
    """Rows of a table that are covered one by one, named by the first of their columns."""

    table: Table
    columns: tuple[str, ...] = ()  # none: all of them
    ends: bool = False  # its rows end without an entry: signed out, expired, unpaired with their kiosk
    strays: bool = False  # rows may be there that no entry speaks of


def _table(row: type[SQLModel]) -> Table:
    return SQLModel.metadata.tables[str(row.__tablename__)]


ROWS = {
    "account": Kind(_table(StaffRow)),
    "signed_in": Kind(_table(StaffSignInRow), SIGNED_IN, ends=True),
    "second_factor": Kind(_table(SecondFactorRow), ("username", "since")),
    "provider_account": Kind(_table(ProviderAccountRow), ("username", "issuer", "subject", "since")),
    "kiosk": Kind(_table(KioskRow), KIOSK),
    "device": Kind(_table(DeviceRow), ends=True),
    "patient": Kind(_table(COVERED["patient"])),
    "merged": Kind(_table(COVERED["merged"]), ends=True),  # a merge that is undone
    "booking": Kind(_table(COVERED["appointment"]), BOOKING, strays=True),  # a time that was held, never booked
    "text": Kind(_table(TextVersionRow), strays=True),  # drafts
    "sign_off": Kind(_table(SignOffRow)),
    "session": Kind(SESSIONS, ("session_id", "kiosk", "started", "patient_id")),
}


class Cover(NamedTuple):
    """A subject ("record:20001", "events:SESSION:3-5", "account:lin") and the hash of how it stood."""

    subject: str
    hash: str

    def __str__(self) -> str:
        return f"{self.subject} {self.hash}"


def of_events(session_id: str, rows: Sequence[dict[str, Any]]) -> Cover:
    """Of events as they are written, one after the other."""
    first, last = rows[0]["sequence"], rows[-1]["sequence"]
    return Cover(f"events:{session_id}:{first}-{last}", _hash([_event(row) for row in rows]))


def gone(sessions: Iterable[str]) -> Iterator[Cover]:
    """Of sessions that were removed with all their events."""
    for session_id in sessions:
        yield Cover(f"events:{session_id}:0-0", GONE)
        yield Cover(f"session:{session_id}", GONE)


def of_records(connection: Connection, numbers: Iterable[int]) -> Iterator[Cover]:
    """Of records with their summaries, as they stand within the caller's transaction; gone ones are left out."""
    those = list(numbers)
    for at in range(0, len(those), AT_ONCE):
        some = those[at : at + AT_ONCE]
        query = select(*map(legible, SUMMARIES.c)).where(SUMMARIES.c.outpatient_number.in_(some))
        summaries = {row.outpatient_number: row.body for row in connection.execute(query)}
        for row in connection.execute(select(*map(legible, RECORDS.c)).where(RECORDS.c.outpatient_number.in_(some))):
            whole = [_record(row), summaries.get(row.outpatient_number)]
            yield Cover(f"record:{row.outpatient_number}", _hash(whole))


def all_records(connection: Connection) -> list[int]:
    return list(connection.scalars(select(RECORDS.c.outpatient_number)))


def of_rows(connection: Connection, kind: str, keys: Iterable[str | int] | None = None) -> Iterator[Cover]:
    """Of rows of this kind of `ROWS`, all or those with these keys, as they stand within the caller's transaction."""
    query, key = _query(kind)
    if keys is not None:
        those = list(keys)
        if not those:
            return
        rows = connection.execute(query.where(key.in_(bindparam("those", expanding=True))), {"those": those})
    else:
        rows = connection.execute(query)
    for row in rows:
        yield Cover(f"{kind}:{row._mapping[key.name]}", _hash(_values(row)))


@cache
def _query(kind: str) -> tuple[Select[Any], Column[Any]]:
    """All rows of a kind, and the column that names one."""
    table, names, *_ = ROWS[kind]
    columns = [table.columns[name] for name in names or table.columns.keys()]
    return select(*columns), columns[0]


def of_everything(connection: Connection) -> Iterator[Cover]:
    """Every record and every row of `ROWS` that there is."""
    yield from of_records(connection, all_records(connection))
    for kind in ROWS:
        yield from of_rows(connection, kind)


class Covered:
    """Gathers the covers of a trail, then holds what is in the database against them."""

    def __init__(self) -> None:
        self._latest: dict[str, tuple[int, str]] = {}
        self._events: dict[str, list[tuple[int, int, str, int]]] = {}
        self._gone: dict[str, int] = {}  # sessions, by the entry of their removal
        self._whole: set[str] = set()  # kinds of which every row is covered

    def add(self, number: int, covers: Iterable[str], whole: Iterable[str] = ()) -> None:
        """Those of entry `number`; and the kinds of which it covered all that there was."""
        self._whole.update(whole)
        for cover in covers:
            subject, _, digest = cover.rpartition(" ")
            kind, _, rest = subject.partition(":")
            if kind == "events":
                session_id, _, span = rest.rpartition(":")
                if digest == GONE:
                    self._events.pop(session_id, None)
                    self._gone[session_id] = number
                    continue
                first, _, last = span.partition("-")
                self._events.setdefault(session_id, []).append((int(first), int(last), digest, number))
            elif kind not in RETIRED:
                self._latest[subject] = number, digest

    def broken(self, connection: Connection) -> Iterator[tuple[int, str]]:
        """The number of each entry whose subject is not as it was written, and which subject that is.

        Number 0: there is something of which no entry speaks.
        """
        numbers = [int(subject.partition(":")[2]) for subject in self._latest if subject.startswith("record:")]
        now = {one.subject: one.hash for one in of_records(connection, numbers)}
        for kind in ROWS:
            now |= {one.subject: one.hash for one in of_rows(connection, kind)}
        for subject, (number, digest) in self._latest.items():
            expected = None if digest == GONE else digest
            if now.get(subject, expected if _ends(subject) else None) != expected:
                yield number, subject
        for subject in now.keys() - self._latest.keys():
            if (_kind(subject) in self._whole and not _strays(subject)) or (
                _kind(subject) == "account" and self._speaks_of("account")
            ):
                yield 0, subject
        yield from self._broken_events(connection)

    def _speaks_of(self, kind: str) -> bool:
        return any(_kind(subject) == kind for subject in self._latest)

    def _broken_events(self, connection: Connection) -> Iterator[tuple[int, str]]:
        query = select(*map(legible, EVENTS.c)).order_by(EVENTS.c.session_id, EVENTS.c.sequence)
        there: set[str] = set()
        for session_id, rows in groupby(connection.execute(query), key=lambda row: row.session_id):
            events = {row.sequence: _event(row._mapping) for row in rows}
            spans = self._events.get(session_id, [])
            there.add(session_id)
            if session_id in self._gone:
                yield self._gone[session_id], f"session {session_id}: it was removed, and its events are there"
            for first, last, digest, number in spans:
                if _hash([events.pop(place, None) for place in range(first, last + 1)]) != digest:
                    yield number, f"session {session_id}"
            if spans and any(place >= spans[0][0] for place in events):
                yield spans[-1][3], f"session {session_id}: an event that no entry speaks of"
        for session_id in self._events.keys() - there:
            yield self._events[session_id][0][3], f"session {session_id}"


def _kind(subject: str) -> str:
    return subject.partition(":")[0]


def _ends(subject: str) -> bool:
    return _kind(subject) in ROWS and ROWS[_kind(subject)].ends


def _strays(subject: str) -> bool:
    return _kind(subject) in ROWS and ROWS[_kind(subject)].strays


def _event(row: Any) -> list[Any]:
    return [row["sequence"], row["at"].isoformat(timespec="microseconds"), row["kind"], row["turn_id"], row["body"]]


def _record(row: Row[Any]) -> dict[str, Any]:
    """As older versions hashed it: without the copy of the appointment, whose id was a number."""
    values = _values(row)
    del values["appointment"]
    booked = values["appointment_id"]
    return values | {"appointment_id": int(booked) if booked and booked.isdecimal() else booked}


def _values(row: Row[Any]) -> dict[str, Any]:
    return {name: plain(value) for name, value in row._mapping.items()}


def plain(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value


def canonical(what: Any) -> str:
    """JSON with sorted keys and no spaces."""
    return json.dumps(what, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _hash(what: Any) -> str:
    """SHA-256 of canonical JSON in UTF-8."""
    return sha256(canonical(what).encode()).hexdigest()
