"""The statistical half of triage: a linear model over a sentence embedding and the words of the text."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt

from models.embedded.sentences import embed_one
from models.embedded.triage.persons import Chances, specialties

WEIGHTS = Path(__file__).parent / "weights.npz"
BUCKETS = 4096  # of words, hashed
_CLIP = {True: 160, False: 360}  # characters read of a text in Chinese, in another language
_HAN = re.compile(r"[\u3400-\u9fff]")
_PIECES = re.compile(r"[\u3400-\u9fff]+|[a-z0-9][a-z0-9'-]*")
_ENDING = re.compile(r"(?:'s|ing|ed|es|s|e)$")

Floats = npt.NDArray[np.float32]


class Weights(NamedTuple):
    embedding: Floats  # 512 x specialties
    words: Floats  # BUCKETS x specialties
    bias: Floats


def clipped(text: str) -> str:
    """The beginning of a long text and, since the newest is often last, some of its end."""
    most = _CLIP[bool(_HAN.search(text))]
    return text if len(text) <= most else f"{text[: most * 3 // 4]} {text[-most // 4 :]}"


def buckets(text: str) -> npt.NDArray[np.int64]:
    """Hashed pieces of the text: one to three Chinese characters, one or two other words."""
    pieces: set[str] = set()
    before = ""
    for match in _PIECES.finditer(text.lower()):
        run = match.group()
        if _HAN.match(run):
            pieces.update(run[i : i + n] for n in (1, 2, 3) for i in range(len(run) - n + 1))
            continue
        word = _ENDING.sub("", run) or run
        pieces.update((word, f"{before} {word}"))
        before = word
    return np.array(sorted({crc32(piece.encode()) % BUCKETS for piece in pieces}), dtype=np.int64)


def load(path: Path) -> Weights:
    """Weights as `learning.store` wrote them. Raises ValueError when they are for other specialties."""
    with np.load(path) as stored:
        if tuple(stored["specialties"]) != specialties():
            raise ValueError(f"{path.name} was trained for other specialties: train it again")
        return Weights(*(stored[name].astype(np.float32) for name in Weights._fields))


@cache
def shipped() -> Weights:
    return load(WEIGHTS)


def logits(text: str, weights: Weights | None = None) -> Chances:
    """The logarithm of each specialty's chance by the words of the text alone, up to a constant."""
    weights = weights or shipped()
    read = clipped(text)
    found = buckets(read)
    scores = embed_one(read) @ weights.embedding + weights.bias
    if len(found):
        scores = scores + weights.words[found].sum(axis=0) / np.sqrt(len(found))
    whole: Chances = scores.astype(np.float64)
    return whole
