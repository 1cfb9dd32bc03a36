"""The reception with the model's client in a process of its own, as it is served."""

import time
from collections.abc import Iterator
from threading import Thread

import psutil
import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.evaluation.model_server import NAME, ModelServer
from frontdesk.models.facts import Language
from frontdesk.models.language.apart import Apart
from frontdesk.models.language.trace import Call
from tests.app.reception.model.test_voice import KNEE, asking
from tests.app.reception.talk import Talk


@pytest.fixture
def model(server: ModelServer) -> Iterator[Apart]:
    model = Apart(server.url, NAME)
    yield model
    model.close()


def test_the_answer_is_complete_when_the_process_is_killed_in_the_middle(
    reception: Reception, server: ModelServer, model: Apart, calls: list[Call]
) -> None:
    server.whole = 4.0
    talk = Talk(reception, Language.EN).as_guest()
    thread = Thread(target=talk.says, args=(KNEE,))
    thread.start()
    until = time.monotonic() + 15
    while not any("response_format" not in request for request in server.requests) and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(1.0)
    psutil.Process(model.pid).kill()
    killed = time.monotonic()
    thread.join()
    assert time.monotonic() - killed < 2
    assert "client" in [call.outcome for call in calls]
    question = talk.state.question
    assert talk.state.answered and question is not None
    assert asking(question) in talk.reply
