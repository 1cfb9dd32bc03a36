"""When: periods found in either language, and the bounds that the words around them lay on `visit_date`."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from frontdesk.his_adapter.hospinfo import calendar, dates_en, dates_zh
from frontdesk.his_adapter.hospinfo.calendar import Period
from frontdesk.his_adapter.hospinfo.languages import has_chinese, speaks_chinese
from frontdesk.his_adapter.hospinfo.script import Kind, Script
from frontdesk.his_adapter.hospinfo.vocabulary import pattern, patterns, rules
from frontdesk.his_adapter.operation import Condition
from frontdesk.models.parsers.numbers import number

ENGLISH, CHINESE = ("dates_en", dates_en.READS), ("dates_zh", dates_zh.READS)
NEARLY_A_YEAR = timedelta(days=330)
HALF_A_DAY = timedelta(hours=12)
LATER_TODAY = ("下午", "晚上", "晚", "傍晚", "夜里")


def dated(script: Script, now: datetime) -> Script:
    """With periods, times and what bounds them as letters."""
    for expression, reads in rules("spans", script.text):
        script = script.lettered(Kind.WHEN, expression, partial(SPANS[reads], now=now))
    for topic, meanings in _languages(script.text):
        for expression, reads in rules(topic, script.text):
            script = script.lettered(Kind.PERIOD, expression, partial(meanings[reads], now=now))
        for expression in patterns(topic, "times"):
            script = script.lettered(Kind.TIME, expression, _time)
    script = _timed(_around(script, now), now)
    for expression, reads in rules("when", script.text):
        script = script.lettered(Kind.WHEN, expression, partial(BOUNDS[reads], script=script))
    return script


def _languages(text: str) -> tuple[tuple[str, dict[str, Callable[..., Period | None]]], ...]:
    if not has_chinese(text):
        return (ENGLISH,)
    return (CHINESE, ENGLISH) if speaks_chinese(text) else (ENGLISH, CHINESE)


def period_condition(period: Period) -> Condition:
    if period.since:
        return {"visit_date__gte": _written(period.start)}
    if period.start == period.end:
        return {"visit_date": _written(period.start)}
    return {"visit_date__range": (_written(period.start), _written(period.end))}


def _written(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M")


def _days_en(match: re.Match[str], now: datetime) -> Condition | None:
    month = dates_en.MONTHS.index(match["month"][:3]) + 1
    first, last = (int(re.sub(r"\D", "", match[name])) for name in "ab")
    return _days(now, month, first, last, int(match["y"]) if match["y"] else None)


def _days_zh(match: re.Match[str], now: datetime) -> Condition | None:
    first, last = (int(number(match[name]) or 0) for name in "ab")
    return _days(now, int(number(match["m"]) or 0), first, last, dates_zh.year_of(match.groupdict(), now))


def _days(now: datetime, month: int, first: int, last: int, year: int | None) -> Condition:
    start = calendar.dated(now, month, first, year=year).start
    return period_condition(Period(start, calendar.dated(now, month, last, year=start.year).end))


def _older_en(match: re.Match[str], now: datetime) -> Condition | None:
    """ "Records older than five years"."""
    first = calendar.day(calendar.back(now, number(match["count"]) or 1, match["unit"])).start
    return {"visit_date__lt": _written(first)}


def _months_en(match: re.Match[str], now: datetime) -> Condition | None:
    first, last = (dates_en.MONTHS.index(match[name][:3]) + 1 for name in ("month", "month2"))
    return _months(int(match["y"]), first, last)


def _months_zh(match: re.Match[str], now: datetime) -> Condition | None:
    first, last = (int(number(match[name]) or 0) for name in ("m", "m2"))
    if not 1 <= first <= 12 or not 1 <= last <= 12:
        return None
    year = dates_zh.year_of(match.groupdict(), now) or (now.year if first <= now.month else now.year - 1)
    return _months(year, first, last)


def _months(year: int, first: int, last: int) -> Condition:
    return period_condition(calendar.months(year, first, last - first + 1 + (12 if last < first else 0)))


def _time(match: re.Match[str]) -> timedelta | None:
    """Since midnight."""
    named = match.groupdict()
    hour = int(number(match["h"]) or 0)
    minute = 30 if named.get("half") else int(number((match["min"] or "").rstrip("分")) or 0)
    afternoon = (named.get("m") or "").startswith("p") or named.get("part") in LATER_TODAY
    if afternoon and hour < 12:
        hour += 12
    if (named.get("m") or "").startswith("a") and hour == 12:
        hour = 0
    return timedelta(hours=hour, minutes=minute) if hour < 24 else None


def _around(script: Script, now: datetime) -> Script:
    """ "The week of 2 March" is that week, "Monday 2 March" one day."""
    for expression in patterns("when", "part_of"):
        script = script.lettered(Kind.PERIOD, expression, partial(_part_of, script=script))
    for expression in patterns("when", "around"):
        script = script.lettered(Kind.PERIOD, expression, partial(_whole, script=script))
    return script.lettered(Kind.PERIOD, patterns("when", "same_day")[0], partial(_same_day, script=script, now=now))


def _part_of(match: re.Match[str], script: Script) -> Period | None:
    named, whole = match.groupdict(), script.means(match["d"])
    if named.get("week"):
        return calendar.week_of(whole, int(number(match["week"]) or 0))
    unit, place = named.get("unit") or "", match["place"]
    if place in BESIDE and (place not in EITHER or whole.end - whole.start < timedelta(days=1)):
        return _beside(match, whole)
    if unit.startswith(("half", "半")):
        return calendar.half(whole, last=place not in ("first", "上", "前"))
    count = int(number(named.get("count") or "1") or 0) * (7 if unit.startswith(("week", "周", "星期")) else 1)
    if place in ORDINALS:  # the third of January
        if unit not in ("", "day"):  # the second week: by whose count?
            raise calendar.NoSuchDay(match[0])
        return calendar.day(calendar.some_days(whole, ORDINALS[place], last=False).end.date())
    return calendar.some_days(whole, count, last=place in ("last", "最后"))


_ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
ORDINALS = {word: place for place, word in enumerate(_ORDINALS, 2)}


BESIDE = {"前": -1, "before": -1, "后": 1, "after": 1, "次日": 1, "翌日": 1, "第二天": 1}
EITHER = ("前", "before")  # 三月前三天 are its first three days


def _beside(match: re.Match[str], whole: Period) -> Period:
    """元旦前一天, "the day after Christmas". Raises NoSuchDay where it could be several days as well as one."""
    named = match.groupdict()
    single = named.get("unit") in (None, "day", "天", "日") and number(named.get("count") or "1") == 1
    if not single or whole.end - whole.start >= timedelta(days=1):
        raise calendar.NoSuchDay(match[0])
    return calendar.day((whole.start + timedelta(days=BESIDE[match["place"]])).date())


def _same_day(match: re.Match[str], script: Script, now: datetime) -> Period | None:
    """A date beside its weekday; the weekday alone would be one near `now`."""
    near, far = sorted((script.means(match[name]) for name in "de"), key=lambda period: abs(period.start - now))
    single = all(not (period.end - period.start).days for period in (near, far))
    return far if single and near.start.weekday() == far.start.weekday() else None


def _whole(match: re.Match[str], script: Script) -> Period:
    first = script.means(match["d"]).start.date()
    if match["unit"] in ("month", "月"):
        return calendar.months(first.year, first.month)
    return calendar.weekend(first) if match["unit"] in ("weekend", "周末") else calendar.week(first)


def _timed(script: Script, now: datetime) -> Script:
    """A day and a time of it become a moment, a day and two times a span of it; a time alone is of today."""

    def at(match: re.Match[str]) -> Period | None:
        day = script.means(match["d"])
        if (day.end - day.start).days:
            return None
        midnight, first = day.start.replace(hour=0, minute=0), script.means(match["t"])
        if day.start - midnight >= HALF_A_DAY > first:  # 今天下午，两点半
            first += HALF_A_DAY
        if "u" not in match.groupdict():
            return calendar.moment(midnight + first)
        last = script.means(match["u"])
        if last < first < last + HALF_A_DAY:  # 下午2点到4点
            last += HALF_A_DAY
        return Period(midnight + first, midnight + last)

    to = r" ?(?:to|and|until|till|-|到|至|~) ?"
    for expression in (
        rf"(?:between |from )?(?P<t>⟨T⟩){to}(?P<u>⟨T⟩) ?(?:on |of )?(?P<d>⟨D⟩)",
        rf"(?P<d>⟨D⟩),? ?(?:的|between |from )?(?P<t>⟨T⟩){to}(?P<u>⟨T⟩)(?:之间|期间)?",
        r"(?P<d>⟨D⟩),? ?(?:at )?(?P<t>⟨T⟩)",
        r"(?:at )?(?P<t>⟨T⟩),? (?:on )?(?P<d>⟨D⟩)",
    ):
        script = script.lettered(Kind.PERIOD, pattern(expression), at)
    return _timed_bounds(script, now)


def _timed_bounds(script: Script, now: datetime) -> Script:
    def bound(match: re.Match[str]) -> Condition | None:
        day = script.means(match["d"]) if match.groupdict().get("d") else calendar.day(now.date())
        at = _written(day.start.replace(hour=0, minute=0) + script.means(match["t"]))
        word = match["word"]
        key = {"after": "gt", "since": "gte", "from": "gte", "before": "lt", "until": "lte"}[word]
        start, end = _written(day.start), _written(day.end)
        if key.startswith("g"):
            return {f"visit_date__{key}": at} if key == "gt" else {"visit_date__range": (at, end)}
        return {f"visit_date__{key}": at} if key == "lt" else {"visit_date__range": (start, at)}

    return script.lettered(
        Kind.WHEN, pattern(r"(?P<d>⟨D⟩),? (?P<word>after|since|from|before|until) (?P<t>⟨T⟩)"), bound
    )


def _range(match: re.Match[str], script: Script) -> Condition | None:
    first, last = script.means(match["a"]), script.means(match["b"])
    if first.start > last.end:
        first = Period(first.start.replace(year=first.start.year - 1), first.end)
        if last.end - first.start > NEARLY_A_YEAR:  # the wrong way round
            raise calendar.NoSuchDay(f"{first.start} {last.end}")
    return period_condition(Period(first.start, last.end)) if first.start < last.end else None


def _since(match: re.Match[str], script: Script) -> Condition:
    return {"visit_date__gte": _written(script.means(match["a"]).start)}


def _until(match: re.Match[str], script: Script) -> Condition:
    return {"visit_date__lte": _written(script.means(match["a"]).end)}


def _after(match: re.Match[str], script: Script) -> Condition:
    return {"visit_date__gt": _written(script.means(match["a"]).end)}


def _before(match: re.Match[str], script: Script) -> Condition:
    return {"visit_date__lt": _written(script.means(match["a"]).start)}


def _within(match: re.Match[str], script: Script) -> Condition:
    return period_condition(script.means(match["a"]))


SPANS: dict[str, Callable[..., Condition | None]] = {
    "days_en": _days_en,
    "older_en": _older_en,
    "days_zh": _days_zh,
    "months_en": _months_en,
    "months_zh": _months_zh,
}
BOUNDS: dict[str, Callable[..., Condition | None]] = {
    "range": _range,
    "since": _since,
    "until": _until,
    "after": _after,
    "before": _before,
    "within": _within,
}
