"""What passes between the server and the process that hears: frames with a length, a kind and a stream's number."""

import json
import struct
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple

from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition.engines import Setup

HEAD = struct.Struct("!IBI")  # bytes that follow, kind, stream
LONGEST = 1 << 20  # bytes of a frame


class Kind(IntEnum):
    SETUP = 1  # to the process: which engine; from it: which languages it hears
    OPEN = 2  # a stream in a language, with the words of tiles
    AUDIO = 3  # 16-bit PCM of it
    FINISH = 4  # no more will come: the words are wanted
    CLOSE = 5  # nobody wants them
    ACTIVITY = 6
    PARTIAL = 7
    FINAL = 8
    FAILED = 9
    PAUSED = 10  # the words so far, each time that it has become quiet


class Frame(NamedTuple):
    kind: Kind
    stream: int
    body: bytes = b""

    def packed(self) -> bytes:
        return HEAD.pack(len(self.body), self.kind, self.stream) + self.body

    @property
    def told(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.body)
        return told


def telling(kind: Kind, stream: int, **told: Any) -> Frame:
    return Frame(kind, stream, json.dumps(told).encode())


def head(packed: bytes) -> tuple[int, Kind, int]:
    """Length of the body, kind, stream. Raises ValueError for what is no frame of ours."""
    length, kind, stream = HEAD.unpack(packed)
    if length > LONGEST:
        raise ValueError("a frame is too long")
    return length, Kind(kind), stream


def of_setup(setup: Setup) -> Frame:
    models = {language.value: str(folder) for language, folder in setup.models.items()}
    return telling(Kind.SETUP, 0, engine=setup.engine, models=models, threads=setup.threads)


def setup_of(frame: Frame) -> Setup:
    told = frame.told
    models = {Language(language): Path(folder) for language, folder in told["models"].items()}
    return Setup(told["engine"], models, told["threads"])
