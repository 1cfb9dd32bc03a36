"""Which finding a denial is of: not the one named as there, not one of several, not under one circumstance alone."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.models.facts import Language, Status, Topic
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
COMPLAINT = {ZH: "我头疼两个月了，34岁，女", EN: "I've had bad headaches for two months. I'm 34, female."}


def telling(reception: Reception, language: Language, said: str) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.says(COMPLAINT[language])
    talk.to_page("tell_doctor").says(said)
    return talk


@pytest.mark.parametrize(
    ("language", "said", "denied"),
    [
        (EN, "No weakness, no numbness, speech is fine.", "limb_weakness"),
        (EN, "I have no tingling and no weakness", "limb_weakness"),
        (EN, "There's no weakness in my arms", "limb_weakness"),
        (EN, "I don't have a cough", "cough"),
        (EN, "no vomiting, no fever", "fever"),
        (ZH, "没有咳嗽", "cough"),
        (ZH, "没发烧，没拉肚子", "diarrhea"),
    ],
)
def test_what_is_denied_by_its_name_is_absent(reception: Reception, language: Language, said: str, denied: str) -> None:
    talk = telling(reception, language, said)
    told = [one for one in talk.state.record if one.turn == talk.state.last_turn and one.status is Status.ABSENT]
    codes = [one.code for one in told]
    assert denied in codes and "fatigue" not in codes


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (EN, "Getting worse. No weakness."),
        (EN, "I'm not out of breath on the flat"),
        (EN, "I don't cough when I'm lying down"),
        (EN, "I'm not dizzy in the morning"),
        (ZH, "走平路不喘，爬楼就不行了"),
        (ZH, "坐着不喘"),
        (ZH, "白天不咳嗽"),
        (ZH, "早上不头晕"),
    ],
)
def test_what_is_denied_of_one_circumstance_or_may_be_of_several_is_coded_as_nothing(
    reception: Reception, language: Language, said: str
) -> None:
    talk = telling(reception, language, said)
    told = [one for one in talk.state.record if one.turn == talk.state.last_turn and one.topic is Topic.FINDING]
    assert [one.code for one in told if one.status is Status.ABSENT] == []
    assert said in talk.words.values()


@pytest.mark.parametrize(
    ("said", "there", "not_there"),
    [
        ("有点痰,白的。嗓子也说疼。没拉肚子,没起疹子,小便不疼。", "sore_throat", {"diarrhea", "rash"}),
        ("嗓子疼。没拉肚子", "sore_throat", {"diarrhea"}),
        ("没起疹子，就是拉肚子", "diarrhea", {"rash"}),
    ],
)
def test_a_denial_in_the_next_sentence_is_not_of_what_was_told(
    reception: Reception, said: str, there: str, not_there: set[str]
) -> None:
    talk = Talk(reception, ZH).as_guest()
    talk.says("我儿子6岁，发烧咳嗽三天了")
    talk.to_page("also").says(said)
    assert there in talk.present and there not in talk.denied and not_there <= talk.denied
