"""Columns whose content is encrypted at rest (AES-256-GCM); in the database nothing can look into them.

What is stored is `s1.KEY.CONTENT`, in a JSON column as a JSON string; it is bound to its column.
"""

import json
from typing import Any, NoReturn

from sqlalchemy import JSON, Column, ColumnElement, Dialect, String, Text, type_coerce
from sqlalchemy.sql.operators import OperatorType, is_, is_not
from sqlalchemy.types import TypeDecorator, TypeEngine
from sqlmodel import Field

from frontdesk.database.keys import used

OPENLY = (is_, is_not)  # all that the database can be asked of a sealed column: whether there is anything


class _Closed(TypeDecorator[Any]):
    """`where`: table and column, "event.body"."""

    impl: TypeEngine[Any] | type[TypeEngine[Any]] = Text
    cache_ok = True

    def __init__(self, where: str) -> None:
        super().__init__()
        self.where = where

    class Comparator(TypeDecorator.Comparator[Any]):
        """A condition on what is encrypted would silently find nothing."""

        def operate(self, op: OperatorType, *other: Any, **more: Any) -> Any:
            return super().operate(op, *other, **more) if op in OPENLY else self._refuse()

        def reverse_operate(self, op: OperatorType, other: Any, **more: Any) -> NoReturn:
            self._refuse()

        def _refuse(self) -> NoReturn:
            raise TypeError("the database cannot look into a sealed column: see docs/privacy.md")

    comparator_factory = Comparator


class SealedJson(_Closed):
    """A value of JSON. Reading it raises Tampered."""

    impl = JSON
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        return used().seal(_dumped(value), self.where)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        return None if value is None else json.loads(used().open(value, self.where))


class SealedText(_Closed):
    """A text. An empty one stays so, as does None: most are."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        return used().seal(value, self.where) if value else value

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        return used().open(value, self.where) if value else value


class Legible(TypeDecorator[Any]):
    """A sealed column of which some rows may be damaged: those are None, and spoil nobody else's."""

    impl = Text
    cache_ok = True

    def __init__(self, where: str, is_json: bool) -> None:
        super().__init__()
        self.where, self.is_json = where, is_json

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        if not value:
            return value
        try:
            if not self.is_json:
                return used().open(value, self.where)
            return json.loads(used().open(value.strip('"') if isinstance(value, str) else value, self.where))
        except ValueError:
            return None


SEALED = (SealedJson, SealedText)


def legible(column: Column[Any]) -> ColumnElement[Any]:
    """The column under its name, a sealed one as `Legible`."""
    kind = column.type
    if not isinstance(kind, SEALED):
        return column
    return type_coerce(column, Legible(kind.where, isinstance(kind, SealedJson))).label(column.name)


def sealed_json(where: str) -> Any:
    return Field(sa_column=Column(SealedJson(where), nullable=False))


def sealed_text(where: str, *, nullable: bool = False) -> Any:
    column: Any = Column(SealedText(where), nullable=nullable)
    return Field(default=None, sa_column=column) if nullable else Field(sa_column=column)


def as_stored(column: Column[Any]) -> TypeEngine[Any]:
    """The type that reads and writes what the database itself holds."""
    return column.type.impl_instance if isinstance(column.type, SEALED) else column.type


def seal_value(kind: TypeEngine[Any], value: Any) -> Any:
    """What is stored of `value` in a column of this kind."""
    if isinstance(kind, SealedJson):
        return used().seal(_dumped(value), kind.where)
    if isinstance(kind, SealedText) and value:
        return used().seal(value, kind.where)
    return value


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
