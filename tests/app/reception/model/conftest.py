"""The reception with a scripted model server behind it."""

from collections.abc import Iterator

import pytest

from app.reception.voice import warm_up
from app.settings import Settings
from evaluation.model_server import NAME, ModelServer, serving_model
from models.facts import Language
from models.language.openai_compatible import OpenAiCompatible
from models.runner import Call, Runner

CAPABILITIES = tuple(
    field.removeprefix("model_for_") for field in Settings.model_fields if field.startswith("model_for_")
)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving_model() as server:
        yield server


@pytest.fixture
def calls() -> list[Call]:
    return []


@pytest.fixture(autouse=True, scope="session")
def warm() -> None:
    """The first call of a process loads the words; no patient of ours waits for that."""
    for language in Language:
        warm_up(language)


@pytest.fixture
def models(server: ModelServer, calls: list[Call]) -> Iterator[Runner]:
    model = OpenAiCompatible(server.url, NAME)
    runner = Runner({name: model for name in CAPABILITIES}, budget=1.5, gap=0.6, note=calls.append)
    yield runner
    runner.close()
