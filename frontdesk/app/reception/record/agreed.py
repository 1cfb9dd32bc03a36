"""What parsers found in free words, held against the reader: whose it is, whether it is there, and of what kind.

The record holds nothing untrue: where the two differ, the words stay as they were said, and nothing is coded.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import lru_cache

from frontdesk.app.reception.record.timed import is_of_the_complaint
from frontdesk.app.reception.session.questions import COMPLAINT, ROWS
from frontdesk.models import parsers
from frontdesk.models.ages import FERTILE_FROM
from frontdesk.models.facts import Duration, Fact, Person, Record, Sex, Side, Status, Topic
from frontdesk.models.mentions import mentions
from frontdesk.models.reading import Assertion, Kind, Reading, Statement

HELD = frozenset({Topic.CONDITION, Topic.MEDICINE, Topic.INTOLERANCE, Topic.PREGNANCY, Topic.FINDING})
NOT_THE_PATIENTS = frozenset({Assertion.OTHER_PERSON, Assertion.ASKED, Assertion.CONDITIONAL, Assertion.UNKNOWN})
FELT = frozenset({Kind.SYMPTOM, Kind.SITE})
LASTING = FELT | {Kind.ILLNESS, Kind.MEDICINE}  # what a time may be told of
OVER = frozenset({Assertion.PAST, Assertion.STOPPED})


def agreed(facts: Iterable[Fact], reading: Reading, person: Person) -> Iterator[Fact]:
    """The facts that the reader does not contradict, with its status where it is surely another."""
    for fact in facts:
        if fact.topic is Topic.PREGNANCY and fact.status is Status.PRESENT and not may_be_pregnant(person):
            continue
        said = [one for one in reading.statements if not one.in_question and _is_of(one, fact)]
        if fact.topic is Topic.ALLERGY and fact.asked == "allergies" and _only_taken(said, fact):
            continue
        if fact.topic is Topic.INTOLERANCE and reading.statements and not (said or parsers.medicines(fact.quote)):
            continue  # "my heart goes nuts and I get dizzy" is of no food
        if fact.topic not in HELD or fact.status is not Status.PRESENT or not said:
            yield fact
        elif (held := _held(fact, said, reading)) is not None:
            yield held


def _only_taken(said: list[Statement], fact: Fact) -> bool:
    """A medicine named to whoever asks for allergies, and surely said to be taken: with its dose, or as what helps."""
    bare = fact.status is Status.PRESENT and not (fact.details.character or parsers.is_allergy(fact.quote))
    taken = all(one.sure and one.kind is Kind.MEDICINE and one.status is Assertion.PRESENT for one in said)
    return bare and bool(said) and taken


def of_the_complaint(
    facts: Iterable[Fact], reading: Reading, record: Record, said: str, *, asked: str | None, corrects: bool
) -> Iterator[Fact]:
    """Without a time and a side, told unasked, that are of something else: of an illness, of the ear that is well.

    What was told first stays, unless words that tell nothing else put it right. A time that `said` tells of a medicine,
    an illness or another finding is none of the complaint, whatever is asked.
    """
    known = {fact.code for fact in record if fact.topic is Topic.DETAIL and fact.status is Status.PRESENT}
    put_right = corrects and not reading.said(Kind.SYMPTOM)
    for fact in facts:
        time = fact.details.duration if fact.code == "since" and asked not in COMPLAINT else None
        if time is not None and not is_of_the_complaint(said, time.words, record):
            continue
        asked_of = (asked, *ROWS.get(asked or "", ()))
        unasked = fact.topic is Topic.DETAIL and fact.code in OF_ONE_THING and fact.code not in asked_of
        told = asked in COMPLAINT and fact.code not in known
        if not unasked or put_right or (told and OF_ONE_THING[fact.code](fact, reading)):
            yield fact


def time_of_the_complaint(reading: Reading, now: datetime) -> Duration | None:
    """Of several times in one telling that of the first symptom that is there."""
    for one in reading.statements:
        if one.kind is Kind.DURATION and not one.in_question and _is_of_a_symptom(one, reading):
            return parsers.duration(one.quote, now=now, asked=True)
    return None


def _since(fact: Fact, reading: Reading) -> bool:
    words = fact.details.duration.words if fact.details.duration else ""
    times = [one for one in reading.statements if one.kind is Kind.DURATION and _overlap(one.quote, words)]
    return not times or any(_is_of_a_symptom(one, reading) for one in times)


def _overlap(one: str, other: str) -> bool:
    return one in other or other in one


def _is_of_a_symptom(time: Statement, reading: Reading) -> bool:
    """Whether what a time stands nearest to is a symptom that is there."""
    things = [one for one in reading.statements if one.kind in LASTING and not one.in_question]
    nearest = min(things, key=lambda one: max(one.start - time.end, time.start - one.end), default=None)
    return nearest is not None and nearest.kind in FELT and nearest.status is Assertion.PRESENT


def _of_what_is_there(fact: Fact, reading: Reading) -> bool:
    """Whether the side is not said of something that is well, or another's."""
    sided = [one for one in reading.statements if fact.details.side in _sides(one.quote)]
    return not sided or any(one.status is Assertion.PRESENT for one in sided)


def _sides(words: str) -> frozenset[Side]:
    return frozenset(side for side in (parsers.side(words),) if side)


def may_be_pregnant(person: Person) -> bool:
    """Whoever speaks of a boy of three speaks of her own."""
    return person.sex is not Sex.MALE and not person.is_under(FERTILE_FROM)


OF_ONE_THING = {"since": _since, "side": _of_what_is_there}


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
    said = any(fact.topic is Topic.SAID and fact.quote in words.quote for fact in facts)
    return facts if said or not words.quote or len(facts) == len(before) else (*facts, words)
