"""A model's client in a process of its own answers as one in this process does, and never outlives it."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from queue import SimpleQueue

import psutil
import pytest

from frontdesk.evaluation.model_server import NAME, Mode, ModelServer
from frontdesk.models.capability import Capability, Message, Prompt
from frontdesk.models.language.apart import Apart
from frontdesk.models.language.model import Fault, ModelFailed, Piece, Said
from frontdesk.models.runner import Runner

KEY = "sk-known-to-nobody"
WORDS = Prompt(version="words@1", messages=(Message(role="user", content="<<Where does it hurt?>>"),), tokens=50)
FORM = WORDS.model_copy(update={"schema_": {"type": "object", "properties": {"pain": {"type": "boolean"}}}})
BEGINS = """
import sys, time
from frontdesk.models.language.apart import Apart
print(Apart(sys.argv[1], "nurse").pid, flush=True)
time.sleep(60)
"""


@pytest.fixture
def server(serving: ModelServer) -> Iterator[ModelServer]:
    """One for all tests, each of which finds it at its best: a process takes a second or two to begin."""
    yield serving
    serving.mode, serving.whole = Mode.ANSWERS, 0.0


@pytest.fixture(scope="module")
def apart(serving: ModelServer) -> Iterator[Apart]:
    model = Apart(serving.url, NAME, key=KEY)
    yield model
    model.close()


def begun(model: Apart, prompt: Prompt) -> SimpleQueue[Said]:
    said = SimpleQueue[Said]()
    model.begin(prompt, seconds=10.0, put=said.put)
    return said


def heard(said: SimpleQueue[Said]) -> tuple[list[Piece], ModelFailed | None]:
    pieces = []
    while isinstance(piece := said.get(timeout=15), Piece):
        pieces.append(piece)
    return pieces, piece


def text(pieces: list[Piece]) -> str:
    return "".join(piece.text for piece in pieces)


def in_time(done: Callable[[], bool]) -> bool:
    until = time.monotonic() + 10
    while not done() and time.monotonic() < until:
        time.sleep(0.02)
    return done()


def gone(pid: int) -> bool:
    return not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


def test_sixty_four_calls_at_once_each_get_their_own_answer(server: ModelServer, apart: Apart) -> None:
    server.whole = 0.5
    asked = [
        begun(apart, WORDS.model_copy(update={"messages": (Message(role="user", content=f"<<Question {n}?>>"),)}))
        for n in range(63)
    ]
    form = begun(apart, FORM)
    for number, said in enumerate(asked):
        pieces, failure = heard(said)
        assert (text(pieces), failure) == (f"Thank you for telling me. Question {number}?", None)
    pieces, failure = heard(form)
    assert (pieces, failure) == ([Piece('{"pain": false}', tokens_in=100, tokens_out=pieces[0].tokens_out)], None)


def test_the_first_words_come_at_once_and_later_ones_a_few_together(server: ModelServer, apart: Apart) -> None:
    heard(begun(apart, WORDS))
    server.whole = 1.0  # twelve pieces of it
    began = time.monotonic()
    said = begun(apart, WORDS)
    first = said.get(timeout=5)
    at = time.monotonic() - began
    pieces, _ = heard(said)
    assert isinstance(first, Piece) and first.text == "Than"
    assert at < 0.5 < time.monotonic() - began
    assert len(pieces) > 4  # as they come, all the same


def test_what_was_said_is_heard_before_the_failure(server: ModelServer, apart: Apart) -> None:
    server.mode = Mode.HALF
    pieces, failure = heard(begun(apart, WORDS))
    assert text(pieces).startswith("Thank you for telling me.")
    assert failure is not None and failure.fault is Fault.BROKEN


def test_a_fault_comes_with_the_time_the_server_asks_for(server: ModelServer, apart: Apart) -> None:
    server.mode = Mode.BUSY
    _, failure = heard(begun(apart, WORDS))
    assert failure is not None and (failure.fault, failure.wait) == (Fault.BUSY, 7.0)


def test_leaving_ends_the_call_at_the_server(server: ModelServer, apart: Apart) -> None:
    server.whole = 5.0
    said = SimpleQueue[Said]()
    leave = apart.begin(WORDS, seconds=10.0, put=said.put)
    assert isinstance(said.get(timeout=10), Piece)
    leave()
    assert server.hung_up.wait(3)
    assert heard(said)[1] is None


def test_a_process_killed_in_the_middle_breaks_its_calls_and_the_next_begins_another(
    server: ModelServer, spoken: Capability[str, str]
) -> None:
    server.whole = 3.0
    apart = Apart(server.url, NAME)
    runner, first = Runner({"spoken": apart}, budget=8.0), apart.pid
    words = runner.stream(spoken, "Where does it hurt?")
    next(words)
    psutil.Process(first).kill()
    with pytest.raises(ModelFailed) as failure:
        list(words)
    assert failure.value.fault is Fault.CLIENT
    assert in_time(lambda: not psutil.pid_exists(first)), "no zombie is left behind"
    server.whole = 0.0
    assert "".join(runner.stream(spoken, "Where does it hurt?")) == "Thank you for telling me. Where does it hurt?"
    assert apart.pid != first
    second = apart.pid
    runner.close()
    assert not psutil.pid_exists(second)


def test_the_process_ends_when_the_one_that_began_it_is_killed(server: ModelServer) -> None:
    with subprocess.Popen([sys.executable, "-c", BEGINS, server.url], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert psutil.pid_exists(child)
        parent.kill()
    assert in_time(lambda: gone(child))


def test_the_key_is_in_no_command_line_and_an_interrupt_is_not_for_it(server: ModelServer, apart: Apart) -> None:
    heard(begun(apart, WORDS))
    process = psutil.Process(apart.pid)
    assert not any(KEY in word for word in process.cmdline())
    assert KEY not in process.environ().values()
    process.send_signal(2)
    assert heard(begun(apart, WORDS))[1] is None
    assert apart.pid == process.pid
