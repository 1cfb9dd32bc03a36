"""Which keys a database needs, and the sealing of what it holds: once when it was plain, anew with another key."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from pydantic import NaiveDatetime
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Engine,
    Table,
    Text,
    and_,
    bindparam,
    cast,
    delete,
    func,
    insert,
    or_,
    select,
    tuple_,
    type_coerce,
    update,
)
from sqlmodel import Field, SQLModel

from frontdesk.database.engine import asking, transaction
from frontdesk.database.keys import MARK, KeysError, Tampered, used
from frontdesk.database.sealed import SEALED, SealedJson, SealedText, as_stored, seal_value

AT_ONCE = 200  # rows of one transaction, so that nobody waits long behind it


class SealingKeyRow(SQLModel, table=True):
    """A key that something here may be sealed with; `finished`: once nothing was left plain, or under another key."""

    __tablename__ = "sealing_key"

    key_id: str = Field(primary_key=True)
    since: NaiveDatetime
    finished: NaiveDatetime | None = None


KEYS: Table = SealingKeyRow.__table__  # type: ignore[attr-defined]


def prepare(engine: Engine) -> int:
    """Sees that the keys fit, makes the first one, and seals what is plain; returns how many rows that were.

    Cut off in the middle it goes on at the next start. Raises KeysError.
    """
    keys, there = used(), registered(engine)
    if not keys.keys and not there:
        keys.make()
    if not keys.keys and not there:
        raise KeysError(f"there is no key in {keys.path} (FRONTDESK_KEYS_FILE)")
    fits(there)
    register(engine, keys.ids[0])
    if finished(engine):
        return 0
    sealed = reseal(engine)
    if sealed and engine.dialect.name == "sqlite":
        _overwrite_what_was(engine)
    return sealed


def fits(needed: list[str]) -> None:
    """Raises KeysError where keys with these ids are not there."""
    keys = used()
    missing = [one for one in needed if one not in keys.ids]
    if missing:
        raise KeysError(
            f"the database holds data sealed with the key {', '.join(missing)}, which is not in {keys.path}"
            " (FRONTDESK_KEYS_FILE); put the file of its keys there"
        )


def registered(engine: Engine) -> list[str]:
    with asking(engine) as connection:
        return list(connection.scalars(select(KEYS.c.key_id).order_by(KEYS.c.since)))


def finished(engine: Engine) -> dict[str, datetime]:
    """The keys that once everything was sealed with, and when."""
    with asking(engine) as connection:
        rows = connection.execute(select(KEYS.c.key_id, KEYS.c.finished).where(KEYS.c.finished.is_not(None)))
        return {row.key_id: row.finished for row in rows}


def register(engine: Engine, key_id: str) -> None:
    """Before anything is sealed with it."""
    with transaction(engine) as connection:
        if connection.scalar(select(KEYS.c.key_id).where(KEYS.c.key_id == key_id)) is None:
            connection.execute(insert(KEYS), {"key_id": key_id, "since": _now(), "finished": None})


def forget(engine: Engine, key_id: str) -> None:
    """Nothing is sealed with it any more. Raises KeysError where something is."""
    with transaction(engine) as connection:
        left = sum(_count(connection, table, columns, key_id) for table, columns in sealed_columns())
        if left:
            raise KeysError(f"{left} rows are sealed with the key {key_id}: `frontdesk keys reseal` first")
        connection.execute(delete(KEYS).where(KEYS.c.key_id == key_id))


def reseal(engine: Engine) -> int:
    """Seals with the first key whatever is plain or under another one, while others read and write; how many rows.

    Cut off, it goes on where it was. What was tampered with stays as it is.
    """
    first, rows = used().ids[0], 0
    for table, columns in sealed_columns():
        last: tuple[Any, ...] | None = None
        while batch := _reseal_some(engine, table, columns, first, last):
            changed, last = batch
            rows += changed
    with transaction(engine) as connection:
        connection.execute(update(KEYS).where(KEYS.c.key_id == first).values(finished=_now()))
    return rows


def sealed_columns() -> Iterator[tuple[Table, list[Column[Any]]]]:
    for table in SQLModel.metadata.sorted_tables:
        columns = [column for column in table.columns if isinstance(column.type, SEALED)]
        if columns:
            yield table, columns


def count(engine: Engine, key_id: str) -> int:
    """Rows that hold something sealed with it."""
    with asking(engine) as connection:
        return sum(_count(connection, table, columns, key_id) for table, columns in sealed_columns())


def _reseal_some(
    engine: Engine, table: Table, columns: list[Column[Any]], first: str, last: tuple[Any, ...] | None
) -> tuple[int, tuple[Any, ...]] | None:
    """How many rows of a batch behind `last` were changed, and the last of the batch; None at the end."""
    names = list(table.primary_key.columns)
    query = (
        select(*names, *(type_coerce(column, Text).label(column.name) for column in columns))
        .where(or_(*(and_(_filled(column), ~_sealed_with(column, first)) for column in columns)))
        .order_by(*names)
        .limit(AT_ONCE)
        .with_for_update(skip_locked=True)  # whoever waits for a row of ours never has one that we wait for
    )
    if last is not None:
        query = query.where(tuple_(*names) > tuple_(*(bindparam(None, value) for value in last)))
    with transaction(engine) as connection:
        rows = connection.execute(query).all()
        changed = [values for row in rows if (values := _resealed(row._mapping, columns, first))]
        if changed:
            where = (name == bindparam(f"of_{name.name}") for name in names)
            new = {column: bindparam(f"new_{column.name}", type_=as_stored(column)) for column in columns}
            connection.execute(update(table).where(*where).values(new), changed)
    return (len(changed), tuple(rows[-1][: len(names)])) if rows else None


def _resealed(row: Any, columns: list[Column[Any]], first: str) -> dict[str, Any]:
    """Nothing where a value of the row cannot be opened."""
    try:
        new = {f"new_{column.name}": _anew(column, row[column.name], first) for column in columns}
    except (Tampered, ValueError):
        return {}
    return {f"of_{name.name}": row[name.name] for name in columns[0].table.primary_key.columns} | new


def _anew(column: Column[Any], stored: Any, first: str) -> Any:
    kind: SealedJson | SealedText = column.type  # type: ignore[assignment]
    is_json = isinstance(kind, SealedJson)
    token = stored.strip('"') if is_json and isinstance(stored, str) else stored
    if not stored or (isinstance(token, str) and token.startswith(f"{MARK}{first}.")):
        return token
    if isinstance(token, str) and token.startswith(MARK):
        return used().seal(used().open(token, kind.where), kind.where)
    plain = json.loads(stored) if is_json and isinstance(stored, str) else stored
    return seal_value(kind, plain)


def _count(connection: Connection, table: Table, columns: list[Column[Any]], key_id: str) -> int:
    query = select(func.count()).select_from(table).where(or_(*(_sealed_with(one, key_id) for one in columns)))
    return connection.scalar(query) or 0


def _filled(column: Column[Any]) -> ColumnElement[bool]:
    return cast(type_coerce(column, as_stored(column)), Text) != ""


def _sealed_with(column: Column[Any], key_id: str) -> ColumnElement[bool]:
    quote = '"' if isinstance(column.type, SealedJson) else ""
    return cast(type_coerce(column, as_stored(column)), Text).like(f"{quote}{MARK}{key_id}.%")


def _overwrite_what_was(engine: Engine) -> None:
    """The plain words are not left in pages that are free by now, nor in the log of writes."""
    with asking(engine) as connection:
        connection.exec_driver_sql("VACUUM")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


def _now() -> datetime:
    return datetime.now().replace(microsecond=0)  # noqa: DTZ005 the hospital's local time
