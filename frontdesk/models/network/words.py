"""The words of a text as the networks learn them: hashed."""

import re
from zlib import crc32

import numpy as np
import numpy.typing as npt

Buckets = npt.NDArray[np.int64]

_HAN = re.compile(r"[\u3400-\u9fff]")
_PIECES = re.compile(r"[\u3400-\u9fff]+|[a-z0-9][a-z0-9'-]*")
_ENDING = re.compile(r"(?:'s|ing|ed|es|s|e)$")


def buckets(text: str, number: int) -> Buckets:
    """Which of `number` buckets its pieces fall into: one to three Chinese characters, one or two other words."""
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
    return np.array(sorted({crc32(piece.encode()) % number for piece in pieces}), dtype=np.int64)
