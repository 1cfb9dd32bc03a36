"""What a nurse tells the doctor she calls: complete, in ninety words, and nothing that was not told."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.sbar import WORDS, Sbar, sbar, words_in
from frontdesk.models.facts import Language
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
BOTH = pytest.mark.parametrize("language", [ZH, EN])


def of(talk: Talk, language: Language | None = None) -> Sbar:
    return sbar(talk.state, language or talk.state.language, now=talk.reception.services.now())


def whole(told: Sbar) -> str:
    return " ".join((told.situation, told.background, told.assessment, told.recommendation))


@BOTH
def test_an_emergency_is_told_with_its_reason_and_asked_for_at_once(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says({ZH: "我胸口像压了块石头，疼到左胳膊", EN: "crushing chest pain going down my left arm"}[language])
    told = of(talk)
    assert "A: " in told.situation
    assert told.recommendation == {ZH: "请马上来看。", EN: "Please come at once."}[language]
    assert {ZH: "还没有问", EN: "not asked yet"}[language] in told.background


@BOTH
def test_what_was_told_and_denied_is_there(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:cough")
    talk.to_end(who="self_male", age="40")
    told = of(talk)
    assert {ZH: "咳嗽", EN: "cough"}[language] in told.situation.lower()
    assert {ZH: "没有：", EN: "not: "}[language] in told.assessment
    assert told.recommendation == {ZH: "请告诉我怎么安排。", EN: "Please advise."}[language]


@BOTH
def test_a_long_story_stays_within_ninety_words(reception: Reception, language: Language) -> None:
    story = {
        ZH: "我这个咳嗽啊说来话长，先是上个月淋了雨，后来发烧到三十九度，吃了头孢和布洛芬，又头疼又肚子疼，晚上睡不着。"
        * 3,
        EN: "It began last month when I got wet, then fever of 39, I took ibuprofen, my head and belly hurt at night. "
        * 4,
    }[language]
    talk = Talk(reception, language).as_guest()
    talk.says(story)
    for told in (of(talk, ZH), of(talk, EN)):
        assert words_in(whole(told)) <= WORDS
        assert all((told.situation, told.background, told.assessment, told.recommendation))
