"""How long and since when. Now is Saturday 21 November 2026, ten in the morning."""

from datetime import UTC, datetime

import pytest

from frontdesk.models.parsers import duration

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
DAYS = [
    ("两个礼拜", 14),
    ("三天", 3),
    ("大概两周吧", 14),
    ("从周一开始", 5),
    ("昨天晚上", 0.58),
    ("半年多了", 219),
    ("一个半月", 45.6),
    ("三四天", 3.5),
    ("兩個禮拜", 14),
    ("2019年开始的", 2557),
    ("3月份开始的", 251),
    ("十几年了", 5479),
    ("咳嗽一个多礼拜", 9.1),
    ("前天晚上开始头疼", 1.6),
    ("打上周起咳嗽", 7),
    ("腰疼十来年", 3652),
    ("头疼大概三天左右", 3),
    ("两天前开始发烧", 2),
    ("咳嗽三到五天", 4),
    ("头疼 2 天", 2),
    ("嗓子疼，两天了", 2),
    ("three days", 3),
    ("about two weeks", 14),
    ("for a couple of weeks", 14),
    ("a week", 7),
    ("since Tuesday", 4),
    ("last night", 0.54),
    ("it started 3 days ago", 3),
    ("six months or so", 182.5),
    ("since 2019", 2557),
    ("3-4 days", 3.5),
    ("two and a half weeks", 17.5),
    ("since Christmas", 330),
    ("my knee has hurt for two months", 60.8),
    ("headache for the past week", 7),
    ("dizzy for about six months", 182.5),
    ("cough since March", 251),
    ("I've had a headache since yesterday", 1),
    ("sore throat, two days now", 2),
    ("I fell three days ago and my wrist hurts", 3),
    ("这半年", 182.6),
    ("这半年老头晕", 182.6),
    ("这两三个礼拜一直咳嗽", 17.5),
    ("一个来月", 30.4),
    ("昨晚九点", 0.54),
    ("昨天半夜两点", 0.33),
    ("since last night at eleven", 0.46),
    ("since this morning", 0.125),
    ("去年十二月", 341),
    ("left ear hurts, two weeks, the left, no, the right", 14),
]


@pytest.mark.parametrize(("text", "days"), DAYS)
def test_one_time_is_told(text: str, days: float) -> None:
    told = duration(text, now=NOW)
    assert told is not None and told.hours / 24 == pytest.approx(days, rel=0.07, abs=0.1)


@pytest.mark.parametrize(
    ("text", "days", "words"),
    [
        ("两个礼拜，哦不是，两天", 2, "两天"),
        ("三天，不对，四天", 4, "四天"),
        ("two weeks, no sorry, three weeks", 21, "three weeks"),
        ("since Monday... no wait, Tuesday", 4, "Tuesday"),
        ("周一开始，到今天五六天了", None, None),
        ("two weeks, no", None, None),
        ("两天，不对，记不清", None, None),
        ("three days, or was it longer", None, None),
    ],
)
def test_the_last_of_a_plain_correction_stands(text: str, days: float | None, words: str | None) -> None:
    told = duration(text, now=NOW)
    assert (told.words if told else None) == words
    assert days is None or (told is not None and told.hours / 24 == pytest.approx(days, rel=0.07))


NONE = [
    "since Easter",
    "a while",
    "很久了",
    "ages",
    "recently",
    "最近",
    "从小",
    "twice a day",
    "一天三次",
    "every three days",
    "每天",
    "I'm 34 years old",
    "14个月大",
    "孩子三个月",
    "she is 8 months old",
    "my 3 week old baby has a fever",
    "怀孕12周",
    "I'm 6 weeks pregnant with a headache",
    "in two weeks",
    "appointment next week",
    "约了三天后",
    "下周",
    "吃了三天药",
    "消炎药吃了两周，嗓子还是疼",
    "I've been on metformin for three years and my feet tingle",
    "抽了三十年烟，咳嗽",
    "I've smoked for twenty years and I cough",
    "after three days of antibiotics my throat is still sore",
    "等了两个小时了，脚疼",
    "I sat here for two hours and my back hurts",
    "咳嗽两天，发烧一天",
    "a cough for a week and a rash since yesterday",
    "咳嗽，昨晚看球到半夜",
    "my knee hurts, I watched the football last night",
    "半年没锻炼了，腰疼",
    "三天两头头疼",
    "第三天",
    "一天到晚打喷嚏",
    "走一天脚就酸",
    "我教了三十年书，嗓子哑",
    "夜里起来尿，一晚上四五趟",
    "my cough is as bad as it was last week",
    "I take it every 2 hours for my headache",
    "headaches, two tablets a day",
    "the pain lasts two hours each time",
    "两个",
    "three",
    "头疼",
    "In March I moved services, my knee hurts",
    "I went to the GP two weeks ago",
    "高血压十年，头晕",
    "for ages",
    "咳嗽34天了",
    "头疼断断续续两年了",
    "a headache on and off for two years",
    "my cough has lasted a week or ten days",
    "my dad had a cough for two weeks",
    "今晚九点开始疼",
]


@pytest.mark.parametrize("text", NONE)
def test_of_anything_else_and_of_two_nothing_is_told(text: str) -> None:
    assert duration(text, now=NOW) is None


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("都说了，半年了", 182.6),
        ("I told you, two weeks", 14),
        ("It's the right knee, no sorry the left, two weeks now, no, two days", 2),
        ("两天吧，要不就三天", None),
        ("三天，不是，我记错了", None),
        ("不知道，两天吧", None),
    ],
)
def test_a_time_asked_for_is_told_beside_other_words(text: str, days: float | None) -> None:
    told = duration(text, now=NOW, asked=True)
    assert (told is None) is (days is None)
    assert days is None or (told is not None and told.hours / 24 == pytest.approx(days, rel=0.07))


def test_the_words_are_the_patients() -> None:
    told = duration("頭痛三個禮拜了", now=NOW)
    assert told is not None and told.words == "三個禮拜"
