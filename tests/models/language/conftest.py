"""A scripted model server, a capability to ask it with, and a runner whose calls can be looked at."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from frontdesk.evaluation.model_server import NAME, ModelServer, Request, least, serving_model
from frontdesk.models.capability import Asked, Capability
from frontdesk.models.facts import Language, Value
from frontdesk.models.language.in_threads import InThreads
from frontdesk.models.language.openai_compatible import OpenAiCompatible
from frontdesk.models.language.trace import Call
from frontdesk.models.runner import Runner


class Colour(Value):
    colour: str
    certain: bool


def _accepted(question: str, reply: object) -> str:
    assert isinstance(reply, Colour)
    if reply.colour not in question:
        raise ValueError("not a colour that was asked about")
    return reply.colour


@pytest.fixture
def colour(tmp_path: Path) -> Capability[str, str]:
    """Which colour a sentence names; the embedded way says grey."""
    (tmp_path / "colour.en.txt").write_text("Name the colour.\n=== user ===\n$text")
    return Capability(
        name="colour",
        embedded=lambda question: "grey",
        asked=lambda question: Asked(language=Language.EN, blanks={"text": question}),
        prompts=tmp_path,
        answer=Colour,
        accepted=_accepted,
        tokens=50,
    )


@pytest.fixture
def spoken(tmp_path: Path) -> Capability[str, str]:
    """Says something; the embedded way says hello."""
    (tmp_path / "spoken.en.txt").write_text("Speak.\n=== user ===\n<<$text>>")
    return Capability(
        name="spoken",
        embedded=lambda question: "Hello.",
        asked=lambda question: Asked(language=Language.EN, blanks={"text": question}),
        prompts=tmp_path,
    )


def says_back(request: Request) -> str:
    """Thanks, and what stands between the prompt's brackets; the plainest JSON where that is wanted."""
    wanted = request.get("response_format")
    if wanted:
        return json.dumps(least(wanted["json_schema"]["schema"]))
    found = re.search("<<(.+?)>>", request["messages"][-1]["content"])
    return f"Thank you for telling me. {found[1] if found else ''}"


@pytest.fixture(scope="module")
def serving() -> Iterator[ModelServer]:
    with serving_model(ModelServer(reply=says_back)) as server:
        yield server


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving_model(ModelServer(reply=says_back)) as server:
        yield server


@pytest.fixture
def calls() -> list[Call]:
    return []


Make = Callable[..., Runner]


@pytest.fixture
def runner_on(calls: list[Call]) -> Iterator[Make]:
    made: list[Runner] = []

    def make(url: str, *, name: str = NAME, **more: object) -> Runner:
        model = InThreads(OpenAiCompatible(url, name))
        settings = {"budget": 1.2, "gap": 0.6} | more
        runner = Runner({"colour": model, "spoken": model}, note=calls.append, **settings)  # type: ignore[arg-type]
        made.append(runner)
        return runner

    yield make
    for runner in made:
        runner.close()
