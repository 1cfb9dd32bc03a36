"""How a medicine is taken, as it is told with its name: how often, for how long, what it did, whether any is left."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.medicines.medicine_names import is_kind_of
from models.embedded.understanding.medicines.medicine_states import Medicine, State
from models.embedded.understanding.times.spans import Lasting
from models.embedded.understanding.times.times import lastings
from models.embedded.understanding.words.writing import Writing
from models.facts import Details, Duration, Fact, Topic
from models.knowledge.formulary import formulary

_CUES = cues("taking")
_OFTEN, _REMARKS = Cue(_CUES["often"]), Cue(_CUES["remarks"])
_PUT_ON, _ON_THE_SKIN = Cue(_CUES["on_the_skin"]), pattern(_CUES["on_the_skin"])
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
    if not taken:
        return []
    lower = writing.lower
    often_told, remarks_told = _places(_OFTEN, lower), _places(_REMARKS, lower)
    put_on_told = _places(_PUT_ON, lower)
    reasons = [other for other in mentioned if not _meet((other, other + 1), often_told)]  # not "when my knee's bad"
    names = [(other.start, other.end) for other in taken]
    doses = [other.dose for other in taken if other.dose]
    found = []
    for one, within in zip(taken, _stretches(lower, taken, reasons), strict=True):
        remarks = _apart(remarks_told, within, names)
        if _is_swallowed_or_rubbed_in(one.code):
            remarks = sorted([*remarks, *_apart(put_on_told, within, [*names, *remarks])])
        often = _apart(often_told, within, [*names, *doses, *remarks])
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


def _stretches(lower: str, taken: Sequence[Medicine], others: Sequence[int]) -> list[Span]:
    """The text that is of each: from its clause, or the name before, to the next name or where another matter begins.

    What stands behind a list is of all of it: 二甲双胍和阿卡波糖，吃了五年了.
    """
    spans: list[Span] = []
    for place in range(len(taken) - 1, -1, -1):
        one, following = taken[place], taken[place + 1] if place + 1 < len(taken) else None
        before = taken[place - 1].end if place else 0
        start = max([before, *(stop.end() for stop in _CLAUSE.finditer(lower, before, one.start))])
        listed = following and _LISTED.fullmatch(lower, one.end, following.start)
        end = (
            min(spans[-1].end, one.end + _REACH)
            if listed
            else _end(lower, one, [*others, following.start] if following else others)
        )
        spans.append(Span(start, end))
    return spans[::-1]


def _end(lower: str, one: Medicine, others: Sequence[int]) -> int:
    end = min(len(lower), one.end + _REACH)
    sentence = _SENTENCE.search(lower, one.end, end)
    end = sentence.start() if sentence else end
    nearest = min((other for other in others if one.end <= other < end), default=None)
    if nearest is None:
        return end
    stops = [stop.start() for stop in _CLAUSE.finditer(lower, one.end, nearest)]
    return stops[-1] if stops else nearest


def _places(cue: Cue, lower: str) -> list[Span]:
    return [Span(*match.span(match.lastgroup or 0)) for match in cue.finditer(lower)]


def _apart(told: Sequence[Span], within: Span, others: Sequence[tuple[int, int]]) -> list[Span]:
    """The places in the stretch that meet none of the others."""
    return [span for span in told if within.start <= span.start and span.end <= within.end and not _meet(span, others)]


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


def _is_swallowed_or_rubbed_in(code: str) -> bool:
    return "nsaid_painkiller" in formulary().counts_as(code)


def is_put_on_the_skin(fact: Fact) -> bool:
    """Whether a medicine is rubbed in or stuck on, and little of it taken up."""
    return _ON_THE_SKIN.search(f"{fact.quote} {fact.details.character or ''}".lower()) is not None


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
