"""Durations as doctors say them, in whole months or days: 一年半, 两个半月, "a year and a half", 两年多."""

import re
from datetime import date, timedelta

from frontdesk.models.parsers.numbers import number

FLAGS = re.IGNORECASE | re.ASCII
YEAR, MONTH, WEEK = 12, 30.4, 7  # months of a year, days of the others
COUNT_EN = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)"
YEARS_ZH = re.compile(r"(?<![\d一二三四五六七八九十])(?P<n>\d{1,2}|[一二两三四五六七八九十]{1,3})年(?P<more>半|多)")
MONTHS_ZH = re.compile(r"(?<![\d一二三四五六七八九十])(?P<n>\d{1,2}|[一二两三四五六七八九十]{1,3})个(?P<more>半|多)月")
HALF_YEAR_MORE = re.compile(r"半年多")
LEAD = r"(?:\b(?P<{name}>over|in|for|during|within) (?:the )?)?"
UNIT = r"(?P<{name}>year|month|week)s?"
HALF_EN = re.compile(
    rf"{LEAD.format(name='lead')}\b(?:(?P<n>an?|{COUNT_EN}) )?{UNIT.format(name='unit')} and a half\b"
    rf"|{LEAD.format(name='lead2')}\b(?P<n2>{COUNT_EN}) and a half {UNIT.format(name='unit2')}\b"
    rf"|{LEAD.format(name='lead3')}(?<![\d.])(?P<n3>\d+)\.5 {UNIT.format(name='unit3')}\b",
    FLAGS,
)
# A span told as so long, whose first day nobody means to the day.
SO_LONG = re.compile(
    r"(?<!\d)(?:\d{1,3}|[一二两三四五六七八九十半几]{1,3})(?:年|个月|个?星期|个?礼拜|周)|\b(?:years?|months?|weeks?)\b",
    FLAGS,
)
SLACK, MOST = 30, 7  # one day more for so many, a week at most


def in_whole_units(question: str) -> str:
    """The question with halves and "more than" written as whole months or days, as the readers of dates know them."""
    question = HALF_YEAR_MORE.sub("12个月", question)
    question = YEARS_ZH.sub(_years_zh, question)
    question = MONTHS_ZH.sub(_months_zh, question)
    return HALF_EN.sub(_half_en, question)


def _years_zh(found: re.Match[str]) -> str:
    return f"{int((number(found['n']) or 1) * YEAR + (YEAR / 2 if found['more'] == '半' else YEAR))}个月"


def _months_zh(found: re.Match[str]) -> str:
    count = number(found["n"]) or 1
    return f"{round((count + 0.5) * MONTH)}天" if found["more"] == "半" else f"{int(count + 1)}个月"


def _half_en(found: re.Match[str]) -> str:
    told = found["n"] or found["n2"] or found["n3"] or "a"
    count = (1.0 if told.lower() in ("a", "an") else number(told) or 1) + 0.5
    unit = (found["unit"] or found["unit2"] or found["unit3"]).lower()
    lead = found["lead"] or found["lead2"] or found["lead3"]
    months, days = round(count * YEAR), round(count * (MONTH if unit == "month" else WEEK))
    span = f"{months} months" if unit == "year" else f"{days} days"
    return f"{lead} the last {span}" if lead else span


def widened(since: date, question: str, today: date) -> date:
    """The first day of a span that was told as so long: "the last 18 months" leaves out no visit of the day before."""
    if not SO_LONG.search(question):
        return since
    return since - timedelta(days=min(MOST, (today - since).days // SLACK))
