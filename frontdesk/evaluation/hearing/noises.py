"""Twenty clips without anybody speaking to the kiosk, made by code."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from frontdesk.models.speech.recognition.recogniser import RATE

SECONDS = 5.0
Samples = np.ndarray[Any, np.dtype[np.float64]]
PENTATONIC = (262, 294, 330, 392, 440, 523)  # Hz
BABBLE = (6, 12)  # people at once


class Noise(NamedTuple):
    name: str
    pcm: bytes


def noises(speech: Sequence[bytes]) -> Iterator[Noise]:
    """`speech`: sentences of which babble is mixed."""
    random = np.random.default_rng(38)
    t = np.arange(int(SECONDS * RATE)) / RATE
    white = random.normal(0, 1, len(t))
    clips: dict[str, Samples] = {
        "silence": np.zeros_like(t),
        "a quiet room": 0.001 * white,
        "white noise, soft": 0.02 * white,
        "white noise, loud": 0.2 * white,
        "hiss that comes and goes": 0.1 * white * (0.5 + 0.5 * np.sin(2 * np.pi * 0.5 * t)),
        "pink noise, soft": 0.05 * _coloured(white, 0.5),
        "pink noise, loud": 0.3 * _coloured(white, 0.5),
        "brown noise": 0.3 * _coloured(white, 1.0),
        "mains hum": 0.2 * sum((np.sin(2 * np.pi * 50 * n * t) / n for n in (1, 2, 3, 5)), np.zeros_like(t)),
        "a fan": 0.1 * _coloured(white, 0.7) * (1 + 0.5 * np.sin(2 * np.pi * 11 * t)),
        "clicks": (random.random(len(t)) < 5 / RATE).astype(float),
        "keys and knocks": _bursts(random, t, length=0.03, each=0.25),
        "coughs": _bursts(random, t, length=0.25, each=1.1),
        "a door and steps": _bursts(random, t, length=0.12, each=0.6, colour=1.0),
        "a tone": 0.3 * np.sin(2 * np.pi * 440 * t),
        "a telephone": 0.3 * np.sin(2 * np.pi * 425 * t) * (np.sin(2 * np.pi * 0.25 * t) > 0),
        "a melody": _music(t, (0,)),
        "music in chords": _music(t, (0, 2, 4)) + 0.02 * _coloured(white, 0.5),
    }
    clips |= {f"babble of {people}": _babble(random, speech, len(t), people) for people in BABBLE}
    for name, sound in clips.items():
        yield Noise(name, (np.clip(sound, -1, 1) * 32767).astype("<i2").tobytes())


def _coloured(white: Samples, slope: float) -> Samples:
    """1/f to the power of twice the slope, at the strength of the white noise."""
    spectrum = np.fft.rfft(white)
    spectrum /= np.maximum(np.arange(len(spectrum)), 20) ** slope
    sound = np.fft.irfft(spectrum, len(white))
    coloured: Samples = sound / sound.std()
    return coloured


def _bursts(random: np.random.Generator, t: Samples, *, length: float, each: float, colour: float = 0.3) -> Samples:
    sound, size = np.zeros_like(t), int(length * RATE)
    for start in np.arange(0.3, SECONDS - 1, each) + random.uniform(0, each / 3):
        at = int(start * RATE)
        sound[at : at + size] += (
            0.3 * _coloured(random.normal(0, 1, size), colour) * np.exp(-np.arange(size) / size * 4)
        )
    return sound


def _music(t: Samples, chord: Sequence[int]) -> Samples:
    """A note each third of a second, with overtones and a decay."""
    sound, size = np.zeros_like(t), RATE // 3
    for number, at in enumerate(range(0, len(t) - size, size)):
        beat = t[:size]
        for step in chord:
            pitch = PENTATONIC[(number * 2 + step) % len(PENTATONIC)]
            note = sum((np.sin(2 * np.pi * pitch * n * beat) / n**2 for n in (1, 2, 3, 4)), np.zeros_like(beat))
            sound[at : at + size] += 0.15 * note * np.exp(-4 * beat)
    return sound


def _babble(random: np.random.Generator, speech: Sequence[bytes], length: int, people: int) -> Samples:
    """So many at once somewhere in the lobby, as loud together as a soft voice."""
    sound = np.zeros(length)
    for _ in range(people):
        chosen = b"".join(speech[int(one)] for one in random.integers(0, len(speech), 4))
        voice = np.frombuffer(chosen, "<i2").astype(float)
        sound += np.roll(np.resize(voice, length), int(random.integers(0, length)))
    babble: Samples = 0.03 * sound / sound.std()
    return babble
