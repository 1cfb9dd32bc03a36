"""The record after each turn: extended, refined, corrected, nothing lost."""

import pytest

from models.embedded.summarization import extend
from models.embedded.understanding import understand
from models.facts import Course, Fact, Record, Severity, Side, Status, Topic


def told(*turns: str | tuple[str, str]) -> Record:
    """The record after these turns; a pair is (the question asked, the answer)."""
    record: dict[tuple[Topic, str], Fact] = {}
    for number, said in enumerate(turns, start=1):
        asked, text = said if isinstance(said, tuple) else (None, said)
        heard = understand(text, asked=asked)
        facts, withdrawn = extend(tuple(record.values()), heard, asked=asked, turn=number)
        record |= {fact.name: fact for fact in facts}
        record = {name: fact for name, fact in record.items() if f"{name[0]}:{name[1]}" not in withdrawn}
    return tuple(record.values())


def only(record: Record, code: str) -> Fact:
    found = [fact for fact in record if fact.code == code]
    assert len(found) == 1, [f.code for f in record]
    return found[0]


def test_a_change_of_mind_within_one_turn_leaves_one_fact() -> None:
    record = told("右膝盖疼……不对，是左边，两个礼拜了，哦不是，两天")
    knee = only(record, "knee_pain")
    assert knee.details.side is Side.LEFT
    assert knee.details.duration is not None and knee.details.duration.hours == 48
    assert len(record) == 1


@pytest.mark.parametrize(
    ("first", "second", "side"),
    [
        ("右腿疼", "不对，是左腿", Side.LEFT),
        ("my right knee hurts", "sorry, the left one", Side.LEFT),
        ("my left ear hurts", "no wait, I meant the right ear", Side.RIGHT),
        ("左边胳膊疼", "说错了，是右边", Side.RIGHT),
    ],
)
def test_a_later_turn_corrects_the_side(first: str, second: str, side: Side) -> None:
    record = told(first, second)
    assert [fact.details.side for fact in record if fact.topic is Topic.FINDING] == [side]


@pytest.mark.parametrize(
    ("first", "second", "hours"),
    [
        ("my back has hurt for two days", "sorry, two weeks, not two days", 336),
        ("咳嗽两天了", "不对，是两个礼拜", 336),
        ("headache for a month", "I mean a week", 168),
        ("头晕一个月了", "记错了，是一个星期", 168),
    ],
)
def test_a_later_turn_corrects_the_duration(first: str, second: str, hours: float) -> None:
    (fact,) = told(first, second)
    assert fact.details.duration is not None and fact.details.duration.hours == hours


def test_what_was_there_and_is_denied_becomes_absent() -> None:
    assert only(told("I have a cough and a fever", "actually no fever"), "fever").status is Status.ABSENT
    assert only(told("咳嗽发烧", "不对，没有发烧"), "fever").status is Status.ABSENT


def test_one_complaint_put_in_the_place_of_another_withdraws_it() -> None:
    assert [fact.code for fact in told("头疼，不对，是肚子疼")] == ["abdominal_pain"]


def test_a_bare_answer_goes_to_the_chief_complaint() -> None:
    record = told("嗓子疼，还咳嗽", ("duration", "三天了"), ("severity", "8"), ("course", "越来越重"))
    throat = only(record, "sore_throat")
    assert throat.details.duration is not None and throat.details.duration.hours == 72
    assert throat.details.severity is Severity.SEVERE
    assert throat.details.course is Course.WORSE


def test_the_turn_of_a_fact_is_that_of_its_words() -> None:
    record = told("肚子疼", ("finding:fever", "没有"), ("allergies", "青霉素过敏"))
    assert [(fact.code, fact.turn) for fact in record] == [("abdominal_pain", 1), ("fever", 2), ("penicillin", 3)]


def test_a_duration_of_something_else_does_not_overwrite() -> None:
    record = told("头晕三天了", ("condition:hypertension", "有，十年了"))
    dizzy, pressure = only(record, "dizziness"), only(record, "hypertension")
    assert dizzy.details.duration is not None and dizzy.details.duration.hours == 72
    assert pressure.details.duration is not None and pressure.details.duration.hours == 10 * 8766


def test_none_goes_when_one_is_named_after_all() -> None:
    record = told(("medicines", "没有"), "哦对了，我吃阿司匹林")
    assert [fact.code for fact in record if fact.topic is Topic.MEDICINE] == ["aspirin"]


def test_a_place_answers_where_for_a_vague_complaint_and_refines_a_named_one() -> None:
    assert "abdominal_pain" in [fact.code for fact in told("不舒服", ("site", "肚子"))]
    named = told("头疼", ("site", "太阳穴"))
    assert [fact.code for fact in named] == ["headache"] and named[0].details.site == "太阳穴"


def test_later_details_refine_and_earlier_ones_stay() -> None:
    record = told("左膝盖疼", "膝盖疼得厉害，一个月了")
    knee = only(record, "knee_pain")
    assert knee.details.side is Side.LEFT and knee.details.severity is Severity.SEVERE
    assert knee.details.duration is not None and knee.turn == 2


def test_what_they_came_with_is_not_denied_in_passing() -> None:
    record = told("被狗咬了", ("past_history", "没打过狂犬疫苗"))
    assert only(record, "animal_bite").status is Status.PRESENT
    asked = told("发烧", ("finding:fever", "没有发烧"))
    assert only(asked, "fever").status is Status.ABSENT


def test_nothing_new_changes_nothing() -> None:
    record = told("咳嗽三天")
    assert extend(record, understand("谢谢"), asked=None, turn=2) == ((), ())


def test_a_time_told_exactly_stands_for_one_told_roughly() -> None:
    heartburn = only(told("这两天胃里烧，反酸", ("finding:vomiting_blood", "大概有半个月了吧")), "acid_reflux")
    assert heartburn.details.duration is not None and heartburn.details.duration.words == "半个月"


def test_how_bad_a_pain_is_makes_no_second_pain() -> None:
    record = told("I get headaches", ("severity", "worst pain I've ever had"))
    assert [fact.code for fact in record] == ["headache"]


@pytest.mark.parametrize(
    ("first", "asked", "reply"),
    [
        ("my knee hurts", "finding:fever", "no fever. It's the right one, about three weeks"),
        ("膝盖疼", "finding:fever", "不发烧，是右边的，有三个星期了"),
        ("my shoulder aches", "finding:numbness", "no. the right one, three weeks now"),
        ("肩膀疼", "finding:numbness", "没有没有，就是右边，三个星期了"),
    ],
)
def test_what_is_told_beside_a_denial_is_added_to_the_complaint(first: str, asked: str, reply: str) -> None:
    details = told(first, (asked, reply))[0].details
    assert (details.side, details.duration.hours if details.duration else None) == (Side.RIGHT, 504)


@pytest.mark.parametrize("reply", ["I'm 61. It's been about a year", "六十一了，有一年了"])
def test_how_long_is_kept_beside_the_age(reply: str) -> None:
    details = told("erection trouble" if reply.isascii() else "头晕", ("age", reply))[0].details
    assert details.duration is not None and details.duration.hours == 8766


def test_an_allergy_told_later_leaves_that_there_is_none_to_medicines_until_one_is_told() -> None:
    asked = ("allergies", "没有")
    food = {fact.code: fact.status for fact in told("肚子胀", asked, "对了，我吃芒果会过敏")}
    assert food == {"bloating": Status.PRESENT, "芒果": Status.PRESENT, "medicines": Status.ABSENT}
    medicine = {fact.code for fact in told("肚子胀", asked, "对了，我吃芒果会过敏", "哦还有青霉素过敏")}
    assert medicine == {"bloating", "芒果", "penicillin"}
    assert "medicines" not in {fact.code for fact in told(("allergies", "no"), "oh, I'm allergic to penicillin")}


def test_a_kind_of_medicine_told_first_gives_way_to_its_name_with_what_was_told_of_it() -> None:
    record = told("she's run out of her blood pressure tablets", ("medicines", "amlodipine 5 mg"))
    taken = [fact for fact in record if fact.topic is Topic.MEDICINE]
    assert [(f.code, f.details.value, f.details.character) for f in taken] == [("amlodipine", "5 mg", "run out")]
    record = told(("medicines", "氨氯地平，一天一片"), "降压药吃完了")
    taken = [fact for fact in record if fact.topic is Topic.MEDICINE]
    assert [(f.code, f.details.value, f.details.character) for f in taken] == [("amlodipine", "一天一片", "吃完了")]


@pytest.mark.parametrize(
    ("first", "asked"), [("吃了美林，还烧", "medicines"), ("I'm allergic to codeine", "allergies")]
)
def test_a_no_after_one_was_told_is_no_denial_of_it(first: str, asked: str) -> None:
    assert "none" not in {fact.code for fact in told(first, (asked, "no"))}


@pytest.mark.parametrize(
    ("first", "then"), [("前天身上起疹子", "没吃药，小时候有湿疹"), ("头疼三天了", "年轻时候也头疼过")]
)
def test_what_was_had_long_ago_leaves_the_complaint_of_now(first: str, then: str) -> None:
    assert told(first, ("medicines", then))[0] == told(first)[0]


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("He's had a cough for two days and a temperature of 39.1 last night", "his temperature is 37 this morning"),
        ("fever, 38.8 yesterday", "it was 37.1 just now"),
        ("孩子咳嗽，昨晚发烧39度1", "今天早上体温37度"),
        ("发烧，昨天38.8度", "刚量了36.9度"),
    ],
)
def test_a_fever_that_has_gone_down_keeps_its_highest_reading(first: str, later: str) -> None:
    before, after = only(told(first), "fever"), only(told(first, later), "fever")
    assert after.status is Status.PRESENT and after.details.value == before.details.value
    assert after.details.duration == before.details.duration


@pytest.mark.parametrize(
    ("first", "later", "value"),
    [
        ("she has a fever of 38.2", "it has gone up, 39.4 now", "39.4 °C"),
        ("发烧38度2", "现在39度4了", "39.4 °C"),
        ("a fever of 39.5", "sorry, no, 38.5", "38.5 °C"),
    ],
)
def test_a_fever_that_rises_or_is_put_right_has_its_new_reading(first: str, later: str, value: str) -> None:
    assert only(told(first, later), "fever").details.value == value


@pytest.mark.parametrize("reply", ["14.2 last night, after supper", "about 12 or 13", "昨天测的14.2", "十一点二空腹"])
def test_a_sugar_told_when_asked_is_kept_and_dates_nothing(reply: str) -> None:
    question = "血糖有点高" if not reply.isascii() else "my blood sugar is high"
    sugar = only(told(question, ("value", reply)), "high_sugar_reading")
    assert (sugar.details.value, sugar.details.duration) == (reply, None)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I'm diabetic, evening sugar is 14 to 16. I'd like it looked at", "14-16 mmol/L"),
        ("my sugars have been all over the place, around 15 before lunch", "15 mmol/L"),
        ("sugar was 260 on the meter", "260 mg/dL"),
        ("有糖尿病，早上空腹血糖12到13", "12-13 mmol/L"),
        ("昨天在药店测血糖16.3", "16.3 mmol/L"),
    ],
)
def test_a_sugar_too_high_at_any_hour_is_the_complaint(text: str, value: str) -> None:
    assert only(told(text), "high_sugar_reading").details.value == value


@pytest.mark.parametrize("text", ["my sugar was 5.4 this morning", "I take 2 sugars in my tea", "空腹血糖5.2，挺好"])
def test_a_usual_sugar_is_no_complaint(text: str) -> None:
    assert "high_sugar_reading" not in [fact.code for fact in told(text)]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("昨晚发烧39度1", "今天早上量的37度4"),
        ("咳嗽，昨晚发烧39度1", "今天早上36度8"),
        ("fever of 39.1 last night", "it was 37.4 this morning"),
    ],
)
def test_how_high_a_fever_was_stays_when_it_is_measured_lower(first: str, then: str) -> None:
    fever = only(told(first, then), "fever")
    assert (fever.status, fever.details.value) == (Status.PRESENT, "39.1 °C")


@pytest.mark.parametrize(
    ("turns", "value", "latest"),
    [
        (("昨天夜里烧到39度2，今天早上37度6",), "39.2 °C", "今天早上37.6 °C"),
        (("今早37度6，昨晚38度8，咳嗽",), "38.8 °C", "今早37.6 °C"),
        (("发烧，昨天39度，吃了药降到37度5",), "39 °C", "后来37.5 °C"),
        (("temperature was 39.2 last night, 37.6 now",), "39.2 °C", "now 37.6 °C"),
        (("咳嗽，昨晚发烧39度1", "今天早上37度5"), "39.1 °C", "今天早上37.5 °C"),
        (("a fever of 38.9 last night", ("value", "37.6 this morning, lower than it was")), "38.9 °C", "37.6 °C"),
        (("今早39度5，昨晚才38度",), "39.5 °C", None),
        (("发烧39度2",), "39.2 °C", None),
    ],
)
def test_the_temperature_of_now_is_kept_beside_the_highest(
    turns: tuple[str | tuple[str, str], ...], value: str, latest: str | None
) -> None:
    fever = only(told(*turns), "fever")
    assert (fever.details.value, fever.details.latest) == (value, latest)


@pytest.mark.parametrize("text", ["咳嗽三天，昨晚39度2", "a cough for three days, temperature of 39.2 last night"])
def test_when_a_temperature_was_measured_is_of_the_fever(text: str) -> None:
    record = told(text)
    assert [only(record, code).details.duration is not None for code in ("cough", "fever")] == [True, True]


def test_when_a_lower_temperature_was_measured_dates_no_cough() -> None:
    assert only(told("孩子咳嗽，昨晚发烧39度1", "今天早上体温37度"), "cough").details.duration is None


def test_a_temperature_put_right_stands() -> None:
    assert only(told("发烧39度", "不对，是38度5"), "fever").details.value == "38.5 °C"
