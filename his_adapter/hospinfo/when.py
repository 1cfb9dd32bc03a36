# ruff: noqa: E501
"""When: periods found in either language, and the bounds that the words around them lay on `visit_date`."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache, partial

from his_adapter.hospinfo import calendar, dates_en, dates_zh
from his_adapter.hospinfo.calendar import Period
from his_adapter.hospinfo.script import Kind, Script
from his_adapter.hospinfo.vocabulary import pattern
from his_adapter.operation import Condition
from models.embedded.understanding.numbers import number

Shared = Callable[..., Condition | None]
DAY_OF = r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
ZH_NUMBER = r"(?:\d{1,2}|[一二三四五六七八九十]{1,3})"
LATER_TODAY = ("下午", "晚上", "晚", "傍晚", "夜里")


def dated(script: Script, now: datetime) -> Script:
    """With periods, times and what bounds them as letters."""
    chinese = re.search(r"[\u4e00-\u9fff]", script.text) is not None
    languages = (dates_zh, dates_en) if chinese else (dates_en,)
    for expression, meaning in _shared(chinese):
        script = script.lettered(Kind.WHEN, expression, partial(meaning, now=now))
    for language in languages:
        for expression, reader in language.rules():
            script = script.lettered(Kind.PERIOD, expression, partial(reader, now=now))
        for expression in language.time_rules():
            script = script.lettered(Kind.TIME, expression, _time)
    script = _timed(script, now)
    for expression, meaning_of in _bounds(chinese):
        script = script.lettered(Kind.WHEN, expression, partial(meaning_of, script=script))
    return script


def period_condition(period: Period) -> Condition:
    if period.since:
        return {"visit_date__gte": _written(period.start)}
    if period.start == period.end:
        return {"visit_date": _written(period.start)}
    return {"visit_date__range": (_written(period.start), _written(period.end))}


def _written(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M")


@cache
def _shared(chinese: bool) -> list[tuple[re.Pattern[str], Shared]]:
    """Ranges of days that name the month once: 1 to 10 March, 3月1日到10日."""
    month, year = dates_en.MONTH, dates_en.YEAR
    to = r" ?(?:to|-|until|till|through|and) ?(?:the )?"
    lead = r"(?:between |from |during |on |in )?(?:the )?"
    found: list[tuple[re.Pattern[str], Shared]] = [
        (
            pattern(
                rf"\b{lead}(?P<a>{DAY_OF}){to}(?P<b>{DAY_OF})(?: of)? (?P<month>{month})(?:,? (?P<y>{year}))?(?!\d)"
            ),
            _days_en,
        ),
        (
            pattern(rf"\b{lead}(?P<month>{month}) (?P<a>{DAY_OF}){to}(?P<b>{DAY_OF})(?:,? (?P<y>{year}))?(?![\d:])"),
            _days_en,
        ),
        (pattern(rf"\b{lead}(?P<month>{month}){to}(?P<month2>{month}),? (?P<y>{year})(?!\d)"), _months_en),
    ]
    if chinese:
        zh_to = "(?:日|号)?(?:到|至|-|~|—)"
        found += [
            (
                pattern(
                    rf"从?{dates_zh.YEAR}?(?P<m>{ZH_NUMBER})月(?P<a>{ZH_NUMBER}){zh_to}(?P<b>{ZH_NUMBER})[日号](?:之间|期间|间)?"
                ),
                _days_zh,
            ),
            (
                pattern(
                    rf"从?{dates_zh.YEAR}?(?P<m>{ZH_NUMBER})月?(?:到|至|-|~|—)(?P<m2>{ZH_NUMBER})月份?(?![\d一二三四五六七八九十])(?:之间|期间|间)?"
                ),
                _months_zh,
            ),
        ]
    return found


def _days_en(match: re.Match[str], now: datetime) -> Condition | None:
    month = dates_en.MONTHS.index(match["month"][:3]) + 1
    first, last = (int(re.sub(r"\D", "", match[name])) for name in "ab")
    return _days(now, month, first, last, int(match["y"]) if match["y"] else None)


def _days_zh(match: re.Match[str], now: datetime) -> Condition | None:
    first, last = (int(number(match[name]) or 0) for name in "ab")
    return _days(now, int(number(match["m"]) or 0), first, last, dates_zh._year(match.groupdict(), now))


def _days(now: datetime, month: int, first: int, last: int, year: int | None) -> Condition | None:
    start = calendar.dated(now, month, first, year=year)
    end = calendar.dated(now, month, last, year=start.start.year) if start else None
    return period_condition(Period(start.start, end.end)) if start and end else None


def _months_en(match: re.Match[str], now: datetime) -> Condition | None:
    first, last = (dates_en.MONTHS.index(match[name][:3]) + 1 for name in ("month", "month2"))
    return _months(int(match["y"]), first, last)


def _months_zh(match: re.Match[str], now: datetime) -> Condition | None:
    first, last = (int(number(match[name]) or 0) for name in ("m", "m2"))
    if not 1 <= first <= 12 or not 1 <= last <= 12:
        return None
    year = dates_zh._year(match.groupdict(), now) or (now.year if first <= now.month else now.year - 1)
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


def _timed(script: Script, now: datetime) -> Script:
    """A day and a time of it become a moment, a day and two times a span of it; a time alone is of today."""

    def at(match: re.Match[str]) -> Period | None:
        day = script.means(match["d"])
        if (day.end - day.start).days:
            return None
        midnight = day.start.replace(hour=0, minute=0)
        first, last = (script.means(match[name]) for name in ("t", "u")) if "u" in match.groupdict() else (None, None)
        if first is None:
            return calendar.moment(midnight + script.means(match["t"]))
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


@cache
def _bounds(chinese: bool) -> list[tuple[re.Pattern[str], Shared]]:
    seen = r"(?:(?:dated|made|created|seen|recorded|happening|that took place|which took place|taking place|held) )?"
    lead = seen + r"(?:the )?"
    en = [
        (rf"{lead}(?:visits? )?(?:in the period |during the period )?(?:between|from|dated|of)? ?(?P<a>⟨D⟩) ?(?:to|-|and|until|till|through|up to|--) ?(?P<b>⟨D⟩)(?: inclusive)?", _range),
        (rf"{lead}(?:since|starting(?: from| on)?|beginning(?: on| from)?|as of|(?:on|in) or (?:after|since)|on and after|from|no earlier than|not earlier than|not before|>=) (?P<a>⟨D⟩) ?(?:onwards?|on(?! [a-z])|and (?:later|after|onwards?)|or (?:later|after)|forward|up to now|till now|until now|to date|to now|to the present|inclusive)", _since),
        (rf"{lead}(?:since|starting(?: from| on)?|beginning(?: on| from)?|as of|(?:on|in) or after|on and after|no earlier than|not earlier than|not before|>=) ?(?P<a>⟨D⟩)", _since),
        (rf"{seen}(?P<a>⟨D⟩) (?:onwards?|or (?:later|after)|and (?:later|after|onwards?)|up to now|till now|until now|to date|to the present)", _since),
        (rf"{lead}(?:no later than|not later than|(?:on|in) or before|on and before|until|till|up to(?: and including)?|up until|through|not after|by(?: the end of)?|<=) ?(?P<a>⟨D⟩)", _until),
        (rf"{seen}(?P<a>⟨D⟩) (?:or|and) (?:earlier|before)", _until),
        (rf"{lead}(?:after|later than|following|more recent than|newer than|>) ?(?:the end of )?(?P<a>⟨D⟩)", _after),
        (rf"{lead}(?:before|earlier than|prior to|preceding|older than|ahead of|<) ?(?P<a>⟨D⟩)", _before),
        (rf"{lead}(?:visit date |date )?(?:=|is|was)?(?:(?:made |dated |back )?(?:on|in|during|for|within|at|of|from|dated|throughout|over)(?: the)? )?(?:all of |the whole of )?(?P<a>⟨D⟩)(?:'s|')?", _within),
    ]  # fmt: skip
    zh = [
        (r"(?:在|于|从|自|介于)?(?:就诊(?:日期|时间)(?:为|是|在|介于)?)?(?P<a>⟨D⟩)(?:起|开始)?(?:到|至|-|~|—|和|与|及)(?P<b>⟨D⟩)(?:之间|期间|间|为止|止|之内|内)?", _range),
        (r"(?:在)?(?:自从|自|从|打)?(?P<a>⟨D⟩)(?:\(含\)|含|当日|当天)?(?:及|或|和)?(?:以来|以后|起至今|起到现在|至今|到现在|到目前|开始|往后|起|(?<=及)之后|(?<=或)之后|\(含\)(?:之|以)?后)", _since),
        (r"(?:不早于|不迟于此前|晚于或等于|>=|≥)(?P<a>⟨D⟩)", _since),
        (r"(?:自从|自|打)(?P<a>⟨D⟩)", _since),
        (r"(?:截至|截止到?|截止|不晚于|不迟于|<=|≤)(?P<a>⟨D⟩)(?:为止|之?前|以前|止)?", _until),
        (r"(?:到|至)?(?P<a>⟨D⟩)(?:为止|(?:\(含\)|含)(?:之|以)?前|(?:及|或)(?:之|以)?前|(?:及|或)更早|止)", _until),
        (r"(?:到|至)(?P<a>⟨D⟩)", _until),
        (r"(?:在)?(?P<a>⟨D⟩)(?:之后|过后|后)", _after),
        (r"(?:晚于|迟于|>)(?P<a>⟨D⟩)", _after),
        (r"(?:在)?(?P<a>⟨D⟩)(?:之前|以前|前)", _before),
        (r"(?:早于|先于|<)(?P<a>⟨D⟩)", _before),
        (r"(?:就诊(?:日期|时间)(?:为|是|在)?)?(?:是|在|于|从)?(?P<a>⟨D⟩)(?:这?(?:一)?天|那天|当天|当日|期间|内|里|间|份)?(?:的)?", _within),
    ]  # fmt: skip
    return [(pattern(template), meaning) for template, meaning in ([*zh, *en] if chinese else en)]


def _range(match: re.Match[str], script: Script) -> Condition | None:
    first, last = script.means(match["a"]), script.means(match["b"])
    if first.start > last.end:
        first = Period(first.start.replace(year=first.start.year - 1), first.end)
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
