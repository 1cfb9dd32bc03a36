"""Amounts of medicines over days, in pieces and in steps: the greatest of any one day, and the label's rhythm."""

from typing import Any

import pytest

from frontdesk.evaluation.capabilities.__main__ import FOLDER, measure
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.specialists.case import Checked, Patient
from frontdesk.models.specialists.medication import check
from frontdesk.models.specialists.medication.denied_rhythm import without_denied
from frontdesk.models.specialists.medication.dose import read_dose
from frontdesk.models.specialists.medication.rhythm import rhythm
from frontdesk.models.specialists.medication.steps import now, steps_of


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


def verdicts(say: str, kind: str, **patient: Any) -> list[str]:
    return [one.verdict for one in found(say, **patient) if one.kind == kind]


@pytest.mark.parametrize(
    ("say", "verdict"),
    [
        ("Went through 16 paracetamol 500 mg this past week, two a day", ["within"]),
        ("I've been through 18 Panadol 500 mg since Thursday, three a day", ["within"]),
        ("went through 84 paracetamol 500 mg this past week, twelve a day", ["over"]),
        ("上周一共吃了十五片布洛芬0.2克，每天两三片", ["within"]),
        ("这半个月吃掉了一百八十片扑热息痛0.5克，一天十二片", ["over"]),
        ("I got through 14 paracetamol 500 mg this week", []),
        ("这周吃了14片扑热息痛0.5克", []),
        ("20 paracetamol 500 mg every Saturday night", ["over"]),
        ("I had 16 paracetamol 500 mg in one evening last week", ["over"]),
        ("上周有一天我吃了18片扑热息痛0.5克", ["over"]),
        ("昨晚吃了20片扑热息痛0.5克", ["over"]),
    ],
)
def test_a_total_over_days_is_not_taken_for_one_day(say: str, verdict: list[str]) -> None:
    assert verdicts(say, "daily_maximum", age=40) == verdict


@pytest.mark.parametrize(
    ("say", "verdict"),
    [
        ("Tylenol 650 mg, two caplets each time, every four to six hours, also overnight", "over"),
        ("Nurofen 200 mg, 3 liquigels each time, every three to four hours day and night", "over"),
        ("I take 2 gelcaps of Tylenol 500 mg every six hours", "within"),
        ("对乙酰氨基酚颗粒0.5克，每次两袋，三个小时喝一次", "over"),
    ],
)
def test_a_form_is_counted_and_is_no_medicine(say: str, verdict: str) -> None:
    assert verdicts(say, "daily_maximum", age=40) == [verdict]
    assert not [one for one in check(say, Patient(age=40)) if one.verdict in ("confirm", "unknown")]


@pytest.mark.parametrize(
    ("say", "name", "frequency", "verdict"),
    [
        ("呋塞米现在天天吃一片，不是隔天了", "呋塞米", "隔日一次", "more"),
        ("不隔天了，呋塞米每天吃一片", "呋塞米", "隔日一次", "more"),
        ("地高辛两天一片，不是每天吃", "地高辛", "隔日一次", "as_prescribed"),
        ("I'm not on furosemide every other day any more, it's every day", "furosemide", "every other day", "more"),
        ("digoxin one every other day, not every day", "digoxin", "every other day", "as_prescribed"),
        ("lisinopril, I don't take it every day", "lisinopril", "once daily", "less"),
    ],
)
def test_a_denied_rhythm_does_not_hold(say: str, name: str, frequency: str, verdict: str) -> None:
    dose = "1 tablet" if name.isascii() else "1片"
    listed = [{"name": name, "dose": dose, "frequency": frequency}]
    assert verdicts(say, "adherence", medications=listed) == [verdict]


@pytest.mark.parametrize("words", ["@ no more than two a day", "is it not two @ a day?", "@忍不住一天吃两片"])
def test_what_denies_no_rhythm_is_left(words: str) -> None:
    assert without_denied(words) == words


@pytest.mark.parametrize(
    ("say", "verdict"),
    [
        ("氯雷他定10毫克，去年一天1片就够，今年一天得6片", ["over"]),
        ("对乙酰氨基酚500毫克，上个月一天吃10片，现在一天只吃1片了", ["within"]),
        ("对乙酰氨基酚500毫克现在一天只吃一片，上个月一天吃10片", ["within"]),
        ("扑热息痛0.5克以前一天两片，上个月加到一天十二片", ["over"]),
        ("去年开始扑热息痛0.5克一天吃十二片", ["over"]),
        ("去年扑热息痛0.5克一天十四片，现在不吃了", []),
        ("loratadine 10 mg, last year one a day did it, this year I need six a day", ["over"]),
        ("three months ago I was on twelve paracetamol 500 mg a day, today just one a day", ["within"]),
        ("used to take two paracetamol 500 mg a day, last month I went up to twelve a day", ["over"]),
        ("last week I was on twelve paracetamol 500 mg a day, this week two a day", ["over"]),
        ("昨晚吃了20片扑热息痛0.5克，现在不吃了", ["over"]),
        ("早上吃了八片扑热息痛0.5克，今天晚上又吃了八片", ["over"]),
        ("我之前吃了20片扑热息痛0.5克，现在肚子疼", ["over"]),
    ],
)
def test_the_present_step_counts_and_what_ended_long_ago_does_not(say: str, verdict: list[str]) -> None:
    assert verdicts(say, "daily_maximum", age=40) == verdict


@pytest.mark.parametrize(
    ("say", "verdict"),
    [
        ("paracetamol 500 mg, two tablets four times a day, and again two in the night", "over"),
        ("ibuprofen 400 mg three times a day, plus another one at bedtime", "over"),
        ("paracetamol 500 mg two tablets four times daily, then one extra if I wake up", "over"),
        ("扑热息痛0.5克，每六小时两片，半夜另外再吃两片", "over"),
        ("布洛芬0.2克，一天三次，一次一片，睡前再加一片", "within"),
        ("one paracetamol 500 mg three times a day, one in the morning, one at noon and one at night", "within"),
    ],
)
def test_what_is_taken_besides_adds_up(say: str, verdict: str) -> None:
    assert verdicts(say, "daily_maximum", age=40) == [verdict]


def test_the_parts_of_the_day_of_a_prescription_add_nothing() -> None:
    listed = [{"name": "metformin", "dose": "500 mg", "frequency": "twice daily"}]
    say = "metformin 500 mg one tablet twice a day, one in the morning and one at night"
    assert verdicts(say, "adherence", medications=listed) == ["as_prescribed"]


@pytest.mark.parametrize(
    "words",
    [
        "methotrexate 15 mg every Tuesday, iron 200 mg on a Thursday",
        "methotrexate 10mg once a week on Sundays and vitamin B12 1 mg on Wednesdays",
        "甲氨蝶呤10毫克每周日吃一次，叶酸5毫克每周三吃",
    ],
)
def test_days_of_what_is_also_measured_in_blood_belong_to_it(words: str) -> None:
    assert "adherence" not in {one.kind for one in found(words)}
