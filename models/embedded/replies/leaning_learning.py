"""Learns which way replies lean; `python -m models.embedded.replies.leaning_learning` renews the weights."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import yaml

from models.embedded.network import store
from models.embedded.network.learning import Lesson, learn
from models.embedded.replies.leaning import WEIGHTS, Leaning
from models.embedded.replies.reading import plain
from models.facts import Language
from models.knowledge.load import tellings

FOLDER = Path(__file__).parent
HIDDEN = 96
TOLD, LONGEST, COUNTS = 700, 60, 0.5  # tellings of complaints, which answer nothing; their characters; their weight


def lessons(random: Random) -> Iterator[Lesson]:
    for language in Language:
        written = yaml.safe_load((FOLDER / f"leaning.{language}.yaml").read_text(encoding="utf-8"))
        for label, lines in written.items():
            yield from (Lesson(plain(line), label) for line in lines.strip().splitlines())
        told = [line for _, line in tellings(language) if len(line) <= LONGEST]
        yield from (Lesson(plain(line), "other", COUNTS) for line in random.sample(told, min(TOLD, len(told))))


if __name__ == "__main__":
    given = list(lessons(Random(20261123)))  # noqa: S311 no secret
    store(learn(given, Leaning._fields, hidden=HIDDEN), WEIGHTS)
    print(f"{len(given)} replies learnt, {WEIGHTS.stat().st_size / 1e3:.0f} kB written to {WEIGHTS.name}")
