"""Texts for the statistical model, made from the knowledge's wordings and from sentences written for it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import yaml

from frontdesk.models.facts import Fact, Language, Person, Relation, Topic
from frontdesk.models.knowledge.load import knowledge, wordings
from frontdesk.models.knowledge.schema import Condition, Finding
from frontdesk.models.triage.evidence import Evidence, evidence, pooled
from frontdesk.models.triage.letters import Example, letters, sure_of
from frontdesk.models.triage.persons import Chances, moved

FOLDER = Path(__file__).parent
_PEOPLE = (("who", 0.5, Person()), ("grown", 0.25, Person()), ("pregnant", 0.04, Person(pregnant=True)))
_CHILD = Person(relation=Relation.CHILD, age_months=60)
_AKIN, _UNRELATED = 0.4, 0.15  # shares of sentences with a second finding
_SWAPPED = 0.3  # share of those that name it first
_SURE = 0.96  # the chance a written sentence gives its own specialty


def examples(random: Random, *, rounds: int = 1, letters_each: int = 45) -> Iterator[Example]:
    """Every wording `rounds` times in different sentences, every written sentence, and letters unless of each 0."""
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
    if letters_each:
        yield from letters(random, rounds=letters_each)


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
    other = _beside(random, entry)
    pattern = random.choice(parts["two" if other else "one"])
    second = random.choice(wordings(other, language)) if other else ""
    named = [(entry, words), (other, second)] if other else [(entry, words)]
    if other and random.random() < _SWAPPED:
        named.reverse()
    text = pattern.format(
        f=named[0][1],
        g=named[-1][1],
        who=who,
        d=random.choice(parts["d"]),
        q=random.choice(parts["q"]),
    )
    person = person if "{who}" in pattern else Person()
    record = tuple(_fact(one, quote) for one, quote in named)
    return Example(text, moved(_normal(pooled(_foremost(evidence(record, person)))), person))


def _foremost(found: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
    """With the heaviest counted in full: what is vague beside others is all there is when said alone."""
    heaviest = max(one.weight for one in found)
    return tuple(one._replace(weight=one.weight / min(heaviest, 1.0)) for one in found)


def _beside(random: Random, entry: Finding | Condition) -> Finding | Condition | None:
    """Sometimes a second thing said beside `entry`: one that belongs to it, or anything else at all."""
    known = knowledge()
    draw = random.random()
    if draw < _AKIN and isinstance(entry, Finding) and entry.asks:
        return known.findings[random.choice(entry.asks)]
    if draw < _AKIN + _UNRELATED:
        entries: list[Finding | Condition] = [*known.conditions.values(), *known.findings.values()]
        other = random.choice(entries)
        return other if other.code != entry.code and other.specialties else None
    return None


def _fact(entry: Finding | Condition, quote: str) -> Fact:
    topic = entry.topic if isinstance(entry, Finding) else Topic.CONDITION
    return Fact(topic=topic, code=entry.code, quote=quote)


def _who(random: Random, parts: dict[str, Any]) -> tuple[str, Person]:
    draw = random.random()
    for name, share, person in _PEOPLE:
        if draw < share:
            return random.choice(parts[name]), person
        draw -= share
    return random.choice(parts["child"]), _CHILD


def _variants(random: Random, text: str, code: str) -> Iterator[Example]:
    chances = sure_of(code, sure=_SURE)
    halves = [part for part in text.replace("。", "，").split("，") if len(part) > 5] if "，" in text else []
    for _ in range(6):
        yield Example(text, chances)
    if len(halves) > 1:
        yield Example(random.choice(halves), chances)


def _normal(scores: Chances) -> Chances:
    chances = np.exp(scores - scores.max())
    whole: Chances = chances / chances.sum()
    return whole
