"""The whole database as one file of JSON lines, compressed; from SQLite to PostgreSQL and back, too.

What is sealed stays sealed there: its keys are kept apart, and a restore tells which of them are missing.
"""

import gzip
import json
import os
import zlib
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from functools import cache
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any, TextIO

from pydantic import ValidationError
from sqlalchemy import Connection, Engine, MetaData, Row, Table, func, insert, select, text
from sqlalchemy.exc import IntegrityError, StatementError
from sqlmodel import SQLModel

from frontdesk.app.ledger import (
    account_tables,
    administration_tables,
    audit_tables,
    outbox,
    preview_table,
    quality,
    questions,
    tables,
)
from frontdesk.app.ledger.audit import verify_within
from frontdesk.app.ledger.digests import plain
from frontdesk.app.ledger.records import tables as records
from frontdesk.app.ledger.revision import revision
from frontdesk.database import sealing
from frontdesk.database.engine import transaction
from frontdesk.database.migrate import newest
from frontdesk.database.sealed import as_stored
from frontdesk.database.sealing import KEYS, fits, register, registered
from frontdesk.his_adapter.tables import built_in as hospital
from frontdesk.his_adapter.tables import received
from frontdesk.models.facts import Value

MODULES = (
    sealing,
    hospital,
    received,
    records,
    outbox,
    tables,
    account_tables,
    administration_tables,
    audit_tables,
    preview_table,
    quality,
    questions,
)  # that hold all there is
AT_ONCE = 500  # rows of one insert
NAME = "frontdesk-%Y-%m-%d-%H%M%S.jsonl.gz"  # in the folder of backups
NAMED = "frontdesk-????-??-??-??????.jsonl.gz"


class BackupError(Exception):
    """It cannot be done; the message is for the operator."""


def backup(engine: Engine, path: Path) -> int:
    """Everything as it stands at one moment, while the server runs; returns how many rows. Raises BackupError."""
    new = path.with_name(f"{path.name}.new")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as raw, gzip.open(raw, "wt", encoding="utf-8") as file:
        rows = _write(engine, file)
    new.replace(path)
    return rows


def leave(folder: Path, newest: int) -> list[Path]:
    """Removes all but the newest backups in a folder, by their names; which went. Raises OSError."""
    old = sorted(folder.glob(NAMED))[:-newest]
    for one in old:
        one.unlink()
    return old


def check(path: Path) -> None:
    """Reads the whole file. Raises BackupError for what no backup wrote, and KeysError where its keys are missing."""
    fits(_head(path).keys)
    for _ in _rows(path):
        pass


def restore(engine: Engine, path: Path) -> int:
    """Into an empty database of the same version; how many rows.

    Raises BackupError, KeysError and Broken, and changes nothing. The audit trail has to be whole, and is held
    against what was restored before anything is committed: every sealed value it covers is opened for that.
    """
    head = _head(path)
    if head.revision != revision(engine):
        raise BackupError(f"the backup is of version {head.revision}, the database of {revision(engine)}")
    fits(head.keys)
    for key_id in head.keys:
        register(engine, key_id)
    with transaction(engine) as connection:
        if any(connection.scalar(select(func.count()).select_from(table)) for table in _tables()):
            raise BackupError("the database is not empty")
        try:
            rows = _insert(connection, _rows(path))
        except (IntegrityError, StatementError) as refused:
            raise BackupError(f"{path} is damaged: its rows do not fit together") from refused
        _continue_numbers(connection)
        verify_within(connection)
    return rows


@cache
def _tables() -> list[Table]:
    """In the order in which they refer to each other, with what is sealed as it is stored.

    Which keys there are is told in the head of a backup.
    """
    stored = MetaData()
    for table in SQLModel.metadata.sorted_tables:
        copy = table.to_metadata(stored)
        for column in table.columns:
            copy.columns[column.name].type = as_stored(column)
    return [table for table in stored.sorted_tables if table.name != KEYS.name]


def _write(engine: Engine, file: TextIO) -> int:
    rows = 0
    told = newest()  # of our tables, where the database is a newer one's
    file.write(json.dumps({"revision": told, "keys": registered(engine)}) + "\n")
    options = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ", "stream_results": True}
    with engine.connect().execution_options(**options) as connection, connection.begin():
        for table in _tables():
            found = connection.execute(select(table).order_by(*table.primary_key.columns))
            for row in _parents_first(table, found):
                values = {column.name: plain(value) for column, value in zip(table.columns, row, strict=True)}
                file.write(json.dumps({"table": table.name, "row": values}, ensure_ascii=False) + "\n")
                rows += 1
    return rows


def _parents_first(table: Table, rows: Iterable[Row[Any]]) -> Iterator[Row[Any]]:
    """Rows that refer to others of their own table come behind those; the rest in the order they are in."""
    own = [(key.parent.name, key.column.name) for key in table.foreign_keys if key.column.table is table]
    if not own:
        yield from rows
        return
    ((child, parent),) = own
    waiting: dict[Any, list[Row[Any]]] = {}
    for row in rows:
        waiting.setdefault(row._mapping[child], []).append(row)
    ready = waiting.pop(None, [])
    while ready:
        row = ready.pop(0)
        ready += waiting.pop(row._mapping[parent], [])
        yield row
    for rows_without_parent in waiting.values():
        yield from rows_without_parent


def _insert(connection: Connection, rows: Iterable[tuple[Table, dict[str, Any]]]) -> int:
    number = 0
    for table, some in groupby(rows, key=itemgetter(0)):
        values = map(itemgetter(1), some)
        while batch := list(islice(values, AT_ONCE)):
            connection.execute(insert(table), batch)
            number += len(batch)
    return number


class Head(Value):
    """The first line of a backup: of which version it is, and the keys that what it holds is sealed with."""

    revision: str
    keys: list[str] = []


def _head(path: Path) -> Head:
    try:
        return Head.model_validate(next(_lines(path), None))
    except ValidationError:
        raise BackupError(f"{path} is no backup") from None


def _rows(path: Path) -> Iterator[tuple[Table, dict[str, Any]]]:
    """Each row with the table it is of."""
    tables = {table.name: table for table in _tables()}
    for number, entry in enumerate(islice(_lines(path), 1, None), start=2):
        try:
            table = tables[entry["table"]]
            yield table, {name: _typed(table, name, value) for name, value in entry["row"].items()}
        except (AttributeError, LookupError, TypeError, ValueError):
            raise BackupError(f"{path} is damaged: line {number} is no row of this version") from None


def _lines(path: Path) -> Iterator[Any]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            yield from map(json.loads, file)
    except EOFError:
        raise BackupError(f"{path} is cut off in the middle") from None
    except (gzip.BadGzipFile, zlib.error, ValueError):
        raise BackupError(f"{path} is no backup, or is damaged") from None


def _typed(table: Table, name: str, value: Any) -> Any:
    """As the column takes it."""
    if not isinstance(value, str):
        return value
    for kind in (datetime, date, time):
        if table.columns[name].type.python_type is kind:
            return kind.fromisoformat(value)
    return value


def _continue_numbers(connection: Connection) -> None:
    """PostgreSQL goes on numbering behind what was restored; SQLite does so by itself."""
    if connection.dialect.name != "postgresql":
        return
    for table in _tables():
        for column in table.primary_key.columns:
            sequence = connection.scalar(
                text("select pg_get_serial_sequence(:table, :column)"), {"table": table.name, "column": column.name}
            )
            if sequence:
                highest = connection.scalar(select(func.max(column)))
                if highest is not None:
                    reached = {"sequence": sequence, "highest": highest}
                    connection.execute(text("select setval(:sequence, :highest)"), reached)
