"""Illnesses and attacks had in the past, named as patients name them: "crippling arthritis", 小时候抽过一次."""

import re
from functools import lru_cache

from models.embedded.scope import ScopeKind
from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.past.history import family_spoken_of
from models.embedded.understanding.past.when_told import CLAUSE_END, WHEN, end_of_clause, start_of_clause
from models.embedded.understanding.persons.whose import is_anothers, is_of_kin_behind, is_of_no_kin
from models.facts import Fact, Status, Topic

_CUES = cues("past_illness")
_NAMED = {code: Cue(words) for code, words in _CUES["named"].items()}
ATTACKS = frozenset({"seizure", "febrile_convulsion"})  # had once, unless it is told of today
LONGEST_NAME = 80  # characters of a name


def told_of_old(hearing: Hearing) -> list[Fact]:
    """The illnesses that are named, each once."""
    lower = hearing.writing.lower
    codes = [code for code in _NAMED if code not in ATTACKS or is_of_old(lower)]
    found = [(code, match) for code in codes for match in _NAMED[code].finditer(lower)]
    told = [_of_old(hearing, code, match) for code, match in (*found, *(("", one) for one in _ORGAN.finditer(lower)))]
    facts: dict[str, Fact] = {}
    for fact in told:
        if fact and not any(fact.quote in other.quote for other in facts.values()):
            facts.setdefault(fact.code, fact)
    return list(facts.values())


_ORGAN = Cue(_CUES["organ"])


@lru_cache(maxsize=8)
def told_unasked(lower: str) -> tuple[tuple[int, int], ...]:
    """The clauses that tell, unasked, of an attack long ago, with when it was: 发烧39度，去年也烧抽过一次."""
    found = [match for code in _VOLUNTEERED for match in _NAMED[code].finditer(lower)]
    clauses = [(start_of_clause(lower, match.start()), end_of_clause(lower, match.end())) for match in found]
    return tuple(one for one in dict.fromkeys(clauses) if WHEN.search(lower, *one) and is_of_old(lower[slice(*one)]))


def with_those_unasked(facts: list[Fact], hearing: Hearing) -> list[Fact]:
    lower = hearing.writing.lower
    told: dict[str, Fact] = {}
    for clause in told_unasked(lower):
        for code in _VOLUNTEERED:
            match = _NAMED[code].search(lower, *clause)
            fact = _of_old(hearing, code, match) if match and code not in told else None
            told |= {code: fact} if fact else {}
    return [*facts, *told.values()]


_VOLUNTEERED = ("febrile_convulsion",)


def is_of_old(lower: str) -> bool:
    """Whether an attack is told of the past in so many words; in doubt it is of today."""
    return _LONG_AGO.search(lower) is not None and not _LATELY.search(lower)


_LONG_AGO, _LATELY = pattern(_CUES["long_ago"]), pattern(_CUES["lately"])


def _of_old(hearing: Hearing, code: str, match: re.Match[str]) -> Fact | None:
    """The illness told at `match`, by its code or else its words; None where it is another's or supposed."""
    start, end = match.span(match.lastgroup or 0)
    under = hearing.under(start, end)
    of_kin = _is_of_kin(hearing, start, end)
    if of_kin and is_of_no_kin(hearing, start):
        return None
    if {ScopeKind.HYPOTHETICAL, ScopeKind.OTHER_PERSON} & under and not (of_kin or hearing.speaks_for_another):
        return None
    status = Status.ABSENT if ScopeKind.NEGATED in under else Status.PRESENT
    words = hearing.writing.words(start, end)
    past = code in ATTACKS and status is Status.PRESENT
    topic = Topic.FAMILY if of_kin else Topic.CONDITION
    return Fact(topic=topic, code=code or words[:LONGEST_NAME], status=status, past=past, quote=words)


def _is_of_kin(hearing: Hearing, start: int, end: int) -> bool:
    """ "Dad had crippling arthritis", "heart trouble runs in the family"."""
    if is_anothers(hearing, start) or is_of_kin_behind(hearing, start, end):
        return True
    told = family_spoken_of(hearing.writing.lower)
    return told is not None and told.end() <= start and not CLAUSE_END.search(hearing.writing.lower, told.end(), start)
