"""A weight of the body is no amount of food, and food that is not got down is not eaten."""

import pytest

from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.nutrition import check

DIABETIC = Patient(conditions=("diabetes",))


@pytest.mark.parametrize(
    "text",
    [
        "饭吃不下，一个月瘦了十来斤",
        "米饭一口都不想吃，瘦了二十斤",
        "饭也吃不下，体重掉到90斤",
        "吃不下饭，轻了五公斤",
        "I can't face rice, lost 10 pounds",
        "I have rice every day and I'm down 8 kg",
    ],
)
def test_weight_lost_is_no_food_eaten(text: str) -> None:
    assert not [one for one in check(text, DIABETIC) if one.verdict == "over"]


def test_food_by_the_pound_is_still_an_amount() -> None:
    assert [one.verdict for one in check("lost 3 pounds, ate 2 pounds of rice", DIABETIC)] == ["over"]
