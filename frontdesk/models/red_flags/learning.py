"""Learns what emergencies sound like; makes the weights that ship.

    python -m frontdesk.models.red_flags.learning [FILE ...]

FILE is YAML of further ordinary texts: visitors' questions by their subject, separated by "; " or "；".
"""

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from random import Random

import yaml

from frontdesk.models.facts import Language
from frontdesk.models.knowledge.load import knowledge, narratives, wordings
from frontdesk.models.network import store
from frontdesk.models.network.learning import Example, learn
from frontdesk.models.parsers import language_of
from frontdesk.models.red_flags.check import alarming
from frontdesk.models.red_flags.classifier import NONE, WEIGHTS, clipped
from frontdesk.models.red_flags.rules import RULES
from frontdesk.models.retrieval.asked import known
from frontdesk.models.triage.generate import examples
from frontdesk.models.triage.persons import specialties

EXAMPLES = Path(__file__).parent / "examples"
CALM = 1.5  # weight of what must raise nothing
LITTLE = 0.5  # of what somebody tells who may be in danger, and of two examples in one
GENERATED = 3000  # everyday complaints made from the knowledge
SAFE = 0.1  # chance of the emergency department up to which they are taken for ordinary
JOINED = 6000  # examples with something ordinary said before or behind them
SHORT = {Language.ZH: 50, Language.EN: 160}  # characters of what is joined
FRAMES = {
    Language.ZH: ("我{}", "最近{}", "{}三天了", "有点{}", "{}，想看看", "老是{}", "孩子{}", "我妈{}"),
    Language.EN: (
        "I have {}",
        "I've got {}",
        "{} for three days",
        "a bit of {}",
        "{}, please",
        "my mum has {}",
        "{} again",
        "{} since Monday",
    ),
}
HIDDEN = 64  # units between words and rules, in each draw


def taught(further: Iterable[Path]) -> list[Example]:
    """Every example, everyday complaints and narratives without alarm, visitors' questions, and some of them joined."""
    random = Random(20261121)  # noqa: S311 a fixed draw, not a secret
    ours, calm = [*_examples()], [*_questions(further)]
    found = [*ours, *calm, *_told(), *_named(ours, random), *_generated(random), *_joined(ours, calm, random)]
    return [one._replace(text=clipped(one.text)) for one in found]


def _examples() -> Iterator[Example]:
    """Our own texts: of a rule's emergency, of what only sounds like it, and wholly ordinary ones."""
    for file in sorted(EXAMPLES.glob("*.yaml")):
        content = yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader)
        if isinstance(content, list):
            yield from (Example(text, NONE, CALM) for text in content)
            continue
        for rule, kinds in content.items():
            yield from (Example(text, rule) for text in kinds.get("fires", ()))
            yield from (Example(text, NONE) for text in kinds.get("silent", ()))


def _questions(further: Iterable[Path]) -> Iterator[Example]:
    yield from (Example(line, NONE) for line in known().lines)
    for file in further:
        subjects = yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader)
        yield from (Example(line, NONE) for lines in subjects.values() for line in re.split("; |；", lines))


def _told() -> Iterator[Example]:
    """Findings as people tell them in everyday words."""
    told = chain.from_iterable(map(narratives, Language))
    yield from (Example(line, NONE, LITTLE) for code, line in told if not alarming(code))


def _named(ours: list[Example], random: Random) -> Iterator[Example]:
    """Complaints of two or three words, bare and in a frame: "back pain", 心慌三天了; none that is a cry for help."""
    cries = {
        one.text.lower().strip("!.！。").removeprefix("i ").removeprefix("我") for one in ours if one.label != NONE
    }
    for finding in knowledge().findings.values():
        for language in Language:
            for words in () if alarming(finding.code) else wordings(finding, language):
                if words.lower() in cries:
                    continue
                yield Example(words, NONE)
                yield Example(random.choice(FRAMES[language]).format(words), NONE)


def _generated(random: Random) -> Iterator[Example]:
    """Complaints made from the knowledge that hardly anybody would take to the emergency department."""
    emergency = specialties().index("emergency")
    calm = [one.text for one in examples(random, letters_each=0) if one.chances[emergency] < SAFE]
    yield from (Example(text, NONE, LITTLE) for text in random.sample(calm, GENERATED))


def _joined(ours: list[Example], calm: list[Example], random: Random) -> Iterator[Example]:
    """What people came for or talk about beside it, before or behind an emergency, and before or behind none."""
    for language in Language:
        examples, beside = (
            _short(ours, language),
            _short([*calm, *(one for one in ours if one.label == NONE)], language),
        )
        for dangerous in (True, False):
            some = [one for one in examples if (one.label != NONE) is dangerous]
            for one in random.sample(some, JOINED // 4):
                pair = [one.text, random.choice(beside).text]
                random.shuffle(pair)
                yield Example(_BETWEEN[language].join((pair[0].rstrip(".。"), pair[1])), one.label, LITTLE)


def _short(examples: list[Example], language: Language) -> list[Example]:
    return [one for one in examples if language_of(one.text) is language and len(one.text) <= SHORT[language]]


_BETWEEN = {Language.ZH: "，", Language.EN: ". "}


if __name__ == "__main__":
    learnt = taught(map(Path, sys.argv[1:]))
    store(learn(learnt, [NONE, *(rule.slug for rule in RULES.values() if rule.when)], hidden=HIDDEN), WEIGHTS)
    print(f"{len(learnt)} texts learnt, {WEIGHTS.stat().st_size / 1e6:.1f} MB written to {WEIGHTS.name}")
