"""What words say of the lines of the record that they name: that they are to go, are not so, or are so after all.

An allergy goes by plain words of its own alone: that it is wrong, is to be taken off, or that it is borne.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from app.reception.record.doctors import doctors_named
from app.reception.record.wording import name_of
from models import parsers
from models.assertion import Assertion, denies, scopes
from models.facts import Fact, Language, Record, Status, Topic
from models.mentions import mentions
from models.parsers.patterns import Cue, entries

WORDS = entries("corrected", Path(__file__).parent)
OFF, WRONG, STAYS, BORNE, WRITTEN = (Cue(WORDS[name]) for name in ("removed", "wrong", "stays", "borne", "written"))
NONE = {Topic(topic): Cue(words) for topic, words in WORDS["none"].items()}
SENTENCE = re.compile(r"(?:[^.!?。！？;；\n]|\.(?=\d))+")
CLAUSE = re.compile(
    r"(?:(?![,，、:：]|\b(?:but|and|while|though)\b|但是?|可是|不过).)+(?:\b(?:and|but|while|though)\b)?", re.S
)
ALLERGIC = Cue(WORDS["none"]["allergy"])
NOT_BORNE = (Topic.ALLERGY, Topic.INTOLERANCE)


class Said(StrEnum):
    OUT = "out"  # it is to go
    ABSENT = "absent"
    PRESENT = "present"


class Clause(NamedTuple):
    start: int
    end: int
    words: str

    @property
    def removes(self) -> bool:
        return bool(OFF.search(self.words)) and not STAYS.search(self.words)

    @property
    def rejects(self) -> bool:
        """Something is to go, or is said to be wrong."""
        return self.removes or (bool(WRONG.search(self.words)) and not STAYS.search(self.words))


Named = tuple[Fact, int]  # a line, and where in the text it is named


def sentences(text: str) -> Iterator[tuple[Clause, ...]]:
    """The clauses of each sentence of a normalised text in small letters."""
    for sentence in SENTENCE.finditer(text):
        yield tuple(Clause(*one.span(), one[0]) for one in CLAUSE.finditer(text, *sentence.span()))


def said_of_lines(record: Record, said: str, language: Language) -> dict[str, Said]:
    """By the keys of the lines. Of "asthma is right but penicillin is wrong" only one goes."""
    text = parsers.normalise(said).lower()
    taken = {fact.code for fact in record if fact.topic is Topic.MEDICINE}
    named = [(fact, at) for fact in record for at in _places(fact, text) if not _is_of_its_use(fact, taken, text)]
    denied = [scope for scope in scopes(text, language) if scope.kind is Assertion.ABSENT]
    found: dict[str, Said] = {}
    for sentence in sentences(text):
        before: list[Named] = []
        for clause in sentence:
            here = [one for one in named if clause.start <= one[1] < clause.end]
            for fact, at in here or before:
                inside = bool(here)
                no = inside and (
                    any(scope.covers(at, at + 1) for scope in denied)
                    or denies(clause.words[: at - clause.start], language)
                )
                if (what := _meant(fact, clause, denied=no, inside=inside)) and found.get(fact.key) is not Said.PRESENT:
                    found[fact.key] = Said.ABSENT if found.get(fact.key) is Said.ABSENT else what
            before = here or before
    return found


def _is_of_its_use(fact: Fact, taken: set[str], text: str) -> bool:
    """Of a medicine that is taken and not borne, "I don't take it" is of the one line and not of the other."""
    return fact.topic in NOT_BORNE and fact.code in taken and ALLERGIC.search(text) is None


def _meant(fact: Fact, clause: Clause, *, denied: bool, inside: bool) -> Said | None:
    if fact.topic in NOT_BORNE:
        borne = inside and BORNE.search(clause.words) and fact.status is not Status.ABSENT
        return Said.OUT if clause.rejects or borne else None
    if fact.status is Status.ABSENT:
        turned = denied and clause.rejects and not clause.removes and fact.code != "none"
        return Said.PRESENT if turned else Said.OUT if clause.rejects else None
    if denied and not STAYS.search(clause.words):
        return Said.ABSENT
    return Said.OUT if clause.rejects else None


def rejected_codes(said: str) -> frozenset[str]:
    """Of what is named only to be taken out: in a clause that says so, or right before one that names nothing."""
    inside: set[str] = set()
    outside: set[str] = set()
    for sentence in sentences(parsers.normalise(said).lower()):
        before: set[str] = set()
        for clause in sentence:
            here = _codes(clause.words)
            inside |= (here or before) if clause.rejects else set()
            outside |= before if here else set()
            before = set() if clause.rejects else here or before
        outside |= before
    return frozenset(inside - outside)


def rejects(said: str) -> bool:
    """Whether something is said to be wrong, or to be taken out."""
    text = parsers.normalise(said).lower()
    return any(clause.rejects for sentence in sentences(text) for clause in sentence)


def plainly_told(said: str) -> str:
    """The words without the clauses that say of a line that it is wrong, and those that ask what is written."""
    text = parsers.normalise(said)
    clauses = (clause for sentence in sentences(text.lower()) for clause in sentence)
    return ", ".join(
        text[clause.start : clause.end].strip()
        for clause in clauses
        if not clause.rejects and not WRITTEN.search(clause.words)
    )


def asks_what_is_written(question: str) -> bool:
    """Whether a question is of what stands in the record: 咋写没有呢, "what's nuts doing there"."""
    return WRITTEN.search(parsers.normalise(question).lower()) is not None


def _codes(words: str) -> set[str]:
    return {code for _, _, code in parsers.all_named(words)} | {one.code for one in mentions(words)}


def codes_of(fact: Fact) -> frozenset[str]:
    """Its code, and that of the one finding that its name is: a danger sign has a code of its own."""
    named = {one.code for language in Language for one in mentions(name_of(fact, language))}
    return frozenset({fact.code, *(named if len(named) == 1 and fact.topic is Topic.FINDING else ())})


def _places(fact: Fact, text: str) -> Iterator[int]:
    """Where the line is named: by its code, by its name in either language, by the heading it denies as a whole."""
    if fact.topic in (Topic.SAID, Topic.DETAIL):
        return
    if fact.topic is Topic.WISH:
        if any(fact.code == f"doctor_{sex.value}" for sex in doctors_named(text)):
            yield min((at for at in map(text.find, ("医生", "大夫", "doctor", "dr", "gp")) if at >= 0), default=0)
        return
    if fact.code == "none":
        yield from (one.start() for one in NONE[fact.topic].finditer(text)) if fact.topic in NONE else ()
        return
    yield from (start for start, _, code in parsers.all_named(text) if code == fact.code)
    codes = codes_of(fact)
    yield from (one.start for one in mentions(text) if one.code in codes)
    for language in Language:
        name = re.escape(name_of(fact, language).lower())
        yield from (one.start() for one in re.finditer(rf"\b{name}\b" if name.isascii() else name, text))
