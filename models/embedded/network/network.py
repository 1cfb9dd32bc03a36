"""A network of one hidden layer over the vector of a text and its hashed words."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from models.embedded.network.words import buckets
from models.embedded.sentences import embed_again
from models.embedded.triage.statistics import Floats


class Network(NamedTuple):
    embedding: Floats  # 512 x hidden
    words: Floats  # hashed words x hidden
    hidden: Floats  # bias of the hidden units
    out: Floats  # hidden x labels
    bias: Floats  # of the labels
    labels: tuple[str, ...]


def load(path: Path) -> Network:
    with np.load(path, allow_pickle=False) as stored:
        embedding, words, hidden, out, bias = (stored[name].astype(np.float32) for name in Network._fields[:-1])
        return Network(embedding, words, hidden, out, bias, tuple(map(str, stored["labels"])))


def store(network: Network, path: Path) -> None:
    matrices = {name: getattr(network, name).astype(np.float16) for name in Network._fields[:-1]}
    np.savez_compressed(path, labels=np.array(network.labels), **matrices)


def chances_of(text: str, network: Network) -> Floats:
    """The chance of each label."""
    found = buckets(text)
    units = embed_again([text])[0] @ network.embedding + network.hidden
    if len(found):
        units = units + network.words[found].sum(axis=0) / np.sqrt(len(found))
    scores = np.maximum(units, 0) @ network.out + network.bias
    raised = np.exp(scores - scores.max())
    chances: Floats = raised / raised.sum()
    return chances
