"""What a clause asks is told by its kind, in words that were never learnt; what is told asks nothing."""

import pytest

from frontdesk.models.question_kinds import Kind, asked, likely
from frontdesk.models.question_kinds.learning import examples, kept_back

FEWEST = 0.85  # of what is kept back


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_kinds_of_what_is_kept_back(language: str) -> None:
    right = [likely(one.text).kind == one.label for of, one in kept_back() if of == language]
    assert sum(right) / len(right) >= FEWEST


def test_nothing_kept_back_is_learnt() -> None:
    learnt = {one.text for one in examples()}
    assert not [one.text for _, one in kept_back() if one.text in learnt]


def test_no_lesson_is_of_two_kinds() -> None:
    given = list({(one.text, one.label) for one in examples()})
    assert len({text for text, _ in given}) == len(given)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("is it cancer?", Kind.MEDICAL),
        ("what should I take?", Kind.MEDICAL),
        ("do I need an operation?", Kind.MEDICAL),
        ("why does my knee hurt", Kind.MEDICAL),
        ("could it be the new pills?", Kind.MEDICAL),
        ("严重吗", Kind.MEDICAL),
        ("要不要做手术", Kind.MEDICAL),
        ("这是怎么回事", Kind.MEDICAL),
        ("是不是荨麻疹", Kind.MEDICAL),
        ("where is the toilet", Kind.PRACTICAL),
        ("can I pay by card?", Kind.PRACTICAL),
        ("药费怎么交", Kind.PRACTICAL),
        ("药房在几楼", Kind.PRACTICAL),
        ("how long is the wait?", Kind.PRACTICAL),
        ("我该挂什么科", Kind.DEPARTMENT),
        ("who do I see about my ears", Kind.DEPARTMENT),
        ("我是挂骨科还是风湿科啊", Kind.DEPARTMENT),
        ("why do you ask?", Kind.WHY),
        ("这跟我的病有什么关系", Kind.WHY),
        ("how many more questions?", Kind.HOW_LONG),
        ("还有几个问题", Kind.HOW_LONG),
        ("who sees this?", Kind.PRIVACY),
        ("谁能看到这些", Kind.PRIVACY),
        ("why is a nurse on her way?", Kind.NURSE),
        ("why does it say I have gout?", Kind.WRITTEN),
        ("为啥没人问我便血", Kind.NOT_ASKED),
        ("stop asking", Kind.IMPATIENCE),
        ("问题怎么这么多", Kind.IMPATIENCE),
        ("hurry up", Kind.IMPATIENCE),
    ],
)
def test_what_is_asked(text: str, kind: Kind) -> None:
    assert [one.kind for one in asked(text)] == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "I had an operation",
        "严重的头疼",
        "I don't know why it hurts",
        "就想查查是不是老年痴呆",
        "I stopped smoking",
        "my heart beats too slow",
        "急性肠胃炎",
        "my doctor asked whether I sleep well",
        "how are you?",
    ],
)
def test_what_is_told_asks_nothing(text: str) -> None:
    assert asked(text) == ()


def test_each_clause_has_its_own_kind() -> None:
    found = asked("My throat hurts, where do I pay? Is it catching? Are you even listening")
    assert [one.kind for one in found] == [Kind.PRACTICAL, Kind.MEDICAL, Kind.IMPATIENCE]
