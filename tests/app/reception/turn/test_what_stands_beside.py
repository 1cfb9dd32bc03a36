"""What is said beside an answer, instead of one, or of something else than was told before."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.questions import HISTORY
from frontdesk.models.facts import Language, Status
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
BOTH = pytest.mark.parametrize("language", [ZH, EN])


def headache(reception: Reception, language: Language) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:headache")
    return talk.to_page("danger")


# --- danger signs ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (ZH, "没那么厉害，就是累的"),
        (ZH, "从昨天开始的，不要紧"),
        (EN, "since yesterday, nothing serious"),
        (EN, "it's my age I suppose"),
    ],
)
def test_words_that_say_of_no_sign_whether_it_is_so_do_not_pass_the_page_by(
    reception: Reception, language: Language, words: str
) -> None:
    talk = headache(reception, language)
    signs = talk.signs
    talk.says(words)
    assert talk.page == "danger" and talk.signs == signs and not talk.state.person_called
    talk.says(words)
    assert talk.page == "danger_one" and not talk.state.person_called, "one sign is asked alone, in other words"
    talk.says(words)
    assert "sign_in_doubt" in talk.alarms, "a nurse is called, with that sign as the reason"
    assert len(talk.codes(Status.UNKNOWN) & signs) == 1


@BOTH
def test_a_bare_yes_is_asked_which_and_a_tile_named_then_alarms(reception: Reception, language: Language) -> None:
    talk = headache(reception, language)
    talk.says("有" if language is ZH else "yes")
    assert talk.page == "danger" and not talk.present & talk.signs
    talk.says("头突然炸开一样疼" if language is ZH else "Sudden, worst headache ever")
    assert "worst_headache" in talk.alarms


@BOTH
def test_danger_is_asked_about_once_though_more_is_told_later(reception: Reception, language: Language) -> None:
    talk = headache(reception, language)
    talk.taps("none")
    told = {"medicines": "布洛芬，一天一粒", "tell_doctor": "我大伯去年中风了，我有点担心"}
    if language is EN:
        told = {"medicines": "ibuprofen, one a day", "tell_doctor": "my uncle had a stroke last year, it worries me"}
    talk.to_end(**told)
    assert talk.state.asked.count("danger") == 1 and not talk.alarms


def test_who_is_fetched_is_asked_nothing_more(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("my leg is a bit swollen")
    talk.to_page("danger", who="self_female", age="50")
    talk.taps("sign:leg_swelling_one")
    assert talk.alarms and talk.page is None
    first = talk.reply
    talk.says("I am 47 and I take levothyroxine")
    assert talk.page is None and talk.reply != first


# --- another complaint -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "first", "then", "now"),
    [
        (ZH, "膝盖疼", "膝盖先不看了，我其实是来看起夜的，一晚上四五趟", "night_urination"),
        (EN, "my knee has been aching", "forget the knee, what I'm here for is my cough and runny nose", "cough"),
    ],
)
def test_another_complaint_takes_the_place_of_the_first_whatever_was_asked(
    reception: Reception, language: Language, first: str, then: str, now: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(first)
    talk.to_page("past_history")
    talk.says(then)
    assert talk.page == "offered" and f"fact:finding:{now}" in talk.tiles
    assert "knee_pain" not in talk.present and talk.words["unasked"] == first
    talk.taps(f"fact:finding:{now}")
    assert talk.to_department().state.recommended is not None


@pytest.mark.parametrize(
    ("language", "first", "retort"),
    [
        (
            EN,
            "two fingers on my left hand curl in and won't open",
            "endocrin what? no, I came for my hand",
        ),
        (
            EN,
            "two fingers on my left hand curl in and won't open",
            "it's my hand I came for, not my eye",
        ),
        (ZH, "左手两个手指头伸不直", "什么内分泌？我是来看手的"),
    ],
)
def test_a_retort_does_not_take_the_place_of_the_complaint(
    reception: Reception, language: Language, first: str, retort: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(first)
    talk.to_page("past_history")
    talk.says(retort)
    assert talk.words["open"] == first


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (EN, "He's hard of hearing, actually. He's never actually fallen."),
        (EN, "it's a rash, not spots, it came up after prawns"),
        (ZH, "其实他还有点耳朵背，说话大点声"),
    ],
)
def test_a_side_remark_changes_nothing(reception: Reception, language: Language, words: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:rash")
    talk.to_page("past_history")
    department = talk.state.recommended
    talk.says(words)
    assert "rash" in talk.present and talk.state.recommended == department


def test_no_department_is_named_for_nothing_told(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("do you take card payment?")
    for _ in range(8):
        if talk.page in ("open", None):
            break
        talk.says("do you take card payment?" if talk.page == "site" else "I am 33, a woman")
    assert talk.state.recommended is None


# --- questions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "page", "words", "passed_on"),
    [
        (ZH, "allergies", "没有。这个会传染吗", "这个会传染吗"),
        (EN, "past_history", "just eczema. Does he need antibiotics?", "Does he need antibiotics?"),
        (EN, "tell_doctor", "no that's all. Can I go to the office tomorrow?", "Can I go to the office tomorrow?"),
    ],
)
def test_a_question_beside_an_answer_is_passed_on_and_the_page_is_answered(
    reception: Reception, language: Language, page: str, words: str, passed_on: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:rash")
    talk.to_page(page)
    reply = talk.says(words)
    passed = ("转告", "带给医生", "pass it on", "pass your question on", "noted it for the doctor")
    assert any(word in reply for word in passed), reply
    assert any(passed_on in note.text[language] for note in talk.state.notes)
    assert talk.page != page


# --- what was heard before -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "told", "reply"),
    [
        (ZH, "头晕，每天一片氨氯地平", "没有了"),
        (EN, "I feel dizzy, I take amlodipine every morning", "no"),
        (EN, "I feel dizzy, I take amlodipine every morning", "and ibuprofen for my back"),
    ],
)
def test_a_medicine_that_is_lit_stays_when_nothing_else_is_told(
    reception: Reception, language: Language, told: str, reply: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(told)
    talk.to_page("medicines")
    talk.says(reply)
    assert "amlodipine" in talk.present
    assert not any(fact.key == "medicine:none" for fact in talk.state.record)


def test_a_medicine_that_is_lit_is_dropped_when_the_words_take_it_back(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("I feel dizzy, I take amlodipine every morning")
    talk.to_page("medicines")
    talk.says("I stopped amlodipine a month ago")
    assert talk.fact("amlodipine").past


@pytest.mark.parametrize(
    "words",
    ["Egg makes his lips itchy. No medicine allergies. I do give him Calpol", "No drug allergies. I give him Calpol"],
)
def test_no_allergy_is_made_of_a_medicine_that_is_only_taken(reception: Reception, words: str) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.taps("fact:finding:cough")
    talk.to_page("allergies", who="child_male", age="small")
    talk.says(words)
    assert not any(fact.key == "allergy:acetaminophen" for fact in talk.state.record)
    assert talk.words["allergies"] == words


@pytest.mark.parametrize("page", ["background", "past_history"])
def test_what_is_denied_beside_something_else_is_not_asked_again(reception: Reception, page: str) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.taps("fact:finding:cough")
    talk.to_page(page)
    talk.says("Nothing, no tablets, no allergies.")
    assert {"medicine:none", "allergy:none"} <= {fact.key for fact in talk.state.record}
    assert talk.page == "how"
    talk.to_end()
    assert {"background", *HISTORY} & set(talk.state.asked) == {"background", page}
