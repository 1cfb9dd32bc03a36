"""What the reader read becomes coded facts wherever it is told; what it only sounds like stays in words."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.stated import stated
from frontdesk.models.facts import Fact, Language, Person, Sex, Status, Topic
from frontdesk.models.reading import Page, read
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN


def facts_of(words: str) -> dict[str, Fact]:
    return {fact.key: fact for fact in stated(read(Page(), words), words, None, Person())}


@pytest.mark.parametrize(
    ("words", "key", "dose"),
    [
        ("I take levothyroxine 75 and amlodipine 5 in the morning", "medicine:levothyroxine", "75"),
        ("clopidogrel 75 mg once, atorvastatin 40 at night", "medicine:atorvastatin", "40 at night"),
        ("我吃氨氯地平5毫克，一天一次", "medicine:amlodipine", "5毫克，一天一次"),
        ("利伐沙班，安理申5毫克吃过一个月", "medicine:rivaroxaban", None),
    ],
)
def test_a_medicine_has_its_own_dose_and_not_the_next_ones(words: str, key: str, dose: str | None) -> None:
    assert facts_of(words)[key].details.value == dose


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("codeine makes me sick", "medicine:codeine"),
        ("吃头孢会拉肚子，不是过敏", "finding:diarrhea"),
        ("青霉素我过敏，起大疙瘩", "medicine:penicillin"),
        ("my left knee is swollen up, five weeks now", "finding:knee_pain"),
        ("my mother has diabetes, I have a cough", "condition:diabetes"),
    ],
)
def test_a_reaction_another_finding_and_anothers_illness_are_not_coded(words: str, key: str) -> None:
    assert key not in facts_of(words)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("gout. and yeah mum had bowel cancer at 70", "mum had bowel cancer"),
        ("我妈有糖尿病，我自己没有", "我妈有糖尿病"),
    ],
)
def test_the_familys_illness_is_a_line_of_its_own_in_the_patients_words(words: str, told: str) -> None:
    assert any(fact.topic is Topic.FAMILY and told in fact.quote for fact in facts_of(words).values())


def test_what_is_told_on_another_page_is_under_its_own_heading(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("I've had a cough for three days, I'm on amlodipine 5 and I have gout")
    assert talk.fact("cough").status is talk.fact("gout").status is Status.PRESENT
    assert talk.fact("amlodipine").details.value == "5"


def test_a_dose_told_earlier_stays_when_the_medicine_is_only_named_again(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("I've had a cough for three days, I'm on amlodipine 5")
    talk.to_page("medicines")
    talk.says("nothing else, just the amlodipine")
    assert talk.fact("amlodipine").details.value == "5"


@pytest.mark.parametrize(
    ("language", "words", "since"),
    [
        (EN, "left knee is hurting, 5 weeks now. me eyes were sore like 6 weeks ago", "5 weeks"),
        (ZH, "高血压十年了，头晕三天了", "三天"),
    ],
)
def test_a_time_is_that_of_the_complaint(reception: Reception, language: Language, words: str, since: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    assert talk.fact("since").quote == since


def test_medicines_named_to_who_asks_for_allergies_are_none(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("I've had a cough for three days")
    talk.to_page("allergies")
    talk.says("I take allopurinol 300 a day and codeine 30 for my back")
    assert not [fact for fact in talk.state.record if fact.topic is Topic.ALLERGY and fact.status is Status.PRESENT]
    assert {"allopurinol", "codeine"} <= {f.code for f in talk.state.record if f.topic is Topic.MEDICINE}


def test_words_taken_out_take_with_them_what_was_coded_from_them(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("I've had a cough for three days")
    said = next(fact for fact in talk.state.record if fact.topic is Topic.SAID)
    talk.corrects(said.key)
    assert not [fact for fact in talk.state.record if fact.topic is Topic.FINDING]


def test_a_complaint_named_again_stays_the_complaint(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("I've had a cough for three days")
    talk.to_page("tell_doctor")
    talk.says("please write the cough down")
    assert talk.page == "doctor_reads" and talk.fact("cough").asked is None


@pytest.mark.parametrize(
    "retort", ["what? no, I came for my hand. a bone doctor", "thyroid and blood pressure, that's all"]
)
def test_a_retort_or_an_illness_does_not_take_the_place_of_the_complaint(reception: Reception, retort: str) -> None:
    talk = Talk(reception, EN).as_guest()
    told = "the fingers of my left hand are curling in, two years now, and my left eye waters"
    talk.says(told)
    talk.to_page("past_history")
    talk.says(retort)
    assert talk.words["open"] == told


def test_a_sex_that_may_be_either_is_asked_for(reception: Reception) -> None:
    talk = Talk(reception, ZH).as_guest()
    talk.says("我个仔两岁四个月，左边鼻哥流黄绿色鼻涕好臭，四日喇，琴日仲有少少血丝，我惊佢塞咗粒玩具珠入去")
    assert talk.state.person.sex is not Sex.FEMALE


@pytest.mark.parametrize(
    ("language", "words"), [(EN, "doc wanted me on allopurinol, i said no"), (ZH, "医生让吃别嘌醇，我没吃")]
)
def test_a_medicine_that_was_refused_is_none_of_theirs(reception: Reception, language: Language, words: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:back_pain")
    talk.to_page("tell_doctor")
    talk.says(words)
    assert "medicine:allopurinol" not in {fact.key for fact in talk.state.record}
    assert talk.page != "read_back"


def test_a_symptom_is_quoted_by_the_words_that_name_it(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("It's my elbow, killing me, been like it a month")
    quotes = {fact.code: fact.quote for fact in talk.state.record if fact.topic is Topic.FINDING}
    assert all(len(quote) > len("me") for quote in quotes.values())
