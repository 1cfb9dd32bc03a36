"""Learns the weights of the statistical model; `python -m frontdesk.models.triage.learning` renews those that ship."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from frontdesk.models.sentences import embed
from frontdesk.models.triage.generate import examples
from frontdesk.models.triage.letters import Example
from frontdesk.models.triage.persons import specialties
from frontdesk.models.triage.statistics import (
    BUCKETS,
    WEIGHTS,
    Floats,
    Places,
    Weights,
    buckets,
    pieces,
    places,
    shipped,
)

_BATCH = 256
_STEP = 0.004
_DECAY = Weights(2e-5, 3e-5, 0.0, 1e-4, 2e-4, 0.0)  # type: ignore[arg-type]
_TRUST = 0.4  # what tells most in the letters learnt from tells less in those of strangers
_DRAWS = ((20261121, 7), (20261122, 11))  # of the letters, which are put together by chance, and of their order
_SPARE = 0.3  # share of the words hidden in each round, so that no single one is trusted


class Given(NamedTuple):
    """What is learnt from, each different piece once."""

    vectors: Floats  # pieces x 512
    words: list[Places]  # of each piece
    texts: list[Places]  # the pieces of each text
    labels: Floats  # texts x specialties


class Batch(NamedTuple):
    vectors: Floats  # pieces x 512
    place: Places  # of each piece
    text: Places  # the text of each piece
    starts: Places  # the first piece of each text
    word: Places  # all words kept, piece after piece
    owner: Places  # the piece of each word
    first: Places  # the first word of each piece
    share: Floats  # of each piece's words: one by the root of their count


def learn(given: Sequence[Example], *, rounds: int = 8, seed: int = 7) -> Weights:
    """Weights fitted to soft labels by Adam on the cross entropy."""
    data = _read(given)
    chance = np.random.default_rng(seed)
    width, classes = data.vectors.shape[1], data.labels.shape[1]
    shapes = ((width, classes), (BUCKETS, classes), (classes,), (width,), (BUCKETS,), (4,))
    weights = Weights(*(np.zeros(shape, dtype=np.float32) for shape in shapes))
    first, second = [np.zeros_like(one) for one in weights], [np.zeros_like(one) for one in weights]
    count = 0
    for turn in range(rounds):
        step = _STEP * (1 - turn / rounds)
        for chosen in np.array_split(chance.permutation(len(data.texts)), len(data.texts) // _BATCH + 1):
            count += 1
            slopes = _slopes(weights, _batch(data, chosen, chance), data.labels[chosen])
            for one, slope, decay, m, v in zip(weights, slopes, _DECAY, first, second, strict=True):
                slope = slope + decay * one if decay else slope
                m += 0.1 * (slope - m)
                v += 0.001 * (slope * slope - v)
                one -= step * (m / (1 - 0.9**count)) / (np.sqrt(v / (1 - 0.999**count)) + 1e-8)
    heed = (one * _TRUST for one in (weights.heed_embedding, weights.heed_words, weights.heed_place))
    return Weights(weights.embedding, weights.words, weights.bias, *heed)


def _read(given: Sequence[Example]) -> Given:
    known: dict[str, int] = {}
    texts = [
        np.array([known.setdefault(piece, len(known)) for piece in pieces(example.text)], dtype=np.int64)
        for example in given
    ]
    labels = np.array([example.chances for example in given], dtype=np.float32)
    return Given(embed(list(known)), [buckets(piece) for piece in known], texts, labels)


def _batch(data: Given, chosen: Places, chance: np.random.Generator) -> Batch:
    texts = [data.texts[i] for i in chosen]
    counts = np.array([len(text) for text in texts])
    ids = np.concatenate(texts)
    words = [data.words[i] for i in ids]
    kept = [found[(chance.random(len(found)) > _SPARE) | (found == 0)] for found in words]
    sizes = np.array([len(found) for found in kept])
    return Batch(
        data.vectors[ids],
        np.concatenate([places(n) for n in counts]),
        np.repeat(np.arange(len(texts)), counts),
        np.r_[0, np.cumsum(counts)[:-1]],
        np.concatenate(kept),
        np.repeat(np.arange(len(ids)), sizes),
        np.r_[0, np.cumsum(sizes)[:-1]],
        (1 / np.sqrt(sizes)).astype(np.float32),
    )


def _slopes(weights: Weights, given: Batch, labels: Floats) -> Weights:
    """The slopes of the mean cross entropy, in the shapes of the weights."""
    spread = given.share[:, None]
    scores = given.vectors @ weights.embedding + weights.bias
    scores += np.add.reduceat(weights.words[given.word], given.first) * spread
    heed = given.vectors @ weights.heed_embedding + weights.heed_place[given.place]
    heed += np.add.reduceat(weights.heed_words[given.word], given.first) * given.share
    share = np.exp(heed - np.maximum.reduceat(heed, given.starts)[given.text])
    share /= np.add.reduceat(share, given.starts)[given.text]
    whole = np.add.reduceat(share[:, None] * scores, given.starts)
    chances = np.exp(whole - whole.max(axis=1, keepdims=True))
    error = (chances / chances.sum(axis=1, keepdims=True) - labels) / len(labels)
    by_piece = error[given.text]
    told = (share * ((scores - whole[given.text]) * by_piece).sum(axis=1)).astype(np.float32)
    wrong = (share[:, None] * by_piece).astype(np.float32)
    return Weights(
        given.vectors.T @ wrong,
        _gathered(wrong * spread, given),
        error.sum(axis=0),
        given.vectors.T @ told,
        np.bincount(given.word, (told * given.share)[given.owner], BUCKETS).astype(np.float32),
        np.bincount(given.place, told, 4).astype(np.float32),
    )


def _gathered(by_piece: Floats, given: Batch) -> Floats:
    """For each bucket the sum over the pieces its word stands in."""
    order = np.argsort(given.word, kind="stable")
    ordered = given.word[order]
    heads = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    found = np.zeros((BUCKETS, by_piece.shape[1]), dtype=np.float32)
    found[ordered[heads]] = np.add.reduceat(by_piece[given.owner[order]], heads)
    return found


def store(weights: Weights, path: Path) -> None:
    np.savez_compressed(
        path,
        specialties=np.array(specialties()),
        **{name: values.astype(np.float16) for name, values in weights._asdict().items()},
    )


def mean_of(taught: Sequence[Weights]) -> Weights:
    """What several draws of letters teach alike; what only one of them teaches fades."""
    return Weights(*(np.mean(values, axis=0) for values in zip(*taught, strict=True)))


if __name__ == "__main__":
    taught = [learn(list(examples(Random(draw))), seed=seed) for draw, seed in _DRAWS]  # noqa: S311 no secret
    store(mean_of([shipped(), mean_of(taught)]), WEIGHTS)  # what earlier draws taught counts half
    print(f"{len(taught)} draws learnt, {WEIGHTS.stat().st_size / 1e6:.1f} MB written to {WEIGHTS.name}")
