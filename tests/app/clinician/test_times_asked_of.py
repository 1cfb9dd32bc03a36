"""A time that is asked of has an end; what is compared is told side by side; what is changed, on its day."""

from datetime import datetime

import pytest

from frontdesk.app.clinician.assistant import ask
from frontdesk.app.clinician.chart import chart_of
from frontdesk.app.clinician.planning.comparing import compares_visits
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.facts import Language

EN, ZH = Language.EN, Language.ZH
NOW = datetime(2026, 11, 20, 9)


def record(number: int, day: str, **fields: str) -> OutpatientRecord:
    given = {"gender": "女", "age": "63岁", "department": "Cardiology", "name": "Ivy Marchbank"} | fields
    at = datetime.fromisoformat(f"{day}T09:00")
    return OutpatientRecord(outpatient_number=number, patient_id="P8", visit_date=at, **given)  # type: ignore[arg-type]


RECORDS = (
    record(
        5,
        "2026-10-12",
        present_illness_history="家里称体重70kg，不喘。",
        auxiliary_examination="糖化血红蛋白6.6%，NT-proBNP 410pg/mL，左室射血分数47%，肌酐88μmol/L。",
        preliminary_diagnosis="心力衰竭，稳定",
        treatment_opinion="螺内酯12.5mg 每日一次，其余不变。",
    ),
    record(
        4,
        "2026-08-09",
        auxiliary_examination="NT-proBNP 690pg/mL，左室射血分数41%，肌酐95μmol/L。糖化本次未查。",
        preliminary_diagnosis="心力衰竭，稳定",
        treatment_opinion="原方案不变。",
    ),
    record(
        3,
        "2026-06-05",
        present_illness_history="阿托伐他汀加到40mg后不酸痛，走路不喘。",
        physical_examination="体重71kg。",
        auxiliary_examination="糖化血红蛋白7.0%，NT-proBNP 880pg/mL，低密度脂蛋白1.7mmol/L。",
        preliminary_diagnosis="心力衰竭，好转",
        treatment_opinion="呋塞米20mg 每日一次，比索洛尔2.5mg 每日一次。",
    ),
    record(
        2,
        "2026-06-01",
        auxiliary_examination="低密度脂蛋白2.9mmol/L，左室射血分数35%。",
        preliminary_diagnosis="心力衰竭，血脂未达标",
        treatment_opinion="阿托伐他汀由20mg加至40mg 每晚一次。",
    ),
    record(
        1,
        "2026-02-03",
        physical_examination="身高160cm，体重76kg。",
        auxiliary_examination="糖化血红蛋白7.4%，NT-proBNP 2900pg/mL，左室射血分数38%。",
        preliminary_diagnosis="心力衰竭",
        treatment_opinion="呋塞米40mg 每日一次，阿托伐他汀20mg 每晚一次，比索洛尔1.25mg 每日一次。",
    ),
)


def said(question: str, language: Language = ZH) -> str:
    return ask(question, chart_of(RECORDS, (), language, now=NOW)).answer


@pytest.mark.parametrize(
    ("question", "language", "none_later"),
    [("8月那次糖化查了没有", ZH, "之后的病历里没有"), ("Was an HbA1c done in August?", EN, "is on record after")],
)
def test_a_month_that_is_asked_of_has_an_end(question: str, language: Language, none_later: str) -> None:
    """Not done then is not never done since: the value after it stands beside what is written, and the one before."""
    answer = said(question, language)
    assert "糖化本次未查" in answer, answer
    assert "2026-10-12" in answer and "6.6" in answer and "2026-06-05" in answer, answer
    assert none_later not in answer, answer


def test_what_was_done_in_the_month_is_told_with_the_newest() -> None:
    answer = said("Was an HbA1c done in June, and the newest?", EN)
    assert "7.0" in answer and "6.6" in answer, answer


def test_a_month_without_a_value_denies_no_other() -> None:
    """A weight that was told in the month, and the height of before: the index is reckoned, each with its day."""
    answer = said("用她10月的体重算一下BMI")
    assert "病历里没有" not in answer, answer
    assert "27.3" in answer and "70 kg (2026-10-12" in answer and "160 cm (2026-02-03" in answer, answer


def test_what_was_not_measured_in_the_month_is_told_of_another() -> None:
    answer = said("8月的血脂低密度和肌酐多少")
    assert "95" in answer and "1.7 mmol/L (2026-06-05)" in answer, answer
    assert "病历里没有" not in answer, answer


@pytest.mark.parametrize(
    ("question", "language", "held"),
    [
        ("左室射血分数最低是多少，最新呢", ZH, ("35", "2026-06-01", "47", "2026-10-12")),
        ("EF at its lowest and now?", EN, ("35", "2026-06-01", "47", "2026-10-12")),
        ("HbA1c at baseline and the latest", EN, ("7.4", "2026-02-03", "6.6", "2026-10-12")),
        ("刚诊断心衰时的糖化多少，现在多少", ZH, ("7.4", "2026-02-03", "6.6", "2026-10-12")),
    ],
)
def test_all_points_of_a_series_that_are_asked_for_are_told(
    question: str, language: Language, held: tuple[str, ...]
) -> None:
    answer = said(question, language)
    assert all(one in answer for one in held), answer


def test_who_asks_for_bnp_is_told_nt_probnp_under_its_name() -> None:
    answer = said("how far has BNP fallen since February?", EN)
    assert "NT-proBNP" in answer and "2900" in answer and "410" in answer, answer


def test_a_digit_of_a_name_is_no_figure() -> None:
    visits = [
        record(number, day, auxiliary_examination=f"肺功能：FEV1占预计值{share}%。")
        for number, day, share in ((2, "2026-08-01", 58), (1, "2026-02-01", 66))
    ]
    answer = ask("肺功能怎么变化的", chart_of(visits, (), ZH, now=NOW)).answer
    assert "66%" in answer and "58%" in answer and "最早1" not in answer, answer


@pytest.mark.parametrize("question", ["阿托伐6月份为什么从20加到40", "6月阿托伐他汀为啥加量"])
def test_a_change_is_of_the_visit_that_makes_it(question: str) -> None:
    """Not of the one after, whose story tells of it."""
    answer = said(question)
    assert "2026-06-01" in answer.splitlines()[1] and "加至40mg" in answer, answer
    assert "血脂未达标" in answer, answer


@pytest.mark.parametrize(
    ("question", "language"), [("6月份她的药为啥往下减", ZH), ("why were her tablets cut in June?", EN)]
)
def test_medicines_that_are_not_named_are_any_that_were_changed_then(question: str, language: Language) -> None:
    answer = said(question, language)
    assert "呋塞米20mg" in answer and "2026-06-05" in answer, answer
    assert "不认识" not in answer and "not known" not in answer, answer


def test_the_day_of_a_change_stands_beside_the_dose() -> None:
    answer = said("furosemide dose now? and when was it cut down from 40", EN)
    assert "lowered" in answer and "2026-06-05" in answer and "20" in answer, answer


def test_a_dose_is_lowered_where_the_words_say_so() -> None:
    """10 mg twice a day, then 15 mg once: the figure is higher, and the dose is not."""
    visits = [
        record(2, "2026-03-05", treatment_opinion="甲巯咪唑减为15mg 每日一次。"),
        record(1, "2026-02-03", treatment_opinion="甲巯咪唑10mg 每日两次。"),
    ]
    answer = ask("甲巯咪唑什么时候调过", chart_of(visits, (), ZH, now=NOW)).answer
    assert "减量" in answer and "加量" not in answer, answer


@pytest.mark.parametrize(
    ("question", "language", "held"),
    [
        ("跟6月那次比，糖化和BNP怎么样，药动没动", ZH, ("7.0", "6.6", "880", "410", "螺内酯")),
        ("Compare October with the June visit: HbA1c, NT-proBNP, any drug change?", EN, ("7.0", "6.6", "880", "410")),
        (
            "Compare the October visit with the two before it, kidney function mainly",
            EN,
            ("2026-10-12: 88", "2026-08-09: 95", "2026-06-05 not measured", "spironolactone: begun"),
        ),
        ("跟前面两次比，10月12号这次有什么不一样", ZH, ("2026-06-05", "2026-08-09", "410", "690", "880", "螺内酯")),
    ],
)
def test_visits_that_are_compared_stand_side_by_side(question: str, language: Language, held: tuple[str, ...]) -> None:
    """All of them, with what of the medicines changed from the first to the last."""
    answer = said(question, language)
    assert all(one in answer for one in held), answer
    assert "kidney: " not in answer and "病历里没有" not in answer, answer


@pytest.mark.parametrize(
    "question",
    ["Compare October's HbA1c with the guideline target", "6月加药前后的糖化对比", "Plot HbA1c, June against October"],
)
def test_what_is_held_against_no_visit_is_no_comparison_of_visits(question: str) -> None:
    assert not compares_visits(question)


def test_pressures_lying_and_standing_are_both_told() -> None:
    visits = [
        record(2, "2026-08-01", physical_examination="血压130/72mmHg，立位112/64mmHg。"),
        record(1, "2026-06-01", physical_examination="血压140/76mmHg。"),
    ]
    answer = ask("8月跟6月那次比，血压怎么样", chart_of(visits, (), ZH, now=NOW)).answer
    assert all(one in answer for one in ("140/76", "130/72", "112/64")), answer


def test_a_month_without_a_visit_is_answered_with_the_values_around_it() -> None:
    answer = said("9月NT-proBNP多少")
    assert "690" in answer and "410" in answer and "没有病历" in answer, answer


def test_the_highest_and_the_present_value_are_both_told() -> None:
    answer = said("NT-proBNP最高多少，现在呢")
    assert "2900" in answer and "410" in answer, answer
