"""The whole database as one file of JSON lines, compressed; from SQLite to PostgreSQL and back, too."""

import gzip
import json
import os
from collections.abc import Iterator
from datetime import date, datetime, time
from pathlib import Path
from typing import Any, TextIO

from sqlalchemy import Connection, Engine, Table, func, insert, select, text
from sqlmodel import SQLModel

from app.ledger import account_tables, audit_tables, preview_table, quality, questions, tables
from app.ledger.audit import verify
from app.ledger.digests import plain
from app.ledger.revision import revision
from his_adapter import delivery
from his_adapter.sql import tables as hospital
from his_adapter.sql.engine import transaction

MODULES = (
    hospital,
    delivery,
    tables,
    account_tables,
    audit_tables,
    preview_table,
    quality,
    questions,
)  # that hold all there is
AT_ONCE = 500  # rows of one insert


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


def restore(engine: Engine, path: Path) -> int:
    """Into an empty database of the same version; the audit trail has to be whole. Raises BackupError and Broken."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        head = json.loads(next(file))
        if head.get("revision") != revision(engine):
            raise BackupError(f"the backup is of version {head.get('revision')}, the database of {revision(engine)}")
        with transaction(engine) as connection:
            if any(connection.scalar(select(func.count()).select_from(table)) for table in _tables()):
                raise BackupError("the database is not empty")
            rows = _read(connection, file)
            _continue_numbers(connection)
    verify(engine)
    return rows


def _tables() -> list[Table]:
    """In the order in which they refer to each other."""
    return list(SQLModel.metadata.sorted_tables)


def _write(engine: Engine, file: TextIO) -> int:
    rows = 0
    file.write(json.dumps({"revision": revision(engine)}) + "\n")
    options = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ", "stream_results": True}
    with engine.connect().execution_options(**options) as connection, connection.begin():
        for table in _tables():
            order = table.columns.get("at", next(iter(table.primary_key.columns)))  # acts before what undoes them
            for row in connection.execute(select(table).order_by(order)):
                values = {column.name: plain(value) for column, value in zip(table.columns, row, strict=True)}
                file.write(json.dumps({"table": table.name, "row": values}, ensure_ascii=False) + "\n")
                rows += 1
    return rows


def _read(connection: Connection, file: TextIO) -> int:
    tables = {table.name: table for table in _tables()}
    rows, last = 0, ""
    waiting: list[dict[str, Any]] = []
    for name, row in _rows(file, tables):
        if waiting and (name != last or len(waiting) == AT_ONCE):
            connection.execute(insert(tables[last]), waiting)
            waiting = []
        last = name
        waiting.append(row)
        rows += 1
    if waiting:
        connection.execute(insert(tables[last]), waiting)
    return rows


def _rows(file: TextIO, tables: dict[str, Table]) -> Iterator[tuple[str, dict[str, Any]]]:
    for line in file:
        entry = json.loads(line)
        table = tables[entry["table"]]
        yield table.name, {name: _typed(table, name, value) for name, value in entry["row"].items()}


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
