"""The course of the talk: what is still asked, and what is not asked again."""

import pytest

from app.reception.insisted import department_wished, left_of_two
from app.reception.reception import Reception
from app.reception.state import Phase
from models.embedded.asking import Known, questions
from models.facts import Fact, Language, Person, Relation, Topic
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


@pytest.mark.parametrize(
    ("language", "complaint", "asks", "tells"),
    [
        (Language.EN, "I have had a fever for two days", "how do I do that?", "fades"),
        (Language.EN, "I have had a fever for two days", "what glass?", "fades"),
        (Language.ZH, "我发烧两天了", "怎么按啊？", "褪"),
        (Language.ZH, "我发烧两天了", "拿什么压？", "褪"),
    ],
)
def test_who_asks_how_to_try_it_is_told(
    reception: Reception, language: Language, complaint: str, asks: str, tells: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(complaint)
    while talk.state.question and talk.state.question.key != "finding:rash_not_fading":
        talk.taps("no")
    reply = talk.says(asks)
    assert tells in reply and talk.state.question is not None
    assert talk.state.question.key == "finding:rash_not_fading"


@pytest.mark.parametrize(
    ("said", "department"),
    [
        ("the chest one", "respiratory"),
        ("Neurology? No, it's my lungs, so the chest one", "respiratory"),
        ("I'd say the heart one", "cardiology"),
        ("看肺的那个", "respiratory"),
    ],
)
def test_a_department_is_chosen_by_what_it_looks_after(reception: Reception, said: str, department: str) -> None:
    wished = department_wished(reception.house, said, choosing=True)
    assert wished is not None and wished.department_id == department


@pytest.mark.parametrize("said", ["not neurology", "Neurology? No thanks", "神经内科不要", "不看神经内科"])
def test_of_two_departments_the_one_not_refused_stays(reception: Reception, said: str) -> None:
    stays = left_of_two(reception.house, said, ("respiratory", "neurology"))
    assert stays is not None and stays.department_id == "respiratory"


def test_a_department_named_gladly_refuses_nothing(reception: Reception) -> None:
    assert left_of_two(reception.house, "neurology please", ("respiratory", "neurology")) is None


@pytest.mark.parametrize(
    ("language", "complaint", "asks"),
    [
        (Language.EN, "my ankle has been swollen for two days", "can I put weight on it?"),
        (Language.EN, "I've had back pain for a week", "should I have a scan first?"),
        (Language.ZH, "腰疼一个星期了", "我要拍核磁不？"),
        (Language.ZH, "咳嗽半个月了", "能不能先拍个片子"),
    ],
)
def test_what_only_a_doctor_can_tell_is_passed_on(
    reception: Reception, language: Language, complaint: str, asks: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(complaint)
    before = talk.state.question
    reply = talk.says(asks)
    assert "医生" in reply if language is Language.ZH else "doctor" in reply
    assert talk.state.question == before
    assert any(asks.rstrip("?？") in note.text[language] for note in talk.state.notes)


def test_the_one_who_answers_is_not_asked_about_confusion_and_a_relative_is() -> None:
    fever = (Fact(topic=Topic.FINDING, code="fever", quote="fever"),)
    codes = {
        relation: {ask.key for ask in questions(Known(record=fever, person=Person(relation=relation)))}
        for relation in (None, Relation.SELF, Relation.PARENT)
    }
    assert "finding:confusion" not in codes[None] | codes[Relation.SELF]
    assert "finding:confusion" in codes[Relation.PARENT]


@pytest.mark.parametrize(
    ("language", "said", "quoted"),
    [
        (Language.ZH, "睡不着觉啊护士", "“睡不着觉”"),
        (Language.ZH, "膝盖疼啊大夫", "“膝盖疼”"),
        (Language.EN, "I can't sleep, nurse", "can't sleep"),
    ],
)
def test_the_reason_leaves_out_who_is_addressed(
    reception: Reception, language: Language, said: str, quoted: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(said)
    while talk.state.recommended is None:
        talk.taps("no")
    assert quoted in talk.reply and "护士" not in talk.reply and "nurse" not in talk.reply


def test_the_reason_is_nothing_that_is_over(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("感冒早就好了，咳了一个月还不好")
    while talk.state.recommended is None:
        talk.taps("no")
    assert "感冒" not in talk.reply
