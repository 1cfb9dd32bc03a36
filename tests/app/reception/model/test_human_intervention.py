"""Detector, protocol questions, evaluator: with and without a model beside them, which may call and never clear."""

import pytest

from app.reception.reception import Reception
from app.reception.state import Phase
from evaluation.model_server import ModelServer
from models.facts import Language
from tests.app.reception.model.scripted import answering, asked, soon, until_raised
from tests.app.reception.talk import Talk

IDIOMS = [
    (
        Language.EN,
        "My boss is a real pain in the neck at work, but it is my knee that hurts",
        "pain in the neck",
        "neck pain",
    ),
    (Language.ZH, "领导天天让人头疼，不过我是来看膝盖疼的", "让人头疼", "头疼"),
]
SYMPTOMS = {Language.EN: ("neck_pain", "knee_pain"), Language.ZH: ("headache", "knee_pain")}


@pytest.mark.parametrize(("language", "words", "quote", "plain"), IDIOMS, ids=["en", "zh"])
def test_a_figure_of_speech_is_no_symptom_even_where_a_model_takes_it_for_one(
    reception: Reception, server: ModelServer, language: Language, words: str, quote: str, plain: str
) -> None:
    server.reply = answering(extraction={"told": [{"quote": quote, "plain": plain}]})
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    figure, real = SYMPTOMS[language]
    assert asked(server, "extraction") or soon(talk, lambda: bool(asked(server, "extraction")))
    assert not soon(talk, lambda: figure in talk.codes(), seconds=1)
    assert real in talk.codes() and talk.state.alerts == ()


@pytest.mark.parametrize(("language", "words", "quote", "plain"), IDIOMS, ids=["en", "zh"])
def test_a_model_that_wrongly_hears_danger_brings_a_nurse_and_nothing_else(
    reception: Reception, server: ModelServer, language: Language, words: str, quote: str, plain: str
) -> None:
    server.reply = answering(danger={"danger": True, "quote": quote})
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    assert soon(talk, lambda: talk.state.person_called)
    assert talk.state.phase is Phase.CONVERSATION and talk.state.emergency is None
    server.reply = answering(danger={"danger": False, "quote": ""})
    talk.says("三天了" if language is Language.ZH else "for three days")
    (alert,) = talk.state.open_alerts  # what the model says next takes nothing back
    talk.state = reception.acknowledge(
        talk.session_id, alert.raised.alert_id, by="n1", name="Nurse Lin", reason="spoke"
    )
    assert not talk.state.open_alerts


@pytest.mark.parametrize(
    ("language", "words", "quote", "plain"),
    [
        (
            Language.EN,
            "It's like a horse is standing on me, up here",
            "like a horse is standing on me",
            "chest pain",
        ),
        (Language.ZH, "这儿跟压了块大磨盘似的", "跟压了块大磨盘似的", "胸闷"),
    ],
    ids=["en", "zh"],
)
def test_what_the_model_detects_is_asked_about_by_protocol_and_judged_by_code(
    reception: Reception, server: ModelServer, language: Language, words: str, quote: str, plain: str
) -> None:
    server.reply = answering(extraction={"told": [{"quote": quote, "plain": plain}]})
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    assert soon(talk, lambda: any(fact.quote == quote for fact in talk.state.record))
    server.reply = answering()
    talk.says("今天早上开始的" if language is Language.ZH else "since this morning")
    assert talk.state.question is not None and talk.state.question.key.startswith("finding:")
    talk.taps("yes")
    assert any(alert.raised.rule for alert in talk.state.alerts)


def test_somebody_who_wants_a_person_in_words_only_the_model_knows_is_told_that_one_comes(
    reception: Reception, server: ModelServer
) -> None:
    quote = "not doing this with a telly"
    server.reply = answering(human_intervention={"signs": [{"sign": "wants_person", "quote": quote}]})
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("I'm not doing this with a telly, my knee hurts")
    assert soon(talk, lambda: talk.state.person_called)
    server.reply = answering()
    assert talk.says("for two weeks").startswith("A nurse has been called")


@pytest.mark.parametrize("sign", ["distress", "misunderstands"])
def test_distress_and_misunderstanding_change_how_the_nurse_speaks_and_call_nobody(
    reception: Reception, server: ModelServer, sign: str
) -> None:
    server.reply = answering(human_intervention={"signs": [{"sign": sign, "quote": "I can't bear it"}]})
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("My knee hurts and I can't bear it")
    until_raised(talk, sign)
    assert not talk.state.person_called
    talk.says("for two weeks")
    wanted = "be gentle" if sign == "distress" else "say it more simply"
    assert wanted in asked(server, "")[-1]
