"""Which clauses are about the taking of a medicine: the figures of all others are no doses."""

import pytest

from frontdesk.models.specialists.medication.of_a_medicine import of_a_medicine

OF_ELSE = [
    "I'd say 7 out of 10 at night",
    "It hurts 9/10 in the evening",
    "the pain is about 8 out of 10, worst at night",
    "I smoke about 20 a day, have done for thirty years",
    "20 a day for thirty years",
    "I get up three times a night to pee",
    "I work nights, 12 hours a day, six days a week",
    "I have about 10 coffees a day",
    "I vomit 5 times a day",
    "the attacks come eight times a day",
    "my blood pressure is 160 at night",
    "Maybe six beers a night",
    "I was doubled up with pain twice last night",
    "I need to go to the loo 10 times a day",
    "我一天抽二十根烟，抽了三十年",
    "一天二十支，三十年了",
    "一天要上厕所十几次",
    "一天咳十几次，晚上更多",
    "夜里起来五六次",
    "每天喝半斤白酒",
    "疼痛算八分，晚上厉害",
    "一天吐了八次",
    "一个晚上醒四五次",
    "每天上班十二个小时",
]
OF_ONE = [
    "I take eight tablets a day",
    "eight of them a day",
    "four tablets at a time, six times a day",
    "I take it eight times a day",
    "two 500s every two hours",
    "I swallowed twenty of them last night",
    "600 mg six times a day",
    "ten pills yesterday",
    "ibuprofen, 400 mg twice a day",
    "一天吃十片",
    "一次四片，一天六次",
    "每两个小时吃两片",
    "疼起来一天十片",
    "昨晚一口气吞了十片",
    "一天吃六次",
    "600毫克，一天六次",
    "布洛芬一天六次",
]


@pytest.mark.parametrize("words", OF_ELSE)
def test_what_counts_something_else_is_of_no_medicine(words: str) -> None:
    assert of_a_medicine(words) == ""


@pytest.mark.parametrize("words", OF_ONE)
def test_the_taking_of_a_medicine_is_kept_whole(words: str) -> None:
    assert of_a_medicine(words) == words


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("I took ibuprofen for it. It's 7 out of 10 at night. I smoke 20 a day.", "I took ibuprofen for it."),
        ("Ibuprofen 400 mg. Two tablets. I take them three times a day.", None),
        ("布洛芬吃了三天。晚上疼得有八分，一天抽二十根烟", "布洛芬吃了三天。"),
    ],
)
def test_the_clauses_behind_a_name_are_kept_where_they_go_on_of_it(words: str, kept: str | None) -> None:
    assert of_a_medicine(words) == (kept or words)
