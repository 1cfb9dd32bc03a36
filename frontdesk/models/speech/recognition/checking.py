"""What is there to hear with, and what is missing: for `frontdesk speech check`."""

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition.activity import Activity, silero
from frontdesk.models.speech.recognition.engines import ENGINES, Setup, load
from frontdesk.models.speech.recognition.recogniser import RATE, CannotHear, Heard

PACKAGES = {"vosk": "vosk", "sherpa": "sherpa-onnx", "whisper": "faster-whisper"}
LICENCES = ("LICENSE*", "LICENCE*", "COPYING*", "README*")
FRAME = 3200  # bytes: a tenth of a second


class Check(NamedTuple):
    """One line of it. `good`: None where there is nothing to judge."""

    what: str
    good: bool | None
    told: str


def checks(setup: Setup, spoken: dict[Language, bytes]) -> Iterator[Check]:
    """The engine, its library, each language's model with its licence, and what it hears of 16 kHz sound."""
    if not setup.engine:
        told = f"none: no microphone is offered (FRONTDESK_HEARING: {', '.join(ENGINES)}, or MODULE:NAME)"
        yield Check("recogniser", None, told)
        return
    yield Check("recogniser", True, f"{setup.engine} {_version(setup.engine)}".strip())
    for language in Language:
        folder = setup.models.get(language)
        if folder is None:
            yield Check(f"model {language}", None, f"none (FRONTDESK_HEARING_MODEL_{language.upper()})")
            continue
        yield from _of_model(setup, language, folder, spoken.get(language))


def _of_model(setup: Setup, language: Language, folder: Path, pcm: bytes | None) -> Iterator[Check]:
    began = perf_counter()
    try:
        recogniser = load(setup, language)
        activity = Activity(silero())
    except CannotHear as error:
        yield Check(f"model {language}", False, str(error))
        return
    yield Check(f"model {language}", True, f"{folder}, loaded in {perf_counter() - began:.1f} s; {_licence(folder)}")
    if pcm is None:
        return
    began, stream = perf_counter(), recogniser.stream()
    for at in range(0, len(pcm), FRAME):
        if speech := activity.speech_of(pcm[at : at + FRAME]):
            stream.hear(speech)
    heard = stream.finish() if activity.seen.spoke else Heard("")
    sure = "" if heard.confidence is None else f" ({heard.confidence:.0%} sure)"
    told = f"{heard.text}{sure}, in {perf_counter() - began:.1f} s" if heard.text else "no words"
    yield Check(f"heard {language}", bool(heard.text), told)


def at_16_khz(pcm: bytes, rate: int) -> bytes:
    """16-bit samples of another rate, well enough for a check."""
    import numpy

    samples = numpy.frombuffer(pcm, "<i2")
    places = numpy.arange(len(samples) * RATE // rate) * rate / RATE
    return bytes(numpy.interp(places, numpy.arange(len(samples)), samples).astype("<i2").tobytes())


def _version(engine: str) -> str:
    try:
        return version(PACKAGES.get(engine, ""))
    except (PackageNotFoundError, ValueError):
        return ""


def _licence(folder: Path) -> str:
    """Where it is told, as far as the folder does."""
    found = next((path for pattern in LICENCES for path in sorted(folder.glob(pattern))), None)
    return f"licence: see {found.name}" if found else "its folder names no licence: ask where it came from"
