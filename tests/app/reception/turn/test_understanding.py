"""A patient whom nobody understands is shown to a nurse."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.turn.understanding import REASON, RUNNING
from frontdesk.models.facts import Language
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
NOT_UNDERSTOOD = {
    "another language": (EN, ["что у вас болит", "не понимаю", "помогите", "я не говорю по", "где"]),
    "no words": (EN, ["blorf zim", "fnord wibble", "asdkjh", "qwe rty", "zzz mmm"]),
    "babble": (ZH, ["啊巴啊巴", "咕噜咕噜", "呃呃呃", "嘛呢嘛呢", "阿巴阿巴"]),
    "keys pressed": (ZH, ["ghjk", ";;;;", "呜哩哇啦", "……", "咿呀咿呀"]),
}


def calls(talk: Talk) -> list[str]:
    return [alert.raised.reason[EN] for alert in talk.state.alerts if alert.raised.rule == ""]


@pytest.mark.parametrize(("language", "said"), NOT_UNDERSTOOD.values(), ids=NOT_UNDERSTOOD)
def test_not_understood_five_times_running_a_nurse_is_called_with_that_reason(
    reception: Reception, language: Language, said: list[str]
) -> None:
    talk = Talk(reception, language).as_guest()
    for words in said[: RUNNING - 1]:
        talk.says(words)
        assert calls(talk) == []
    talk.says(said[-1])
    assert calls(talk) == [REASON[EN]]
    assert talk.page is not None and ("nurse" in talk.reply or "护士" in talk.reply)


@pytest.mark.parametrize("understood", ["my head hurts", "tap", "is there parking here?", "thank you"])
def test_an_understood_answer_begins_the_count_anew(reception: Reception, understood: str) -> None:
    talk = Talk(reception, EN).as_guest()
    for words in NOT_UNDERSTOOD["no words"][1][: RUNNING - 1]:
        talk.says(words)
    assert talk.state.not_understood == RUNNING - 1
    talk.answers_page() if understood == "tap" else talk.says(understood)
    assert talk.state.not_understood == 0
    talk.says("blorf zim")
    assert calls(talk) == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (EN, ["my tooth hurts", "no", "no", "I am 33, a woman", "since monday", "no"]),
        (ZH, ["我牙疼", "没有", "没有", "我自己，女的", "四十岁", "三天了"]),
    ],
)
def test_who_answers_in_words_is_not_taken_for_one_of_them(
    reception: Reception, language: Language, said: list[str]
) -> None:
    talk = Talk(reception, language).as_guest()
    for words in said:
        talk.says(words)
    assert calls(talk) == [] and talk.state.not_understood < RUNNING - 1
