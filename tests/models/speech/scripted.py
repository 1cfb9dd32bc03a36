"""A recogniser that hears what a file says, a word each 0.3 seconds of speech; process, frames, detection are real.

`script.json` in its folder: `words`, `confidence`, and `then`: after its last word it may "die", "die once" or "hang".
"""

import json
import os
import time
from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition.recogniser import BYTES_A_SECOND, CannotHear, Heard

WORD = int(0.3 * BYTES_A_SECOND)


class Scripted:
    def __init__(self, folder: Path, language: Language, *, threads: int) -> None:
        self._script = folder / "script.json"
        if not self._script.is_file():
            raise CannotHear(f"no script in {folder}")

    def stream(self, tiles: Sequence[str] = ()) -> "ScriptedStream":
        written = self._script.with_name(f"tiles.{uuid4().hex}")
        written.write_text(json.dumps(tiles))
        written.replace(self._script.with_name("tiles.json"))  # whole, or not yet there, to who reads it meanwhile
        return ScriptedStream(json.loads(self._script.read_text()), self._script.with_name("died"))


class ScriptedStream:
    def __init__(self, script: dict[str, object], died: Path) -> None:
        self._died = died
        self._words = str(script["words"]).split(" ")
        self._confidence = script.get("confidence", 0.9)
        self._then = script.get("then")
        self._bytes = self._shown = 0

    def hear(self, pcm: bytes) -> Heard | None:
        self._bytes += len(pcm)
        words = min(self._bytes // WORD, len(self._words))
        if words == len(self._words) and self._then == "die":
            os._exit(1)
        if words == len(self._words) and self._then == "die once" and not self._died.exists():
            self._died.touch()
            os._exit(1)
        if words == len(self._words) and self._then == "hang":
            time.sleep(600)
        if words == self._shown:
            return None
        self._shown = words
        return Heard(" ".join(self._words[:words]))

    def paused(self) -> str:
        return " ".join(self._words[: self._shown])

    def finish(self) -> Heard:
        sure = float(str(self._confidence))
        return Heard(" ".join(self._words), sure, sure < 0.6)


def script(folder: Path, words: str, **more: object) -> Path:
    """A model folder with these words in it."""
    folder.mkdir(exist_ok=True)
    (folder / "script.json").write_text(json.dumps({"words": words, **more}))
    return folder
