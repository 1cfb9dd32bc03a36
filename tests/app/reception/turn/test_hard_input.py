"""Whatever a patient types gets a sensible answer."""

import time

import pytest

from app.reception.reception import Reception
from app.reception.session.state import Phase
from models.facts import Language, Relation, Status
from tests.app.reception.talk import Talk


def test_traditional_characters_are_understood_and_quoted_as_typed(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("我頭痛三天了，還有點發燒")
    assert {"headache", "fever"} <= talk.codes()
    assert talk.fact("headache").quote in "我頭痛三天了，還有點發燒"


def test_full_width_digits_are_numbers(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("发烧３８．５度，今年４５岁")
    assert talk.state.person.age_months == 45 * 12
    assert talk.fact("fever").details.value == "38.5 °C"


def test_emoji_do_not_hide_the_complaint(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("嗓子疼😭😭😭")
    assert "sore_throat" in talk.codes()


@pytest.mark.parametrize("mash", ["", "   ", "。。。", "asdfghjkl", "😀😀", "1111111", "?!?!"])
def test_nothing_usable_is_asked_again_kindly_and_buttons_follow(reception: Reception, mash: str) -> None:
    talk = Talk(reception).as_guest()
    talk.says(mash)
    assert talk.state.question is not None and talk.state.question.key == "open"
    assert talk.state.record == ()
    talk.says(mash)
    assert "护士" in talk.reply or "按钮" in talk.reply or talk.state.question.key != "open"


def test_a_rant_of_three_thousand_characters_is_answered_quickly(reception: Reception) -> None:
    rant = (
        "我跟你说啊，这几天真是倒霉透了，单位的事一大堆，家里也不省心，" * 90 + "反正就是胃疼了一个礼拜，吃完饭就胀。"
    )
    talk = Talk(reception).as_guest()
    talk.says("你好")
    began = time.perf_counter()
    talk.says(rant[-3000:])
    assert time.perf_counter() - began < 5  # generous: a hang, not a benchmark
    assert talk.codes() & {"stomach_pain", "epigastric_pain", "abdominal_pain", "upper_abdominal_pain"}


def test_someone_elses_complaint_is_theirs(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("My mother is 71, she has been dizzy since yesterday")
    assert talk.state.person.relation is Relation.PARENT
    assert talk.state.person.age_months == 71 * 12
    assert "dizziness" in talk.codes()


def test_a_childs_parent_is_not_the_patient(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("我儿子五岁，咳嗽一个星期，没发烧")
    assert talk.state.person.relation is Relation.CHILD
    talk.answers_no()
    assert talk.state.recommended is not None
    department = reception.house.department(talk.state.recommended.department_id)
    assert department is not None and "pediatrics" in department.specialties


def test_the_language_follows_the_patient_but_not_an_ok(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("我肚子疼")
    assert talk.state.language is Language.ZH and "？" in talk.reply
    talk.says("ok")
    assert talk.state.language is Language.ZH


def test_a_complaint_no_list_knows_is_kept_in_the_patients_words(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("我的第三只眼老是一闪一闪冒金光")
    assert talk.state.record
    talk.answers_no()
    assert talk.state.phase is not Phase.CONVERSATION or talk.state.question is not None


def test_a_place_of_theirs_in_unknown_words_is_asked_about(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("oh nurse, my wrist has got a life of its own")
    assert talk.state.question is not None and talk.state.question.key == "how"
    assert any(fact.details.site == "wrist" for fact in talk.state.record)


@pytest.mark.parametrize("text", ["Is the car park round the back?", "hello, thank you", "where is the head nurse?"])
def test_words_without_a_place_of_theirs_are_no_complaint(reception: Reception, text: str) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says(text)
    assert talk.state.record == ()


def test_of_two_places_the_corrected_one_is_asked_about(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    reply = talk.says("I'm here about my hip. No, sorry, my knee. That is for next month")
    assert "your knee" in reply


def test_what_is_said_of_a_place_named_before_is_of_that_place(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("it's a bit embarrassing. it's down below")
    talk.says("none of those. it's itchy and there's a smell")
    assert "genital_itch" in talk.codes() and "itchy_skin" not in talk.codes()


def test_trouble_in_unknown_words_is_not_asked_for_twice(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("oh, my back, I can hardly stand")
    talk.says("I was lifting a fridge with my brother")
    assert talk.state.question is None or talk.state.question.key != "how"


def test_markup_and_sql_are_only_words(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("Robert'); DROP TABLE patient;-- <script>alert(1)</script> my knee hurts")
    assert any("knee" in code for code in talk.codes())
    assert reception.hospital.patient("P1001").patient_id == "P1001"


def test_who_hesitates_and_tells_it_after_all_is_heard(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("he's been limping since football, won't say what happened")
    assert "child_limp" in talk.codes()


def test_who_only_hesitates_is_not_taken_to_complain(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("I don't know what it is really, that's why I came to see you")
    assert talk.state.record == ()


@pytest.mark.parametrize(
    ("language", "complaint", "said", "present"),
    [
        (Language.ZH, "两个膝盖疼", "这个礼拜右边的还肿起来了", True),
        (Language.ZH, "手腕疼", "就是肿，摸着有点热乎", True),
        (Language.ZH, "两个膝盖疼", "不肿", False),
        (Language.EN, "my knee hurts", "it's swollen up as well", True),
    ],
)
def test_what_is_swollen_without_a_place_is_the_joint_told_of(
    language: Language, complaint: str, said: str, present: bool, reception: Reception
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(complaint)
    talk.says(said)
    swelling = [fact.status is Status.PRESENT for fact in talk.state.record if fact.code == "joint_swelling"]
    assert swelling == [present]
