"""The reception with a scripted model server behind it."""

from collections.abc import Iterator

import pytest

from app.settings import Settings
from evaluation.model_server import NAME, ModelServer, serving_model
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


@pytest.fixture
def models(server: ModelServer, calls: list[Call]) -> Iterator[Runner]:
    model = OpenAiCompatible(server.url, NAME)
    runner = Runner({name: model for name in CAPABILITIES}, budget=0.8, gap=0.4, note=calls.append)
    yield runner
    runner.close()
