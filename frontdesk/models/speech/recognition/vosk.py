"""Vosk: words while they are spoken. The model folder is the hospital's, one for each language."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition.captions import caption
from frontdesk.models.speech.recognition.recogniser import RATE, CannotHear, Heard

DOUBTFUL = 0.6  # the mean of its words'; not measured: no model of ours hears Mandarin or English
HOW = "https://alphacephei.com/vosk/models has them, Apache-2.0"


class Vosk:
    """Raises CannotHear. `threads` is not heeded: Vosk reads each stream with one."""

    def __init__(self, folder: Path, language: Language, *, threads: int) -> None:
        if not (folder / "am").is_dir() and not (folder / "final.mdl").is_file():
            raise CannotHear(f"no Vosk model in {folder}; {HOW}")
        try:
            import vosk
        except ImportError:
            raise CannotHear("vosk is not installed: pip install 'frontdesk[vosk]'") from None
        vosk.SetLogLevel(-1)
        try:
            self._model = vosk.Model(str(folder))
        except Exception as error:  # the library has no error of its own
            raise CannotHear(f"the Vosk model in {folder} cannot be read ({error}); {HOW}") from error
        self._language = language

    def stream(self, tiles: Sequence[str] = ()) -> "VoskStream":
        from vosk import KaldiRecognizer

        recognizer = KaldiRecognizer(self._model, RATE)
        recognizer.SetWords(True)
        return VoskStream(recognizer, self._language)


class VoskStream:
    """Over a KaldiRecognizer, which ends its own sentences; `_said` are those that are over."""

    def __init__(self, recognizer: Any, language: Language) -> None:
        self._recognizer = recognizer
        self._language = language
        self._said: list[dict[str, Any]] = []
        self._shown = ""

    def hear(self, pcm: bytes) -> Heard | None:
        partial = ""
        if self._recognizer.AcceptWaveform(pcm):
            self._said.append(json.loads(self._recognizer.Result()))
        else:
            partial = json.loads(self._recognizer.PartialResult()).get("partial", "")
        text = self._joined(partial)
        if text == self._shown:
            return None
        self._shown = text
        return Heard(text)

    def paused(self) -> str:
        return self._shown

    def finish(self) -> Heard:
        self._said.append(json.loads(self._recognizer.FinalResult()))
        words = [word for said in self._said for word in said.get("result", ())]
        sure = sum(float(word["conf"]) for word in words) / len(words) if words else 0.0
        return Heard(self._joined(), round(sure, 3), sure < DOUBTFUL)

    def _joined(self, more: str = "") -> str:
        return caption(" ".join([*(said.get("text", "") for said in self._said), more]), self._language)
