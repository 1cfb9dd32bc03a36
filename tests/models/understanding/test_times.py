"""How long and since when, in the spellings of both languages. Now is Saturday 21 November 2026, ten in the morning."""

from datetime import UTC, datetime

import pytest

from models.embedded.understanding import understand

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
DAYS = [
    ("咳嗽一个多礼拜", 9.1),
    ("前天晚上开始头疼", 1.6),
    ("头疼半拉月", 15.2),
    ("头疼好几天了", 5),
    ("打上周起咳嗽", 7),
    ("腰疼十来年", 3652),
    ("头晕两个礼拜了", 14),
    ("咳嗽大半年", 219),
    ("头疼一年半", 548),
    ("咳嗽个把月", 30.4),
    ("头疼一两天", 1.5),
    ("咳嗽两三个星期", 17.5),
    ("咳嗽俩月", 60.8),
    ("头疼仨月", 91),
    ("上周三开始头疼", 10),
    ("周二开始咳嗽", 4),
    ("咳嗽3-4天", 3.5),
    ("咳嗽三到五天", 4),
    ("头疼半小时", 0.02),
    ("头晕一个半小时", 0.06),
    ("从昨天开始咳嗽", 1),
    ("咳嗽快一个月了", 30.4),
    ("头疼大概三天左右", 3),
    ("两天前开始发烧", 2),
    ("腰疼二十多年", 8400),
    ("咳嗽十几天", 15),
    ("头疼三天了", 3),
    ("头疼 2 天", 2),
    ("頭痛三個禮拜", 21),
    ("去年冬天开始咳嗽", 341),
    ("3月份开始头晕", 251),
    ("这几天头晕", 4),
    ("headache since Tuesday", 4),
    ("a couple of weeks of headaches", 14),
    ("headache for the past month or so", 30.4),
    ("cough for about a week", 7),
    ("coughing for two and a half weeks", 17.5),
    ("cough 3-4 days", 3.5),
    ("back pain for 10+ years", 3652),
    ("headache since yesterday", 1),
    ("I've had this cough for years", 1096),
    ("headache all night", 0.33),
    ("it started 3 days ago, the headache", 3),
    ("headache for half an hour", 0.02),
    ("cough for a year and a half", 548),
    ("cough since March", 251),
    ("dizzy for about six months", 182.5),
    ("dizzy the last few days", 3),
    ("headache since 2019", 2557),
    ("cough, two weeks", 14),
    ("a cough since before Christmas", 332),
    ("backache on and off for donkeys years", 1826),
    ("my knee hurts, it was Monday night", 5),
    ("numb feet since five days and headache", 5),
    ("腰疼，前天搬东西闪的", 2),
    ("膝盖疼有些年头了", 1826),
    ("sore throat since my birthday on Thursday", 2),
    ("bad knees since before covid", 2557),
    ("my ear's blocked, I went swimming the day before yesterday", 2),
    ("cough for a fortnight", 14),
    ("headache since last night", 0.54),
    ("失眠半年多了", 219),
    ("my elbow aches, it's been like it two months", 60.8),
    ("she's been wheezing a fortnight", 14),
    ("he's been off his food a good few days", 5),
    ("手麻年头多了，这个月才厉害", 1826),
]


@pytest.mark.parametrize(("text", "days"), DAYS)
def test_a_duration_is_understood(text: str, days: float) -> None:
    heard = understand(text, now=NOW)
    durations = [f.details.duration for f in heard.facts if f.details.duration]
    assert durations, heard
    assert durations[0].hours / 24 == pytest.approx(days, rel=0.06, abs=0.01)


NOT_LASTING = [
    "头疼，一天三次",
    "每天头疼",
    "怀孕六个月，头疼",
    "宝宝十四个月，发烧",
    "三天两头头疼",
    "第三天了没有",
    "脚后跟疼，站了一上午",
    "走一天脚就酸",
    "半年没锻炼了，腰疼",
    "好久没跑步，腿酸",
    "消炎药吃了两周，嗓子还是疼",
    "止咳糖浆喝了一个月，还是咳",
    "抽了三十年烟，咳嗽",
    "一天到晚打喷嚏",
    "after three days of antibiotics my throat is still sore",
    "咳嗽，昨晚看球到半夜",
    "my knee hurts, I watched the football last night",
    "我刚才说过了，膝盖疼",
    "I've got a cough, and I haven't smoked for ten years",
    "I haven't been to the dentist for years. my gums bleed",
    "my hand shakes. I've not had a drink since Easter",
    "I've been on metformin for three years and my feet tingle",
    "夜里起来尿好几回，尿得疼",
    "手上起泡，一到夏天就犯",
    "headache twice a day",
    "I'm 61 this year and my feet are numb",
    "my back hurts, I've been drinking a bottle a day",
    "my knees ache, I've been running three miles a week",
    "my cough is as bad as it was last week",
    "I take it every 2 hours for my headache",
    "I'm 6 weeks pregnant with a headache",
    "14 months old with a fever",
    "cough 3 times a week",
    "headaches, two tablets a day",
]


@pytest.mark.parametrize("text", NOT_LASTING)
def test_rates_ages_and_pregnancies_are_no_duration(text: str) -> None:
    heard = understand(text, now=NOW)
    complaints = [f for f in heard.facts if f.topic == "finding"]
    assert not any(f.details.duration for f in complaints) and heard.details.duration is None


@pytest.mark.parametrize(
    "text",
    [
        "I have been waiting for hours! My foot hurts",
        "I sat here for two hours and my back hurts",
        "我等了两个小时了，脚疼",
    ],
)
def test_time_spent_in_a_queue_is_no_duration(text: str) -> None:
    (pain,) = [f for f in understand(text).facts if f.code.endswith("pain")]
    assert pain.details.duration is None


def test_the_words_of_a_duration_are_the_patients() -> None:
    assert understand("頭痛三個禮拜了").facts[0].details.duration.words == "三個禮拜"  # type: ignore[union-attr]


def test_complaints_listed_together_share_their_duration() -> None:
    heard = understand("咳嗽、发烧、流鼻涕三天了")
    assert [f.details.duration.hours for f in heard.facts if f.details.duration] == [72, 72, 72]


def test_the_beginning_stands_where_a_turn_for_the_worse_is_dated_too() -> None:
    heard = understand("头疼三天了，昨天加重")
    assert heard.facts[0].details.duration.hours == 72  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("it was the end of September, as I told you", 67),
        ("late June I think", 159),
        ("oh, around the beginning of October", 37),
    ],
)
def test_a_month_alone_tells_the_beginning(text: str, days: float) -> None:
    duration = understand(text, asked="duration", now=NOW).details.duration
    assert duration is not None and duration.hours / 24 == pytest.approx(days, abs=10)


@pytest.mark.parametrize(
    "text", ["My knee hurts, and my scan is at the end of May", "In March I moved house, my knee hurts"]
)
def test_a_month_of_something_else_begins_no_complaint(text: str) -> None:
    assert understand(text, now=NOW).facts[0].details.duration is None


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("finding:poor_sleep", "车贷还有十五年，愁得睡不着"),
        (None, "我教了三十年书，嗓子哑"),
        (None, "尿里有泡沫，半天散不掉"),
        (None, "夜里起来尿，一晚上四五趟"),
        (None, "一到半夜就咳"),
        ("medicines", "络活喜一天没断过"),
    ],
)
def test_a_time_of_something_else_lasts_for_no_complaint(asked: str | None, text: str) -> None:
    heard = understand(text, asked=asked)
    assert heard.details.duration is None
    assert all(fact.details.duration is None for fact in heard.facts)


def test_how_long_asked_back_is_not_the_answer() -> None:
    heard = understand("多久啊？好久啊？怕有二十年了", asked="duration")
    assert heard.details.duration is not None
    assert heard.details.duration.hours > 19 * 8766
