"""Patients' sentences spoken by Kokoro's voices: needs kokoro-onnx, misaki[zh], soxr, and its weights in a folder."""

import wave
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition.recogniser import RATE

SENTENCES = Path(__file__).with_name("sentences.yaml")
VOICES = {
    Language.EN: ("af_heart", "am_michael", "bf_emma", "bm_george", "af_nicole"),
    Language.ZH: ("zf_xiaobei", "zm_yunxi", "zf_xiaoxiao", "zm_yunyang", "zf_xiaoyi"),
}


class Sentence(NamedTuple):
    """`complaint`: words without which it is lost what is wrong."""

    text: str
    complaint: tuple[str, ...]
    language: Language
    voice: str
    pcm: bytes


def spoken(kokoro: Path, kept: Path) -> list[Sentence]:
    """All of them; sound that is in `kept` is not made again."""
    kept.mkdir(parents=True, exist_ok=True)
    engine: Any = None
    made = []
    for language in Language:
        for number, told in enumerate(yaml.safe_load(SENTENCES.read_text())[language]):
            voice = VOICES[language][number % len(VOICES[language])]
            file = kept / f"{language}-{number:02}-{voice}.wav"
            if not file.exists():
                engine = engine or _engine(kokoro)
                _save(file, _said(engine, told["text"], language, voice))
            pcm = _read(file)
            made.append(Sentence(told["text"], tuple(told["complaint"]), language, voice, pcm))
    return made


def kept(folder: Path) -> list[Sentence]:
    """Those whose sound is there."""
    return [
        Sentence(told["text"], tuple(told["complaint"]), language, file.stem.split("-")[2], _read(file))
        for language in Language
        for number, told in enumerate(yaml.safe_load(SENTENCES.read_text())[language])
        for file in sorted(folder.glob(f"{language}-{number:02}-*.wav"))
    ]


def _engine(folder: Path) -> Any:
    from kokoro_onnx import Kokoro

    return Kokoro(str(next(folder.glob("*.onnx"))), str(next(folder.glob("voices*"))))


def _said(engine: Any, text: str, language: Language, voice: str) -> bytes:
    import numpy
    import soxr

    if language is Language.ZH:
        from misaki.zh import ZHG2P

        phonemes, _ = ZHG2P()(text)
        samples, rate = engine.create(phonemes, voice=voice, is_phonemes=True)
    else:
        samples, rate = engine.create(text, voice=voice, lang="en-gb" if voice.startswith("b") else "en-us")
    resampled = numpy.clip(soxr.resample(samples, rate, RATE), -1, 1) * 32767
    pcm: bytes = resampled.astype("<i2").tobytes()
    return pcm


def _save(path: Path, pcm: bytes) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(pcm)


def _read(path: Path) -> bytes:
    with wave.open(str(path)) as file:
        return bytes(file.readframes(file.getnframes()))
