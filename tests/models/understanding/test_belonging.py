"""What times, degrees, courses and sides belong to: the complaint as it is now, or something else that is told."""

from datetime import datetime

import pytest

from models.embedded.summarization import extend
from models.embedded.understanding import understand
from models.facts import Course, Details, Severity, Side, Status

NOW = datetime(2026, 11, 18, 13, 0)  # a Wednesday
COMPLAINT = {"zh": "我胳膊肘疼", "en": "my elbow hurts"}


def told(language: str, asked: str, reply: str, complaint: str | None = None) -> Details:
    """The details of the complaint after the reply to a question about it."""
    record, _ = extend((), understand(complaint or COMPLAINT[language], asked="open", now=NOW), asked="open", turn=1)
    changed, _ = extend(record, understand(reply, asked=asked, now=NOW), asked=asked, turn=2)
    return {fact.name: fact for fact in (*record, *changed)}[record[0].name].details


@pytest.mark.parametrize(
    ("language", "asked", "reply", "held"),
    [
        ("zh", "severity", "痛得扛不住", {"severity": Severity.SEVERE}),
        ("zh", "severity", "疼得满屋打滚", {"severity": Severity.SEVERE}),
        ("en", "severity", "hardly notice it most days", {"severity": Severity.MILD}),
        ("en", "severity", "horrendous", {"severity": Severity.SEVERE}),
        ("zh", "course", "捶捶就能舒服些", {"better_with": "捶捶", "course": None}),
        ("en", "side", "the pair of em", {"side": Side.BOTH}),
        ("en", "worse_with", "liftin the kettle", {"worse_with": "liftin the kettle"}),
    ],
)
def test_homely_answers_are_kept(language: str, asked: str, reply: str, held: dict[str, object]) -> None:
    details = told(language, asked, reply)
    assert {name: getattr(details, name) for name in held} == held


def test_how_it_has_been_of_late_is_no_time_since_it_began() -> None:
    pain = told("zh", "onset", "年头多了，这一个月厉害")
    assert pain.course is Course.WORSE and pain.duration is not None and pain.duration.words == "年头多了"


@pytest.mark.parametrize(
    ("language", "asked", "reply"),
    [
        ("zh", "past_history", "前年得过肺炎，住了半个月的院"),
        ("zh", "medicines", "一个星期吃个三四回止疼片"),
        ("zh", "anything_else", "我开出租二十年了"),
        ("zh", "course", "上次那回拖了三个月"),
        ("zh", "course", "跟昨天一个样"),
        ("zh", "anything_else", "下个礼拜还要出差呢"),
        ("en", "course", "same as it was yesterday"),
        ("en", "anything_else", "I've got a wedding on Saturday"),
        ("en", "past_history", "I had pneumonia two years ago and was in for ten days"),
        ("en", "anything_else", "I've been stuck at my desk all week"),
        ("en", "open", "I've been a plumber thirty years"),
        ("en", "side", "last time it took six weeks"),
    ],
)
def test_the_time_of_something_else_does_not_date_the_complaint(language: str, asked: str, reply: str) -> None:
    assert told(language, asked, reply).duration is None


@pytest.mark.parametrize(
    ("language", "reply", "hours"),
    [
        ("zh", "五年前做过手术，疼是上个礼拜开始的", 168),
        ("zh", "疼起来也就几分钟，前后有半年了", 4383),
        ("zh", "上周三，不不不，上周五", 120),
        ("zh", "早上八点多洗菜的时候发现的", 5),
        ("zh", "昨天夜里两点疼醒的", 11),
        ("en", "since about ten this morning", 3),
        ("zh", "有半个来月了", 365),
        ("en", "since about the beginning of October", 1150),
        ("en", "ooh a fortnight ish", 336),
        ("en", "month or thereabouts", 730),
        ("en", "since about the summer, I'd say", 3360),
    ],
)
def test_of_several_times_the_one_it_began_at_counts(language: str, reply: str, hours: float) -> None:
    duration = told(language, "duration", reply).duration
    assert duration is not None
    assert duration.hours == pytest.approx(hours, rel=0.3)


@pytest.mark.parametrize(
    ("language", "reply", "course"),
    [
        ("zh", "前两天退下去了，昨儿又疼起来了", Course.COMES_AND_GOES),
        ("zh", "一天比一天凶", Course.WORSE),
        ("zh", "昨天还重，今天消了一些", Course.BETTER),
        ("zh", "没啥区别，还跟原先一样", Course.SAME),
        ("en", "it was better for a day but then it came back", Course.COMES_AND_GOES),
        ("en", "no better, worse if anything", Course.WORSE),
        ("en", "eased on Monday, and now it's worse", Course.WORSE),
        ("en", "it was bad at the weekend, hardly there now", Course.BETTER),
        ("zh", "没前两天那么多了，今天就一点点", Course.BETTER),
        ("zh", "没见好，反而重了", Course.WORSE),
        ("en", "gone by midday, back every evening", Course.COMES_AND_GOES),
        ("zh", "前天疼得打滚，现在就剩隐隐的一点点", Course.BETTER),
    ],
)
def test_the_course_is_how_it_stands_now(language: str, reply: str, course: Course) -> None:
    assert told(language, "course", reply).course is course


@pytest.mark.parametrize(
    ("language", "asked", "reply"),
    [
        ("zh", "medicines", "疼厉害了就贴张膏药"),
        ("zh", "side", "左边，右边也有点酸"),
        ("zh", "finding:fever", "没烧，就是使劲的时候疼得厉害"),
        ("zh", "course", "前几天疼得厉害，今天好点了"),
        ("zh", "anything_else", "外头雨大，路上堵得厉害"),
        ("en", "medicines", "when it's really bad I take an ibuprofen"),
        ("en", "course", "it was awful at first but it's all right now"),
        ("en", "anything_else", "the traffic was terrible getting here"),
        ("en", "course", "it's a bit better"),
    ],
)
def test_a_degree_of_something_else_grades_nothing(language: str, asked: str, reply: str) -> None:
    assert told(language, asked, reply).severity is None


@pytest.mark.parametrize(
    ("language", "reply", "side"),
    [
        ("zh", "右边，上回查出囊肿的是左边", Side.RIGHT),
        ("zh", "右手拎东西，坏的是左边", Side.LEFT),
        ("zh", "左边厉害点，右边也疼", Side.BOTH),
        ("zh", "右边更疼一点", Side.BOTH),
        ("en", "began on the right, now both", Side.BOTH),
        ("en", "the left. It was the right years ago", Side.LEFT),
        ("en", "I'm right-handed but it's the left", Side.LEFT),
        ("en", "left mostly, the right too", Side.BOTH),
    ],
)
def test_of_two_sides_named_the_one_that_ails_counts(language: str, reply: str, side: Side) -> None:
    assert told(language, "side", reply).side is side


def test_what_is_known_of_when_and_where_stays_unless_asked_for_or_put_right() -> None:
    feverish = "发烧，昨天晚上开始的"
    again = told("zh", "course", "吃了药退了，刚才又烧上来了", feverish)
    assert again.duration is not None
    assert again.duration.words.startswith("昨天晚上")
    corrected = told("zh", "course", "不对，发烧是前天开始的", feverish)
    assert corrected.duration is not None
    assert corrected.duration.hours == pytest.approx(48)


@pytest.mark.parametrize("reply", ["3 sitting still, 8 on the stairs", "At rest a two. Walking it's a good seven."])
def test_of_two_degrees_the_worse_counts(reply: str) -> None:
    assert told("en", "severity", reply).severity is Severity.SEVERE


def test_an_illness_one_has_is_older_than_lately() -> None:
    facts = understand("I've got type 2 diabetes and my sugars have been up and down lately", asked="open").facts
    assert all(fact.details.duration is None for fact in facts if fact.code == "diabetes")


def test_a_pain_told_of_in_passing_refines_the_one_that_is_known() -> None:
    assert told("en", "anything_else", "it's the worst pain I've ever had").severity is Severity.SEVERE


@pytest.mark.parametrize(
    ("language", "asked", "reply", "words"),
    [
        ("zh", "better_with", "敷个热毛巾就舒坦点", "敷个热毛巾就舒坦点"),
        ("zh", "worse_with", "拧东西，一拧就疼，干这行十几年了", "拧东西"),
        ("en", "better_with", "ibuprofen, for an hour or so", "ibuprofen"),
        ("en", "worse_with", "not lifting, oddly. Typing. And it's my second visit", "Typing"),
    ],
)
def test_the_clause_that_answers_is_kept(language: str, asked: str, reply: str, words: str) -> None:
    kept = getattr(told(language, asked, reply), asked)
    assert kept is not None
    assert words in kept


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("嗓子疼，前年也疼过一阵，这次两天", "两天"),
        ("去年腰扭过，这回是疼得走不了路", None),
        ("I had a bad knee in 2018 but this is my hip, ten days now", None),
    ],
)
def test_what_happened_once_is_no_beginning_of_the_first_complaint(said: str, words: str | None) -> None:
    told = understand(said, asked="open", now=NOW).facts[0].details.duration
    assert (told and told.words) == words


def test_a_normal_temperature_is_of_no_cough() -> None:
    assert told("zh", "finding:fever", "没发烧，36度8", "咳嗽").value is None


def test_gaps_where_the_speaker_breathes_part_the_clauses() -> None:
    assert told("zh", "side", "右胳膊肘 左胳膊上那是个痣 没事的").side is Side.RIGHT
    assert understand("我 肚子 疼 三 天 了", asked="open").facts[0].code == "abdominal_pain"


@pytest.mark.parametrize(
    ("text", "character"),
    [
        ("两边太阳穴跟箍着一样，头疼三天了", "跟箍着一样"),
        ("头疼，像有人拿绳子勒", "像有人拿绳子勒"),
        ("头疼一个多月了，一直闷闷地疼", "闷闷地疼"),
        ("headache, like my head's in a clamp", "like my head's in a clamp"),
    ],
)
def test_what_a_pain_is_like_is_told_in_pictures(text: str, character: str) -> None:
    assert [fact.details.character for fact in understand(text).facts] == [character]


@pytest.mark.parametrize(
    ("text", "code", "side"),
    [
        ("右腿做过手术，现在肩膀疼", "shoulder_pain", None),
        ("摔断过左胳膊，这次是脚疼", "foot_pain", None),
        ("had my left hip done, now my shoulder hurts", "shoulder_pain", None),
        ("右膝盖摔过，现在还疼", "knee_pain", Side.RIGHT),
        ("左手断过，现在右边腰疼", "back_pain", Side.RIGHT),
    ],
)
def test_the_side_of_what_was_done_then_is_not_that_of_the_pain_of_now(text: str, code: str, side: Side | None) -> None:
    assert next(fact for fact in understand(text).facts if fact.code == code).details.side is side


def test_an_injury_of_then_beside_a_trouble_of_now_is_past() -> None:
    past = {fact.code: fact.past for fact in understand("左手摔断过，现在头晕").facts}
    assert past == {"sprain": True, "dizziness": False}
    assert not any(fact.past for fact in understand("左手摔断过").facts)


@pytest.mark.parametrize(
    ("text", "past"),
    [
        ("烧退了，嗓子还疼", True),
        ("烧是退下来了，还咳", True),
        ("发烧退了，就是没劲", True),
        ("the fever's gone but my throat is sore", True),
        ("烧退了又起来，咳嗽", False),
        ("烧退不下来，咳嗽", False),
    ],
)
def test_a_fever_that_went_is_of_the_past_and_one_that_came_back_is_there(text: str, past: bool) -> None:
    fever = next(fact for fact in understand(text).facts if fact.code == "fever")
    assert (fever.status, fever.past) == (Status.PRESENT, past)


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("I've been coughing since a bad cold three weeks ago", "cough", "three weeks ago"),
        ("headaches ever since a fall last week", "headache", "last week"),
    ],
)
def test_the_time_of_what_began_it_is_the_complaints_too(text: str, code: str, words: str) -> None:
    told = {f.code: f for f in understand(text).facts}
    duration = told[code].details.duration
    assert duration is not None and duration.words == words


def test_the_time_of_one_complaint_is_not_that_of_another_beside_it() -> None:
    told = {f.code: f for f in understand("I have a sore throat, and I had a fever three weeks ago").facts}
    assert told["sore_throat"].details.duration is None


@pytest.mark.parametrize(
    "text",
    [
        "疼得我一身汗，还吐了一次",
        "腰疼得受不了，还有点恶心",
        "头疼得厉害，也睡不好",
        "it hurts terribly, and I threw up once",
    ],
)
def test_a_pain_that_is_bad_makes_nothing_else_bad(text: str) -> None:
    beside = {"vomiting", "nausea", "poor_sleep"}
    others = [fact for fact in understand(text).facts if fact.code in beside]
    assert others
    assert all(fact.details.severity is None for fact in others)


@pytest.mark.parametrize("text", ["吐得厉害", "拉肚子，疼得厉害", "I'm terribly dizzy"])
def test_what_is_bad_itself_is_told_to_be(text: str) -> None:
    assert Severity.SEVERE in {fact.details.severity for fact in understand(text).facts}


@pytest.mark.parametrize(
    ("text", "code", "side", "worse_with"),
    [
        ("咳的时候右边胸口扯着疼", "chest_pain", Side.RIGHT, "咳的时候"),
        ("深吸气的时候左边肋下疼", "rib_pain", Side.LEFT, "深吸气的时候"),
        ("下楼的时候左膝盖里面疼", "knee_pain", Side.LEFT, "下楼的时候"),
        ("左腿和右腿都疼", "leg_pain", Side.BOTH, None),
        ("when I cough it hurts on the right side of my chest", "chest_pain", Side.RIGHT, "I cough"),
        ("两个膝盖疼，上下楼梯最明显", "knee_pain", Side.BOTH, "上下楼梯"),
    ],
)
def test_the_side_is_the_pains_and_not_of_what_brings_it_on(
    text: str, code: str, side: Side, worse_with: str | None
) -> None:
    told_of = {fact.code: fact.details for fact in understand(text).facts}
    assert (told_of[code].side, told_of[code].worse_with) == (side, worse_with)


def test_the_night_it_woke_somebody_makes_it_no_worse() -> None:
    heard = understand("昨天半夜疼醒的")
    assert heard.details.worse_with is None and heard.details.duration is not None


def test_the_night_that_wakes_them_often_makes_it_worse() -> None:
    assert understand("手麻，晚上麻醒").facts[0].details.worse_with == "晚上"


@pytest.mark.parametrize("text", ["大拇指、食指、中指发麻", "食指中指和无名指，晚上麻醒"])
def test_all_the_fingers_that_are_numb_are_kept(text: str) -> None:
    numb = next(fact for fact in understand(text).facts if fact.code == "numbness")
    assert numb.status is Status.PRESENT
    assert (numb.details.site or "").count("指") == 3


@pytest.mark.parametrize(
    "reply",
    [
        "就是最近这两个月来得勤了",
        "比以前犯得更频繁了",
        "次数比去年多了",
        "这一个月厉害",
        "the attacks come more often now",
    ],
)
def test_what_comes_more_often_of_late_is_worse_and_no_younger_for_it(reply: str) -> None:
    heard = understand(reply, asked="course")
    assert heard.details.course is Course.WORSE
    assert heard.details.duration is None


@pytest.mark.parametrize(
    ("reply", "severity"),
    [("疼起来七八分吧", Severity.SEVERE), ("最疼的时候九分", Severity.SEVERE), ("最疼也就三分", Severity.MILD)],
)
def test_the_number_is_how_bad_it_gets(reply: str, severity: Severity) -> None:
    assert understand(reply, asked="severity").details.severity is severity


@pytest.mark.parametrize(
    ("text", "over", "there"),
    [
        ("黄痰，前几天发烧，现在不烧了", "fever", "phlegm"),
        ("肚子疼，拉肚子，今天不拉了", "diarrhea", "abdominal_pain"),
        ("头晕，恶心，现在不恶心了", "nausea", "dizziness"),
    ],
)
def test_what_is_over_is_that_alone_which_is_named_again(text: str, over: str, there: str) -> None:
    past = {fact.code: fact.past for fact in understand(text).facts}
    assert past[over] and not past[there]


@pytest.mark.parametrize("reply", ["昨晚量了37度1，不烧", "今早量过，36度8", "checked this morning, it was 36.9"])
def test_when_a_temperature_was_taken_dates_no_complaint(reply: str) -> None:
    heard = understand(reply, asked="finding:fever")
    assert {fact.status for fact in heard.facts if fact.code == "fever"} == {Status.ABSENT}
    assert heard.details == Details()


def test_when_a_fever_was_measured_is_since_when_it_is_there() -> None:
    fever = understand("昨晚量了38度5", asked="finding:fever").facts[0]
    assert fever.details.duration is not None


@pytest.mark.parametrize("text", ["按不疼", "肚子按着不疼", "捏着不疼"])
def test_what_does_not_hurt_when_pressed_is_made_neither_worse_nor_better(text: str) -> None:
    heard = understand(text)
    told = [heard.details, *(fact.details for fact in heard.facts)]
    assert all(details.worse_with is None and details.better_with is None for details in told)


def test_what_eases_it_is_told_of_the_complaint_and_not_of_what_brings_it_on() -> None:
    told = {fact.code: fact.details for fact in understand("胸闷，走快了就闷，歇一会儿就好，两个月了").facts}
    assert told["chest_tightness"].better_with == "歇一会儿"
    assert told["exertion_trigger"] == Details()


@pytest.mark.parametrize("text", ["咳嗽，白痰，感冒好了以后一直咳", "白痰，发烧退了之后还有"])
def test_what_stands_before_a_cold_that_is_over_is_there(text: str) -> None:
    assert not next(fact for fact in understand(text).facts if fact.code == "phlegm").past


@pytest.mark.parametrize(
    ("text", "code", "field", "words"),
    [
        ("心慌，一天好几回，一回十来分钟", "palpitations", "character", "一回十来分钟"),
        ("睡不着，两三点才睡着", "poor_sleep", "character", "两三点才睡着"),
        ("吐了两回", "vomiting", "frequency", "吐了两回"),
        ("烫了一下，起了个泡", "burn", "character", "起了个泡"),
        ("左耳朵听不清，感冒以后", "hearing_loss", "began_with", "感冒以后"),
    ],
)
def test_how_long_how_often_and_since_what_is_kept(text: str, code: str, field: str, words: str) -> None:
    told = {fact.code: fact.details for fact in understand(text).facts}
    assert getattr(told[code], field) == words
