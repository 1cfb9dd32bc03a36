"""Finds what an utterance says was measured: which test, which value, in which unit, fasting or not, now or before."""

import re
from functools import lru_cache
from itertools import pairwise

from frontdesk.models.assertion import Assertion, scopes
from frontdesk.models.facts import Language
from frontdesk.models.parsers import language_of
from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.labs_vitals.bare import bare_heights, bare_temperatures, bare_weights, off_scale
from frontdesk.models.specialists.labs_vitals.binding import is_disputed, within_a_medicine
from frontdesk.models.specialists.labs_vitals.implied import by_meal
from frontdesk.models.specialists.labs_vitals.misspelt import misspelt
from frontdesk.models.specialists.labs_vitals.named import (
    is_no_value,
    masked,
    mentions_of,
    of_a_label,
    ranges_in,
)
from frontdesk.models.specialists.labs_vitals.newest import Placed, is_dated, with_newest
from frontdesk.models.specialists.labs_vitals.panels import coded, panels
from frontdesk.models.specialists.labs_vitals.positive import answered
from frontdesk.models.specialists.labs_vitals.pressure import pressures, together
from frontdesk.models.specialists.labs_vitals.series import has_own_time
from frontdesk.models.specialists.labs_vitals.sites import by_site
from frontdesk.models.specialists.labs_vitals.spoken import Number, numbers
from frontdesk.models.specialists.labs_vitals.symbols import without_labels
from frontdesk.models.specialists.labs_vitals.systems import in_one_system
from frontdesk.models.specialists.labs_vitals.told import DIASTOLIC, PRESSURE, SYSTOLIC, Heard, Mention, Place
from frontdesk.models.specialists.labs_vitals.value import unit_of
from frontdesk.models.specialists.labs_vitals.valued import left_over, valued

_LONGEST = 4000  # characters read of one utterance
_PART = 400  # characters read together, so that a text costs in step with its length
_PART_ENDS = (re.compile(r"[。！？!?；;]|\.(?!\d)"), re.compile(r"[,，、 ]"))


@lru_cache(maxsize=256)  # several specialists ask about the same utterance
def hear(utterance: str) -> Heard:
    """Everything an utterance says of tests and vital signs."""
    writing = read(utterance[:_LONGEST])
    language = language_of(utterance) or Language.EN
    parts = [
        _heard(writing.text[start:end], writing.lower[start:end], language) for start, end in _parts(writing.lower)
    ]
    readings = tuple(together([one for part in parts for one in part.readings]))
    said = {one.test for one in readings} | (
        {SYSTOLIC, DIASTOLIC} if any(r.test == PRESSURE for r in readings) else set()
    )
    asked = dict.fromkeys(name for part in parts for name in part.asked if name not in said)
    places, start = [], 0
    for part in parts:
        places += [Place(start + one.start, start + one.end, one.test) for one in part.places]
        start += len(part.text)
    return Heard(language, writing.lower, in_one_system(readings, language), tuple(asked), tuple(places))


def _parts(text: str) -> list[tuple[int, int]]:
    """Spans of at most so many characters, that end with a sentence, else between words, else anywhere."""
    edges = [0]
    while len(text) - edges[-1] > _PART:
        start, limit = edges[-1], edges[-1] + _PART
        ends = ([m.end() for m in shape.finditer(text, start + _PART // 2, limit)] for shape in _PART_ENDS)
        edges.append(next((found[-1] for found in ends if found), limit))
    return list(pairwise([*edges, len(text)]))


def _heard(written: str, text: str, language: Language) -> Heard:
    silent = [scope for scope in scopes(written, language) if scope.kind in _SILENT]
    mentions = mentions_of(text)
    mentions = sorted([*mentions, *coded(text, mentions)])
    every = [one for one in numbers(masked(text, mentions)) if not of_a_label(written, one, mentions)]
    mentions, every = without_labels(text, mentions, every)
    in_rows = panels(text, mentions, every)
    placed = {at for at, _ in in_rows}
    free = [
        one for one in every if one.start not in placed and not (is_no_value(text, one) or within_a_medicine(text, one))
    ]
    mentions = sorted([*mentions, *misspelt(text, mentions, free)])
    mentions = sorted([*mentions, *by_meal(text, mentions, free)])
    readings = sorted([*in_rows, *_readings(text, mentions, free, language)], key=lambda one: one[0])
    ends = {one.start: one.end for one in every}
    kept = [
        one
        for at, one in readings
        if not any(scope.covers(at, at + 1) for scope in silent) and not is_disputed(text, at, ends.get(at, at))
    ]
    asked = dict.fromkeys(m.test for m in mentions if not any(s.covers(m.start, m.end) for s in silent))
    return Heard(language, text, tuple(kept), tuple(asked), _places(text, mentions, every, readings))


def _places(text: str, mentions: list[Mention], every: list[Number], readings: list[Placed]) -> tuple[Place, ...]:
    test_at = {at: one.test for at, one in readings}
    if not test_at:
        return ()
    names = [Place(*one) for one in mentions if one.test in test_at.values()]
    values = [Place(one.start, unit_of(text, one)[1], test_at[one.start]) for one in every if one.start in test_at]
    ranges = [Place(*span, None) for span in ranges_in(text)]
    return tuple(sorted([*names, *values, *ranges], key=lambda place: place[:2]))


_SILENT = frozenset({Assertion.CONDITIONAL, Assertion.SOMEBODY_ELSES, Assertion.FIGURATIVE})


def _readings(text: str, mentions: list[Mention], free: list[Number], language: Language) -> list[Placed]:
    """All that is told, in the order of the text."""
    readings: list[Placed] = []
    taken: set[int] = set()
    for found in (by_site, pressures, answered, valued, bare_temperatures, bare_weights, bare_heights, off_scale):
        readings += found(text, mentions, free, taken, language)
    apart = left_over(text, mentions, free, taken, language)
    others = [r.test for _, r in readings]
    timed = {one.start for one in free if has_own_time(text, one)} if apart else set()
    readings += [
        one for one in apart if one[1].before or one[1].test not in others or one[0] in timed or is_dated(text, one[0])
    ]
    return with_newest(text, readings)
