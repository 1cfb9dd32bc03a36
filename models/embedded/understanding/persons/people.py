"""Who is ill, and what is said in passing of age, sex and pregnancy."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.persons.ages import age_months, sex_of
from models.embedded.understanding.persons.who import anothers, named
from models.embedded.understanding.times.spans import DAY, WEEK
from models.embedded.understanding.words.numbers import number
from models.embedded.understanding.words.writing import Writing
from models.facts import Person, Relation, Sex

_CUES = cues("people")
_POSTPARTUM = Cue(_CUES["postpartum"])
_OWN_TOLD = pattern(_CUES["own_told"])
_FOR_SELF = pattern(_CUES["for_self"])
_BREASTFEEDING = re.compile(r"哺乳期|喂奶|母乳喂养|在喂母乳|\bbreast-?feeding|\bnursing (?:my|a) baby")


class Passing(NamedTuple):
    """What an utterance says of who is ill; `spans` are the places used up: an age is no duration."""

    person: Person | None
    spans: tuple[tuple[int, int], ...]
    pregnancy: tuple[int, int] | None = None
    pregnancy_hours: float | None = None
    postpartum: tuple[int, int] | None = None
    breastfeeding: tuple[int, int] | None = None
    mentioned: tuple[tuple[int, int, Relation, Sex | None], ...] = ()  # every relative named, ill or not


def people(writing: Writing, *, asked: str | None = None) -> Passing:
    """`asked` is the question just put: in an answer about the family the relatives are not the ones who are ill.

    Neither are they in one about past illness that says "not me" or "so do I".
    """
    aside = asked == "past_history" and _OWN_TOLD.search(writing.lower) is not None
    return _people(writing, aside or asked in ("family", "family_history"))


@lru_cache(maxsize=256)  # the red flags ask again what the understanding asked
def _people(writing: Writing, of_family: bool) -> Passing:
    lower = writing.lower
    found = [who._replace(ill=False) for who in named(lower)] if of_family else named(lower)
    ill = next((who for who in sorted(found, key=lambda who: who.speaks) if who.ill), None)
    spans: list[tuple[int, int]] = []
    months = None if of_family else age_months(lower, ill, found, spans)
    after, feeding = _POSTPARTUM.search(lower), _BREASTFEEDING.search(lower)
    pregnancy = _pregnancy(lower, spans, after)
    if pregnancy and anothers(lower, pregnancy.span[0], found, ill):
        pregnancy = None
    of_self = after and not ill and not anothers(lower, after.start(), found, ill)
    told = {
        "relation": ill.relation if ill else Relation.SELF if _FOR_SELF.search(lower) else None,
        "words": writing.words(ill.start, ill.end) if ill and not ill.speaks else None,
        "sex": sex_of(lower, ill) or (ill.sex if ill else Sex.FEMALE if of_self else None),
        "age_months": months,
        "pregnant": not pregnancy.denied if pregnancy else None,
    }
    return Passing(
        _person(told),
        tuple(spans),
        pregnancy.span if pregnancy else None,
        pregnancy.hours if pregnancy else None,
        after.span() if after else None,
        feeding.span() if feeding else None,
        tuple((who.start, who.end, who.relation, who.sex) for who in found),
    )


def _person(told: Mapping[str, object]) -> Person | None:
    known = {name: value for name, value in told.items() if value is not None}
    return Person.model_validate(known) if known else None


class _Pregnancy(NamedTuple):
    span: tuple[int, int]
    hours: float | None = None
    denied: bool = False


def _pregnancy(lower: str, spans: list[tuple[int, int]], after: re.Match[str] | None) -> _Pregnancy | None:
    """What is said of one that is or is not; none of one that ended with the birth told `after` it."""
    told = _pregnancy_told(lower, spans)
    if told and after and _WAS.search(lower, 0, told.span[0]):
        told = None  # born by now: "since I was 18 weeks pregnant"
    denied = _NOT_PREGNANT.search(lower)
    return _Pregnancy(denied.span(), told.hours if told else None, denied=True) if denied else told


_NOT_PREGNANT = Cue(_CUES["not_pregnant"])
_WAS = re.compile(r"\b(?:i|she) was (?:about |around |only |just )?$")


def _pregnancy_told(lower: str, spans: list[tuple[int, int]]) -> _Pregnancy | None:
    """The first that is not doubted or over; its place is added to `spans`."""
    for match in _PREGNANT.finditer(lower):
        doubted = _DOUBTED_PREGNANT.search(lower[: match.start()]) or match[0].startswith("am i ")
        if doubted or _ENDED_PREGNANT.search(lower, match.end()):
            continue
        spans.append(match.span())
        counted, unit = (_said(match, names) for names in (_COUNTS, _UNITS))
        count = number(counted) if counted and counted != "几" else None
        return _Pregnancy(match.span(), None if count is None else count * _hours(unit))
    return None


_PREGNANT = Cue(_CUES["pregnant"], named=True)
_DOUBTED_PREGNANT, _ENDED_PREGNANT = pattern(_CUES["doubted_pregnant"]), pattern(_CUES["ended_pregnant"])
_COUNTS, _UNITS = ("n", "n2", "n3", "n4", "n5"), ("u", "u2", "u3", "u4", "u5")


def _said(match: re.Match[str], names: tuple[str, ...]) -> str:
    return next((match[name] for name in names if match[name]), "")


_MONTH = 730.5  # hours


def _hours(unit: str) -> float:
    if "月" in unit or unit.startswith("month"):
        return _MONTH
    return WEEK if unit.startswith(("周", "星", "w", "多")) else DAY
