"""Learns intents from questions written for it; `python -m frontdesk.models.intents.learning` renews the weights.

Trained from nothing but the examples beside it, over the sentence embeddings of `frontdesk.models.sentences`.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import yaml

from frontdesk.models.facts import Language
from frontdesk.models.intents.classifier import WEIGHTS, Intent
from frontdesk.models.network.learning import Example, learn
from frontdesk.models.network.network import chances_of, store

HIDDEN, ROUNDS = 64, 40
FOLDS, SEED = 5, 20261127


def examples() -> Iterator[Example]:
    for language in Language:
        file = Path(__file__).parent / f"examples.{language}.yaml"
        for intent, lines in yaml.safe_load(file.read_text("utf-8")).items():
            yield from (Example(line, Intent(intent)) for line in lines.splitlines() if line.strip())


def cross_validated(given: Sequence[Example]) -> float:
    """The share of questions, none of them learnt, whose likeliest intent is theirs."""
    folds = np.random.default_rng(SEED).permutation(len(given)) % FOLDS
    right = 0
    for fold in range(FOLDS):
        network = learn(
            [one for one, of in zip(given, folds, strict=True) if of != fold],
            list(Intent),
            hidden=HIDDEN,
            rounds=ROUNDS,
        )
        for one in (one for one, of in zip(given, folds, strict=True) if of == fold):
            right += network.labels[int(chances_of(one.text, network).argmax())] == one.label
    return right / len(given)


if __name__ == "__main__":
    questions = list(dict.fromkeys(examples()))
    print(f"{len(questions)} questions; cross-validated: {cross_validated(questions):.1%} of intents right")
    store(learn(questions, list(Intent), hidden=HIDDEN, rounds=ROUNDS), WEIGHTS)
    print(f"{WEIGHTS.stat().st_size / 1e6:.2f} MB written to {WEIGHTS.name}")
