"""However long an utterance is and whatever it repeats: bounded work, no danger missed, no word lost."""

from collections.abc import Iterator
from random import Random
from time import thread_time

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.state import Phase
from frontdesk.models.facts import Language, Topic
from tests.app.reception.talk import Talk

LONGEST = 4000  # characters that a kiosk may send
TIMES = 20  # ordinary turns that any text may cost; 12 were seen
VARIED = 3  # texts of many of these, in each language
HOSTILE = (
    *(
        "三天",
        "昨天下午三点",
        "三天前，",
        "上周三 ",
        "38.5度",
        "阿司匹林",
        "没有发烧没有咳嗽",
        "一二三四五六七八九十",
        "百",
        "左边右边",
        "不是",
        "（",
    ),
    *(
        "12 ",
        "a",
        "2026-11-23 ",
        "three days ago ",
        "aspirin 100mg ",
        "bp 180/110 ",
        "K 7 ",
        "no fever but cough ",
        "my mother has diabetes, ",
        "for about a week and a half ",
        "my left knee, no the right ",
        "allergic to nuts ",
    ),
)

ORDINARY = (
    "我头疼三天了，有点恶心，没有发烧",
    "I have had a cough with phlegm for a week, and I took some amoxicillin",
)
STORY = {
    Language.ZH: "我家的猫很喜欢晒太阳，今天天气不错。",
    Language.EN: "My cat likes to sit in the sun, the weather is fine today. ",
}
DANGER = {
    Language.ZH: "胸口像压着石头一样疼，一直出冷汗。",
    Language.EN: "My chest is crushing and my left arm is numb, I'm sweating. ",
}


def cost(reception: Reception, text: str) -> float:
    """Seconds of work, of the quickest of three turns with it; each is another text, of which nothing is known yet."""
    seconds = []
    for number in range(1, 4):
        talk = Talk(reception).as_guest()
        began = thread_time()
        talk.says(text[:-number])
        seconds.append(thread_time() - began)
    return min(seconds)


def varied() -> Iterator[str]:
    chance = Random(3)
    for _ in range(VARIED):
        for ascii in (True, False):
            yield "".join(chance.choices([words for words in HOSTILE if words.isascii() is ascii], k=LONGEST))[:LONGEST]


def test_any_text_costs_a_bounded_number_of_turns(reception: Reception) -> None:
    reception.warm()
    ordinary = max(
        cost(reception, text) for text in ("我头疼三天了，有点恶心，没有发烧", "咳嗽一个星期了，有痰，吃过阿莫西林")
    )
    for text in (*((words * LONGEST)[:LONGEST] for words in HOSTILE), *varied()):
        assert cost(reception, text) <= TIMES * ordinary, text[:40]


@pytest.mark.parametrize("language", list(Language))
def test_danger_late_in_a_long_story_is_not_missed(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    story, danger = STORY[language], DANGER[language]
    talk.says(story * 30 + danger + story * 10)
    assert talk.state.phase is Phase.EMERGENCY


def test_what_is_not_understood_is_kept_as_words(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    said = "我头疼三天了。" + "天气不错，我去买菜。" * 80 + "对了我对青霉素过敏"
    talk.says(said)
    kept = "".join(fact.quote for fact in talk.state.record if fact.topic is Topic.SAID)
    assert sorted(kept) == sorted(said) and talk.state.said == (said,)
    assert talk.fact("penicillin").topic is Topic.ALLERGY
