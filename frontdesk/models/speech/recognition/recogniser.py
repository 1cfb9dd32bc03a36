"""What every recogniser can do: a stream of 16 kHz sound in, partial and final words with a confidence out."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from frontdesk.models.facts import Language

RATE = 16_000  # samples a second: 16-bit, little-endian, one channel
BYTES_A_SECOND = 2 * RATE


class Heard(NamedTuple):
    """`confidence`: 0 to 1, None where the engine tells none; `doubtful`: so low that it is asked about."""

    text: str
    confidence: float | None = None
    doubtful: bool = False


NOTHING = Heard("")


class Stream(Protocol):
    """One utterance. Only sound in which there is speech is given to it."""

    def hear(self, pcm: bytes) -> Heard | None:
        """The words so far, where that changed them; an engine that reads only whole utterances has none."""
        ...

    def paused(self) -> str:
        """The words so far, now that it has become quiet; somebody may go on."""
        ...

    def finish(self) -> Heard:
        """The words of all of it. The stream is over."""
        ...


class Recogniser(Protocol):
    """One language, its model loaded."""

    def stream(self, tiles: Sequence[str] = ()) -> Stream:
        """`tiles`: words on the screen that may be read out, for an engine that can listen for them."""
        ...


class Engine(Protocol):
    """Loads a model. Raises CannotHear."""

    def __call__(self, folder: Path, language: Language, *, threads: int) -> Recogniser: ...


class CannotHear(Exception):
    """A library or a model is missing or broken; the message says what, and how to get it."""
