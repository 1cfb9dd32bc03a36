"""Sentences nobody may say at the desk are told from those a receptionist says all day."""

import pytest

from frontdesk.models.advice import SURE, Kind, advice
from frontdesk.models.advice.learning import examples


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("I would say the cartilage is worn.", Kind.DIAGNOSIS),
        ("Drink plenty of ginger tea tonight.", Kind.PRESCRIPTION),
        ("This will clear up on its own, nothing to fear.", Kind.SAFETY),
        ("您这多半是肠子受凉了。", Kind.DIAGNOSIS),
        ("回家多喝点热水。", Kind.PRESCRIPTION),
        ("没什么大事，过几天就好。", Kind.SAFETY),
    ],
)
def test_advice_is_found(sentence: str, kind: Kind) -> None:
    found = advice(sentence)
    assert found.chance >= SURE and found.kind is kind


@pytest.mark.parametrize(
    "sentence",
    [
        "I have written that down for you.",
        "Please follow the green line.",
        "这个我记下来了。",
        "请您到二楼，出电梯左边。",
    ],
)
def test_what_a_receptionist_says_is_fine(sentence: str) -> None:
    assert advice(sentence).chance < SURE


def test_no_question_is_a_lesson() -> None:
    assert not [one for one in examples() if one.sentence.endswith(("?", "？"))]
