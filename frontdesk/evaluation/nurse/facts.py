"""A judge that is code: which of the facts a patient's sheet holds stand in the record the doctor gets, and how.

A fact is held by code where the project's own readers find a code, a span or a side in its text: the record must have
the same with the same polarity. Else it is held where the patient's words for it stand in the record as a quote.
The readers are those the nurse works with, so that a code both miss falls back on the words; what a reader takes for
something else in sheet and record alike is not seen here.
"""

import re
from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from functools import lru_cache

from frontdesk.evaluation.simulation.told import near
from frontdesk.models import parsers
from frontdesk.models.allergies import allergens
from frontdesk.models.facts import Record, Status, Topic
from frontdesk.models.mentions import mentions
from frontdesk.training.embedded_patient import SheetFact

NOW = datetime(2026, 11, 18, 10)  # noqa: DTZ001 the simulated morning; spans are told until then
LEFT_OUT = re.compile(r"[\W_]+")
CLAUSE = re.compile(r"[，,。.；;！!？?、\n]|\s-\s|——")
OF_KIND = {  # the topics that hold what these kinds of fact say, of whichever code
    "allergy": (Topic.ALLERGY, Topic.INTOLERANCE),
    "illness": (Topic.CONDITION,),
    "operation": (Topic.OPERATION,),
    "medicine": (Topic.MEDICINE,),
    "family": (Topic.FAMILY,),
    "habit": (Topic.HABIT,),
    "pregnancy": (Topic.PREGNANCY,),
}
FINDINGS, MEDICINES = ("complaint", "symptom", "illness"), ("complaint", "symptom", "medicine", "tried")
LEAST = 2  # characters of a clause that says something


class Held(StrEnum):
    """`wrong`: the record says the opposite."""

    RIGHT = "right"
    WRONG = "wrong"
    MISSING = "missing"


def held(fact: SheetFact, record: Record) -> Held:
    by_code = _by_code(fact, record)
    if by_code is Held.WRONG or by_code is Held.RIGHT:
        return by_code
    return Held.RIGHT if in_words(fact.said, quotes(record)) else Held.MISSING


def quotes(record: Record) -> str:
    """The patient's words that stand in the record, without spaces and signs."""
    return "\n".join(bare(fact.quote) for fact in record)


def in_words(said: str, heard: str) -> bool:
    """Every clause of what the patient says stands among the words `heard`, which are bare."""
    clauses = [clause for part in CLAUSE.split(said) if len(clause := bare(part)) >= LEAST]
    return bool(clauses) and all(clause in heard for clause in clauses)


def bare(words: str) -> str:
    return LEFT_OUT.sub("", words.lower())


def _by_code(fact: SheetFact, record: Record) -> Held:
    if fact.kind == "since":
        return _of_span(fact, record)
    if fact.kind == "side":
        return _of_side(fact, record)
    found = codes(fact)
    stated = [one for one in record if one.topic is not Topic.SAID and (one.topic, one.code) in found]
    statuses = {one.status for one in stated if not (one.past and fact.status == "absent")}
    if fact.status == "unknown":
        return Held.RIGHT if Status.UNKNOWN in statuses else Held.MISSING
    wanted, against = Status.PRESENT, Status.ABSENT
    if fact.status == "absent":
        wanted, against = against, wanted
    if wanted in statuses:
        return Held.RIGHT
    if against in statuses and fact.status != "past":
        return Held.WRONG
    return Held.RIGHT if fact.status == "absent" and _denied_whole(fact, record) else Held.MISSING


def _of_span(fact: SheetFact, record: Record) -> Held:
    told = parsers.duration(fact.text, now=NOW, asked=True) or parsers.duration(fact.said, now=NOW, asked=True)
    known = [one.details.duration.hours for one in record if one.details.duration]
    if told is None or not known:
        return Held.MISSING
    return Held.RIGHT if any(near(hours, told.hours) for hours in known) else Held.MISSING


def _of_side(fact: SheetFact, record: Record) -> Held:
    """The side that is ill; a fact may also say of one that nothing is the matter with it."""
    told = parsers.side(fact.text) or parsers.side(fact.said)
    known = {one.details.side for one in record} - {None}
    if told is None or told not in known:
        return Held.MISSING
    return Held.WRONG if fact.status == "absent" else Held.RIGHT


def _denied_whole(fact: SheetFact, record: Record) -> bool:
    """The record says that there is none of this kind at all: no allergies."""
    return any(one.topic in OF_KIND.get(fact.kind, ()) and one.code == "none" for one in record)


@lru_cache(maxsize=4096)
def codes(fact: SheetFact) -> frozenset[tuple[Topic, str]]:
    """What the fact's clinical text names."""
    found: set[tuple[Topic, str]] = set()
    if fact.kind in FINDINGS:
        found |= {(one.topic, one.code) for one in mentions(fact.text)}
    if fact.kind in MEDICINES:
        found |= {(Topic.MEDICINE, one.code) for one in parsers.medicines(fact.text)}
    if fact.kind == "allergy":
        named = (*allergens(fact.text), *parsers.medicines(fact.text))
        found = {(topic, one.code) for one in named for topic in OF_KIND["allergy"]}
    return frozenset(found)


def denied(facts: Iterable[SheetFact]) -> frozenset[tuple[Topic, str]]:
    """What the patient knows is not so, and never says is."""
    facts = tuple(facts)
    so = {code for fact in facts if fact.status != "absent" for code in codes(fact)}
    return frozenset(code for fact in facts if fact.status == "absent" for code in codes(fact)) - so
