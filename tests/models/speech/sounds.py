"""Sounds made by code: something that a voice activity detector takes for speech, and much that it must not."""

import wave
from pathlib import Path

import numpy as np

RATE = 16_000
Samples = np.ndarray[tuple[int], np.dtype[np.float64]]
VOWELS = ((730, 1090, 2440), (270, 2290, 3010), (570, 840, 2410), (300, 870, 2240), (530, 1840, 2480))  # Peterson 1952


def voice(seconds: float, *, pitch: float = 120.0) -> Samples:
    """Vowels one after the other, five a second, with a falling pitch: pulses through three resonances."""
    t = np.arange(int(seconds * RATE)) / RATE
    tone = pitch * (1.15 - 0.25 * (t % 1.6) / 1.6 + 0.03 * np.sin(2 * np.pi * 5 * t))
    pulses = np.diff(np.floor(np.cumsum(tone) / RATE), prepend=0.0)
    spoken = np.zeros_like(t)
    for number, start in enumerate(range(0, len(t), RATE // 5)):
        piece = pulses[start : start + RATE // 5]
        for formant, width in zip(VOWELS[number % 5], (80, 100, 140), strict=True):
            piece = _resonated(piece, formant, width)
        loud = np.hanning(len(piece) + 2)[1:-1] ** 0.5
        spoken[start : start + len(piece)] = piece / (np.abs(piece).max() + 1e-9) * loud
    return spoken * 0.3


def _resonated(sound: Samples, hertz: float, width: float) -> Samples:
    r = np.exp(-np.pi * width / RATE)
    a, b = 2 * r * np.cos(2 * np.pi * hertz / RATE), -r * r
    out, one, two = np.empty_like(sound), 0.0, 0.0
    for place, value in enumerate(sound):
        one, two = value + a * one + b * two, one
        out[place] = one
    return out


def silence(seconds: float, *, level: float = 0.001) -> Samples:
    return np.random.default_rng(7).normal(0, level, int(seconds * RATE))


def pcm(*parts: Samples) -> bytes:
    whole = np.concatenate(parts)
    return bytes((np.clip(whole, -1, 1) * 32767).astype("<i2").tobytes())


def save(path: Path, sound: bytes) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(sound)
    return path
