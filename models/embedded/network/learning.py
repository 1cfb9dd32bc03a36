"""Learns a network from labelled texts, by Adam on the cross entropy."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from models.embedded.network.network import Network
from models.embedded.network.words import BUCKETS, buckets
from models.embedded.sentences import embed
from models.embedded.triage.statistics import Floats

DRAWS = (7, 11, 23)  # of what the network begins with, and of the order it learns in
ROUNDS, BATCH, STEP = 30, 256, 0.003
DECAY_EMBEDDING, DECAY_WORDS = 1e-5, 2e-5
SPARE = 0.3  # share of the words and units hidden in each round, so that no single one is trusted
SMOOTH = 0.04  # of the label, spread over all


class Lesson(NamedTuple):
    text: str
    label: str
    weight: float = 1.0


def learn(lessons: Sequence[Lesson], labels: Sequence[str], *, hidden: int) -> Network:
    """A network of `hidden` units for each of DRAWS, side by side."""
    return side_by_side([_drawn(lessons, labels, hidden, seed) for seed in DRAWS])


def side_by_side(drawn: Sequence[Network]) -> Network:
    """One network whose scores are the mean of those of all: single draws differ on a text or two in each hundred."""
    return Network(
        np.concatenate([one.embedding for one in drawn], axis=1),
        np.concatenate([one.words for one in drawn], axis=1),
        np.concatenate([one.hidden for one in drawn]),
        np.concatenate([one.out / np.float32(len(drawn)) for one in drawn]),
        np.mean([one.bias for one in drawn], axis=0),
        drawn[0].labels,
    )


def _drawn(lessons: Sequence[Lesson], labels: Sequence[str], hidden: int, seed: int) -> Network:
    chance = np.random.default_rng(seed)
    vectors, words = embed([one.text for one in lessons]), [buckets(one.text) for one in lessons]
    wanted, weight = _wanted(lessons, labels), np.array([one.weight for one in lessons], dtype=np.float32)[:, None]
    width = vectors.shape[1]
    layers = _begun(width + BUCKETS, hidden, len(labels), chance)
    decay = np.r_[np.full(width, DECAY_EMBEDDING), np.full(BUCKETS, DECAY_WORDS)].astype(np.float32)[:, None]
    moments = [(np.zeros_like(layer), np.zeros_like(layer)) for layer in layers]
    count = 0
    for turn in range(ROUNDS):
        step = STEP * (1 - turn / ROUNDS)
        for batch in np.array_split(chance.permutation(len(lessons)), len(lessons) // BATCH + 1):
            count += 1
            inputs = np.zeros((len(batch), width + BUCKETS), dtype=np.float32)
            inputs[:, :width] = vectors[batch]
            for row, text in enumerate(batch):
                kept = words[text][chance.random(len(words[text])) > SPARE]
                inputs[row, width + kept] = 1 / np.sqrt(max(len(kept), 1))
            slopes = _slopes(layers, inputs, wanted[batch], weight[batch], chance)
            slopes[0] += decay * layers[0]
            for layer, slope, (first, second) in zip(layers, slopes, moments, strict=True):
                first += 0.1 * (slope - first)
                second += 0.001 * (slope * slope - second)
                layer -= step * (first / (1 - 0.9**count)) / (np.sqrt(second / (1 - 0.999**count)) + 1e-8)
    matrix, of_units, out, bias = layers
    return Network(matrix[:width], matrix[width:], of_units, out, bias, tuple(labels))


def _wanted(lessons: Sequence[Lesson], labels: Sequence[str]) -> Floats:
    """The chances to be learnt, texts x labels."""
    wanted = np.full((len(lessons), len(labels)), SMOOTH / len(labels), dtype=np.float32)
    for row, one in enumerate(lessons):
        wanted[row, labels.index(one.label)] += 1 - SMOOTH
    return wanted


def _begun(inputs: int, hidden: int, outputs: int, chance: np.random.Generator) -> list[Floats]:
    """The hidden layer's matrix and bias, then the outer one's."""
    first, second = chance.standard_normal((inputs, hidden)) * 0.05, chance.standard_normal((hidden, outputs)) * 0.05
    return [np.asarray(part, np.float32) for part in (first, np.zeros(hidden), second, np.zeros(outputs))]


def _slopes(
    layers: list[Floats], inputs: Floats, wanted: Floats, weight: Floats, chance: np.random.Generator
) -> list[Floats]:
    """The slope of the loss for each of `layers`, a share of the hidden units being left out."""
    matrix, hidden, out, bias = layers
    open_ = (chance.random((len(inputs), len(hidden))) > SPARE).astype(np.float32) / (1 - SPARE)
    units = np.maximum(inputs @ matrix + hidden, 0) * open_
    scores = units @ out + bias
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    error = (scores / scores.sum(axis=1, keepdims=True) - wanted) * weight / len(inputs)
    back = (error @ out.T) * open_ * (units > 0)
    return [inputs.T @ back, back.sum(axis=0), units.T @ error, error.sum(axis=0)]
