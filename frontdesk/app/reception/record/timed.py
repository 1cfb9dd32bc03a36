"""Of what a time is told: of what the patient came for, or of a medicine, an illness or another finding.

A time is of what its clause names; a clause that names nothing goes on of what its sentence named before it.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from frontdesk.app.reception.record.habits import habits_in
from frontdesk.app.reception.record.statements import complaints_of, foremost, words_of
from frontdesk.app.reception.record.wording import name_of
from frontdesk.models import parsers
from frontdesk.models.facts import Details, Fact, Language, Record, Status, Topic
from frontdesk.models.mentions import mentions
from frontdesk.models.mentions.named import places
from frontdesk.models.reading.alone import VAGUE

_ENDS = re.compile(r"[.。!！?？;；]\s*$")
SINCE = f"{Topic.DETAIL}:since"


class Named(NamedTuple):
    """What a clause names: codes of findings with their words, codes of illnesses and medicines, places of the body."""

    findings: tuple[tuple[str, str], ...] = ()
    others: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()


def tells_of_the_complaint(clauses: Sequence[str], at: int, record: Record) -> bool:
    """Whether a time in `clauses[at]` is of what the patient came for.

    Where its time is known already, of several complaints only the first may be given another one.
    """
    words = " ".join(fact.quote for fact in words_of(record))
    told = complaints_of(record)
    if not (words or told) or (named := _named_there(clauses, at)) is None:
        return True
    if named.others:
        return named.others <= {code for _, _, code in parsers.all_named(words)}
    known = any(fact.key == SINCE and fact.details.duration for fact in record)
    counted = [*told[:1], *filter(None, [foremost(record)])] if known else told
    if named.findings and not counted:
        return not {code for code, _ in named.findings}.isdisjoint(one.code for one in mentions(words))
    if named.findings:
        names = " ".join(name_of(fact, language).lower() for fact in counted for language in Language)
        codes = {fact.code for fact in counted}
        return any(code in codes or said.lower() in names for code, said in named.findings)
    here = places(words).union(*(places(name_of(fact, language)) for fact in counted for language in Language))
    return not here or any(one in other or other in one for one in named.places for other in here)


def is_of_the_complaint(said: str, words: str, record: Record) -> bool:
    """As above, of the time `words` in `said`."""
    clauses = parsers.clauses(said)
    there = [at for at, clause in enumerate(clauses) if words in clause]
    return not there or any(tells_of_the_complaint(clauses, at, record) for at in there)


def with_their_time(said: str, facts: Record, record: Record, now: datetime) -> Iterator[Fact]:
    """Findings that are there, told now or before, with the time that a clause tells of them, not of the complaint."""
    clauses = parsers.clauses(said)
    there = {fact.code: fact for fact in (*record, *facts) if _is_there(fact)}
    for at, clause in enumerate(clauses):
        named = _named_there(clauses, at)
        if named is None or named.others or tells_of_the_complaint(clauses, at, record):
            continue
        old = [there[code] for code, _ in named.findings if code in there]
        lasting = parsers.duration(clause.strip(" ,，.。;；"), now=now, asked=True) if old else None
        for fact in old if lasting else ():
            yield fact.model_copy(update={"details": fact.details.updated(Details(duration=lasting))})


def _is_there(fact: Fact) -> bool:
    return fact.topic is Topic.FINDING and fact.status is Status.PRESENT and not fact.past


def _named_there(clauses: Sequence[str], at: int) -> Named | None:
    """What the clause names, or the nearest one before it in its sentence that names anything."""
    for place in range(at, -1, -1):
        if place < at and _ENDS.search(clauses[place]):
            break
        if (named := _named(clauses[place])) != Named():
            return named
    return None


@lru_cache(maxsize=256)
def _named(clause: str) -> Named:
    found = ((one.code, one.words) for one in mentions(clause) if one.topic is Topic.FINDING and one.code not in VAGUE)
    others = {code for _, _, code in parsers.all_named(clause)} | set(habits_in(clause))
    if parsers.names_a_medicine(clause) or parsers.says_taken(clause):
        others.add("medicine")
    return Named(tuple(found), frozenset(others), places(clause))
