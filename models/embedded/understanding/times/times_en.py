"""Spans of time in English, counted and named: a couple of weeks, two and a half days, all night, this morning."""

import re
from collections.abc import Iterator
from datetime import datetime

from models.embedded.understanding.cues import pattern
from models.embedded.understanding.times.dates_en import dated
from models.embedded.understanding.times.spans import CUES, MOST_YEARS, Lasting
from models.embedded.understanding.words.numbers import ENGLISH, number

_UNIT: dict[str, float] = CUES["unit_en"]
_UNITS = "|".join(sorted(_UNIT, key=len, reverse=True))
_REACH = 40  # characters before a span that bear on it
_RATE = pattern(CUES["rate_en"])


def spans_en(lower: str, now: datetime) -> Iterator[Lasting]:
    found = _found(_MISTYPED_WORD.sub(lambda word: _MISTYPED[word[0]], lower), now)
    not_of_it = (_SPENT, _COMPARED)
    return (s for s in found if not any(cue.search(lower, max(0, s.start - _REACH), s.start) for cue in not_of_it))


# Every character keeps its place.
_MISTYPED = {"dyas": "days", "weaks": "weeks", "wekes": "weeks", "munth": "month", "munths": "months", "yaers": "years"}
_MISTYPED_WORD = re.compile(rf"(?<=[a-z0-9] )(?:{'|'.join(_MISTYPED)})\b")
_SPENT = pattern(CUES["spent_en"])
_COMPARED = re.compile(
    r"(?<!been )\b(?:as|than|like)(?: it| i| he| she)?(?: was| were| felt| did)?(?: on)? $"
)  # the same as yesterday


def _found(lower: str, now: datetime) -> Iterator[Lasting]:
    yield from filter(None, (_counted(lower, match) for match in _COUNTED.finditer(lower)))
    yield from _of_some_units(lower)
    yield from _of_the_last(lower)
    yield from _listed(lower)
    yield from dated(lower, now)


def _counted(lower: str, match: re.Match[str]) -> Lasting | None:
    count = _count(match)
    if count is None or (match["unit"] == "year" and count > MOST_YEARS) or not _may_last(lower, match):
        return None
    lead = match["lead"] or ""
    start = match.start() + len(lead) - len(lead.lstrip())
    return Lasting(start, match.end(), count * _UNIT[match["unit"]], match["ago"] in (" ago", " back"))


_COUNTED = pattern(CUES["counted_en"])


def _count(match: re.Match[str]) -> float | None:
    count = _QUANTITY.get(match["number"], number(match["number"]))
    if count is None:
        return None
    low = number(match["low"]) if match["low"] else None
    if low is not None and low < count:
        count = (low + count) / 2
    return count + 0.5 if match["half"] or match["tail"] == " and a half" else count


_QUANTITY: dict[str, float] = CUES["quantity_en"]


def _may_last(lower: str, match: re.Match[str]) -> bool:
    """Whether a counted time can be how long something has lasted, by what stands around it."""
    words, lead, unit = match["number"], match["lead"] or "", _UNIT[match["unit"]]
    begin = max(0, match.start() - _REACH)
    if any(_NOT_LASTING.match(lower[end : match.end() + _REACH]) for end in (match.end("unit"), match.end())):
        return False
    if not lead and (_RATE.search(lower[begin : match.start()]) or _is_bare(lower, match)):
        return False
    if words in ("the", "few") and not _UNTIL_NOW.search(lead):
        return False
    if unit < _MINUTE and not match["ago"]:
        return False  # so long an attack lasts
    return unit > 1 or _EACH_TIME.search(lower[begin : match.start()]) is None


_NOT_LASTING = pattern(CUES["not_lasting_en"])
_UNTIL_NOW = re.compile(r"past|last|these")
_MINUTE = 1 / 60  # hours
_EACH_TIME = re.compile(r"\blasts (?:\w+ ){0,2}$")  # "it only lasts a few seconds" is no beginning


def _is_bare(lower: str, match: re.Match[str]) -> bool:
    """ "A week", "some days" and "the year" with nothing that makes a time of them."""
    vague = match["number"] in ("the", "some", "a", "an") or match["number"].startswith("a good")
    alone = vague and not match["ago"] and not match["tail"]
    return alone and not _BEFORE_A_SPAN.search(lower, max(0, match.start() - _REACH), match.start())


_BEFORE_A_SPAN = pattern(CUES["before_a_span"])


def _of_some_units(lower: str) -> Iterator[Lasting]:
    """ "Been weeks", "days and days", "a month or so"."""
    for match in _FOR_UNITS.finditer(lower):
        unit = match["unit"] or match["about"] or (match["units2"] or "")[:-1]
        yield Lasting(match.start(), match.end(), (1 if match["about"] else 3) * _UNIT[unit])


_FOR_UNITS = re.compile(
    rf"\b(?:for|been|over|in) (?P<unit>{_UNITS})s\b(?: now)?|\b(?P<units2>days|weeks|months|years)"
    r" (?:now|and (?:days|weeks|months|years))\b"
    r"|(?:^|(?<=[.,;!?] ))(?P<about>fortnight|week|month|year) (?:or so|or thereabouts|ish|give or take)\b"
)


def _of_the_last(lower: str) -> Iterator[Lasting]:
    """ "For the past week"; "last week" is when it began."""
    for match in _LAST.finditer(lower):
        when = match[0].startswith("last") and match["unit"] in ("week", "month", "year", "night", "weekend")
        if not when and not _RATE.search(lower[max(0, match.start() - _REACH) : match.start()]):
            yield Lasting(match.start(), match.end(), _UNIT[match["unit"]])


_LAST = pattern(CUES["last_en"])


def _listed(lower: str) -> Iterator[Lasting]:
    for match in _LISTED.finditer(lower):
        words = match["words"]
        if not _is_of_else(lower, match):
            yield Lasting(match.start(), match.end(), _ONSET.get(words, _VAGUE.get(words, 0.0)), words in _ONSET)


_VAGUE: dict[str, float] = CUES["vague_en"]
_ONSET: dict[str, float] = CUES["onset_en"]
_LISTED = re.compile(
    r"\b(?:since |from |started |began )?(?P<words>"
    + "|".join(sorted(map(re.escape, [*_VAGUE, *_ONSET]), key=len, reverse=True))
    + r")\b"
)


def _is_of_else(lower: str, match: re.Match[str]) -> bool:
    words = match["words"]
    if words in _MEALS and not match[0].startswith(("since", "from")):
        return True
    if _COUNTED_TIMES.search(lower, 0, match.start()) or (words == "today" and lower.startswith("'s ", match.end())):
        return True
    before = _NO_SPAN_AFTER.get(words)
    return before is not None and before.search(lower, 0, match.start()) is not None


_MEALS = ("lunch", "breakfast", "dinner", "noon", "midnight", "woke up", "childhood")
_COUNTED_TIMES = re.compile(r"\b(?:once|twice|times) (?:in )?$")  # "it came twice last month"
_AGE_THIS_YEAR = re.compile(rf"\b(?:\d{{1,3}}|{ENGLISH}),? $")  # "52 this year", "I'm forty-two this year"
_AS_A_RULE = re.compile(r"\b(?:she|he|it) (?:\w+ )?\w+s (?:\w+ )?$|\bi (?:cough|itch|scratch|ache|toss) (?:\w+ )?$")
_NO_SPAN_AFTER = {"this year": _AGE_THIS_YEAR, "all day": _AS_A_RULE, "all night": _AS_A_RULE}
