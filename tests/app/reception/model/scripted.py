"""A scripted model for the second looks, and a patient who waits for what they find."""

import json
import time
from collections.abc import Callable
from typing import Any

from evaluation.model_server import ModelServer, well_behaved
from tests.app.reception.talk import Talk

Request = dict[str, Any]


def answering(**answers: dict[str, Any]) -> Callable[[Request], str]:
    """The scripted nurse, who gives these answers where JSON of that capability is wanted."""

    def reply(request: Request) -> str:
        name = capability_of(request)
        return json.dumps(answers[name]) if name in answers else well_behaved(request)

    return reply


def well_said(words: str) -> Callable[[Request], str]:
    """A nurse who says these words whatever she is told, and sends well-formed JSON where it is wanted."""
    return lambda request: well_behaved(request) if capability_of(request) else words


def capability_of(request: Request) -> str:
    """Which capability's answer is wanted; empty for the nurse's words."""
    wanted = request.get("response_format")
    return wanted["json_schema"]["name"] if wanted else ""


def asked(server: ModelServer, name: str) -> list[str]:
    """What stood in each request for this capability."""
    return [_words(request) for request in server.requests if capability_of(request) == name]


def _words(request: Request) -> str:
    return "\n".join(message["content"] for message in request["messages"])


def soon(talk: Talk, holds: Callable[[], bool], *, seconds: float = 20.0) -> bool:
    """Whether it comes to hold in the session."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        talk.state = talk.reception.log.state(talk.session_id)
        if holds():
            return True
        time.sleep(0.02)
    return False


def until_raised(talk: Talk, what: str) -> None:
    """Waits until a finding of this kind is in the session; fails when none comes."""
    assert soon(talk, lambda: what in {finding.what for finding in talk.state.findings})
