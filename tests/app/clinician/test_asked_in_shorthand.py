"""Kinds of questions that were once not read, or read falsely: each in examples of this chart's own."""

from collections.abc import Sequence
from datetime import datetime

import pytest

from frontdesk.app.clinician.assistant import ask
from frontdesk.app.clinician.chart import chart_of
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.facts import Language

NOW = datetime(2026, 11, 20, 9)


def record(number: int, day: str, **fields: str) -> OutpatientRecord:
    given = {"gender": "女", "age": "34岁", "department": "Immunology", "name": "Mara Finch"} | fields
    at = datetime.fromisoformat(f"{day}T09:00")
    return OutpatientRecord(outpatient_number=number, patient_id="P7", visit_date=at, **given)  # type: ignore[arg-type]


RECORDS = (
    record(
        3,
        "2026-10-20",
        chief_complaint="头痛复诊",
        present_illness_history="近2个月头痛发作1次，无发热，无尿频尿急，夜间无盗汗，已停红酒",
        past_history="偏头痛。",
        physical_examination="体温36.6℃，血压118/70mmHg，右肘活动0-41度。",
        auxiliary_examination="花生特异性IgE 7.1kU/L（3级），腰果5.2kU/L，HIT-6 48分，TSH 3.1mIU/L。",
        preliminary_diagnosis="偏头痛，稳定；桥本甲状腺炎，已控制",
        treatment_opinion="甲巯咪唑减为5mg 每日一次，硫酸亚铁0.3g 每日一次饭后服。泼尼松20mg 每日一次共5天。",
        notes="待血压平稳后再做鼻中隔手术。",
    ),
    record(
        2,
        "2026-07-15",
        present_illness_history="头痛每月4次，尿频，体温38.4℃一天。",
        past_history="姨妈有鼻炎。饮酒每周2次。",
        auxiliary_examination="HIT-6 61分，TSH 1.2mIU/L。",
        preliminary_diagnosis="偏头痛",
        treatment_opinion="甲巯咪唑减为10mg 每日一次。",
    ),
    record(
        1,
        "2026-05-02",
        auxiliary_examination="HIT-6 66分，TSH 0.4mIU/L。",
        preliminary_diagnosis="偏头痛",
        treatment_opinion="甲巯咪唑15mg 每日一次。",
    ),
)


def said(question: str, records: Sequence[OutpatientRecord] = RECORDS) -> str:
    language = Language.EN if question.isascii() else Language.ZH
    return ask(question, chart_of(records, (), language, now=NOW)).answer


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("MMI now?", ["methimazole 5mg"]),  # an abbreviation
        ("他巴唑怎么减到5了", ["2026-10-20"]),  # the change to the dose that is named, not the first of several
        ("酒还喝不", ["已停红酒"]),  # the noun before its verb
        ("TSH since starting methimazole?", ["rising", "0.4", "3.1"]),
        ("现在TSH多少，比上次升了没", ["上升", "1.2", "3.1"]),
        ("HIT-6 this time vs last", ["61", "48"]),
        ("头痛现在的频率，和以前比", ["每月4次", "近2个月头痛发作1次"]),
        ("花生腰果sIgE几级", ["7.1", "5.2"]),  # numbers that go on behind the first
        ("补铁的怎么吃", ["饭后"]),
        ("为啥不马上手术", ["待血压平稳后"]),
        ("what did we give for the migraine?", ["泼尼松20mg"]),
        ("目前用药", ["铁剂（硫酸亚铁）"]),  # what is on the list by the name of its kind
    ],
)
def test_what_doctors_type_between_two_patients_is_read(question: str, held: list[str]) -> None:
    answer = said(question)
    assert all(one in answer for one in held), answer


def test_of_a_series_the_last_step_is_told_apart() -> None:
    answer = said("HIT-6 trend")
    assert "from 66" in answer and "newest against the one before" in answer and "from 61" in answer


def test_what_is_denied_is_not_called_on_record() -> None:
    answer = said("有没有尿频、尿急，发烧吗", RECORDS[:1])
    assert "否认或没有见到" in answer and "有记录" not in answer, answer
    assert "有记录" in said("发过烧吗", RECORDS[1:2])


def test_a_finding_is_told_in_the_words_of_the_question() -> None:
    assert said("night sweats?").splitlines()[1].startswith("night sweats:")


def test_of_relatives_the_patients_own_is_no_answer() -> None:
    assert "姨妈有鼻炎" in said("家里人有没有鼻炎")
    answer = said("父母有没有偏头痛")
    assert "没有提到家属" in answer and "HIT" not in answer, answer


def test_one_allergens_antibody_is_not_the_total() -> None:
    assert "IU/mL" not in said("IgE多少")


def test_degrees_of_a_joint_are_no_temperature() -> None:
    assert "41" not in said("体温")


def test_whether_it_was_done_before_a_medicine_looks_before_it() -> None:
    late = (record(4, "2026-11-02", auxiliary_examination="乙肝表面抗原阴性。"), *RECORDS)
    answer = said("用甲巯咪唑之前查过乙肝没", late)
    assert "2026-05-02以前没有做过" in answer, answer


def test_nothing_in_a_time_is_not_nothing_at_all() -> None:
    answer = said("甲巯咪唑之前有没有鼻炎")
    assert "那段时间" in answer and "您能看到的3份" not in answer, answer


@pytest.mark.parametrize(
    ("question", "strange"),
    [
        ("GHQX dose now? still on methimazole?", "GHQX"),
        ("can she have ibuprofen and methimazole with Velmoxan?", "Velmoxan"),
        ("布洛芬、甲巯咪唑和醒魂健步丸能一起吃吗", "醒魂健步丸"),
    ],
)
def test_what_nothing_knows_beside_what_is_known_is_said_first(question: str, strange: str) -> None:
    assert strange in said(question).splitlines()[1], said(question)


def test_potassium_by_a_trade_name_is_checked() -> None:
    taking = (record(5, "2026-11-01", treatment_opinion="Losartan 50 mg once daily."),)
    assert "Caution: potassium + losartan" in said("ok to add Slow-K?", taking)


def test_leave_asked_in_one_sentence_of_two_is_a_check() -> None:
    taking = (record(5, "2026-11-01", treatment_opinion="华法林3mg 每晚一次。"),)
    assert "避免：布洛芬 + 华法林" in said("骨科又想开布洛芬，直接吃行吗？上次INR多少", taking)


def test_a_summary_tells_what_the_last_visit_changed_and_how_values_moved() -> None:
    answer = said("sum her up")
    assert "prednisone begun 20mg" in answer and "methimazole lowered 5mg" in answer, answer
    assert "HIT-6: 66 → 48" in answer and "TSH 0.4 → 3.1" in answer and "stable" in answer, answer
    child = said("summarise", (record(9, "2026-11-01", age="6岁", preliminary_diagnosis="Cold"),))
    assert "Girl, 6 years" in child and "Allergies: not on record" in child and "No allergy" not in child
