"""Beginnings in English told by the clock, the week or the year: since Tuesday, "the end of September", since 2019."""

import re
from collections.abc import Iterator
from datetime import datetime

from models.embedded.understanding.cues import pattern
from models.embedded.understanding.times.spans import CUES, DAY, YEAR, Lasting, days_back, since, since_the_clock
from models.embedded.understanding.words.numbers import number


def dated(lower: str, now: datetime) -> Iterator[Lasting]:
    yield from _by_the_clock(lower, now)
    yield from _by_weekday(lower, now)
    yield from _since_a_date(lower, now)
    yield from _in_a_month(lower, now)


def _by_the_clock(lower: str, now: datetime) -> Iterator[Lasting]:
    for match in _CLOCK.finditer(lower):
        part, hour = match["part"], number(match["hour"]) or 0
        hours = since_the_clock(
            now,
            hour,
            late=part.startswith(("p", "this a", "in the a", "last", "at n")) or "evening" in part,
            yesterday=part.startswith(("last", "yes")),
            at_night=part.startswith("at n"),
        )
        if hours is not None and 0 < hour <= 12:
            yield Lasting(match.start(), match.end(), hours, True)


_CLOCK = pattern(CUES["clock_en"])


def _by_weekday(lower: str, now: datetime) -> Iterator[Lasting]:
    for match in _WEEKDAY.finditer(lower):
        day = _WEEKDAYS.index((match["day"] or match["day2"])[:3])
        start = match.start() + len(match["lead"] or "")
        yield Lasting(start, match.end(), days_back(now, day, before=False) * DAY, True)


_WEEKDAY = pattern(CUES["weekday_en"])
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def _since_a_date(lower: str, now: datetime) -> Iterator[Lasting]:
    for match in _SINCE.finditer(lower):
        if match["year"]:
            hours = max(now.year - int(match["year"]), 0.3) * YEAR
        elif match["month"]:
            hours = _since_month(now, match["month"])
        else:
            hours = since(now, *_SEASONS[match["season"]], 0)
        yield Lasting(match.start() + len(match["lead"] or ""), match.end(), hours, True)


_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_SEASONS: dict[str, tuple[int, int]] = CUES["season_en"]
_SINCE = re.compile(
    r"(?:\bsince(?: (?:just |well |way |long )?before)?"
    r"|(?P<lead>^|[,.;!?] *)(?:(?:just|well|way|long|some time) )?before) "
    r"(?:(?:about|around|last|early|late|mid|the|this|some ?time in|back in|(?:end|start|beginning|middle) of) )*"
    r"(?:(?P<month>"
    + "|".join(_MONTHS)
    + r")|(?P<year>(?:19|20)\d\d)|(?P<season>christmas|easter|new year|spring|summer|autumn|fall|winter))\b"
)


def _in_a_month(lower: str, now: datetime) -> Iterator[Lasting]:
    for match in _IN_MONTH.finditer(lower):
        yield Lasting(*match.span("when"), _since_month(now, match["month"]), True)


# "It was the end of September", "late June I think": a clause that says nothing else.
_IN_MONTH = re.compile(
    r"(?:^|[,.;!?] *)(?:(?:oh|well|er+m?|um+|yes|it|this|was|started|began|came|on|about|around|roughly|back|from|maybe"
    r"|probably|say|i|think|guess|must|have|been|would|be|just|some ?time|at|in|the) )*"
    r"(?P<when>(?:(?:(?:tail |back )?end|start|beginning|middle) of|early|late|mid|in|around) (?P<month>"
    + "|".join(_MONTHS)
    + r"))\b(?= *(?:$|[,.;!?]|i think|i'd say|or so|or thereabouts|time\b|like\b|last year|this year))"
)


def _since_month(now: datetime, name: str) -> float:
    return since(now, _MONTHS.index(name) + 1, 15, 0)
