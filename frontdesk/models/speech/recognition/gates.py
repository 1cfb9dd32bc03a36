"""Which of Whisper's segments are words that somebody said: it writes fluent symptoms from hiss and silence."""

import math
from collections.abc import Iterable
from typing import NamedTuple, Protocol

# The thresholds of the reference implementation (Radford and others 2022, section 4.5), each of them alone here:
# there a segment is silence only where no-speech and log-probability agree.
NO_SPEECH = 0.6
LOG_PROBABILITY = -1.0
COMPRESSION = 2.4  # a text that repeats itself


class Segment(Protocol):
    """As faster-whisper gives it; `avg_logprob` is the mean over its tokens."""

    text: str
    start: float
    end: float
    no_speech_prob: float
    avg_logprob: float
    compression_ratio: float


class Kept(NamedTuple):
    text: str
    confidence: float


def is_said(segment: Segment) -> bool:
    return (
        segment.no_speech_prob <= NO_SPEECH
        and segment.avg_logprob >= LOG_PROBABILITY
        and segment.compression_ratio <= COMPRESSION
    )


def kept(segments: Iterable[Segment]) -> Kept:
    """The words that pass; the confidence is the mean probability of their tokens, by length."""
    said = [segment for segment in segments if segment.text.strip() and is_said(segment)]
    seconds = sum(max(segment.end - segment.start, 0.01) for segment in said)
    if not said:
        return Kept("", 0.0)
    sure = sum(math.exp(segment.avg_logprob) * max(segment.end - segment.start, 0.01) for segment in said)
    return Kept("".join(segment.text for segment in said).strip(), round(min(sure / seconds, 1.0), 3))
