"""Which of a few classes a text is of, by its likeness to sentences that tell each of them."""

from functools import cache
from pathlib import Path

import numpy as np
import yaml

from frontdesk.models.sentences import Vectors, embed, embed_again


def likeness(examples: Path, text: str, *, stiffness: float) -> dict[str, float]:
    """A score a class: by ridge regression over the sentences of `examples`, a list a class."""
    names, weights = _trained(examples, stiffness)
    scores = np.append(embed_again([_plain(text)])[0], 1.0) @ weights
    return {name: float(score) for name, score in zip(names, scores, strict=True)}


@cache
def _trained(examples: Path, stiffness: float) -> tuple[tuple[str, ...], Vectors]:
    """One column of weights a class."""
    told: dict[str, list[str]] = yaml.load(examples.read_text("utf-8"), Loader=yaml.CSafeLoader)
    vectors = embed([_plain(sentence) for sentences in told.values() for sentence in sentences])
    inputs = np.hstack([vectors, np.ones((len(vectors), 1), dtype=np.float32)])
    owner = np.repeat(np.arange(len(told)), [len(sentences) for sentences in told.values()])
    targets = np.eye(len(told), dtype=np.float32)[owner]
    balance = 1.0 / np.bincount(owner)[owner][:, None]
    matrix = inputs.T @ (inputs * balance) + stiffness * np.eye(inputs.shape[1], dtype=np.float32)
    weights: Vectors = np.linalg.solve(matrix, inputs.T @ (targets * balance)).astype(np.float32)
    return tuple(told), weights


def _plain(text: str) -> str:
    chinese = any("\u4e00" <= char <= "\u9fff" for char in text)
    return text.replace("@", "这个药" if chinese else "my medicine")
