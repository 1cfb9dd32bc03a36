"""Which model answers which capability, as the settings say; without a model's address, none."""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from frontdesk.app.settings import EMBEDDED, MODEL, Settings
from frontdesk.models.language.apart import Apart
from frontdesk.models.language.in_threads import InThreads
from frontdesk.models.language.model import LanguageModel, Readable
from frontdesk.models.language.trace import Call, journal
from frontdesk.models.runner import Runner

PREFIX = "model_for_"
SERVERS = ("http://", "https://")


def assigned(settings: Settings, *, note: Callable[[Call], None] = journal) -> Runner:
    """A server's model in a process of its own, a checkpoint's in threads; `note` is told of each call.

    Raises ValueError when an assignment cannot be read, OSError when a checkpoint's folder holds none, and ImportError
    when the library behind is not installed.
    """
    models: dict[str, LanguageModel] = {}
    for field in sorted(type(settings).model_fields):
        if field.startswith(PREFIX):
            model = _model(getattr(settings, field), settings, tuple(models.values()))
            if model is not None:
                models[field.removeprefix(PREFIX)] = model
    return Runner(models, budget=settings.model_budget_seconds, calls=settings.model_calls, note=note)


def _model(said: str, settings: Settings, there: tuple[LanguageModel, ...]) -> LanguageModel | None:
    """`said` is "model", "embedded" or NAME@URL; a model that is there already is not made twice."""
    if said == EMBEDDED or (said == MODEL and not settings.model_url):
        return None
    name, at, url = said.partition("@") if said != MODEL else (settings.model_name, "@", settings.model_url)
    if not (name and at and url):
        raise ValueError(f"{said}: neither {MODEL}, {EMBEDDED} nor NAME@URL")
    place = url.rstrip("/")
    known = next((m for m in there if (m.name, m.server) == (name, place)), None)
    return known or _connected(place, name, settings)


def _connected(url: str, name: str, settings: Settings) -> LanguageModel:
    if not url.startswith(SERVERS):
        return InThreads(readable(url, name), calls=settings.model_calls)
    if find_spec("openai") is None:  # only the model's own process would notice
        raise ImportError("a model's server needs the client: pip install 'frontdesk[model]'")
    return Apart(url, name, key=settings.model_key.get_secret_value(), calls=settings.model_calls)


def capabilities(settings: Settings) -> dict[str, str]:
    """Who answers each capability, as the settings say it: "model", "embedded" or NAME@URL."""
    names = (field for field in type(settings).model_fields if field.startswith(PREFIX))
    return {name.removeprefix(PREFIX): getattr(settings, name) for name in names}


def to_check(settings: Settings, models: Runner) -> Readable | None:
    """The model of the settings, to be asked what it can do; None without one. Raises ImportError."""
    place = settings.model_url.rstrip("/")
    if place.startswith(SERVERS):
        return readable(place, settings.model_name, key=settings.model_key.get_secret_value())
    running = map(models.assigned, capabilities(settings))  # a checkpoint is not loaded a second time
    return next((one.readable for one in running if isinstance(one, InThreads) and one.server == place), None)


def readable(url: str, name: str, *, key: str = "") -> Readable:
    """The model itself, in this process. The libraries behind are loaded only now: without it nobody waits for them."""
    if url.startswith(SERVERS):
        from frontdesk.models.language.openai_compatible import OpenAiCompatible

        return OpenAiCompatible(url, name, key=key)
    from frontdesk.models.language.transformers_local import TransformersLocal

    return TransformersLocal(Path(url), name)
