"""Which model answers which capability, as the settings say; without a model's address, none."""

import re
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs

from frontdesk.app.settings import EMBEDDED, MODEL, Settings
from frontdesk.models.language.apart import Apart
from frontdesk.models.language.in_threads import InThreads
from frontdesk.models.language.model import LanguageModel, Readable
from frontdesk.models.language.pool import Pool
from frontdesk.models.language.trace import Call, journal
from frontdesk.models.runner import Runner

PREFIX = "model_for_"
SERVERS = ("http://", "https://")


class Place(NamedTuple):
    """Where a model is, and how many calls may be under way there; None: as many as altogether."""

    url: str
    calls: int | None = None


def places(said: str) -> tuple[Place, ...]:
    """Of the setting of a model's address: several are separated by commas or spaces; a folder is one.

    `?calls=48` behind an address is how many calls may be under way there. Raises ValueError.
    """
    if not said.startswith(SERVERS):
        return (Place(said.rstrip("/")),) if said else ()
    found = tuple(map(_place, filter(None, re.split(r"[,\s]+", said))))
    if len({place.url for place in found}) < len(found):
        raise ValueError("a model's address is there twice")
    return found


def _place(said: str) -> Place:
    url, _, query = said.partition("?")
    told = parse_qs(query, strict_parsing=True) if query else {}
    calls = told.pop("calls", [""])[-1]
    if not url.startswith(SERVERS) or told or (calls and not (calls.isdecimal() and 1 <= int(calls) <= 512)):
        raise ValueError(f"{url}: a model's address is http(s)://HOST/v1, perhaps with ?calls=48 (1 to 512)")
    return Place(url.rstrip("/"), int(calls) if calls else None)


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
    found = places(url)
    known = next((m for m in there if (m.name, m.server) == (name, ", ".join(one.url for one in found))), None)
    if known is not None:
        return known
    models = [(_connected(one, name, settings), one.calls or settings.model_calls) for one in found]
    return models[0][0] if len(models) == 1 else Pool(models, patience=settings.model_budget_seconds)


def _connected(place: Place, name: str, settings: Settings) -> LanguageModel:
    url, calls = place.url, place.calls or settings.model_calls
    if not url.startswith(SERVERS):
        return InThreads(readable(url, name), calls=calls)
    if find_spec("openai") is None:  # only the model's own process would notice
        raise ImportError("a model's server needs the client: pip install 'frontdesk[model]'")
    return Apart(url, name, key=settings.model_key.get_secret_value(), calls=calls)


def capabilities(settings: Settings) -> dict[str, str]:
    """Who answers each capability, as the settings say it: "model", "embedded" or NAME@URL."""
    names = (field for field in type(settings).model_fields if field.startswith(PREFIX))
    return {name.removeprefix(PREFIX): getattr(settings, name) for name in names}


def to_check(settings: Settings, models: Runner) -> list[Readable]:
    """The model of the settings, on each of its servers, to be asked what it can do. Raises ImportError."""
    found = places(settings.model_url)
    if settings.model_url.startswith(SERVERS):
        key = settings.model_key.get_secret_value()
        return [readable(place.url, settings.model_name, key=key) for place in found]
    running = {id(one): one for one in map(models.assigned, capabilities(settings))}.values()
    return [  # a checkpoint is not loaded a second time
        one.readable for one in running if isinstance(one, InThreads) and one.server in {place.url for place in found}
    ]


def any_place(said: str) -> str:
    """One of the addresses of a setting, for work that is in no hurry; empty without one. Raises ValueError."""
    return next((place.url for place in places(said)), "")


def readable(url: str, name: str, *, key: str = "") -> Readable:
    """The model itself, in this process. The libraries behind are loaded only now: without it nobody waits for them."""
    if url.startswith(SERVERS):
        from frontdesk.models.language.openai_compatible import OpenAiCompatible

        return OpenAiCompatible(url, name, key=key)
    from frontdesk.models.language.transformers_local import TransformersLocal

    return TransformersLocal(Path(url), name)
