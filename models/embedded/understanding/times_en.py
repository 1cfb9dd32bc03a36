"""Spans of time and their beginnings in English: a couple of weeks, since Tuesday, two and a half days."""

import re
from collections.abc import Iterator
from datetime import datetime

from models.embedded.understanding.cues import pattern
from models.embedded.understanding.numbers import ENGLISH, number
from models.embedded.understanding.spans import CUES, DAY, MOST_YEARS, YEAR, Lasting, days_back, since, since_the_clock

_UNIT_EN: dict[str, float] = CUES["unit_en"]
_UNITS_EN = "|".join(sorted(_UNIT_EN, key=len, reverse=True))
_QUANTITY_EN: dict[str, float] = CUES["quantity_en"]
_COUNTED_EN = pattern(CUES["counted_en"])
_FOR_UNITS_EN = re.compile(
    rf"\b(?:for|been|over|in) (?P<unit>{_UNITS_EN})s\b(?: now)?|\b(?P<units2>days|weeks|months|years)"
    r" (?:now|and (?:days|weeks|months|years))\b"
    r"|(?:^|(?<=[.,;!?] ))(?P<about>fortnight|week|month|year) (?:or so|or thereabouts|ish|give or take)\b"
)
_LAST_EN = pattern(CUES["last_en"])
_VAGUE_EN: dict[str, float] = CUES["vague_en"]
_ONSET_EN: dict[str, float] = CUES["onset_en"]
_LISTED_EN = re.compile(
    r"\b(?:since |from |started |began )?(?P<words>"
    + "|".join(sorted(map(re.escape, [*_VAGUE_EN, *_ONSET_EN]), key=len, reverse=True))
    + r")\b"
)
_WEEKDAYS_EN = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_WEEKDAY_EN = pattern(CUES["weekday_en"])
_MONTHS_EN = [
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
_SINCE_EN = re.compile(
    r"(?:\bsince(?: (?:just |well |way |long )?before)?"
    r"|(?P<lead>^|[,.;!?] *)(?:(?:just|well|way|long|some time) )?before) "
    r"(?:(?:about|around|last|early|late|mid|the|this|some ?time in|back in|(?:end|start|beginning|middle) of) )*"
    r"(?:(?P<month>"
    + "|".join(_MONTHS_EN)
    + r")|(?P<year>(?:19|20)\d\d)|(?P<season>christmas|easter|new year|spring|summer|autumn|fall|winter))\b"
)
# "It was the end of September", "late June I think": a clause that says nothing else.
_IN_MONTH_EN = re.compile(
    r"(?:^|[,.;!?] *)(?:(?:oh|well|er+m?|um+|yes|it|this|was|started|began|came|on|about|around|roughly|back|from|maybe"
    r"|probably|say|i|think|guess|must|have|been|would|be|just|some ?time|at|in|the) )*"
    r"(?P<when>(?:(?:(?:tail |back )?end|start|beginning|middle) of|early|late|mid|in|around) (?P<month>"
    + "|".join(_MONTHS_EN)
    + r"))\b(?= *(?:$|[,.;!?]|i think|i'd say|or so|or thereabouts|time\b|like\b|last year|this year))"
)
_CLOCK_EN = pattern(CUES["clock_en"])
_COMPARED = re.compile(
    r"(?<!been )\b(?:as|than|like)(?: it| i| he| she)?(?: was| were| felt| did)?(?: on)? $"
)  # the same as yesterday
_SEASONS_EN: dict[str, tuple[int, int]] = CUES["season_en"]
_BEFORE_A_SPAN = pattern(CUES["before_a_span"])
_EACH_TIME = re.compile(r"\blasts (?:\w+ ){0,2}$")  # "it only lasts a few seconds" is no beginning
_MINUTE = 1 / 60  # hours
_COUNTED_TIMES = re.compile(r"\b(?:once|twice|times) (?:in )?$")  # "it came twice last month"
_AGE_THIS_YEAR = re.compile(rf"\b(?:\d{{1,3}}|{ENGLISH}),? $")  # "52 this year", "I'm forty-two this year"
_AS_A_RULE = re.compile(r"\b(?:she|he|it) (?:\w+ )?\w+s (?:\w+ )?$|\bi (?:cough|itch|scratch|ache|toss) (?:\w+ )?$")
_NOT_LASTING_EN = pattern(CUES["not_lasting_en"])
_REACH = 40  # characters before a span that bear on it
_RATE_EN = pattern(CUES["rate_en"])
_SPENT_EN = pattern(CUES["spent_en"])


_MISTYPED = {"dyas": "days", "weaks": "weeks", "wekes": "weeks", "munth": "month", "munths": "months", "yaers": "years"}
_MISTYPED_WORD = re.compile(rf"(?<=[a-z0-9] )(?:{'|'.join(_MISTYPED)})\b")


def spans_en(lower: str, now: datetime) -> Iterator[Lasting]:
    found = _found(lower, now)
    not_of_it = (_SPENT_EN, _COMPARED)
    return (s for s in found if not any(cue.search(lower, max(0, s.start - _REACH), s.start) for cue in not_of_it))


def _found(lower: str, now: datetime) -> Iterator[Lasting]:
    lower = _MISTYPED_WORD.sub(lambda word: _MISTYPED[word[0]], lower)  # every character keeps its place
    for match in _COUNTED_EN.finditer(lower):
        span = _counted_en(lower, match)
        if span:
            yield span
    for match in _FOR_UNITS_EN.finditer(lower):
        unit = match["unit"] or match["about"] or (match["units2"] or "")[:-1]
        yield Lasting(match.start(), match.end(), (1 if match["about"] else 3) * _UNIT_EN[unit])
    for match in _LAST_EN.finditer(lower):
        if match[0].startswith(("last", "the last time")) and match["unit"] in (
            "week",
            "month",
            "year",
            "night",
            "weekend",
        ):
            continue
        if not _RATE_EN.search(lower[max(0, match.start() - _REACH) : match.start()]):
            yield Lasting(match.start(), match.end(), _UNIT_EN[match["unit"]])
    for match in _LISTED_EN.finditer(lower):
        words = match["words"]
        if words in ("lunch", "breakfast", "dinner", "noon", "midnight", "woke up", "childhood") and not match[
            0
        ].startswith(("since", "from")):
            continue
        if _COUNTED_TIMES.search(lower, 0, match.start()):
            continue
        if words == "today" and lower.startswith("'s ", match.end()):
            continue
        if words == "this year" and _AGE_THIS_YEAR.search(lower, 0, match.start()):
            continue
        if words in ("all day", "all night") and _AS_A_RULE.search(lower, 0, match.start()):
            continue
        yield Lasting(match.start(), match.end(), _ONSET_EN.get(words, _VAGUE_EN.get(words, 0.0)), words in _ONSET_EN)
    for match in _CLOCK_EN.finditer(lower):
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
    for match in _WEEKDAY_EN.finditer(lower):
        day = next(i for i, name in enumerate(_WEEKDAYS_EN) if name.startswith((match["day"] or match["day2"])[:3]))
        start = match.start() + len(match["lead"] or "")
        yield Lasting(start, match.end(), days_back(now, day, before=False) * DAY, True)
    for match in _SINCE_EN.finditer(lower):
        if match["year"]:
            hours = max(now.year - int(match["year"]), 0.3) * YEAR
        elif match["month"]:
            hours = since(now, _MONTHS_EN.index(match["month"]) + 1, 15, 0)
        else:
            hours = since(now, *_SEASONS_EN[match["season"]], 0)
        yield Lasting(match.start() + len(match["lead"] or ""), match.end(), hours, True)
    for match in _IN_MONTH_EN.finditer(lower):
        yield Lasting(*match.span("when"), since(now, _MONTHS_EN.index(match["month"]) + 1, 15, 0), True)


def _counted_en(lower: str, match: re.Match[str]) -> Lasting | None:
    words, unit = match["number"], _UNIT_EN[match["unit"]]
    count = _QUANTITY_EN.get(words, number(words))
    start = match.start() + (len(match["lead"]) - len(match["lead"].lstrip()))
    lead = match["lead"] or ""
    if (
        count is None
        or _NOT_LASTING_EN.match(lower[match.end("unit") : match.end() + 40])
        or _NOT_LASTING_EN.match(lower[match.end() : match.end() + 40])
    ):
        return None
    if (
        (words in ("the", "some") or words.startswith("a good") or words in ("a", "an"))
        and not lead
        and not match["ago"]
        and not match["tail"]
        and not _BEFORE_A_SPAN.search(lower, max(0, match.start() - _REACH), match.start())
    ):
        return None
    if not lead and _RATE_EN.search(lower[max(0, match.start() - _REACH) : match.start()]):
        return None
    if unit < _MINUTE and not match["ago"]:
        return None  # so long an attack lasts
    if unit <= 1 and _EACH_TIME.search(lower[max(0, match.start() - _REACH) : match.start()]):
        return None
    if words in ("the", "few") and not re.search(r"past|last|these", lead):
        return None
    if match["low"]:
        low = number(match["low"])
        count = (low + count) / 2 if low is not None and low < count else count
    if match["half"] or match["tail"] == " and a half":
        count += 0.5
    if match["unit"] == "year" and count > MOST_YEARS:
        return None
    return Lasting(start, match.end(), count * unit, match["ago"] in (" ago", " back"))
