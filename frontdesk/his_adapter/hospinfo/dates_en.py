"""Periods as they are written in English: 1 March 2026, last week, three days ago, this morning."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

from frontdesk.his_adapter.hospinfo import calendar
from frontdesk.his_adapter.hospinfo.calendar import Period
from frontdesk.models.parsers.numbers import number

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MOST = 366  # units of time that somebody looks back
ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}

THIRDS = {"beginning": 0, "start": 0, "early": 0, "mid": 1, "middle": 1, "end": 2, "late": 2, "latter": 2}
HOLIDAYS = {
    "christmas": (12, 25),
    "christmas day": (12, 25),
    "christmas eve": (12, 24),
    "new year": (1, 1),
    "new year's day": (1, 1),
    "new year's eve": (12, 31),
}


def _numbers(match: re.Match[str], now: datetime) -> Period | None:
    """Year first, or the year last: then the day comes first wherever it can."""
    named = match.groupdict()
    month, of_month = int(named["m"]), int(named["d"]) if named.get("d") else None
    if of_month and month > 12 and match.start("d") < match.start("y"):
        month, of_month = of_month, month
    return calendar.dated(now, month, of_month, year=int(named["y"]))


def _date(match: re.Match[str], now: datetime) -> Period | None:
    named = match.groupdict()
    month, of_month = MONTHS.index(match["month"][:3]) + 1, named.get("d")
    return calendar.dated(now, month, int(re.sub(r"\D", "", of_month)) if of_month else None, year=_year(named, now))


def _year(named: dict[str, str | None], now: datetime) -> int | None:
    if named.get("y"):
        return int(str(named["y"]))
    which = named.get("which")
    return now.year - (which in ("last", "previous")) if which else None


def _day(match: re.Match[str], now: datetime) -> Period:
    return calendar.of_month(now, int(re.sub(r"\D", "", match["d"])))


def _third(match: re.Match[str], now: datetime) -> Period:
    month = calendar.dated(now, MONTHS.index(match["month"][:3]) + 1, None, year=_year(match.groupdict(), now))
    return calendar.third(month, THIRDS[match["third"].split()[0]])


def _quarter(match: re.Match[str], now: datetime) -> Period | None:
    if match["n"] == "last" and not (match["y"] or match["which"]):
        return _unit_of("quarter", -1, now)
    which = int(match["q"]) if match["q"] else ORDINALS[match["n"]]
    return calendar.quarter(_year(match.groupdict(), now) or now.year, which)


def _half(match: re.Match[str], now: datetime) -> Period | None:
    return calendar.months(_year(match.groupdict(), now) or now.year, 1 if match["n"] == "first" else 7, 6)


def _near(match: re.Match[str], now: datetime) -> Period:
    return calendar.day(calendar.back(now, {"today": 0, "yesterday": 1, "tomorrow": -1}[match["day"]], "day"))


def _part(match: re.Match[str], now: datetime) -> Period:
    away = {"yesterday": 1, "last": 1, "tomorrow": -1}.get(match["day"], 0)
    return _of_day(now - timedelta(days=away), match["part"])


PARTS = {"morning": (0, 0, 11, 59), "afternoon": (12, 0, 17, 59), "evening": (18, 0, 23, 59), "night": (18, 0, 23, 59)}


def _of_day(day: datetime, part: str) -> Period:
    first, first_minute, last, last_minute = PARTS[part]
    at = day.replace(second=0, microsecond=0)
    return Period(at.replace(hour=first, minute=first_minute), at.replace(hour=last, minute=last_minute))


def _weekday(match: re.Match[str], now: datetime) -> Period | None:
    """The last one there was; "last Friday" is that of last week, "this Friday" that of this week."""
    if match[0].split()[-1] in ("sun", "sat", "mon", "wed", "fri") and not match["which"]:
        return None
    which, wanted = match["which"] or match["week"], WEEKDAYS.index(match["weekday"][:3])
    monday = calendar.week(now.date()).start.date()
    away = {"last": -7, "past": -7, "next": 7}.get(which or "", 0)
    if which is None and wanted > now.weekday():
        away = -7
    return calendar.day(monday + timedelta(days=wanted + away))


def _weekday_ago(match: re.Match[str], now: datetime) -> Period | None:
    monday = calendar.week(calendar.back(now, _count(match["count"]), "week")).start
    return calendar.day((monday + timedelta(days=WEEKDAYS.index(match["weekday"][:3]))).date())


def _weekday_before_last(match: re.Match[str], now: datetime) -> Period:
    """A week before the last one there was."""
    ago = (now.weekday() - WEEKDAYS.index(match["weekday"][:3]) - 1) % 7 + 1
    return calendar.day(calendar.back(now, ago + 7, "day"))


def _count(words: str) -> float:
    named = {"": 1, "a": 1, "an": 1, "the": 1, "a couple of": 2, "half": 0.5, "half a": 0.5, "half an": 0.5, "few": 3}
    return named[words] if words in named else number(words) or 1


def _ago(match: re.Match[str], now: datetime) -> Period | None:
    unit, count = match["unit"], _count(match["count"])
    if count > MOST:
        return None
    return calendar.day(
        calendar.back(now, count * (2 if unit == "fortnight" else 1), "week" if unit == "fortnight" else unit)
    )


def _recent(match: re.Match[str], now: datetime) -> Period | None:
    found = _ago(match, now)
    return Period(found.start, calendar.day(now.date()).end, since=True) if found else None


def _unit(match: re.Match[str], now: datetime) -> Period:
    which = match.groupdict().get("which") or "this"
    away = (
        -1 if which.split()[-1] in ("last", "past", "previous") else 1 if which.split()[-1] in ("next", "coming") else 0
    )
    return _unit_of(match["unit"].split()[-1], away, now)


def _weekend(match: re.Match[str], now: datetime) -> Period:
    """The last one that has begun."""
    return calendar.weekend(now if now.weekday() >= WEEKDAYS.index("sat") else calendar.back(now, 1, "week"))


def _holiday(match: re.Match[str], now: datetime) -> Period:
    year = int(match["y"]) if match["y"] else None
    return calendar.dated(now, *HOLIDAYS[match["holiday"]], year=year)


def _unit_of(unit: str, away: int, now: datetime) -> Period:
    match unit:
        case "week":
            return calendar.week(calendar.back(now, -away, "week"))
        case "weekend":
            return calendar.weekend(calendar.back(now, -away, "week"))
        case "month":
            return calendar.months(now.year, now.month + away)
        case "quarter":
            return calendar.quarter(now.year, (now.month + 2) // 3 + away)
        case _:
            return calendar.year(now.year + away)


def _day_before_yesterday(match: re.Match[str], now: datetime) -> Period:
    return calendar.day(calendar.back(now, 2, "day"))


def _week_before_last(match: re.Match[str], now: datetime) -> Period:
    return calendar.week(calendar.back(now, 2, "week"))


def _month_before_last(match: re.Match[str], now: datetime) -> Period:
    return calendar.months(now.year, now.month - 2)


def _year_before_last(match: re.Match[str], now: datetime) -> Period:
    return calendar.year(now.year - 2)


def _tonight(match: re.Match[str], now: datetime) -> Period:
    return _of_day(now, "night")


def _whole_year(match: re.Match[str], now: datetime) -> Period:
    return calendar.year(int(match["y"]))


READS: dict[str, Callable[..., Period | None]] = {  # called with the match and `now`
    "numbers": _numbers,
    "date": _date,
    "day": _day,
    "third": _third,
    "quarter": _quarter,
    "half": _half,
    "near": _near,
    "part": _part,
    "tonight": _tonight,
    "weekday": _weekday,
    "weekday_ago": _weekday_ago,
    "weekday_before_last": _weekday_before_last,
    "ago": _ago,
    "recent": _recent,
    "unit": _unit,
    "weekend": _weekend,
    "holiday": _holiday,
    "day_before_yesterday": _day_before_yesterday,
    "week_before_last": _week_before_last,
    "month_before_last": _month_before_last,
    "year_before_last": _year_before_last,
    "year": _whole_year,
}
