"""A question is taken apart into its wishes, each is answered; numbers outside the catalogue are read too."""

from dataclasses import replace
from datetime import datetime

import pytest

from frontdesk.app.clinician.assistant import ask
from frontdesk.app.clinician.chart import chart_of
from frontdesk.app.clinician.planning.slots import Period, periods
from frontdesk.app.clinician.planning.wishes import wishes
from frontdesk.his_adapter.chart.measures import measures
from frontdesk.models.facts import Language
from frontdesk.models.intents import Intent
from tests.app.clinician.test_assistant import GUIDELINES, NOW, RECORDS, chart, record

EN, ZH = Language.EN, Language.ZH


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("latest creatinine", [Intent.VALUES]),
        ("allergies? and what is she taking now?", [Intent.ALLERGIES, Intent.MEDICINES_NOW]),
        ("过敏史？现在吃什么药？", [Intent.ALLERGIES, Intent.MEDICINES_NOW]),
        ("肌酐多少，画出血压变化", [Intent.VALUES, Intent.PLOT]),
    ],
)
def test_each_clause_that_asks_is_a_wish(question: str, wanted: list[Intent]) -> None:
    assert [one.intent for one in wishes(question)] == wanted


def test_clauses_of_one_kind_are_one_wish() -> None:
    (one,) = wishes("latest creatinine, and the latest potassium?")
    assert "creatinine" in one.text and "potassium" in one.text


def test_both_wishes_are_answered_and_what_is_missing_is_said() -> None:
    both = ask("allergies? and what is she taking now?", chart()).answer
    assert "青霉素" in both and "华法林" in both
    half = ask("latest creatinine? plot the ferritin", chart()).answer
    assert "139" in half and "no value of ferritin" in half


def test_a_test_named_before_is_meant_by_the_next_wish() -> None:
    answer = ask("latest potassium? what is the reference range?", chart()).answer
    assert "5.0 mmol/L" in answer and "3.5-5" in answer


def test_a_value_that_is_not_on_record_is_calculated() -> None:
    answer = ask("what is her latest eGFR", chart())
    assert "CKD-EPI 2021" in answer.answer
    assert [step.task for step in answer.steps] == ["values", "calculator"]


def test_the_newest_value_is_converted() -> None:
    assert "1.57 mg/dL" in ask("convert her last creatinine to mg/dL", chart()).answer


def test_visits_of_two_months_are_compared_side_by_side() -> None:
    answer = ask("compare the January visit with the June one", chart())
    assert [step.task for step in answer.steps] == ["compared"]
    assert "2026-01-01" in answer.answer and "2026-06-30" in answer.answer and "2026-10-20" not in answer.answer


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("1月和6月", [(1, 31), (6, 30)]),
        ("June against January", [(6, 30), (1, 31)]),
        ("creatinine", []),
    ],
)
def test_every_period_is_read(question: str, found: list[tuple[int, int]]) -> None:
    expected = {(datetime(2026, m, 1).date(), datetime(2026, m, last).date()) for m, last in found}
    assert {(one.since, one.until) for one in periods(question, NOW)} == expected
    assert all(isinstance(one, Period) for one in periods(question, NOW))


@pytest.mark.parametrize(
    ("text", "name", "value", "places", "unit"),
    [
        ("PHQ-9 18分，GAD-7 12分。", "PHQ-9", 18, 0, "分"),
        ("肺功能FEV1占预计值62%。", "肺功能 FEV1 占预计值", 62, 0, "%"),
        ("残余尿60mL", "残余尿", 60, 0, "mL"),
        ("Residual urine 48.0 mL, no stone", "Residual urine", 48, 1, "mL"),
    ],
)
def test_a_number_is_read_under_the_name_it_is_written_with(
    text: str, name: str, value: float, places: int, unit: str
) -> None:
    first = measures(text)[0]
    assert (first.name, first.value, first.places, first.unit) == (name, value, places, unit)


def test_sizes_spans_and_known_tests_are_no_such_numbers() -> None:
    assert measures("肾9.4×4.5cm；10-12次；HBV DNA 2×10^5；肌酐139μmol/L") == ()


def test_what_the_guideline_speaks_of_stands_beside_it() -> None:
    answer = ask("what does our guideline say on treating hypertension?", chart(ZH)).answer
    assert "140/76 mmHg" in answer
    (advice, *_) = (
        step.result for step in ask("what would our guideline do next?", chart()).steps if step.task == "guideline"
    )
    assert any("139" in held for item in advice[0].items for held in item.held)


def test_no_guideline_is_told_where_nobody_asks_for_it() -> None:
    answer = ask("can she have ibuprofen?", chart())
    assert {"medicines", "allergies", "values", "diagnoses", "passages"} == {step.task for step in answer.steps}
    assert "青霉素" in answer.answer


def test_chapters_of_a_guideline_are_one_wish() -> None:
    question = "按指南高血压先做哪些检查？什么情况下要转诊？多久随访一次？"
    answer = ask(question, chart(ZH))
    assert [step.task for step in answer.steps].count("guideline") == 1
    assert all(chapter in answer.answer for chapter in ("初步评估", "转诊或住院", "随访"))


def test_what_does_not_fit_into_one_question_is_said_and_nothing_is_lost() -> None:
    question = (
        "what does our guideline say on treating hypertension? any allergies? can she have ibuprofen? "
        "what is the first treatment of gout by our guideline?"
    )
    answer = ask(question, chart()).answer
    assert "青霉素" in answer and "Avoid: ibuprofen" in answer
    assert "please ask this by itself: what is the first treatment of gout" in answer


def test_contrast_is_held_against_what_the_patient_takes() -> None:
    newest = record(4, "2026-11-01", treatment_opinion="二甲双胍0.5g 每日两次。")
    chart_with = chart_of((newest, *RECORDS), GUIDELINES, EN, now=NOW)
    told = ask("any reason not to do a contrast CT?", chart_with).answer
    assert "contrast + metformin" in told and "青霉素" in told
    assert "造影剂 + 二甲双胍" in ask("增强CT能做吗", replace(chart_with, language=ZH)).answer
