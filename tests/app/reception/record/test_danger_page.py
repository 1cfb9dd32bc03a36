"""Who is asked about which danger: what fits the complaint as told, the person and the story, and nothing else."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.doubts import in_doubt
from frontdesk.app.reception.record.offers import asked_next, is_elsewhere
from frontdesk.models.facts import Fact, Language, Person, Relation, Sex, Status, Topic
from frontdesk.models.parsers import person_of
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
SELF_HARM = {"wants_to_die", "hurt_self"}
OF_THE_PREGNANT = {"waters_broken", "pregnancy_bleeding", "baby_moves_less", "labour_close"}


def told(reception: Reception, language: Language, words: str) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    return talk


@pytest.mark.parametrize(
    ("language", "words", "reply", "denied"),
    [
        (EN, "bad headache since this morning", "No, nothing like that. I can talk and walk fine.", True),
        (EN, "bad headache since this morning", "No. My speech is a bit slurred though.", False),
        (ZH, "头疼得厉害，从早上开始", "上面这些都没有。我说话走路都好好的。", True),
        (ZH, "头疼得厉害，从早上开始", "没有。就是说话有点不利索。", False),
    ],
)
def test_a_sentence_denies_the_page_where_no_other_asserts_a_sign(
    reception: Reception, language: Language, words: str, reply: str, denied: bool
) -> None:
    talk = told(reception, language, words)
    talk.to_page("danger")
    talk.says(reply)
    assert (talk.page not in ("danger", "danger_one") and not talk.state.alerts) is denied


# --- fits the person and the story -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "never"),
    [
        ("my 13 year old son has a bad tummy ache and keeps being sick", {"ectopic_pain", *OF_THE_PREGNANT}),
        ("我儿子十三岁，肚子疼得厉害，一直吐", {"ectopic_pain", *OF_THE_PREGNANT}),
        ("bent my finger back playing netball, it's swollen and sore", {"crushing_chest", "worst_headache"}),
        ("打球把手指头掰了一下，肿了有点疼", {"crushing_chest", "worst_headache"}),
        ("my little girl pushed a bead up her nose", {"swallowed_battery_magnet", "green_vomit", "baby_floppy"}),
        ("孩子往鼻子里塞了一颗珠子", {"swallowed_battery_magnet", "green_vomit", "baby_floppy"}),
        ("my tummy hurts terribly low down on one side", OF_THE_PREGNANT),
        ("小肚子一侧疼得厉害", OF_THE_PREGNANT),
        ("my hands are swollen and my head is splitting", {"pregnancy_headache", "birth_headache"}),
    ],
)
def test_no_sign_is_asked_that_does_not_fit(words: str, never: set[str]) -> None:
    asked = set(asked_next(words, person_of(words)))
    assert asked.isdisjoint(never) and len(asked) <= 6


def test_signs_of_a_pregnancy_are_asked_of_the_pregnant() -> None:
    pregnant = Person(relation=Relation.SELF, sex=Sex.FEMALE, age_months=30 * 12, pregnant=True)
    assert OF_THE_PREGNANT & set(asked_next("I'm 30 weeks pregnant and my belly hurts", pregnant))


@pytest.mark.parametrize(
    "words",
    [
        "my chest feels tight when I climb stairs, for some days now, I'm 72 and otherwise well",
        "心口这块儿，闷，好几天了，爬楼就厉害，我今年七十二了",
        "my baby of four months has had a cough and a cold for three days and takes a bit less milk than usual",
    ],
)
def test_what_is_gravest_is_asked_about_however_much_is_told(words: str) -> None:
    assert asked_next(words, person_of(words))


# --- supported by the complaint --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "complaint", "medicines"),
    [
        (EN, "my knuckles are stiff in the mornings", "hydroxychloroquine, stopped in 2023 because of my eyes"),
        (
            EN,
            "my knuckles are stiff in the mornings",
            "metformin 500 twice a day, ramipril 5 mg, paracetamol two tablets",
        ),
        (ZH, "早上起来手指关节僵", "羟氯喹，2023年因为眼睛停了"),
        (ZH, "早上起来手指关节僵", "二甲双胍一天两次一次两片，阿司匹林一百毫克，睡前一片他汀"),
    ],
)
def test_what_is_told_of_medicines_brings_no_danger_sign(
    reception: Reception, language: Language, complaint: str, medicines: str
) -> None:
    talk = told(reception, language, complaint).to_page("medicines")
    before = talk.state.asked.count("danger")
    talk.says(medicines)
    assert talk.page != "danger" and talk.state.asked.count("danger") == before and not talk.alarms


def test_too_much_of_a_medicine_taken_is_danger_all_the_same(reception: Reception) -> None:
    talk = told(reception, EN, "my knuckles are stiff in the mornings").to_page("medicines")
    talk.says("I swallowed the whole box of paracetamol an hour ago, I wanted to die")
    assert talk.alarms


# --- told in passing -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (EN, "my back has ached since I had the baby two months ago and I keep crying"),
        (EN, "I've been feeling low for weeks and my knee hurts going up the stairs"),
        (ZH, "生完孩子两个月了腰疼，老是想哭，觉得没啥意思"),
        (ZH, "膝盖疼了两个礼拜，上下楼梯更疼，最近觉得没啥意思"),
    ],
)
def test_low_mood_told_beside_a_complaint_is_asked_about(reception: Reception, language: Language, words: str) -> None:
    talk = told(reception, language, words).to_page("danger")
    assert talk.signs >= SELF_HARM
    talk.taps("none")
    assert talk.denied >= SELF_HARM


@pytest.mark.parametrize(
    ("language", "complaint", "words"),
    [
        (EN, "my knee has been aching for a week", "no, but I feel so low since the baby came, I cry all the time"),
        (ZH, "膝盖疼了一个礼拜", "没有，就是生完孩子老想哭，觉得没啥意思"),
    ],
)
def test_low_mood_told_on_any_page_is_asked_about(
    reception: Reception, language: Language, complaint: str, words: str
) -> None:
    talk = told(reception, language, complaint).to_page("tell_doctor")
    talk.says(words)
    assert talk.page == "danger" and talk.signs >= SELF_HARM
    talk.taps("none")
    assert talk.page != "danger" and talk.denied >= SELF_HARM


@pytest.mark.parametrize(
    "words",
    [
        "我家那口子中风俩月了，左边胳膊抬不起来，想做康复锻炼。",
        "My wife's stroke was ten weeks ago, her speech is still slurred and her right hand is weak, we'd like physio",
    ],
)
def test_what_a_stroke_left_is_asked_whether_it_is_new(words: str) -> None:
    assert "stroke_sign_new" in asked_next(words, Person())


# --- what is past ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (EN, "my daughter is 15, she fainted three weeks ago at school, not today, her periods are heavy"),
        (EN, "fainted three weeks ago"),
        (ZH, "女儿十五岁，三个星期前在学校晕倒过一次，今天没有，月经量大"),
        (ZH, "上上个礼拜晕倒过一次"),
    ],
)
def test_a_faint_of_weeks_ago_does_not_alarm(reception: Reception, language: Language, words: str) -> None:
    talk = told(reception, language, words)
    if "fact:finding:fainting" in talk.tiles:
        talk.taps("fact:finding:fainting")
    assert not talk.alarms


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (EN, "fainted three weeks ago and again this morning"),
        (EN, "I fainted this morning"),
        (EN, "I've been fainting for three weeks"),
        (ZH, "三个星期前晕倒过，今天早上又晕倒了"),
        (ZH, "今天早上晕倒了"),
    ],
)
def test_a_faint_of_today_alarms(reception: Reception, language: Language, words: str) -> None:
    talk = told(reception, language, words)
    if "fact:finding:fainting" in talk.tiles:
        talk.taps("fact:finding:fainting")
    assert talk.alarms


@pytest.mark.parametrize(
    ("words", "code", "elsewhere"),
    [
        ("小腿肚子走几百米就酸", "premature_ejaculation", True),
        ("my calves ache when I walk", "acid_reflux", True),
        ("my shoulder hurts when I reach up", "neck_pain", False),
        ("my jaw and arm ache", "chest_pain", False),  # of high risk, wherever it is felt
        ("我腿疼，肚子也不舒服", "acid_reflux", False),
        ("走几步就不行了", "acid_reflux", False),  # no place is told
    ],
)
def test_a_guess_of_another_part_of_the_body_is_not_offered(words: str, code: str, elsewhere: bool) -> None:
    assert is_elsewhere(code, words) is elsewhere


def test_a_finding_left_open_beside_the_signs_is_no_sign_to_ask_alone() -> None:
    def left_open(code: str) -> Fact:
        return Fact(topic=Topic.FINDING, code=code, status=Status.UNKNOWN, asked="danger", turn=2, quote="...")

    assert in_doubt((left_open("fatigue"),)) is None
    assert in_doubt((left_open("fatigue"), left_open("faint"))) == "faint"
