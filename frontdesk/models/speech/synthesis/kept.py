"""Sentences that were said before, as files: nothing but what is the same for everybody is ever kept."""

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock
from uuid import uuid4

from frontdesk.models.speech.audio import Audio, NotSpeech, from_wav
from frontdesk.models.speech.synthesis.engines import Chosen
from frontdesk.models.speech.synthesis.voice import Sentence

ROOM = 0.9  # of the limit, once something had to go
VERSION = 1  # of how text becomes speech here; another one finds nothing of this


class Kept:
    """`limit`: bytes of all files together; those not asked for the longest go first."""

    def __init__(self, folder: Path, chosen: Chosen, *, limit: int) -> None:
        self._folder = folder
        self._voice = (chosen.engine, str(chosen.folder), sorted(chosen.names.items()), VERSION)
        self.engine = chosen.engine
        self._limit = limit
        self._size: int | None = None
        self._lock = Lock()

    def get(self, sentence: Sentence) -> Audio | None:
        file = self._file(sentence)
        try:
            audio = from_wav(file.read_bytes())
        except (OSError, NotSpeech):
            return None
        with suppress(OSError):
            os.utime(file)
        return audio

    def put(self, sentence: Sentence, audio: Audio) -> None:
        """A full or missing disk costs the next one the time, and nothing else."""
        file, wav = self._file(sentence), audio.wav()
        with self._lock, suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            self._make_room(len(wav))
            half = file.with_suffix(f".{uuid4().hex}")
            half.write_bytes(wav)
            half.replace(file)
            self._size = (self._size or 0) + len(wav)

    def _file(self, sentence: Sentence) -> Path:
        told = repr((self._voice, sentence.text, sentence.language.value, sentence.speed))
        return self._folder / f"{sha256(told.encode()).hexdigest()}.wav"

    def _make_room(self, size: int) -> None:
        if self._size is None:
            self._size = sum(file.stat().st_size for file in self._folder.iterdir())
        if self._size + size <= self._limit:
            return
        for file in sorted(self._folder.iterdir(), key=lambda file: file.stat().st_mtime):
            if self._size + size <= ROOM * self._limit:
                return
            self._size -= file.stat().st_size
            file.unlink()
