"""A model answers when it can; whatever goes wrong, the embedded way answers within the budget."""

import json
import socket
import time
from collections.abc import Callable

import pytest

from frontdesk.evaluation.model_server import Mode, ModelServer
from frontdesk.models.capability import Capability
from frontdesk.models.language.model import Fault, ModelFailed
from frontdesk.models.language.trace import Call
from frontdesk.models.language.waiting import Stop
from frontdesk.models.runner import OF_A_TOKEN, Runner

Make = Callable[..., Runner]
Text = Capability[str, str]
QUESTION = "is the sky blue today"


def blue(request: dict[str, object]) -> str:
    return json.dumps({"colour": "blue", "certain": True})


def test_a_model_answers_with_its_name_and_the_prompts_version(
    server: ModelServer, runner_on: Make, colour: Text
) -> None:
    server.reply = blue
    answered = runner_on(server.url).ask(colour, QUESTION)
    assert (answered.answer, answered.by, answered.fault) == ("blue", "scripted-nurse", None)
    assert answered.prompt.startswith("colour.en@")


def test_the_answers_schema_is_the_response_format(server: ModelServer, runner_on: Make, colour: Text) -> None:
    server.reply = blue
    runner_on(server.url).ask(colour, QUESTION)
    wanted = server.requests[0]["response_format"]
    assert wanted["type"] == "json_schema"
    assert set(wanted["json_schema"]["schema"]["properties"]) == {"colour", "certain"}
    assert wanted["json_schema"]["schema"]["additionalProperties"] is False
    assert server.requests[0]["max_tokens"] == 50


def test_without_a_model_the_embedded_way_answers_and_nothing_is_sent(colour: Text) -> None:
    runner = Runner({})
    assert runner.ask(colour, QUESTION).answer == "grey"
    assert runner.mode == "embedded"


@pytest.mark.parametrize(
    ("mode", "fault", "requests"),
    [
        (Mode.HANGS, Fault.TIMEOUT, 1),
        (Mode.SLOW, Fault.TIMEOUT, 1),
        (Mode.HALF, Fault.BROKEN, 1),
        (Mode.STALLS, Fault.TIMEOUT, 1),
        (Mode.ERROR_IN_STREAM, Fault.BROKEN, 1),
        (Mode.NOT_JSON, Fault.INVALID, 2),
        (Mode.WRONG_SHAPE, Fault.INVALID, 2),
        (Mode.WHITESPACE, Fault.INVALID, 2),
        (Mode.EMPTY, Fault.EMPTY, 2),
        (Mode.CUT, Fault.CUT, 2),
        (Mode.BUSY, Fault.BUSY, 1),
        (Mode.ERROR, Fault.SERVER, 1),
        (Mode.OVERFLOW, Fault.TOO_LONG, 1),
    ],
)
def test_the_embedded_way_answers_within_the_budget_when_the_server(
    mode: Mode, fault: Fault, requests: int, server: ModelServer, runner_on: Make, colour: Text, calls: list[Call]
) -> None:
    server.reply, server.mode = blue, mode
    began = time.perf_counter()
    answered = runner_on(server.url).ask(colour, QUESTION)
    assert (answered.answer, answered.by, answered.fault) == ("grey", "embedded", fault)
    assert time.perf_counter() - began < 2.5
    assert len(server.requests) == requests
    assert [call.outcome for call in calls] == [fault] * requests


def test_the_embedded_way_answers_when_nobody_listens(runner_on: Make, colour: Text) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    assert runner_on(f"http://127.0.0.1:{port}/v1").ask(colour, QUESTION).fault is Fault.UNREACHABLE


def test_the_embedded_way_answers_when_the_model_has_another_name(
    server: ModelServer, runner_on: Make, colour: Text
) -> None:
    assert runner_on(server.url, name="no-such-nurse").ask(colour, QUESTION).fault is Fault.NO_MODEL


def test_an_answer_against_the_question_is_no_answer(server: ModelServer, runner_on: Make, colour: Text) -> None:
    server.reply = lambda request: json.dumps({"colour": "red", "certain": True})
    assert runner_on(server.url).ask(colour, QUESTION).fault is Fault.INVALID


def test_a_second_try_may_succeed(server: ModelServer, runner_on: Make, colour: Text) -> None:
    replies = iter(["no idea", blue({})])
    server.reply = lambda request: next(replies)
    answered = runner_on(server.url).ask(colour, QUESTION)
    assert (answered.answer, len(server.requests)) == ("blue", 2)


def test_a_reply_longer_than_was_asked_for_is_cut_before_anything_reads_it(
    server: ModelServer, runner_on: Make, colour: Text, spoken: Text
) -> None:
    server.reply = lambda _: json.dumps({"colour": "b" * 200_000, "certain": True})
    assert runner_on(server.url).ask(colour, QUESTION).fault is Fault.CUT
    server.reply = lambda _: "very blue " * 20_000
    said, runner = [], runner_on(server.url, budget=10.0)
    with pytest.raises(ModelFailed, match=Fault.CUT):
        said.extend(runner.stream(spoken, QUESTION))
    assert 100 < len("".join(said)) <= spoken.tokens * OF_A_TOKEN


def test_words_come_as_they_are_said(server: ModelServer, runner_on: Make, spoken: Text) -> None:
    server.first, server.whole = 0.05, 0.5
    began = time.perf_counter()
    words = [
        (piece, time.perf_counter() - began) for piece in runner_on(server.url).stream(spoken, "Where does it hurt?")
    ]
    assert "".join(piece for piece, _ in words) == "Thank you for telling me. Where does it hurt?"
    assert words[-1][1] - words[0][1] > 0.3


@pytest.mark.parametrize(
    ("mode", "fault"), [(Mode.HALF, Fault.BROKEN), (Mode.STALLS, Fault.TIMEOUT), (Mode.CUT, Fault.CUT)]
)
def test_a_reply_that_ends_in_the_middle_keeps_what_came_and_says_so(
    mode: Mode, fault: Fault, server: ModelServer, runner_on: Make, spoken: Text
) -> None:
    server.mode = mode
    words: list[str] = []
    with pytest.raises(ModelFailed) as failure:
        words.extend(runner_on(server.url).stream(spoken, "Where does it hurt?"))
    assert failure.value.fault is fault


def test_a_stopped_answer_ends_at_once_and_the_server_is_told(
    server: ModelServer, runner_on: Make, spoken: Text
) -> None:
    server.first, server.whole = 0.0, 2.0
    runner, stop = runner_on(server.url), Stop()
    began = time.perf_counter()
    with pytest.raises(ModelFailed) as failure:
        for _ in runner.stream(spoken, "Where does it hurt?", stop=stop):
            stop.set()
    assert failure.value.fault is Fault.STOPPED
    assert time.perf_counter() - began < 1.5
    assert server.hung_up.wait(2)


def test_a_failed_server_is_left_alone_until_a_trial_shows_it_is_back(
    server: ModelServer, runner_on: Make, colour: Text
) -> None:
    now = [0.0]
    runner = runner_on(server.url, clock=lambda: now[0] + time.monotonic())
    server.reply, server.mode = blue, Mode.BUSY
    assert runner.ask(colour, QUESTION).fault is Fault.BUSY
    assert runner.ask(colour, QUESTION).fault is Fault.RESTING
    assert runner.mode == "embedded (scripted-nurse away)"
    now[0] = 6.5  # its Retry-After is 7
    assert runner.ask(colour, QUESTION).fault is Fault.RESTING
    assert len(server.requests) == 1
    server.mode, now[0] = Mode.ANSWERS, 7.5
    assert runner.ask(colour, QUESTION).fault is Fault.RESTING  # this patient does not wait for the trial
    until = time.monotonic() + 3
    while runner.mode != "scripted-nurse" and time.monotonic() < until:
        time.sleep(0.01)
    assert runner.ask(colour, QUESTION).answer == "blue"


@pytest.mark.parametrize(("mode", "times"), [(Mode.HALF, 1), (Mode.BUSY, 1), (Mode.ERROR, 2)])
def test_how_often_a_server_fails_until_the_board_is_told_it_is_away(
    mode: Mode, times: int, server: ModelServer, runner_on: Make, spoken: Text
) -> None:
    server.mode, runner = mode, runner_on(server.url)
    for left in reversed(range(times)):
        with pytest.raises(ModelFailed):
            list(runner.stream(spoken, "Where does it hurt?"))
        assert runner.away is (left == 0)


def test_a_prompt_that_is_too_long_says_nothing_against_the_server(
    server: ModelServer, runner_on: Make, colour: Text
) -> None:
    runner = runner_on(server.url)
    server.mode = Mode.OVERFLOW
    runner.ask(colour, QUESTION)
    server.reply, server.mode = blue, Mode.ANSWERS
    assert runner.ask(colour, QUESTION).answer == "blue"


def test_more_calls_than_allowed_are_answered_by_the_embedded_way(
    server: ModelServer, runner_on: Make, colour: Text, spoken: Text
) -> None:
    server.reply, server.whole = lambda request: "One two three.", 0.4
    runner = runner_on(server.url, calls=1)
    words = runner.stream(spoken, "Count.")
    next(words)
    assert runner.ask(colour, QUESTION).fault is Fault.CROWDED


def test_the_trace_has_counts_and_times_and_not_a_word(
    server: ModelServer, runner_on: Make, colour: Text, calls: list[Call]
) -> None:
    server.reply = blue
    runner_on(server.url).ask(colour, QUESTION)
    (call,) = calls
    assert (call.capability, call.outcome, call.tokens_in) == ("colour", "answered", 100)
    assert call.first_ms is not None and call.first_ms <= call.ms
    assert "sky" not in call.model_dump_json() and "blue" not in call.model_dump_json()
