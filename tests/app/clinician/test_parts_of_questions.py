"""Questions of two parts, of what came after a day, and of why: each part is answered, and nothing else beside it."""

from collections.abc import Sequence
from datetime import datetime

import pytest

from frontdesk.app.clinician.assistant import ask
from frontdesk.app.clinician.chart import chart_of
from frontdesk.app.clinician.subject import others_in
from frontdesk.app.clinician.task import Chart
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.facts import Language

EN, ZH = Language.EN, Language.ZH
NOW = datetime(2026, 11, 20, 9)


def record(number: int, day: str, **fields: str) -> OutpatientRecord:
    given = {"gender": "女", "age": "58岁", "department": "内分泌科", "name": "冯桂芝"} | fields
    at = datetime.fromisoformat(f"{day}T09:00")
    return OutpatientRecord(outpatient_number=number, patient_id="P9", visit_date=at, **given)  # type: ignore[arg-type]


VISITS = (
    record(
        5,
        "2026-10-10",
        present_illness_history="无不适，胃口好。",
        physical_examination="血压128/76mmHg，体重63kg。",
        auxiliary_examination="血红蛋白126g/L，凝血正常。",
        preliminary_diagnosis="2型糖尿病，控制良好",
        treatment_opinion="甘精胰岛素14单位 每晚一次，门冬胰岛素每12g碳水1单位。",
    ),
)


def chart(language: Language = ZH, visits: Sequence[OutpatientRecord] = VISITS) -> Chart:
    return chart_of(visits, (), language, now=NOW)


def said(question: str, language: Language = ZH, visits: Sequence[OutpatientRecord] = VISITS) -> str:
    return ask(question, chart(language, visits)).answer


@pytest.mark.parametrize(
    ("question", "language"),
    [("她血脂怎么样", ZH), ("血脂", ZH), ("how are her lipids", EN), ("liver function?", EN)],
)
def test_of_a_group_of_tests_without_values_no_others_are_told(question: str, language: Language) -> None:
    answer = said(question, language)
    assert any(one in answer for one in ("没有", "no value", "not on record")), answer
    assert "128/76" not in answer and "63" not in answer, answer


def test_what_is_written_of_a_group_in_words_is_quoted() -> None:
    assert "凝血正常" in said("凝血怎么样")


def test_insulins_are_known_by_the_first_half_of_their_names() -> None:
    answer = said("甘精晚上打几个单位，门冬多少碳水1单位")
    assert "14单位" in answer and "12g" in answer, answer


def test_a_day_and_an_abbreviation_are_nobodys_name() -> None:
    assert others_in("Newest APRI on Guizhi please", chart(EN)) == ()
    assert others_in("Newest APRI on Anna Berg please", chart(EN)) == ("Anna Berg",)


def test_of_an_abbreviation_that_nothing_knows_no_other_field_is_read_out() -> None:
    assert "无不适" not in said("Newest APRI please", EN)
