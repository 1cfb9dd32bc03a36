"""The specialists and the nurse at once: what comes late serves the next turn, by rank; what is stale is dropped."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from app.reception.reception import Reception
from app.reception.second_look.beside import LOOKS
from evaluation.model_server import ModelServer, well_behaved
from models.facts import Language
from models.language.trace import Call
from tests.app.reception.model.conftest import HURRIED
from tests.app.reception.model.scripted import answering, asked, capability_of, soon, until_raised
from tests.app.reception.talk import Talk

WHOLE = 1.0  # seconds of one call
UPSET = {"signs": [{"sign": "distress", "quote": "I can't bear it"}]}
NUROFEN = {
    "medicines": [
        {
            "quote": "nuroffen",
            "medicine": "nuroffen",
            "amount": "eight of the 200 mg ones",
            "how_often": "daily",
            "whose": "patient",
            "state": "takes",
        }
    ]
}
BUSY = "I can't bear it, my back hurts, it's nuroffen I have, eight of the 200 mg ones daily, and where do I pay?"


def timed(arrived: list[tuple[str, float]]) -> Callable[[dict[str, Any]], str]:
    """A well-behaved server that writes down when each capability was asked."""

    def reply(request: dict[str, Any]) -> str:
        arrived.append((capability_of(request), time.monotonic()))
        return well_behaved(request)

    return reply


def test_every_specialist_works_while_the_question_is_worded_and_the_nurse_thinks(
    reception: Reception, server: ModelServer, calls: list[Call]
) -> None:
    arrived: list[tuple[str, float]] = []
    server.reply, server.first, server.whole = timed(arrived), WHOLE / 2, WHOLE
    talk = Talk(reception, Language.EN).as_guest()
    talk.says(BUSY)
    came = dict(arrived)
    beside = {look.capability.name for look in LOOKS} & came.keys()
    assert {"danger", "medication", "labs", "nutrition", "human_intervention", "privacy", "extraction"} <= beside
    together = [came[name] for name in (*beside, "query_generation")]
    assert max(together) - min(together) < WHOLE  # each began before any could have ended
    assert soon(talk, lambda: beside <= {call.capability for call in calls})
    assert {call.outcome for call in calls} <= {"answered", "left"}


def test_what_was_found_late_is_told_by_rank_in_the_next_turn_and_in_no_other(
    reception: Reception, server: ModelServer
) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("I have kidney disease stage 3")
    server.reply = answering(human_intervention=UPSET, medication=NUROFEN)
    talk.says("I can't bear it, my back hurts, it's nuroffen I have, eight of the 200 mg ones daily")
    until_raised(talk, "distress")
    until_raised(talk, "caution")
    server.reply = answering()
    reply = talk.says("for two weeks")
    assert reply.startswith("Please take no more nuroffen")
    assert "no more" not in talk.says("no")


def test_ranks_order_what_the_nurse_is_to_keep_in_mind(reception: Reception, server: ModelServer) -> None:
    attempt = {"signs": [{"sign": "others_data", "quote": "my sister's results"}]}
    server.reply = answering(human_intervention=UPSET, privacy=attempt)
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("I can't bear it, my back hurts just as in my sister's results")
    until_raised(talk, "distress")
    until_raised(talk, "others_data")
    talk.says("for two weeks")
    prompt = asked(server, "")[-1]
    assert 0 < prompt.index("be gentle") < prompt.index("speak of nobody's data")


def test_what_is_found_for_an_answer_taken_back_is_dropped(reception: Reception, server: ModelServer) -> None:
    def slow(request: dict[str, Any]) -> str:
        if capability_of(request) != "extraction":
            return well_behaved(request)
        time.sleep(WHOLE)
        return json.dumps({"told": [{"quote": "tight shoes", "plain": "swollen feet"}]})

    talk = Talk(reception, Language.EN).as_guest()
    talk.says("My knee hurts")
    server.reply = slow
    talk.says("no, and tight shoes")
    reception.undo(talk.session_id)
    assert not soon(talk, lambda: any(fact.quote == "tight shoes" for fact in talk.state.record), seconds=2 * WHOLE)


@pytest.mark.parametrize("patience", [HURRIED])
def test_a_look_that_takes_too_long_silences_no_nurse(
    patience: tuple[float, float], reception: Reception, server: ModelServer
) -> None:
    def slow(request: dict[str, Any]) -> str:
        if capability_of(request):
            time.sleep(6 * WHOLE)
        return well_behaved(request)

    server.reply = slow
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("My knee hurts")
    assert soon(talk, lambda: reception.house.models.outcomes["danger", "late"] > 0, seconds=8)
    assert not reception.house.models.away


@pytest.mark.parametrize("language", list(Language))
def test_every_capability_is_asked_in_the_language_of_the_talk(
    reception: Reception, server: ModelServer, language: Language, calls: list[Call]
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says("My tummy hurts" if language is Language.EN else "肚子疼")
    talk.says("38.9 or so it said, hm" if language is Language.EN else "嗯，说是38.9呢")
    assert soon(talk, lambda: len({call.capability for call in calls}) >= 8)
    assert {call.prompt.split("@")[0].split(".")[1] for call in calls} == {language.value}
