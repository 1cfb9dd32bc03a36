"""Facts in words."""

import pytest

from app.reception.wording import name_of
from models.embedded.understanding import understand
from models.facts import Language, Topic


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("我有1型糖尿病", "1型糖尿病"),
        ("I've had type 1 diabetes since I was nine", "type 1 diabetes"),
        ("我有慢性肾炎", "慢性肾炎"),
        ("I am diabetic", "diabetes"),
        ("cancer of the lung, five years ago", "lung cancer"),
    ],
)
def test_an_illness_keeps_the_kind_the_patient_named(said: str, named: str) -> None:
    heard = understand(said)
    assert [name_of(f, heard.language or Language.EN) for f in heard.facts if f.topic is Topic.CONDITION] == [named]
