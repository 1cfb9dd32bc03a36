"""How a medicine is taken, as it is told with its name: how often, for how long, what it did, whether any is left."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.medicine_states import State
from models.embedded.understanding.medicines import Medicine, is_kind_of
from models.embedded.understanding.spans import Lasting
from models.embedded.understanding.times import lastings
from models.embedded.understanding.writing import Writing
from models.facts import Details, Duration, Fact, Topic

_CUES = cues("taking")
_OFTEN, _REMARKS = Cue(_CUES["often"]), Cue(_CUES["remarks"])
_TAKES = pattern(_CUES["takes"])
_CLAUSE = re.compile(r"[，。；！？,;!?\n]|\.(?!\d)|\b(?:but|and)\b|但|可是|不过|还有")
_SENTENCE = re.compile(r"[。！？!?\n]|\.(?!\d)")
_LISTED = re.compile(r"\s*(?:[、,和跟]|\band\b)+\s*")
_ONLY_A_TIME = re.compile(
    r"(?:[有快都已经了差不多大概得，]|\b(?:it|them|for|since|about|over|nearly)\b|[,\s])*"
)  # ahead of it in its clause
_REACH = 90  # characters behind a name


class Span(NamedTuple):
    start: int
    end: int


class Taking(NamedTuple):
    """What is told of a medicine, and the places that tell it."""

    details: Details
    told: tuple[Span, ...]


def takings(
    writing: Writing, taken: Sequence[Medicine], mentioned: Sequence[int], *, chinese: bool, english: bool, asked: bool
) -> list[Taking]:
    """How each of the medicines is taken; `mentioned` is where findings are told, `asked` whether medicines were."""
    lower = writing.lower
    names = [(other.start, other.end) for other in taken]
    doses = [other.dose for other in taken if other.dose]
    found = []
    for place, one in enumerate(taken):
        within = _stretch(lower, taken, place, mentioned)
        remarks = _apart(lower, _REMARKS, within, names)
        often = _apart(lower, _OFTEN, within, [*names, *doses, *remarks])
        lasting = _lasting(lower, one, within, chinese=chinese, english=english, asked=asked)
        long = [Span(lasting.start, lasting.end)] if lasting else []
        if lasting is None or _meet(long[0], [*often, *remarks, *doses]):
            lasting, long = None, []
        if lasting and one.state is State.PAST:  # "I stopped it a month ago"
            lasting, remarks = None, [*remarks, *long]
        gap = "，" if chinese else ", "
        details = Details(
            value=writing.words(*one.dose) if one.dose else None,
            frequency=gap.join(writing.words(*span) for span in often) or None,
            character=gap.join(writing.words(*span) for span in remarks) or None,
            duration=Duration(hours=round(lasting.hours, 2), words=writing.words(*long[0])) if lasting else None,
        )
        found.append(Taking(details, (*often, *remarks, *long)))
    return found


def _stretch(lower: str, taken: Sequence[Medicine], place: int, mentioned: Sequence[int]) -> Span:
    """The text that is of one medicine: from its clause, or the name before, to the next name or another matter."""
    one = taken[place]
    before = taken[place - 1].end if place else 0
    start = max([before, *(stop.end() for stop in _CLAUSE.finditer(lower, before, one.start))])
    following = taken[place + 1] if place + 1 < len(taken) else None
    if following and _LISTED.fullmatch(lower, one.end, following.start):  # 二甲双胍和阿卡波糖，吃了五年了
        return Span(start, _stretch(lower, taken, place + 1, mentioned)[1])
    sentence = _SENTENCE.search(lower, one.end)
    end = min(len(lower), one.end + _REACH, sentence.start() if sentence else len(lower))
    reasons = [match.span() for match in _OFTEN.finditer(lower)]  # "when my knee's bad"
    others = [other for other in mentioned if not any(begin <= other < stop for begin, stop in reasons)]
    others += [following.start] if following else []
    nearest = min((other for other in others if one.end <= other < end), default=None)
    if nearest is None:
        return Span(start, end)
    stops = [stop.start() for stop in _CLAUSE.finditer(lower, one.end, nearest)]
    return Span(start, stops[-1] if stops else nearest)


def _apart(lower: str, cue: Cue, within: Span, others: Sequence[tuple[int, int]]) -> list[Span]:
    """The places of a cue in the stretch that meet none of the others."""
    found = [Span(*match.span(match.lastgroup or 0)) for match in cue.finditer(lower)]
    return [span for span in found if within.start <= span.start and span.end <= within.end and not _meet(span, others)]


def _meet(span: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in others)


def _lasting(lower: str, one: Medicine, within: Span, *, chinese: bool, english: bool, asked: bool) -> Lasting | None:
    """How long it has been taken: 吃了两三个月, "been on it for years"; where that was asked, right behind its name."""
    places = [match.end() for match in _TAKES.finditer(lower, *within)]
    places += [one.dose[1]] if asked and one.dose and one.dose[1] > one.end else []
    places += [one.end] if asked or _TAKES.search(lower, max(within.start, one.start - 16), one.start) else []
    for place in places:
        span = next(iter(lastings(lower[place : within.end], chinese=chinese, english=english)), None)
        if span and _ONLY_A_TIME.fullmatch(lower, place, place + span.start):
            return span._replace(start=place + span.start, end=place + span.end)
    return None


def with_kinds_named(facts: list[Fact]) -> list[Fact]:
    """Medicines without the kind whose one is named, which keeps what was told of it: 降压药，就是氨氯地平."""
    kept = {fact.name: fact for fact in facts}
    for kind in facts:
        named = [fact for fact in facts if _is_it_by_name(kind, fact)]
        for fact in named:
            kept[fact.name] = fact.model_copy(update={"details": kind.details.updated(kept[fact.name].details)})
        if named:
            del kept[kind.name]
    return list(kept.values())


def _is_it_by_name(kind: Fact, fact: Fact) -> bool:
    same = kind.topic is fact.topic is Topic.MEDICINE and (kind.status, kind.past) == (fact.status, fact.past)
    return same and is_kind_of(kind.code, fact.code)
