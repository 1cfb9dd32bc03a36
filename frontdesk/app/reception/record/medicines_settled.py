"""The medicines heard in words, settled with those words and with the lines that stand.

Whose they are and whether they are over is told by the words as a whole (`ended`); a dose told later joins what stands.
"""

import re
from collections.abc import Iterator

from frontdesk.app.reception.record.lines_meant import NOT_BORNE
from frontdesk.models.facts import Fact, Person, Record, Relation, Status, Topic
from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.medication.dose_parts import Part, joined, parts_of
from frontdesk.models.specialists.medication.ended import Ended, changed, ended, times_of
from frontdesk.models.specialists.medication.listing import never_taken

NOT_NOW = re.compile(
    r"(?:\bnot|n't|\bno longer)\b[^.,;]{0,40}\b(?:now|any ?more|currently|at the moment|at present|these days)\b"
    r"|\b(?:not|isn't|aren't|wasn't) (?:now|taking|on|using)\b|\bno longer\b"
    r"|(?:现在|目前|已经|早就?)[^，。]{0,6}(?:没(?:有)?(?:在)?|不(?:在|再)?)[吃用服打]|(?:没(?:有)?(?:在|再)|不再)[吃用服打]|不[吃用打]了"
)

HOW_MUCH = (Part.AMOUNT, Part.STRENGTH)
GIVEN = frozenset({Status.PRESENT, Status.ABSENT})


def not_taken_now(line: Fact, lower: str) -> bool:
    """Whether the words say that a medicine is not taken now, of which a dose was told: it was stopped."""
    told = line.status is Status.PRESENT and bool(parts_of(line.details.value or ""))
    return told and NOT_NOW.search(lower) is not None


def settled(facts: Record, said: str, record: Record, person: Person, *, asked: str | None) -> Record:
    """`facts` of one utterance with their medicines as the whole of it, and the lines of `record`, tell them.

    `asked`: the page that the words answer.
    """
    over = {one.code: one for one in ended(said, person.relation or Relation.SELF)}
    lines = {fact.key: fact for fact in record if fact.topic is Topic.MEDICINE}
    told = tuple(_settled(fact, said, over.get(fact.code), lines.get(fact.key)) for fact in facts)
    return (*told, *_besides(told, over, lines, said, asked))


def _settled(fact: Fact, said: str, over: Ended | None, line: Fact | None) -> Fact:
    if fact.topic is not Topic.MEDICINE or fact.code in ("none", "any") or fact.status not in GIVEN:
        return fact
    if over is not None:
        return _past(fact, over.told or fact.details.value or "", line)
    if fact.status is Status.ABSENT:
        given_up = line is not None and not_taken_now(line, read(said).lower)
        return _past(fact, "", line) if given_up else fact
    if fact.past:
        return fact
    value = fact.details.value or ""
    if verb := changed(said, fact.code):
        value = value if verb in value.lower() else ", ".join(filter(None, (verb, value)))
    if line is not None and line.status is Status.PRESENT and not line.past and line.details.value and value:
        value = joined(line.details.value, value)
    return _with_value(fact, value)


def _past(fact: Fact, told: str, line: Fact | None) -> Fact:
    """Over, with what was told of its dose before."""
    before = line.details.value if line is not None and line.status is Status.PRESENT else None
    if line is not None and line.past and before and _tells_no_more(before, told):
        value = before
    else:
        value = joined_with_end(before or "", told)
    return _with_value(fact.model_copy(update={"status": Status.PRESENT, "past": True}), value)


def _tells_no_more(before: str, told: str) -> bool:
    """Whether how much and when stand there already: why it is over is kept."""
    stands, new = parts_of(before), parts_of(told)
    same = all(part not in stands or stands[part] == words for part, words in new.items() if part in HOW_MUCH)
    return same and times_of(told) <= times_of(before)


def joined_with_end(before: str, told: str) -> str:
    """What a line told of a dose, and then when or why it is over; what it told already is told once."""
    if not before or not told or told.lower() in before.lower():
        return before or told
    if parts_of(told).keys() >= parts_of(before).keys():
        return told
    return (", " if f"{before}{told}".isascii() else "，").join((before, told))


def _with_value(fact: Fact, value: str) -> Fact:
    return fact.model_copy(update={"details": fact.details.model_copy(update={"value": value or None})})


def _besides(
    told: Record, over: dict[str, Ended], lines: dict[str, Fact], said: str, asked: str | None
) -> Iterator[Fact]:
    """What is over and was not heard; a medicine that was refused, or is not borne, is none."""
    known = {fact.code for fact in told if fact.topic in (Topic.MEDICINE, *NOT_BORNE)} | never_taken(said)
    for code, one in over.items():
        if code not in known:
            fact = Fact(topic=Topic.MEDICINE, code=code, quote=one.words, asked=asked, past=True)
            yield _past(fact, one.told, lines.get(fact.key))
