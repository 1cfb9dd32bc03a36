"""Several real servers with one model: who is asked, and what a patient hears while one of them misbehaves."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from frontdesk.evaluation.model_server import NAME, Mode, ModelServer, serving_model
from frontdesk.models.capability import Capability
from frontdesk.models.language import breaker
from frontdesk.models.language.in_threads import InThreads
from frontdesk.models.language.model import Fault, ModelFailed
from frontdesk.models.language.openai_compatible import OpenAiCompatible
from frontdesk.models.language.pool import Pool
from frontdesk.models.runner import Runner
from tests.models.language.conftest import says_back

Text = Capability[str, str]
BUDGET = 1.2  # seconds


@pytest.fixture
def servers() -> Iterator[list[ModelServer]]:
    with ExitStack() as stack:
        yield [stack.enter_context(serving_model(ModelServer(reply=says_back))) for _ in range(3)]


Over = Callable[..., Runner]


@pytest.fixture
def over(monkeypatch: pytest.MonkeyPatch) -> Iterator[Over]:
    """A runner whose nurse is on these servers; one that failed is tried again a moment later."""
    monkeypatch.setattr(breaker, "FIRST_REST", 0.3)
    made: list[Runner] = []

    def make(servers: list[ModelServer], calls: int = 8) -> Runner:
        models = [(InThreads(OpenAiCompatible(one.url, NAME)), calls) for one in servers]
        pool = Pool(models, patience=BUDGET)
        made.append(Runner({"spoken": pool, "colour": pool}, budget=BUDGET, gap=0.4, note=lambda call: None))
        return made[-1]

    yield make
    for runner in made:
        runner.close()


def heard(runner: Runner, spoken: Text, text: str = "again") -> str:
    return "".join(runner.stream(spoken, text))


def asked(servers: list[ModelServer]) -> list[int]:
    """How many real requests each has had: trials ask for one token."""
    return [sum(one["max_tokens"] != 1 for one in server.requests) for server in servers]


def until(condition: Callable[[], bool], seconds: float = 3.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end and not condition():
        time.sleep(0.02)
    return condition()


def well(runner: Runner) -> list[bool]:
    return [one.well for one in runner.states]


def test_who_is_least_busy_is_asked_and_nobody_beyond_the_cap(
    servers: list[ModelServer], over: Over, spoken: Text
) -> None:
    for server in servers:
        server.whole = 0.4
    runner = over(servers, calls=2)
    with ThreadPoolExecutor(6) as kiosks:
        list(kiosks.map(lambda number: heard(runner, spoken, str(number)), range(6)))
    assert asked(servers) == [2, 2, 2]
    assert [one.under_way for one in runner.states] == [0, 0, 0]
    with ThreadPoolExecutor(7) as kiosks:
        talks = [kiosks.submit(heard, runner, spoken) for _ in range(7)]
        crowded = [talk.exception() for talk in talks if talk.exception()]
    assert [one.fault for one in crowded if isinstance(one, ModelFailed)] == [Fault.CROWDED]


@pytest.mark.parametrize("mode", [Mode.ERROR, Mode.BUSY, Mode.HANGS, Mode.SLOW])
def test_a_request_that_fails_before_its_first_word_is_answered_by_another_in_the_same_time(
    mode: Mode, servers: list[ModelServer], over: Over, spoken: Text
) -> None:
    servers[0].mode = mode
    runner = over(servers[:2])
    slowest = 0.0
    for _ in range(4):
        began = time.monotonic()
        assert heard(runner, spoken, "once").count("once") == 1
        slowest = max(slowest, time.monotonic() - began)
    assert slowest < BUDGET
    assert until(lambda: well(runner) == [False, True])
    assert not runner.away
    before = asked(servers)[0]
    heard(runner, spoken)
    assert asked(servers)[0] == before  # it rests


def test_one_that_is_killed_is_taken_out_and_back_once_it_answers(
    servers: list[ModelServer], over: Over, spoken: Text
) -> None:
    runner = over(servers[:2])
    port = int(servers[0].url.split(":")[2].removesuffix("/v1"))
    servers[0].stop()
    assert all(heard(runner, spoken) for _ in range(3))
    assert well(runner) == [False, True]
    back = ModelServer(reply=says_back).start(port)
    try:
        assert until(lambda: bool(heard(runner, spoken)) and well(runner) == [True, True])
        for _ in range(4):
            heard(runner, spoken)
        assert asked([back])[0] >= 1
    finally:
        back.stop()


@pytest.mark.parametrize("mode", [Mode.HALF, Mode.ERROR_IN_STREAM, Mode.STALLS])
def test_what_breaks_in_the_middle_is_said_once_and_not_begun_anew(
    mode: Mode, servers: list[ModelServer], over: Over, spoken: Text
) -> None:
    servers[0].mode = mode
    runner, words = over(servers[:2]), list[str]()
    with pytest.raises(ModelFailed):
        for piece in runner.stream(spoken, "the middle of it"):
            words.append(piece)
    assert "".join(words) and "Thank you for telling me. the middle of it".startswith("".join(words))
    assert asked(servers[:2]) == [1, 0]


def test_json_that_breaks_in_the_middle_was_seen_by_nobody_and_comes_from_another(
    servers: list[ModelServer], over: Over, colour: Text
) -> None:
    for server in servers:
        server.reply = lambda request: '{"colour": "blue", "certain": true}'
    servers[0].mode = Mode.HALF
    answered = over(servers[:2]).ask(colour, "is the sky blue")
    assert (answered.answer, answered.by) == ("blue", NAME)


def test_while_all_are_down_the_embedded_nurse_answers_and_the_first_that_is_back_is_asked(
    servers: list[ModelServer], over: Over, colour: Text, spoken: Text
) -> None:
    for server in servers:
        server.mode = Mode.BUSY
        server.retry_after = "0"
    runner = over(servers)
    assert until(lambda: runner.ask(colour, "is it blue").fault is Fault.RESTING)
    assert runner.ask(colour, "is it blue").answer == "grey"
    assert runner.away
    servers[2].mode = Mode.ANSWERS
    assert until(lambda: bool(runner.ask(colour, "is it blue")) and not runner.away)
    assert heard(runner, spoken)


def test_a_call_that_is_left_ends_on_the_server_too(servers: list[ModelServer], over: Over, spoken: Text) -> None:
    servers[0].whole = 2.0
    runner = over(servers[:1] + servers[1:2])
    stream = runner.stream(spoken, "a long reply that nobody wants any more")
    next(iter(stream))
    stream.close()  # type: ignore[attr-defined]
    assert until(servers[0].hung_up.is_set)
    assert until(lambda: [one.under_way for one in runner.states] == [0, 0])
    assert well(runner) == [True, True]


def test_a_request_that_is_refused_as_such_goes_to_nobody_else(
    servers: list[ModelServer], over: Over, spoken: Text
) -> None:
    servers[0].mode = Mode.OVERFLOW
    with pytest.raises(ModelFailed) as failed:
        heard(over(servers[:2]), spoken)
    assert failed.value.fault is Fault.TOO_LONG
    assert asked(servers[:2]) == [1, 0]
