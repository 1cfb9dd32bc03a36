"""A medicine told to be taken no more is over, with when and why; what is denied, supposed or taken again is not."""

import pytest

from frontdesk.models.facts import Relation
from frontdesk.models.specialists.medication.ended import changed, ended
from frontdesk.models.specialists.medication.listing import Standing, of_words


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (
            "she takes a blood pressure tablet, and she gave up her water tablet, bumetanide 1 mg at night, a month ago"
            " because of cramps",
            "bumetanide",
            "1 mg at night, a month ago because of cramps",
        ),
        ("My dad came off simvastatin in the spring because of his muscles", "simvastatin", "because of his muscles"),
        ("She ran out of her levothyroxine ten days ago", "levothyroxine", "ten days ago"),
        ("He was prescribed ramipril 5 mg every day and quit it himself last month", "ramipril", "quit it himself"),
        ("his warfarin was stopped by the clinic in June", "warfarin", "was stopped"),
        ("He used to take digoxin", "digoxin", ""),
        ("She had amoxicillin a year ago for an ear infection and was fine with it", "amoxicillin", "was fine with it"),
        ("amoxicillin was two years ago, not now", "amoxicillin", "two years ago"),
        ("他自己把降压药停了，嫌麻烦", "blood pressure medicine", "停了，嫌麻烦"),
        ("她上个月自己把二甲双胍停了，因为拉肚子", "metformin", "上个月，停了，因为拉肚子"),
        ("阿托伐他汀一天一片，三个月前自己停了，怕伤肝", "atorvastatin", "三个月前自己停了，怕伤肝"),
        ("他的阿司匹林上周吃完了，没去开", "aspirin", "上周吃完了"),
        ("去年吃过阿莫西林，没事", "amoxicillin", "去年"),
        ("阿莫西林是前年吃的", "amoxicillin", "前年"),
    ],
)
def test_what_somebody_gave_up_is_over_with_when_and_why(words: str, code: str, told: str) -> None:
    over = {one.code: one.told for one in ended(words)}
    assert over.keys() == {code}
    assert told in over[code]


@pytest.mark.parametrize(
    "words",
    [
        "He takes aspirin and stopped smoking",
        "The bleeding stopped, ibuprofen helped",
        "I was told I must never stop the warfarin",
        "She hasn't stopped her metformin",
        "If he stopped the warfarin he would clot",
        "Has she stopped the aspirin?",
        "stopped metformin for a week but is taking it again",
        "I took paracetamol and the pain stopped",
        "I have had metformin since two years ago",
        "The doctor started amlodipine a year ago",
        "降压药没停过，每天吃",
        "能不能把阿司匹林停了",
        "二甲双胍停了一周，现在又吃上了",
        "烟戒了，阿司匹林每天吃",
        "咳嗽停了，还在吃阿莫西林",
    ],
)
def test_what_is_taken_on_is_not_over(words: str) -> None:
    assert ended(words) == ()


def test_of_two_medicines_only_the_one_given_up_is_over() -> None:
    said = "Mum takes amlodipine 5 mg every morning and has stopped aspirin"
    assert {one.code: one.standing for one in of_words("She stopped the aspirin and takes metformin 500 mg")} == {
        "aspirin": Standing.STOPPED,
        "metformin": Standing.TAKEN,
    }
    assert [one.code for one in ended(said)] == ["aspirin"]


def test_what_a_relative_gave_up_is_over_where_that_relative_is_the_patient() -> None:
    said = "My dad came off simvastatin in the spring"
    assert ended(said, Relation.PARENT)
    assert not ended(said, Relation.SELF)


@pytest.mark.parametrize("words", ["He takes aspirin and gave up smoking", "他吃阿司匹林，戒了烟"])
def test_who_gives_up_smoking_goes_on_with_the_medicine(words: str) -> None:
    assert [one.standing for one in of_words(words)] == [Standing.TAKEN]


def test_the_verb_of_a_changed_amount_is_found_before_the_name() -> None:
    assert changed("He halved his metformin, 500 mg", "metformin") == "halved"
    assert changed("He takes his metformin, 500 mg", "metformin") == ""
