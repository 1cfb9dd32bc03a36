"""What ordinary people say at the kiosk, old, terse, rambling or set on a doctor, and what they ought to hear."""

import pytest

from app.reception.questions import which
from app.reception.reception import Reception
from app.reception.state import Phase
from models.facts import Language, Person, Relation, Sex, Status
from tests.app.reception.talk import Clock, Talk


def asked(talk: Talk) -> str:
    assert talk.state.question is not None
    return talk.state.question.key


def test_one_who_calls_the_nurse_girl_is_not_asked_for_a_childs_age(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    reply = talk.says("哎呀姑娘，我这腿呀，走一会儿就不行了")
    assert "孩子" not in reply and talk.state.person.relation is None
    assert "walking_leg_pain" in talk.codes()


def test_a_patient_taken_for_a_child_puts_it_right(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("孩子肚子疼")
    talk.says("什么孩子，我是说我自己，我都七十三了")
    assert (talk.state.person.relation, talk.state.person.age) == (Relation.SELF, 73)


@pytest.mark.parametrize(("first", "where", "code"), [("疼", "肚子", "abdominal_pain"), ("胀", "胃", "bloating")])
def test_a_sensation_and_then_a_place_are_one_complaint(
    reception: Reception, first: str, where: str, code: str
) -> None:
    talk = Talk(reception).as_guest()
    talk.says(first)
    assert asked(talk) == "site"
    talk.says(where)
    assert {f.code for f in talk.state.record if f.status is Status.PRESENT} == {code}
    assert asked(talk) != "how"


def test_a_sensation_and_then_a_place_tapped_are_one_complaint(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("疼")
    talk.taps("site:abdomen")
    assert "abdominal_pain" in talk.codes() and asked(talk) != "how"


def test_who_asks_for_a_doctor_by_name_is_not_taken_to_complain(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    reply = talk.says("我想找张主任看病")
    assert "大夫" in reply and asked(talk) == "open" and not talk.state.record
    talk.says("就是你们心内科的张主任，上次就是他给我看的")
    assert talk.state.recommended is not None and talk.state.recommended.department_id == "cardiology"


def test_who_asks_for_a_department_is_asked_what_for_and_sent_there_when_they_insist(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    assert "心血管内科" in talk.says("挂心内科")
    assert asked(talk) == "open"
    talk.says("我就要挂心内科")
    assert talk.state.phase is Phase.RECOMMENDATION
    assert talk.state.recommended is not None and talk.state.recommended.department_id == "cardiology"


def test_a_department_named_beside_a_complaint_leaves_the_complaint_to_decide(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("我想看皮肤科，手上长了个瘊子")
    assert "warts" in talk.codes() and talk.state.whys[-1] != "registers"


def test_who_only_wants_a_medicine_hears_that_the_doctor_decides_and_is_asked_what_for(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    reply = talk.says("你能不能给我开点阿莫西林")
    assert "医生" in reply and asked(talk) == "open"
    assert talk.fact("amoxicillin").only_asked


def test_a_yes_or_no_to_what_the_trouble_is_tells_nothing_yet(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("没事，就来看看")
    assert asked(talk) == "open"
    talk.says("腿有点肿")
    assert "leg_swelling" in talk.codes()


def test_none_is_no_place(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("酸")
    assert asked(talk) == "site"
    talk.says("没有")
    assert all(fact.details.site != "没有" for fact in talk.state.record)


def until_named(talk: Talk) -> str:
    """No to every question until a department is named."""
    for _ in range(8):
        if talk.state.recommended is None:
            talk.answers_no(1)
    assert talk.state.recommended is not None
    return talk.state.recommended.department_id


def test_one_whose_age_is_not_known_is_not_sent_to_the_children_at_night(reception: Reception, clock: Clock) -> None:
    clock.tick(hours=9)  # 19:00, when only the children's departments are open
    talk = Talk(reception).as_guest()
    talk.says("最近老是反酸烧心")
    assert until_named(talk) == "gastroenterology"


def test_a_department_that_does_not_take_a_child_is_changed_when_the_age_is_told(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("最近老是反酸烧心")
    assert (until_named(talk), asked(talk)) == ("gastroenterology", "age")
    assert "儿科" in talk.says("十岁")
    assert until_named(talk) == "pediatrics"


def test_words_of_their_own_keep_how_long_it_has_lasted(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("屁股后头那根筋跳着拽，有一个多月了")
    durations = [fact.details.duration for fact in talk.state.record if fact.details.duration]
    assert durations and durations[0].hours > 700


def test_english_asks_for_a_department_too(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    reply = talk.says("I would like an appointment with the heart clinic please")
    assert asked(talk) == "open" and "noted" in reply


@pytest.mark.parametrize(
    ("complaint", "reply", "language"),
    [
        ("牙疼死我了", "三天了，吃了布洛芬没用", Language.ZH),
        ("牙疼死我了", "两个礼拜了", Language.ZH),
        ("my tooth is killing me", "three days now, ibuprofen does nothing", Language.EN),
    ],
)
def test_how_long_it_has_lasted_is_no_newborns_age(
    reception: Reception, complaint: str, reply: str, language: Language
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(complaint)
    for _ in range(3):
        if asked(talk) == "age":
            break
        talk.taps("no" if asked(talk).startswith("finding") else "unsure")
    assert asked(talk) == "age"
    talk.says(reply)
    assert talk.state.person.age_months is None and not talk.state.notes


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("借轮椅上哪儿借去", "轮椅"),
        ("昨天拍的CT啥时候能拿到", "CT"),
        ("外地的医保在你们这儿能不能报", "医保"),
        ("这儿的大夫能给多开两个月的药不，老跑太累", "12周"),
        ("白大夫礼拜三来不来", "白清扬"),
        ("我和老伴走散了", "工作人员"),
    ],
)
def test_a_request_that_is_no_complaint_is_answered_and_not_recorded(
    reception: Reception, said: str, told: str
) -> None:
    talk = Talk(reception).as_guest()
    assert told in talk.says(said)
    assert not talk.state.record and asked(talk) == "anything_else"


@pytest.mark.parametrize("said", ["楼里的扶梯在哪边", "你们这儿有盲人通道没有", "我跟我闺女走散了"])
def test_a_question_that_no_text_answers_is_not_taken_for_words_not_understood(reception: Reception, said: str) -> None:
    talk = Talk(reception).as_guest()
    talk.says(said)
    assert not talk.state.record and talk.state.whys[-1] == "question"


@pytest.mark.parametrize("said", ["轮椅上摔下来了，胯疼", "付钱的时候头晕得厉害", "排队排得腿都肿了", "吃了药就吐"])
def test_a_complaint_that_names_something_of_the_house_is_still_a_complaint(reception: Reception, said: str) -> None:
    talk = Talk(reception).as_guest()
    talk.says(said)
    assert any(fact.status is Status.PRESENT for fact in talk.state.record)


def test_a_guest_who_comes_back_says_with_what_and_is_sent_there(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("上礼拜大夫叫我一个星期以后再来一趟")
    assert talk.state.whys[-1] == "comes_back" and asked(talk) == "open"
    talk.says("心内科看的")
    assert talk.state.recommended is not None and talk.state.recommended.department_id == "cardiology"


def test_who_wants_something_done_at_once_hears_that_the_doctor_decides(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("牙疼死我了")
    talk.says("能不能直接给我拔了")
    assert talk.state.whys[-1] != "not_understood"
    assert any("拔" in note.text[Language.ZH] for note in talk.state.notes)


def test_a_bare_number_asked_how_hot_it_was_is_the_temperature(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("我发烧两天了")
    for _ in range(9):
        if asked(talk) == "value":
            break
        talk.says("三十三" if asked(talk) == "age" else "没有")
    talk.says("最高38.9")
    assert talk.fact("fever").details.value == "38.9 °C"


def test_words_like_a_complaint_and_like_none_in_particular_are_asked_about(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("撒完尿回来屁股还没坐热又想去了")
    assert asked(talk) == "how" and talk.state.question is not None
    assert "fact:finding:frequent_urination" in {option.key for option in talk.state.question.options}
    talk.taps("fact:finding:frequent_urination")
    assert "frequent_urination" in talk.codes()


@pytest.mark.parametrize("said", ["我不是来看病的，我来接人", "刚才那个窗口叫我来你这儿", "my dog is waiting outside"])
def test_words_like_no_complaint_are_not_recorded(reception: Reception, said: str) -> None:
    talk = Talk(reception, Language.ZH if said[0] > "z" else Language.EN).as_guest()
    talk.says(said)
    assert not talk.state.record


@pytest.mark.parametrize("said", ["我来拿我妈的检查结果", "头两天都得抱着热水袋打滚", "身上滚烫滚烫的"])
def test_a_mothers_results_and_rolling_in_pain_are_no_swearing(reception: Reception, said: str) -> None:
    talk = Talk(reception).as_guest()
    talk.says(said)
    assert talk.state.whys[-1] != "impatient"


def test_what_children_are_brought_with_is_offered_only_of_a_child() -> None:
    words = "奶老从嘴角漾出来"
    of_a_child = which(words, Person(relation=Relation.CHILD, age_months=3))
    of_somebody = which(words, Person())
    assert of_a_child and "fact:finding:baby_spit_up" in {option.key for option in of_a_child.options}
    assert of_somebody is None or not any("baby" in option.key for option in of_somebody.options)


@pytest.mark.parametrize("said", ["我要住院", "来住院的"])
def test_who_wishes_to_be_admitted_hears_how_it_is_arranged(reception: Reception, said: str) -> None:
    assert "住院单" in Talk(reception).as_guest().says(said)


def test_who_asks_where_dressings_are_changed_is_received_for_it(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    assert "药房" not in talk.says("换药在哪里")
    assert "dressing_change" in talk.codes()


def test_the_age_of_a_child_that_was_passed_over_is_asked_once_more(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("我家娃拉肚子")
    talk.says("他昨晚拉了五次")
    assert asked(talk) == "age"
    talk.says("没有发烧")
    assert asked(talk) != "age"


def test_an_age_that_is_not_known_is_not_asked_again(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("我家娃拉肚子")
    talk.says("不知道")
    assert asked(talk) != "age"


def test_who_brings_a_scan_for_a_doctor_to_see_has_not_lost_patience(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("拍完片子了，找医生看看")
    assert talk.state.whys[-1] != "impatient"


@pytest.mark.parametrize(
    ("language", "complaint", "months", "since"),
    [
        (
            Language.EN,
            "my periods have been all over the place since I came off the pill",
            "four months",
            "four months",
        ),
        (Language.ZH, "我这膝盖疼，下楼疼得厉害", "三个月", "三个月"),
    ],
)
def test_months_told_by_one_who_speaks_of_themselves_are_no_age(
    reception: Reception, language: Language, complaint: str, months: str, since: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(complaint)
    while talk.state.question and asked(talk) != "age":
        talk.says("no" if language is Language.EN else "没有")
    talk.says(months)
    durations = [f.details.duration.words for f in talk.state.record if f.details.duration]
    assert talk.state.person.age_months is None and durations == [since]


def test_months_of_one_of_whom_nothing_else_is_known_may_be_a_babys_age(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("发烧三天了")
    while talk.state.question and asked(talk) != "age":
        talk.says("没有")
    talk.says("八个月")
    assert talk.state.person.age_months == 8


def test_the_reason_for_a_department_is_what_points_there(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    reply = talk.says("I need my asthma inhalers renewed and I also wanted someone to look at this mole")
    assert "asthma" in reply and "mole" not in reply


def test_a_complaint_put_right_is_withdrawn(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("头疼")
    talk.says("不对，是头晕")
    assert {f.code for f in talk.state.record if f.status is Status.PRESENT} == {"dizziness"}
    talk.says("哦不对，还有点恶心")
    assert {f.code for f in talk.state.record if f.status is Status.PRESENT} == {"dizziness", "nausea"}


def test_who_asks_whether_it_is_treated_here_is_told_where(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    reply = talk.says("你们这儿能看脱发吗")
    assert "皮肤" in reply and "不清楚" not in reply


def test_who_has_lost_patience_is_heard_when_they_tell_what_it_is(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("this is ridiculous, I've been waiting ages")
    talk.says("my knee, I twisted it on Saturday")
    assert any("knee" in f.quote for f in talk.state.record)


def test_weeks_told_before_any_time_is_known_are_no_age(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("do you treat piles")
    talk.says("two weeks")
    assert talk.state.person.age_months is None


def test_what_cannot_be_done_is_only_what_was_asked_about(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    for said in ("腰扭了", "搬煤气罐扭的，昨天", "动不了，一动就疼"):
        talk.says(said)
    assert talk.state.phase is not Phase.EMERGENCY and "cannot_urinate" not in talk.codes()


@pytest.mark.parametrize(
    ("said", "replies", "sex"),
    [
        ("baby won't stop crying", ("she's seven weeks",), Sex.FEMALE),
        ("lump in my breast", ("not pregnant",), Sex.FEMALE),
        ("my baby has a rash", ("three weeks",), None),
    ],
)
def test_a_sex_told_by_a_word_need_not_be_asked_for(
    reception: Reception, said: str, replies: tuple[str, ...], sex: Sex | None
) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    for words in (said, *replies):
        talk.says(words)
    assert talk.state.person.sex is sex


def test_who_is_angry_at_an_illness_is_not_angry_with_us(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("脸上长痘，烦死了")
    assert asked(talk) != "offer"
    other = Talk(reception).as_guest()
    other.says("烦死了，等这么久")
    assert asked(other) == "offer"


def test_a_mere_sound_is_no_complaint(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("mm")
    assert talk.state.record == ()


def test_while_a_nurse_is_on_her_way_the_record_is_filled(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    for said in ("浑身过电一样，一下一下的", "有个把月了"):
        talk.says(said)
    assert talk.state.person_called
    first = talk.state.reply
    talk.says("男")
    assert talk.state.reply != first and talk.state.question is not None


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (Language.EN, ("I come over dizzy and my knees ache, I'm 81", "no", "Slurred? I only drink tea, love")),
        (Language.EN, ("my chest feels funny and my ankle hurts", "my foot doesn't itch")),
        (Language.ZH, ("胸口闷闷的", "三十三 女")),
        (Language.ZH, ("爷爷腰疼，八十三了", "啊？你大声点，我听不见")),
    ],
)
def test_a_danger_that_was_not_answered_is_asked_about_again(
    reception: Reception, language: Language, lines: tuple[str, ...]
) -> None:
    talk = Talk(reception, language).as_guest()
    for line in lines[:-1]:
        talk.says(line)
    before = asked(talk)
    talk.says(lines[-1])
    assert before.startswith("finding:") and asked(talk) == before
    assert before.removeprefix("finding:") not in talk.codes()


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (Language.ZH, ("膝盖疼，上下楼恼火", "没得", "糊涂什么呀，清楚得很", "有高血压，糖尿病也有点")),
        (Language.ZH, ("肚子疼拉肚子", "不硬", "吐都没吐", "大便不黑", "昨晚上吃了烧烤")),
        (Language.ZH, ("牙疼，脸肿了，发烧", "没有，喘气好着呢")),
        (
            Language.EN,
            ("my little girl pushed a pea up her nose, she's 4", "no", "she's breathing ok, bleeding a tiny bit"),
        ),
    ],
)
def test_an_all_clear_raises_no_alarm(reception: Reception, language: Language, lines: tuple[str, ...]) -> None:
    talk = Talk(reception, language).as_guest()
    for line in lines:
        talk.says(line)
    assert talk.state.phase is Phase.CONVERSATION and not talk.state.open_alerts


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (Language.EN, "my mum is diabetic and her little toe has gone black"),
        (Language.ZH, "我爸糖尿病，脚趾头黑了，有股臭味"),
    ],
)
def test_a_black_toe_is_seen_first_and_stands_in_the_record(
    reception: Reception, language: Language, line: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(line)
    assert 77 in {alert.raised.rule for alert in talk.state.open_alerts}
    assert "black_toe" in talk.codes()


@pytest.mark.parametrize(
    ("language", "first", "answer"),
    [
        (Language.EN, "My knee has been hurting for two weeks", "I'm a lady, thank you"),
        (Language.ZH, "膝盖疼了两个礼拜", "女的，谢谢"),
    ],
)
def test_thanks_beside_an_answer_do_not_have_it_asked_again(
    language: Language, first: str, answer: str, reception: Reception
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(first)
    while asked(talk) != "sex":
        talk.says({"age": "59"}.get(asked(talk), "no" if language is Language.EN else "没有"))
    talk.says(answer)
    assert talk.state.person.sex is Sex.FEMALE and asked(talk) != "sex"


@pytest.mark.parametrize(
    ("language", "wish", "question", "reply", "specialty"),
    [
        (Language.ZH, "拿药，跟上次一样", "medicines", "二甲双胍", "endocrinology"),
        (Language.EN, "Refills, same as last time", "medicines", "metformin and ramipril", "general_practice"),
    ],
)
def test_who_wants_tablets_is_asked_which_before_a_department_is_named(
    reception: Reception, language: Language, wish: str, question: str, reply: str, specialty: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(wish)
    assert asked(talk) == question and talk.state.recommended is None
    talk.says(reply)
    assert talk.state.recommended is not None and talk.state.recommended.specialty == specialty


def test_who_brings_a_report_is_asked_what_it_says(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("帮我看看这个报告")
    assert asked(talk) == "report" and talk.state.recommended is None
    talk.says("尿酸六百多")
    assert "high_uric_acid" in talk.codes()


def test_worry_told_later_points_to_no_department(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("there is bright red blood on the paper when I wipe")
    while talk.state.recommended is None and asked(talk) != "choose":
        talk.says("No. I could not sleep for worry.")
    offered = [option.key for option in talk.state.question.options] if talk.state.question else []
    named = talk.state.recommended
    assert (named is None or named.specialty != "psychiatry") and "department:psychiatry" not in offered
