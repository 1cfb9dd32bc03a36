"""Whether a text of a record speaks of what is asked about, in whichever of both languages either is written."""

import re
from collections.abc import Sequence
from functools import lru_cache
from math import log

from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.mentions import Mention, mentions
from frontdesk.models.parsers.writing import read
from frontdesk.models.retrieval.terms import terms
from frontdesk.models.specialists.labs_vitals.named import mentions_of as tests_in
from frontdesk.models.specialists.labs_vitals.told import Mention as TestMention
from frontdesk.models.specialists.medication.mentions import mentions as medicines_in

SENTENCE = re.compile(r"[^。；;\n]*?[^。；;.\n][。；;.]*?(?:(?<=[。；;\n])|(?<=\.)(?=\s|$)|$)")


def speaks_of(text: str, about: str) -> bool:
    """Whether `text` names something that `about` names; nothing asked about, and every text does."""
    return not about.strip() or about.strip().lower() in text.lower() or bool(concepts(about) & concepts(text))


@lru_cache(maxsize=512)
def concepts(text: str) -> frozenset[str]:
    """Codes of the findings, illnesses and medicines named, also the denied ones; no finding within a test's name."""
    writing = read(text)
    tests = tests_in(writing.lower)
    findings = {one.code for one in mentions(text) if not any(_is_within(one, test) for test in tests)}
    medicines = (code for one in medicines_in(writing) if one.named for code in one.named.codes)
    return frozenset(findings.union(medicines))


def _is_within(one: Mention, test: TestMention) -> bool:
    return test.start <= one.start and one.end <= test.end and one.end - one.start < test.end - test.start


@lru_cache(maxsize=1024)
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


def sentences(text: str) -> list[str]:
    return [one for found in SENTENCE.findall(text) if (one := found.strip(" 。；;"))]


def best(lines: Sequence[str], question: str, *, most: int) -> list[int]:
    """Places of the lines that share most with the question: what is named first, then words by how rare they are."""
    asked, words = kinds(question), set(terms(question))
    named = [set(terms(line)) for line in lines]
    rarity = {word: log(1 + len(lines) / (1 + sum(word in those for those in named))) for word in words}
    scores = [
        4.0 * len(asked & kinds(line)) + sum(rarity[word] for word in words & those)
        for line, those in zip(lines, named, strict=True)
    ]
    order = sorted(range(len(lines)), key=lambda at: (-scores[at], at))
    top = scores[order[0]] if order else 0.0
    return [at for at in order if scores[at] > max(1.0, top / 2)][:most]
