"""Amounts of medicines over days, in pieces and in steps: the greatest of any one day, and the label's rhythm."""

from typing import Any

import pytest

from evaluation.capabilities.__main__ import FOLDER, measure
from models.knowledge.formulary import formulary
from models.specialists.case import Checked, Patient
from models.specialists.medication import check
from models.specialists.medication.dose import read_dose
from models.specialists.medication.rhythm import rhythm
from models.specialists.medication.steps import now, steps_of


def found(say: str, **patient: Any) -> list[Checked]:
    return [one for one in check(say, Patient.model_validate(patient)) if one.kind != "identity"]


def test_nine_of_ten_regimens_of_each_kind_are_read() -> None:
    for category in measure(FOLDER / "medication.regimens.yaml"):
        right, of = category.share()
        assert of and right / of >= 0.9, (category.name, [one.say for one in category.results if not one.right])
        assert not any(result.soothed for result in category.results), category.name


@pytest.mark.parametrize(
    ("words", "doses", "days"),
    [
        ("@ three times a day", 3, 1),
        ("@ every other day", None, 2),
        ("two @ every 4 to 6 hours", 6, 1),
        ("@ on mondays, wednesdays and friday", None, 7 / 3),
        ("@ twice a week", None, 3.5),
        ("once a fortnight @", None, 14),
        ("@ five nights a week", None, 7 / 5),
        ("@ in the evening before bed", 1, None),
        ("@ every evening with dinner", 1, 1),
        ("two @ on waking, at lunch, at teatime and at bedtime", 4, 1),
        ("@ bid", 2, 1),
        ("@每隔两天吃一次", None, 3),
        ("@隔天一次", None, 2),
        ("@三天吃一回", None, 3),
        ("@早中晚睡前半夜各两片", 5, 1),
        ("@每周一次", None, 7),
        ("@每周一吃四片", None, 7),
        ("@一周两次，一天三次", 3, 3.5),
        ("@每八小时一片", 3, 1),
        ("i take @ and i feel sick every day", None, None),
        ("@ on mondays, my knees ache every morning", None, 7),
        ("我在吃@，每天都恶心", None, None),
    ],
)
def test_how_often_is_read_of_the_medicine_alone(words: str, doses: float | None, days: float | None) -> None:
    told = rhythm(words)
    assert told.doses == doses
    assert told.days == (days if days is None else pytest.approx(days))


def test_an_amount_of_several_days_may_all_be_of_one() -> None:
    dose = read_dose("@三天四片")
    assert (dose.units, dose.in_all) == (4, 3) and dose.times == pytest.approx(1 / 3)
    assert dose.on_one_day == (pytest.approx(1 / 3), 1)


def test_of_a_range_the_upper_end_counts() -> None:
    dose = read_dose("between 400 and 600 mg of @ every 4-6 hours")
    assert (dose.mg, dose.doses) == (600, 6)


def test_a_concentration_is_no_amount() -> None:
    dose = read_dose("@ 120 mg/5 ml, 10 ml four times a day")
    assert (dose.per_ml, dose.ml, dose.mg, dose.doses) == (24, 10, None, 4)


@pytest.mark.parametrize(
    ("words", "holds"),
    [
        ("@ 40 mg for five days then 20 mg since monday", 20),
        ("this week @ 30 mg a day, next week 20 mg a day", 30),
        ("to begin with @ 10 mg a day, currently 15 mg a day", 15),
        ("@先每天40毫克吃一周，再每天20毫克", 20),
        ("@这周每天30毫克，下周每天20毫克", 30),
    ],
)
def test_the_step_that_holds_now_is_known(words: str, holds: float) -> None:
    assert read_dose(now(steps_of(words)).words).mg == holds


@pytest.mark.parametrize(
    "words", ["two @ in the morning then one at night", "@一次10毫升，今天喝了四次", "@ one a day"]
)
def test_one_day_is_no_course(words: str) -> None:
    assert steps_of(words) == ()


def test_what_was_taken_of_late_counts_for_the_maximum_and_long_ago_does_not() -> None:
    lately = found("paracetamol 500 mg, the first three days twelve a day, now two a day", age=40)
    assert [one.verdict for one in lately if one.kind == "daily_maximum"] == ["over"]
    once = found("I used to take twelve paracetamol 500 mg a day, now two a day", age=40)
    assert [one.verdict for one in once if one.kind == "daily_maximum"] == ["within"]


@pytest.mark.parametrize("label", formulary().rhythms, ids=lambda label: f"{label.medicine}-{label.days:g}")
def test_every_medicine_of_several_days_taken_daily_is_told(label: Any) -> None:
    form = label.words[0] if label.words else ""
    told = check(f"I take {label.medicine} {form} every day", Patient(age=60))
    assert [(one.kind, one.verdict) for one in told if one.subject == label.medicine and one.kind == "adherence"] == [
        ("adherence", "more")
    ]
    assert not [one for one in told if one.verdict in ("allowed", "within", "as_prescribed")]


@pytest.mark.parametrize(
    "say",
    [
        "Can I take methotrexate every day?",
        "I take my weekly methotrexate every day",
        "甲氨蝶呤一周两次",
    ],
)
def test_oftener_than_the_label_is_no_more_soothed_than_daily(say: str) -> None:
    told = {(one.kind, one.verdict) for one in found(say, age=70)}
    assert ("adherence", "more") in told and ("condition", "allowed") not in told


def test_a_prescription_of_every_day_does_not_make_the_label_silent() -> None:
    listed = [{"name": "methotrexate", "dose": "10 mg", "frequency": "once daily"}]
    (told,) = [one for one in found("methotrexate 10 mg every day", medications=listed) if one.kind == "adherence"]
    assert told.verdict == "more" and "boxed warning" in told.source


@pytest.mark.parametrize(
    "say",
    [
        "Rybelsus 7 mg every morning",
        "alendronate 10 mg daily",
        "fentanyl patch, changed every 72 hours",
        "Ozempic every Sunday, and I check my sugar twice a day",
        "I take methotrexate and I feel sick every day",
        "甲氨蝶呤早上吃四片",
        "利拉鲁肽每天打一针",
    ],
)
def test_what_the_label_allows_is_not_held_against_anybody(say: str) -> None:
    assert not [one for one in found(say) if one.verdict == "more"]
