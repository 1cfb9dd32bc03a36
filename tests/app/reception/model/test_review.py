"""A summary that two models talk over after the hand-over, and what becomes of what they say."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.review import talked_over
from frontdesk.app.reception.session.state import State
from frontdesk.evaluation.model_server import ModelServer
from frontdesk.his_adapter.records import PreVisitSummary, Section
from frontdesk.models.facts import Language
from frontdesk.models.language.model import LanguageModel, ModelFailed
from frontdesk.models.runner import Runner
from tests.app.reception.model.scripted import Request
from tests.app.reception.talk import Talk
from tests.app.reception.test_receptions import finished

KNEE = "My left knee hurts when I kneel, my name is Sarah Connor, since Sunday"


def talks(remarks: list[dict[str, Any]], rulings: list[dict[str, Any]]) -> Callable[[Request], str]:
    """A Researcher who makes these remarks once, and a Decider who rules so."""
    left = [json.dumps({"remarks": remarks})]

    def reply(request: Request) -> str:
        match request.get("response_format", {}).get("json_schema", {}).get("name"):
            case "researcher":
                return left.pop() if left else '{"remarks": [], "satisfied": true}'
            case _:
                return json.dumps({"rulings": rulings})

    return reply


@pytest.fixture
def models(model: LanguageModel, patience: tuple[float, float]) -> Iterator[Runner]:
    """The two agents alone are a model's."""
    runner = Runner({"researcher": model, "decider": model}, budget=patience[0], gap=patience[1])
    yield runner
    runner.close()


@pytest.fixture
def handed_over(reception: Reception) -> tuple[State, PreVisitSummary]:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says(KNEE)
    summary = finished(talk.to_end(offered="fact:finding:knee_pain")).summary
    assert summary is not None
    return talk.state, summary


def test_what_the_models_agree_on_is_in_the_summary_with_its_words(
    reception: Reception, server: ModelServer, handed_over: tuple[State, PreVisitSummary]
) -> None:
    state, summary = handed_over
    quote = "My left knee hurts when I kneel"
    missing = {"section": "pertinent_positives", "fault": "missing", "says": "It hurts on kneeling.", "turn": 1}
    server.reply = talks(
        [missing | {"text": "left knee hurts on kneeling", "quote": quote}],
        [{"remark": 1, "accepted": True, "reason": "So.", "quote": quote, "text": "left knee hurts on kneeling"}],
    )
    after = talked_over(reception.services, state, summary)
    (new,) = [one for one in after.statements if one not in summary.statements]
    assert (new.section, new.text) == (Section.POSITIVES, "left knee hurts on kneeling")
    assert [(one.turn, one.quote) for one in new.evidence] == [(1, quote)]
    assert after.review is not None
    assert after.review.by != "embedded"
    assert [turn.speaker for turn in after.review.turns] == ["researcher", "decider", "researcher"]
    assert after.review.scratchpad == ("It hurts on kneeling.",)


def test_the_models_are_told_no_name(
    reception: Reception, server: ModelServer, handed_over: tuple[State, PreVisitSummary]
) -> None:
    state, summary = handed_over
    server.requests.clear()
    talked_over(reception.services, state, summary)
    told = json.dumps(server.requests, ensure_ascii=False, default=str)
    assert "left knee" in told
    assert "Connor" not in told


def test_a_server_that_fails_changes_nothing(
    reception: Reception, server: ModelServer, handed_over: tuple[State, PreVisitSummary]
) -> None:
    state, summary = handed_over
    server.reply = lambda request: "no JSON at all"
    with pytest.raises(ModelFailed):
        talked_over(reception.services, state, summary)
