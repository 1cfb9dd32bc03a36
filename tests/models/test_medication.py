"""Doses are counted and cautions found by plain code."""

import pytest

from models.embedded.medication import cautions, daily_milligrams


@pytest.mark.parametrize(
    ("words", "dose"),
    [
        ("six 200s a day", 1200),
        ("two 200 mg tablets three times a day", 1200),
        ("500 mg twice a day", 1000),
        ("每次200毫克，一天3次", 600),
        ("一天三次，每次两片，每片500毫克", 3000),
        ("a few", None),
        ("", None),
    ],
)
def test_milligrams_a_day(words: str, dose: float | None) -> None:
    assert daily_milligrams(words) == dose


def test_painkillers_and_weak_kidneys_need_a_doctor() -> None:
    caution = cautions("ibuprofen", "chronic_kidney_disease")
    assert caution is not None and "KDIGO" in caution.source


def test_a_pair_that_is_not_listed_gives_nothing() -> None:
    assert cautions("paracetamol", "hypertension") is None
