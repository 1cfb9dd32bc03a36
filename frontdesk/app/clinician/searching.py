"""Whether a text of a record speaks of what is asked about, in whichever of both languages either is written."""

from collections.abc import Sequence
from functools import lru_cache
from math import log

from frontdesk.app.clinician.topics import is_put_with
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.mentions import Mention, mentions
from frontdesk.models.parsers.writing import read
from frontdesk.models.retrieval.terms import Kind, slots, terms
from frontdesk.models.sentences import embed_again
from frontdesk.models.specialists.labs_vitals.named import mentions_of as tests_in
from frontdesk.models.specialists.labs_vitals.told import Mention as TestMention
from frontdesk.models.specialists.medication.mentions import mentions as medicines_in

LINES = 20_000  # kept: the sentences of some hundred patients
NAMED = 4.0  # what a thing that both name counts, in words
CLOSER = 16  # lines that are compared by meaning
ALIKE = 0.55  # cosine from which a line without a word of the question means the same
NEAR = 0.4  # and from which it stands beside lines that have one
USUAL = 5  # one line in so many may hold a word that tells lines apart
TELLING = 3.0  # what a line must count to be quoted beside an answer
SATURATES, BY_LENGTH = 1.2, 0.75  # k1 and b of BM25


def speaks_of(text: str, about: str) -> bool:
    """Whether `text` names something that `about` names; nothing asked about, and every text does."""
    return not about.strip() or about.strip().lower() in text.lower() or bool(concepts(about) & concepts(text))


@lru_cache(maxsize=LINES)
def concepts(text: str) -> frozenset[str]:
    """Codes of the findings, illnesses and medicines named, also the denied ones; no finding within a test's name."""
    writing = read(text)
    tests = tests_in(writing.lower)
    findings = {one.code for one in mentions(text) if not any(_is_within(one, test) for test in tests)}
    medicines = (code for one in medicines_in(writing) if one.named for code in one.named.codes)
    return frozenset(findings.union(medicines))


def _is_within(one: Mention, test: TestMention) -> bool:
    return test.start <= one.start and one.end <= test.end and one.end - one.start < test.end - test.start


@lru_cache(maxsize=LINES)
def kinds(text: str) -> frozenset[str]:
    """What `text` names, tests too, and what medicines in it count as: a sentence on NSAIDs speaks of diclofenac."""
    named = concepts(text)
    whole = text.lower().replace("-", " ")
    written = {kind for kind in _kinds() if kind.replace("_", " ") in whole}
    counted = (formulary().counts_as(code) for code in named)
    members = (formulary().medicines[code].members for code in named if code in formulary().medicines)
    tests = {one.test for one in tests_in(read(text).lower)}
    return named.union(written, tests, *counted, *members)


@lru_cache(maxsize=1)
def _kinds() -> frozenset[str]:
    return frozenset(kind for one in formulary().medicines.values() for kind in one.classes)


def best(lines: Sequence[str], question: str, *, most: int) -> list[int]:
    """Places of the lines that fit best: by what both name, their words (BM25) and their meaning (embeddings)."""
    asked, words = kinds(question), set(terms(question))
    named = [terms(line) for line in lines]
    usual = sum(map(len, named)) / max(1, len(named))
    held = {word: sum(word in those for those in named) for word in words}
    rarity = {word: log(1 + (len(lines) - count + 0.5) / (count + 0.5)) for word, count in held.items()}
    scores = [
        NAMED * len(asked & kinds(line))
        + sum(rarity[word] * _weight(those.count(word), len(those) / usual) for word in words)
        for line, those in zip(lines, named, strict=True)
    ]
    order = sorted(range(len(lines)), key=lambda at: (-scores[at], at))
    top = scores[order[0]] if order else 0.0
    found = [at for at in order if scores[at] > max(1.0, top / 2)][:CLOSER]
    alike = embed_again([question, *lines])
    meaning = {at: float(vector @ alike[0]) for at, vector in enumerate(alike[1:])}
    chosen = sorted(found, key=lambda at: (-(scores[at] + NAMED * meaning[at]), at))[:most]
    near = NEAR if found else ALIKE
    nearest = sorted((at for at in meaning if at not in chosen and meaning[at] >= near), key=lambda at: -meaning[at])
    return [*chosen, *nearest][:most]


def speaking(lines: Sequence[str], words: str, *, most: int) -> list[int]:
    """Places of the lines that plainly speak of `words`: by what both name, and by words that few lines hold."""
    asked, low = kinds(words), [line.lower() for line in lines]
    held = {word: sum(word in line for line in low) for word in pieces_of(words)}
    rare = {word: log(1 + len(lines) / count) for word, count in held.items() if 0 < count <= len(lines) / USUAL + 2}
    scores = [
        NAMED * len(asked & kinds(line)) + sum(worth for word, worth in rare.items() if word in line.lower())
        for line in lines
    ]
    order = sorted((at for at in range(len(lines)) if scores[at] >= TELLING), key=lambda at: (-scores[at], at))
    return order[:most]


def untold(question: str, answer: str) -> str:
    """What the question names and the answer does not speak of, in its words; empty where nothing is left."""
    named, told, low = kinds(answer), pieces_of(answer), answer.lower()
    left = (word for word in pieces_of(question) if word not in told and word not in low)
    words = [word for word in left if not is_put_with(word) and not kinds(word)]
    codes = [code.replace("_", " ") for code in kinds(question) - named]
    return " ".join(dict.fromkeys([*words, *codes]))


@lru_cache(maxsize=LINES)
def pieces_of(text: str) -> frozenset[str]:
    """Words that say something: English stems and Chinese words of two characters and more."""
    return frozenset(
        word for one in slots(text) for word in [one.said.lower()] if one.kind is Kind.WORD and len(word) > 1
    )


def _weight(count: int, length: float) -> float:
    """Of a word that stands so often in a line so many times as long as usual (BM25, Robertson and Zaragoza 2009)."""
    return count * (SATURATES + 1) / (count + SATURATES * (1 - BY_LENGTH + BY_LENGTH * length))
