"""Short replies, in the light of the question just put."""

from datetime import datetime

import pytest

from models.embedded.understanding import understand
from models.facts import Answer, Course, Details, Severity, Sex, Side, Status, Topic
from models.knowledge.load import knowledge

YES = [
    "对",
    "有",
    "有的",
    "嗯",
    "是的",
    "有一点",
    "偶尔有",
    "对对对",
    "yes",
    "yeah",
    "yep",
    "I do",
    "a bit",
    "sometimes",
    "yes, a lot",
]
NO = [
    "没有",
    "没",
    "不",
    "没有啊",
    "好像没有",
    "不会",
    "没有没有",
    "no",
    "nope",
    "not really",
    "I don't",
    "never",
    "not that I know of",
    "no I don't",
    "nah",
    "none",
]
UNSURE = ["不知道", "不清楚", "说不好", "没注意", "I don't know", "not sure", "can't remember", "no idea", "记不清了"]


@pytest.mark.parametrize(
    ("text", "status"),
    [(t, Status.PRESENT) for t in YES] + [(t, Status.ABSENT) for t in NO] + [(t, Status.UNKNOWN) for t in UNSURE],
)
def test_a_reply_to_a_question_about_a_finding(text: str, status: Status) -> None:
    (fact,) = understand(text, asked="finding:sweating").facts
    assert (fact.topic, fact.code, fact.status, fact.quote) == (Topic.FINDING, "sweating", status, text)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("嗯……好像没有", Status.ABSENT),
        ("我跟你说啊，没有", Status.ABSENT),
        ("Ouch. Not really", Status.ABSENT),
        ("Well, you know, no", Status.ABSENT),
        ("no 没有", Status.ABSENT),
        ("哎哟，有的", Status.PRESENT),
        ("嗯，有", Status.PRESENT),
        ("Oh, let me think. I'm not sure", Status.UNKNOWN),
        ("Funny you ask. It comes right through my shirt, yes.", Status.PRESENT),
    ],
)
def test_what_leads_up_to_an_answer_does_not_hide_it(text: str, status: Status) -> None:
    (fact,) = understand(text, asked="finding:sweating").facts
    assert fact.status is status


@pytest.mark.parametrize(
    ("asked", "text", "status"),
    [
        ("saddle_numbness", "Numb? No, dear. I've had four children, that's the trouble", Status.ABSENT),
        ("vomiting", "Vomiting? Yes, twice", Status.PRESENT),
        ("vomiting", "no, why would I vomit?", Status.ABSENT),
        ("fever", "no love", Status.ABSENT),
        ("sweating", "only when my husband opens the window", Status.PRESENT),
    ],
)
def test_the_question_said_again_and_a_question_back_state_nothing(asked: str, text: str, status: Status) -> None:
    facts = understand(text, asked=f"finding:{asked}").facts
    assert [(f.code, f.status) for f in facts] == [(asked, status)]


@pytest.mark.parametrize(
    ("asked", "text", "status"),
    [
        ("fever", "a bit warm last night, I gave him some Calpol", Status.PRESENT),
        ("fever", "not hot at all, I felt his forehead", Status.ABSENT),
        ("breathlessness", "my breathing's fine", Status.ABSENT),
        ("breathlessness", "not too good on the stairs", Status.PRESENT),
        ("vomiting", "threw my breakfast up", Status.PRESENT),
        ("weak_one_side", "just the two legs, they won't hold him", Status.ABSENT),
        ("black_stool", "more yellow, I'd say", Status.ABSENT),
        ("weight_loss", "my trousers have got loose", Status.PRESENT),
    ],
)
def test_a_reply_speaks_of_what_was_asked_in_other_words(asked: str, text: str, status: Status) -> None:
    facts = understand(text, asked=f"finding:{asked}").facts
    assert [f.status for f in facts if f.code == asked] == [status]


@pytest.mark.parametrize("text", ["hurts", "It really hurts", "pain", "疼", "好疼啊"])
def test_a_bare_word_of_pain_is_pain_somewhere(text: str) -> None:
    assert [f.code for f in understand(text, asked="open").facts] == ["pain_somewhere"]


@pytest.mark.parametrize("text", ["aching", "sore", "hurts", "疼"])
def test_a_bare_word_of_pain_that_answers_something_else_is_no_new_complaint(text: str) -> None:
    assert understand(text, asked="character").facts == ()


@pytest.mark.parametrize("text", ["好的，谢谢", "OK, thanks", "好"])
def test_taking_note_of_a_question_says_yes_to_no_symptom(text: str) -> None:
    assert understand(text, asked="finding:vomiting_blood").facts == ()


@pytest.mark.parametrize(("asked", "text"), [("course", "说不好"), ("severity", "I'm not sure"), ("side", "不想说")])
def test_not_knowing_is_no_detail(asked: str, text: str) -> None:
    assert getattr(understand(text, asked=asked).details, asked) is None


def test_an_interjection_is_no_medicine() -> None:
    (fact,) = understand("哎，没吃药", asked="medicines").facts
    assert (fact.topic, fact.code) == (Topic.MEDICINE, "none")


@pytest.mark.parametrize(
    ("text", "status"),
    [("没有出汗", Status.ABSENT), ("出了一身汗", Status.PRESENT), ("I was dripping with sweat", Status.PRESENT)],
)
def test_a_reply_that_names_what_was_asked_in_its_own_words(text: str, status: Status) -> None:
    (fact,) = understand(text, asked="finding:sweating").facts
    assert (fact.code, fact.status) == ("sweating", status)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("exertion_trigger", "my daughter comes with three bags"),
        ("chest_pain", "it is more of a dull pain in my arm"),
        ("limb_cold_pale", "小腿肚子，右边"),
        ("face_swelling", "脸的左边"),
        ("blue_lips", "烟是前几年戒的"),
        ("stiff_neck", "大老远来一趟，能一天查完最好"),
    ],
)
def test_a_word_that_says_little_is_no_reply(asked: str, text: str) -> None:
    assert asked not in [fact.code for fact in understand(text, asked=f"finding:{asked}").facts]


@pytest.mark.parametrize(
    ("code", "text", "status"),
    [
        ("breathlessness", "喘气倒是不费劲", Status.ABSENT),
        ("breathlessness", "呼吸挺顺的", Status.ABSENT),
        ("breathlessness", "上楼喘气费劲", Status.PRESENT),
        ("breathlessness", "有点喘", Status.PRESENT),
        ("breathlessness", "I carry coal up two flights, no problem", Status.ABSENT),
        ("breathlessness", "I run every morning, so no", Status.ABSENT),
        ("nausea", "Only when I see the bill. No", Status.ABSENT),
        ("snoring", "打，隔壁都敲墙", Status.PRESENT),
        ("itchy_nose", "痒啊，老想揉", Status.PRESENT),
        ("red_eye", "不红，早上还涂了口红", Status.ABSENT),
        ("bleeding_wont_stop", "过一会儿自己会停的呀", Status.ABSENT),
        ("bleeding_wont_stop", "不会停，棉花都湿透了", Status.PRESENT),
        ("low_mood", "He's quiet but sad, no", Status.ABSENT),
        ("drowsiness", "不困，困了我还敢开车？", Status.ABSENT),
        ("slurred_speech", "说话利索着呢", Status.ABSENT),
        ("slurred_speech", "说话有点大舌头", Status.PRESENT),
        ("weak_one_side", "手脚都有劲", Status.ABSENT),
        ("weak_one_side", "右手没劲", Status.PRESENT),
        ("black_stool", "大便正常", Status.ABSENT),
        ("black_stool", "大便挺黑的", Status.PRESENT),
        ("no_gas_or_stool", "放屁倒是有", Status.ABSENT),
        ("no_gas_or_stool", "好几天没放屁了", Status.PRESENT),
        ("no_gas_or_stool", "屁都没有", Status.PRESENT),
        ("cannot_bear_weight", "走得了", Status.ABSENT),
        ("cannot_bear_weight", "走不了", Status.PRESENT),
        ("stiff_neck", "低头还行", Status.ABSENT),
        ("stiff_neck", "低不下去", Status.PRESENT),
        ("blue_lips", "嘴唇颜色正常", Status.ABSENT),
        ("chest_pain", "不疼不疼", Status.ABSENT),
        ("chest_pain", "疼疼疼", Status.PRESENT),
    ],
)
def test_what_is_well_is_denied_and_what_cannot_be_done_is_there(code: str, text: str, status: Status) -> None:
    heard = understand(text, asked=f"finding:{code}")
    assert [fact.status for fact in heard.facts if fact.code == code] == [status]


def test_another_finding_is_no_answer() -> None:
    heard = understand("no fever", asked="finding:cough")
    assert [(f.code, f.status) for f in heard.facts] == [("fever", Status.ABSENT)]
    assert [f.code for f in understand("I have a fever", asked="finding:cough").facts] == ["fever"]


def test_refusing_is_a_state_of_its_own() -> None:
    (fact,) = understand("不想说", asked="finding:sweating").facts
    assert fact.status is Status.REFUSED
    assert understand("I'd rather not say", asked="age").answer is Answer.REFUSED


NONE = [
    ("past_history", Topic.CONDITION, ["没有", "身体一直很好", "没什么病", "no", "fit and well", "nothing", "healthy"]),
    (
        "medicines",
        Topic.MEDICINE,
        ["没有", "不吃药", "没吃药", "什么药都不吃", "none", "I don't take anything", "no medicines"],
    ),
    (
        "allergies",
        Topic.ALLERGY,
        [
            "没有",
            "没有过敏",
            "不过敏",
            "no",
            "none that I know of",
            "no known allergies",
            "I'm not allergic to anything",
        ],
    ),
    ("operations", Topic.OPERATION, ["没有", "没做过手术", "no", "never had any surgery"]),
]


@pytest.mark.parametrize(("asked", "topic", "text"), [(a, t, text) for a, t, texts in NONE for text in texts])
def test_having_none_is_a_fact(asked: str, topic: Topic, text: str) -> None:
    facts = understand(text, asked=asked).facts
    assert [(f.topic, f.code, f.status) for f in facts] == [(topic, "none", Status.ABSENT)]


def test_what_no_list_knows_is_kept_in_the_patients_words() -> None:
    assert [f.name for f in understand("花生", asked="allergies").facts] == [(Topic.ALLERGY, "花生")]
    assert [f.code for f in understand("吃药，忘了名字", asked="medicines").facts] == ["unknown: 吃药，忘了名字"]
    assert [f.name for f in understand("小时候得过一种怪病", asked="past_history").facts] == [
        (Topic.CONDITION, "小时候得过一种怪病")
    ]


@pytest.mark.parametrize(
    ("asked", "text", "value"),
    [
        ("severity", "8", Severity.SEVERE),
        ("severity", "五分", Severity.MODERATE),
        ("severity", "about 2", Severity.MILD),
        ("severity", "疼得厉害", Severity.SEVERE),
        ("severity", "还行，能忍", Severity.MILD),
        ("severity", "really bad", Severity.SEVERE),
        ("severity", "7/10", Severity.SEVERE),
        ("severity", "a little", Severity.MILD),
        ("side", "左边", Side.LEFT),
        ("side", "the right", Side.RIGHT),
        ("side", "两边都疼", Side.BOTH),
        ("side", "both", Side.BOTH),
        ("course", "好些了", Course.BETTER),
        ("course", "越来越重", Course.WORSE),
        ("course", "没变化", Course.SAME),
        ("course", "comes and goes", Course.COMES_AND_GOES),
        ("course", "时好时坏", Course.COMES_AND_GOES),
        ("course", "worse", Course.WORSE),
        ("site", "左边肚子下面", "左边肚子下面"),
        ("character", "针扎一样", "针扎一样"),
    ],
)
def test_a_detail_asked_for(asked: str, text: str, value: object) -> None:
    assert getattr(understand(text, asked=asked).details, asked) == value


@pytest.mark.parametrize(
    ("text", "hours"),
    [("两天了", 48), ("about a week", 168), ("一个星期左右", 168), ("两三天", 60), ("since this morning", 5)],
)
def test_a_duration_asked_for(text: str, hours: float) -> None:
    duration = understand(text, asked="duration").details.duration
    assert duration is not None and duration.hours == hours


@pytest.mark.parametrize(
    ("text", "years"),
    [("1953年的", 73), ("九五年的", 31), ("我是58年生人", 68), ("零五年的", 21), ("一九五三年三月出生", 73)],
)
def test_a_year_of_birth_tells_the_age(text: str, years: int) -> None:
    person = understand(text, asked="age", now=datetime(2026, 11, 21)).person
    assert person is not None and person.age == years


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("34", 408),
        ("六十八", 816),
        ("七十八咯", 936),
        ("三岁半", 42),
        ("8个月", 8),
        ("I'm 70", 840),
        ("不到1岁", 6),
        ("1到13岁", 84),
        ("75岁以上", 900),
        ("18 months", 18),
        ("thirty-four", 408),
        ("四十七，有糖尿病", 564),
        ("about 50 I think", 600),
        ("50ish", 600),
        ("3 kids and I am 45", 540),
    ],
)
def test_an_age_asked_for(text: str, months: int) -> None:
    person = understand(text, asked="age").person
    assert person is not None and person.age_months == months


@pytest.mark.parametrize(
    "text", ["我还有糖尿病，在吃二甲双胍", "三高", "一直都这样", "I take 2 tablets", "5 mg of that"]
)
def test_a_number_that_counts_something_else_is_no_age(text: str) -> None:
    person = understand(text, asked="age").person
    assert person is None or person.age_months is None


def test_sex_and_pregnancy_asked_for() -> None:
    sexes = [understand(t, asked="sex").person for t in ("男", "女的", "female", "I'm a man")]
    assert [p.sex for p in sexes if p] == [Sex.MALE, Sex.FEMALE, Sex.FEMALE, Sex.MALE]
    pregnant = [understand(t, asked="pregnancy").person for t in ("没有", "怀了三个月", "no", "yes", "不可能")]
    assert [p.pregnant if p else None for p in pregnant] == [False, True, False, True, None]


@pytest.mark.parametrize(
    ("asked", "text", "status"),
    [
        ("adherence", "按时吃了", Status.PRESENT),
        ("adherence", "有时忘了", Status.ABSENT),
        ("adherence", "自己停了", Status.ABSENT),
        ("adherence", "yes, every day", Status.PRESENT),
        ("adherence", "I stopped", Status.ABSENT),
        ("adherence", "Missed some", Status.ABSENT),
        ("result", "带来了", Status.PRESENT),
        ("result", "还没出来", Status.ABSENT),
        ("result", "I have them with me", Status.PRESENT),
        ("result", "not ready yet", Status.ABSENT),
    ],
)
def test_the_questions_of_a_follow_up_visit(asked: str, text: str, status: Status) -> None:
    (fact,) = [f for f in understand(text, asked=asked).facts if f.topic in (Topic.ADHERENCE, Topic.RESULT)]
    assert fact.status is status


def test_details_of_a_yes_belong_to_what_was_asked() -> None:
    heard = understand("有，十年了", asked="condition:hypertension")
    (fact,) = heard.facts
    assert fact.details.duration is not None and fact.details.duration.words == "十年"
    assert heard.details.duration is None


@pytest.mark.parametrize(
    ("text", "band"),
    [
        ("75岁以上", (900, None)),
        ("75+", (900, None)),
        ("40 to 59 years", (480, 708)),
        ("不到3个月", (0, 3)),
        ("I'm 42", None),
    ],
)
def test_of_an_age_told_as_a_band_the_band_is_kept(text: str, band: tuple[int, int | None] | None) -> None:
    person = understand(text, asked="age").person
    assert person is not None and person.age_between == band


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("I'm 50 something", 50),
        ("61 in March", 61),
        ("nearly ninety, bless her", 90),
        ("early sixties", 61),
        ("六十好几了", 60),
        ("late seventies", 78),
        ("mid-forties", 45),
        ("born in 1950", 76),
    ],
)
def test_an_age_told_in_round_numbers_decades_or_by_the_year_of_birth(text: str, years: int) -> None:
    person = understand(text, asked="age", now=datetime(2026, 11, 21)).person
    assert person is not None and person.age_months is not None and person.age_months // 12 == years


@pytest.mark.parametrize("text", ["a lady never tells", "old enough to know better"])
def test_an_age_kept_back_with_a_joke_is_refused(text: str) -> None:
    assert understand(text, asked="age").answer is Answer.REFUSED


@pytest.mark.parametrize(
    "text", ["since our Karen's wedding", "since I was a girl", "oh, yonks", "ever since the move"]
)
def test_a_beginning_told_by_an_event_is_kept_in_their_words(text: str) -> None:
    heard = understand(text, asked="duration")
    assert heard.details.duration is not None and heard.details.duration.words in text
    assert heard.person is None or heard.person.relation is None


@pytest.mark.parametrize(("text", "codes"), [("since then, yes", set()), ("my shoulder", {"shoulder_pain"})])
def test_what_tells_no_time_is_no_duration(text: str, codes: set[str]) -> None:
    assert understand(text, asked="duration").details.duration is None
    assert {f.code for f in understand(text, asked="open").facts} == codes


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("two things: my shoulder, and I've been a bit low since Alan died", "shoulder_pain"),
        ("I've got a cough. Also my knee", "knee_pain"),
    ],
)
def test_a_place_named_beside_another_complaint_is_one_too(text: str, code: str) -> None:
    assert code in {f.code for f in understand(text, asked="open").facts}
    assert code not in {f.code for f in understand(text, asked="duration").facts}


@pytest.mark.parametrize(
    ("asked", "text", "answer"),
    [
        ("chest_pain", "I smoke, yes, 20 a day, don't start", None),
        ("fever", "headache, yes", None),
        ("fever", "fever, yes", Answer.YES),
        ("chest_pain", "Well, you know, no", Answer.NO),
    ],
)
def test_a_yes_to_what_was_just_said_answers_nothing_else(asked: str, text: str, answer: Answer | None) -> None:
    heard = understand(text, asked=f"finding:{asked}")
    assert heard.answer is answer
    assert (asked in {f.code for f in heard.facts}) is (answer is not None)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("I take amlodipine and something for water, can't remember", {"amlodipine", "unknown: something for water"}),
        ("a little white one in the morning", {"unknown: a little white one in the morning"}),
        ("paracetamol now and then", {"acetaminophen"}),
    ],
)
def test_medicines_told_loosely_are_noted_and_tell_nothing_of_the_complaint(text: str, codes: set[str]) -> None:
    heard = understand(text, asked="medicines")
    assert {f.code for f in heard.facts} == codes
    assert heard.details == Details()


def test_who_leaves_it_to_another_does_not_know() -> None:
    assert understand("my husband deals with all that", asked="medicines").answer is Answer.UNSURE


@pytest.mark.parametrize(
    ("text", "pregnant"),
    [("chance would be a fine thing", False), ("I've had a hysterectomy", False), ("could be, I'm a bit late", None)],
)
def test_whether_she_may_be_pregnant_in_other_words(text: str, pregnant: bool | None) -> None:
    person = understand(text, asked="pregnancy").person
    assert (person.pregnant if person else None) is pregnant


@pytest.mark.parametrize(
    ("text", "allergen"),
    [
        ("青霉素打了起疹子", "penicillin"),
        ("头孢一输就浑身起疙瘩", "cephalosporin"),
        ("虾吃了没事，芒果吃完就嘴肿", "芒果"),
        ("磺胺过敏，起皮疹", "sulfonamide"),
        ("青霉素不敢打，皮试阳性", "penicillin"),
        ("麻药打了心慌", "麻药"),
    ],
)
def test_what_follows_on_a_medicine_names_what_they_are_allergic_to(text: str, allergen: str) -> None:
    heard = understand(text, asked="allergies")
    assert {f.code for f in heard.facts if f.topic is Topic.ALLERGY} == {allergen}
    assert not any(f.topic in (Topic.MEDICINE, Topic.FINDING) for f in heard.facts)


@pytest.mark.parametrize(
    ("text", "course"),
    [("一会儿好一会儿坏", Course.COMES_AND_GOES), ("两边都一样", None), ("左右差不多", None), ("一样", Course.SAME)],
)
def test_how_it_goes_on_is_told_of_the_trouble_and_not_of_its_sides(text: str, course: Course | None) -> None:
    assert understand(text, asked="course").details.course is course


@pytest.mark.parametrize("text", ["好着呢，没毛病", "硬朗着呢", "没啥大毛病"])
def test_one_in_good_health_has_no_illness(text: str) -> None:
    assert [(f.code, f.status) for f in understand(text, asked="past_history").facts] == [("none", Status.ABSENT)]


def test_of_a_round_age_and_an_exact_one_the_exact_is_kept() -> None:
    person = understand("四十多，四十六", asked="age").person
    assert person is not None and person.age == 46


@pytest.mark.parametrize(
    ("text", "drinks"), [("吃着头孢能喝酒吗", False), ("能不能喝点啤酒", False), ("我一顿能喝半斤白酒", True)]
)
def test_whether_one_may_drink_tells_of_no_habit(text: str, drinks: bool) -> None:
    assert any(f.code == "drinking" for f in understand(text).facts) is drinks


@pytest.mark.parametrize("text", ["不可能，刚来完例假", "早绝经了"])
def test_why_one_cannot_be_pregnant_is_no_complaint(text: str) -> None:
    heard = understand(text, asked="pregnancy")
    assert [(f.topic, f.status) for f in heard.facts] == [(Topic.PREGNANCY, Status.ABSENT)]


def test_what_is_seen_to_in_itself_is_an_illness_of_the_past_when_that_is_asked() -> None:
    assert [f.topic for f in understand("近视", asked="past_history").facts] == [Topic.CONDITION]


def test_a_name_that_is_not_remembered_is_no_second_medicine() -> None:
    assert len(understand("吸那个喷的药，叫沙什么", asked="medicines").facts) == 1


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("worse_with", "有七八天了吧"),
        ("worse_with", "About a fortnight"),
        ("frequency", "No blood no"),
        ("course", "No blood no"),
        ("frequency", "没有发烧"),
        ("frequency", "bit of high cholesterol"),
        ("worse_with", "血脂高一点"),
        ("worse_with", "I took some amoxicillin my mate had"),
        ("worse_with", "not on anything"),
        ("worse_with", "28"),
        ("severity", "有七八天了吧"),
    ],
)
def test_what_tells_of_something_else_is_not_the_detail_asked_for(asked: str, text: str) -> None:
    assert getattr(understand(text, asked=asked).details, asked) is None


@pytest.mark.parametrize(("asked", "text"), [("frequency", "no pattern really"), ("worse_with", "没事的时候也疼")])
def test_a_detail_put_with_a_no_is_kept(asked: str, text: str) -> None:
    assert getattr(understand(text, asked=asked).details, asked) == text


def test_in_a_sentence_a_word_near_a_number_is_none() -> None:
    assert understand("Worse at night when I lie down", asked="age").person is None


def test_no_symptom_is_heard_across_two_words() -> None:
    assert not understand("走路多了疼", asked="finding:headache").facts


@pytest.mark.parametrize(
    ("asked", "text", "topic"),
    [
        ("course", "没吃药", Topic.MEDICINE),
        ("duration", "I'm not on any medicines", Topic.MEDICINE),
        ("course", "没有别的病", Topic.CONDITION),
        ("severity", "no other illnesses", Topic.CONDITION),
        ("past_history", "haven't taken anything", Topic.MEDICINE),
    ],
)
def test_having_none_counts_although_something_else_was_asked(asked: str, text: str, topic: Topic) -> None:
    (fact,) = understand(text, asked=asked).facts
    assert (fact.topic, fact.code, fact.status) == (topic, "none", Status.ABSENT)
    assert fact.quote in text


@pytest.mark.parametrize(
    ("asked", "text"), [("past_history", t) for t in ("no she didn't hit her head", "No, no fever", "no pain no")]
)
def test_a_no_to_a_symptom_is_no_answer_about_illnesses(asked: str, text: str) -> None:
    assert all(fact.topic is Topic.FINDING for fact in understand(text, asked=asked).facts)


@pytest.mark.parametrize(("asked", "text"), [("allergies", "the right one"), ("past_history", "右边这个")])
def test_a_side_is_neither_an_allergy_nor_an_illness(asked: str, text: str) -> None:
    assert not understand(text, asked=asked).facts


def test_what_makes_it_worse_is_no_illness() -> None:
    heard = understand("吃辣的就多", asked="past_history")
    assert not heard.facts and heard.details.worse_with == "吃辣的"


def test_an_allergy_told_out_of_turn_makes_nothing_worse() -> None:
    assert understand("对头孢过敏", asked="worse_with").details.worse_with is None


@pytest.mark.parametrize(
    "text",
    [
        "我来开高血压的药",
        "开点降压药",
        "帮我再开点二甲双胍",
        "想配两盒阿司匹林",
        "I need my metformin",
        "Can I get my ventolin please",
    ],
)
def test_who_comes_for_a_medicine_by_its_name_comes_for_a_repeat(text: str) -> None:
    assert "repeat_prescription" in {fact.code for fact in understand(text, asked="open").facts}


@pytest.mark.parametrize(
    "text", ["我在吃降压药", "I take my metformin every day", "开降压药以后头晕", "吃了降压药头晕"]
)
def test_a_medicine_taken_is_no_wish_for_more(text: str) -> None:
    assert "repeat_prescription" not in {fact.code for fact in understand(text, asked="open").facts}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("I'm itchy down below with a thick white discharge", "abnormal_discharge"),
        ("discharge down there", "abnormal_discharge"),
        ("my penis is weeping", "penile_discharge"),
    ],
)
def test_a_discharge_is_a_mans_only_where_he_says_so(text: str, code: str) -> None:
    assert code in {fact.code for fact in understand(text, asked="open").facts}


def test_a_plant_pot_is_no_illness() -> None:
    assert not understand("lifting a plant pot").facts


@pytest.mark.parametrize(
    ("asked", "text"), [("worse_with", "when I cough"), ("worse_with", "咳嗽的时候"), ("worse_with", "cold air")]
)
def test_what_makes_it_worse_is_kept_in_their_words(asked: str, text: str) -> None:
    assert understand(text, asked=asked).details.worse_with


@pytest.mark.parametrize(("asked", "text", "years"), [("worse_with", "28", 28), ("past_history", "六十二", 62)])
def test_a_bare_number_where_none_is_asked_for_is_the_age(asked: str, text: str, years: int) -> None:
    person = understand(text, asked=asked).person
    assert person and person.age_months == years * 12


@pytest.mark.parametrize("text", ["hasn't grown", "没变大"])
def test_what_has_not_changed_is_no_illness_and_no_denial_of_any(text: str) -> None:
    assert not understand(text, asked="past_history").facts


def test_how_long_each_time_lasts_is_not_since_when() -> None:
    assert understand("only lasts a few seconds", asked="finding:weak_one_side").details.duration is None


def test_not_unwell_is_not_unwell() -> None:
    (fact,) = understand("没有不舒服", asked="open").facts
    assert fact.status is Status.ABSENT


@pytest.mark.parametrize("text", ["doesn't hurt, bit itchy", "no fever, a bit itchy"])
def test_a_little_of_something_after_a_comma_is_there(text: str) -> None:
    assert any(f.code == "itchy_skin" and f.status is Status.PRESENT for f in understand(text).facts)


@pytest.mark.parametrize("text", ["不红，也不疼", "not red, doesn't hurt"])
def test_what_is_said_of_the_trouble_denies_no_medicine_and_names_none(text: str) -> None:
    assert not [fact for fact in understand(text, asked="medicines").facts if fact.topic is Topic.MEDICINE]


def test_since_when_is_no_illness() -> None:
    heard = understand("好几年了，今年厉害", asked="past_history")
    assert not heard.facts and heard.details.duration


def test_not_right_is_no_side_and_the_back_of_something_no_back() -> None:
    assert all(fact.details.side is None for fact in understand("my stomach's not right").facts)
    assert all(fact.details.site != "back" for fact in understand("pain in the back of my knee").facts)


@pytest.mark.parametrize(
    ("asked", "text"), [("character", "没有别的病"), ("character", "no black stools"), ("course", "no black stools")]
)
def test_a_denial_of_something_else_describes_nothing(asked: str, text: str) -> None:
    assert getattr(understand(text, asked=asked).details, asked) is None


NOTHING_ABOUT_IT = (
    ("我有高血压", "vomiting_blood"),
    ("他们说要查血", "vomiting_blood"),
    ("我想问问要等多久", "wants_to_die"),
    ("39度2，昨天晚上最高", "stiff_neck"),
    ("抽烟，一天一包", "seizure"),
    ("挂号费多少钱", "baby_moves_less"),
    ("吃了美林，退了又烧", "confusion"),
    ("不疼", "black_stool"),
    ("没做过手术", "tremor"),
    ("不是本地人", "hears_voices"),
    ("they said I need a blood test", "blood_in_stool"),
    ("let me finish", "cannot_finish_sentence"),
    ("since last night", "night_sweats"),
    ("when I walk too much", "painful_urination"),
    ("doesn't hurt", "black_stool"),
    ("yes bit feverish, 38.1", "weak_one_side"),
    ("no I don't want to die, nothing like that", "weak_one_side"),
)


@pytest.mark.parametrize(("reply", "code"), NOTHING_ABOUT_IT)
def test_a_reply_that_only_shares_a_word_with_what_was_asked_says_nothing_of_it(reply: str, code: str) -> None:
    assert code not in {f.code for f in understand(reply, asked=f"finding:{code}").facts}


@pytest.mark.parametrize(
    ("reply", "asked", "topic"),
    [
        ("没有别的病", "allergies", Topic.ALLERGY),
        ("没有别的病，就是血糖有点高", "allergies", Topic.ALLERGY),
        ("没有过敏", "past_history", Topic.CONDITION),
        ("no allergies", "past_history", Topic.CONDITION),
        ("女，47", "medicines", Topic.MEDICINE),
        ("以前也得过", "medicines", Topic.MEDICINE),
        ("they're heavy when they do come", "allergies", Topic.ALLERGY),
        ("自己买了洗液洗了没用", "allergies", Topic.ALLERGY),
        ("没怀孕，绝经还早呢", "allergies", Topic.ALLERGY),
        ("my sister's got thyroid trouble", "allergies", Topic.ALLERGY),
        ("no medicines", "past_history", Topic.CONDITION),
        ("两片，一天两次", "medicines", Topic.MEDICINE),
        ("绝经还早呢", "pregnancy", Topic.FINDING),
        ("his wee smells", "allergies", Topic.ALLERGY),
        ("naproxen, and something for my stomach", "medicines", Topic.FINDING),
        ("blood pressure, and he had a stroke, on clopidogrel", "medicines", Topic.FINDING),
    ],
)
def test_what_answers_another_question_is_no_answer_to_this_one(reply: str, asked: str, topic: Topic) -> None:
    assert topic not in {f.topic for f in understand(reply, asked=asked).facts}


@pytest.mark.parametrize("allergen", ["the stuff they put on plasters", "隔壁床用的那种抗生素", "虾"])
def test_whatever_is_named_to_the_question_of_allergies_is_kept(allergen: str) -> None:
    assert [f.topic for f in understand(allergen, asked="allergies").facts] == [Topic.ALLERGY]


@pytest.mark.parametrize(
    ("reply", "asked", "years"),
    [
        ("五十三", "finding:vomiting_blood", 53),
        ("男的，61，胖，一百九十斤", "finding:lethargy", 61),
        ("女，47", "medicines", 47),
    ],
)
def test_an_age_is_taken_whatever_was_asked(reply: str, asked: str, years: int) -> None:
    person = understand(reply, asked=asked).person
    assert person is not None and person.age == years


def test_degrees_are_no_age() -> None:
    assert understand("39", asked="finding:stiff_neck").person is None


def test_what_makes_it_worse_is_neither_its_course_nor_a_sex() -> None:
    told = understand("饭后躺下就厉害", asked="course").details
    assert (told.course, told.worse_with) == (None, "躺下")
    assert understand("男的", asked="worse_with").details.worse_with is None


@pytest.mark.parametrize(
    ("reply", "asked"),
    [
        ("had a heart attack in 2019, stent", "age"),
        ("14, 15 times a day", "frequency"),
        ("20, maybe 30 minutes", "duration"),
        ("三十，四十分钟", "duration"),
    ],
)
def test_other_numbers_are_no_age(reply: str, asked: str) -> None:
    assert understand(reply, asked=asked, now=datetime(2026, 11, 18)).person is None


@pytest.mark.parametrize(("reply", "sex"), [("I'm a woman", Sex.FEMALE), ("I'm not depressed", None), ("m", Sex.MALE)])
def test_i_am_names_no_man(reply: str, sex: Sex | None) -> None:
    person = understand(reply, asked="sex").person
    assert (person.sex if person else None) is sex


@pytest.mark.parametrize(
    ("reply", "course"), [("甩一甩能好", None), ("好多了", Course.BETTER), ("能好一点", Course.BETTER)]
)
def test_what_eases_it_is_no_course(reply: str, course: Course | None) -> None:
    assert understand(reply, asked="course").details.course is course


def test_a_reading_told_with_its_medicine_is_the_illness() -> None:
    told = understand("血压高，吃硝苯地平", asked="sex").facts
    assert {(f.topic, f.code) for f in told} == {(Topic.CONDITION, "hypertension"), (Topic.MEDICINE, "nifedipine")}
    assert [f.code for f in understand("血压高", asked="sex").facts] == ["high_blood_pressure_reading"]


@pytest.mark.parametrize(
    ("reply", "taken"),
    [("血脂高，吃他汀", "statin"), ("warfarin for my heart", "warfarin"), ("I'm on ramipril", "ramipril")],
)
def test_what_is_taken_is_no_allergy_though_allergies_were_asked_for(reply: str, taken: str) -> None:
    told = {(f.topic, f.code) for f in understand(reply, asked="allergies").facts}
    assert (Topic.MEDICINE, taken) in told and Topic.ALLERGY not in {topic for topic, _ in told}
    assert "chest_pain" not in {code for _, code in told}


@pytest.mark.parametrize("reply", ["打青霉素不行", "吃阿司匹林胃疼", "penicillin", "吃了头孢起疹子"])
def test_what_is_not_borne_is_an_allergy(reply: str) -> None:
    assert {f.topic for f in understand(reply, asked="allergies").facts} == {Topic.ALLERGY}


@pytest.mark.parametrize(
    ("reply", "asked"),
    [("没带血", "medicines"), ("never smoked", "allergies"), ("没肿", "past_history"), ("no blood", "medicines")],
)
def test_what_is_not_there_is_no_lack_of_medicines_or_allergies(reply: str, asked: str) -> None:
    topics = {"medicines": Topic.MEDICINE, "allergies": Topic.ALLERGY, "past_history": Topic.CONDITION}
    assert topics[asked] not in {f.topic for f in understand(reply, asked=asked).facts}


def test_a_number_within_a_word_is_no_severity() -> None:
    assert understand("to be honest it is hard to say", asked="severity").details.severity is None


@pytest.mark.parametrize("text", ["I don't want to die", "no I don't want to die", "我不想死", "我不想自杀"])
def test_who_does_not_want_to_die_does_not_want_to(text: str) -> None:
    assert [f.status for f in understand(text).facts if f.code == "wants_to_die"] == [Status.ABSENT]


@pytest.mark.parametrize("text", ["I don't want to live", "我不想活了", "I want to die"])
def test_who_does_not_want_to_live_is_heard(text: str) -> None:
    assert [f.status for f in understand(text).facts if f.code == "wants_to_die"] == [Status.PRESENT]


@pytest.mark.parametrize(
    ("reply", "status"), [("有点", Status.ABSENT), ("a bit", Status.ABSENT), ("yes, worst ever", Status.PRESENT)]
)
def test_a_little_is_not_the_worst_ever(reply: str, status: Status) -> None:
    told = understand(reply, asked="finding:worst_headache").facts
    assert [f.status for f in told if f.code == "worst_headache"] == [status]


@pytest.mark.parametrize(
    ("reply", "asked"), [("三十六", "past_history"), ("别的没啥", "medicines"), ("lady", "allergies")]
)
def test_who_they_are_and_nothing_else_are_no_history(reply: str, asked: str) -> None:
    assert understand(reply, asked=asked).facts == ()


@pytest.mark.parametrize(("reply", "side"), [("屙尿屙屎都正常", None), ("两边都疼", Side.BOTH), ("都有", Side.BOTH)])
def test_what_is_all_well_is_on_no_side(reply: str, side: Side | None) -> None:
    assert understand(reply, asked="side").details.side is side


def test_waterworks_that_are_fine_are_no_trouble() -> None:
    assert all(f.status is Status.ABSENT for f in understand("waterworks fine", asked="worse_with").facts)


SAID_SO = (
    ("有时候想过", "wants_to_die"),
    ("偶尔会冒出来这个念头", "wants_to_die"),
    ("前几天想过", "wants_to_die"),
    ("有过那么一两次", "wants_to_die"),
    ("觉得死了算了", "wants_to_die"),
    ("想过一了百了", "wants_to_die"),
    ("it's crossed my mind", "wants_to_die"),
    ("sometimes I think about it", "wants_to_die"),
    ("I have thought about it", "wants_to_die"),
    ("once or twice", "wants_to_die"),
    ("出了一头汗", "sweating"),
    ("手心都是汗", "sweating"),
    ("衣服都湿了", "sweating"),
    ("上不来气", "breathlessness"),
    ("走几步就喘", "breathlessness"),
    ("躺下就憋得慌", "breathlessness"),
    ("左胳膊也跟着疼", "radiating_pain"),
    ("后背也扯着疼", "radiating_pain"),
    ("左手抬不动", "weak_one_side"),
    ("右边身子不听使唤", "weak_one_side"),
    ("嘴往右边歪", "face_droop"),
    ("话说不利索", "slurred_speech"),
    ("舌头发硬", "slurred_speech"),
    ("眼前一黑倒了", "fainting"),
    ("晕过去一会儿", "fainting"),
    ("黑乎乎的", "black_stool"),
    ("拉的黑的", "black_stool"),
    ("吐的里面有血丝", "vomiting_blood"),
    ("吐出来咖啡色的", "vomiting_blood"),
    ("马桶里都是红的", "blood_in_stool"),
    ("脖子低不下去", "stiff_neck"),
    ("脖子硬邦邦的", "stiff_neck"),
    ("说胡话", "confusion"),
    ("人都不认识了", "confusion"),
    ("烧得烫手", "fever"),
    ("身上滚烫", "fever"),
    ("尿不出来，憋得难受", "cannot_urinate"),
    ("一滴都尿不出", "cannot_urinate"),
    ("大腿根那块没知觉", "saddle_numbness"),
    ("下面木木的", "saddle_numbness"),
    ("小腿肿得比那条粗", "leg_swelling_one"),
    ("两天没放屁了", "no_gas_or_stool"),
    ("肚子硬得像板", "rigid_belly"),
    ("碰都不能碰", "rigid_belly"),
    ("嘴唇发紫", "blue_lips"),
    ("口水直流", "drooling"),
    ("出血一直不停", "bleeding_wont_stop"),
    ("下面出血了", "vaginal_bleeding"),
    ("看东西花", "blurred_vision"),
    ("孩子蔫蔫的", "baby_floppy"),
    ("叫都叫不醒", "lethargy"),
    ("不吃奶了", "baby_feeding"),
    ("瘦了十几斤", "weight_loss"),
    ("夜里汗把衣服湿透", "night_sweats"),
    ("carrying on my left arm", "radiating_pain"),
    ("goes into my jaw", "radiating_pain"),
    ("I'm dripping", "sweating"),
    ("I was wringing wet", "sweating"),
    ("puffing and panting", "breathlessness"),
    ("can't catch it", "breathlessness"),
    ("my right arm's gone useless", "weak_one_side"),
    ("his mouth's gone crooked", "face_droop"),
    ("she's slurring", "slurred_speech"),
    ("keeled over", "fainting"),
    ("it's like tar", "black_stool"),
    ("dark as anything", "black_stool"),
    ("there was blood in it", "vomiting_blood"),
    ("coffee coloured bits", "vomiting_blood"),
    ("can't put my chin down", "stiff_neck"),
    ("he's talking rubbish", "confusion"),
    ("she's boiling", "fever"),
    ("not a drop", "cannot_urinate"),
    ("can't feel when I wipe", "saddle_numbness"),
    ("one calf is twice the size", "leg_swelling_one"),
    ("not passed wind since Monday", "no_gas_or_stool"),
    ("hard as a board", "rigid_belly"),
    ("they look blue", "blue_lips"),
    ("dribbling everywhere", "drooling"),
    ("won't stop bleeding", "bleeding_wont_stop"),
    ("spotting a bit", "vaginal_bleeding"),
    ("everything's fuzzy", "blurred_vision"),
    ("all floppy", "baby_floppy"),
    ("trousers are falling off me", "weight_loss"),
    ("sheets are soaked", "night_sweats"),
)
DENIED = (
    ("没想过", "wants_to_die"),
    ("从来没有过这种念头", "wants_to_die"),
    ("没有那个念头", "wants_to_die"),
    ("never thought of it", "wants_to_die"),
    ("I haven't had thoughts like that", "wants_to_die"),
    ("没出汗", "sweating"),
    ("不怎么出汗", "sweating"),
    ("no sweating", "sweating"),
    ("不喘", "breathlessness"),
    ("喘气挺匀", "breathlessness"),
    ("没往后背疼", "radiating_pain"),
    ("后背不疼", "radiating_pain"),
    ("not my arm", "radiating_pain"),
    ("两边都有劲", "weak_one_side"),
    ("没有歪", "face_droop"),
    ("嘴不歪", "face_droop"),
    ("说话清楚", "slurred_speech"),
    ("说话利索着呢", "slurred_speech"),
    ("不黑", "black_stool"),
    ("大便是黄的", "black_stool"),
    ("not black", "black_stool"),
    ("没血", "vomiting_blood"),
    ("吐的没有血", "vomiting_blood"),
    ("just food no blood", "vomiting_blood"),
    ("脖子不硬", "stiff_neck"),
    ("能低头", "stiff_neck"),
    ("脖子能弯", "stiff_neck"),
    ("脑子清楚", "confusion"),
    ("不糊涂", "confusion"),
    ("不烫", "fever"),
    ("能尿出来", "cannot_urinate"),
    ("尿得出来", "cannot_urinate"),
    ("小便正常", "cannot_urinate"),
    ("不麻", "saddle_numbness"),
    ("没有麻", "saddle_numbness"),
    ("腿不肿", "leg_swelling_one"),
    ("放屁", "no_gas_or_stool"),
    ("放屁倒是有", "no_gas_or_stool"),
    ("肚子软的", "rigid_belly"),
    ("不硬", "rigid_belly"),
    ("嘴唇不紫", "blue_lips"),
    ("红润着呢", "blue_lips"),
    ("not blue", "blue_lips"),
    ("不流口水", "drooling"),
    ("血止住了", "bleeding_wont_stop"),
    ("不流血了", "bleeding_wont_stop"),
    ("it stopped", "bleeding_wont_stop"),
    ("没出血", "vaginal_bleeding"),
    ("看得清", "blurred_vision"),
    ("不花", "blurred_vision"),
    ("精神挺好", "baby_floppy"),
    ("孩子有精神", "baby_floppy"),
    ("叫得醒", "lethargy"),
    ("没瘦", "weight_loss"),
)


@pytest.mark.parametrize(("reply", "code"), SAID_SO)
def test_a_danger_asked_about_is_told_in_other_words(reply: str, code: str) -> None:
    assert Status.PRESENT in {f.status for f in understand(reply, asked=f"finding:{code}").facts if f.code == code}


@pytest.mark.parametrize(("reply", "code"), DENIED)
def test_a_danger_asked_about_is_denied_in_other_words(reply: str, code: str) -> None:
    told = [f.status for f in understand(reply, asked=f"finding:{code}").facts if f.code == code]
    assert told in ([Status.ABSENT], [])


@pytest.mark.parametrize(
    "reply",
    [
        "三天了",
        "我想问问要等多久",
        "他们说要查血",
        "挂号费多少钱",
        "我老伴陪我来的",
        "前几天去广东出差了",
        "饭后厉害",
        "后来慢慢加重的",
        "since last night",
        "they said I need a blood test",
        "let me finish",
        "my husband brought me",
        "worse after meals",
    ],
)
def test_what_is_said_beside_a_question_tells_of_no_danger(reply: str) -> None:
    told = {f.code for f in understand(reply).facts}
    dangers = {code for finding in knowledge().findings.values() for code in finding.danger} - told
    asked = {code: understand(reply, asked=f"finding:{code}").facts for code in sorted(dangers)}
    assert [code for code, facts in asked.items() if any(f.code == code for f in facts)] == []


@pytest.mark.parametrize("text", ["stings a bit. up four times in the night", "有点刺痛，夜里起来好几回"])
def test_what_smarts_is_a_yes_to_pain_on_passing_water(text: str) -> None:
    told = understand(text, asked="finding:painful_urination").facts
    assert any(fact.code == "painful_urination" and fact.status is Status.PRESENT for fact in told)


@pytest.mark.parametrize(
    ("asked", "reply", "status"),
    [
        ("fever", "啥？烧？莫得莫得，就是腿杆痛", Status.ABSENT),
        ("chest_pain", "胸口痛？冇啊", Status.ABSENT),
        ("sweating", "冷汗？木有哦", Status.ABSENT),
        ("vomiting", "呕吐？唔会啊", Status.ABSENT),
        ("fainting", "Pass out? Me? Not once", Status.ABSENT),
        ("fever", "Temperature? I've never had one in my life", Status.ABSENT),
        ("sweating", "汗？满头大汗", Status.PRESENT),
        ("sweating", "Sweating? Yes, all night", Status.PRESENT),
        ("fainting", "Fainted? Twice, yes", Status.PRESENT),
    ],
)
def test_the_question_said_again_is_no_answer_and_what_follows_is(asked: str, reply: str, status: Status) -> None:
    told = {f.code: f.status for f in understand(reply, asked=f"finding:{asked}").facts}
    assert told[asked] is status


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("slurred_speech", "Sorry? Slurred? I only had a cup of tea"),
        ("fever", "发烧？"),
        ("sweating", "汗？今天才十度"),
    ],
)
def test_a_question_only_said_again_is_left_open(asked: str, reply: str) -> None:
    assert not any(f.code == asked for f in understand(reply, asked=f"finding:{asked}").facts)


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("fever", "没有吧，我没感觉到发烧"),
        ("fever", "烧倒是没烧"),
        ("fever", "烧都没烧过"),
        ("chest_pain", "疼倒不疼，就是闷"),
        ("cough", "咳都没咳一声"),
        ("fainting", "晕倒倒没有，就是没劲"),
        ("sweating", "汗倒没有"),
        ("breathlessness", "喘气没问题"),
        ("breathlessness", "不怎么费劲"),
        ("breathlessness", "呼吸都正常的"),
        ("head_injury", "头没碰"),
        ("sudden_sight_loss", "能看见的，就是红"),
        ("sudden_sight_loss", "没有突然看不见，就是有点花"),
        ("worst_headache", "没有头痛，是牙痛"),
        ("worst_headache", "问过了呀，头一点也不疼"),
        ("leg_swelling_one", "两只脚都肿的"),
        ("weak_one_side", "没有没力气啊"),
        ("weak_one_side", "走路手脚都没问题"),
        ("lethargy", "精神好着呢"),
        ("fever", "fever no, just the cough"),
        ("breathlessness", "breathing is okay"),
        ("chest_pain", "chest is all fine"),
        ("sudden_sight_loss", "my eyesight is perfect"),
        ("worst_headache", "I haven't got a headache at all"),
        ("leg_swelling_one", "it's both ankles"),
        ("fever", "I told the other nurse already, no"),
        ("face_droop", "no nothing wrong with my face"),
        ("limb_weakness", "nothing the matter with my legs"),
        ("face_droop", "嘴没啥毛病"),
    ],
)
def test_what_was_asked_is_denied_by_its_own_words_or_found_well(asked: str, reply: str) -> None:
    told = {f.code: f.status for f in understand(reply, asked=f"finding:{asked}").facts}
    assert told[asked] is Status.ABSENT


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("breathlessness", "费劲得很"),
        ("breathlessness", "有点费劲"),
        ("sudden_sight_loss", "看不见了"),
        ("weak_one_side", "左手没力气"),
        ("head_injury", "碰了一下"),
        ("chest_pain", "疼得要命"),
        ("chest_pain", "it's killing me"),
        ("leg_swelling_one", "就左边这条肿"),
        ("swollen_salivary", "bit puffy yeah, just here"),
        ("fainting", "晕倒过，就在厨房"),
    ],
)
def test_what_was_asked_is_there_in_the_words_of_the_question(asked: str, reply: str) -> None:
    told = {f.code: f.status for f in understand(reply, asked=f"finding:{asked}").facts}
    assert told[asked] is Status.PRESENT


@pytest.mark.parametrize(
    "reply", ["yes, fetch a nurse please", "okay just call the nurse", "好，叫护士来", "嗯，帮我找个护士"]
)
def test_a_yes_to_a_nurse_is_no_yes_to_a_symptom(reply: str) -> None:
    assert not understand(reply, asked="finding:leg_swelling_one").facts


def test_a_pregnancy_denied_behind_its_name_is_none() -> None:
    heard = understand("pregnant no, I am 51", asked="pregnancy")
    assert [f.status for f in heard.facts if f.topic is Topic.PREGNANCY] == [Status.ABSENT]
    assert heard.person is not None and heard.person.pregnant is False


@pytest.mark.parametrize(
    "text", ["12 weeks pregnant, no pain", "I'm pregnant, never been so tired", "pregnant, no problems so far"]
)
def test_what_is_denied_behind_a_pregnancy_does_not_deny_it(text: str) -> None:
    assert [f.status for f in understand(text).facts if f.topic is Topic.PREGNANCY] == [Status.PRESENT]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("没得发烧", "fever"),
        ("我莫得胸痛", "chest_pain"),
        ("孩子冇发烧", "fever"),
        ("木有头晕", "dizziness"),
        ("唔咳", "cough"),
    ],
)
def test_denials_of_the_dialects_deny(text: str, code: str) -> None:
    assert [(f.code, f.status) for f in understand(text).facts] == [(code, Status.ABSENT)]


@pytest.mark.parametrize(
    ("text", "code"), [("身上没得劲", "fatigue"), ("感冒得厉害，发烧", "fever"), ("手木有点疼", "hand_pain")]
)
def test_what_only_looks_like_a_denial_of_a_dialect_is_none(text: str, code: str) -> None:
    assert Status.PRESENT in {f.status for f in understand(text).facts if f.code == code} or code == "hand_pain"


def test_two_days_are_no_two_sides() -> None:
    assert understand("两天了", asked="side").details.side is None
    assert understand("两个都疼", asked="side").details.side is Side.BOTH


@pytest.mark.parametrize(
    ("asked", "text", "status"),
    [
        ("finding:fever", "he felt warm, but I haven't measured it", Status.PRESENT),
        ("finding:fever", "not warm, no", Status.ABSENT),
        ("finding:weak_one_side", "没力气倒没有，就是麻", Status.ABSENT),
        ("finding:bone_deformed", "没看见骨头，就是肿", Status.ABSENT),
        ("finding:sudden_sight_loss", "不是突然，慢慢的", Status.ABSENT),
        ("finding:sudden_sight_loss", "no, nothing sudden, it crept up", Status.ABSENT),
    ],
)
def test_a_denial_beside_what_was_asked_leaves_it_and_one_of_its_suddenness_does_not(
    asked: str, text: str, status: Status
) -> None:
    code = asked.partition(":")[2]
    assert [f.status for f in understand(text, asked=asked).facts if f.code == code] == [status]


@pytest.mark.parametrize(
    ("reply", "course"),
    [
        ("worse only, clots also are coming", Course.WORSE),
        ("Same only", Course.SAME),
        ("bigger if anything", Course.WORSE),
        ("越掉越多，都看见头皮了", Course.WORSE),
        ("大概半年了，越来越不行", Course.WORSE),
        ("越来越好了", Course.BETTER),
        ("the check-up last month was fine", None),
    ],
)
def test_how_it_goes_on_is_heard_in_the_clause_that_tells_it(reply: str, course: Course | None) -> None:
    assert understand(reply, asked="course").details.course is course


@pytest.mark.parametrize(
    "reply", ["the left one", "five foot seven, 70 kilos", "一米七，一百四十斤", "lying down for two days"]
)
def test_a_measure_or_a_place_is_no_age(reply: str) -> None:
    person = understand(reply, asked="age").person
    assert person is None or person.age_months is None


@pytest.mark.parametrize(("reply", "sex"), [("I'm a girl", Sex.FEMALE), ("男孩", Sex.MALE)])
def test_who_tells_only_the_sex_names_no_child(reply: str, sex: Sex) -> None:
    person = understand(reply, asked="sex").person
    assert person is not None and (person.sex, person.relation) == (sex, None)


@pytest.mark.parametrize(
    ("asked", "text", "status"),
    [
        ("slurred_speech", "利索得很", Status.ABSENT),
        ("slurred_speech", "清楚呀，你不是听得见嘛", Status.ABSENT),
        ("slurred_speech", "清楚着呢", Status.ABSENT),
        ("slurred_speech", "I sound perfectly fine, no?", Status.ABSENT),
        ("slurred_speech", "he is talking normally only", Status.ABSENT),
        ("slurred_speech", "speaking clearly, yes", Status.ABSENT),
        ("slurred_speech", "有点含糊", Status.PRESENT),
        ("slurred_speech", "yes, slurred", Status.PRESENT),
        ("no_gas_or_stool", "She passes wind, yes. Just no stool", Status.ABSENT),
        ("no_gas_or_stool", "yes, he's still passing gas", Status.ABSENT),
        ("no_gas_or_stool", "放屁倒是有，就是拉不出来", Status.ABSENT),
        ("no_gas_or_stool", "no wind, no stool", Status.PRESENT),
        ("no_gas_or_stool", "yes, nothing at all", Status.PRESENT),
        ("no_gas_or_stool", "she's not passing wind, no", Status.PRESENT),
    ],
)
def test_what_is_asked_as_lacking_and_told_to_be_there_is_denied(asked: str, text: str, status: Status) -> None:
    facts = understand(text, asked=f"finding:{asked}").facts
    assert [f.status for f in facts if f.code == asked] == [status]


@pytest.mark.parametrize("text", ["不如以前清楚", "没以前利索", "I don't sound right"])
def test_speech_that_is_less_clear_is_not_denied(text: str) -> None:
    facts = understand(text, asked="finding:slurred_speech").facts
    assert Status.ABSENT not in {f.status for f in facts}


@pytest.mark.parametrize(
    ("asked", "reply", "value"),
    [
        ("course", "no, getting worse", Course.WORSE),
        ("course", "no better, no worse", Course.SAME),
        ("severity", "四五分吧，不算太厉害", Severity.MODERATE),
    ],
)
def test_a_no_ahead_of_what_it_is_does_not_turn_it_round(asked: str, reply: str, value: object) -> None:
    assert getattr(understand(reply, asked=asked).details, asked) is value


@pytest.mark.parametrize(
    ("asked", "reply", "past"),
    [
        ("finding:fever", "it was swollen last week but it has gone", False),
        ("finding:fever", "前几天肿过，现在好了", False),
        ("finding:fever", "I had one last week, gone now", True),
        ("finding:fever", "前两天烧过，现在不烧了", True),
    ],
)
def test_what_is_over_is_what_was_asked_about_unless_it_names_another_trouble(
    asked: str, reply: str, past: bool
) -> None:
    assert any(fact.code == "fever" and fact.past for fact in understand(reply, asked=asked).facts) is past


@pytest.mark.parametrize(
    ("asked", "reply", "code"),
    [
        (
            "allergies",
            "No, none. Though naproxen upset me once and the doctor told me never to take it again",
            "naproxen",
        ),
        ("allergies", "没有，就是以前吃阿司匹林胃出过血，医生说不能再吃", "aspirin"),
        ("medicines", "the surgeon said I must never take aspirin again", "aspirin"),
        (None, "I've been told to avoid ibuprofen, my kidneys are weak", "ibuprofen"),
    ],
)
def test_what_a_doctor_has_forbidden_for_good_is_not_borne(asked: str | None, reply: str, code: str) -> None:
    told = {(fact.topic, fact.code, fact.status) for fact in understand(reply, asked=asked).facts}
    assert (Topic.ALLERGY, code, Status.PRESENT) in told
    assert Topic.MEDICINE not in {topic for topic, _, _ in told}


def test_what_is_not_to_be_taken_at_times_is_borne() -> None:
    told = understand("she told me never to take ibuprofen on an empty stomach", asked="medicines").facts
    assert all(fact.topic is not Topic.ALLERGY for fact in told)


@pytest.mark.parametrize(
    ("reply", "takes"),
    [
        ("it hurts when I bite on something hard", False),
        ("I trod on something sharp", False),
        ("I'm on something for my nerves", True),
        ("they put him on something", True),
    ],
)
def test_something_is_a_medicine_where_it_is_taken(reply: str, takes: bool) -> None:
    assert any(fact.topic is Topic.MEDICINE for fact in understand(reply).facts) is takes


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("finding:saddle_numbness", "没听他说麻"),
        ("finding:saddle_numbness", "没有听她说过发麻"),
        ("finding:saddle_numbness", "麻倒没听他说，大小便正常"),
        ("finding:saddle_numbness", "他没跟我提过麻"),
        ("finding:chest_pain", "没听他喊疼"),
        ("finding:chest_pain", "胸口疼倒没听他说过"),
        ("finding:saddle_numbness", "he never said anything about it being numb"),
        ("finding:saddle_numbness", "I haven't heard her say it's numb"),
    ],
)
def test_what_nobody_was_heard_to_say_is_not_there(asked: str, text: str) -> None:
    told = understand(text, asked=asked)
    assert [fact.status for fact in told.facts if fact.code == asked.split(":")[1]] == [Status.ABSENT]


@pytest.mark.parametrize(
    ("asked", "text", "status"),
    [
        ("finding:rash_not_fading", "没看见有红点点", Status.ABSENT),
        ("finding:rash_not_fading", "I've not seen any marks on her, no", Status.ABSENT),
        ("finding:rash_not_fading", "oh, nobody told me to. She hasn't got any spots, no", Status.ABSENT),
        ("finding:rash_not_fading", "按？没按过", Status.UNKNOWN),
        ("finding:rash_not_fading", "没试过，就是一片一片的", Status.UNKNOWN),
        ("finding:rash_not_fading", "haven't tried that", Status.UNKNOWN),
        ("finding:rash_not_fading", "I haven't pressed them", Status.UNKNOWN),
        ("finding:no_urine", "I can pee fine", Status.ABSENT),
        ("finding:no_urine", "能尿出来", Status.ABSENT),
        ("finding:weak_one_side", "no, just my neck, it's more on the right", Status.ABSENT),
        ("finding:weak_one_side", "no, only the knee", Status.ABSENT),
        ("finding:fever", "没有，就是有点怕冷", Status.ABSENT),
    ],
)
def test_an_answer_in_whatever_words_is_one(asked: str, text: str, status: Status) -> None:
    told = understand(text, asked=asked)
    assert [fact.status for fact in told.facts if fact.code == asked.split(":")[1]] == [status]
    assert "vaginal_bleeding" not in {fact.code for fact in told.facts}


@pytest.mark.parametrize("text", ["下面见红了", "怀孕八周，今天见红"])
def test_blood_seen_below_is_still_heard(text: str) -> None:
    assert "vaginal_bleeding" in {fact.code for fact in understand(text).facts}


@pytest.mark.parametrize("text", ["听他说麻", "他跟我说过麻", "he did say it was numb"])
def test_what_somebody_was_heard_to_say_is_there(text: str) -> None:
    told = understand(text, asked="finding:saddle_numbness")
    assert ("saddle_numbness", Status.PRESENT) in {(fact.code, fact.status) for fact in told.facts}


@pytest.mark.parametrize(
    ("text", "chief"),
    [
        ("昨晚一晚没睡，就是牙疼", "toothache"),
        ("一宿没合眼，肚子疼", "abdominal_pain"),
        ("couldn't sleep last night, my ear hurts", "earache"),
        ("I can't sleep for the itching, there's a rash on my arms", "itchy_skin"),
        ("失眠好几年了，现在还胃疼", "poor_sleep"),
        ("睡不着两个月了，有点头疼", "poor_sleep"),
        ("I can't sleep, and I get headaches", "poor_sleep"),
    ],
)
def test_what_kept_from_a_nights_sleep_is_the_trouble(text: str, chief: str) -> None:
    assert understand(text).facts[0].code == chief


@pytest.mark.parametrize(
    ("text", "eased"),
    [("my tummy ache eases with antacid", "antacid"), ("胃疼，吃点抗酸药就好", "吃点抗酸药")],
)
def test_a_medicine_that_eases_is_kept_as_what_eases(text: str, eased: str) -> None:
    assert [fact.details.better_with for fact in understand(text).facts if fact.topic is Topic.FINDING] == [eased]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("报告上写的是1.2×0.8厘米，4a类", "1.2×0.8厘米 4a类"),
        ("大概一厘米多吧", "大概一厘米多"),
        ("三毫米", "三毫米"),
        ("it says 12 by 8 mm", "12 by 8 mm"),
        ("about half a centimetre, BI-RADS 3", "about half a centimetre BI-RADS 3"),
        ("甘油三酯3.2", "甘油三酯3.2"),
        ("没注意", None),
        ("I don't remember", None),
    ],
)
def test_what_was_measured_is_kept_as_it_is_told(text: str, value: str | None) -> None:
    assert understand(text, asked="value").details.value == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("体检发现甲状腺结节4a类，1.2×0.8厘米", "1.2×0.8厘米 4a类"),
        ("肺上有个结节，8毫米", "8毫米"),
        ("a thyroid nodule, 12 mm, TI-RADS 4", "12 mm TI-RADS 4"),
        ("甲状腺有个结节", None),
    ],
)
def test_a_nodule_keeps_its_size_and_grade(text: str, value: str | None) -> None:
    assert understand(text).facts[0].details.value == value


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("没发烧，今天早上尿里好像带点血丝", "blood_in_urine"),
        ("没发烧，小便好像带血", "blood_in_urine"),
        ("没发烧，痰里似乎带点血", "coughing_blood"),
        ("没发烧，大便好像有点发黑", "black_stool"),
        ("no fever, but maybe some blood in the urine this morning", "blood_in_urine"),
    ],
)
def test_what_somebody_is_not_sure_of_is_kept(text: str, code: str) -> None:
    told = {fact.code: fact.status for fact in understand(text, asked="finding:fever").facts}
    assert told == {"fever": Status.ABSENT, code: Status.PRESENT}


@pytest.mark.parametrize(
    "text", ["没有没有，大便也正常，不黑", "没有，大便颜色也正常", "no, and my poo's normal, not black"]
)
def test_a_stool_that_is_not_black_needs_not_be_asked_for(text: str) -> None:
    told = {fact.code: fact.status for fact in understand(text, asked="finding:vomiting_blood").facts}
    assert told == {"vomiting_blood": Status.ABSENT, "black_stool": Status.ABSENT}


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("没有，就昨天室友给了一片氯雷他定", ["loratadine"]),
        ("朋友给我的布洛芬吃了一颗", ["ibuprofen"]),
        ("my flatmate gave me a cetirizine", ["cetirizine"]),
    ],
)
def test_what_a_friend_gave_was_taken(text: str, codes: list[str]) -> None:
    told = understand(text, asked="medicines").facts
    assert [fact.code for fact in told if fact.topic is Topic.MEDICINE] == codes


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("我按了一下，会变白的", Status.ABSENT),
        ("it goes white when I press", Status.ABSENT),
        ("no, they all fade", Status.ABSENT),
        ("按了不褪", Status.PRESENT),
        ("不会变白", Status.PRESENT),
        ("they don't fade", Status.PRESENT),
        ("it stays red", Status.PRESENT),
    ],
)
def test_a_rash_that_fades_is_not_one_that_stays(text: str, status: Status) -> None:
    told = understand(text, asked="finding:rash_not_fading").facts
    assert [fact.status for fact in told if fact.code == "rash_not_fading"] == [status]


@pytest.mark.parametrize(
    ("asked", "text", "status"),
    [
        ("personality_change", "变了，动不动就骂人", Status.PRESENT),
        ("personality_change", "he snaps at everybody now", Status.PRESENT),
        ("personality_change", "没怎么变", Status.ABSENT),
        ("personality_change", "she hasn't changed", Status.ABSENT),
        ("swollen_salivary", "鼓起来一点", Status.PRESENT),
        ("feeling_faint", "就是眼前黑过一下", Status.PRESENT),
    ],
)
def test_what_was_asked_is_told_in_everyday_words(asked: str, text: str, status: Status) -> None:
    told = understand(text, asked=f"finding:{asked}").facts
    assert [fact.status for fact in told if fact.code == asked] == [status]


def test_a_face_that_bulges_is_swollen_and_does_not_hurt() -> None:
    assert [fact.code for fact in understand("脸这边有点鼓").facts] == ["swollen_face"]


@pytest.mark.parametrize(
    ("asked", "text", "status"),
    [
        ("swollen_salivary", "有点儿肿，嘴也张不开", Status.PRESENT),
        ("swollen_salivary", "肿，牙也疼", None),
        ("swollen_salivary", "a bit swollen, and I can't open my mouth", Status.PRESENT),
        ("swollen_salivary", "不肿，就是嘴张不开", Status.ABSENT),
        ("saddle_numbness", "下身没事，就左边脚底板有点麻", Status.ABSENT),
        ("saddle_numbness", "麻？小腿外侧麻，下身倒没事", Status.ABSENT),
        ("saddle_numbness", "just my toes are numb, nothing down there", Status.ABSENT),
        ("saddle_numbness", "脚后跟有点麻", None),
        ("saddle_numbness", "my foot's gone numb", None),
        ("saddle_numbness", "屁股那一片有点麻，脚也麻", Status.PRESENT),
        ("saddle_numbness", "有点麻", Status.PRESENT),
        ("saddle_numbness", "numb between my legs, and my foot", Status.PRESENT),
    ],
)
def test_a_state_alone_answers_what_was_asked_and_another_place_does_not(
    asked: str, text: str, status: Status | None
) -> None:
    told = next((f.status for f in understand(text, asked=f"finding:{asked}").facts if f.code == asked), None)
    assert told is status


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("没有,大便也不黑", "black_stool"),
        ("没吐过血，大便颜色不黑的", "black_stool"),
        ("不疼，尿也不红", "blood_in_urine"),
        ("no, and my stools aren't black either", "black_stool"),
    ],
)
def test_a_colour_denied_beside_another_answer_is_denied_too(text: str, code: str) -> None:
    told = {fact.code: fact.status for fact in understand(text, asked="finding:vomiting_blood").facts}
    assert told[code] is told["vomiting_blood"] is Status.ABSENT


@pytest.mark.parametrize(("text", "years"), [("六十八啦", 68), ("都八十二啦", 82), ("快五十啦", 50)])
def test_an_age_said_with_a_particle(text: str, years: int) -> None:
    person = understand(text, asked="age").person
    assert person is not None and person.age_months == years * 12


@pytest.mark.parametrize(
    ("text", "allergen", "quote"),
    [
        ("青霉素过敏，小时候打了一针起过大包", "penicillin", "起过大包"),
        ("头孢过敏，上回打了以后脸都肿了", "cephalosporin", "脸都肿了"),
        ("不过敏，虾吃了反而有点痒", "虾", "痒"),
        ("没有，芒果吃了嘴倒是会肿", "芒果", "肿"),
        ("I'm allergic to penicillin, my face swelled up", "penicillin", "swelled up"),
        ("codeine. I came out in a rash", "codeine", "rash"),
    ],
)
def test_an_allergy_keeps_what_it_did_and_is_named_by_no_time(text: str, allergen: str, quote: str) -> None:
    told = [f for f in understand(text, asked="allergies").facts if f.status is Status.PRESENT]
    assert [fact.code for fact in told] == [allergen]
    assert quote in told[0].quote


@pytest.mark.parametrize("text", ["不过敏，就是喝酒脸红", "没有，一喝酒脸就红", "no, I just go red with wine"])
def test_going_red_with_drink_is_no_habit(text: str) -> None:
    assert Topic.HABIT not in {fact.topic for fact in understand(text, asked="allergies").facts}


@pytest.mark.parametrize(
    ("text", "course"),
    [
        ("same really, perhaps a shade worse", Course.WORSE),
        ("maybe a bit better", Course.BETTER),
        ("说不好，可能重了点", Course.WORSE),
        ("maybe better, maybe worse", None),
        ("no idea", None),
    ],
)
def test_a_guess_at_how_it_goes_on_is_kept(text: str, course: Course | None) -> None:
    assert understand(text, asked="course").details.course is course


@pytest.mark.parametrize(
    ("reply", "asked"),
    [
        ("疼是疼一点，像有东西刮", "painful_urination"),
        ("痒是痒，不厉害", "itchy_skin"),
        ("有是有，不多", "blood_in_stool"),
        ("咳倒是咳，就是没痰", "cough"),
        ("it does hurt a bit, like scraping", "painful_urination"),
        ("well, it does itch, not badly", "itchy_skin"),
    ],
)
def test_what_is_granted_by_saying_it_twice_is_there(reply: str, asked: str) -> None:
    facts = understand(reply, asked=f"finding:{asked}").facts
    assert [fact.status for fact in facts if fact.code == asked] == [Status.PRESENT]


@pytest.mark.parametrize(
    ("reply", "asked"),
    [("晕是晕，没晕倒过", "fainting"), ("恶心是恶心，没吐", "vomiting"), ("疼是疼，没血", "blood_in_urine")],
)
def test_what_is_granted_of_another_trouble_is_no_yes(reply: str, asked: str) -> None:
    facts = understand(reply, asked=f"finding:{asked}").facts
    assert Status.PRESENT not in {fact.status for fact in facts if fact.code == asked}


@pytest.mark.parametrize(
    ("reply", "words"),
    [("每年秋天都犯，从高中起", "高中"), ("打记事起就这样", "记事"), ("自从搬家以后就有了", "搬家以后")],
)
def test_what_it_began_with_tells_since_when(reply: str, words: str) -> None:
    duration = understand(reply, asked="duration").details.duration
    assert duration is not None and duration.words == words
