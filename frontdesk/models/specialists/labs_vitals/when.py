"""The times told beside values: now, last night, three hours ago, in March, 2025-03-12, before the treatment."""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

import yaml
from pydantic import Field

from frontdesk.models.facts import Value
from frontdesk.models.parsers.numbers import CHINESE, ENGLISH, number
from frontdesk.models.parsers.patterns import entries
from frontdesk.models.specialists.labs_vitals.context import STATES
from frontdesk.models.specialists.labs_vitals.cues import cue

Sort = Literal["explicit", "relative", "tense"]
Side = Literal["next", "last"]
YEAR, MONTH, WEEK = 365.0, 31.0, 7.0  # days
NOON = 12


class Time(NamedTuple):
    """Words for a time, and how many days ago it is: `day` whole ones, `part` of a day; None where they do not say."""

    start: int
    end: int
    day: float | None
    part: float | None
    sort: Sort = "explicit"
    of: Side | None = None  # the value before or after it that it goes with, whatever stands around


class _Words(Value):
    day: float | None = None
    part: float | None = None
    sort: Sort = "explicit"
    of: Side | None = None
    says: tuple[str, ...] = Field(min_length=1)


@cache
def _words() -> tuple[tuple[re.Pattern[str], _Words], ...]:
    listed = yaml.load(Path(__file__).with_name("times.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    return tuple((re.compile("|".join(one.says)), one) for one in map(_Words.model_validate, listed))


@lru_cache(maxsize=256)
def times_told(text: str) -> tuple[Time, ...]:
    """All of them in lower-case `text`, the longest where they overlap; a meal or a condition is no time."""
    found = [*_listed(text), *_counted(text), *_dates(text), *_clocks(text), *_weekdays(text), *_months(text)]
    apart = [m.span() for name in (*STATES, "condition") for m in cue(name).finditer(text)]
    found = [one for one in found if one.sort != "explicit" or not _begins(text, one)]
    kept: list[Time] = []
    for one in sorted(found, key=lambda time: time.start - time.end):
        other = [(k.start, k.end) for k in kept] + (apart if one.sort == "relative" else [])
        if not any(one.start < end and start < one.end for start, end in other):
            kept.append(one)
    return tuple(sorted(kept, key=lambda time: time[:2]))


_SINCE = re.compile(r"\bsince (?:the )?$")
_UNTIL_NOW = re.compile(r"(?:以来|起|开始|到现在|至今)")


def _begins(text: str, one: Time) -> bool:
    """Since yesterday: when a change began, not when a value was measured."""
    return bool(_SINCE.search(text[max(0, one.start - 12) : one.start]) or _UNTIL_NOW.match(text, one.end))


def without_times(text: str) -> str:
    """`text` with its dates, clocks and counted times blanked, so that none of their numbers is a value."""
    for one in (*_counted(text), *_dates(text), *_clocks(text), *_weekdays(text)):
        text = text[: one.start] + "#" * (one.end - one.start) + text[one.end :]
    return text


def _listed(text: str) -> Iterator[Time]:
    for shape, words in _words():
        for match in shape.finditer(text):
            yield Time(*match.span(), words.day, words.part, words.sort, words.of)


_UNITS = {
    "分钟": 1 / 1440, "小时": 1 / 24, "钟头": 1 / 24, "天": 1.0, "周": WEEK, "星期": WEEK, "礼拜": WEEK, "月": MONTH,
    "年": YEAR, "min": 1 / 1440, "hour": 1 / 24, "hr": 1 / 24, "day": 1.0, "week": WEEK, "fortnight": 2 * WEEK,
    "month": MONTH, "year": YEAR, "wk": WEEK, "mo": MONTH, "mth": MONTH, "yr": YEAR, "/7": 1.0, "/52": WEEK,
    "/12": MONTH,
}  # fmt: skip
_FEW = {"半": 0.5, "几": 3.0, "好几": 5.0, "a": 1.0, "an": 1.0, "half an": 0.5, "a couple of": 2.0, "a few": 3.0,
        "several": 5.0}  # fmt: skip
_AGO = re.compile(
    rf"(?P<n>好?几|半|{CHINESE}|\d+(?:\.\d+)?)多?个?(?P<half>半)?(?P<unit>分钟|小时|钟头|天|周|星期|礼拜|月|年)多?(?:之|以)?前"
    rf"|\b(?P<en>half an|a couple of|a few|several|an?|{ENGLISH})"
    r"(?: |(?<=\d)(?=/))(?P<of>min(?:ute)?|hour|hr|day|week|wk|fortnight|month|mo|mth|year|yr|/7|/52|/12)s?"
    r" (?:ago|back|earlier)\b"
)


def _counted(text: str) -> Iterator[Time]:
    for match in _AGO.finditer(text):
        words = match["n"] or match["en"]
        count = _FEW.get(words, number(words))
        unit = _UNITS[(match["unit"] or match["of"]).removesuffix("ute")]
        if count is not None:
            days = (count + (0.5 if match["half"] else 0.0)) * unit
            yield Time(*match.span(), days, 0.0, of="last" if match["en"] else "next")


_NAMES: list[str] = entries("times")["months"]
_NAME = rf"(?P<name>{'|'.join(f'{name[:3]}(?:{name[3:]})?' for name in _NAMES)}|sept)\b\.?"
_DATES = tuple(
    re.compile(shape)
    for shape in (
        r"(?<![\d.])(?P<y>(?:19|20)\d\d)(?P<sign>[-/.])(?P<m>\d{1,2})(?P=sign)(?P<d>\d{1,2})(?!\d)",
        r"(?<![\d.])(?P<d>\d{1,2})(?P<sign>[-/.])(?P<m>\d{1,2})(?P=sign)(?P<y>(?:19|20)\d\d)(?!\d)",
        r"(?:(?<!\d)(?P<y>(?:19|20)\d\d) ?年 ?)?(?<!\d)(?P<m>\d{1,2}) ?月 ?(?P<d>\d{1,2}) ?[日号]",
        r"(?<!\d)(?P<y>(?:19|20)\d\d) ?年 ?(?P<m>\d{1,2}) ?月",
        rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_NAME}(?:,? (?P<y>(?:19|20)\d\d))?",
        rf"\b{_NAME} (?P<d>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y>(?:19|20)\d\d)",
        rf"\b(?:(?<=\bon )|(?<=\bon the )){_NAME} (?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b",
        rf"\b{_NAME} (?P<d>\d{{1,2}})(?:st|nd|rd|th)\b",
        r"\bon the (?P<d>\d{1,2})(?:st|nd|rd|th)\b",
        r"(?<![\d月.])(?P<d>\d{1,2})[号日](?![线楼座窗诊床房院公车桌门])",
        rf"\b{_NAME} (?P<y>(?:19|20)\d\d)(?!\d)",
        r"(?:(?<=\bin )|(?<=[(（]))(?P<y>(?:19|20)\d\d)(?![\d.])|(?<!\d)(?P<y2>(?:19|20)\d\d) ?年(?! ?\d{1,2} ?月)",
    )
)
_FAR = date(2100, 1, 1).toordinal()


def _dates(text: str) -> Iterator[Time]:
    """Those of a year by how long before a far day they are, those of none by how long before the year's end."""
    for match in (match for shape in _DATES for match in shape.finditer(text)):
        told = match.groupdict()
        month = int(told["m"]) if told.get("m") else _month_of(told["name"]) if told.get("name") else 1
        day = min(int(told.get("d") or 1), 28)
        if not 1 <= month <= 12 or not day:
            continue
        year = told.get("y") or told.get("y2")
        before = _FAR if year else date(2001, 2, 1).toordinal()
        yield Time(*match.span(), float(before - date(int(year or 2000), month, day).toordinal()), None)


def _month_of(name: str) -> int:
    return next(at for at, known in enumerate(_NAMES, 1) if known.startswith(name[:3]))


_CLOCK = re.compile(
    r"(?<![\d.:])(?P<h>[01]?\d|2[0-3]):(?P<min>[0-5]\d)(?!\d)(?: ?(?P<half>[ap])\.?m\b)?"
    r"|\b(?P<h2>\d{1,2}) ?(?P<half2>[ap])\.?m\b"
)
# An hour alone, where a value stands before it, or a part of the day or a verb behind it: "38.6 at six", "at 7 it was".
_HOUR = re.compile(
    rf"(?P<value>\d )?\b(?:at|around) (?P<h>1[0-2]|[1-9]|{ENGLISH})\b(?![.:/]\d| over\b)"
    r"(?P<part> (?:o'clock|this|in the|last|yesterday|tonight|at night|it was|was)\b)?"
)


def _clocks(text: str) -> Iterator[Time]:
    for match in _CLOCK.finditer(text):
        hour = int(match["h"] or match["h2"])
        half = match["half"] or match["half2"]
        hour = hour % 12 + (12 if half == "p" else 0) if half else hour
        yield Time(*match.span(), None, 1 - (hour + int(match["min"] or 0) / 60) / 24)
    for match in _HOUR.finditer(text):
        hour_told = number(match["h"])
        if (match["value"] or match["part"]) and hour_told is not None and 1 <= hour_told <= NOON:
            yield Time(
                match.end("value") if match["value"] else match.start(), match.end("h"), None, 1 - hour_told / 24
            )


_WEEKDAY = re.compile(
    r"(?P<last>上)?个?(?:周|星期|礼拜)(?P<zh>[一二三四五六日天])(?![天个两周次])"
    r"|\b(?:on |last )?(?P<en>mon|tues|wednes|thurs|fri|satur|sun)day\b"
)
_ENGLISH_DAYS = ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")


def _weekdays(text: str) -> Iterator[Time]:
    for match in _WEEKDAY.finditer(text):
        zh = match["zh"]
        at = "一二三四五六日".index(zh.replace("天", "日")) if zh else _ENGLISH_DAYS.index(match["en"])
        yield Time(*match.span(), 7.0 - at + (WEEK if match["last"] else 0.0), None)


_MONTH_ALONE = re.compile(
    rf"(?P<year>去年|前年|今年)?(?<![\d个])(?P<zh>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月(?:份|初|底|中旬)?"
    rf"|\b(?:in|since|by) {_NAME}"
)
_YEARS_AGO = {"去年": 1, "前年": 2, "今年": 0}


def _months(text: str) -> list[Time]:
    """Months of no year by how far before the last one named they are, at most half a year."""
    told = [(m, int(number(m["zh"]) or 0) if m["zh"] else _month_of(m["name"])) for m in _MONTH_ALONE.finditer(text)]
    found = []
    for match, month in told:
        if match["year"]:
            days = YEAR * _YEARS_AGO[match["year"]] + (12 - month) * MONTH
        else:
            days = MONTH + ((told[-1][1] - month + 5) % 12 - 5)
        found.append(Time(*match.span(), float(days), None))
    return found
