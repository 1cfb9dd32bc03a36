"""What a reply that no list knows is of: a medicine, when it gets worse, how it feels, or none of what was asked."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from models.embedded.sentences import embed_again

WEIGHTS = Path(__file__).with_name("weights.npz")
KINDS = ("medicine", "allergen", "illness", "trigger", "often", "feel", "place", "how_bad", "going", "other")
ANSWERS = {
    "past_history": ("illness",),
    "medicines": ("medicine",),
    "allergies": ("allergen", "medicine"),
    "worse_with": ("trigger", "allergen"),
    "better_with": ("trigger", "medicine", "allergen"),
    "frequency": ("often",),
    "character": ("feel",),
    "site": ("place",),
    "severity": ("how_bad",),
    "course": ("going", "often"),
}
ENOUGH = 0.25  # of the chances; measured with tests/models/test_replies.py

Floats = npt.NDArray[np.float32]


class Weights(NamedTuple):
    embedding: Floats  # 512 x kinds
    bias: Floats


@cache
def shipped() -> Weights:
    with np.load(WEIGHTS, allow_pickle=False) as stored:
        return Weights(*(stored[name].astype(np.float32) for name in Weights._fields))


def answers(asked: str, text: str) -> bool:
    """Whether `text`, in answer to the question of that key, is of what was asked; other questions take anything."""
    kinds = ANSWERS.get(asked)
    if kinds is None:
        return True
    chances = chances_of(text)
    return sum(chances[KINDS.index(kind)] for kind in kinds) >= ENOUGH


def chances_of(text: str) -> list[float]:
    """The chance of each of KINDS."""
    weights = shipped()
    scores = embed_again([plain(text)])[0] @ weights.embedding + weights.bias
    raised = np.exp(scores - scores.max())
    return [float(one) for one in raised / raised.sum()]


def plain(text: str) -> str:
    return text.lower().strip(" .。,，!！?？~…")
