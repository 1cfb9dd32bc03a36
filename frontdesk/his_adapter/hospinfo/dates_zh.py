"""Periods as they are written in Chinese: 2026年3月1日, 上周三, 三天前, 一月份, 今天上午."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

from frontdesk.his_adapter.hospinfo import calendar
from frontdesk.his_adapter.hospinfo.calendar import Period
from frontdesk.models.parsers.numbers import number

MOST = 366  # units of time that somebody looks back
UNITS = {"天": "day", "日": "day", "周": "week", "星期": "week", "礼拜": "week", "月": "month", "年": "year"}
WEEKS_AWAY = {"上上": -2, "上": -1, "下": 1, "这": 0, "本": 0, "今": 0}
DAYS_AWAY = {"大前": 3, "前": 2, "昨": 1, "今": 0, "当": 0, "明": -1, "后": -2}
PARTS = {
    "早上": (0, 11),
    "上午": (0, 11),
    "早晨": (0, 11),
    "凌晨": (0, 5),
    "中午": (11, 13),
    "下午": (12, 17),
    "晚上": (18, 23),
    "夜里": (18, 23),
    "傍晚": (17, 19),
    "晚": (18, 23),
    "早": (0, 11),
}
THIRDS = {"上旬": 0, "初": 0, "中旬": 1, "中": 1, "下旬": 2, "底": 2, "末": 2}
HOLIDAYS = {"元旦": (1, 1), "五一": (5, 1), "劳动节": (5, 1), "国庆": (10, 1), "圣诞": (12, 25)}


def _date(match: re.Match[str], now: datetime) -> Period | None:
    named = match.groupdict()
    month, of_month = _number(match["m"]), named.get("d")
    return calendar.dated(now, month, _number(of_month) if of_month else None, year=year_of(named, now))


def year_of(named: dict[str, str | None], now: datetime) -> int | None:
    if named.get("y"):
        return _digits(str(named["y"]))
    which = named.get("which")
    return now.year - {"去年": 1, "上一年": 1, "前年": 2}.get(which, 0) if which else None


def _holiday(match: re.Match[str], now: datetime) -> Period:
    named = HOLIDAYS.get(match["holiday"]) or HOLIDAYS[match["holiday"].removesuffix("节")]
    return calendar.dated(now, *named, year=year_of(match.groupdict(), now))


def _third(match: re.Match[str], now: datetime) -> Period | None:
    whole = _date(match, now)
    return calendar.third(whole, THIRDS[match["third"]]) if whole else None


def _day_of_month(match: re.Match[str], now: datetime) -> Period | None:
    month = calendar.months(now.year, now.month + WEEKS_AWAY[match["away"]]).start
    return calendar.dated(now, month.month, _number(match["d"]), year=month.year)


def _day(match: re.Match[str], now: datetime) -> Period:
    return calendar.of_month(now, _number(match["d"]))


def _month(match: re.Match[str], now: datetime) -> Period | None:
    month = calendar.months(now.year, now.month + WEEKS_AWAY[match["away"]])
    return calendar.third(month, THIRDS[match["third"]]) if match["third"] else month


def _quarter(match: re.Match[str], now: datetime) -> Period | None:
    return calendar.quarter(year_of(match.groupdict(), now) or now.year, _number(match["n"]))


def _half(match: re.Match[str], now: datetime) -> Period | None:
    return calendar.months(year_of(match.groupdict(), now) or now.year, 1 if match["half"] == "上" else 7, 6)


def _monday(away: str | None, now: datetime, passed: int = 0) -> datetime:
    """The Monday of the week meant; without saying which, of the last week whose day `passed` has come."""
    weeks = WEEKS_AWAY[away] if away else -1 if passed > now.weekday() else 0
    return calendar.week(now.date()).start + timedelta(weeks=weeks)


def _weekday(match: re.Match[str], now: datetime) -> Period | None:
    wanted = "一二三四五六日".find(match["day"].replace("天", "日"))
    wanted = wanted if wanted >= 0 else int(match["day"]) - 1
    found = _monday(match["away"], now, wanted) + timedelta(days=wanted)
    return _hours(found, match["part"]) if match["part"] else calendar.day(found.date())


def _weekday_ago(match: re.Match[str], now: datetime) -> Period | None:
    count = {"半": 0.5, "几": 3, "两": 2}.get(match["count"]) or number(match["count"]) or 1
    monday = calendar.week(calendar.back(now, count, "week")).start
    return calendar.day((monday + timedelta(days="一二三四五六日".find(match["day"].replace("天", "日")))).date())


def _part(match: re.Match[str], now: datetime) -> Period | None:
    if match["away"] in ("前", "后", "当") and "天" not in match[0]:
        return None
    return _hours(now - timedelta(days=DAYS_AWAY[match["away"]]), match["part"])


def _hours(on: datetime, part: str) -> Period:
    first, last = PARTS[part]
    at = on.replace(minute=0, second=0, microsecond=0)
    return Period(at.replace(hour=first), at.replace(hour=last, minute=59))


def _ago(match: re.Match[str], now: datetime) -> Period | None:
    count, unit = _amount(match)
    return None if count > MOST else calendar.day(calendar.back(now, count, unit))


def _recent(match: re.Match[str], now: datetime) -> Period | None:
    count, unit = _amount(match)
    if count > MOST:
        return None
    found = calendar.back(now, count, unit)
    return Period(calendar.day(found).start, calendar.day(now.date()).end, since=True)


def _amount(match: re.Match[str]) -> tuple[float, str]:
    count = {"半": 0.5, "几": 3, "两": 2}.get(match["count"]) or number(match["count"]) or 1
    return count, UNITS[match["unit"].lstrip("个")]


def _year_named(match: re.Match[str], now: datetime) -> Period:
    away = {"去年": 1, "上年": 1, "上一年": 1, "前年": 2, "大前年": 3, "明年": -1}.get(match["away"].rstrip("度"), 0)
    return calendar.year(now.year - away)


def _number(words: str) -> int:
    return int(number(words) or 0)


def _digits(words: str) -> int:
    found = int(
        "".join(str("零一二三四五六七八九".find(c.replace("〇", "零"))) if not c.isdigit() else c for c in words)
    )
    return found + 2000 if found < 100 else found


def _quarter_away(match: re.Match[str], now: datetime) -> Period:
    return calendar.quarter(now.year, (now.month + 2) // 3 + WEEKS_AWAY[match["away"]])


def _weekend(match: re.Match[str], now: datetime) -> Period:
    return calendar.weekend(_monday(match["away"], now, passed=5))


def _week(match: re.Match[str], now: datetime) -> Period:
    return calendar.week(_monday(match["away"], now))


def _day_away(match: re.Match[str], now: datetime) -> Period:
    return calendar.day(calendar.back(now, DAYS_AWAY[match["away"]], "day"))


def _whole_year(match: re.Match[str], now: datetime) -> Period:
    return calendar.year(_digits(match["y"]))


READS: dict[str, Callable[..., Period | None]] = {  # called with the match and `now`
    "date": _date,
    "holiday": _holiday,
    "third": _third,
    "day_of_month": _day_of_month,
    "day": _day,
    "month": _month,
    "quarter": _quarter,
    "quarter_away": _quarter_away,
    "half": _half,
    "weekday": _weekday,
    "weekday_ago": _weekday_ago,
    "weekend": _weekend,
    "week": _week,
    "part": _part,
    "day_away": _day_away,
    "recent": _recent,
    "ago": _ago,
    "year_named": _year_named,
    "year": _whole_year,
}
