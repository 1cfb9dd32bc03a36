"""What parsers found in free words, held against the reader: whose it is, whether it is there, and of what kind.

The record holds nothing untrue: where the two differ, the words stay as they were said, and nothing is coded.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from models import parsers
from models.facts import Fact, Person, Record, Sex, Status, Topic
from models.mentions import mentions
from models.reading import Assertion, Kind, Reading, Statement

HELD = frozenset({Topic.CONDITION, Topic.MEDICINE, Topic.INTOLERANCE, Topic.PREGNANCY, Topic.FINDING})
NOT_THE_PATIENTS = frozenset({Assertion.OTHER_PERSON, Assertion.ASKED, Assertion.CONDITIONAL, Assertion.UNKNOWN})
FERTILE = 9  # years
OVER = frozenset({Assertion.PAST, Assertion.STOPPED})


def agreed(facts: Iterable[Fact], reading: Reading, person: Person) -> Iterator[Fact]:
    """The facts that the reader does not contradict, with its status where it is surely another."""
    for fact in facts:
        if fact.topic is Topic.PREGNANCY and fact.status is Status.PRESENT and not may_be_pregnant(person):
            continue
        said = [one for one in reading.statements if not one.in_question and _is_of(one, fact)]
        if fact.topic is Topic.INTOLERANCE and reading.statements and not (said or parsers.medicines(fact.quote)):
            continue  # "my heart goes nuts and I get dizzy" is of no food
        if fact.topic not in HELD or fact.status is not Status.PRESENT or not said:
            yield fact
        elif (held := _held(fact, said, reading)) is not None:
            yield held


def may_be_pregnant(person: Person) -> bool:
    """Whoever speaks of a boy of three speaks of her own."""
    return person.sex is not Sex.MALE and not person.is_under(FERTILE)


def _held(fact: Fact, said: list[Statement], reading: Reading) -> Fact | None:
    statuses = {one.status for one in said}
    if fact.topic is Topic.INTOLERANCE:
        did_nothing = not (
            mentions(fact.details.character or "") or any(one.kind is Kind.SYMPTOM for one in reading.statements)
        )
        return None if did_nothing and all(one.kind is Kind.MEDICINE for one in said) else fact
    if fact.topic is Topic.FINDING:
        statuses -= {Assertion.OTHER_PERSON}  # 我妈头晕 is the complaint
    if fact.topic is Topic.MEDICINE and statuses <= OVER:
        return fact.model_copy(update={"past": True})
    if fact.topic is Topic.MEDICINE and fact.past and statuses == {Assertion.PRESENT}:
        over = any(one.kind is Kind.MEDICINE and one.status in OVER for one in reading.statements)
        return fact.model_copy(update={"past": not over})  # it is another one that was given up
    if Assertion.PRESENT in statuses or statuses & OVER:
        return fact
    if statuses == {Assertion.ABSENT} and all(one.sure for one in said):
        return fact.model_copy(update={"status": Status.ABSENT})
    return None if statuses and statuses <= NOT_THE_PATIENTS | {Assertion.ABSENT} else fact


def _is_of(one: Statement, fact: Fact) -> bool:
    """Whether a statement names what the fact is of."""
    return fact.code in codes_in(one.quote) or one.quote.lower() == fact.quote.lower()


@lru_cache(maxsize=512)
def codes_in(words: str) -> frozenset[str]:
    """Of findings, illnesses and medicines that are named."""
    named = (*parsers.medicines(words), *parsers.conditions(words))
    return frozenset((*(one.code for one in named), *(one.code for one in mentions(words))))


def with_words(facts: Record, before: Record, words: Fact) -> Record:
    """With the words, where what parsers found in them is not all kept."""
    said = any(fact.topic is Topic.SAID and fact.quote == words.quote for fact in facts)
    return facts if said or not words.quote or len(facts) == len(before) else (*facts, words)
