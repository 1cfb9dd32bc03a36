"""In which order a table shows records; the same wherever they are kept. What is empty comes last either way."""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

from frontdesk.his_adapter.changes import Found
from frontdesk.his_adapter.matching import sex_of, years_of
from frontdesk.his_adapter.operation import Column
from frontdesk.models.facts import Value
from frontdesk.models.parsers.sounds import pinyin

Key = str | float
One = TypeVar("One")

# A database sorts these as bytes; people sort names by their sound, ages as numbers, and sexes alike in both languages.
AS_PEOPLE_DO = frozenset({Column.NAME, Column.DEPARTMENT, Column.AGE, Column.GENDER})


class Ordering(Value):
    column: Column = Column.VISIT_DATE
    descending: bool = True


def key_of(column: Column, value: object) -> Key:
    """What a value is sorted by; a name in Chinese by its pinyin, so that it stands among those in Latin letters."""
    match value:
        case int() | float():
            return value
        case None:
            return ""
        case _:
            text = str(value)
    if column is Column.AGE:
        years = years_of(text)
        return "" if years is None else years
    if column is Column.GENDER:
        return sex_of(text) or text.casefold()
    return _sound(text) if column in AS_PEOPLE_DO else text.casefold()


def in_order(those: Iterable[tuple[Key, One]], *, descending: bool) -> list[One]:
    """Equal ones stay in the order in which they came."""
    there = list(those)
    full = sorted((one for one in there if one[0] != ""), key=lambda one: one[0], reverse=descending)
    return [one for _, one in (*full, *(one for one in there if one[0] == ""))]


def ordered(found: Iterable[Found], order: Ordering) -> list[Found]:
    """Those that came newest first stay so among equals."""
    keyed = ((key_of(order.column, getattr(one.record, order.column)), one) for one in found)
    return in_order(keyed, descending=order.descending)


@lru_cache(maxsize=20_000)
def _sound(text: str) -> str:
    return " ".join(pinyin(text.strip())).casefold()
