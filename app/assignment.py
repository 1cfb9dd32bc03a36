"""Which model answers which capability, as the settings say; without a model's address, none."""

from pathlib import Path

from app.settings import EMBEDDED, MODEL, Settings
from models.language.model import LanguageModel
from models.runner import Runner

PREFIX = "model_for_"


def assigned(settings: Settings) -> Runner:
    """Raises ValueError when an assignment cannot be read, and OSError when a checkpoint's folder holds none."""
    models: dict[str, LanguageModel] = {}
    for field in sorted(type(settings).model_fields):
        if field.startswith(PREFIX):
            model = _model(getattr(settings, field), settings, tuple(models.values()))
            if model is not None:
                models[field.removeprefix(PREFIX)] = model
    return Runner(models, budget=settings.model_budget_seconds, calls=settings.model_calls)


def _model(said: str, settings: Settings, there: tuple[LanguageModel, ...]) -> LanguageModel | None:
    """`said` is "model", "embedded" or NAME@URL; a model that is there already is not made twice."""
    if said == EMBEDDED or (said == MODEL and not settings.model_url):
        return None
    name, at, url = said.partition("@") if said != MODEL else (settings.model_name, "@", settings.model_url)
    if not (name and at and url):
        raise ValueError(f"{said}: neither {MODEL}, {EMBEDDED} nor NAME@URL")
    place = url.rstrip("/")
    return next((m for m in there if (m.name, m.server) == (name, place)), None) or connect(
        place, name, key=settings.model_key.get_secret_value()
    )


def connect(url: str, name: str, *, key: str = "") -> LanguageModel:
    """The libraries behind are loaded only now: without a model nobody waits for them."""
    if url.startswith(("http://", "https://")):
        from models.language.openai_compatible import OpenAiCompatible

        return OpenAiCompatible(url, name, key=key)
    from models.language.transformers_local import TransformersLocal

    return TransformersLocal(Path(url), name)
