"""Texts for the statistical model, made from the knowledge's wordings and from sentences written for it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import yaml

from models.embedded.triage.evidence import chances_of, weights
from models.embedded.triage.persons import Chances, moved, specialties
from models.facts import Language, Person, Relation
from models.knowledge.load import knowledge, wordings
from models.knowledge.schema import Condition, Finding

FOLDER = Path(__file__).parent
_PEOPLE = (("who", 0.5, Person()), ("grown", 0.25, Person()), ("pregnant", 0.04, Person(pregnant=True)))
_CHILD = Person(relation=Relation.CHILD, age_months=60)
_SURE = 0.96  # the chance a written sentence gives its own specialty


class Example(NamedTuple):
    text: str
    chances: Chances


def examples(random: Random, *, rounds: int = 4) -> Iterator[Example]:
    """Every wording `rounds` times in different sentences, and every written sentence."""
    parts = yaml.safe_load((FOLDER / "sentences.yaml").read_text(encoding="utf-8"))
    known = knowledge()
    entries: list[Finding | Condition] = [*known.findings.values(), *known.conditions.values()]
    for entry in entries:
        if not entry.specialties:
            continue
        for language in Language:
            for words in wordings(entry, language):
                for _ in range(rounds):
                    yield _sentence(random, entry, words, parts[language], language)
    for code, sentences in written().items():
        for text in sentences:
            yield from _variants(random, text, code)


def written() -> dict[str, list[str]]:
    """Whole sentences by specialty."""
    found: dict[str, list[str]] = {}
    for path in sorted(FOLDER.glob("written.*.yaml")):
        for code, sentences in yaml.safe_load(path.read_text(encoding="utf-8")).items():
            found.setdefault(code, []).extend(sentences)
    return found


def _sentence(
    random: Random, entry: Finding | Condition, words: str, parts: dict[str, Any], language: Language
) -> Example:
    who, person = _who(random, parts)
    chances = np.log(chances_of(weights(entry, person)))
    known = knowledge()
    others = (
        [known.findings[code] for code in entry.asks if code in known.findings] if isinstance(entry, Finding) else []
    )
    second = ""
    if others and random.random() < 0.4:
        other = random.choice(others)
        if other.specialties:
            second = random.choice(wordings(other, language))
            chances = chances + 0.7 * np.log(chances_of(weights(other, person)))
    pattern = random.choice(parts["two" if second else "one"])
    text = pattern.format(f=words, g=second, who=who, d=random.choice(parts["d"]), q=random.choice(parts["q"]))
    told = "{who}" in pattern
    return Example(text, moved(_normal(chances), person if told else Person()))


def _who(random: Random, parts: dict[str, Any]) -> tuple[str, Person]:
    draw = random.random()
    for name, share, person in _PEOPLE:
        if draw < share:
            return random.choice(parts[name]), person
        draw -= share
    return random.choice(parts["child"]), _CHILD


def _variants(random: Random, text: str, code: str) -> Iterator[Example]:
    codes = specialties()
    chances = np.full(len(codes), (1 - _SURE) / (len(codes) - 1))
    chances[codes.index(code)] = _SURE
    halves = [part for part in text.replace("。", "，").split("，") if len(part) > 5] if "，" in text else []
    for _ in range(6):
        yield Example(text, chances)
    if len(halves) > 1:
        yield Example(random.choice(halves), chances)


def _normal(scores: Chances) -> Chances:
    chances = np.exp(scores - scores.max())
    whole: Chances = chances / chances.sum()
    return whole
