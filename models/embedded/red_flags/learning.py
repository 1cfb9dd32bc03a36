"""Learns what emergencies sound like; `python -m models.embedded.red_flags.learning` makes the weights that ship."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import yaml

from models.embedded.network import store
from models.embedded.network.learning import Lesson, learn
from models.embedded.red_flags.check import alarming, by_rules
from models.embedded.red_flags.likeness import WEIGHTS, clipped, left_standing
from models.embedded.red_flags.rules import RULES
from models.embedded.scope import scopes
from models.embedded.triage.generate import examples
from models.embedded.understanding.words.writing import language_of
from models.facts import Language
from models.knowledge.load import tellings

HERE = Path(__file__).parent
NONE = "none"  # the label of what is no emergency
HARMLESS = 1.5  # weight of what must raise nothing
TOLD = 0.5  # weight of an everyday telling
ORDINARY = 3000  # everyday complaints made from the knowledge that stand against the phrasings
HIDDEN = 96  # units between words and rules


def phrasings(kind: str) -> Iterator[tuple[int, Language, str]]:
    """Our own texts that must make a rule fire (`fires`) or leave it `silent`."""
    for file in sorted((HERE / "phrasings").glob("*.yaml")):
        for rule, languages in yaml.safe_load(file.read_text("utf-8")).items():
            for language, kinds in languages.items():
                yield from ((rule, Language(language), text) for text in kinds.get(kind, ()))


def harmless() -> Iterator[tuple[Language, str]]:
    """Our own texts that must raise nothing at all."""
    for language, texts in yaml.safe_load((HERE / "harmless.yaml").read_text("utf-8")).items():
        yield from ((Language(language), text) for text in texts)


def lessons() -> Iterator[tuple[str, Language, str]]:
    """Our own texts that are only learnt from, by what they tell of: a rule, or NONE."""
    for language in Language:
        told = yaml.safe_load((HERE / f"lessons.{language}.yaml").read_text("utf-8"))
        yield from ((str(label), language, text) for label, texts in told.items() for text in texts)


@cache
def asides() -> dict[Language, list[str]]:
    """Our own words that stand beside a complaint and say nothing of it."""
    data = yaml.safe_load((HERE / "asides.yaml").read_text("utf-8"))
    return {Language(language): texts for language, texts in data.items()}


def taught() -> list[Lesson]:
    """Every phrasing, every lesson, and everyday complaints on which no rule fires."""
    found = [Lesson(_standing(text, language), str(rule)) for rule, language, text in phrasings("fires")]
    found += [Lesson(_standing(text, language), NONE) for _, language, text in phrasings("silent")]
    found += [Lesson(_standing(text, language), NONE, HARMLESS) for language, text in harmless()]
    found += [
        Lesson(_standing(text, language), label, HARMLESS if label == NONE else 1)
        for label, language, text in lessons()
    ]
    found += [*_told(), *_ordinary(Random(20261121))]  # noqa: S311 a fixed draw, not a secret
    return [one._replace(text=clipped(one.text)) for one in found if one.text]


def _standing(text: str, language: Language) -> str:
    return left_standing(text, scopes(text, language))


def _told() -> Iterator[Lesson]:
    """What people who are in no danger tell in everyday words; weighs little, since some of it may come of one."""
    for language in Language:
        calm = (line for code, line in tellings(language) if not alarming(code) and not by_rules(line))
        yield from (Lesson(_standing(line, language), NONE, TOLD) for line in calm)


def _ordinary(random: Random) -> Iterator[Lesson]:
    texts = [example.text for example in examples(random, rounds=1, letters_each=0)]
    random.shuffle(texts)
    calm = (text for text in texts if not by_rules(text))
    for _, text in zip(range(ORDINARY), calm, strict=False):
        language = language_of(text) or Language.ZH
        yield Lesson(_standing(_with_an_aside(text, language, random), language), NONE, 0.5)


def _with_an_aside(text: str, language: Language, random: Random) -> str:
    """Half the complaints stay alone; the others come with what an angry or a polite patient says before or after."""
    aside = random.choice(asides()[language])
    gap = "，" if language is Language.ZH else " "
    return random.choice((text, text, f"{aside}{gap}{text}", f"{text}{gap}{aside}"))


if __name__ == "__main__":
    learnt = taught()
    store(learn(learnt, [NONE, *map(str, RULES)], hidden=HIDDEN), WEIGHTS)
    print(f"{len(learnt)} texts learnt, {WEIGHTS.stat().st_size / 1e6:.1f} MB written to {WEIGHTS.name}")
