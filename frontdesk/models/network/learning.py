"""Learns a network from labelled texts, by Adam on the cross entropy."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from frontdesk.models.network.network import Floats, Network
from frontdesk.models.network.words import Buckets, buckets
from frontdesk.models.sentences import embed

BUCKETS = 16384
DRAWS = (7, 11, 23)  # of what the network begins with, and of the order it learns in
ROUNDS, BATCH, STEP = 20, 256, 0.003
DECAY_EMBEDDING, DECAY_WORDS = 1e-5, 2e-5
SPARE = 0.3  # share of the words and units hidden in each round, so that no single one is trusted
SMOOTH = 0.04  # of the label, spread over all


class Example(NamedTuple):
    text: str
    label: str
    weight: float = 1.0


class _Batch(NamedTuple):
    vectors: Floats
    words: Buckets  # of all its texts, one after the other
    starts: Buckets  # where those of each text begin
    text: Buckets  # which text each is of
    share: Floats  # of each in its text
    wanted: Floats
    weight: Floats


def learn(examples: Sequence[Example], labels: Sequence[str], *, hidden: int, rounds: int = ROUNDS) -> Network:
    """A network of `hidden` units for each of DRAWS, side by side; texts without a word are left out."""
    examples = [one for one in examples if len(buckets(one.text, BUCKETS))]
    vectors = embed([one.text for one in examples])
    words = [buckets(one.text, BUCKETS) for one in examples]
    wanted = _wanted(examples, labels)
    weight = np.array([one.weight for one in examples], dtype=np.float32)[:, None]
    return side_by_side([_drawn(vectors, words, wanted, weight, labels, hidden, seed, rounds) for seed in DRAWS])


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


def _drawn(
    vectors: Floats,
    words: list[Buckets],
    wanted: Floats,
    weight: Floats,
    labels: Sequence[str],
    hidden: int,
    seed: int,
    rounds: int,
) -> Network:
    chance = np.random.default_rng(seed)
    layers = _begun(vectors.shape[1], hidden, len(labels), chance)
    decay = (DECAY_EMBEDDING, DECAY_WORDS, 0, 0, 0)
    moments = [(np.zeros_like(layer), np.zeros_like(layer)) for layer in layers]
    count = 0
    for turn in range(rounds):
        step = STEP * (1 - turn / rounds)
        for rows in np.array_split(chance.permutation(len(words)), len(words) // BATCH + 1):
            count += 1
            kept = [_some(words[row], chance) for row in rows]
            slopes = _slopes(layers, _batch(vectors[rows], kept, wanted[rows], weight[rows]), chance)
            for layer, slope, fade, (first, second) in zip(layers, slopes, decay, moments, strict=True):
                slope += np.float32(fade) * layer
                first += 0.1 * (slope - first)
                second += 0.001 * (slope * slope - second)
                layer -= step * (first / (1 - 0.9**count)) / (np.sqrt(second / (1 - 0.999**count)) + 1e-8)
    embedding, of_words, of_units, out, bias = layers
    return Network(embedding, of_words, of_units, out, bias, tuple(labels))


def _some(words: Buckets, chance: np.random.Generator) -> Buckets:
    kept = words[chance.random(len(words)) > SPARE]
    return kept if len(kept) else words[:1]


def _batch(vectors: Floats, kept: list[Buckets], wanted: Floats, weight: Floats) -> _Batch:
    lengths = np.array([len(one) for one in kept])
    text = np.repeat(np.arange(len(kept)), lengths)
    share = (1 / np.sqrt(lengths)).astype(np.float32)[text][:, None]
    return _Batch(vectors, np.concatenate(kept), np.cumsum(lengths) - lengths, text, share, wanted, weight)


def _wanted(examples: Sequence[Example], labels: Sequence[str]) -> Floats:
    """The chances to be learnt, texts x labels."""
    wanted = np.full((len(examples), len(labels)), SMOOTH / len(labels), dtype=np.float32)
    for row, one in enumerate(examples):
        wanted[row, labels.index(one.label)] += 1 - SMOOTH
    return wanted


def _begun(width: int, hidden: int, outputs: int, chance: np.random.Generator) -> list[Floats]:
    """The hidden layer's matrices of vectors and of words and its bias, then the outer one's."""
    shapes = ((width, hidden), (BUCKETS, hidden), (hidden,), (hidden, outputs), (outputs,))
    return [
        np.asarray(chance.standard_normal(shape) * 0.05 if len(shape) > 1 else np.zeros(shape), np.float32)
        for shape in shapes
    ]


def _slopes(layers: list[Floats], batch: _Batch, chance: np.random.Generator) -> list[Floats]:
    """The slope of the loss for each of `layers`, a share of the hidden units being left out."""
    embedding, words, hidden, out, bias = layers
    of_text = np.add.reduceat(words[batch.words] * batch.share, batch.starts, axis=0)
    found = batch.vectors @ embedding + of_text + hidden
    open_ = (chance.random(found.shape) > SPARE).astype(np.float32) / np.float32(1 - SPARE)
    units = np.maximum(found, 0) * open_
    scores = units @ out + bias
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    error = (scores / scores.sum(axis=1, keepdims=True) - batch.wanted) * batch.weight / len(found)
    back = (error @ out.T) * open_ * (found > 0)
    of_words = _added_up(back[batch.text] * batch.share, batch.words, np.zeros_like(words))
    return [batch.vectors.T @ back, of_words, back.sum(axis=0), units.T @ error, error.sum(axis=0)]


def _added_up(rows: Floats, places: Buckets, into: Floats) -> Floats:
    """Each of `rows` added to the row of `into` that it belongs in."""
    order = np.argsort(places, kind="stable")
    found, starts = np.unique(places[order], return_index=True)
    into[found] += np.add.reduceat(rows[order], starts, axis=0)
    return into
