"""Learns what advice sounds like; `python -m frontdesk.models.advice.learning` renews the weights, after
cross-validation.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import yaml

from frontdesk.models.advice.classifier import SURE, WEIGHTS, Kind, Weights, features
from frontdesk.models.facts import Language
from frontdesk.models.speaking import phrases
from frontdesk.models.triage.statistics import Floats, Places

ROUNDS, STEP, DECAY = 500, 0.03, 1e-4
FOLDS = 5
SEED = 20261126
BLANK = re.compile(r"\{\w+\}")
SENTENCE = re.compile(r"[^。！？.!?]+[。！？.!?]*")
SHORTEST = 3  # characters of a sentence of the nurse's phrases


class Example(NamedTuple):
    sentence: str
    kind: Kind


def examples() -> Iterator[Example]:
    """Sentences written for this, and what the embedded nurse says: no questions, none of them is judged."""
    for language in Language:
        file = Path(__file__).parent / f"examples.{language}.yaml"
        for kind, lines in yaml.safe_load(file.read_text("utf-8")).items():
            yield from (Example(line, Kind(kind)) for line in lines.splitlines())
        said = (BLANK.sub("", wording) for wordings in phrases(language).values() for wording in wordings)
        sentences = dict.fromkeys(one.strip() for wording in said for one in SENTENCE.findall(wording))
        told = (one for one in sentences if len(one) > SHORTEST and one[-1] not in "?？" and "/" not in one)
        yield from (Example(one, Kind.FINE) for one in told)


def learn(inputs: Floats, labels: Places) -> Weights:
    """Fitted by Adam on the cross entropy, each kind of fault as heavy as the good sentences are together."""
    kinds = len(Kind)
    often = np.bincount(labels, minlength=kinds)
    weight = np.where(labels == 0, 1.0, often[0] / often[1:].sum()).astype(np.float32)
    matrix, bias = np.zeros((inputs.shape[1], kinds), dtype=np.float32), np.zeros(kinds, dtype=np.float32)
    first, second = np.zeros_like(matrix), np.zeros_like(matrix)
    for count in range(1, ROUNDS + 1):
        scores = inputs @ matrix + bias
        error = np.exp(scores - scores.max(axis=1, keepdims=True))
        error /= error.sum(axis=1, keepdims=True)
        error[np.arange(len(labels)), labels] -= 1
        error *= weight[:, None] / len(labels)
        slope = inputs.T @ error + DECAY * matrix
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope * slope
        matrix -= STEP * (first / (1 - 0.9**count)) / (np.sqrt(second / (1 - 0.999**count)) + 1e-8)
        bias -= STEP * error.sum(axis=0)
    return Weights(matrix, bias)


def cross_validated(inputs: Floats, labels: Places) -> tuple[float, float]:
    """Shares of the advice that is found, and of the good sentences that are taken for advice."""
    folds = np.random.default_rng(SEED).permutation(len(labels)) % FOLDS
    unlike = np.zeros(len(labels), dtype=np.float32)
    for fold in range(FOLDS):
        weights = learn(inputs[folds != fold], labels[folds != fold])
        scores = inputs[folds == fold] @ weights.matrix + weights.bias
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        unlike[folds == fold] = 1 - chances[:, 0] / chances.sum(axis=1)
    sure = unlike >= SURE
    return float(sure[labels > 0].mean()), float(sure[labels == 0].mean())


if __name__ == "__main__":
    given = list(dict.fromkeys(examples()))
    rows = features([example.sentence for example in given])
    of_kind = np.array([list(Kind).index(example.kind) for example in given])
    found, wrongly = cross_validated(rows, of_kind)
    print(f"{len(given)} sentences; cross-validated: {found:.1%} of the advice found, {wrongly:.1%} of the rest cut")
    learnt = learn(rows, of_kind)
    np.savez_compressed(WEIGHTS, matrix=learnt.matrix.astype(np.float16), bias=learnt.bias)
    print(f"{WEIGHTS.stat().st_size / 1e6:.2f} MB written to {WEIGHTS.name}")
