"""Values as a Tryton server sends them in JSON, and its moments, which are UTC."""

from datetime import UTC, date, datetime
from typing import Any

Row = dict[str, Any]


def encoded(value: Any) -> Any:
    match value:
        case datetime():
            return {
                "__class__": "datetime",
                **_day(value),
                "hour": value.hour,
                "minute": value.minute,
                "second": value.second,
                "microsecond": 0,
            }
        case date():
            return {"__class__": "date", **_day(value)}
        case dict():
            return {name: encoded(one) for name, one in value.items()}
        case list() | tuple():
            return [encoded(one) for one in value]
    return value


def decoded(told: Row) -> Any:
    """For an object of JSON, from the inside out."""
    match told.get("__class__"):
        case "datetime":
            when = date(told["year"], told["month"], told["day"])
            return datetime(when.year, when.month, when.day, told["hour"], told["minute"], told["second"])  # noqa: DTZ001
        case "date":
            return date(told["year"], told["month"], told["day"])
    return told


def utc(at: datetime) -> datetime:
    """The hospital's local time as the server keeps it."""
    return at.astimezone(UTC).replace(tzinfo=None)


def local(at: datetime) -> datetime:
    return at.replace(tzinfo=UTC).astimezone().replace(tzinfo=None)


def told_in(row: Row, path: str) -> Any:
    """`party.lastname` of a row that was read with its relations; None where one of them is empty."""
    *relations, last = path.split(".")
    for name in relations:
        row = row.get(f"{name}.") or {}
    return row.get(last)


def text_in(row: Row, path: str) -> str:
    return str(told_in(row, path) or "").strip()


def _day(at: date) -> Row:
    return {"year": at.year, "month": at.month, "day": at.day}
