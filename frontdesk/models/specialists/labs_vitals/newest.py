"""Which of several values of one test is the newest, by the times told with them, else by the order of telling."""

import re
from itertools import pairwise
from typing import NamedTuple

from frontdesk.models.specialists.labs_vitals.cues import cue
from frontdesk.models.specialists.labs_vitals.told import Reading
from frontdesk.models.specialists.labs_vitals.when import Time, times_told

Placed = tuple[int, Reading]  # with the place of its number

TODAY = 0.35  # days ago, up to which a time tells a value of now from one without a time
SOME_TIME = 0.3  # of a day, where no part of it is told


def is_dated(text: str, place: int) -> bool:
    """Whether the number at `place` is told of "it", with a time in the clause: it's 4.4 now."""
    start, end = _clause_of(place, _cut(text, _marks(text), [_number(text, place)]))
    timed = any(start <= one.start < end for one in times_told(text) if one.sort == "explicit")
    return timed and _IT.search(text, start, place) is not None


_IT = re.compile(r"\bit(?:'s| is| was| came back)(?: (?:at|only|just|down|up|to|back|about|now|today))* $")


class _Told(NamedTuple):
    """One value, the times told with it, and the words of its clause."""

    at: int
    reading: Reading
    times: tuple[Time, ...]
    words: str


def with_newest(text: str, placed: list[Placed]) -> list[Placed]:
    """The readings, those marked as earlier that others of the same test are newer than."""
    found: list[Placed] = []
    for test in dict.fromkeys(one.test for _, one in placed):
        several = sorted((one for one in placed if one[1].test == test), key=lambda one: one[0])
        found += _ordered(text, several) if len(several) > 1 else several
    return sorted(found, key=lambda one: one[0])


def _ordered(text: str, several: list[Placed]) -> list[Placed]:
    told = _with_times(text, several)
    ages = _ages(told)
    if any(one.times for one in told):
        keys = [(age, _tie(one), -one.at) for age, one in zip(ages, told, strict=True)]
    else:
        keys = [(1.0 if one.reading.before else 0.0, 0.0, -one.at) for one in told]
    return [
        (one.at, one.reading.model_copy(update={"age": key[0], "before": any(
            other < key and _competes(one, told[at], apart=int(key[0]) > int(other[0])) for at, other in enumerate(keys)
        )}))
        for one, key in zip(told, keys, strict=True)
    ]  # fmt: skip


def _competes(one: _Told, other: _Told, *, apart: bool) -> bool:
    """Whether a newer value takes the place of `one`: at rest and on the stairs, or before and after a meal, both
    count unless they are days `apart`."""
    return apart or (one.reading.state == other.reading.state and _conditions(one) == _conditions(other))


def _conditions(one: _Told) -> set[str]:
    return {match[0] for match in cue("condition").finditer(one.words)}


def _tie(one: _Told) -> float:
    """Before or after something, for values of the same day."""
    return next((time.day or time.part or 0.0 for time in one.times if time.sort == "relative"), 0.5)


def _ages(told: list[_Told]) -> list[float]:
    """How many days ago each value is of; of one without a time, what it is by the times of the others."""
    ages = [_age(one) for one in told]
    known = [age for age in ages if age is not None]
    found = []
    for at, age in enumerate(ages):
        if age is None and any(one <= TODAY for one in known):
            age = TODAY + 0.01  # not of now, as others are
        elif age is None:  # this morning 6.6, 4.3: the later told; 6.6 last week, 4.3: the one without a time
            later = [one for one in ages[at + 1 :] if one is not None and one < 1]
            age = min(later) + 0.01 if later else 0.0
        found.append(age)
    return found


def _age(one: _Told) -> float | None:
    """By the nearest explicit day and part of the day, else by the nearest relative time, else by the tense."""
    near = sorted(one.times, key=lambda time: min(abs(time.start - one.at), abs(one.at - time.end)))
    explicit = [time for time in near if time.sort == "explicit"]
    if explicit:
        day = next((time for time in explicit if time.day is not None), None)
        part = day.part if day else None
        if part is None:
            part = next((time.part for time in explicit if time.part is not None), SOME_TIME)
        return (day.day or 0.0 if day else 0.0) + part
    for sort in ("relative", "tense"):
        if found := next((time for time in near if time.sort == sort), None):
            return None if found.day is None else found.day + (found.part or 0.0)
    return None


_NUMBER = re.compile(r"\d[\d.,]*(?: ?/ ?\d+)?(?<![.,])|.")
_END = re.compile(r"[。;；!?！？]|\.(?!\d)")
_MARK = re.compile(r"[,，、()（）|]|(?P<joins>\b(?:and|but|while|whereas|then)\b|但|而)")
_OF_THE_LAST = re.compile(r"\W*(?:that|this|it|which|those|these|[这那])")


def _with_times(text: str, several: list[Placed]) -> list[_Told]:
    spans = [_number(text, at) for at, _ in several]
    inside = [*spans, *((time.start, time.end) for time in times_told(text))]
    clauses = _cut(text, _marks(text), inside)
    times: list[list[Time]] = [[] for _ in several]
    for time in times_told(text):
        owner = _owner(text, time, spans, clauses)
        if owner is not None:
            times[owner].append(time)
    words = [_around(text, at, spans, clauses) for at in range(len(spans))]
    return [_Told(at, one, tuple(t), w) for (at, one), t, w in zip(several, times, words, strict=True)]


def _number(text: str, place: int) -> tuple[int, int]:
    found = _NUMBER.match(text, place)
    return place, found.end() if found else place


def _marks(text: str) -> list[tuple[int, int]]:
    return [mark.span() for shape in (_END, _MARK) for mark in shape.finditer(text)]


def _cut(text: str, marks: list[tuple[int, int]], inside: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The clauses between `marks`, but for those inside a value or a time."""
    ends = [mark for mark in sorted(marks) if not any(start <= mark[0] < end for start, end in inside)]
    edges = [(0, 0), *ends, (len(text), len(text))]
    return [(left[0], right[0]) for left, right in pairwise(edges)]


def _around(text: str, at: int, spans: list[tuple[int, int]], clauses: list[tuple[int, int]]) -> str:
    """The words of its clause, from the value before to the one behind."""
    start, end = spans[at]
    left, right = _clause_of(start, clauses)
    before = spans[at - 1][1] if at else 0
    behind = spans[at + 1][0] if at + 1 < len(spans) else len(text)
    return text[max(left, before) : max(end, min(right, behind))]


def _clause_of(place: int, clauses: list[tuple[int, int]]) -> tuple[int, int]:
    return next((clause for clause in clauses if clause[0] <= place < clause[1]), clauses[-1])


def _owner(text: str, time: Time, spans: list[tuple[int, int]], clauses: list[tuple[int, int]]) -> int | None:
    """The value that a time goes with: of its clause, else of its sentence, else the next."""
    left, right = _clause_of(time.start, clauses)
    within = [at for at, (start, _) in enumerate(spans) if left <= start < right]
    if within:
        return _nearest(text, time, within, spans, left)
    sentence = _sentence(text, time, spans)
    last = next((at for at in reversed(range(len(spans))) if spans[at][0] < time.start), None)
    following = next((at for at in range(len(spans)) if spans[at][0] >= time.end), None)
    if sentence:
        last, following = (at if at in sentence else None for at in (last, following))
    elif last is not None and _OF_THE_LAST.match(text, _sentence_start(text, time.start)):
        return None if time.sort == "tense" else last
    if last is None or following is None:
        return following if last is None else last
    bracketed = text[left] in "(（"
    joined = _MARK.match(text, left)
    if not bracketed and (time.of == "next" or (joined and joined["joins"]) or _leads(text, sentence, spans)):
        return following
    return last


def _nearest(text: str, time: Time, within: list[int], spans: list[tuple[int, int]], left: int) -> int:
    """Of the values of one clause, the only one on its side, or of the two around it the one it is told for."""
    last = next((at for at in reversed(within) if spans[at][0] < time.start), None)
    following = next((at for at in within if spans[at][0] >= time.end), None)
    if last is None or following is None:
        return within[-1] if following is None else following
    if time.of is not None:
        return following if time.of == "next" else last
    led = any(
        left <= one.start and one.end <= spans[within[0]][0] for one in times_told(text) if one.sort == "explicit"
    )
    return following if led else last


def _sentence_start(text: str, place: int) -> int:
    return max((mark.end() for mark in _END.finditer(text) if mark.end() <= place), default=0)


def _sentence(text: str, time: Time, spans: list[tuple[int, int]]) -> list[int]:
    """The values of the sentence that a time stands in."""
    start = _sentence_start(text, time.start)
    end = next((mark.start() for mark in _END.finditer(text, time.end)), len(text))
    return [at for at, span in enumerate(spans) if start <= span[0] < end]


def _leads(text: str, sentence: list[int], spans: list[tuple[int, int]]) -> bool:
    """Whether in the sentence the times stand before their values."""
    first = spans[sentence[0]][0] if sentence else 0
    start = _sentence_start(text, first)
    return any(start <= one.start and one.end <= first for one in times_told(text) if one.sort == "explicit")
