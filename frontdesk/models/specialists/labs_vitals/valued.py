"""Tests told with a number: after the name, several for one name, before it, or anywhere in talk of the one test."""

import re

from frontdesk.models.facts import Language
from frontdesk.models.specialists.labs_vitals.binding import stands_alone
from frontdesk.models.specialists.labs_vitals.catalogue import Test, tests
from frontdesk.models.specialists.labs_vitals.context import is_goal
from frontdesk.models.specialists.labs_vitals.cues import cue
from frontdesk.models.specialists.labs_vitals.newest import Placed
from frontdesk.models.specialists.labs_vitals.series import has_own_time, is_another
from frontdesk.models.specialists.labs_vitals.spoken import Number
from frontdesk.models.specialists.labs_vitals.told import PRESSURE, SYSTOLIC, TEMPERATURE, Mention, Reading
from frontdesk.models.specialists.labs_vitals.units import DOSE, believable, unit_after
from frontdesk.models.specialists.labs_vitals.value import FURTHEST, is_change, reading_of, unit_of, value_of

LONGEST_SERIES = 12  # values behind one name


def valued(text: str, mentions: list[Mention], free: list[Number], taken: set[int], language: Language) -> list[Placed]:
    """Values after the name, several for one name, or before it; their places are added to `taken`."""
    found: list[Placed] = []
    for at, one in enumerate(mentions):
        test = tests().get(SYSTOLIC if one.test == PRESSURE else one.test)
        if test is None or test.answers or (one.test == PRESSURE and text[max(0, one.start - 1)] in "高低"):
            continue  # 高血压 is an illness
        numbers = [number for number in free if number.start not in taken]
        own = _behind_name(text, mentions[at:], numbers, test, language)
        if not own and (earlier := _before_name(text, one, numbers, test)):
            own.append(earlier)
        taken |= {place for place, _ in own}
        found += own
    return found


def _behind_name(
    text: str, mentions: list[Mention], numbers: list[Number], test: Test, language: Language
) -> list[Placed]:
    """The values of the first of `mentions`: up to the next of them, or once there is one, to the next of another."""
    one, *later = mentions
    nearest = next((m.start for m in later), len(text))
    same = next((m.start for m in later if m.test != one.test), len(text))
    own: list[Placed] = []
    since = one.end
    for number in numbers:
        if number.start < since or _OF_THE_NEXT.match(text, number.end, nearest + 1):
            continue
        if len(own) == LONGEST_SERIES or number.start >= (same if own else nearest) or number.start - since > FURTHEST:
            break
        reading = value_of(text, one, since, number, test, language)
        if reading is None:
            continue
        if own and not is_another(text, since, number, test=test, told=(own[-1][1], reading)):
            continue
        own.append((number.start, reading))
        since = unit_of(text, number)[1]
    return own


_OF_THE_NEXT = re.compile(r"的(?=[高低上下大小收舒])")  # 一百一的低压


def _before_name(text: str, mention: Mention, numbers: list[Number], test: Test) -> Placed | None:
    """A value that stands before its name: "180 for my blood sugar", "39度的高烧", "a 101.3 fever"."""
    number = next((one for one in reversed(numbers) if one.end <= mention.start), None)
    if number is None:
        return None
    unit, end = unit_of(text, number)
    gap = text[end : mention.start]
    if len(gap) > _BEFORE or unit == DOSE or (unit is not None and not test.has_unit(unit)):
        return None
    joined = cue("before_name").fullmatch(gap)
    close = test.name == TEMPERATURE or unit is not None or re.search(r"\w", gap) or len(text) <= _SHORT_ANSWER
    if not (joined and close) or is_goal(text, number.start):
        return None
    return number.start, reading_of(text, mention, number, test, unit=unit, quote=(number.start, mention.end))


_BEFORE = 34  # characters from a value to the name of its test, "180 for my blood sugar"
_SHORT_ANSWER = 16  # characters: a value and its name


def left_over(
    text: str, mentions: list[Mention], free: list[Number], taken: set[int], language: Language
) -> list[Placed]:
    """The numbers in talk of the only test, wherever it stands: the only one told as a value ("it was 195, the sugar I
    mean"), or each that has a time of its own ("5.4 last night and 31 this morning, my sugar")."""
    names = {one.test for one in mentions}
    test = tests().get(next(iter(names), "")) if len(names) == 1 else None
    loose = [number for number in free if number.start not in taken and unit_after(text, number.end)[0] != DOSE]
    if test is None or test.answers or len(text) > _SHORT_TALK:
        return []
    loose = [one for one in loose if not is_goal(text, one.start) and not is_change(text, one)]
    alone = [one for one in loose if stands_alone(text, one, end=unit_of(text, one)[1], names=mentions)]
    dated = [one for one in alone if has_own_time(text, one) and believable(test, one.value, unit_of(text, one)[0])]
    told = [one for one in alone if len(loose) == 1 and _is_told(text, one)]
    fits = dated or [one for one in told if _fits(test, one.value, unit_of(text, one)[0], language)]
    return [(one.start, _apart(text, mentions[0], one, test)) for one in fits]


def _apart(text: str, mention: Mention, number: Number, test: Test) -> Reading:
    unit, end = unit_of(text, number)
    known = unit if unit is not None and test.has_unit(unit) else None
    return reading_of(text, mention, number, test, unit=known, quote=(number.start, end))


_SHORT_TALK = 160  # characters of an utterance in which a value may stand apart from its test


def _fits(test: Test, value: float, unit: str | None, language: Language) -> bool:
    """Whether it is plausible in its unit, or in the usual one where none is said."""
    return believable(test, value, test.habit.get(language, test.unit) if unit is None else unit)


def _is_told(text: str, number: Number) -> bool:
    """Whether it is said as a value, and is nothing that is taken."""
    told = cue("said").search(text[max(0, number.start - 24) : number.start])
    taken = cue("taken").search(text[max(0, number.start - 12) : number.start])
    return told is not None and taken is None
