"""How long something has lasted or since when, where exactly one span or one beginning is told."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from frontdesk.models.facts import Duration
from frontdesk.models.parsers.corrections import settled
from frontdesk.models.parsers.numbers import CHINESE, ENGLISH, number
from frontdesk.models.parsers.patterns import Cue, compiled, entries
from frontdesk.models.parsers.persons import of_another
from frontdesk.models.parsers.writing import read

_TIMES = entries("times")
_UNIT_ZH: dict[str, float] = _TIMES["unit_zh"]
_UNIT_EN: dict[str, float] = _TIMES["unit_en"]
_QUANTITY: dict[str, float] = _TIMES["quantity_en"]
_POINTS: dict[str, float | list[int]] = _TIMES["onset_zh"] | _TIMES["onset_en"]
_VAGUE: dict[str, float] = _TIMES["vague_zh"]
_FEAST: dict[str, list[int]] = _TIMES["feast"]
_OF_ELSE, _COMPLAINT = Cue(_TIMES["of_else"]), Cue(_TIMES["complaint"])
_BEGINS_BEFORE, _BEGINS_BEHIND = compiled(_TIMES["begins_before"]), compiled(_TIMES["begins_behind"])
_AROUND = re.compile(rf"(?:\W|{'|'.join(_TIMES['around'])})*")


def _longest_first(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


DAY, YEAR = 24.0, 8766.0
_LONG = 110 * YEAR
_STORY = {
    True: 160,
    False: 60,
}  # characters of a text, by whether it is English, in which two times may be of two things
_ALIKE = 0.35  # two narratives of one time differ by no more: 从周一开始，三四天了
_LIFELONG = 50 * YEAR  # longer is an age
_SHORT = 0.4  # hours; shorter spans are of one attack unless they are the whole reply


class _Span(NamedTuple):
    start: int
    end: int
    hours: float
    begins: bool  # a point in time, or a span with "ago"


def duration(text: str, *, now: datetime, asked: bool = False) -> Duration | None:
    """How long, in hours until `now`, with the patient's words; None for none, for several, and for any doubt.

    `asked`: it replies to whom asks how long or since when.
    """
    writing = read(text)
    lower = writing.lower
    found = _apart(
        [*_counted_zh(lower), *_counted_en(lower), *_points(lower, now), *_weekdays(lower, now), *_dates(lower, now)]
    )
    found = [span for span in found if not _DENIED.search(lower, 0, span.start)]
    spans = _of_the_beginning(lower, settled(lower, found, others=_OTHERS) or [])
    if not spans or (len(spans) > 1 and len(lower) > _STORY[lower.isascii()]):
        return None
    for wrong, right in pairwise(found):
        if _EITHER_OF_TWO.fullmatch(lower, wrong.end, right.start):
            return None
        if wrong not in spans:
            lower = lower[: wrong.start] + " " * (right.start - wrong.start) + lower[right.start :]
    told = [span for span in spans if _is_told(lower, span, asked=asked)]
    if not told or not all(_alike(one, told[0]) for one in told):
        return None
    if any(not _is_of_else(lower, span) and not _alike(span, told[0]) for span in spans if asked or not span.begins):
        return None
    if of_another(lower, told[0].start, told[0].end) or _NOT_SURE.search(lower):
        return None
    return Duration(hours=round(told[0].hours, 2), words=writing.words(told[0].start, told[0].end))


def times_in(text: str, *, now: datetime) -> bool:
    """Whether any span or beginning is told, of whatever; "for two months", 上礼拜六."""
    lower = read(text).lower
    found = (_counted_zh(lower), _counted_en(lower), _points(lower, now), _weekdays(lower, now), _dates(lower, now))
    return any(True for spans in found for _ in spans)


def _alike(one: _Span, other: _Span) -> bool:
    return abs(one.hours - other.hours) <= _ALIKE * max(one.hours, other.hours)


def _is_of_else(lower: str, span: _Span) -> bool:
    return _OF_ELSE.search(lower, *_clause(lower, span)) is not None


_DENIED = re.compile(r"(?:\b(?:not|isn't|wasn't|than)|不是)[\s,]*(?:for |about |the )?$")  # not three weeks, it's five
_OTHERS = re.compile(r"(?:the |my )?\b(?:left|right|both)\b|[左右]|两边")
_EITHER_OF_TWO = re.compile(r",? ?(?:or|to)(?: maybe| even| perhaps)? |，?(?:或者?|要么|到)")
_NOT_SURE = compiled(_TIMES["not_sure"])


def _of_the_beginning(lower: str, spans: list[_Span]) -> list[_Span]:
    """Without those since which it is worse or better, where it is told how long it has been there too."""
    first = [span for span in spans if not _CHANGED.search(lower, *_clause(lower, span))]
    return first or spans


def _apart(found: list[_Span]) -> list[_Span]:
    """The longest of those that overlap, in their order."""
    taken: list[_Span] = []
    for span in sorted(found, key=lambda span: (span.start - span.end, span.start)):
        if span.hours <= _LONG and all(span.end <= other.start or other.end <= span.start for other in taken):
            taken.append(span)
    return sorted(taken)


def _is_told(lower: str, span: _Span, *, asked: bool) -> bool:
    """Whether it says of the complaint how long or since when."""
    if _AHEAD.search(lower, 0, span.start):
        return False
    if _AROUND.fullmatch(lower[: span.start]) and _AROUND.fullmatch(lower[span.end :]):
        return True
    start, end = _clause(lower, span)
    clause = lower[start:end]
    if _AGE_OF_CHILD.search(lower, start, span.start) or _OF_ELSE.search(clause):
        return False
    if _is_all(lower, span, start, end):
        return asked or _beside_a_complaint(lower, start, end)
    if asked and span.begins:
        return True
    if not _COMPLAINT.search(clause):
        return False
    if span.begins:
        before = _BEGINS_BEFORE.search(lower[: span.start]) or _STARTED.search(lower[start : span.start])
        return bool(before or _BEGINS_BEHIND.match(lower, span.end))
    chinese = not clause.isascii()
    if not _SHORT <= span.hours <= _LIFELONG:
        return False
    return bool(not chinese or _ENDS_CLAUSE.match(lower, span.end) or _UNTIL_NOW.search(lower, 0, span.start + 1))


def _is_all(lower: str, span: _Span, start: int, end: int) -> bool:
    """Whether the clause is nothing but the time."""
    return bool(_AROUND.fullmatch(lower[start : span.start]) and _AROUND.fullmatch(lower[span.end : end]))


def _beside_a_complaint(lower: str, start: int, end: int) -> bool:
    """Whether the clause before or the one behind complains: 嗓子疼，两天了."""
    before = _STOP.split(lower[:start].rstrip(" ，,。."))[-1]
    behind = _STOP.split(lower[end:].lstrip(" ，,。."))[0]
    return any(_COMPLAINT.search(clause) and not _OF_ELSE.search(clause) for clause in (before, behind))


# 头疼三天了, 咳嗽半年多; 走一天脚就酸 and 教了三十年书 go on.
_ENDS_CLAUSE = re.compile(r"(?:多|左右|的时间|以来|来|整|这样|的样子)*(?:[了吧啊呀咯啦]|$|[，。！？、,.!?; ])")


_UNTIL_NOW = re.compile(r"(?:[这近]|最近|过去|前后)(?:大概|差不多)?.?$")  # 这半年老头晕
_CHANGED = re.compile(
    r"加重|更(?:重|厉害|疼|严重)|厉害|严重|再发|爆发|好转|\b(?:worse\w*|better|flared|worst|more often)\b"
)
_AHEAD = re.compile(r"\b(?:in|at|of|after|within|aged) (?:about |around |maybe |the )?$|\b(?:next|until|till|by) $")
_AGE_OF_CHILD = re.compile(
    r"(?:孩子|宝宝|娃|儿子|女儿|闺女|孙子|孙女|小孩|婴儿)(?:今年|现在|才|刚|已经|刚满|快|有|，)*$"
)
_STARTED = re.compile(r"\b(?:started|began|came on|since|fell|twisted|sprained)\b[^,.;!?]{0,30}$")
_STOP = re.compile(r"[，。；！？,;!?\n]|\.(?!\d)|\bbut\b|(?<!\bon )(?<!\boff )\band\b(?! a half)|但是|可是|不过|然后")


def _clause(lower: str, span: _Span) -> tuple[int, int]:
    start = max((stop.end() for stop in _STOP.finditer(lower, 0, span.start)), default=0)
    end = _STOP.search(lower, span.end)
    return start, end.start() if end else len(lower)


_COUNTED_ZH = re.compile(
    rf"(?:大概|大约|差不多|快|将近)?(?P<number>{CHINESE}|半(?!夜)|几|好几|十几|几十)(?:到(?P<high>{CHINESE}))?"
    r"(?P<over>[多来几])?个?(?P<half>半)?(?P<more>[多来])?"
    rf"(?P<unit>{_longest_first(_UNIT_ZH)})(?P<tail>半|多)?(?P<ago>以?之?前)?(?:左右)?"
)
_SOME_ZH = {"半": 0.5, "几": 4.0, "好几": 5.0, "十几": 15.0, "几十": 40.0}
_TWO_DAYS = re.compile("23|34|45|56|67|78")  # 34天: three or four, or thirty-four
_VAGUE_WORDS = re.compile(_longest_first(_VAGUE))
# 三月 is a month's name, 第三天 a day, 三天两头 no span.
_NO_SPAN_ZH = re.compile(r"(?:第|每|隔|周|星期|礼拜|[\d一二三四五六七八九十]月)$")
_NO_SPAN_BEHIND_ZH = re.compile(r"[一二三四五六日天]?(?:两头|级|代|份|号|初|底)|内|[0-9]|到晚|比一天|天天")


def _counted_zh(lower: str) -> Iterator[_Span]:
    for match in _COUNTED_ZH.finditer(lower):
        words, unit = match["number"], match["unit"]
        count = _SOME_ZH.get(words, number(words))
        month_of_year = unit == "月" and "个" not in match[0] and words not in (*_SOME_ZH, "俩", "两", "仨")
        if count is None or month_of_year or (unit == "天" and _TWO_DAYS.fullmatch(words)):
            continue
        if _NO_SPAN_ZH.search(lower, 0, match.start("number")) or _NO_SPAN_BEHIND_ZH.match(lower, match.end()):
            continue
        if match["high"]:
            count = (count + (number(match["high"]) or count)) / 2
        over = 0.3 if "多" in (match["over"], match["more"], match["tail"]) or match["over"] == "几" else 0.0
        if match["half"] or match["tail"] == "半":
            over = 0.5
        if match["over"] == "几" and count >= 10:
            over = 5.0
        if words == "半":
            over = min(over, 0.1)
        yield _Span(*match.span(), (count + over) * _UNIT_ZH[unit], bool(match["ago"]))
    for match in _VAGUE_WORDS.finditer(lower):
        yield _Span(*match.span(), _VAGUE[match[0]], False)


_COUNTED_EN = re.compile(
    r"(?P<lead>\b(?:for|over|about|around|nearly|almost|roughly|at least|more than|the (?:past|last)|past|these|last)"
    r"(?: (?:about|around|at least|nearly|almost|the|the past|the last|past|last|over|maybe|like|a good))* )?"
    rf"\b(?:(?P<low>{ENGLISH}) ?(?:-|to|or) ?)?(?P<number>{ENGLISH}|{_longest_first(_QUANTITY)})"
    rf"[ -]?(?P<half>and a half )?(?:full |whole |solid |good |more )*(?P<unit>{_longest_first(_UNIT_EN)})s?\b"
    r"(?P<tail> and a half| or (?:so|two|three))?(?P<ago> ago| back)?"
)
_LASTING = re.compile(r"\b(?:for|over|past|last|about|around)\b")
_OLD = re.compile(r"[ -]?(?:old|olds|of age)\b")


def _counted_en(lower: str) -> Iterator[_Span]:
    for match in _COUNTED_EN.finditer(lower):
        words = match["number"]
        count, low = _QUANTITY.get(words, number(words)), number(match["low"] or "")
        if count is None or _OLD.match(lower, match.end()):
            continue
        bare = (
            words in ("a", "an", "one", "the whole") and not match["ago"] and not _LASTING.search(match["lead"] or "")
        )
        if bare and not _AROUND.fullmatch(lower[: match.start()]):
            continue  # "a day", "a week": a rate more often than a span
        if low is not None and low < count:
            count = (low + count) / 2
        count += 0.5 if match["half"] or match["tail"] == " and a half" else 0.0
        lead = match["lead"] or ""
        start = match.start() + (len(lead) if lead.startswith(("for", "over")) and " " not in lead.strip() else 0)
        yield _Span(start, match.end(), count * _UNIT_EN[match["unit"]], bool(match["ago"]))
    for match in _LAST_UNIT.finditer(lower):
        yield _Span(match.start("span"), match.end(), _UNIT_EN[match["unit"]], False)


_LAST_UNIT = re.compile(
    r"\b(?:for|over|in|during|within) (?P<span>the (?:past|last) (?P<unit>hour|day|week|fortnight|month|year))\b"
)
_POINT_ZH = re.compile(_longest_first(_TIMES["onset_zh"]))
_POINT_EN = re.compile(rf"\b(?:{_longest_first(_TIMES['onset_en'])})\b(?!')")
_SAID_JUST_NOW = re.compile(r"刚[才刚][^，。]{0,4}(?:说|讲|告诉|提|问|写|点|选|填|答)")  # of the talk
_FEASTS = re.compile(
    "|".join(f"\\b{name}\\b" if name.isascii() else name for name in sorted(_FEAST, key=len, reverse=True))
)


def _points(lower: str, now: datetime) -> Iterator[_Span]:
    for shape in (_POINT_ZH, _POINT_EN):
        for match in shape.finditer(lower):
            at, end = _POINTS[match[0]], match.end()
            if _SAID_JUST_NOW.match(lower, match.start()):
                continue
            if isinstance(at, list):
                days, part = at
                clock = _CLOCK.match(lower, end)
                end = clock.end() if clock else end
                hour = _hour(clock, around=part) if clock else part
                hours = days * DAY + now.hour + now.minute / 60 - hour
                if hours < 0 and clock:
                    continue  # 今晚九点, in the morning: not yet
                yield _Span(match.start(), end, max(hours, 0.5), True)
            else:
                yield _Span(*match.span(), at, True)
    for match in _FEASTS.finditer(lower):
        yield _Span(*match.span(), _since(now, *_FEAST[match[0]]), True)


_CLOCK = re.compile(
    rf"(?:的|大概|大约|差不多)*(?P<zh>{CHINESE})点(?P<half>半)?(?:钟|多|左右|来钟|不到)*"
    rf"|(?: at| about| around)* (?P<en>{ENGLISH})(?: ?(?:o'clock|am|pm|ish))?(?= *(?:$|[,.;!]))"
)


def _hour(clock: re.Match[str], *, around: int) -> float:
    """The hour of the day on the clock that is nearest to the part of the day it is said of."""
    told = number(clock["zh"] or clock["en"]) or 0.0
    told += 0.5 if clock["half"] else 0.0
    return min((told + turn for turn in (0, 12, 24) if told <= 24), key=lambda hour: abs(hour - around), default=around)


_WEEKDAY_ZH = re.compile(
    r"(?P<last>上)?个?(?:周|星期|礼拜)(?P<day>[一二三四五六日天])(?![天个两])(?:早上|上午|中午|下午|晚上)?"
)
_WEEKDAY_EN = re.compile(
    r"\b(?P<last>last )?(?P<day>mon|tues|wednes|thurs|fri|satur|sun)day\b(?! (?:week|next))"
    r"(?: (?:morning|afternoon|evening|night))?"
)


def _weekdays(lower: str, now: datetime) -> Iterator[_Span]:
    for match in _WEEKDAY_ZH.finditer(lower):
        day = "一二三四五六日".index(match["day"].replace("天", "日"))
        yield _Span(*match.span(), _days_back(now, day, before=bool(match["last"])) * DAY, True)
    for match in _WEEKDAY_EN.finditer(lower):
        day = ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun").index(match["day"])
        yield _Span(*match.span(), _days_back(now, day, before=False) * DAY, True)


def _days_back(now: datetime, weekday: int, *, before: bool) -> float:
    """Days since the last such weekday; `before` for the one of the week before this."""
    back = (now.weekday() - weekday) % 7
    if before and now.weekday() >= weekday:
        back += 7
    return float(back) if back else 0.3


_MONTHS: list[str] = _TIMES["months"]
_MONTH_EN = re.compile(
    rf"\b(?:(?P<part>early|mid|late|the (?:start|beginning|middle|end) of) )?(?P<month>{'|'.join(_MONTHS)})\b"
    r"(?: (?P<day>\d{1,2})(?:st|nd|rd|th)?\b)?"
)
_MONTH_ZH = re.compile(
    r"(?P<year>去年|前年|今年)?的?(?P<month>\d{1,2}|十[一二]?|[一二三四五六七八九])月(?:份|初|底|中旬|(?P<day>\d{1,2})[号日])?(?!\d)"
)
_YEAR = re.compile(r"(?<![\d.])(?P<year>(?:19|20)\d\d)(?![\d.])年?")
_DAY_IN_PART = {"初": 3, "底": 27, "early": 5, "mid": 15, "late": 25}


_OLDEST_YEAR = 40  # years ago; a year before it is one of birth


def _dates(lower: str, now: datetime) -> Iterator[_Span]:
    for match in _MONTH_EN.finditer(lower):
        if match["month"] in ("may", "march") and not _BEGINS_BEFORE.search(lower[: match.start()]):
            continue
        day = int(match["day"] or _DAY_IN_PART.get((match["part"] or "").split(" ")[0], 15))
        yield _Span(*match.span(), _since(now, _MONTHS.index(match["month"]) + 1, day), True)
    for match in _MONTH_ZH.finditer(lower):
        month = int(number(match["month"]) or 0)
        if 1 <= month <= 12:
            day = int(match["day"] or _DAY_IN_PART.get(match[0][-1], 15))
            years = {"去年": 1, "前年": 2, "今年": 0}.get(match["year"] or "")
            yield _Span(*match.span(), _since(now, month, day, years=years), True)
    for match in _YEAR.finditer(lower):
        if now.year - int(match["year"]) <= _OLDEST_YEAR:
            yield _Span(*match.span(), max(now.year - int(match["year"]), 0.3) * YEAR, True)


def _since(now: datetime, month: int, day: int, *, years: int | None = None) -> float:
    """Hours since that day `years` ago, or since the last time it was."""
    start = now.replace(month=month, day=min(max(day, 1), 28), hour=12, minute=0)
    if years is not None:
        start = start.replace(year=start.year - years)
    elif start > now:
        start = start.replace(year=start.year - 1)
    return max((now - start).total_seconds() / 3600, 8.0)
