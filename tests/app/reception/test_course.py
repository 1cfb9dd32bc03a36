"""The course of the talk: what is still asked, and what is not asked again."""

import pytest

from app.reception.reception import Reception
from app.reception.state import Phase
from models.facts import Language
from tests.app.reception.talk import Talk

ENOUGH = 14  # turns, more than any reception takes


def goes_on(talk: Talk, told: dict[str, str], *, otherwise: str) -> None:
    """Answers what is asked with what is `told` of it, until nothing is asked."""
    for _ in range(ENOUGH):
        if talk.state.question is None or talk.state.phase is not Phase.CONVERSATION:
            return
        talk.says(told.get(talk.state.question.key, otherwise))


@pytest.mark.parametrize(
    ("language", "lines", "told", "no"),
    [
        (
            Language.EN,
            ("my knee has been sore for two weeks, nothing else",),
            {"age": "44", "sex": "male", "past_history": "gout, that's it", "medicines": "allopurinol, that's all"},
            "no",
        ),
        (
            Language.EN,
            ("I have a rash on my legs since Monday, that's all",),
            {"age": "61", "sex": "female", "past_history": "a hernia when I was young, that's all gone now"},
            "no, nothing else",
        ),
        (
            Language.ZH,
            ("膝盖疼了两个星期了，别的没有了",),
            {"age": "四十四", "sex": "男", "past_history": "有痛风，没别的了", "medicines": "就吃别嘌醇，没有了"},
            "没有",
        ),
        (
            Language.ZH,
            ("腿上起疹子三天了，就这些",),
            {"age": "六十一", "sex": "女", "past_history": "小时候得过肺炎，别的没了"},
            "没有了",
        ),
    ],
)
def test_nothing_else_ends_an_answer_and_not_the_talk(
    reception: Reception, language: Language, lines: tuple[str, ...], told: dict[str, str], no: str
) -> None:
    talk = Talk(reception, language).as_guest()
    for line in lines:
        talk.says(line)
    goes_on(talk, told, otherwise=no)
    assert {"past_history", "medicines", "allergies"} <= set(talk.state.asked)


@pytest.mark.parametrize(
    ("language", "said"), [(Language.EN, "I'm done, goodbye"), (Language.EN, "ok bye"), (Language.ZH, "好了再见")]
)
def test_a_goodbye_ends_the_talk(reception: Reception, language: Language, said: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says("我膝盖疼两个星期了" if language is Language.ZH else "my knee has been sore for two weeks")
    while talk.state.recommended is None:
        talk.taps("no")
    talk.says(said)
    assert talk.state.phase is Phase.RECOMMENDATION
