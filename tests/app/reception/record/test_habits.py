"""Smoking and drinking told on any page are entries of the record."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.habits import habits_told
from frontdesk.app.reception.record.wording import sentence_of
from frontdesk.models.facts import Language, Status, Topic
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
TOLD = [
    (EN, "I smoke about 20 a day, have done for thirty years", {"smoking": Status.PRESENT}),
    (EN, "I have smoked 20 a day for thirty years", {"smoking": Status.PRESENT}),
    (EN, "I don't smoke, and my blood pressure was normal", {"smoking": Status.ABSENT}),
    (EN, "I've never smoked", {"smoking": Status.ABSENT}),
    (EN, "I drink about ten pints a week", {"drinking": Status.PRESENT}),
    (EN, "No alcohol, no cigarettes", {"drinking": Status.ABSENT, "smoking": Status.ABSENT}),
    (EN, "gave up smoking two years ago", {"smoking": Status.PRESENT}),
    (EN, "The 20 a day is cigarettes, not ibuprofen", {"smoking": Status.PRESENT}),
    (ZH, "不抽烟不喝酒", {"drinking": Status.ABSENT, "smoking": Status.ABSENT}),
    (ZH, "我一天抽二十根烟", {"smoking": Status.PRESENT}),
    (ZH, "烟酒不沾", {"drinking": Status.ABSENT, "smoking": Status.ABSENT}),
    (ZH, "晚上喝二两白酒", {"drinking": Status.PRESENT}),
    (ZH, "戒烟五年了", {"smoking": Status.PRESENT}),
]
NOTHING = [
    "My dad smokes",
    "Should I stop smoking?",
    "I don't drink enough water",
    "I breathed in smoke from the fire",
    "我爸抽烟",
    "厨房油烟大",
    "抽血了",
    "多喝水",
]


@pytest.mark.parametrize(("language", "said", "expected"), TOLD)
def test_a_habit_told_is_one(language: Language, said: str, expected: dict[str, Status]) -> None:
    told = tuple(habits_told(said, None))
    assert {one.code: one.status for one in told} == expected
    assert all(sentence_of(one, language) for one in told)


@pytest.mark.parametrize("said", NOTHING)
def test_what_is_anothers_asked_or_of_something_else_is_none(said: str) -> None:
    assert list(habits_told(said, None)) == []


def test_what_was_given_up_is_past() -> None:
    (told,) = habits_told("戒烟五年了", None)
    assert told.past and "戒烟五年" in sentence_of(told, ZH)


@pytest.mark.parametrize(
    ("language", "complaint", "said", "code"),
    [
        (
            EN,
            "I've had low back pain for ten days. I'm 60, male.",
            "Worse. I have smoked 20 a day for years",
            "smoking",
        ),
        (ZH, "两条腿都肿，三个星期了，我75岁，女", "越来越重。不抽烟不喝酒", "drinking"),
    ],
)
def test_habits_told_with_the_story_are_recorded(
    reception: Reception, language: Language, complaint: str, said: str, code: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(complaint)
    talk.to_page("tell_doctor").says(said)
    assert code in {one.code for one in talk.state.record if one.topic is Topic.HABIT}
