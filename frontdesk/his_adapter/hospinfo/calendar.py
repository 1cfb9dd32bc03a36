"""Periods of the hospital's calendar: days, weeks, months, quarters and years, to the minute."""

from calendar import monthrange
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

SOON = timedelta(days=14)  # a day without a year that comes within it is that one, not the one a year ago
THIRDS = 3
LAST_MINUTE = time(23, 59)


class NoSuchDay(Exception):
    """The 29th of February of another year and the like: nothing near it is meant."""


class Period(NamedTuple):
    """From `start` to `end`, both included; one moment when they are the same. `open` goes on past `end`."""

    start: datetime
    end: datetime
    since: bool = False  # "the last three days": from then on


def days(first: date, last: date) -> Period:
    return Period(datetime.combine(first, time()), datetime.combine(last, LAST_MINUTE))


def day(of: date) -> Period:
    return days(of, of)


def moment(at: datetime) -> Period:
    return Period(at, at)


def week(of: date) -> Period:
    """Monday to Sunday."""
    monday = of - timedelta(days=of.weekday())
    return days(monday, monday + timedelta(days=6))


def weekend(of: date) -> Period:
    monday = of - timedelta(days=of.weekday())
    return days(monday + timedelta(days=5), monday + timedelta(days=6))


def months(year: int, month: int, count: int = 1) -> Period:
    """`count` months from `month`, which may be below 1 or above 12."""
    first, last = _month(year, month), _month(year, month + count - 1)
    return days(first, last.replace(day=monthrange(last.year, last.month)[1]))


def quarter(year: int, number: int) -> Period:
    return months(year, 3 * number - 2, 3)


def year(of: int) -> Period:
    return months(of, 1, 12)


def back(now: datetime, count: float, unit: str) -> date:
    """The day `count` units ("day", "week", "month", "year") before `now`; half a month is 15 days."""
    if unit in ("month", "year"):
        whole = round(count * 12) if unit == "year" else int(count)
        first = _month(now.year, now.month - whole)
        there = first.replace(day=min(now.day, monthrange(first.year, first.month)[1]))
        return there - timedelta(days=15 if unit == "month" and count != whole else 0)
    return now.date() - timedelta(days=round(count * (7 if unit == "week" else 1)))


def dated(now: datetime, month: int, of_month: int | None, *, year: int | None = None) -> Period:
    """A day or a month; without a year the last one that has begun. Raises NoSuchDay."""
    for candidate in (year,) if year else (now.year, now.year - 1):
        try:
            first = date(candidate, month, of_month or 1)
        except ValueError:
            continue
        if year or first <= now.date() + (SOON if of_month else timedelta()):
            return day(first) if of_month else months(candidate, month)
    raise NoSuchDay(f"{year or ''}-{month}-{of_month}")


def of_month(now: datetime, number: int) -> Period:
    """The 9th of this month, or of the last one when that day is far off yet. Raises NoSuchDay."""
    for back_by in range(3):
        first = _month(now.year, now.month - back_by)
        if number <= monthrange(first.year, first.month)[1] and first.replace(day=number) <= now.date() + SOON:
            return day(first.replace(day=number))
    raise NoSuchDay(f"{number}")


def third(month: Period, place: int) -> Period:
    """The first (0), second (1) or last (2) ten days or so of a month."""
    first, last = month.start.date(), month.end.date()
    return days(first.replace(day=10 * place + 1), last if place == THIRDS - 1 else first.replace(day=10 * place + 10))


def week_of(whole: Period, count: int) -> Period:
    """The week of that number in a year (ISO 8601). Raises NoSuchDay, also for another period than a year."""
    first = whole.start.date()
    if days(first, whole.end.date()) != year(first.year):
        raise NoSuchDay(f"week {count}")
    try:
        return week(date.fromisocalendar(first.year, count, 1))
    except ValueError as error:
        raise NoSuchDay(f"week {count}") from error


def some_days(whole: Period, count: int, *, last: bool) -> Period:
    """The first or the last `count` days of a period. Raises NoSuchDay where it has fewer."""
    first, end = whole.start.date(), whole.end.date()
    if not 0 < count <= (end - first).days + 1:
        raise NoSuchDay(f"{count} days")
    return days(end - timedelta(days=count - 1), end) if last else days(first, first + timedelta(days=count - 1))


def half(whole: Period, *, last: bool) -> Period:
    """Of a month: up to its 15th, or from its 16th on; of another period of whole months, half of these."""
    first, end = whole.start.date(), whole.end.date()
    count = (end.year - first.year) * 12 + end.month - first.month + 1
    if count % 2 == 0:
        return months(first.year, first.month + (count // 2 if last else 0), count // 2)
    if count > 1:
        raise NoSuchDay("half")
    return days(first.replace(day=16), end) if last else days(first, first.replace(day=15))


def _month(year: int, month: int) -> date:
    return date(year + (month - 1) // 12, (month - 1) % 12 + 1, 1)
