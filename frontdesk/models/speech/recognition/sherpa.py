"""sherpa-onnx: a streaming zipformer, or SenseVoice after the end of speech, by what stands in the folder."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition.captions import caption
from frontdesk.models.speech.recognition.recogniser import RATE, CannotHear, Heard, Recogniser

DOUBTFUL = 0.6  # the mean of its tokens'; not measured, for want of a model
HOW = "https://k2-fsa.github.io/sherpa/onnx/pretrained_models has them, each with its licence"
LARGEST = 32768.0  # of a 16-bit sample
LAST = 0.6  # seconds of silence that push out the last words of a streaming model


def sherpa(folder: Path, language: Language, *, threads: int) -> Recogniser:
    """Raises CannotHear."""
    tokens = folder / "tokens.txt"
    parts = {name: _file(folder, name) for name in ("encoder", "decoder", "joiner")}
    model = _file(folder, "model")
    if not tokens.is_file() or not (all(parts.values()) or model):
        raise CannotHear(
            f"no sherpa-onnx model in {folder}: wanted are tokens.txt with encoder*.onnx, decoder*.onnx and "
            f"joiner*.onnx (a streaming zipformer) or with model*.onnx (SenseVoice); {HOW}"
        )
    try:
        import sherpa_onnx
    except ImportError:
        raise CannotHear("sherpa-onnx is not installed: pip install 'frontdesk[sherpa]'") from None
    try:
        if all(parts.values()):
            online = sherpa_onnx.OnlineRecognizer.from_transducer(
                tokens=str(tokens), num_threads=threads, **{name: str(path) for name, path in parts.items()}
            )
            return Streaming(online, language)
        offline = sherpa_onnx.OfflineRecognizer.from_sense_voice(
            model=str(model), tokens=str(tokens), num_threads=threads, language=language.value, use_itn=True
        )
        return AfterTheEnd(offline, language)
    except Exception as error:  # of the library, whatever it does not like in a file
        raise CannotHear(f"the sherpa-onnx model in {folder} cannot be read ({error}); {HOW}") from error


def _file(folder: Path, name: str) -> Path | None:
    """The smaller of two: a model is often given whole and quantised (int8)."""
    return min(folder.glob(f"{name}*.onnx"), key=lambda path: path.stat().st_size, default=None)


def _samples(pcm: bytes) -> Any:
    import numpy

    return numpy.frombuffer(pcm, dtype="<i2").astype(numpy.float32) / LARGEST


class Streaming:
    def __init__(self, recognizer: Any, language: Language) -> None:
        self._recognizer = recognizer
        self._language = language

    def stream(self, tiles: Sequence[str] = ()) -> "OnlineStream":
        return OnlineStream(self._recognizer, self._language)


class OnlineStream:
    def __init__(self, recognizer: Any, language: Language) -> None:
        self._recognizer = recognizer
        self._language = language
        self._stream = recognizer.create_stream()
        self._shown = ""

    def hear(self, pcm: bytes) -> Heard | None:
        self._decode(pcm)
        text = caption(self._recognizer.get_result(self._stream), self._language)
        if text == self._shown:
            return None
        self._shown = text
        return Heard(text)

    def paused(self) -> str:
        return self._shown

    def finish(self) -> Heard:
        self._decode(bytes(2 * int(LAST * RATE)))
        self._stream.input_finished()
        whole = self._recognizer.get_result_all(self._stream)
        logs = list(getattr(whole, "ys_probs", ()))  # log probabilities of the tokens
        sure = round(math.exp(sum(logs) / len(logs)), 3) if logs else None
        return Heard(caption(whole.text, self._language), sure, sure is not None and sure < DOUBTFUL)

    def _decode(self, pcm: bytes) -> None:
        self._stream.accept_waveform(RATE, _samples(pcm))
        while self._recognizer.is_ready(self._stream):
            self._recognizer.decode_stream(self._stream)


class AfterTheEnd:
    def __init__(self, recognizer: Any, language: Language) -> None:
        self._recognizer = recognizer
        self._language = language

    def stream(self, tiles: Sequence[str] = ()) -> "OfflineStream":
        return OfflineStream(self._recognizer, self._language)


class OfflineStream:
    """SenseVoice tells no probability."""

    def __init__(self, recognizer: Any, language: Language) -> None:
        self._recognizer = recognizer
        self._language = language
        self._pcm = b""
        self._known: tuple[int, Heard] | None = None

    def hear(self, pcm: bytes) -> None:
        self._pcm += pcm

    def paused(self) -> str:
        return self.finish().text

    def finish(self) -> Heard:
        """What was read at a pause is not read again."""
        if self._known is None or self._known[0] != len(self._pcm):
            self._known = len(self._pcm), self._heard()
        return self._known[1]

    def _heard(self) -> Heard:
        stream = self._recognizer.create_stream()
        stream.accept_waveform(RATE, _samples(self._pcm))
        self._recognizer.decode_stream(stream)
        return Heard(caption(stream.result.text, self._language))
