"""Learns the weights of the statistical model; `python -m models.embedded.triage.learning` makes those that ship."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt

from models.embedded.sentences import embed
from models.embedded.triage.generate import Example, examples
from models.embedded.triage.persons import specialties
from models.embedded.triage.statistics import BUCKETS, WEIGHTS, Floats, Weights, buckets, clipped

_BATCH = 256
_STEP = 0.004
_DECAY_EMBEDDING, _DECAY_WORDS = 5e-5, 8e-5
_SPARE = 0.3  # share of the words hidden in each round, so that no single one is trusted


def learn(given: Sequence[Example], *, rounds: int = 14, seed: int = 7, vectors: Floats | None = None) -> Weights:
    """Weights fitted to soft labels by Adam on the cross entropy."""
    texts = [clipped(example.text) for example in given]
    vectors = embed(texts) if vectors is None else vectors
    words = [buckets(text) for text in texts]
    labels = np.array([example.chances for example in given], dtype=np.float32)
    chance = np.random.default_rng(seed)
    width = vectors.shape[1] + BUCKETS
    matrix = np.zeros((width, labels.shape[1]), dtype=np.float32)
    bias = np.zeros(labels.shape[1], dtype=np.float32)
    first, second = np.zeros_like(matrix), np.zeros_like(matrix)
    decay = np.r_[np.full(vectors.shape[1], _DECAY_EMBEDDING), np.full(BUCKETS, _DECAY_WORDS)].astype(np.float32)[
        :, None
    ]
    count = 0
    for turn in range(rounds):
        step = _STEP * (1 - turn / rounds)
        for batch in np.array_split(chance.permutation(len(texts)), len(texts) // _BATCH + 1):
            count += 1
            inputs = _inputs(vectors[batch], [words[i] for i in batch], chance)
            scores = inputs @ matrix + bias
            scores = np.exp(scores - scores.max(axis=1, keepdims=True))
            error = (scores / scores.sum(axis=1, keepdims=True) - labels[batch]) / len(batch)
            slope = inputs.T @ error + decay * matrix
            first = 0.9 * first + 0.1 * slope
            second = 0.999 * second + 0.001 * slope * slope
            matrix -= step * (first / (1 - 0.9**count)) / (np.sqrt(second / (1 - 0.999**count)) + 1e-8)
            bias -= step * 10 * error.sum(axis=0)
    return Weights(matrix[: vectors.shape[1]], matrix[vectors.shape[1] :], bias)


def _inputs(vectors: Floats, words: list[npt.NDArray[np.int64]], chance: np.random.Generator) -> Floats:
    inputs = np.zeros((len(words), vectors.shape[1] + BUCKETS), dtype=np.float32)
    inputs[:, : vectors.shape[1]] = vectors
    for row, found in enumerate(words):
        kept = found[chance.random(len(found)) > _SPARE]
        if len(kept):
            inputs[row, vectors.shape[1] + kept] = 1 / np.sqrt(len(kept))
    return inputs


def store(weights: Weights, path: Path) -> None:
    np.savez_compressed(
        path,
        specialties=np.array(specialties()),
        **{name: values.astype(np.float16) for name, values in weights._asdict().items()},
    )


if __name__ == "__main__":
    made = list(examples(Random(20261121)))  # noqa: S311 a fixed draw, not a secret
    store(learn(made), WEIGHTS)
    print(f"{len(made)} texts learnt, {WEIGHTS.stat().st_size / 1e6:.1f} MB written to {WEIGHTS.name}")
