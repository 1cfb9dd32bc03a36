"""Vosk at its real cost with words that are known: for a model of another language, which hears none of them.

`said.json` in the model folder: `model` (Vosk's), `text`, and `seconds` of speech in it. As much of the text is heard
as of the speech was taken.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition.recogniser import BYTES_A_SECOND, Heard
from frontdesk.models.speech.recognition.vosk import Vosk, VoskStream

PLACE = f"{__name__}:Known"


def known(folder: Path, model: Path, text: str = "", *, seconds: float = 1.0) -> Path:
    """A model folder in which this is said next."""
    folder.mkdir(exist_ok=True)
    new = folder / "said.new"
    new.write_text(json.dumps({"model": str(model), "text": text, "seconds": seconds}))
    new.replace(folder / "said.json")
    return folder


class Known:
    def __init__(self, folder: Path, language: Language, *, threads: int) -> None:
        self._folder, self._language = folder, language
        self._vosk = Vosk(Path(json.loads((folder / "said.json").read_text())["model"]), language, threads=threads)

    def stream(self, tiles: Sequence[str] = ()) -> "KnownStream":
        said = json.loads((self._folder / "said.json").read_text())
        return KnownStream(self._vosk.stream(), _words(said["text"], self._language), said["seconds"], self._language)


class KnownStream:
    def __init__(self, vosk: VoskStream, words: list[str], seconds: float, language: Language) -> None:
        self._vosk, self._words, self._seconds = vosk, words, seconds
        self._between = "" if language is Language.ZH else " "
        self._taken = self._shown = 0

    def hear(self, pcm: bytes) -> Heard | None:
        self._vosk.hear(pcm)
        self._taken += len(pcm)
        words = min(len(self._words), round(len(self._words) * self._taken / (self._seconds * BYTES_A_SECOND)))
        if words == self._shown:
            return None
        self._shown = words
        return Heard(self.paused())

    def paused(self) -> str:
        return self._between.join(self._words[: self._shown])

    def finish(self) -> Heard:
        self._vosk.finish()
        return Heard(self.paused(), 0.9)


def _words(text: str, language: Language) -> list[str]:
    return [*text] if language is Language.ZH else text.split()
