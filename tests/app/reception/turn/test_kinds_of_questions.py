"""What a patient asks is answered by its kind, and what only a doctor can tell is said of that alone."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.models.facts import Language
from frontdesk.models.speaking import say
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
BOTH = pytest.mark.parametrize("language", [ZH, EN])
DOCTOR = ("only a doctor", "doctor can answer", "医生看过才能", "医生看了才知道")


def at(reception: Reception, language: Language, page: str) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:rash")
    return talk.to_page(page)


@pytest.mark.parametrize(
    ("language", "words", "holds"),
    [
        (EN, "you're not telling my husband are you", "not your family"),
        (ZH, "能不能别让我家里人知道", "家里人也不会"),
        (EN, "why has nobody asked about the blisters", "noted that for the doctor"),
        (ZH, "怎么没人问我起泡的事", "记给医生"),
        (EN, "is that you done?", "questions"),
        (ZH, "还剩几道题", "问题"),
        (EN, "do I need to fast?", "8 to 12 hours"),
        (ZH, "急诊收费贵不贵", "15元"),
        (EN, "can I come in with her?", "one person"),
        (EN, "did my tablets get written down", "you can change it"),
        (ZH, "我吃的药写上没有", "都可以改"),
    ],
)
def test_a_question_is_answered_by_its_kind(reception: Reception, language: Language, words: str, holds: str) -> None:
    talk = at(reception, language, "background")
    record = talk.state.record
    reply = talk.says(words)
    assert holds in reply
    assert not any(said in reply.lower() for said in DOCTOR)
    assert talk.page == "background" and talk.state.record == record


@pytest.mark.parametrize(("language", "words"), [(EN, "are you blind? penicillin"), (ZH, "你眼瞎吗？青霉素")])
def test_impatience_beside_an_answer_gets_an_apology_and_loses_no_answer(
    reception: Reception, language: Language, words: str
) -> None:
    talk = at(reception, language, "allergies")
    reply = talk.says(words)
    assert "penicillin" in talk.present
    assert ("sorry" if language is EN else "对不起") in reply
    assert not any(said in reply.lower() for said in DOCTOR)
    assert talk.state.notes == ()


@BOTH
def test_that_only_a_doctor_can_tell_is_not_said_twice_running(reception: Reception, language: Language) -> None:
    talk = at(reception, language, "medicines")
    first = talk.says("Is it cancer?" if language is EN else "会不会是癌症？")
    second = talk.says("Will it leave a scar?" if language is EN else "会不会留疤？")
    assert any(said in first.lower() for said in DOCTOR)
    assert not any(said in second.lower() for said in DOCTOR)
    assert len(talk.state.notes) == 2


@BOTH
def test_a_practical_question_beside_a_medical_one_loses_neither(reception: Reception, language: Language) -> None:
    talk = at(reception, language, "medicines")
    words = "Is it catching? Where do I pay?" if language is EN else "会传染吗？在哪儿交费？"
    reply = talk.says(words)
    assert any(said in reply.lower() for said in DOCTOR)
    assert talk.state.reply is not None and talk.state.reply.sources
    assert len(talk.state.notes) == 1


@BOTH
def test_a_minor_is_told_what_parents_learn(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says("I'm 16, a girl, I have a rash" if language is EN else "我16岁，女，身上起疹子")
    talk.to_page("medicines")
    reply = talk.says("you won't tell my mum will you" if language is EN else "你不会告诉我妈吧")
    assert ("parents" if language is EN else "爸妈") in reply


@pytest.mark.parametrize(
    ("language", "words", "called"),
    [
        (EN, "no fever, but are you a real person?", False),
        (ZH, "没有发烧，你是真人吗", False),
        (EN, "are you a machine? get me a real person", True),
        (ZH, "你是机器人吧，给我叫个护士", True),
    ],
)
def test_who_asks_whether_a_person_speaks_calls_none(
    reception: Reception, language: Language, words: str, called: bool
) -> None:
    talk = at(reception, language, "medicines")
    talk.says(words)
    assert bool(talk.state.nurse_awaited) is called


@pytest.mark.parametrize(
    ("language", "told", "asked"),
    [
        (Language.EN, "a cold and a cough for two days", "If it gets worse tonight should I go to Emergency?"),
        (Language.ZH, "孩子发烧两天，三岁，男孩", "夜里要是又烧到39度多，我是不是得去急诊啊？"),
    ],
)
def test_what_to_do_if_it_gets_worse_is_told(reception: Reception, language: Language, told: str, asked: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(told)
    talk.to_page("past_history")
    assert say("if_worse", language) in talk.says(asked) and talk.page == "past_history"
