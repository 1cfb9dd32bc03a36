"""What a sentence of the nurse may not hold, given what is known: plain code, in every mode.

It keeps people safe; how a thing is said is hers.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path

import yaml

from models import parsers
from models.facts import Language, Record, Status, Topic, Value
from models.mentions import Mention, mentions

NUMBER = re.compile(r"[A-Za-z]?\d+(?:[:：.\-]\d+)*")
CJK = re.compile(r"[\u4e00-\u9fff]")
LATIN = re.compile(r"[A-Za-z]{2,}")
END = re.compile(r"[?？]\s*[”\"'」]?\s*$")
ZH_ASKS = re.compile(r"(?:吗|呢|么)[。.]?\s*$")
NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+")
SAID_OF = (Topic.FINDING, Topic.CONDITION, Topic.MEDICINE, Topic.ALLERGY)


class Kind(StrEnum):
    MACHINE = "machine"  # instructions, labels, code, talk of itself as a machine, another language
    DIAGNOSIS = "diagnosis"
    SAFETY = "safety"  # a promise that it is harmless
    PRESCRIPTION = "prescription"
    DEPARTMENT = "department"
    DOCTOR = "doctor"
    FACT = "fact"  # a place, time, price or number that is nowhere in what is known
    OTHERS = "others"
    CONTRADICTS = "contradicts"  # the record
    UNTOLD = "untold"  # says of the patient what nobody told
    QUESTIONS = "questions"  # a second one
    LONG = "long"


class Ground(Value):
    """What a line is held against. `facts`: all that was said, looked up or decided, in words; `told`: by the patient.

    `departments`: the names of all the hospital's departments. `decided`: words a decision allows, of the department
    that was chosen.
    """

    language: Language
    facts: str
    told: str = ""
    record: Record = ()
    departments: tuple[str, ...] = ()


def asks(sentence: str, language: Language) -> bool:
    """The sentence puts a question."""
    return bool(END.search(sentence)) or (language is Language.ZH and bool(ZH_ASKS.search(sentence)))


def fault(sentence: str, ground: Ground) -> Kind | None:
    """Why this sentence may not be said; None when it may."""
    return next(_faults(sentence, ground), None)


def _faults(sentence: str, ground: Ground) -> Iterator[Kind]:
    language = ground.language
    question = asks(sentence, language)
    if _hits(Kind.MACHINE, sentence, ground) or _other_language(sentence, ground):
        yield Kind.MACHINE
    if _diagnoses(sentence, ground, question=question):
        yield Kind.DIAGNOSIS
    if _hits(Kind.SAFETY, sentence, ground):
        yield Kind.SAFETY
    if _prescribes(sentence, ground, question=question):
        yield Kind.PRESCRIPTION
    if _names_department(sentence, ground):
        yield Kind.DEPARTMENT
    if _hits(Kind.DOCTOR, sentence, ground):
        yield Kind.DOCTOR
    if _hits(Kind.OTHERS, sentence, ground) or _stranger(sentence, ground):
        yield Kind.OTHERS
    if _numbers(sentence) - _numbers(ground.facts) or _hits(Kind.FACT, sentence, ground):
        yield Kind.FACT
    if not question:
        yield from _claims(sentence, ground)


def _hits(kind: Kind | str, sentence: str, ground: Ground) -> bool:
    """A pattern of this kind holds, in words that are not among the facts."""
    facts = ground.facts.lower()
    found = (match.group() for pattern in _patterns(kind, ground.language) for match in pattern.finditer(sentence))
    return any(words.strip().lower() not in facts for words in found)


def _other_language(sentence: str, ground: Ground) -> bool:
    """Another language than the talk's, but for names that are known."""
    if ground.language is Language.EN:
        return any(char not in ground.facts for char in CJK.findall(sentence))
    strange = [word for word in LATIN.findall(sentence) if word.lower() not in ground.facts.lower()]
    return len(strange) > 2 and len(CJK.findall(sentence)) < 4 * len(strange)


def _diagnoses(sentence: str, ground: Ground, *, question: bool) -> bool:
    """Names an illness that nobody spoke of; a question may, as long as it does not guess."""
    guesses = _found("guess", sentence, ground.language)
    if question and not guesses:
        return False
    named = {mention.code for mention in _mentions(sentence) if mention.topic is Topic.CONDITION and not mention.denied}
    known = {mention.code for mention in _mentions(ground.facts) if mention.topic is Topic.CONDITION}
    if named - known:
        return True
    return _hits("illness", sentence, ground) or (guesses and bool(named) and not question)


def _prescribes(sentence: str, ground: Ground, *, question: bool) -> bool:
    """Names a medicine that nobody named, or tells what to do about the illness."""
    if not question and _medicines(sentence) - _medicines(ground.facts):
        return True
    if question and not _found("offer", sentence, ground.language):
        return False
    return _hits(Kind.PRESCRIPTION, sentence, ground)


@lru_cache(maxsize=256)
def _medicines(text: str) -> frozenset[str]:
    return frozenset(medicine.code for medicine in parsers.medicines(text))


def _names_department(sentence: str, ground: Ground) -> bool:
    """One of ours, or what sounds like one, that is not among the facts."""
    lower, facts = sentence.lower(), ground.facts.lower()
    spoken = [name for name in ground.departments if name.lower() in lower]
    longest = [name for name in spoken if not any(name != other and name in other for other in spoken)]
    if any(name.lower() not in facts for name in longest):
        return True
    for name in longest:
        sentence = re.sub(re.escape(name), " ", sentence, flags=re.IGNORECASE)
    return _hits(Kind.DEPARTMENT, sentence, ground)


def _stranger(sentence: str, ground: Ground) -> bool:
    """A name in the middle of an English sentence that stands nowhere in what is known."""
    named = NAME.findall(sentence) if ground.language is Language.EN else []
    return any(name not in ground.facts and name not in _capitals() for name in named)


def _claims(sentence: str, ground: Ground) -> Iterator[Kind]:
    """What a sentence says of the patient, by its statements' names: against the record, or told by nobody."""
    standing = {fact.code: fact.status for fact in ground.record if fact.topic in SAID_OF}
    spoken = {mention.code for mention in _mentions(ground.told)}
    of_patient = _found("patient", sentence, ground.language)
    for mention in _mentions(sentence):
        status = standing.get(mention.code)
        if status is not None and status is (Status.PRESENT if mention.denied else Status.ABSENT):
            yield Kind.CONTRADICTS
        elif of_patient and status is None and mention.code not in spoken and mention.words not in ground.facts:
            yield Kind.UNTOLD


@lru_cache(maxsize=256)  # the facts of a turn are held against every sentence of its answer
def _mentions(text: str) -> tuple[Mention, ...]:
    return mentions(text)


def _numbers(text: str) -> set[str]:
    return {number.replace("：", ":").upper() for number in NUMBER.findall(text)}


def _found(name: str, sentence: str, language: Language) -> bool:
    return any(pattern.search(sentence) for pattern in _patterns(name, language))


@cache
def _patterns(name: str, language: Language) -> tuple[re.Pattern[str], ...]:
    listed = _words().get(name, {}).get(language, [])
    return tuple(re.compile(one, re.IGNORECASE if name != Kind.DOCTOR else 0) for one in listed)


def openings(language: Language) -> list[str]:
    """Harmless words that may be shown before their sentence is whole."""
    return _words()["openings"][language]


@cache
def _capitals() -> frozenset[str]:
    return frozenset(word for words in _words()["capitals"].values() for word in words)


@cache
def _words() -> dict[str, dict[str, list[str]]]:
    text = (Path(__file__).parent / "words.yaml").read_text("utf-8")
    loaded: dict[str, dict[str, list[str]]] = yaml.load(text, Loader=yaml.CSafeLoader)
    return loaded
