"""Free words: what parsers find in them is coded only as far as the reader agrees, and lines are taken out by words."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.models.facts import Language, Relation, Sex, Status, Topic
from tests.app.reception.talk import Talk

EN, ZH = Language.EN, Language.ZH


def coughing(reception: Reception, language: Language = EN) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:cough")
    return talk


@pytest.mark.parametrize(
    ("language", "words"),
    [(EN, "I was on warfarin but I gave it up years ago"), (ZH, "以前吃过华法林，早就停了")],
)
def test_a_medicine_given_up_is_not_marked_as_taken(reception: Reception, language: Language, words: str) -> None:
    talk = coughing(reception, language).to_page("past_history")
    talk.says(words)
    talk.to_page("medicines")
    assert "fact:medicine:warfarin" not in talk.tiles


@pytest.mark.parametrize("words", ["his asthma is fine but I'm four months pregnant myself"])
def test_a_pregnancy_told_beside_a_boys_illness_is_not_his(reception: Reception, words: str) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("my son is five and has been coughing since Sunday")
    talk.says(words)
    assert talk.state.person.pregnant is None
    assert not any(fact.topic is Topic.PREGNANCY for fact in talk.state.record)
    assert words in [fact.quote for fact in talk.state.record if fact.topic is Topic.SAID]


@pytest.mark.parametrize(
    ("language", "words", "sex", "years"),
    [(EN, "female, and I'm 71 next week, well 70", Sex.FEMALE, 70), (ZH, "女的，四十七了", Sex.FEMALE, 47)],
)
def test_age_and_sex_told_at_once_are_both_taken(
    reception: Reception, language: Language, words: str, sex: Sex, years: int
) -> None:
    talk = coughing(reception, language).to_page("who")
    talk.says("me" if language is EN else "我自己")
    talk.to_page("sex")
    talk.says(words)
    assert talk.state.person.sex is sex and talk.state.person.age_months is not None
    assert abs(talk.state.person.age_months / 12 - years) <= 1


def test_who_is_ill_is_read_in_the_complaint(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("it's for my wee girl, she's four, she won't stop scratching her bottom")
    person = talk.state.person
    assert (person.relation, person.sex, person.age_months) == (Relation.CHILD, Sex.FEMALE, 48)


def test_what_only_sounds_like_a_food_is_not_one_not_borne(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("my heart goes nuts when I climb and I get dizzy")
    assert not any(fact.topic in (Topic.INTOLERANCE, Topic.ALLERGY) for fact in talk.state.record)


@pytest.mark.parametrize(
    "words",
    [
        "penicillin is wrong, take it off",
        "no, not asthma, I never had asthma",
        "please get the asthma out of there",
        "I can have penicillin, so cross that off",
    ],
)
def test_lines_are_taken_out_of_what_the_doctor_reads_by_words(reception: Reception, words: str) -> None:
    talk = coughing(reception).to_page("past_history")
    talk.taps("fact:condition:asthma")
    talk.to_page("allergies")
    talk.taps("fact:allergy:penicillin")
    talk.to_page("doctor_reads")
    line = "allergy:penicillin" if "penicillin" in words else "condition:asthma"
    assert line in [fact.key for fact in talk.state.record if fact.status is Status.PRESENT]
    talk.says(words)
    assert line not in [fact.key for fact in talk.state.record if fact.status is Status.PRESENT]
    assert words in [fact.quote for fact in talk.state.record if fact.topic is Topic.SAID]


@pytest.mark.parametrize(
    "words",
    [
        "penicillin is right but the asthma is wrong",
        "asthma needs to come out of there, take it off, penicillin is fine",
        "nothing wrong with the penicillin, remove the asthma",
        "don't take the penicillin off. the asthma you can delete",
    ],
)
def test_an_allergy_that_is_right_stays_where_another_line_is_wrong(reception: Reception, words: str) -> None:
    talk = coughing(reception).to_page("past_history")
    talk.taps("fact:condition:asthma")
    talk.to_page("allergies")
    talk.taps("fact:allergy:penicillin")
    talk.to_page("doctor_reads")
    talk.says(words)
    kept = [fact.key for fact in talk.state.record if fact.status is Status.PRESENT]
    assert "allergy:penicillin" in kept and "condition:asthma" not in kept


def test_what_is_told_beside_a_wish_for_a_doctor_is_kept(reception: Reception) -> None:
    talk = coughing(reception).to_page("tell_doctor")
    words = "a lady doctor if you can. I smoke ten a day and my exam is in a fortnight"
    talk.says(words)
    assert "doctor_female" in talk.codes()
    assert words in [fact.quote for fact in talk.state.record if fact.topic is Topic.SAID]


def test_who_answers_though_it_was_said_before_is_asked_on(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("my head hurts")
    talk.to_page("danger")
    talk.says("no, none of that, I told you already")
    assert talk.page not in ("danger", "offer")
    talk.to_end()
    assert "background" in talk.state.asked
