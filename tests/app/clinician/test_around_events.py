"""Values around an event and how they went, medicines that are thought of, and what must not be taken for a name."""

from datetime import date, datetime

import pytest

from frontdesk.app.clinician.assistant import ask
from frontdesk.app.clinician.chart import chart_of
from frontdesk.app.clinician.planning.durations import in_whole_units
from frontdesk.app.clinician.planning.shorthand import spelled_out
from frontdesk.app.clinician.planning.slots import periods
from frontdesk.app.clinician.planning.wishes import wishes
from frontdesk.app.clinician.subject import others_in
from frontdesk.app.clinician.task import Chart
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.facts import Language
from frontdesk.models.intents import Intent

EN, ZH = Language.EN, Language.ZH
NOW = datetime(2026, 11, 20, 9)


def record(number: int, day: str, **fields: str) -> OutpatientRecord:
    given = {"gender": "男", "age": "66岁", "department": "Nephrology", "name": "Amos Renwick"} | fields
    at = datetime.fromisoformat(f"{day}T09:00")
    return OutpatientRecord(outpatient_number=number, patient_id="P6", visit_date=at, **given)  # type: ignore[arg-type]


ENGLISH = (
    record(
        4,
        "2026-09-10",
        chief_complaint="Kidney review, tired",
        auxiliary_examination="Potassium 4.8 mmol/L, urate 402 umol/L. Ultrasound: left kidney cyst 24 mm.",
        preliminary_diagnosis="CKD stage 3, no gout",
        treatment_opinion="Treatment unchanged. No preventive tablets for gout.",
        notes="Fistula operation planned after the winter.",
    ),
    record(
        3,
        "2026-06-10",
        present_illness_history="Skipped tablets on holiday.",
        auxiliary_examination="Potassium 5.6 mmol/L, urate 510 umol/L.",
        preliminary_diagnosis="CKD stage 3",
        treatment_opinion="Treatment unchanged.",
    ),
    record(
        2,
        "2026-03-10",
        auxiliary_examination="Potassium 5.1 mmol/L. Ultrasound: left kidney cyst 19 mm.",
        preliminary_diagnosis="CKD stage 3",
        treatment_opinion="Irbesartan up to 300 mg once daily.",
    ),
    record(
        1,
        "2026-01-10",
        auxiliary_examination="Potassium 4.2 mmol/L, urate 430 umol/L.",
        preliminary_diagnosis="CKD stage 3, without acidosis",
        treatment_opinion="Irbesartan 150 mg once daily, eplerenone 25 mg once daily.",
    ),
)
CHINESE = (
    record(
        13,
        "2026-10-08",
        name="冯秋实",
        department="肝病科",
        chief_complaint="复查",
        auxiliary_examination="HBV DNA <20IU/mL，血红蛋白101g/L。彩超：左房44mm。",
        preliminary_diagnosis="慢性乙型肝炎",
        treatment_opinion="舍曲林50mg 每日一次。",
    ),
    record(
        12,
        "2026-04-02",
        name="冯秋实",
        department="肝病科",
        present_illness_history="春节后漏服两周。",
        auxiliary_examination="HBV DNA 7.4×10⁵IU/mL，血红蛋白108g/L。尘螨4级，总IgE 210IU/mL。",
        preliminary_diagnosis="慢性乙型肝炎，病毒反弹",
        treatment_opinion="替诺福韦300mg 每日一次。",
    ),
    record(
        11,
        "2025-06-01",
        name="冯秋实",
        department="肝病科",
        auxiliary_examination="HBV DNA 320IU/mL，血红蛋白119g/L。彩超：左房38mm。",
        preliminary_diagnosis="慢性乙型肝炎",
        treatment_opinion="替诺福韦300mg 每日一次。",
    ),
)


def chart(language: Language, **given: object) -> Chart:
    return chart_of(ENGLISH if language is EN else CHINESE, (), language, now=NOW, **given)  # type: ignore[arg-type]


def said(question: str, language: Language, **given: object) -> str:
    return ask(question, chart(language, **given)).answer


@pytest.mark.parametrize(
    "question",
    [
        "Thinking of trimethoprim for his bladder. Any trouble with what he's already on?",
        "Could I let him have a short course of trimethoprim?",
        "I'd like to add trimethoprim - does it go with his tablets?",
        "considering trimethoprim",
        "what if I started him on trimethoprim?",
        "Thinking of adding trimethoprim, how much can I give?",
    ],
)
def test_a_medicine_that_is_thought_of_is_always_checked(question: str) -> None:
    answer = said(question, EN)
    assert "trimethoprim + irbesartan" in answer or "irbesartan + trimethoprim" in answer, answer
    assert "eplerenone" in answer and "Avoid" in answer and "4.8 mmol/L" in answer


@pytest.mark.parametrize("question", ["想给他加布洛芬，行吗", "考虑开点曲马多", "打算用曲马多，跟他现在吃的药有冲突吗"])
def test_so_it_is_in_chinese(question: str) -> None:
    assert [one.intent for one in wishes(question)] == [Intent.INTERACTIONS]
    assert "核对" in said(question, ZH) or "避免" in said(question, ZH) or "注意" in said(question, ZH)


@pytest.mark.parametrize(
    "question", ["why did he stop irbesartan?", "thinking of stopping eplerenone", "什么时候停的舍曲林"]
)
def test_what_was_done_or_is_stopped_is_asked_otherwise(question: str) -> None:
    assert Intent.INTERACTIONS not in [one.intent for one in wishes(question)]


def test_a_value_is_told_before_and_after_an_event() -> None:
    answer = said("potassium before irbesartan went up to 300, and the first one after?", EN)
    assert "last before 5.1 mmol/L (2026-03-10)" in answer and "first after 5.6 mmol/L (2026-06-10)" in answer


def test_the_change_that_the_event_names_dates_it() -> None:
    stopped = record(
        5, "2026-10-10", auxiliary_examination="Potassium 4.5 mmol/L.", treatment_opinion="Stop eplerenone."
    )
    later = record(6, "2026-11-10", auxiliary_examination="Potassium 4.1 mmol/L.", treatment_opinion="No change.")
    there = chart_of([later, stopped, *ENGLISH], (), EN, now=NOW)
    answer = ask("potassium before and after eplerenone was stopped", there).answer
    assert "last before 4.5 mmol/L (2026-10-10)" in answer and "first after 4.1 mmol/L (2026-11-10)" in answer
    assert spelled_out("华法林从3减到2.5") == "华法林从3减到2.5"


def test_a_value_is_told_around_an_event_in_one_word() -> None:
    answer = said("加舍曲林前后血红蛋白多少", ZH)
    assert "之前最后一次101 g/L" in answer and "之后没有数值记录" in answer


def test_the_baseline_the_peak_and_the_latest_are_told_since_an_event() -> None:
    answer = said("What has his potassium done since eplerenone went in? Where did it peak and where is it now", EN)
    assert "last before 4.2 mmol/L" in answer and "highest after 5.6 mmol/L" in answer
    assert "latest 4.8 mmol/L" in answer and "planned by" not in answer


@pytest.mark.parametrize("word", ["左房", "左肾", "全血", "高钾", "单肺", "白膜", "水肿"])
def test_clinical_words_are_no_names(word: str) -> None:
    assert not others_in(f"{word}是不是越来越大", chart(ZH))


@pytest.mark.parametrize("question", ["张建国的血压多少", "3床的血钾", "王大爷血压多少"])
def test_somebody_else_still_is(question: str) -> None:
    assert others_in(question, chart(ZH))


@pytest.mark.parametrize(
    ("told", "whole"),
    [
        ("这一年半体重", "这18个月体重"),
        ("近两个半月", "近76天"),
        ("这两年多", "这36个月"),
        ("over the last year and a half", "over the last 18 months"),
        ("in two and a half years", "in the last 30 months"),
    ],
)
def test_durations_with_a_half_are_read(told: str, whole: str) -> None:
    assert in_whole_units(told).replace("over the last the last", "over the last") == whole


def test_a_span_leaves_a_few_days_at_its_edge() -> None:
    (one,) = periods("血红蛋白这一年半怎么样", NOW)
    assert one.since is not None and date(2025, 5, 10) <= one.since < date(2025, 5, 20)
    (month,) = periods("6月以来血红蛋白", NOW)
    assert month.since == date(2026, 6, 1)


@pytest.mark.parametrize(
    "question", ["血红蛋白是不是一直在掉？最初多少现在多少", "血红蛋白怎么越来越低", "这一年半血红蛋白怎么走的"]
)
def test_the_direction_is_said_in_words_first(question: str) -> None:
    answer = said(question, ZH)
    assert "下降18" in answer and "119 g/L（2025-06-01）" in answer and "101 g/L（2026-10-08）" in answer


def test_sizes_of_what_scans_measure_are_values() -> None:
    assert all(one in said("左房是不是越来越大", ZH) for one in ("38", "44", "上升"))
    assert all(one in said("has the cyst grown?", EN) for one in ("19", "24", "rising"))


@pytest.mark.parametrize("question", ["他HBV-DNA最高冲到多少，吃药后压下去没", "HBV DNA最高多少，现在压住没有"])
def test_powers_of_ten_and_limits_are_figures(question: str) -> None:
    answer = said(question, ZH)
    assert "最高7.4×10⁵IU/mL（2026-04-02）" in answer and "<20IU/mL" in answer and "下降" in answer


def test_an_abbreviation_that_only_begins_like_a_grade_is_none() -> None:
    assert spelled_out("他HBV-DNA") == "他HBV-DNA"
    assert "House-Brackmann" in spelled_out("HB IV?")


def test_a_complication_in_short_is_answered_by_the_sentence_that_denies_it() -> None:
    assert "without acidosis" in said("was he in DKA?", EN)


def test_each_medicine_named_is_answered_from_the_list() -> None:
    answer = said("Is he on any gout prophylaxis - allopurinol, febuxostat, anything?", EN)
    assert "allopurinol: not on the list now" in answer and "febuxostat: not on the list now" in answer
    assert "No preventive tablets" in answer


def test_pregnancy_diabetes_in_short_and_insulin_are_answered_each() -> None:
    visit = record(30, "2026-10-08", gender="女", age="30岁", preliminary_diagnosis="孕30周，妊娠期糖尿病，饮食控制")
    answer = ask("妊娠糖这个，她打胰岛素了吗", chart_of([visit], (), ZH, now=NOW)).answer
    assert "妊娠期糖尿病：有记录" in answer and "胰岛素：目前清单上没有" in answer


def test_no_visit_since_a_medicine_is_said() -> None:
    assert "2026-10-08" in said("吃上舍曲林以后睡觉怎么样", ZH) and "没有就诊" in said("吃上舍曲林以后睡觉怎么样", ZH)
    assert "没有就诊" not in said("吃上替诺福韦以后睡觉怎么样", ZH)


def test_another_departments_records_are_told_with_their_days() -> None:
    there = {"hidden": [9], "elsewhere": [("Endocrinology", date(2026, 10, 2))]}
    answer = said("what irbesartan dose did Endocrine put him on?", EN, **there)
    assert "Endocrinology 2026-10-02" in answer and "not visible" in answer
    assert "On the list now" not in answer


def test_findings_of_allergy_tests_are_told() -> None:
    answer = said("过敏原当时查出来是啥，总IgE多高", ZH)
    assert "尘螨4级" in answer and "210" in answer


def test_what_stands_near_a_relapse_is_told_and_called_no_reason() -> None:
    answer = said("病毒怎么反弹的，啥原因", ZH)
    assert "漏服两周" in answer and "没有写明是原因" in answer
    english = said("urate crept up in June - what went wrong there?", EN)
    assert "Skipped tablets on holiday" in english and "430" in english


def test_a_dose_by_weight_is_a_whole_number_and_nothing_else_is_quoted() -> None:
    child = record(
        20, "2026-10-08", age="5岁", physical_examination="体重18.4kg。", treatment_opinion="布洛芬180mg 必要时。"
    )
    answer = ask("布洛芬10mg/kg一次多少mg", chart_of([child], (), ZH, now=NOW)).answer
    assert "184 mg" in answer and "184.0" not in answer and "必要时" not in answer


def test_a_summary_tells_why_they_came() -> None:
    assert "Kidney review, tired" in said("two lines on this visit please, summarise", EN)
    both = said("summarise this visit in two lines, incl. why he came", EN)
    assert "Kidney review, tired" in both and "known here" not in both


def test_a_summary_dates_problems_where_that_is_asked() -> None:
    assert "on record since 2026-01-10" in said("Handover on his kidneys: when diagnosed? brief summary", EN)


def test_a_date_that_nobody_wrote_is_said_to_be_missing() -> None:
    assert "No date" in said("has he been given a date for the operation?", EN).replace("no date", "No date")


def test_what_a_medicine_was_begun_for_stands_beside_an_illness_that_is_not_there() -> None:
    answer = said("I see irbesartan. Is he diabetic?", EN)
    assert "not on record" in answer and "CKD" in answer
    assert "begun on" not in said("any bleeding since irbesartan was started?", EN)
