"""What is said about a complaint beside its name: side, severity, course, triggers, values."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.details.grades import on_a_scale
from models.embedded.understanding.details.vital_signs import vital_signs
from models.embedded.understanding.times.times import lastings
from models.embedded.understanding.words.writing import Writing
from models.facts import Course, Duration, Severity, Side

_CUES = cues("details")
_Span = tuple[int, int]


class Detail(NamedTuple):
    """A value of the field `kind` of `models.facts.Details`, said from `start` to `end`."""

    start: int
    end: int
    kind: str
    value: Any
    taken_back: bool = False  # said not to be so: "not two days", 不是右边


def details(writing: Writing, *, chinese: bool, english: bool, now: datetime | None = None) -> list[Detail]:
    """Every detail in the text, in its order."""
    lower = writing.lower
    triggers, bound = _triggers(writing)
    found = [
        *_times(writing, chinese=chinese, english=english, now=now),
        *_of_a_list(lower),
        *(Detail(start, end, "severity", degree) for start, end, degree in on_a_scale(lower)),
        *_onsets(lower),
        *_often(writing),
        *_kinds_of_pain(writing),
        *triggers,
    ]
    found = _without_parts(d for d in found if not (_is_bound(d, bound) or _both_alike(lower, d)))
    found += [Detail(start, end, "value", value) for start, end, value in vital_signs(lower)]
    found = _as_it_went(lower, [_denied(lower, _of_both(lower, detail)) for detail in found])
    return sorted(found, key=lambda detail: (detail.start, detail.end))


def _times(writing: Writing, *, chinese: bool, english: bool, now: datetime | None) -> Iterator[Detail]:
    for start, end, hours, _ in lastings(writing.lower, chinese=chinese, english=english, now=now):
        yield Detail(start, end, "duration", Duration(hours=round(hours, 2), words=writing.words(start, end)))


def _of_a_list(lower: str) -> Iterator[Detail]:
    for kind, table in (("side", _SIDE), ("severity", _SEVERITY), ("course", _COURSE)):
        yield from _apart(Detail(*m.span(), kind, value) for value, cue in table.items() for m in cue.finditer(lower))


_SIDE = {Side(value): Cue(words) for value, words in _CUES["side"].items()}
_SEVERITY = {Severity(value): Cue(words) for value, words in _CUES["severity"].items()}
_COURSE = {Course(value): Cue(words) for value, words in _CUES["course"].items()}


def _apart(found: Iterator[Detail]) -> list[Detail]:
    taken: list[Detail] = []
    for detail in sorted(found, key=lambda d: d.start - d.end):
        if all(detail.end <= other.start or other.end <= detail.start for other in taken):
            taken.append(detail)
    return taken


def _onsets(lower: str) -> list[Detail]:
    gradual = [Detail(*match.span(), "sudden", False) for match in _GRADUAL.finditer(lower)]
    return gradual or [Detail(*match.span(), "sudden", True) for match in _SUDDEN.finditer(lower)]


_SUDDEN = Cue(_CUES["sudden"])
_GRADUAL = Cue(_CUES["gradual"])


def _often(writing: Writing) -> Iterator[Detail]:
    for match in _FREQUENCY.finditer(writing.lower):
        if not _HABITS.match(writing.lower, match.end()):
            yield Detail(*match.span(), "frequency", writing.words(*match.span()))


_FREQUENCY = Cue(_CUES["frequency"])
_HABITS = pattern(_CUES["habits"])


def _kinds_of_pain(writing: Writing) -> Iterator[Detail]:
    for match in _CHARACTER.finditer(writing.lower):
        if not (match[0] == "heavy" and _FLOWS.search(writing.lower)):
            yield Detail(*match.span(), "character", writing.words(*match.span()))


_CHARACTER = Cue(_CUES["character"])
_FLOWS = re.compile(r"period|bleed|flow|clot")


def _triggers(writing: Writing) -> tuple[list[Detail], list[_Span]]:
    """What it gets worse or better with and what it began with; and the words that tell of them."""
    found: list[Detail] = []
    bound = [match.span() for match in _WHEN_BAD.finditer(writing.lower)]
    for kind, cue in (("worse_with", _WORSE_WITH), ("better_with", _BETTER_WITH)):
        for match in cue.finditer(writing.lower):
            found.append(_named(match, kind, writing))
            bound.append(match.span())
    began = (_named(match, "began_with", writing) for match in _BEGAN_WITH.finditer(writing.lower))
    found += [one for one in began if all(one.end <= start or end <= one.start for start, end in bound)]
    return found, bound


_WHEN_BAD = Cue(_CUES["when_bad"])
_WORSE_WITH = Cue(_CUES["worse_with"])
_BETTER_WITH = Cue(_CUES["better_with"])
_BEGAN_WITH = Cue(_CUES["began_with"])


def _named(match: re.Match[str], kind: str, writing: Writing) -> Detail:
    """What the one group that has matched names."""
    start, end = match.span(next(name for name, words in match.groupdict().items() if words))
    return Detail(start, end, kind, writing.words(start, end))


def _is_bound(detail: Detail, bound: list[tuple[int, int]]) -> bool:
    """阴天更厉害 is no course and no severity, 坐起来就好点 no recovery; "when it's bad I rest" grades no day."""
    graded = detail.kind in ("course", "severity")
    return graded and any(start <= detail.start and detail.end <= end for start, end in bound)


def _without_parts(found: Iterator[Detail]) -> list[Detail]:
    """Without the times that are part of how often: 一天三次."""
    kept = list(found)
    often = [detail for detail in kept if detail.kind == "frequency"]
    return [d for d in kept if d.kind != "duration" or not any(one.start <= d.start < d.end < one.end for one in often)]


def _of_both(lower: str, detail: Detail) -> Detail:
    """ "The left is worse" and "started on the left, now both" tell of two sides."""
    if detail.kind == "side" and (_THE_WORSE_SIDE.match(lower, detail.end) or _NOW_BOTH.search(lower, detail.end)):
        return detail._replace(value=Side.BOTH)
    return detail


_THE_WORSE_SIDE = re.compile(
    r"(?:边|侧|眼|耳朵?|腿|手|脚|膝盖?|胳膊|肩膀?)?(?:更|要|稍微|比较)(?:厉害|重|严重|疼|痛|明显|多)"
    r"|[\w' ]{0,10} (?:is |'s )?worse\b"
)
_NOW_BOTH = re.compile(r"\bnow (?:it's |on |in )?(?:both|the other)|现在(?:两|双|左|右)[边侧只]都?|\bboth now\b")


def _as_it_went(lower: str, found: list[Detail]) -> list[Detail]:
    """Courses told together as one: "worse, no better" is worse; better and back again comes and goes."""
    worse = any(d.value is Course.WORSE and not d.taken_back for d in found)
    found = [d for d in found if not (worse and d.value is Course.SAME)]
    turns = [(d.start, d.end) for d in found if d.kind == "course"]
    found = [d for d in found if d.kind != "severity" or not any(a < d.end and d.start < b for a, b in turns)]
    return [
        d._replace(value=Course.COMES_AND_GOES) if d.value is Course.BETTER and _BACK_AGAIN.match(lower, d.end) else d
        for d in found
    ]


_BACK_AGAIN = pattern(_CUES["back_again"])


def _both_alike(lower: str, detail: Detail) -> bool:
    """ "Both feet the same" compares the two, and is no course."""
    same = detail.kind == "course" and detail.value is Course.SAME
    return same and both_alike(lower[max(0, detail.start - 32) : detail.start])


def both_alike(before: str) -> bool:
    """Whether it is the two sides that are told to be alike, by what stands before "the same"."""
    return _BOTH_ALIKE.search(before) is not None


_BOTH_ALIKE = pattern(_CUES["both_alike"])


def _denied(lower: str, detail: Detail) -> Detail:
    before = lower[max(0, detail.start - 16) : detail.start]
    return detail._replace(taken_back=True) if _NOT_BEFORE.search(before) else detail


_NOT_BEFORE = pattern(_CUES["not_before"])
