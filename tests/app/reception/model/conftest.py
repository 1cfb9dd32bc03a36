"""The reception with a scripted model server behind it."""

from collections.abc import Iterator

import pytest

from frontdesk.app.reception.guard.guarded import warm_up
from frontdesk.app.settings import Settings
from frontdesk.evaluation.model_server import NAME, ModelServer, serving_model
from frontdesk.models.facts import Language
from frontdesk.models.language.in_threads import InThreads
from frontdesk.models.language.model import LanguageModel
from frontdesk.models.language.openai_compatible import OpenAiCompatible
from frontdesk.models.language.trace import Call
from frontdesk.models.runner import Runner

HURRIED = (1.5, 0.6)  # where the server is to fail
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
def patience() -> tuple[float, float]:
    """Budget and gap in seconds; long, so that a busy machine is not taken for a server that fails."""
    return 8.0, 4.0


@pytest.fixture
def model(server: ModelServer) -> LanguageModel:
    return InThreads(OpenAiCompatible(server.url, NAME))


@pytest.fixture
def models(model: LanguageModel, calls: list[Call], patience: tuple[float, float]) -> Iterator[Runner]:
    budget, gap = patience
    runner = Runner({name: model for name in CAPABILITIES}, budget=budget, gap=gap, note=calls.append)
    yield runner
    runner.close()
