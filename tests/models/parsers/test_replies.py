"""Whole replies from a closed list; whoever says more than that has not plainly answered."""

import pytest

from frontdesk.models.facts import Answer
from frontdesk.models.parsers import courtesy, empty, finished, plain_reply

PLAIN = {
    Answer.YES: [
        "yes",
        "Yes please.",
        "yeah I do",
        "Yep, that's right",
        "I do",
        "it does",
        "ok",
        "是的",
        "有的有的",
        "嗯",
        "对对对",
        "对，是的",
        "好的，谢谢",
        "ok 好的",
        "我有",
        "確實是",
        "有，有",
    ],
    Answer.NO: [
        "no",
        "No, thank you.",
        "nope",
        "no I don't",
        "not at all",
        "definitely not",
        "No, nothing like that, doctor",
        "没有没有",
        "没",
        "不是的",
        "没有啊",
        "不，没有",
        "沒有",
        "从来没有",
        "没有了，谢谢",
        "no, that's all",
        "没啥",
        "nah mate",
        "没有的事",
    ],
    Answer.NONE_OF_THESE: [
        "none of these",
        "no, none of those",
        "None, thanks",
        "都没有",
        "以上都没有",
        "没有，都没有",
        "都不是",
        "nope none",
        "none whatsoever",
        "nothing at all",
        "啥都没有",
    ],
    Answer.UNSURE: [
        "I don't know",
        "not sure, sorry",
        "no idea",
        "dunno",
        "不知道",
        "不太清楚",
        "我也不知道",
        "记不清了",
        "maybe",
        "不晓得",
        "谁知道呢",
        "beats me",
    ],
    Answer.REFUSED: [
        "I'd rather not say",
        "no comment",
        "skip",
        "不想说",
        "保密",
        "不方便说，不好意思",
        "No, I'd rather not say",
    ],
}


@pytest.mark.parametrize(("answer", "text"), [(answer, text) for answer, texts in PLAIN.items() for text in texts])
def test_a_whole_reply_is_an_answer(answer: Answer, text: str) -> None:
    assert plain_reply(text) is answer


@pytest.mark.parametrize(
    "text",
    [
        "No, but my leg hurts",
        "yes, decades ago",
        "yes and no",
        "not really",
        "yes?",
        "no?",
        "I have a cough",
        "only when I run",
        "no fever",
        "sometimes",
        "a bit",
        "I did once",
        "fine",
        "没有吧",
        "有一点",
        "不是没有",
        "没有发烧",
        "有时候有",
        "以前有",
        "不疼",
        "没有，就是腿疼",
        "有没有？",
        "是不是",
        "好多了",
        "不舒服",
        "有痰",
        "会疼",
        "not that I know of",
        "I don't think so",
        "应该没有",
        "没有过敏",
        "都有",
        "",
        "…",
        "38",
    ],
)
def test_what_says_more_or_less_is_no_plain_answer(text: str) -> None:
    assert plain_reply(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "that's all",
        "nothing else",
        "No, that's everything, thank you",
        "没有了",
        "没别的了",
        "就这些",
        "不用了谢谢",
        "说完了，没有了",
        "I'm done",
    ],
)
def test_who_has_nothing_to_add_is_finished(text: str) -> None:
    assert finished(text)


@pytest.mark.parametrize(
    "text",
    ["no", "没有", "yes", "that's all I eat", "没有了力气", "my period is finished", "药没有了，想开点", "thanks"],
)
def test_nobody_else_is(text: str) -> None:
    assert not finished(text)


@pytest.mark.parametrize(
    "text", ["thank you", "Hello!", "hi there, good morning", "谢谢", "你好", "您好，谢谢您", "谢谢护士"]
)
def test_thanks_and_greetings_are_courtesies(text: str) -> None:
    assert courtesy(text)


@pytest.mark.parametrize(
    "text", ["hello, I have a headache", "谢谢，没有了头疼", "thanks to my wife", "你好，我头疼", "no", "好"]
)
def test_with_anything_else_they_are_none(text: str) -> None:
    assert not courtesy(text)


@pytest.mark.parametrize(
    "text", ["", "   ", "...", "？！", "asdfgh", "um", "um, er...", "呃", "那个，呃", "aaaaaaaa", "bcdfghjk"]
)
def test_noise_is_empty(text: str) -> None:
    assert empty(text)


@pytest.mark.parametrize(
    "text", ["no", "嗯", "头疼", "34", "CT", "啊？", "huh?", "ok", "um, my knee", "那个，头疼", "TB"]
)
def test_words_are_not(text: str) -> None:
    assert not empty(text)
