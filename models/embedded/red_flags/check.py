"""Checks a patient's words, and what is known so far, against the red-flag rules: plain code, in every mode."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import yaml

from models.embedded.red_flags import measures
from models.embedded.red_flags.expression import excluded, named
from models.embedded.red_flags.likeness import alike, left_standing
from models.embedded.red_flags.passages import readings
from models.embedded.red_flags.rules import (
    NEEDED,
    OF_CHILDREN,
    OF_MEN,
    OF_OLD,
    OF_PREGNANCY,
    RULES,
    UPGRADED,
    Entry,
    table,
)
from models.embedded.red_flags.signs import QUOTE_LENGTH, languages_of, said, without_gasps
from models.embedded.red_flags.vitals import signs_of, vitals
from models.embedded.red_flags.who import BACKGROUND, known_of, stage
from models.embedded.scope import lowered, scopes
from models.embedded.understanding.people import people
from models.embedded.understanding.writing import language_of, read
from models.facts import Fact, Language, Person, Record, Sex, Status, Topic, Value

LEVELS = "ABCPI"  # worst first
FEVER_FROM = 38.0  # °C, NICE NG143
QUOTES_AT_MOST = 3
SPOKEN_OF = (Topic.FINDING, Topic.CONDITION, Topic.MEDICINE, Topic.PREGNANCY)


class RedFlag(Value):
    """A rule that holds. `screen` is what the kiosk may say, `reason` is for the board only."""

    rule: int
    level: str
    private: bool
    route: str  # specialty code
    quote: str  # the patient's words
    reason: dict[Language, str]
    screen: dict[Language, str]
    tell: str
    source: str


def check(
    text: str,
    *,
    language: Language,
    record: Record = (),
    person: Person = Person(),  # noqa: B008  (frozen)
    earlier: tuple[str, ...] = (),
    besides: bool = True,
    answer: bool = False,
    turn: int | None = None,
) -> tuple[RedFlag, ...]:
    """The rules that hold after `text`, the patient's newest normalised words, worst first.

    `earlier` are the utterances before it, oldest first: signs add up over turns, and one that is denied later no
    longer counts. So a rule that held in an earlier turn is returned again; the caller raises each rule once.
    Without `besides` only the rules are asked: what merely answers "how old?" is compared with no emergency. What is
    said in `answer` to a question has to be much like one. `turn` is the number of the newest utterance, if not all
    before it are in `earlier`.
    """
    exchange = tuple(map(without_gasps, (*earlier, text)))
    first = 1 if turn is None else max(1, turn - len(earlier))
    signs = _signs(exchange, record, person, first)
    flags = [
        _flag(table()[rule], RULES[rule].because(near) or (), near)
        for rule, _ in _holding(signs)
        if (near := _told_together(rule, signs, exchange, record, person, first)) is not None
    ]
    if besides:
        flags += _heard_besides(exchange[-1], flags, signs, person, answer)
    return tuple(sorted(flags, key=_urgency))


def by_rules(text: str) -> tuple[int, ...]:
    """The rules that hold after `text` alone, by their signs."""
    return tuple(rule for rule, _ in _holding(_signs((text,), (), Person())))


def alarming(code: str) -> bool:
    """Whether the finding, told alone, raises a red flag."""
    signs = known_of(dict.fromkeys(_meanings().get(code, ()), code), Person())
    return any(_holding(signs))


def _holding(signs: dict[str, str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The rules that hold and the signs that made them; most have none of theirs and need no weighing."""
    for rule, names in SPEAKING_FOR.items():
        if not names.isdisjoint(signs) and (why := RULES[rule].because(signs)):
            yield rule, why


def _told_together(
    rule: int, signs: dict[str, str], exchange: tuple[str, ...], record: Record, person: Person, first: int
) -> dict[str, str] | None:
    """The signs among which the rule holds: of one passage of a letter, and of who is ill; None if far apart."""
    ways = readings(exchange)
    lasting = {name: words for name, words in signs.items() if name in BACKGROUND}
    for reading in ways:
        told_there = tuple(fact for fact in record if any(fact.quote in passage for passage in reading))
        there = _signs(reading, told_there, person, first)
        near = lasting | {name: words for name, words in there.items() if name not in BACKGROUND}
        if RULES[rule].because(near) is not None:
            return near
    return None if ways else signs


SPEAKING_FOR = {rule: named(rule_for) for rule, rule_for in RULES.items()}


def _heard_besides(
    text: str, flags: list[RedFlag], signs: dict[str, str], person: Person, answer: bool
) -> list[RedFlag]:
    """What the utterance sounds like although no rule found it, where that is worse than what was found."""
    chances: dict[int, float] = {}
    heard = said(text)
    doubted = answer or OF_OLD.because(heard.asserted) is not None
    for language in languages_of(lowered(text)):
        if language is Language.EN and language_of(text) is Language.ZH:
            continue  # mmHg and HbA1c are no English
        chances |= alike(left_standing(text, scopes(text, language)), answer=doubted)
    likely = [r for r in chances if heard.denied.isdisjoint(SPEAKING_FOR[r]) and _can_be(r, signs, person)]
    if not likely:
        return []
    entry = table()[max(likely, key=lambda rule: chances[rule])]
    if any(LEVELS.index(flag.level) <= LEVELS.index(entry.level) for flag in flags):
        return []
    return [_flag(entry, (HEARD,), signs | {HEARD: text[:QUOTE_LENGTH].strip()})]


HEARD = "heard"  # the whole utterance, as a sign


def _can_be(rule: int, signs: dict[str, str], person: Person) -> bool:
    """Whether nothing known speaks against the rule: what it must not be with, what it needs, age and sex."""
    if any(part.because(signs) is None for part in excluded(RULES[rule])):
        return False
    if rule in NEEDED and NEEDED[rule].because(signs) is None:
        return False
    if rule in OF_CHILDREN and "adult" in signs and "infant" not in signs:
        return False
    if rule in OF_PREGNANCY and (person.pregnant is False or person.sex is Sex.MALE):
        return False
    return not (rule in OF_MEN and person.sex is Sex.FEMALE)


def _urgency(flag: RedFlag) -> tuple[int, bool, int]:
    """Worst level first; within it what is private, so that no other alarm puts it on the screen."""
    return LEVELS.index(flag.level), not flag.private, flag.rule


def _signs(utterances: tuple[str, ...], record: Record, person: Person, first: int = 1) -> dict[str, str]:
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
        if fact.details.value and fact.status is Status.PRESENT and not fact.past:
            standing |= _measured(fact.details.value)
        for name in _signs_of(fact):
            if fact.status is Status.PRESENT and not fact.past:
                standing.setdefault(name, fact.quote)
            elif fact.status is Status.ABSENT and _denies(fact, turn_of.get(name, 0), standing.get(name, "")):
                standing.pop(name, None)
        if _is_long(fact):
            standing |= dict.fromkeys(_meanings().get(f"long {fact.code}", ()), fact.quote)
        if fact.status is Status.ABSENT:
            standing |= dict.fromkeys(_meanings().get(f"no {fact.code}", ()), fact.quote)
    return known_of(standing, person)


def _is_long(fact: Fact) -> bool:
    lasting = fact.details.duration
    return fact.status is Status.PRESENT and lasting is not None and lasting.hours >= LONG


LONG = 90 * 24  # hours


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
    asserted, found = said(utterance).asserted, dict[str, str]()
    degrees = measures.temperatures(utterance)
    if degrees:
        found["temp_38" if max(degrees) >= FEVER_FROM else "temp_below_38"] = utterance
    person = people(read(utterance)).person
    if person and person.age is not None:
        found |= dict.fromkeys(stage(person.age) - {"under_14"}, "")
    for age in measures.ages(utterance):
        found |= {f"over_{limit}": f"{age}" for limit in (50, 60) if age >= limit}
        if age >= 16:
            found["adult"] = f"{age}"
    if told := vitals(utterance):
        found |= dict.fromkeys(signs_of(told), utterance[:QUOTE_LENGTH])
    dry = measures.hours(asserted.get("no_wet_nappy", ""))
    if dry and max(dry) < (8 if "under_three_months" in asserted | found else 12):
        found["dry_too_short"] = utterance
    return found


def _signs_of(fact: Fact) -> tuple[str, ...]:
    return _meanings().get(fact.code, ()) if fact.topic in SPOKEN_OF else ()


@cache
def _meanings() -> dict[str, tuple[str, ...]]:
    return {code: tuple(names) for code, names in _data("facts.yaml").items()}


@cache
def _data(name: str) -> dict[Any, Any]:
    data: dict[Any, Any] = yaml.load((Path(__file__).parent / name).read_text("utf-8"), Loader=yaml.CSafeLoader)
    return data


def _flag(entry: Entry, because: tuple[str, ...], signs: dict[str, str]) -> RedFlag:
    raised = UPGRADED.get(entry.rule)
    level = raised[1] if raised and raised[0].because(signs) is not None else entry.level
    words = tuple(dict.fromkeys(signs[name] for name in because if signs[name]))
    kept = [one for one in words if not any(one != other and one in other for other in words)]
    screens = _data("screens.yaml")
    said_here = screens["rules"].get(entry.rule, screens["levels"][level])
    return RedFlag(
        rule=entry.rule,
        level=level,
        private=entry.private,
        route=entry.route,
        quote=" … ".join(kept[:QUOTES_AT_MOST]),
        reason=entry.reason,
        screen={Language.ZH: said_here["zh"], Language.EN: said_here["en"]},
        tell=screens["levels"]["P" if entry.private else level]["tell"],
        source=entry.source,
    )
