"""Which findings and conditions are spoken of, and which of them are denied."""

from time import perf_counter

import pytest

from frontdesk.models.mentions import mentions


@pytest.mark.parametrize(
    ("text", "spoken", "denied"),
    [
        ("我头疼三天了，没有发烧", ["headache"], ["fever"]),
        ("肚子从昨晚开始就一直疼", ["abdominal_pain"], []),
        ("没有咳嗽、发热", [], ["cough", "fever"]),
        ("腰没疼过，腿疼", ["leg_pain"], ["back_pain"]),
        ("不咳嗽，就是嗓子疼", ["sore_throat"], ["cough"]),
        ("發燒", ["fever"], []),
        ("睡不着觉", ["poor_sleep"], []),
        ("我有高血压", ["hypertension"], []),
        ("没有高血压", [], ["hypertension"]),
        ("can you see hair loss here?", ["hair_loss"], []),
        ("no fever, cough or chills but my knee hurts", ["knee_pain"], ["fever", "cough", "chills"]),
        ("I've had a bad stomach ache and my eyes itch", ["abdominal_pain", "itchy_eyes"], []),
        ("my knee has started to hurt", ["knee_pain"], []),
        ("I don't have a headache", [], ["headache"]),
        ("she denies chest pain", [], ["chest_pain"]),
        ("not only a cough", ["cough"], []),
        ("I can't sleep", ["poor_sleep"], []),
        ("it's my mother's birthday", [], []),
        ("我爸没心跳了", ["not_breathing"], []),
        ("我爸心跳停了，快来人", ["not_breathing"], []),
        ("my dad's heart has stopped", ["not_breathing"], []),
        ("看见价钱心脏都停了", [], []),
        ("my heart stopped when I saw the bill", [], []),
        ("上周抽了甲功", ["thyroid_test_abnormal"], []),
        ("上礼拜抽了胃液", [], []),
        ("孩子抽了，眼睛往上翻", ["seizure"], []),
        ("昨天抽了两次", ["seizure"], []),
        ("膝盖会打软", ["knee_pain"], []),
        ("肩膀梳头也疼", ["shoulder_pain"], []),
        ("脚有点凉", ["cold_intolerance"], []),
        ("左腿突然冰凉", ["limb_cold_pale"], []),
        ("a rash on my hands", ["rash"], []),
        ("spots on hands and feet", ["hand_foot_mouth"], []),
        ("那个早泄什么的没有的", [], ["premature_ejaculation"]),
        ("你好", [], []),
    ],
)
def test_what_is_spoken_of(text: str, spoken: list[str], denied: list[str]) -> None:
    found = mentions(text)
    assert sorted(one.code for one in found if not one.denied) == sorted(spoken)
    assert sorted(one.code for one in found if one.denied) == sorted(denied)


def test_the_words_are_the_patients_and_the_places_those_of_the_plain_form() -> None:
    (one,) = mentions("我發燒了")
    assert one.words == "發燒" and (one.start, one.end) == (1, 3)


def test_a_sentence_takes_a_few_milliseconds() -> None:
    text = "I've had a bad stomach ache since Monday and my eyes itch, no fever though, what should I do now"
    mentions(text)
    mentions.cache_clear()
    begun = perf_counter()
    mentions(text)
    assert perf_counter() - begun < 0.1
