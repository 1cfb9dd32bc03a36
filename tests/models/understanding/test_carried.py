"""Words that lean on what stands before them, and corrections within one breath."""

import pytest

from models.embedded.understanding.dialogue import Spoken, read_through
from models.embedded.understanding.reading import understand
from models.facts import Fact, Side, Status, Topic


def _facts(text: str) -> dict[tuple[Topic, str], Fact]:
    return {fact.name: fact for fact in understand(text).facts}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("咳了仨礼拜了，早上咳黄痰，没有血。", "coughing_blood"),
        ("大便没血，就是三四天才解一回", "blood_in_stool"),
        ("I've had the runs for two days, no blood in it", "blood_in_stool"),
        ("It burns when I wee but there's no blood", "blood_in_urine"),
    ],
)
def test_blood_named_alone_is_of_what_was_told_before_it(text: str, code: str) -> None:
    assert _facts(text)[Topic.FINDING, code].status is Status.ABSENT


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("tender breasts this week, no bleeding", "vaginal_bleeding"),
        ("ten weeks pregnant and no bleeding", "vaginal_bleeding"),
        ("piles playing up, no bleeding so far", "blood_in_stool"),
        ("乳房胀得厉害，没有出血", "vaginal_bleeding"),
        ("怀孕九周，没流血", "vaginal_bleeding"),
        ("乳头疼，没流血", "nipple_discharge"),
        ("my gums hurt, no bleeding", "gum_bleeding"),
    ],
)
def test_bleeding_denied_alone_is_of_what_was_told_before_it(text: str, code: str) -> None:
    assert {name for name, fact in _facts(text).items() if fact.status is Status.ABSENT} == {(Topic.FINDING, code)}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("my breast is bleeding", "nipple_discharge"),
        ("pregnant and bleeding since last night", "vaginal_bleeding"),
        ("乳头出血", "nipple_discharge"),
    ],
)
def test_bleeding_that_is_there_is_there(text: str, code: str) -> None:
    assert _facts(text)[Topic.FINDING, code].status is Status.PRESENT


def test_blood_asked_for_is_of_what_was_told_before_it() -> None:
    lines = [Spoken(True, "拉了三天肚子"), Spoken(False, "带血吗？"), Spoken(True, "没有")]
    (blood,) = [fact for fact in read_through(lines).record if fact.code == "blood_in_stool"]
    assert blood.status is Status.ABSENT


@pytest.mark.parametrize("text", ["I have a cough and came for a blood test", "咳嗽，抽血查了没事", "血压高，咳嗽"])
def test_blood_that_is_drawn_or_measured_is_not_coughed(text: str) -> None:
    assert (Topic.FINDING, "coughing_blood") not in _facts(text)


@pytest.mark.parametrize(
    "text", ["I do not have asthma, my sister does, but I get wheezy when I run.", "我没哮喘，我姐有，我就是一跑就喘。"]
)
def test_an_illness_only_a_relative_has_is_family_history(text: str) -> None:
    facts = _facts(text)
    assert facts[Topic.CONDITION, "asthma"].status is Status.ABSENT
    assert facts[Topic.FAMILY, "asthma"].status is Status.PRESENT


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("I thought it was two weeks but the wife says more like a month, this numbness in my fingers.", 730),
        ("我说两个礼拜，我老伴说得有一个月了，手指头发麻。", 730),
        ("I've had this cough six weeks. No, tell a lie, nearer two months.", 1460),
    ],
)
def test_the_time_somebody_sets_right_stands(text: str, hours: int) -> None:
    (fact,) = understand(text).facts
    assert fact.details.duration is not None and round(fact.details.duration.hours) == hours


def test_the_side_set_right_in_the_same_breath_stands() -> None:
    (fact,) = understand("Er, my right ear, no, the left one, it's been blocked up for about ten days.").facts
    assert fact.details.side is Side.LEFT


@pytest.mark.parametrize(
    ("text", "smoking", "past"),
    [
        ("烟抽了三十年，前年戒了", Status.PRESENT, True),
        ("烟早不抽了，戒了八年了。", Status.PRESENT, True),
        ("Gave up the fags when the grandson was born", Status.PRESENT, True),
        ("i dont smoke and i dont drink", Status.ABSENT, False),
    ],
)
def test_smoking_is_no_fit_and_giving_it_up_is_of_the_past(text: str, smoking: Status, *, past: bool) -> None:
    facts = _facts(text)
    assert (facts[Topic.HABIT, "smoking"].status, facts[Topic.HABIT, "smoking"].past) == (smoking, past)
    assert (Topic.FINDING, "seizure") not in facts


@pytest.mark.parametrize("text", ["吃完饭胃里烧得慌", "My son has fit in well at school", "右脚又红又烫"])
def test_a_word_that_sounds_like_fever_or_fit_is_neither(text: str) -> None:
    assert not {code for _, code in _facts(text)} & {"fever", "seizure"}


def test_a_fit_is_still_a_fit() -> None:
    assert (Topic.FINDING, "seizure") in _facts("My son has fit in well at school but he had a fit this morning")
    assert (Topic.FINDING, "seizure") in _facts("孩子抽了两次，烧到40度")


@pytest.mark.parametrize(
    "text", ["我平时啥药也不吃，就这两天拉肚子。", "I'm not on any tablets, I've just got a cough"]
)
def test_no_medicines_said_in_passing_is_recorded(text: str) -> None:
    assert _facts(text)[Topic.MEDICINE, "none"].status is Status.ABSENT


def test_operations_named_are_kept_where_all_others_are_denied() -> None:
    facts = _facts("剖腹产两回，阑尾也割了，别的手术没有。")
    assert len([1 for topic, code in facts if topic is Topic.OPERATION and code != "none"]) == 2
    assert (Topic.OPERATION, "none") not in facts


@pytest.mark.parametrize("text", ["my blood pressure is fine", "血压一直正常，就是头晕"])
def test_a_reading_told_to_be_normal_is_not_high(text: str) -> None:
    assert _facts(text)[Topic.FINDING, "high_blood_pressure_reading"].status is Status.ABSENT


def test_a_fever_gone_today_is_of_the_past() -> None:
    assert _facts("今天不烧了，礼拜一烧到三十八度五")[Topic.FINDING, "fever"].past


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("I thought it was wind but it's gone on for two days", "breathlessness"),
        ("My daughter-in-law thinks I've had a stroke", "stroke"),
        ("我以为是上火，牙龈出血半个多月了", "chinese_medicine_wish"),
        ("左耳听不见了，右耳没事，不晕。", "infertility"),
        ("my right breast is tender before my period", "period_irregular"),
    ],
)
def test_what_was_only_thought_or_sounds_alike_is_not_recorded(text: str, code: str) -> None:
    assert code not in {name for _, name in _facts(text)}


def test_an_illness_somebody_worries_about_as_their_own_is_kept() -> None:
    assert (Topic.CONDITION, "diabetes") in _facts("I'm worried about my diabetes")
    assert (Topic.CONDITION, "gout") in _facts("I think my gout is back")


@pytest.mark.parametrize(
    "text",
    [
        "They stopped my ramipril in the spring because of the cough",
        "I stopped my blood pressure tablets in January because they made me cough, and the cough's gone.",
    ],
)
def test_what_a_medicine_was_stopped_for_is_of_the_past(text: str) -> None:
    assert _facts(text)[Topic.FINDING, "cough"].past


@pytest.mark.parametrize(
    ("asked", "said", "name"),
    [
        ("Any allergies?", "Not that I know of. Oh, apart from latex.", (Topic.ALLERGY, "latex")),
        ("Any operations?", "No, apart from my appendix", (Topic.OPERATION, "appendix")),
        ("喝酒吗？", "逢年过节喝一点", (Topic.HABIT, "drinking")),
    ],
)
def test_an_exception_is_recorded_and_not_the_denial(asked: str, said: str, name: tuple[Topic, str]) -> None:
    record = {fact.name for fact in read_through([Spoken(False, asked), Spoken(True, said)]).record}
    assert name in record and (name[0], "none") not in record


def _duration_after(*lines: tuple[str, str]) -> float | None:
    spoken = [one for asked, said in lines for one in (Spoken(False, asked), Spoken(True, said))]
    (complaint,) = [fact for fact in read_through(spoken).record if fact.status is Status.PRESENT]
    return complaint.details.duration.hours if complaint.details.duration else None


@pytest.mark.parametrize(
    ("complaint", "chat"),
    [
        ("My back hurts.", "No. Did you see the football last night?"),
        ("My back hurts.", "I'm a man. My sister had just the same last year."),
        ("眼睛看东西模模糊糊的", "今天外面风可真大"),
    ],
)
def test_a_time_told_of_something_else_is_not_how_long_it_has_lasted(complaint: str, chat: str) -> None:
    assert _duration_after(("What is wrong?", complaint), ("Are you male or female?", chat)) is None


@pytest.mark.parametrize(
    ("complaint", "told", "hours"),
    [
        ("My back hurts.", "It started last week.", 168),
        ("My back hurts.", "Female. My husband noticed it three weeks ago", 504),
        ("我头疼", "女的，就是这三天了", 72),
    ],
)
def test_a_time_told_of_the_complaint_in_a_sentence_of_its_own_is_kept(complaint: str, told: str, hours: int) -> None:
    assert _duration_after(("What is wrong?", complaint), ("Are you male or female?", told)) == pytest.approx(
        hours, rel=0.01
    )


def test_not_remembering_is_an_answer_and_no_complaint() -> None:
    lines = [
        Spoken(True, "I feel dizzy"),
        Spoken(False, "How often does it come?"),
        Spoken(True, "Oh, I can't remember"),
    ]
    assert {fact.code for fact in read_through(lines).record} == {"dizziness"}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Do you have diabetes?", "No but my mother did and two of my aunts"),
        ("有糖尿病吗？", "没有，我妈有，我两个姨也有"),
    ],
)
def test_a_relative_named_in_a_reply_is_family_history_and_not_the_patient(asked: str, said: str) -> None:
    told = read_through([Spoken(False, asked), Spoken(True, said)])
    assert (Topic.FAMILY, "diabetes") in {fact.name for fact in told.record}
    assert told.person.relation is None
    assert not [f for f in told.record if f.topic is Topic.CONDITION and f.status is Status.PRESENT]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("My friend had chest pain, I've not had any pain, I only want my blood pressure done.", "chest_pain"),
        ("Can't hold my water when I cough or laugh", "cough"),
        ("my shoulder's been sore since I had the flu jab in October", "vaccination"),
        ("我左肩膀抬不起来，打完疫苗以后就这样", "vaccination"),
        ("my nose is blocked, can't breathe through it", "breathlessness"),
    ],
)
def test_what_a_friend_had_or_only_brings_it_on_is_not_there(text: str, code: str) -> None:
    assert code not in {name for _, name in _facts(text)}


def test_a_vaccination_wanted_is_a_wish() -> None:
    assert (Topic.REQUEST, "vaccination") in _facts("I want a flu jab") and (Topic.REQUEST, "vaccination") in _facts(
        "我想打疫苗"
    )
