"""A number is a value only where the words bind it to the test, and a value that is disputed is not told again."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from frontdesk.models.specialists.labs_vitals.readings import hear

CASES: dict[str, list[Any]] = yaml.safe_load(Path(__file__).with_name("numbers_beside_names.yaml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES["values"], ids=lambda case: case["say"])
def test_a_value_told_in_everyday_words_is_heard(case: dict[str, Any]) -> None:
    heard = [
        (one.test, *([one.value] if one.second is None else [one.value, one.second]))
        for one in hear(case["say"]).readings
    ]
    assert (case["test"], *case["value"]) in heard


@pytest.mark.parametrize("said", CASES["others"])
def test_a_number_of_something_else_is_no_value(said: str) -> None:
    assert hear(said).readings == ()


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("no, my temperature was 39.4, not 38, you wrote it wrong", 39.4),
        ("the note is wrong, my sugar is 16", 16),
        ("his breathing rate isn't 5, that's wrong, it's 25", 25),
        ("我的血压写错了，是180", 180),
        ("血糖不是5，是15", 15),
        ("血压180，这不对劲", 180),
        ("my sugar is 400, is that wrong?", 400),
    ],
)
def test_what_is_told_in_the_stead_of_a_wrong_value_is_heard(said: str, value: float) -> None:
    assert [one.value for one in hear(said).readings] == [value]
