"""Departments that words name, and whether each is wished for, refused, asked about or only mentioned."""

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import yaml

from frontdesk.app.reception.services import Services
from frontdesk.his_adapter.records import Department
from frontdesk.models import parsers
from frontdesk.models.facts import Topic
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.writing import read as written

WORDS = Path(__file__).with_suffix(".yaml")
CLAUSE_ENDS = re.compile(r"(?<=[，。；！？;!?\n])|(?<=[,.])(?!\d)")


class Stance(StrEnum):
    WISHED = "wished"
    NAMED = "named"  # to whoever asked which of some, and nothing more is said of it
    REFUSED = "refused"  # outright: it may be one that nobody has spoken of yet
    DENIED = "denied"  # it is not where they belong; a refusal of one that is named or offered
    ASKED = "asked"
    MENTIONED = "mentioned"


class Named(NamedTuple):
    """One name in a text; the words of its clause stand from `start` to `end`."""

    department: Department
    stance: Stance
    start: int
    end: int


class _Place(NamedTuple):
    department: Department
    before: str  # back to the name before it
    after: str  # up to the name after it


def named_in(services: Services, text: str, *, choosing: bool = False) -> tuple[Named, ...]:
    """In their order; in answer to which of some (`choosing`), a name that nothing more is said of counts too."""
    return tuple(_named_in(services, text, choosing=choosing))


def _named_in(services: Services, text: str, *, choosing: bool) -> Iterator[Named]:
    clauses = [(start, end, list(_places(services, text[start:end]))) for start, end in _clauses(text)]
    for (start, end, places), (_, till, others) in zip_longest(clauses, clauses[1:], fillvalue=(0, 0, [])):
        for place in places:
            then = text[end:till] if place is places[-1] and not others else ""  # "..., not that", but not ", not ENT"
            alone = _is_alone(place, first=place is places[0], last=place is places[-1])
            stance = _stance(place, then, alone=alone, choosing=choosing)
            yield Named(place.department, stance, start, end)


def wished_in(named: Iterable[Named], text: str) -> Named | None:
    """The first that is wished for, unless it is taken back for another: "the eye clinic, no wait, ENT".

    Where none is, the one that is named; of several named, none.
    """
    named = tuple(named)
    wished = [one for one in named if one.stance is Stance.WISHED]
    if not wished:
        only = {one.department.department_id: one for one in named if one.stance is Stance.NAMED}
        return next(iter(only.values())) if len(only) == 1 else None
    first = wished[0]
    for later in wished[1:]:
        if parsers.takes_back(text[first.start : later.end].lower()):
            first = later
    return first


def _stance(place: _Place, then: str, *, alone: bool, choosing: bool) -> Stance:
    before, after = place.before.lower(), place.after.lower()
    if _says("may_i_before", before) and _says("or_not_after", after):
        return Stance.WISHED
    reminds = _says("reminds_before", before) and _says("reminds_after", after + then.lower())
    if _says("wonders_before", before) or reminds:
        return Stance.ASKED
    if _says("refused_before", before) or _says("refused_after", after):
        return Stance.REFUSED
    if _says("denied_alone_before", before) and _says("denied_alone_after", after):
        return Stance.REFUSED
    if _says("denied_before", before) or _says("denied_after", after + then.lower()):
        return Stance.DENIED
    may_i = _says("may_i_before", before) or _says("may_i_after", after)
    if (_says("asked", after) or _says("asked_before", before)) and not may_i:
        return Stance.ASKED
    if _says("past_before", before) or _says("past_after", after):
        return Stance.NAMED if choosing else Stance.MENTIONED
    if may_i or alone or _says("wanted_before", before) or _says("wanted_after", after):
        return Stance.WISHED
    return Stance.NAMED if choosing else Stance.MENTIONED


def _is_alone(place: _Place, *, first: bool, last: bool) -> bool:
    """Nothing but the name, or the first of some: "bone doctor or hand surgeon", 神经内科."""
    whole = last and _says("nothing", place.after.lower())
    return first and _says("nothing", place.before.lower()) and (whole or _says("or", place.after.lower()))


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for found in CLAUSE_ENDS.finditer(text):
        if found.start() > start:
            yield start, found.start()
            start = found.start()
    if start < len(text):
        yield start, len(text)


def _places(services: Services, clause: str) -> Iterator[_Place]:
    """Every name of a clause in its order, each with the words around it that are no other's."""
    found = services.department_named(clause)
    if found is None or _is_an_illness(clause[len(found.before) : len(clause) - len(found.after)]):
        return
    left, right = list(_places(services, found.before)), list(_places(services, found.after))
    before = left[-1].after if left else found.before
    after = right[0].before if right else found.after
    yield from left
    yield _Place(found.bearer, before, after)
    yield from right


def _is_an_illness(name: str) -> bool:
    """ "No allergies" speaks of no clinic."""
    return any(one.topic is Topic.FINDING and len(one.words) >= len(name.strip()) for one in mentions(name))


def _says(name: str, text: str) -> bool:
    return _words()[name].search(written(text).lower) is not None


@cache
def _words() -> dict[str, re.Pattern[str]]:
    lists = yaml.safe_load(WORDS.read_text("utf-8"))
    return {name: re.compile("|".join(f"(?:{one})" for one in alternatives)) for name, alternatives in lists.items()}
