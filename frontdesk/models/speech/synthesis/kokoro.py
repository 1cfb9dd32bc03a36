"""Kokoro-82M: a natural voice in both languages, from weights in a folder of the hospital's; one thread, no GPU."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import rjieba

from frontdesk.models.facts import Language
from frontdesk.models.speech.audio import Audio
from frontdesk.models.speech.synthesis.engines import NAMES, WEIGHTS
from frontdesk.models.speech.synthesis.pinyin import syllables
from frontdesk.models.speech.synthesis.spoken_text import spoken
from frontdesk.models.speech.synthesis.voice import NoVoice, Sentence

VOICES = {Language.ZH: "zf_xiaobei", Language.EN: "bf_emma"}
LOUDEST = 32767
NON_SYLLABIC = "\u032f"  # a mark that the weights were not trained with
HAN = re.compile(r"[\u3007\u3400-\u9fff]+")
PARTS = re.compile(rf"{HAN.pattern}|[A-Za-z]+|[^A-Za-z\u3007\u3400-\u9fff]+")


class Kokoro:
    """`folder`: of its weights and voices. Raises NoVoice where a voice is missing."""

    def __init__(self, folder: Path, voices: Mapping[Language, str]) -> None:
        from kokoro_onnx import Kokoro as Engine
        from misaki.zh import ZHG2P
        from onnxruntime import InferenceSession, SessionOptions

        options = SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # the other cores are the turns'
        weights = InferenceSession(str(next(folder.glob(WEIGHTS))), options, providers=["CPUExecutionProvider"])
        self._engine: Any = Engine.from_session(weights, str(next(folder.glob(NAMES))))
        self._chinese: Any = ZHG2P
        self._voices = {language: voices.get(language) or VOICES[language] for language in Language}
        for name in self._voices.values():
            if name not in self._engine.get_voices():
                raise NoVoice(f"Kokoro has no voice {name} in {folder}")

    def say(self, sentence: Sentence) -> Audio:
        words, voice = spoken(sentence.text, sentence.language), self._voices[sentence.language]
        if not any(one.isalpha() for one in words):
            return Audio(pcm=b"", rate=24000)
        if sentence.language is Language.ZH:
            how: dict[str, Any] = {"is_phonemes": True}
            words = self._phonemes(words)
        else:
            how = {"lang": "en-gb"}
        samples, rate = self._engine.create(words, voice=voice, speed=sentence.speed, **how)
        loud = np.clip(samples, -1, 1) * LOUDEST
        return Audio(pcm=loud.astype("<i2").tobytes(), rate=rate)

    def _phonemes(self, words: str) -> str:
        """Of Chinese: word by word, letters among it by their English names."""
        read = iter(syllables(words, rest=False))
        parts = ("".join(self._part(part, read) for part in PARTS.findall(word)) for word in rjieba.cut(words))
        return " ".join(parts).replace(NON_SYLLABIC, "")

    def _part(self, part: str, read: Iterator[str]) -> str:
        if HAN.match(part):
            return "".join(self._chinese.py2ipa(next(read)) for _ in part)
        if part.isalpha():
            return str(self._engine.tokenizer.phonemize(part, "en-gb"))
        return str(self._chinese.map_punctuation(part))
