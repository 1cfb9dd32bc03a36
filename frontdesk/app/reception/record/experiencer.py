"""Of whom each clause tells, once it is known who is ill: of who speaks for them, or of kin who are only named."""

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

from frontdesk.models import parsers
from frontdesk.models.assertion.kin import any_kin, any_kin_of_mine
from frontdesk.models.assertion.kin_not_known import is_not_known_of_kin
from frontdesk.models.facts import Fact, Language, Person, Relation, Sex, Status, Topic
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.patterns import Cue, entries
from frontdesk.models.parsers.persons import relatives
from frontdesk.models.parsers.writing import read

_WORDS = entries("experiencer", Path(__file__).parent)
_OWN, _SELF, _THEY, _JOINED = (Cue(_WORDS[name]) for name in ("own", "self", "they", "joined"))
_CLAUSE = re.compile(r"(?:[^，。；！？,;!?.\n]|\.(?=\d))+[，。；！？,;!?.\n]?")
_HAD = frozenset({Topic.FINDING, Topic.CONDITION, Topic.MEDICINE, Topic.INTOLERANCE, Topic.ALLERGY})
_OF_ONE_BLOOD = frozenset({Relation.CHILD, Relation.PARENT})
_ENDS = "。！？!?.\n"


class Owner(StrEnum):
    SPEAKER = "speaker"
    KIN = "kin"


class OfAnother(NamedTuple):
    """A clause of the normalised text."""

    start: int
    end: int
    owner: Owner
    words: str


def of_the_patient(facts: Iterable[Fact], said: str, ill: Person) -> Iterator[Fact]:
    """Without what is told of others alone; an illness of kin is one of the family's."""
    others = of_others(said, ill)
    for fact in facts:
        told = _told_in(fact, said, others) if others else []
        if not told or None in told:
            yield fact
        elif fact.topic is Topic.CONDITION or (
            fact.topic is Topic.FINDING and Owner.KIN in {o.owner for o in told if o}
        ):
            known = [one for one in told if one and not is_not_known_of_kin(one.words)]
            of_kin = [one for one in known if (one.owner is Owner.KIN or ill.relation in _OF_ONE_BLOOD)]
            yield from (
                Fact(topic=Topic.FAMILY, code=one.words.lower(), quote=one.words, asked=fact.asked)
                for one in of_kin[:1]
            )


def _told_in(fact: Fact, said: str, others: tuple[OfAnother, ...]) -> list[OfAnother | None]:
    """The clauses of others that name what the fact is of; None for each place elsewhere."""
    if fact.topic not in _HAD or fact.status is not Status.PRESENT:
        return []
    lower = read(said).lower
    starts = {one.start for one in mentions(said) if one.code == fact.code}
    named = (*parsers.conditions(said), *parsers.medicines(said))
    starts |= {lower.find(one.words.lower()) for one in named if one.code == fact.code}
    if not starts and fact.quote != said:
        starts = {lower.find(fact.quote.lower())}
    return [next((one for one in others if one.start <= at < one.end), None) for at in starts if at >= 0]


def of_others(text: str, ill: Person) -> tuple[OfAnother, ...]:
    """The clauses that tell of somebody else than the one who is ill; a clause without a subject goes on."""
    writing = read(text)
    found: list[OfAnother] = []
    owner: Owner | None = None
    ended = False
    for match in _CLAUSE.finditer(writing.lower):
        clause = match[0]
        goes_on = not ended or _THEY.search(clause) or _JOINED.search(clause)
        owner = _owner(clause, ill, owner if goes_on else None)
        if owner is not None:
            found.append(OfAnother(*match.span(), owner, writing.words(*match.span()).strip(" ,.;，。；、")))
        ended = clause[-1] in _ENDS
    return tuple(found)


def without_others(text: str, ill: Person) -> str:
    """The text; where it has such clauses, normalised and with them blank."""
    others = of_others(text, ill)
    if not others:
        return text
    kept = list(read(text).text)
    for one in others:
        kept[one.start : one.end] = " " * (one.end - one.start)
    return "".join(kept)


def _owner(clause: str, ill: Person, before: Owner | None) -> Owner | None:
    """None where it is the one who is ill; as `before` where nobody is named."""
    for_another = ill.relation not in (None, Relation.SELF)
    rest = _kin().sub(" ", clause)
    if any(_is(one.relation, one.sex, ill) for one in relatives(clause)):
        return None
    if rest != clause:
        return None if not for_another and _SELF.search(rest) else Owner.KIN
    if for_another:
        return None if _THEY.search(clause) else Owner.SPEAKER if _OWN.search(clause) else before
    return None if _SELF.search(clause) else before


def _is(relation: Relation, sex: Sex | None, ill: Person) -> bool:
    return relation is ill.relation and (sex is None or ill.sex is None or sex is ill.sex)


@cache
def _kin() -> re.Pattern[str]:
    """A relative, with the word that says whose."""
    english, chinese = any_kin(Language.EN), any_kin(Language.ZH)
    mine = f"{any_kin_of_mine(Language.EN)}|{english}|son|daughter"
    whose = r"(?:my|me|our|his|her|their|the)(?: (?:own|late|older|younger|big|little|other|\w+'s))?"
    of_mine = f"{any_kin_of_mine(Language.ZH)}|{chinese}|爸|妈|儿子|女儿"
    return re.compile(rf"\b{whose} (?:{mine})\b|\b(?:{english})\b|[我俺咱他她]们?家?的?(?:{of_mine})|(?:{chinese})")
