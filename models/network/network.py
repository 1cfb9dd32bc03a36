"""A network of one hidden layer over the vector of a text and its hashed words."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from models.network.words import buckets
from models.sentences import embed_again

Floats = npt.NDArray[np.float32]
_STEPS = 127  # of a weight of a word, either side of nothing


class Network(NamedTuple):
    embedding: Floats  # 512 x hidden
    words: Floats  # buckets x hidden
    hidden: Floats  # bias of the hidden units
    out: Floats  # hidden x labels
    bias: Floats  # of the labels
    labels: tuple[str, ...]


def load(path: Path) -> Network:
    with np.load(path, allow_pickle=False) as stored:
        embedding, words, hidden, out, bias = (stored[name].astype(np.float32) for name in Network._fields[:-1])
        if "scale" in stored:
            words *= stored["scale"]
        return Network(embedding, words, hidden, out, bias, tuple(map(str, stored["labels"])))


def store(network: Network, path: Path) -> None:
    """Written in half precision, the words' weights, which are the most of it, in a byte each."""
    parts: dict[str, npt.NDArray[np.generic]] = {
        name: getattr(network, name).astype(np.float16) for name in Network._fields[:-1]
    }
    scale = np.abs(network.words).max(axis=0) / _STEPS
    parts |= {"words": np.round(network.words / scale).astype(np.int8), "scale": scale.astype(np.float32)}
    np.savez_compressed(path, labels=np.array(network.labels), **parts)  # type: ignore[arg-type]


def chances_of(text: str, network: Network) -> Floats:
    """The chance of each label."""
    found = buckets(text, len(network.words))
    units = embed_again([text])[0] @ network.embedding + network.hidden
    if len(found):
        units = units + network.words[found].sum(axis=0) / np.sqrt(len(found))
    scores = np.maximum(units, 0) @ network.out + network.bias
    raised = np.exp(scores - scores.max())
    chances: Floats = raised / raised.sum()
    return chances
