"""A hospital's views through SQLAlchemy: what is mapped is read, with the types that the database tells."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from decimal import Decimal
from threading import Lock
from time import monotonic
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Select,
    TableClause,
    column,
    create_engine,
    event,
    inspect,
    select,
    table,
)
from sqlalchemy.exc import DBAPIError, NoSuchTableError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from frontdesk.his_adapter.circuit_breaker import CircuitBreaker
from frontdesk.his_adapter.errors import HospitalAway, HospitalError
from frontdesk.his_adapter.views.address import Address
from frontdesk.his_adapter.views.mapping import Mapped
from frontdesk.his_adapter.views.postgres import Impatient

CONNECTING = {  # how each driver is told how long connecting may take, and a statement
    "postgresql": ("connect_timeout", None),
    "mysql": ("connect_timeout", "read_timeout"),
    "mssql": ("login_timeout", "timeout"),
    "oracle": ("tcp_connect_timeout", None),
}

TRUTHS = {"true": True, "t": True, "1": True, "false": False, "f": False, "0": False}
KINDS: dict[type, Callable[[str], Any]] = {
    bool: lambda told: TRUTHS[told.lower()],
    datetime: datetime.fromisoformat,
    date: date.fromisoformat,
    UUID: UUID,
}


class RefusedByDatabase(HospitalError):
    """The database does not do this: a view or column that is not there, a right that we lack, a value too long."""


class WrongMapping(HospitalError):
    """The mapping names what the database does not have; `frontdesk his check` says what."""


class Source:
    """One mapped view or table. Safe to use from several threads."""

    def __init__(self, database: "Database", mapped: Mapped) -> None:
        self.mapped = mapped
        self._database = database
        self._lock = Lock()
        self._table: TableClause | None = None

    @property
    def table(self) -> TableClause:
        """Raises WrongMapping, and HospitalAway."""
        with self._lock:
            if self._table is None:
                types = self._database.columns(self.mapped.view)
                self._table = table(
                    self._named[1],
                    *(column(name, kind) for name, kind in types.items()),
                    schema=self._named[0],
                )
            return self._table

    @property
    def _named(self) -> tuple[str | None, str]:
        return schema_and_name(self.mapped.view)

    def column(self, name: str) -> ColumnElement[Any]:
        """Theirs of a column of ours, which is mapped. Raises WrongMapping."""
        return self._theirs(self.mapped.columns[name])

    def select(self) -> Select[Any]:
        """The mapped columns under our names, of the rows that count."""
        chosen = select(*(self.column(name).label(name) for name in self.mapped.columns))
        for theirs, values in self.mapped.where.items():
            there = self._theirs(theirs)
            chosen = chosen.where(there.in_([one for value in values if (one := bound(there, value)) is not None]))
        return chosen

    def is_(self, name: str, value: str) -> ColumnElement[bool]:
        """Whether a column of ours has that value, as the database keeps it."""
        return equal(self.column(name), value)

    def read(self, chosen: Select[Any]) -> list[dict[str, Any]]:
        """Raises HospitalAway, RefusedByDatabase."""
        with self._database.reading() as connection:
            return [{str(name): value for name, value in row.items()} for row in connection.execute(chosen).mappings()]

    def _theirs(self, name: str) -> ColumnElement[Any]:
        try:
            return self.table.c[name]
        except KeyError:
            raise WrongMapping(f"{self.mapped.view} has no column {name}") from None


class Database:
    def __init__(self, address: Address) -> None:
        self._engine = _engine(address)
        self._timeout = address.timeout
        self._breaker = CircuitBreaker(self._answers)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self._connected() as connection:
            yield connection.execution_options(postgresql_readonly=True)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        with self._connected() as connection, connection.begin():
            yield connection

    def columns(self, view: str) -> dict[str, Any]:
        """The types of a view's columns. Raises WrongMapping."""
        schema, name = schema_and_name(view)
        with self._connected() as connection:
            try:
                return {one["name"]: one["type"] for one in inspect(connection).get_columns(name, schema)}
            except NoSuchTableError:
                raise WrongMapping(f"there is no view or table {view}") from None

    def refuses_nothing_told(self, view: str, name: str) -> bool:
        """Whether a column takes no NULL."""
        schema, table_name = schema_and_name(view)
        with self._connected() as connection:
            columns = inspect(connection).get_columns(table_name, schema)
        return any(one["name"] == name and not one["nullable"] for one in columns)

    def unique(self, view: str, name: str) -> bool:
        """Whether a column of a table is unique by itself."""
        schema, table_name = schema_and_name(view)
        with self._connected() as connection:
            told = inspect(connection)
            alone = [
                told.get_pk_constraint(table_name, schema)["constrained_columns"],
                *(one["column_names"] for one in told.get_unique_constraints(table_name, schema)),
                *(one["column_names"] for one in told.get_indexes(table_name, schema) if one["unique"]),
            ]
        return [name] in alone

    def _answers(self) -> bool:
        try:
            self._engine.connect().close()
        except (DBAPIError, PoolTimeout):
            return False
        return True

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """Its errors as ours, without statement and values, which may name a person."""
        self._breaker.check()
        try:
            connection = self._engine.connect()
        except (DBAPIError, PoolTimeout) as error:
            self._breaker.trip()
            raise HospitalAway(type(error).__name__) from None
        began = monotonic()
        with connection:
            try:
                yield connection
            except DBAPIError as error:
                if monotonic() - began >= self._timeout:
                    self._breaker.trip()
                if error.connection_invalidated or isinstance(error, OperationalError):
                    raise HospitalAway(type(error).__name__) from None
                raise RefusedByDatabase(type(error.orig).__name__) from error
            except NoSuchTableError:
                raise
            except SQLAlchemyError as error:
                raise RefusedByDatabase(type(error).__name__) from None


def schema_and_name(view: str) -> tuple[str | None, str]:
    schema, _, name = view.rpartition(".")
    return schema or None, name


def equal(there: ColumnElement[Any], value: str) -> ColumnElement[bool]:
    given = bound(there, value)
    return there.is_(None) & there.is_not(None) if given is None else there == given


def bound(there: ColumnElement[Any], value: str) -> Any:
    """A text as the column's type has it; None where it cannot be one of its values."""
    try:
        kind = there.type.python_type
    except NotImplementedError:
        return value
    if kind in (int, Decimal):
        return kind(value) if value.isascii() and value.isdigit() and len(value) < 19 else None
    try:
        return KINDS[kind](value) if kind in KINDS else value
    except (KeyError, ValueError):
        return None


def _engine(address: Address) -> Engine:
    connecting, statement = CONNECTING[address.kind]
    seconds = max(1, round(address.timeout))
    url = address.url
    if secret := address.password.get_secret_value():
        url = url.set(password=secret)
    told: dict[str, Any] = {connecting: seconds} | ({statement: seconds} if statement else {})
    engine = create_engine(
        url,
        pool_size=5,
        max_overflow=20,
        pool_timeout=address.timeout,
        pool_pre_ping=True,
        connect_args=told,
        hide_parameters=True,
    )
    if address.kind == "postgresql":

        @event.listens_for(engine, "do_connect")
        def _(_dialect: Any, _record: Any, told: tuple[Any, ...], more: dict[str, Any]) -> Any:
            return Impatient.connected(*told, seconds=address.timeout, **more)

        event.listen(engine, "connect", lambda made, _: _limit_postgres(made, address.timeout))
    if address.kind == "oracle":
        event.listen(engine, "connect", lambda made, _: setattr(made, "call_timeout", round(address.timeout * 1000)))
    return engine


def _limit_postgres(made: Any, seconds: float) -> None:
    with made.cursor() as cursor:
        cursor.execute(f"set statement_timeout = {round(seconds * 1000)}")
    made.commit()
