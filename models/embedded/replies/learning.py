"""Learns what replies are of; `python -m models.embedded.replies.learning` renews the weights."""

import csv
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import yaml

from models.embedded.replies.reading import KINDS, WEIGHTS, Weights, plain
from models.embedded.sentences import embed
from models.facts import Language
from models.knowledge.formulary import formulary
from models.knowledge.load import knowledge, tellings, wordings

FOLDER = Path(__file__).parent
FOODS = FOLDER.parents[1] / "knowledge" / "nutrition" / "foods.csv"
TOLD = 1500  # tellings of complaints and of nothing that stand against the answers
STEPS, STEP, DECAY = 400, 0.05, 3e-5
WRITTEN = 6  # how often a line written for it counts against one taken from the knowledge
HAD = {Language.ZH: ("{}", "得过{}", "有{}好多年了"), Language.EN: ("{}", "had {}", "{} for years")}


def lessons(random: Random) -> Iterator[tuple[str, str, float]]:
    """A reply, what it is of, and how much it counts."""
    for language in Language:
        written = yaml.safe_load((FOLDER / f"lessons.{language}.yaml").read_text(encoding="utf-8"))
        for kind, lines in written.items():
            yield from ((line, kind, WRITTEN) for line in lines.strip().splitlines())
        for condition in knowledge().conditions.values():
            for words in wordings(condition, language):
                yield random.choice(HAD[language]).format(words), "illness", 1.0
        for site in knowledge().sites.values():
            yield from ((words, "place", 1.0) for words in wordings(site, language))
        told = [line for _, line in tellings(language)]
        yield from ((line, "other", 1.0) for line in random.sample(told, min(TOLD, len(told))))
    for medicine in formulary().medicines.values():
        yield from ((name, "medicine", 1.0) for name in (medicine.zh, medicine.code) if name)
    with FOODS.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            yield from ((name, "allergen", 1.0) for name in (row["name"], row["zh"]))


def learn(given: list[tuple[str, str, float]]) -> Weights:
    """Weights fitted to all at once by Adam on the cross entropy; every kind counts alike."""
    vectors = embed([plain(text) for text, _, _ in given])
    labels = np.eye(len(KINDS), dtype=np.float32)[[KINDS.index(kind) for _, kind, _ in given]]
    counts = np.array([weight for _, _, weight in given], dtype=np.float32)
    counts /= (counts[:, None] * labels).sum(axis=0)[labels.argmax(axis=1)]
    counts /= counts.sum()
    inputs = np.hstack([vectors, np.ones((len(given), 1), dtype=np.float32)])
    matrix = np.zeros((inputs.shape[1], len(KINDS)), dtype=np.float32)
    first, second = np.zeros_like(matrix), np.zeros_like(matrix)
    for step in range(1, STEPS + 1):
        scores = inputs @ matrix
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        slope = inputs.T @ ((chances - labels) * counts[:, None]) + DECAY * matrix
        first += 0.1 * (slope - first)
        second += 0.001 * (slope * slope - second)
        matrix -= STEP * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return Weights(matrix[:-1], matrix[-1])


def store(weights: Weights, path: Path) -> None:
    np.savez_compressed(path, **{name: values.astype(np.float16) for name, values in weights._asdict().items()})


if __name__ == "__main__":
    given = list(lessons(Random(20261122)))  # noqa: S311 no secret
    store(learn(given), WEIGHTS)
    print(f"{len(given)} replies learnt, {WEIGHTS.stat().st_size / 1e3:.0f} kB written to {WEIGHTS.name}")
