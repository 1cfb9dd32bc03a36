"""The recognisers there are, and which languages one can hear here."""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition.recogniser import CannotHear, Engine, Recogniser


class Kind(NamedTuple):
    """`place` is the module and its name in it; `library` what it imports."""

    place: str
    library: str
    streams: bool  # words while they are spoken


HERE = "frontdesk.models.speech.recognition"
ENGINES = {
    "vosk": Kind(f"{HERE}.vosk:Vosk", "vosk", True),
    "sherpa": Kind(f"{HERE}.sherpa:sherpa", "sherpa_onnx", True),
    "whisper": Kind(f"{HERE}.whisper:Whisper", "faster_whisper", False),
}


class Setup(NamedTuple):
    """`engine` is a name of ENGINES, or MODULE:NAME of a recogniser of the hospital's own; `models` its folders."""

    engine: str
    models: Mapping[Language, Path]
    threads: int = 1


def languages(setup: Setup) -> tuple[Language, ...]:
    """Those that can be offered, as far as is seen without loading anything: library and folder are there."""
    kind = ENGINES.get(setup.engine)
    if not setup.engine or (kind is not None and find_spec(kind.library) is None):
        return ()
    return tuple(language for language in Language if language in setup.models and setup.models[language].is_dir())


def load(setup: Setup, language: Language) -> Recogniser:
    """Raises CannotHear."""
    place = ENGINES[setup.engine].place if setup.engine in ENGINES else setup.engine
    module, _, name = place.partition(":")
    try:
        engine: Engine = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise CannotHear(f"no recogniser {setup.engine}: {', '.join(ENGINES)}, or MODULE:NAME ({error})") from error
    return engine(setup.models[language], language, threads=setup.threads)
