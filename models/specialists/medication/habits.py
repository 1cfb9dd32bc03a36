"""Whether somebody keeps to a medicine, by likeness to what others say: for words that no pattern reads."""

from functools import cache
from pathlib import Path
from typing import Literal, cast

import numpy as np
import yaml

from models.sentences import Vectors, embed, embed_again

Kept = Literal["as_prescribed", "more", "less"]
"""How what is taken stands to what is prescribed."""
STIFFNESS = 0.006  # of the ridge
SURE, SOOTHING = 0.30, 0.55  # least score, and least where nothing would be done about it
APART = 0.13  # from the next class


def told_habit(text: str) -> Kept | None:
    """What `text`, in which @ stands for the medicine, tells; None where no class is clearly nearest."""
    names, weights = _trained()
    scores = np.append(embed_again([_plain(text)])[0], 1.0) @ weights
    best, second = np.argsort(scores)[::-1][:2]
    name = names[int(best)]
    least = SOOTHING if name == "as_prescribed" else SURE
    if name == "neither" or scores[best] < least or scores[best] - scores[second] < APART:
        return None
    return cast(Kept, name)


@cache
def _trained() -> tuple[tuple[str, ...], Vectors]:
    """One column of weights a class: ridge regression over the sentences of habits.yaml."""
    told: dict[str, list[str]] = yaml.load(
        Path(__file__).with_name("habits.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
    )
    names = tuple(told)
    vectors = embed([_plain(sentence) for sentences in told.values() for sentence in sentences])
    inputs = np.hstack([vectors, np.ones((len(vectors), 1), dtype=np.float32)])
    owner = np.repeat(np.arange(len(names)), [len(sentences) for sentences in told.values()])
    targets = np.eye(len(names), dtype=np.float32)[owner]
    balance = 1.0 / np.bincount(owner)[owner][:, None]
    matrix = inputs.T @ (inputs * balance) + STIFFNESS * np.eye(inputs.shape[1], dtype=np.float32)
    return names, cast(Vectors, np.linalg.solve(matrix, inputs.T @ (targets * balance)).astype(np.float32))


def _plain(text: str) -> str:
    chinese = any("\u4e00" <= char <= "\u9fff" for char in text)
    return text.replace("@", "这个药" if chinese else "my medicine")
