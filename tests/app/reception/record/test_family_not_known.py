"""An illness of the family that nobody knows of is none of the family's history."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.models.facts import Language, Topic
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
COMPLAINT = {ZH: "我头疼两个月了，34岁，女", EN: "I've had bad headaches for two months. I'm 34, female."}


@pytest.mark.parametrize(
    ("language", "said", "told"),
    [
        (EN, "Getting worse. I'm not sure whether anyone in my family has migraines.", 0),
        (EN, "I don't know if my dad had high blood pressure", 0),
        (EN, "My mum has migraines", 1),
        (ZH, "越来越重。不清楚家里有没有人偏头痛", 0),
        (ZH, "我不知道我爸有没有高血压", 0),
        (ZH, "家里我妈也有糖尿病", 1),
    ],
)
def test_what_is_not_known_of_the_family_stays_in_words(
    reception: Reception, language: Language, said: str, told: int
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(COMPLAINT[language])
    talk.to_page("tell_doctor").says(said)
    assert len([one for one in talk.state.record if one.topic is Topic.FAMILY]) == told
    assert said in talk.words.values()
    assert not any(one.what == "medical_question" for one in talk.state.findings)
