"""Somebody who only has a question is answered and goes; who is unwell after all is received with what they said."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.events import Entry
from frontdesk.app.reception.session.state import Phase
from frontdesk.his_adapter.records import Section
from frontdesk.models.facts import Language
from tests.app.reception.talk import Talk
from tests.app.reception.test_receptions import finished, texts

ZH, EN = Language.ZH, Language.EN
BOTH = pytest.mark.parametrize("language", [ZH, EN])
OF_A_VISITOR = {"open_question", "anything_else", "meant", "offer"}


def visitor(reception: Reception, language: Language) -> Talk:
    return Talk(reception, language, Entry.QUESTION)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (EN, ["Where do I pay for a blood test, and can I get two months of my tablets?", "And the cafe?"]),
        (EN, ["I'm looking for my wife, she had a baby yesterday", "Her name is Ann", "so where do I go"]),
        (EN, ["I brought the form back", "the one for the insurance", "hello?"]),
        (ZH, ["我来交钱的", "昨天做的检查", "就在三楼做的"]),
        (ZH, ["探视是几点到几点", "我妈住院了", "她在骨科"]),
    ],
)
def test_who_came_with_a_question_is_never_taken_into_an_interview(
    reception: Reception, language: Language, lines: list[str]
) -> None:
    talk = visitor(reception, language)
    for words in lines:
        talk.says(words)
        assert talk.page in OF_A_VISITOR, (words, talk.reply)
        assert "unwell" in talk.tiles
    assert talk.state.recommended is None and not talk.alarms


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (EN, ["where is the cafe?", "And when does it close?"]),
        (EN, ["Can I bring my dog?"]),
        (ZH, ["厕所在哪里", "挂号处几点开门？"]),
    ],
)
def test_who_only_asks_is_not_interviewed_though_they_pressed_unwell(
    reception: Reception, language: Language, lines: list[str]
) -> None:
    talk = Talk(reception, language).as_guest()
    for words in lines:
        talk.says(words)
        assert talk.page in OF_A_VISITOR, talk.reply
    talk.says("没有了" if language is ZH else "no thank you")
    assert talk.state.closed is not None and talk.state.closed.reason == "question_only"
    assert talk.state.handed_over is None


@BOTH
def test_who_pressed_unwell_and_asked_first_tells_the_complaint_in_the_next_words(
    reception: Reception, language: Language
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says("厕所在哪里" if language is ZH else "where are the toilets?")
    talk.says("我头疼三天了" if language is ZH else "I've had a headache for three days")
    assert "since" in talk.codes() and "open" in talk.words
    assert talk.page not in OF_A_VISITOR


@BOTH
def test_who_is_unwell_after_all_keeps_what_they_said(reception: Reception, language: Language) -> None:
    words = "我胃疼两天了" if language is ZH else "my stomach has been hurting for two days"
    talk = visitor(reception, language)
    talk.says("厕所在哪里" if language is ZH else "where are the toilets?")
    talk.says(words)
    assert talk.page in OF_A_VISITOR
    talk.taps("unwell")
    assert talk.page not in OF_A_VISITOR and talk.page != "open"
    assert talk.words == {"open": words}
    assert talk.fact("since").details.duration is not None
    talk.to_end()
    assert "since" not in talk.state.asked and "open" not in talk.state.asked
    visit = finished(talk)
    assert visit.record.chief_complaint.count(words) == 1
    assert not any(words in text for text in texts(visit, Section.STORY))


@BOTH
def test_who_is_unwell_and_has_said_nothing_of_it_is_asked(reception: Reception, language: Language) -> None:
    talk = visitor(reception, language)
    talk.taps("unwell")
    assert talk.page == "open"


def test_danger_is_heard_from_a_visitor_too(reception: Reception) -> None:
    talk = visitor(reception, EN)
    talk.says("My chest is crushing and my left arm is numb, I'm sweating.")
    assert talk.state.phase is Phase.EMERGENCY


@BOTH
def test_a_visitor_who_leaves_leaves_no_record(reception: Reception, language: Language) -> None:
    for ends in ("finish", "goes"):
        talk = visitor(reception, language)
        talk.says("我来看我妈" if language is ZH else "I'm here to see my mother")
        if ends == "finish":
            talk.taps("finish")
        else:
            talk.state = reception.finish(talk.session_id)
        assert talk.state.closed is not None and talk.state.closed.reason == "question_only"
        assert talk.state.handed_over is None


def test_only_a_question_is_answered_with_sources(reception: Reception) -> None:
    talk = visitor(reception, EN)
    talk.says("Where do I pay for a blood test, and can I get two months of my tablets?")
    assert talk.state.reply is not None and len(talk.state.reply.sources) >= 2
    assert talk.page == "anything_else"
    talk.taps("more")
    assert talk.page == "open_question"


def test_a_question_no_text_surely_answers_is_met_with_what_may_be_meant(reception: Reception) -> None:
    talk = visitor(reception, EN)
    talk.says("Will my refund be in cash?")
    assert talk.state.reply is not None and talk.state.reply.sources == ()
    assert talk.page == "meant" and {"ask:pay-refund", "more", "unwell", "finish"} <= talk.tiles
    talk.taps("ask:pay-refund")
    assert talk.state.reply is not None and len(talk.state.reply.sources) == 1
    assert talk.page == "anything_else"


def test_a_question_put_as_a_statement_is_answered(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("我想咨询一下，住院要带什么")
    assert talk.state.reply is not None and talk.state.reply.sources
    assert talk.present == set()
