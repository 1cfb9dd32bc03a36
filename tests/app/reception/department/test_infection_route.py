"""The mask and the separate way: they stand until what they rest on is withdrawn, and questions are no refusals."""

import pytest

from frontdesk.app.reception.department.steering import Act, asks_of_the_way, read, wonders_at
from frontdesk.app.reception.reception import Reception
from frontdesk.models.facts import Language
from frontdesk.models.speaking import say
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
TUBERCULOSIS = {
    ZH: "咳嗽两个月了，痰里有血丝，瘦了不少，夜里盗汗，我58岁，男",
    EN: "I've been coughing for two months with blood in the phlegm, I lost weight and sweat at night, I'm 58, male",
}
COLD = {ZH: "咳嗽三天了，我45岁，女", EN: "I've had a cough for three days, I'm 45, female"}
MASK = {ZH: ("口罩", "单独通道"), EN: ("mask", "separate way")}
BOTH = pytest.mark.parametrize("language", [ZH, EN])


def isolated(reception: Reception, language: Language) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.says(TUBERCULOSIS[language])
    assert talk.state.department_id == "infectious-diseases" and talk.state.on_infection_route
    return talk


def named(reception: Reception, language: Language) -> Talk:
    """Somebody with a cold, sent to the lungs."""
    talk = Talk(reception, language).as_guest()
    talk.says(COLD[language])
    talk.to_department()
    assert not talk.state.on_infection_route
    return talk


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (ZH, ("不对，白酒不是每天喝，一周两三次", "不对，我抽烟是二十年")),
        (ZH, ("写错了，我没有糖尿病，是高血压",)),
        (EN, ("That's wrong, I don't drink every day, only at weekends", "no, I smoke ten a day, not twenty")),
        (EN, ("That's not right, I am allergic to nuts, not to penicillin",)),
    ],
)
def test_a_correction_of_another_line_moves_nobody(
    reception: Reception, language: Language, lines: tuple[str, ...]
) -> None:
    talk = isolated(reception, language)
    for line in lines:
        talk.says(line)
        assert talk.state.department_id == "infectious-diseases"
        assert talk.state.on_infection_route and not talk.signs


@pytest.mark.parametrize("denied", ["finding:coughing_blood finding:weight_loss finding:night_sweats", "finding:cough"])
def test_the_route_ends_with_the_facts_it_rests_on(reception: Reception, denied: str) -> None:
    talk = isolated(reception, ZH)
    for key in denied.split():
        if any(fact.key == key for fact in talk.state.record):
            talk.corrects(key)
    assert not talk.state.on_infection_route


def test_a_part_of_what_it_rests_on_leaves_it_standing(reception: Reception) -> None:
    talk = isolated(reception, ZH)
    talk.corrects("finding:weight_loss")
    assert talk.state.on_infection_route and talk.state.department_id == "infectious-diseases"


@pytest.mark.parametrize(
    ("language", "wish"), [(ZH, "我要看呼吸内科"), (ZH, "我想看全科"), (EN, "I'd rather see general practice, please")]
)
def test_whichever_department_is_named_next_the_mask_is_told_again(
    reception: Reception, language: Language, wish: str
) -> None:
    talk = isolated(reception, language)
    reply = talk.says(wish)
    assert talk.state.department_id != "infectious-diseases" and talk.state.on_infection_route
    assert all(word in reply for word in MASK[language])


@BOTH
def test_no_mask_where_nothing_can_be_caught(reception: Reception, language: Language) -> None:
    talk = named(reception, language)
    reply = talk.says({ZH: "我要看全科", EN: "I'd rather see general practice, please"}[language])
    assert not any(word in reply for word in MASK[language])


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        (ZH, "怎么又换成呼吸内科了？刚才不是说感染科要戴口罩走单独通道吗？"),
        (ZH, "为什么让我去感染科？"),
        (ZH, "到底去感染科还是呼吸内科？"),
        (ZH, "怎么不是呼吸内科啊？"),
        (EN, "why respiratory now, you said infectious diseases?"),
        (EN, "Why infectious diseases?"),
        (EN, "didn't you say infectious diseases before?"),
    ],
)
def test_a_question_about_the_department_is_answered_with_the_reason(
    reception: Reception, language: Language, asked: str
) -> None:
    talk = isolated(reception, language)
    reply = talk.says(asked)
    assert talk.state.department_id == "infectious-diseases" and not talk.state.refused
    assert all(word in reply for word in MASK[language])
    assert {ZH: "感染科", EN: "Infectious"}[language] in reply


@pytest.mark.parametrize(
    ("said", "wonders", "acts"),
    [
        ("怎么是呼吸内科？", True, []),
        ("为什么又换科室了？", True, []),
        ("我不去呼吸内科", False, [Act.REFUSES]),
        ("我不想去这个科", False, [Act.REFUSES]),
        ("换个科室吧", False, [Act.REFUSES]),
        ("why another department?", True, []),
        ("how come it's respiratory medicine now?", True, []),
        ("I don't want to go to respiratory medicine", False, [Act.REFUSES]),
        ("another department please", False, [Act.REFUSES]),
    ],
)
def test_a_question_is_no_refusal_and_a_refusal_no_question(
    reception: Reception, said: str, wonders: bool, acts: list[Act]
) -> None:
    assert wonders_at(reception.services, said) is wonders
    assert [one.act for one in read(reception.services, said, offered=(), named="respiratory")] == acts


@pytest.mark.parametrize(
    ("language", "refusal", "taken_back"),
    [
        (ZH, "我不去这个科", "我没说不去"),
        (ZH, "我不想去这个科", "我不是说不想去啊"),
        (EN, "I don't want to go there", "I never said I won't go"),
        (EN, "not this department", "I'm not refusing it"),
    ],
)
def test_a_refusal_never_meant_is_taken_back(
    reception: Reception, language: Language, refusal: str, taken_back: str
) -> None:
    talk = named(reception, language)
    department = talk.state.department_id
    talk.says(refusal)
    assert talk.state.refused == (department,) and talk.state.department_id is None
    talk.says(taken_back)
    assert talk.state.department_id == department and not talk.state.refused


@BOTH
def test_what_was_named_first_is_among_the_choices(reception: Reception, language: Language) -> None:
    talk = isolated(reception, language)
    talk.says({ZH: "我要看全科", EN: "I'd rather see general practice, please"}[language])
    talk.says({ZH: "我不去这个科了", EN: "I don't want to go there"}[language])
    assert "department:infectious-diseases" in talk.tiles
    assert talk.state.question is not None
    assert talk.state.question.options[0].key == "department:infectious-diseases"


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        (ZH, "是传染病吗？"),
        (ZH, "去感染科？是传染病吗？我是怕肺癌。"),
        (ZH, "会传染给家里人吗？"),
        (EN, "Is it contagious?"),
        (EN, "is it catching? I'm afraid of cancer"),
    ],
)
def test_whether_it_is_catching_is_for_the_doctor(reception: Reception, language: Language, asked: str) -> None:
    talk = isolated(reception, language)
    reply = talk.says(asked)
    assert say("catching", language) in reply and say("if_worse", language) not in reply
    assert any(one.what == "medical_question" for one in talk.state.findings)


@BOTH
def test_it_is_for_the_doctor_without_a_mask_too(reception: Reception, language: Language) -> None:
    talk = named(reception, language)
    reply = talk.says({ZH: "是传染病吗？", EN: "Is it contagious?"}[language])
    assert not any(word in reply for word in MASK[language])
    assert any(one.what == "medical_question" for one in talk.state.findings)


@pytest.mark.parametrize(
    ("said", "asks"),
    [
        ("传不传染？", (True, False)),
        ("为什么要戴口罩？", (False, True)),
        ("我戴了口罩", (False, False)),
        ("is it contagious?", (True, False)),
        ("why the mask?", (False, True)),
        ("I have a mask on", (False, False)),
        ("where is infectious diseases?", (False, False)),
    ],
)
def test_what_is_asked_of_the_way(said: str, asks: tuple[bool, bool]) -> None:
    assert asks_of_the_way(said) == asks


@BOTH
def test_what_is_asked_for_the_case_that_is_still_told(reception: Reception, language: Language) -> None:
    talk = named(reception, language)
    reply = talk.says(
        {ZH: "要是今晚又烧到39度，要去急诊吗？", EN: "If it gets worse tonight should I see another doctor?"}[language]
    )
    assert say("if_worse", language) in reply
