"""eSpeak NG, the system's library or the one that `espeakng_loader` brings: small, quick, sounds like a machine."""

from collections.abc import Mapping
from ctypes import CDLL, CFUNCTYPE, POINTER, c_int, c_short, c_void_p, string_at
from ctypes.util import find_library
from typing import Any

from frontdesk.models.facts import Language
from frontdesk.models.speech.audio import BYTES, Audio
from frontdesk.models.speech.synthesis.pinyin import syllables
from frontdesk.models.speech.synthesis.spoken_text import spoken
from frontdesk.models.speech.synthesis.voice import NoVoice, Sentence

VOICES = {Language.ZH: "sit/cmn-Latn-pinyin", Language.EN: "gmw/en"}  # `sit/cmn` of 1.51 spells characters out
WORDS_A_MINUTE = {Language.ZH: 190, Language.EN: 150}  # a patient may be old, and hears it once

# speak_lib.h of eSpeak NG 1.50 and later.
SYNCHRONOUS, NEVER_EXIT = 2, 1 << 15
RATE, UTF8, END_PAUSE = 1, 1, 0x1000
Callback = CFUNCTYPE(c_int, POINTER(c_short), c_int, c_void_p)


class Espeak:
    """One in a process. Raises NoVoice where it has no such voice."""

    def __init__(self, voices: Mapping[Language, str]) -> None:
        self._library, data = _library()
        self._rate = self._library.espeak_Initialize(SYNCHRONOUS, 0, data, NEVER_EXIT)
        if self._rate <= 0:
            raise NoVoice("eSpeak NG finds no data of its own")
        self._pcm = bytearray()
        self._hear = Callback(self._heard)  # kept: the library holds a pointer only
        self._library.espeak_SetSynthCallback(self._hear)
        self._voices = {language: voices.get(language) or VOICES[language] for language in Language}
        for name in self._voices.values():
            self._choose(name)

    def say(self, sentence: Sentence) -> Audio:
        language, words = sentence.language, spoken(sentence.text, sentence.language)
        self._pcm.clear()
        if any(one.isalpha() for one in words):
            text = (" ".join(syllables(words)) if language is Language.ZH else words).encode()
            self._choose(self._voices[language])
            self._library.espeak_SetParameter(RATE, round(WORDS_A_MINUTE[language] * sentence.speed), 0)
            self._library.espeak_Synth(text, len(text) + 1, 0, 0, 0, UTF8 | END_PAUSE, None, None)
        return Audio(pcm=bytes(self._pcm), rate=self._rate)

    def _choose(self, name: str) -> None:
        if self._library.espeak_SetVoiceByName(name.encode()) != 0:
            raise NoVoice(f"eSpeak NG has no voice {name}; `espeak-ng --voices` lists them as files")

    def _heard(self, samples: Any, count: int, _: object) -> int:
        if samples and count:
            self._pcm += string_at(samples, count * BYTES)
        return 0


def _library() -> tuple[CDLL, bytes | None]:
    """With where its data is; None: where the system keeps it."""
    if name := find_library("espeak-ng"):
        return CDLL(name), None
    import espeakng_loader

    return CDLL(espeakng_loader.get_library_path()), espeakng_loader.get_data_path().encode()
