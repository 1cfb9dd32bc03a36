"""Something that came up somewhere and that no list knows, told beside a complaint: "a weird patch on my elbow"."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from models.embedded.scope import ScopeKind
from models.embedded.understanding.details.details import Detail
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.lexicon import Lexicon, Mention
from models.embedded.understanding.persons.whose import is_anothers
from models.embedded.understanding.places.anatomy import anatomy
from models.embedded.understanding.words.clauses import clauses
from models.facts import Details, Fact, Status, Topic

_GROWN_ZH = re.compile(
    r"(?:长|起|冒|鼓|凸|有)(?:了|着|出来?)*(?:一?[个块片道条粒颗圈串](?!事|人|家|报告|片子|单子|号|药|管|针|疤|环|支架)|东西)"
)
_THING_EN = re.compile(
    r"\b(?:an?|this|some|these) (?:[\w-]+ ){0,3}?"
    r"(?:things?|patch(?:es)?|lines?|marks?|something|growth|blob|ridge|flap)\b"
    r"(?: \w+){0,2}? (?:on|in|under|behind|inside|between|around|over) "
    r"(?P<place>(?:my|his|her|both|one) (?:(?:left|right|upper|lower|big|little|inner|outer) )?\w+)"
)
_LEAD = re.compile(r"^(?:(?:还有|另外|而且|然后|再就是|and|also|then|plus)[，, ]*)+", re.I)
_NOT_THERE = frozenset({ScopeKind.NEGATED, ScopeKind.HYPOTHETICAL, ScopeKind.OTHER_PERSON, ScopeKind.PAST})


class Thing(NamedTuple):
    start: int
    end: int
    site: tuple[int, int]
    since: Detail | None


def things_beside(hearing: Hearing, words: Lexicon, mentions: Sequence[Mention], found: list[Detail]) -> list[Thing]:
    """Where such a thing is told in a clause that speaks of no known complaint, with the time told of it."""
    lower = hearing.writing.lower
    complains = any(one.topic is Topic.FINDING for one in mentions)
    if not complains or hearing.asked not in (None, "open"):
        return []
    if not (_GROWN_ZH.search(lower) or _THING_EN.search(lower)):
        return []
    parts = clauses(lower)
    spoken = [any(part.start < one.end and one.start < part.end for one in mentions) for part in parts]
    things = []
    for place, part in enumerate(parts):
        site = None if spoken[place] else _site(lower, part.start, part.end, words)
        if site is None or _NOT_THERE & hearing.under(*site) or is_anothers(hearing, site[0]):
            continue
        behind = parts[place + 1].end if place + 1 < len(parts) and not spoken[place + 1] else part.end
        times = (d for d in found if d.kind == "duration" and part.start <= d.start and d.end <= behind)
        things.append(Thing(part.start, part.end, site, next(times, None)))
    return things


def things_told(hearing: Hearing, things: list[Thing], facts: list[Fact]) -> list[Fact]:
    """Them in the patient's words, beside a complaint that is known."""
    if not any(fact.topic is Topic.FINDING and fact.status is Status.PRESENT for fact in facts):
        return []
    told = []
    for thing in things:
        quote = _LEAD.sub("", hearing.writing.words(thing.start, thing.end)).strip(" ，。,.!！")
        said = Details(site=hearing.writing.words(*thing.site), duration=thing.since.value if thing.since else None)
        told.append(Fact(topic=Topic.FINDING, code=quote[:60], quote=quote[:120], details=said))
    return told


def _site(lower: str, start: int, end: int, words: Lexicon) -> tuple[int, int] | None:
    """The place of the body where the clause from `start` to `end` tells of such a thing."""
    if _GROWN_ZH.search(lower, start, end):
        sites, _ = anatomy().parts_zh(lower[start:end])
        return (start + sites[0].start, start + sites[0].end) if sites else None
    told = _THING_EN.search(lower, start, end)
    named = words.trouble_at(told["place"], chinese=False, english=True) if told else None
    return told.span("place") if told and named else None
