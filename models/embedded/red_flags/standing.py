"""The signs that stand after an exchange: said and not denied since, measured, of facts and of who is ill."""

import re
from functools import cache, lru_cache
from pathlib import Path

import yaml

from models.embedded.red_flags import measures
from models.embedded.red_flags.rules import EXCUSES
from models.embedded.red_flags.signs import QUOTE_LENGTH, said
from models.embedded.red_flags.vitals import signs_of, vitals
from models.embedded.red_flags.who import known_of, stage
from models.embedded.understanding.persons.people import people
from models.embedded.understanding.words.writing import read
from models.facts import Fact, Person, Record, Status, Topic


def signs_standing(utterances: tuple[str, ...], record: Record, person: Person, first: int = 1) -> dict[str, str]:
    """Every sign that stands now, with the words that said it; `first` is the number of the first utterance."""
    standing: dict[str, str] = {}
    turn_of: dict[str, int] = {}
    for turn, utterance in enumerate(utterances, start=first):
        heard = said(utterance)
        for name in heard.denied:
            standing.pop(name, None)
        standing |= heard.asserted | _measured(utterance)
        turn_of |= dict.fromkeys(heard.asserted, turn)
    for fact in record:
        if fact.topic != _WORDS:  # they are among the utterances
            _take_in(fact, standing, turn_of)
    return known_of(standing, person)


_WORDS = "said"  # the topic of words that were not interpreted


def _take_in(fact: Fact, standing: dict[str, str], turn_of: dict[str, int]) -> None:
    """Changes what is `standing` by a fact of the record; `turn_of` tells when each sign was said."""
    if fact.status is Status.PRESENT and not fact.past:
        standing |= _measured(fact.details.value) if fact.details.value else {}
        for name in set(_signs_of(fact)) - standing.keys():
            standing |= _excuses(fact.quote) | {name: fact.quote}
    if fact.status is Status.ABSENT:
        for name in _signs_of(fact):
            if _denies(fact, turn_of.get(name, 0), standing.get(name, "")):
                standing.pop(name, None)
        standing |= dict.fromkeys(meanings().get(f"no {fact.code}", ()), fact.quote)
    if _is_long(fact):
        standing |= dict.fromkeys(meanings().get(f"long {fact.code}", ()), fact.quote)


def _excuses(words: str) -> dict[str, str]:
    """The signs in a fact's words that keep a rule from holding, though their utterance is heard no more."""
    return {name: heard for name, heard in said(words).asserted.items() if name in EXCUSES}


def _signs_of(fact: Fact) -> tuple[str, ...]:
    return meanings().get(fact.code, ()) if fact.topic in _SPOKEN_OF else ()


_SPOKEN_OF = (Topic.FINDING, Topic.CONDITION, Topic.MEDICINE, Topic.PREGNANCY)


@cache
def meanings() -> dict[str, tuple[str, ...]]:
    """Which signs a fact stands for, by its code; "no " and "long " before it where it is absent or lasts."""
    path = Path(__file__).parent / "facts.yaml"
    return {code: tuple(names) for code, names in yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader).items()}


def _is_long(fact: Fact) -> bool:
    lasting = fact.details.duration
    return fact.status is Status.PRESENT and lasting is not None and lasting.hours >= _LONG


_LONG = 90 * 24  # hours


def _denies(fact: Fact, turn: int, words: str) -> bool:
    """Whether what is absent was denied after these words, or by them: 糊涂什么呀, heard as a sign and as a no.

    Not by a no before them that they go against: 没有，可是刚才吐了一大口血.
    """
    if fact.turn != turn:
        return fact.turn > turn
    if not words or fact.quote in words:
        return bool(words)
    at = fact.quote.find(words)
    return at >= 0 and not (_AGAINST.search(fact.quote, 0, at) or _AGAINST.match(fact.quote, at))


_AGAINST = re.compile(
    r"(?<=[，,。])可(?!能)|可是|但是?|不过|只是|\b(?:but|although|though|however|except)\b", re.IGNORECASE
)


@lru_cache(maxsize=512)
def _measured(utterance: str) -> dict[str, str]:
    """Signs that are numbers: a temperature, an age, hours."""
    found: dict[str, str] = {}
    degrees = measures.temperatures(utterance)
    if degrees:
        found["temp_38" if max(degrees) >= _FEVER_FROM else "temp_below_38"] = utterance
    found |= _of_age(utterance)
    if told := vitals(utterance):
        found |= dict.fromkeys(signs_of(told), utterance[:QUOTE_LENGTH])
    asserted = said(utterance).asserted
    dry = measures.hours(asserted.get("no_wet_nappy", ""))
    if dry and max(dry) < (8 if "under_three_months" in asserted | found else 12):
        found["dry_too_short"] = utterance
    return found


_FEVER_FROM = 38.0  # °C, NICE NG143


def _of_age(utterance: str) -> dict[str, str]:
    found: dict[str, str] = {}
    person = people(read(utterance)).person
    if person and person.age is not None:
        found |= dict.fromkeys(stage(person.age) - {"under_14"}, "")
    for age in measures.ages(utterance):
        found |= {f"over_{limit}": f"{age}" for limit in (50, 60) if age >= limit}
        if age >= 16:
            found["adult"] = f"{age}"
    return found
