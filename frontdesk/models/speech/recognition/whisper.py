"""Whisper by faster-whisper: the whole utterance after its end, behind voice activity detection and gates."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition.captions import caption
from frontdesk.models.speech.recognition.gates import kept
from frontdesk.models.speech.recognition.recogniser import BYTES_A_SECOND, NOTHING, CannotHear, Heard

HOW = "https://huggingface.co/Systran has them, MIT; model.bin, config.json, tokenizer.json and vocabulary.txt"
# Whisper base on 40 sentences a language (frontdesk/evaluation/hearing): Mandarin 21 of 22 wrong and 5 of 18 right
# ones are below it, English 0 of 2 and 0 of 38.
DOUBTFUL = 0.85
SHORTEST = int(0.3 * BYTES_A_SECOND)
# A syllable alone is heard where the prompt has it: 女 without it was no word. In longer sound it is not needed, and
# Whisper takes words from it that nobody said (a babble of six voices became "I don't know").
ANSWER = int(2.5 * BYTES_A_SECOND)
MOST = 150  # characters of the words on the screen: the model takes 223 tokens, with the terms
BETWEEN = {Language.ZH: "，", Language.EN: ", "}
TERMS = {language: (Path(__file__).parent / f"terms.{language}.txt").read_text().strip() for language in Language}


class Whisper:
    """One language of a multilingual model, which is loaded once. Raises CannotHear."""

    def __init__(self, folder: Path, language: Language, *, threads: int) -> None:
        self._model, self._one_at_a_time = _loaded(folder, threads)
        self._language = language

    def stream(self, tiles: Sequence[str] = ()) -> "WhisperStream":
        return WhisperStream(self, tiles)

    def heard(self, pcm: bytes, tiles: Sequence[str]) -> Heard:
        """No words for sound without speech: only what the voice activity detection lets through comes here."""
        import numpy

        if len(pcm) < SHORTEST:
            return NOTHING
        samples = numpy.frombuffer(pcm, dtype="<i2").astype(numpy.float32) / 32768.0
        with self._one_at_a_time:
            segments, _ = self._model.transcribe(
                samples,
                language=self._language.value,
                beam_size=5,
                temperature=0.0,  # a warmer try invents
                condition_on_previous_text=False,
                without_timestamps=True,  # their tokens would count for how sure it is
                initial_prompt=self._prompt(tiles) if len(pcm) <= ANSWER else TERMS[self._language],
            )
            said = kept(segments)
        return Heard(caption(said.text, self._language), said.confidence, said.confidence < DOUBTFUL)

    def _prompt(self, tiles: Sequence[str]) -> str:
        return f"{TERMS[self._language]} {BETWEEN[self._language].join(tiles)[:MOST]}"


class WhisperStream:
    def __init__(self, whisper: Whisper, tiles: Sequence[str]) -> None:
        self._whisper, self._tiles = whisper, tiles
        self._pcm = b""
        self._known: tuple[int, Heard] | None = None

    def hear(self, pcm: bytes) -> None:
        self._pcm += pcm

    def paused(self) -> str:
        return self.finish().text

    def finish(self) -> Heard:
        """What was read at a pause is not read again."""
        if self._known is None or self._known[0] != len(self._pcm):
            self._known = len(self._pcm), self._whisper.heard(self._pcm, self._tiles)
        return self._known[1]


@cache
def _loaded(folder: Path, threads: int) -> tuple[Any, Lock]:
    if not (folder / "model.bin").is_file():
        raise CannotHear(f"no faster-whisper model in {folder}; {HOW}")
    try:
        from faster_whisper import WhisperModel
    except ImportError:
        raise CannotHear("faster-whisper is not installed: pip install 'frontdesk[whisper]'") from None
    try:
        return WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=threads), Lock()
    except (RuntimeError, ValueError) as error:
        raise CannotHear(f"the Whisper model in {folder} cannot be read ({error}); {HOW}") from error
