"""Which clauses ask, and what they ask about."""

import pytest

from models.parsers import (
    TalkQuestion,
    asks_about_talk,
    asks_medical,
    asks_to_be_seen,
    asks_which_department,
    questions,
)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("在哪儿交费", ["在哪儿交费"]),
        ("几点开门？", ["几点开门？"]),
        ("挂号多少钱", ["挂号多少钱"]),
        ("要等多久", ["要等多久"]),
        ("医生今天在吗", ["医生今天在吗"]),
        ("头疼，要不要做CT", ["要不要做CT"]),
        ("where is the toilet", ["where is the toilet"]),
        ("my throat hurts, where do I pay?", ["where do I pay?"]),
        ("do I need to fast", ["do I need to fast"]),
        ("Is it open on Sunday? And how much is it?", ["Is it open on Sunday?", "And how much is it?"]),
        ("the pharmacy?", ["the pharmacy?"]),
        ("can you tell me where the lab is", ["can you tell me where the lab is"]),
        ("你能帮我看看吗", []),
        ("can you help me, my knee hurts", []),
        ("when I walk it hurts", []),
        ("what I have is a cough", []),
        ("不知道怎么回事", []),
        ("I don't know why it hurts", []),
        ("什么都吃不下", []),
        ("it hurts, you know?", []),
        ("怎么都睡不着", []),
        ("没什么", []),
        ("I have a cough", []),
        ("我头疼呢", []),
        ("就想查查是不是老年痴呆", []),
        ("I want to find out if it's arthritis", []),
        ("我是挂骨科还是风湿科啊", ["我是挂骨科还是风湿科啊"]),
    ],
)
def test_the_clauses_that_ask(text: str, asked: list[str]) -> None:
    assert list(questions(text)) == asked


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("why do you ask?", TalkQuestion.WHY),
        ("Why?", TalkQuestion.WHY),
        ("what's that got to do with my knee", TalkQuestion.WHY),
        ("为什么问这个", TalkQuestion.WHY),
        ("这跟我的病有什么关系", TalkQuestion.WHY),
        ("how many more questions?", TalkQuestion.HOW_LONG),
        ("how long will this take", TalkQuestion.HOW_LONG),
        ("还有几个问题", TalkQuestion.HOW_LONG),
        ("pardon?", TalkQuestion.REPEAT),
        ("say that again please", TalkQuestion.REPEAT),
        ("没听清", TalkQuestion.REPEAT),
        ("啊？", TalkQuestion.REPEAT),
        ("what do you mean?", TalkQuestion.MEANING),
        ("which one?", TalkQuestion.MEANING),
        ("哪个？", TalkQuestion.MEANING),
        ("什么意思？", TalkQuestion.MEANING),
        ("are you a robot?", TalkQuestion.MACHINE),
        ("你是真人吗", TalkQuestion.MACHINE),
        ("who sees this?", TalkQuestion.PRIVACY),
        ("is this stored", TalkQuestion.PRIVACY),
        ("谁能看到这些", TalkQuestion.PRIVACY),
        ("why does my knee hurt?", None),
        ("how long is the wait?", None),
        ("where is the pharmacy?", None),
        ("为什么老头疼", None),
        ("my knee hurts", None),
    ],
)
def test_questions_about_the_talk(text: str, about: TalkQuestion | None) -> None:
    assert asks_about_talk(text) is about


@pytest.mark.parametrize(
    "text",
    [
        "is it cancer?",
        "what should I take?",
        "do I need an operation?",
        "should I be worried",
        "why does my knee hurt",
        "严重吗",
        "要不要做手术",
        "是不是癌症",
        "我该吃什么药",
        "这是怎么回事",
        "会传染吗",
        "是不是胃顶的",
        "是不是荨麻疹",
        "能不能把降压药换回原来那种",
        "could it be the new pills?",
        "can I go back on my old tablets?",
        "is it down to stress?",
    ],
)
def test_what_only_a_doctor_may_answer(text: str) -> None:
    assert asks_medical(text)


@pytest.mark.parametrize(
    "text",
    [
        "where is the toilet",
        "几点开门",
        "挂号多少钱",
        "I had an operation",
        "药房在几楼",
        "my knee hurts",
        "can I pay by card?",
        "严重的头疼",
        "药费怎么交",
        "是不是要先交费",
        "是不是在三楼",
        "能不能开发票",
        "could it be on the second floor",
    ],
)
def test_what_anybody_may_answer(text: str) -> None:
    assert not asks_medical(text)


@pytest.mark.parametrize(
    "text",
    [
        "can you see hair loss here?",
        "能看脱发吗",
        "do you treat acne",
        "你们这儿能看皮肤病吗",
        "can I see a doctor",
        "could you look at my knee?",
        "可以看牙吗",
    ],
)
def test_a_wish_to_be_treated(text: str) -> None:
    assert asks_to_be_seen(text)


@pytest.mark.parametrize(
    "text",
    [
        "can you see my records?",
        "能看我的病历吗",
        "can you help me",
        "where is dermatology",
        "能看到吗",
        "my hair falls out",
        "能报销吗",
    ],
)
def test_other_questions_are_none(text: str) -> None:
    assert not asks_to_be_seen(text)


@pytest.mark.parametrize(
    "text",
    [
        "我该挂什么科",
        "我是挂骨科还是风湿科啊",
        "看哪科",
        "which department do I need",
        "who do I see about my ears",
        "do I need orthopaedics or rheumatology",
    ],
)
def test_which_department_is_asked_for(text: str) -> None:
    assert asks_which_department(text)


@pytest.mark.parametrize(
    "text",
    [
        "骨科在几楼",
        "在哪挂号",
        "where is orthopaedics",
        "which floor is it",
        "上次挂的什么科",
        "科室几点下班",
        "my knee",
    ],
)
def test_where_one_is_is_another_question(text: str) -> None:
    assert not asks_which_department(text)
