"""Hashes of what entries of the trail speak of, so that a change behind its back shows: events, records, accounts."""

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, select
from sqlmodel import SQLModel

from app.ledger.account_tables import StaffRow
from app.ledger.tables import EVENTS
from his_adapter.sql.tables import OutpatientRecordRow, PreVisitSummaryRow

RECORDS = SQLModel.metadata.tables[OutpatientRecordRow.__tablename__]
SUMMARIES = SQLModel.metadata.tables[PreVisitSummaryRow.__tablename__]
STAFF = SQLModel.metadata.tables[StaffRow.__tablename__]
AT_ONCE = 500


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


def of_records(connection: Connection, numbers: Iterable[int]) -> Iterator[Cover]:
    """Of records with their summaries, as they stand within the caller's transaction; gone ones are left out."""
    those = list(numbers)
    for at in range(0, len(those), AT_ONCE):
        some = those[at : at + AT_ONCE]
        query = select(SUMMARIES).where(SUMMARIES.c.outpatient_number.in_(some))
        summaries = {row.outpatient_number: row.body for row in connection.execute(query)}
        for row in connection.execute(select(RECORDS).where(RECORDS.c.outpatient_number.in_(some))):
            whole = [_values(row), summaries.get(row.outpatient_number)]
            yield Cover(f"record:{row.outpatient_number}", _hash(whole))


def all_records(connection: Connection) -> list[int]:
    return list(connection.scalars(select(RECORDS.c.outpatient_number)))


def of_accounts(connection: Connection, *names: str) -> Iterator[Cover]:
    query = select(STAFF).where(STAFF.c.username.in_(names)) if names else select(STAFF)
    for row in connection.execute(query):
        yield Cover(f"account:{row.username}", _hash(_values(row)))


class Covered:
    """Gathers the covers of a trail, then holds what is in the database against them."""

    def __init__(self) -> None:
        self._latest: dict[str, tuple[int, str]] = {}
        self._events: dict[str, list[tuple[int, int, str, int]]] = {}

    def add(self, number: int, covers: Iterable[str]) -> None:
        """Those of entry `number`."""
        for cover in covers:
            subject, _, digest = cover.rpartition(" ")
            kind, _, rest = subject.partition(":")
            if kind == "events":
                session_id, _, span = rest.rpartition(":")
                first, _, last = span.partition("-")
                self._events.setdefault(session_id, []).append((int(first), int(last), digest, number))
            else:
                self._latest[subject] = number, digest

    def broken(self, connection: Connection) -> Iterator[tuple[int, str]]:
        """The number of each entry whose subject is not as it was written, and which subject that is."""
        numbers = [int(subject.partition(":")[2]) for subject in self._latest if subject.startswith("record:")]
        now = {one.subject: one.hash for one in (*of_records(connection, numbers), *of_accounts(connection))}
        for subject, (number, digest) in self._latest.items():
            if now.get(subject) != digest:
                yield number, subject
        for subject in now.keys() - self._latest.keys():
            if subject.startswith("account:") and any(one.startswith("account:") for one in self._latest):
                yield 0, subject
        yield from self._broken_events(connection)

    def _broken_events(self, connection: Connection) -> Iterator[tuple[int, str]]:
        query = select(EVENTS).order_by(EVENTS.c.session_id, EVENTS.c.sequence)
        there: set[str] = set()
        for session_id, rows in groupby(connection.execute(query), key=lambda row: row.session_id):
            events = {row.sequence: _event(row._mapping) for row in rows}
            spans = self._events.get(session_id, [])
            there.add(session_id)
            for first, last, digest, number in spans:
                if _hash([events.pop(place, None) for place in range(first, last + 1)]) != digest:
                    yield number, f"session {session_id}"
            if spans and any(place >= spans[0][0] for place in events):
                yield spans[-1][3], f"session {session_id}: an event that no entry speaks of"
        for session_id in self._events.keys() - there:
            yield self._events[session_id][0][3], f"session {session_id}"


def _event(row: Any) -> list[Any]:
    return [row["sequence"], row["at"].isoformat(timespec="microseconds"), row["kind"], row["turn_id"], row["body"]]


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
