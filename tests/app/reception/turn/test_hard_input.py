"""Whatever a patient types gets a sensible answer."""

import time

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.state import Phase
from frontdesk.models.facts import Language, Relation
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN


def test_traditional_characters_are_heard_and_quoted_as_typed(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("我頭痛三天了，還有點發燒")
    assert talk.words["open"] == "我頭痛三天了，還有點發燒"
    assert talk.fact("since").quote in "我頭痛三天了，還有點發燒"


def test_full_width_digits_are_numbers(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("发烧３８．５度，今年４５岁")
    assert talk.state.person.age_months == 45 * 12
    assert talk.fact("temperature").details.value == "38.5 °C"


def test_emoji_do_not_hide_the_complaint(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("嗓子疼😭😭😭")
    assert "open" in talk.words and talk.page != "open"


@pytest.mark.parametrize("mash", ["", "   ", "。。。", "😀😀", "?!?!"])
def test_nothing_usable_is_asked_again_kindly_and_nothing_is_recorded(reception: Reception, mash: str) -> None:
    talk = Talk(reception).as_guest()
    for _ in range(3):
        talk.says(mash)
        assert talk.page == "open" and talk.state.question is not None and talk.state.question.options
        assert talk.state.record == ()


@pytest.mark.parametrize("mash", ["", "   ", "。。。", "back", "返回"])
def test_nothing_usable_passes_no_danger_by(reception: Reception, mash: str) -> None:
    talk = Talk(reception, EN if mash == "back" else ZH).as_guest()
    talk.taps("fact:finding:headache")
    talk.to_page("danger")
    signs = talk.signs
    talk.says(mash)
    if talk.page == "read_back":
        talk.taps("none")
    assert talk.page == "danger" and talk.signs == signs
    assert not any(one.met for one in talk.state.screening)


def test_a_rant_of_three_thousand_characters_is_answered_quickly(reception: Reception) -> None:
    rant = (
        "我跟你说啊，这几天真是倒霉透了，单位的事一大堆，家里也不省心，" * 90 + "反正就是胃疼了一个礼拜，吃完饭就胀。"
    )
    talk = Talk(reception).as_guest()
    talk.says("你好")
    began = time.perf_counter()
    talk.says(rant[-3000:])
    assert time.perf_counter() - began < 15  # generous: a hang, not a benchmark
    assert talk.words["open"].endswith("反正就是胃疼了一个礼拜，吃完饭就胀。")
    assert sum(map(len, talk.words.values())) >= len(rant)  # all of it is kept, and its end is understood
    assert talk.page not in ("open", None)


def test_someone_elses_complaint_is_theirs(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("My mother is 71, she has been dizzy since yesterday")
    assert talk.state.person.relation is Relation.PARENT
    assert talk.state.person.age_months == 71 * 12


def test_kin_named_in_passing_are_not_the_patient(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("我胃疼两天了，我40岁，男")
    before = talk.state.person
    for _ in range(3):
        talk.says("我邻居老李也这样，他七十了，我妈也有这毛病")
    assert talk.state.person == before


def test_the_language_follows_the_patient_but_not_an_ok(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("我肚子疼")
    assert talk.state.language is ZH and "？" in talk.reply
    talk.says("ok")
    assert talk.state.language is ZH


def test_the_tiles_follow_the_language(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.taps("fact:finding:cough")
    before = talk.page
    talk.state = reception.switch_language(talk.session_id, ZH)
    assert talk.page == before and talk.state.question is not None
    assert talk.reply == talk.state.question.text[ZH]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (ZH, "我的第三只眼老是一闪一闪冒金光"),
        (EN, "oh nurse, my wrist has got a life of its own"),
        (EN, "asdfghjkl"),
        (ZH, "1111111"),
    ],
)
def test_a_complaint_no_list_knows_is_kept_in_the_patients_words(
    reception: Reception, language: Language, words: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    if talk.page == "open":  # taken for no words at all
        return
    assert talk.words["open"] == words
    talk.to_end()
    assert talk.state.phase is not Phase.CONVERSATION


@pytest.mark.parametrize("text", ["Is the car park round the back?", "hello, thank you"])
def test_words_that_tell_of_no_illness_are_no_complaint(reception: Reception, text: str) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says(text)
    assert talk.state.record == ()


def test_markup_and_sql_are_only_words(reception: Reception) -> None:
    words = "<b>my knee hurts</b> & it's {{7*7}} 'bad'"
    talk = Talk(reception, EN).as_guest()
    talk.says("Robert'); DROP TABLE patient;--")
    talk.says(words)
    assert reception.hospital.patients.patient("P1001").patient_id == "P1001"


@pytest.mark.parametrize(
    ("language", "answer", "now"),
    [
        (ZH, "头孢过敏，打了喘不上气，抢救过", "喘不上气了，救命"),
        (EN, "Penicillin, it made my throat swell and I couldn't breathe", "I can't breathe"),
    ],
)
def test_what_happened_of_old_raises_no_alarm_and_what_happens_now_does(
    reception: Reception, language: Language, answer: str, now: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:back_pain")
    talk.to_page("allergies", who="self_male", age="40")
    talk.says(answer)
    assert not talk.alarms
    talk.says(now)
    assert talk.alarms


@pytest.mark.parametrize(
    ("language", "page", "named"),
    [
        (ZH, "past_history", "肾衰，在透析"),
        (ZH, "past_history", "冠心病，放过支架"),
        (ZH, "past_history", "脑梗过，前年"),
        (ZH, "past_history", "癌症，做过化疗"),
        (ZH, "medicines", "打胰岛素"),
        (EN, "past_history", "heart attack in 2019"),
        (EN, "past_history", "epilepsy as a child"),
        (EN, "medicines", "warfarin, and a water tablet"),
    ],
)
def test_what_is_named_where_illnesses_and_medicines_are_asked_raises_no_alarm(
    reception: Reception, language: Language, page: str, named: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:cough")
    talk.to_page(page, who="self_male", age="62")
    talk.says(named)
    assert not talk.alarms


@pytest.mark.parametrize("page", ["age", "since", "past_history"])
@pytest.mark.parametrize(
    ("language", "words"),
    [(ZH, "没有，可是刚才吐了一大口血"), (EN, "no, but I have just vomited a lot of blood")],
)
def test_danger_told_in_answer_to_something_else_is_still_danger(
    reception: Reception, language: Language, words: str, page: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:abdominal_pain")
    talk.to_page(page, who="self_male", age="50")
    talk.says(words)
    assert talk.state.phase is Phase.EMERGENCY


@pytest.mark.parametrize("latin", ["metoprolol succinate 47.5mg", "WBC 12.3 CRP 34 PLT 200", "CT MRI ECG normal"])
def test_latin_letters_in_an_answer_do_not_turn_the_talk_english(reception: Reception, latin: str) -> None:
    talk = Talk(reception).as_guest()
    talk.says("我心慌两天了")
    talk.says(latin)
    assert talk.state.language is Language.ZH
    talk.says("Sorry, can you speak English with me?")
    assert talk.state.language is EN
