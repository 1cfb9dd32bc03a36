"""The words of a dose are kept whole, and what is counted beside a medicine is none of it."""

import pytest

from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.medication.daily_maximum import milligrams
from frontdesk.models.specialists.medication.dose_told import dose_of
from frontdesk.models.specialists.medication.listing import Standing, of_words
from frontdesk.models.specialists.medication.spoken import hear


@pytest.mark.parametrize(
    ("name", "words", "dose"),
    [
        ("warfarin", "warfarin 3 mg most days, 4 mg on Sundays", "3 mg most days, 4 mg on Sundays"),
        ("aspirin", "used to take aspirin 75 but stopped in May", "75 but stopped in May"),
        ("ramipril", "5 mg of ramipril at night", "5 mg of, at night"),
        ("furosemide", "furosemide, two in the morning and one at lunch", "two in the morning and one at lunch"),
        ("metformin", "metformin 500 twice a day and ramipril 5", "500 twice a day"),
        ("二甲双胍", "现在吃二甲双胍一天两次一次一片，降压药早上一片", "一天两次一次一片"),
        ("降压药", "现在吃二甲双胍一天两次一次一片，降压药早上一片", "早上一片"),
        ("甲氨蝶呤", "甲氨蝶呤一周吃一次，一次四片", "一周吃一次，一次四片"),
        ("氨氯地平", "每天早上吃一片氨氯地平", "每天早上吃一片"),
        ("布洛芬", "布洛芬痛了才吃", "痛了才吃"),
        ("华法林", "华法林单日三毫克，双日四毫克半", "单日三毫克，双日四毫克半"),
        ("ramipril", "ramipril 5 mg, and I smoke twenty a day", "5 mg"),
        ("ramipril", "ramipril 5 mg. My head hurts twice a day", "5 mg"),
        ("metformin", "metformin one gram morning and night", "one gram morning and night"),
        ("布洛芬", "布洛芬吃到五月份就没吃了", "吃到五月份就没吃了"),
        ("metformin", "metformin makes me sick twice a day", ""),
        ("布洛芬", "布洛芬0.2克，每天抽一包烟，喝二两酒", "0.2克"),
        ("二甲双胍", "吃二甲双胍，头晕三天了，一天好几次", ""),
    ],
)
def test_a_dose_is_kept_in_the_words_it_was_told_in(name: str, words: str, dose: str) -> None:
    assert dose_of(name, words) == dose


@pytest.mark.parametrize(
    ("words", "most"),
    [
        ("ibuprofen 200 mg when it hurts, and I smoke 15 a day", 200),
        ("ibuprofen 200 mg, I get through eight cans of cola a day", 200),
        ("ibuprofen 200 mg. I used to drink ten pints a week, now two", 200),
        ("布洛芬0.2克痛了才吃，一天抽十五根烟", 200),
        ("ibuprofen 200 mg, and I need 15 a day", 3000),
        ("ibuprofen 200 mg, I took ten of them today", 2000),
    ],
)
def test_what_else_is_counted_is_not_added_to_the_medicine(words: str, most: float) -> None:
    (one,) = hear(words, Patient()).spoken
    assert milligrams(one)["ibuprofen"].usual == most


def test_a_medicine_given_up_stands_as_stopped_with_when() -> None:
    (one,) = of_words("used to take aspirin 75 but stopped in May")
    assert (one.standing, one.dose) == (Standing.STOPPED, "75 but stopped in May")
