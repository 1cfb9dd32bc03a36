"""Which clauses ask, and what they ask about."""

import pytest

from frontdesk.models.parsers import (
    TalkQuestion,
    asks_about_talk,
    asks_to_be_seen,
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
        ("it isn't broken is it", ["it isn't broken is it"]),
        ("they told me what it is", []),
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
