"""A linear classifier over a sentence's embedding and its hashed words, the same for both languages."""

from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from frontdesk.models.sentences import embed_again
from frontdesk.models.triage.statistics import Floats, Places, buckets

WEIGHTS = Path(__file__).parent / "weights.npz"
BUCKETS = 4096  # fewer than triage's: the examples are few
SURE = 0.6  # chance from which a sentence is taken for advice


class Kind(StrEnum):
    FINE = "fine"
    DIAGNOSIS = "diagnosis"
    PRESCRIPTION = "prescription"
    SAFETY = "safety"


class Weights(NamedTuple):
    matrix: Floats  # 512 + BUCKETS x kinds
    bias: Floats


class Advice(NamedTuple):
    kind: Kind  # the likeliest but FINE
    chance: float  # that the sentence is not FINE


@lru_cache(maxsize=512)
def advice(sentence: str) -> Advice:
    """What kind of advice the sentence would be, and how likely it is any."""
    weights = _shipped()
    scores = features([sentence])[0] @ weights.matrix + weights.bias
    chances = np.exp(scores - scores.max())
    chances /= chances.sum()
    return Advice(list(Kind)[1 + int(chances[1:].argmax())], float(1 - chances[0]))


def features(sentences: list[str]) -> Floats:
    """One row a sentence, 512 + BUCKETS."""
    words = np.zeros((len(sentences), BUCKETS), dtype=np.float32)
    for row, sentence in enumerate(sentences):
        places: Places = np.unique(buckets(sentence) % BUCKETS)
        words[row, places] = 1 / np.sqrt(len(places))
    rows: Floats = np.hstack([embed_again(sentences), words])
    return rows


@cache
def _shipped() -> Weights:
    with np.load(WEIGHTS, allow_pickle=False) as stored:
        return Weights(stored["matrix"].astype(np.float32), stored["bias"].astype(np.float32))
