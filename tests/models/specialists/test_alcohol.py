"""Grams of alcohol with their working; a number of times a week is no amount, and what is not told is said so."""

import pytest

from frontdesk.models.facts import Language
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.nutrition import check
from frontdesk.models.specialists.nutrition.alcohol import drunk, notes

ZH, EN = Language.ZH, Language.EN
PRESSURE = Patient(conditions=["高血压"])


@pytest.mark.parametrize(
    ("told", "millilitres", "strength", "weekly", "daily"),
    [
        ("我每周喝两三次白酒，每次二两", 100, None, (2, 3), False),
        ("白酒不是每天喝，一周两三次，每次二两，大概一百毫升，没有277克那么多", 100, None, (2, 3), False),
        ("我每周喝两三次白酒，每次二两，我干装修，还有瘦的是五公斤", 100, None, (2, 3), False),
        ("52度白酒每周两次，每次二两", 100, 52, (2, 2), False),
        ("每天喝三两白酒，53度的", 150, 53, None, True),
        ("发烧39度，喝了二两白酒", 100, None, None, False),
        ("白酒每周三次", None, None, (3, 3), False),
        ("I drink wine two or three times a week, 150 ml of 12% wine", 150, 12, (2, 3), False),
        ("a pint of beer every day", 473, None, None, True),
        ("I have beer twice a week, a pint at a time, not 900 grams", 473, None, (2, 2), False),
    ],
)
def test_what_is_drunk(
    told: str, millilitres: float | None, strength: float | None, weekly: tuple[float, float] | None, daily: bool
) -> None:
    (one,) = drunk(told, PRESSURE)
    assert (one.millilitres, one.strength, one.weekly, one.daily) == (millilitres, strength, weekly, daily)


@pytest.mark.parametrize(
    ("told", "language", "note"),
    [
        (
            "52度白酒每周两三次，每次二两",
            ZH,
            "酒精：白酒每次100 ml × 52% × 0.789 = 41 g，每周2–3次 = 82–123 g；一周上限100 g（ESC 2021）。",
        ),
        ("我每周喝两三次白酒，每次二两", ZH, "酒精：白酒每次100 ml，每周2–3次；度数没说清，没有算克数。"),
        ("白酒每周三次", ZH, "酒精：白酒，每周3次；量没说清，没有算克数。"),
        ("a pint of beer every day", EN, "Alcohol: beer, 473 ml, every day; the strength is not clear, no grams."),
        (
            "I drink 150 ml of wine twice a week, it's 12% wine",
            EN,
            "Alcohol: wine, 150 ml × 12% × 0.789 = 14 g at a time, 2 times a week = 28 g; "
            "a week's limit is 100 g (ESC 2021).",
        ),
    ],
)
def test_told_with_its_working_and_in_its_own_unit(told: str, language: Language, note: str) -> None:
    assert notes(told, PRESSURE, language) == (note,)


def test_a_day_is_held_against_the_days_limit() -> None:
    (note,) = notes("每天喝三两白酒，53度的", PRESSURE, ZH)
    assert "150 ml × 53% × 0.789 = 63 g，每天；一天上限15 g" in note and "一周" not in note


@pytest.mark.parametrize(
    "told", ["我不喝酒", "平时不喝酒，上周喝了一次", "每周跑步三次", "I never drink", "a beer last week"]
)
def test_nothing_to_tell(told: str) -> None:
    assert notes(told, PRESSURE, ZH) == ()


def test_where_none_may_be_drunk_there_is_no_sum() -> None:
    patient = Patient(conditions=["肝硬化"])
    assert notes("每周两三次白酒，每次二两", patient, ZH) == ()
    assert [one.verdict for one in check("每周两三次白酒，每次二两", patient) if one.subject == "alcohol"] == ["over"]
