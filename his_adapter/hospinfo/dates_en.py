# ruff: noqa: E501
"""Periods as they are written in English: 1 March 2026, last week, three days ago, this morning."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

from his_adapter.hospinfo import calendar
from his_adapter.hospinfo.calendar import Period
from his_adapter.hospinfo.vocabulary import pattern
from models.embedded.understanding.numbers import number

Rule = tuple[re.Pattern[str], Callable[..., Period | None]]

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)(?![a-z])\.?"
)
WEEKDAY = r"(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?s?(?![a-z])"
YEAR = r"(?:19|20)\d\d"
DAY = r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?(?![\d:])"
COUNT = r"(?:a couple of|⟨number_en⟩|an?|half an?|the)"
UNIT = r"(?:day|week|fortnight|month|year)"
WHICH = r"(?:this|last|next|the last|the past|the previous|previous|the current|current|past|the coming|the same)"
LEAD = "".join(
    f"(?<={word} )|"
    for word in [
        "in",
        "of",
        "since",
        "during",
        "from",
        "before",
        "after",
        "until",
        "till",
        "through",
        "to",
        "for",
        "this",
        "by",
    ]
)


def rules() -> tuple[Rule, ...]:
    """Earlier ones first: what they take is gone for the later ones."""
    return (
        (pattern(rf"(?<![\w-])(?P<y>{YEAR})([-/.])(?P<m>\d\d?)\2(?P<d>\d\d?)(?!\d)(?: ?t(?=\d\d:))?"), _numbers),
        (pattern(rf"(?<![\w/-])(?P<d>\d\d?)([/.])(?P<m>\d\d?)\2(?P<y>{YEAR})(?!\d)"), _numbers),
        (
            pattern(
                rf"(?<![\w-])(?:the )?(?P<d>{DAY})(?: of)?[ -]?(?P<month>{MONTH})(?:[,-]? ?(?P<y>{YEAR})|(?:,| of)? (?P<which>this|last) year)?(?!\d)"
            ),
            _date,
        ),
        (
            pattern(
                rf"(?<![\w-])(?P<month>{MONTH}) ?(?:the )?(?P<d>{DAY})(?!\d| ?(?:to|-) ?{DAY})(?:,? (?P<y>{YEAR})(?![\d:])|(?:,| of)? (?P<which>this|last) year)?"
            ),
            _date,
        ),
        (pattern(rf"(?<![\w-])(?P<y>{YEAR})[-/](?P<m>0[1-9]|1[0-2])(?![-/\d])"), _numbers),
        (
            pattern(
                rf"(?<![\w-])(?:the month of )?(?P<month>{MONTH}),?(?: of)? (?:(?P<y>{YEAR})(?![\d-])|(?P<which>this|last) year)"
            ),
            _date,
        ),
        (
            pattern(
                rf"(?:{LEAD}(?!mar(?![a-z.c])|may)|(?<=last )|(?<=early )|(?<=late ))(?P<month>{MONTH})(?! \d)(?!-)"
            ),
            _date,
        ),
        (
            pattern(
                rf"\b(?:the )?(?:(?P<n>first|second|third|fourth|last|[1-4](?:st|nd|rd|th)) quarter|q(?P<q>[1-4])),?(?: (?:of )?(?:(?P<y>{YEAR})|(?:the )?(?P<which>this|last|previous) year))?(?![a-z])"
            ),
            _quarter,
        ),
        (
            pattern(
                rf"\b(?:the )?(?P<n>first|second) half of (?:(?P<y>{YEAR})|(?:the )?(?P<which>this|last|previous) year)"
            ),
            _half,
        ),
        (pattern(r"\b(?:the )?day before yesterday\b"), lambda match, now: calendar.day(calendar.back(now, 2, "day"))),
        (pattern(r"\b(?:the )?week before last\b"), lambda match, now: calendar.week(calendar.back(now, 2, "week"))),
        (pattern(r"\b(?:the )?month before last\b"), lambda match, now: calendar.months(now.year, now.month - 2)),
        (pattern(r"\b(?:the )?year before last\b"), lambda match, now: calendar.year(now.year - 2)),
        (
            pattern(
                r"\b(?P<day>today|yesterday|tomorrow|this|last)(?:'s)? (?P<part>morning|afternoon|evening|night)\b"
            ),
            _part,
        ),
        (pattern(r"\btonight\b"), lambda match, now: _of_day(now, "night")),
        (pattern(r"\b(?P<day>today|yesterday|tomorrow)(?:'s)?(?![a-z])"), _near),
        (
            pattern(
                rf"\b(?:on )?(?P<which>last|this|next|coming|past)? ?(?P<weekday>{WEEKDAY})(?:'s)?(?: of)?(?: (?P<week>last|this) week)?"
            ),
            _weekday,
        ),
        (pattern(rf"\b(?:exactly |about |around )?(?P<count>{COUNT}) (?P<unit>{UNIT})s? (?:ago|back|earlier)\b"), _ago),
        (
            pattern(
                rf"\b(?:over |in |within |during |for )?(?:the )?(?:last|past|previous|most recent|recent|preceding) (?P<count>a couple of|half|⟨number_en⟩|few) ?(?:an? )?(?P<unit>{UNIT})s?(?:' time)?(?![a-z])"
            ),
            _recent,
        ),
        (pattern(rf"\b(?:over|in|within|during) (?:the )?past (?P<count>)(?P<unit>{UNIT})(?![a-z])"), _recent),
        (
            pattern(rf"\bwithin (?:the )?(?:last |past )?(?P<count>{COUNT}) (?P<unit>{UNIT})s?(?: of now)?(?![a-z])"),
            _recent,
        ),
        (
            pattern(
                rf"\b(?P<which>{WHICH}) (?P<unit>calendar week|week|weekend|month|quarter|year)(?:'s)?(?: so far| to date)?(?![a-z])"
            ),
            _unit,
        ),
        (pattern(r"\b(?:the )?(?P<unit>week|month|year|quarter) to date\b"), _unit),
        (
            pattern(rf"(?<![\w-])(?:(?:the )?year )?(?P<y>{YEAR})(?:'s)?(?![\w:/-])"),
            lambda match, now: calendar.year(int(match["y"])),
        ),
    )


def time_rules() -> tuple[re.Pattern[str], ...]:
    return (
        pattern(r"(?<![\d.])(?P<h>[01]?\d|2[0-3])[:.](?P<min>[0-5]\d)(?::[0-5]\d)? ?(?P<m>[ap]\.?m\.?)?(?![\d.%])"),
        pattern(r"(?<![\d.])(?P<h>1[0-2]|0?[1-9])(?P<min>)(?: o'clock)? ?(?P<m>[ap]\.?m\.?)(?![a-z])"),
    )


def _numbers(match: re.Match[str], now: datetime) -> Period | None:
    named = match.groupdict()
    return calendar.dated(now, int(named["m"]), int(named["d"]) if named.get("d") else None, year=int(named["y"]))


def _date(match: re.Match[str], now: datetime) -> Period | None:
    named = match.groupdict()
    month, of_month = MONTHS.index(match["month"][:3]) + 1, named.get("d")
    return calendar.dated(now, month, int(re.sub(r"\D", "", of_month)) if of_month else None, year=_year(named, now))


def _year(named: dict[str, str | None], now: datetime) -> int | None:
    if named.get("y"):
        return int(str(named["y"]))
    which = named.get("which")
    return now.year - (which in ("last", "previous")) if which else None


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


def _count(words: str) -> float:
    named = {"": 1, "a": 1, "an": 1, "the": 1, "a couple of": 2, "half": 0.5, "half a": 0.5, "half an": 0.5, "few": 3}
    return named[words] if words in named else number(words) or 1


def _ago(match: re.Match[str], now: datetime) -> Period | None:
    unit, count = match["unit"], _count(match["count"])
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
