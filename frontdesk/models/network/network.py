"""A network of one hidden layer over the vector of a text and its hashed words."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from frontdesk.models.network.words import Buckets, buckets
from frontdesk.models.sentences import embed_again

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.int8]
_HALVES = ("embedding", "hidden", "out", "bias")
_STEPS = 127  # of a weight of a word, either side of nothing


class Network(NamedTuple):
    embedding: Floats  # 512 x hidden
    words: Floats | Bytes  # buckets x hidden; bytes are steps of `scale`
    hidden: Floats  # bias of the hidden units
    out: Floats  # hidden x labels
    bias: Floats  # of the labels
    labels: tuple[str, ...]
    scale: Floats | None = None  # hidden


def in_bytes(words: Floats) -> tuple[Bytes, Floats]:
    """The weights of words, which are the most of all, in a byte each, and the size of a step for each column."""
    scale = np.maximum(np.abs(words).max(axis=0) / _STEPS, 1e-9).astype(np.float32)
    return np.round(words / scale).astype(np.int8), scale


def of_words(words: Floats | Bytes, scale: Floats | None, found: Buckets) -> Floats:
    """What the words of one text weigh together."""
    total: Floats = words[found].sum(axis=0, dtype=np.float32)
    return (total if scale is None else total * scale) / np.float32(np.sqrt(len(found)))


def load(path: Path) -> Network:
    with np.load(path, allow_pickle=False) as stored:
        embedding, hidden, out, bias = (stored[name].astype(np.float32) for name in _HALVES)
        labels = tuple(map(str, stored["labels"]))
        return Network(embedding, stored["words"], hidden, out, bias, labels, stored["scale"])


def store(network: Network, path: Path) -> None:
    """Written in half precision, the words' weights in bytes."""
    parts: dict[str, npt.NDArray[np.generic]] = {name: getattr(network, name).astype(np.float16) for name in _HALVES}
    words, scale = in_bytes(network.words.astype(np.float32))
    np.savez_compressed(path, labels=np.array(network.labels), words=words, scale=scale, **parts)  # type: ignore[arg-type]


def chances_of(text: str, network: Network) -> Floats:
    """The chance of each label."""
    found = buckets(text, len(network.words))
    units = embed_again([text])[0] @ network.embedding + network.hidden
    if len(found):
        units = units + of_words(network.words, network.scale, found)
    scores = np.maximum(units, 0) @ network.out + network.bias
    raised = np.exp(scores - scores.max())
    chances: Floats = raised / raised.sum()
    return chances
