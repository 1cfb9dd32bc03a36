"""Which relatives have an illness of the family, and how old they were, in the words that tell it."""

import re

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.persons.whose import KIN
from models.facts import Fact, Status, Topic

_CUES = cues("kin")
_DIED, _AGE = pattern(_CUES["died"]), pattern(_CUES["age"])
_HAS, _TOO = pattern(_CUES["has"]), pattern(_CUES["too"])
_SENTENCE = re.compile(r"[。！？!?\n]|\.(?!\d)")
_TOGETHER = re.compile(r"\s*(?:[,，、&和跟与及]|\band\b|\bboth\b|\bof\b|\bhis\b|\bher\b)+\s*")
_NEAR = 24  # characters between an illness and the kin named behind it
_MOST = 100  # characters of a quote


def with_kin(hearing: Hearing, facts: list[Fact]) -> list[Fact]:
    """The illnesses of the family, quoted with who has them: "my dad died of a heart attack at 51"."""
    return [
        _quoted(hearing, fact) if fact.topic is Topic.FAMILY and fact.status is Status.PRESENT else fact
        for fact in facts
    ]


def had_by_kin(hearing: Hearing, place: int) -> bool:
    """Whether a relative is told to have what is feared at `place`: "I'm worried because mum had breast cancer"."""
    lower = hearing.writing.lower
    named = list(KIN.finditer(lower, max(0, place - _NEAR), place))
    return bool(named) and not hearing.speaks_for_another and _HAS.fullmatch(lower, named[-1].end(), place) is not None


def _quoted(hearing: Hearing, fact: Fact) -> Fact:
    place = hearing.writing.lower.find(fact.quote.lower())
    span = _told(hearing.writing.lower, place, place + len(fact.quote)) if place >= 0 else None
    if span is None or span[1] - span[0] > _MOST:
        return fact
    return fact.model_copy(update={"quote": hearing.writing.words(*span)})


def _told(lower: str, start: int, end: int) -> tuple[int, int] | None:
    """Where is told of which kin an illness is, that they died and at what age, and which others have it too."""
    begin = max((stop.end() for stop in _SENTENCE.finditer(lower, 0, start)), default=0)
    stop = _SENTENCE.search(lower, end)
    last = stop.start() if stop else len(lower)
    named = list(KIN.finditer(lower, begin, last))
    before = [one for one in named if one.start() < end]
    first = before[-1:] or [one for one in named if one.start() <= end + _NEAR][:1]
    if not first:
        return None
    joined = _joined(lower, named, first[0])
    after = [one for one in named if one.start() >= max(end, joined[-1].end())]
    until = after[0].start() if after else last
    told = [cue.search(lower, joined[0].start(), until) for cue in (_DIED, _AGE)]
    told += [*joined, *(_TOO.match(lower, one.end()) for one in after)]
    spans = [(start, end), *(one.span() for one in told if one)]
    return min(spans)[0], max(reach for _, reach in spans)


def _joined(lower: str, named: list[re.Match[str]], one: re.Match[str]) -> list[re.Match[str]]:
    """The run of kin named in one breath in which `one` stands: "my mum and her sister"."""
    place = named.index(one)
    first, last = place, place
    while first and _TOGETHER.fullmatch(lower, named[first - 1].end(), named[first].start()):
        first -= 1
    while last + 1 < len(named) and _TOGETHER.fullmatch(lower, named[last].end(), named[last + 1].start()):
        last += 1
    return named[first : last + 1]
