"""What every speech engine does, and how it is asked."""

from dataclasses import dataclass
from typing import Protocol

from frontdesk.models.facts import Language
from frontdesk.models.speech.audio import Audio

SLOWEST, FASTEST = 0.5, 2.0  # speeds, of the engine's own


class NoVoice(Exception):
    """The engine cannot speak here; says what is missing and how to get it."""


@dataclass(frozen=True)
class Sentence:
    """What is to be said. `speed`: of the engine's own, 0.5 to 2."""

    text: str
    language: Language
    speed: float = 1.0


class Voice(Protocol):
    """A speech engine with a voice for each language. Made in the voices' process, and called there one at a time."""

    def say(self, sentence: Sentence) -> Audio:
        """The sentence as sound."""
