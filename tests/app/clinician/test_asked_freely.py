"""What doctors ask in their own words: sums, targets, other departments, shorthand, and what must not be cleared."""

from dataclasses import replace
from datetime import datetime

import pytest

from frontdesk.app.clinician.assistant import ask
from frontdesk.app.clinician.chart import chart_of
from frontdesk.app.clinician.planning.shorthand import spelled_out
from frontdesk.app.clinician.planning.wishes import wishes
from frontdesk.app.clinician.subject import others_in
from frontdesk.app.clinician.task import Chart
from frontdesk.app.clinician.tasks.reckoning import Reckoned, asked_in
from frontdesk.app.clinician.tasks.values import measured
from frontdesk.app.clinician.topics import topics
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.facts import Language
from frontdesk.models.intents import Intent

EN, ZH = Language.EN, Language.ZH
NOW = datetime(2026, 11, 20, 9)


def record(number: int, day: str, **fields: str) -> OutpatientRecord:
    given = {"gender": "女", "age": "61岁", "department": "内分泌科", "name": "高铁梅"} | fields
    at = datetime.fromisoformat(f"{day}T09:00")
    return OutpatientRecord(outpatient_number=number, patient_id="P7", visit_date=at, **given)  # type: ignore[arg-type]


RECORDS = (
    record(
        3,
        "2026-10-21",
        present_illness_history="体重72kg，偶有漏服，未再跌倒。吃芒果后嘴唇起红疹。消极观念没有。",
        past_history="2型糖尿病，高血压病10年。吸烟30年，每日10支。",
        drug_allergy_history="否认药物过敏史",
        auxiliary_examination="糖化血红蛋白7.8%，肌酐95μmol/L，尿白蛋白/肌酐 64mg/g。",
        preliminary_diagnosis="2型糖尿病，血糖未达标",
        treatment_opinion="停格列美脲，改达格列净10mg 每日一次；二甲双胍0.5g 每日三次。",
        notes="营养科会诊。",
    ),
    record(
        2,
        "2026-07-20",
        physical_examination="体重76kg，身高160cm。",
        auxiliary_examination="糖化血红蛋白7.2%，肌酐88μmol/L，尿白蛋白/肌酐 40mg/g。",
        preliminary_diagnosis="2型糖尿病",
        treatment_opinion="格列美脲2mg 每日一次，目标糖化血红蛋白低于7.0%。",
        notes="如再有低血糖考虑换药。",
    ),
    record(
        1,
        "2026-01-20",
        physical_examination="体重80kg，身高160cm，BMI 31.3。",
        auxiliary_examination="糖化血红蛋白8.0%，呼气流速 300 L/min。",
        preliminary_diagnosis="2型糖尿病",
        treatment_opinion="二甲双胍0.5g 每日两次。",
    ),
)


def chart(language: Language = ZH, hidden: frozenset[int] = frozenset()) -> Chart:
    return chart_of(RECORDS, (), language, now=NOW, hidden=hidden)


def said(question: str, language: Language = ZH, hidden: frozenset[int] = frozenset()) -> str:
    return ask(question, chart(language, hidden)).answer


@pytest.mark.parametrize(
    ("question", "language", "held"),
    [
        ("二甲双胍一天总共多少", ZH, ("1.5 g", "0.5 g × 3")),
        ("吸烟包年", ZH, ("15", "吸烟指数300")),
        ("how long has she been on dapagliflozin", EN, ("30 days", "2026-10-21")),
        ("现在BMI多少", ZH, ("28.1", "72 kg")),
        ("how many days between glimepiride and dapagliflozin", EN, ("93 days",)),
        ("HbA1c per cent change from last visit, how much has it gone up", EN, ("7.8",)),
    ],
)
def test_sums_show_their_working(question: str, language: Language, held: tuple[str, ...]) -> None:
    answer = said(question, language)
    assert all(one in answer for one in held), answer


def test_since_when_is_not_taken_for_the_first_record() -> None:
    """The first record that tells of an illness is not its beginning; a duration that is written is."""
    assert "何时起病没有写" in said("她糖尿病几年了")
    assert "2016" in said("高血压几年了")


@pytest.mark.parametrize("question", ["每周总量多少", "how many days", "孕周", "what age", "% of best"])
def test_what_is_to_be_reckoned_is_heard(question: str) -> None:
    assert asked_in(question)
    assert Reckoned.RATE not in asked_in("华法林每周总量多少")


def test_a_value_is_held_against_the_target_on_record() -> None:
    answer = said("糖化达标没")
    assert "未达标" in answer and "低于7" in answer and "2026-07-20" in answer
    assert "没有写目标" in said("肌酐达标吗")


def test_the_urine_ratio_is_no_creatinine() -> None:
    assert [one.written for one in measured("creatinine", chart())] == ["95 µmol/L", "88 µmol/L"]
    assert [one.value for one in measured("urine albumin to creatinine ratio", chart())] == [64, 40]


def test_what_stands_in_brackets_to_compare_is_not_the_value() -> None:
    one = record(9, "2026-10-22", auxiliary_examination="Peak flow 380 L/min (best 500).")
    there = chart_of([one], (), EN, now=NOW)
    assert [value.value for value in measured("peak expiratory flow", there)] == [380]
    assert "76%" in ask("what percent of her best is the peak flow", there).answer


def test_the_reason_of_a_change_comes_with_it() -> None:
    answer = said("格列美脲咋停了")
    assert "考虑换药" in answer and "没有明写原因" not in answer.split("考虑换药")[0]
    assert "血糖未达标" in answer


def test_another_departments_work_is_not_visible_and_not_guessed() -> None:
    answer = said("营养科怎么说的", hidden=frozenset({8}))
    assert "您无权查看" in answer and "营养科会诊" in answer
    assert "没有记录，这位患者没有该科室的病历" in said("心内科查出什么了")


def test_what_is_not_again_is_not_denied() -> None:
    assert "以前有过" in said("跌倒过吗")


def test_doctors_words_for_a_finding_are_denied_where_the_record_denies_them() -> None:
    assert "当时否认或没有见到" in said("有没有自杀的想法")


def test_food_reactions_stand_beside_the_field_for_medicines() -> None:
    answer = said("对什么过敏")
    assert "否认药物过敏史" in answer and "芒果" in answer


def test_what_is_left_unsaid_is_quoted() -> None:
    assert "芒果" in said("最近糖化多少？芒果那次什么反应")


def test_nothing_is_called_absent_that_was_only_not_understood() -> None:
    answer = said("xyzzy frobnicate", EN)
    assert "did not understand" in answer and "no record speaks" not in answer


def test_the_own_name_is_not_what_is_asked() -> None:
    """铁 in the patient's name is no iron."""
    assert "铁" not in said("高铁梅糖化多少").removeprefix("高铁梅 P7：")


@pytest.mark.parametrize("question", ["简单总结下，交班用", "LFTs?", "CrCl by Cockcroft-Gault", "on KCl?"])
def test_abbreviations_and_everyday_words_are_no_names(question: str) -> None:
    assert not others_in(question, chart())


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ("二甲双胍咋停了", "二甲双胍怎么停了"),
        ("为啥不做CT", "为什么不做CT"),
        ("还抽烟不", "还抽烟不"),
        ("which pts d/c'd mtx", "which patients stopped methotrexate"),
        ("last 3 potassiums", "last 3 potassium"),
    ],
)
def test_shorthand_is_spelled_out(short: str, whole: str) -> None:
    assert spelled_out(short) == whole


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("she takes warfarin, the dentist gave metronidazole. ok?", [Intent.INTERACTIONS]),
        ("眼底查了没？骨密度呢", [Intent.DONE]),
        ("尿酸达标吗", [Intent.VALUES]),
    ],
)
def test_fragments_are_asked_as_the_clause_beside_them(question: str, wanted: list[Intent]) -> None:
    assert list(dict.fromkeys(one.intent for one in wishes(question))) == wanted


def test_a_class_within_another_is_not_asked_for_too() -> None:
    assert [one.code for one in topics("any on an inhaled steroid")] == ["inhaled_steroid"]


def test_a_question_that_asks_on_keeps_its_subject() -> None:
    first = ask("最近糖化多少", chart())
    there = replace(chart(), before=first)
    assert "7.2" in ask("跟上次比呢", there).answer
    before = ask("and what was it before dapagliflozin was started?", there).answer
    assert "7.2" in before
