"""A model listens beside the embedded nurse: it may add, never take away; what it finds late serves the next turn."""

import pytest

from app.reception.reception import Reception
from evaluation.model_server import Mode, ModelServer
from models.facts import Language
from tests.app.reception.model.conftest import HURRIED
from tests.app.reception.model.scripted import answering, asked, soon
from tests.app.reception.talk import Talk

SHOES = "My shoes have got so tight I can hardly get them on"


def test_a_fact_the_model_heard_is_in_the_record_by_the_next_turn(reception: Reception, server: ModelServer) -> None:
    server.reply = answering(extraction={"told": [{"quote": "shoes have got so tight", "plain": "swollen feet"}]})
    talk = Talk(reception, Language.EN).as_guest()
    talk.says(SHOES)
    assert soon(talk, lambda: any(fact.quote == "shoes have got so tight" for fact in talk.state.record))
    fact = next(fact for fact in talk.state.record if fact.quote == "shoes have got so tight")
    assert fact.turn == 1
    talk.says("for a week")
    assert talk.state.answered


def test_words_nobody_said_are_no_fact(reception: Reception, server: ModelServer) -> None:
    server.reply = answering(extraction={"told": [{"quote": "my heart stopped", "plain": "chest pain"}]})
    talk = Talk(reception, Language.EN).as_guest()
    talk.says(SHOES)
    assert not soon(talk, lambda: "chest_pain" in talk.codes(), seconds=1)


def test_danger_the_model_hears_brings_a_nurse_and_no_emergency_screen(
    reception: Reception, server: ModelServer
) -> None:
    server.reply = answering(danger={"danger": True, "quote": "hardly get them on"})
    talk = Talk(reception, Language.EN).as_guest()
    talk.says(SHOES)
    assert soon(talk, lambda: talk.state.person_called)
    (alert,) = talk.state.open_alerts
    assert alert.raised.quote == "hardly get them on" and alert.raised.rule == 0


def test_danger_without_the_patients_words_brings_nobody(reception: Reception, server: ModelServer) -> None:
    server.reply = answering(danger={"danger": True, "quote": "I am dying"})
    talk = Talk(reception, Language.EN).as_guest()
    talk.says(SHOES)
    assert not soon(talk, lambda: talk.state.person_called, seconds=1)


def test_a_model_cannot_take_a_red_flag_away(reception: Reception, server: ModelServer) -> None:
    server.reply = answering(danger={"danger": False, "quote": ""})
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("My chest is crushing and my left arm is numb, I'm sweating.")
    assert talk.state.emergency is not None


def test_a_bare_no_is_not_looked_at_twice(reception: Reception, server: ModelServer) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says(SHOES)
    assert soon(talk, lambda: len(asked(server, "danger")) == 1)
    talk.says("no")
    talk.says("no, but my left hand tingles too")
    assert soon(talk, lambda: any("tingles" in words for words in asked(server, "danger")))
    assert len(asked(server, "danger")) == 2


def test_a_question_is_looked_up_in_the_models_words(reception: Reception, server: ModelServer) -> None:
    server.reply = answering(query_generation={"questions": ["Where do I pay for a blood test?"]})
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("And where would one hand over the money for that blood thing then?")
    assert talk.state.reply is not None and talk.state.reply.sources


@pytest.mark.parametrize("mode", [Mode.HANGS, Mode.ERROR, Mode.NOT_JSON, Mode.WHITESPACE, Mode.HALF])
@pytest.mark.parametrize("patience", [HURRIED])
def test_a_question_is_answered_when_the_model_fails(
    mode: Mode, patience: tuple[float, float], reception: Reception, server: ModelServer
) -> None:
    server.mode = mode
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("Where do I pay for a blood test?")
    assert talk.state.reply is not None and talk.state.reply.sources
