"""Questions of two parts, of what came after a day, and of why: each part is answered, and nothing else beside it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import pytest

from frontdesk.app.clinician.assistant import ask
from frontdesk.app.clinician.chart import chart_of
from frontdesk.app.clinician.planning.wishes import wishes
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
    record(
        4,
        "2026-07-04",
        chief_complaint="关节痛复诊",
        present_illness_history="膝痛减轻，近2周自己停了铁剂，吃过一周莫西沙星。",
        physical_examination="体重64kg。",
        auxiliary_examination="血钾5.6mmol/L，血红蛋白117g/L。眼底：未见病变。",
        preliminary_diagnosis="膝骨关节炎，高钾血症",
        treatment_opinion="氯沙坦减为25mg 每日一次；停双氯芬酸，膝痛时对乙酰氨基酚0.5g。",
    ),
    record(
        3,
        "2026-04-02",
        chief_complaint="膝痛1个月",
        present_illness_history="上楼膝痛。",
        physical_examination="体重66kg，右膝压痛。",
        auxiliary_examination="血钾4.6mmol/L，血红蛋白98g/L，血钙2.71mmol/L。",
        preliminary_diagnosis="膝骨关节炎",
        treatment_opinion="双氯芬酸25mg 每日两次；氯沙坦50mg 每日一次。",
        notes="眼底每年查一次。",
    ),
    record(
        2,
        "2026-01-05",
        physical_examination="体重72kg。",
        auxiliary_examination="血红蛋白89g/L。",
        preliminary_diagnosis="2型糖尿病，贫血",
        treatment_opinion="琥珀酸亚铁0.1g 每日两次；建议二甲双胍，患者想先运动。",
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


@pytest.mark.parametrize(
    ("question", "language", "held"),
    [
        ("她贫血，血红蛋白从1月到最近怎么样", ZH, ("89", "98", "117", "126")),
        ("hemoglobin from January until now", EN, ("89", "98", "117", "126")),
        ("年初还72公斤，4月瘦到66公斤，后来体重涨回来没有", ZH, ("66", "64", "63")),
        ("weight was 66 in April, has it come back?", EN, ("66", "64", "63")),
    ],
)
def test_what_is_asked_until_now_or_of_later_is_told_to_its_end(
    question: str, language: Language, held: tuple[str, ...]
) -> None:
    answer = said(question, language)
    assert all(one in answer for one in held), answer
    assert "没有记录" not in answer and "not on record" not in answer, answer


@pytest.mark.parametrize(
    ("question", "language", "held"),
    [
        ("4月的血钙2.71后来复查过没有？镁呢", ZH, ("2026-04-02之后没有做", "2.71", "镁")),
        ("That calcium of 2.71 in April: ever rechecked? Any magnesium?", EN, ("2.71", "no later value", "magnesium")),
    ],
)
def test_whether_a_value_was_looked_at_again_is_asked_of_the_days_after_it(
    question: str, language: Language, held: tuple[str, ...]
) -> None:
    answer = said(question, language)
    assert all(one in answer for one in held), answer
    assert "之后查了" not in answer and "done since" not in answer, answer


@pytest.mark.parametrize(
    ("question", "language", "held"),
    [
        ("眼底上次什么时候查的，半年一次的话过期没有", ZH, ("2026-07-04", "2027-01-04", "还没有过期")),
        ("眼底过期没有", ZH, ("每年", "2027-07-04", "还没有过期")),
        ("last eye check? three-monthly, is it overdue?", EN, ("2026-10-04", "overdue by 47 days")),
    ],
)
def test_whether_it_is_overdue_is_reckoned_from_how_often_it_is_done(
    question: str, language: Language, held: tuple[str, ...]
) -> None:
    answer = said(question, language)
    assert all(one in answer for one in held), answer


@pytest.mark.parametrize(
    ("question", "language", "held"),
    [
        ("血钾咋窜到5.6了，最近吃过啥吗", ZH, ("5.6", "莫西沙星")),
        ("In July her potassium crept up to 5.6. What was behind it?", EN, ("5.6", "莫西沙星", "高钾血症")),
        ("7月把氯沙坦砍到25mg是图啥", ZH, ("2026-07-04", "5.6")),
        ("Reason she was put on diclofenac, and how much did she take?", EN, ("膝骨关节炎", "diclofenac")),
        ("二甲双胍当时怎么没吃", ZH, ("患者想先运动",)),
        ("铁剂怎么断了", ZH, ("自己停了铁剂",)),
    ],
)
def test_why_is_told_from_the_visit_that_is_meant(question: str, language: Language, held: tuple[str, ...]) -> None:
    answer = said(question, language)
    assert all(one in answer for one in held), answer


def test_both_are_told_whether_it_is_taken_and_what_helps_instead() -> None:
    answer = said("她双氯芬酸现在还吃着吗？膝痛起来用什么顶")
    assert "已停" in answer and "对乙酰氨基酚0.5g" in answer, answer
    assert "有记录" not in answer, answer


ONE = (
    record(
        3,
        "2026-09-01",
        age="82岁",
        gender="男",
        physical_examination="体重57kg。",
        auxiliary_examination="PSA 2.1ng/mL，肌酐96μmol/L。",
        preliminary_diagnosis="心房颤动，骨质疏松，前列腺增生",
        treatment_opinion="阿哌沙班5mg 每日两次；地舒单抗60mg 今天打第2针，满6个月来打第3针。",
        notes="眼科3周前查：眼底未见病变，无药物毒性。",
    ),
    record(
        2,
        "2026-03-01",
        age="81岁",
        gender="男",
        auxiliary_examination="PSA 4.0ng/mL。",
        preliminary_diagnosis="骨质疏松，前列腺增生",
        treatment_opinion="地舒单抗60mg皮下，今天打第1针；秋水仙碱0.5mg 每日一次预防6个月；度他雄胺0.5mg 每日一次。",
    ),
)


@pytest.mark.parametrize(
    "question", ["地舒单抗打过几针了，最后一针哪天", "how many denosumab injections so far, and when was the last?"]
)
def test_injections_are_counted_without_the_one_to_come(question: str) -> None:
    language = EN if question.isascii() else ZH
    answer = said(question, language, ONE)
    assert "2次" in answer or "2 times" in answer, answer
    assert "2026-03-01" in answer and "2026-09-01" in answer, answer


@pytest.mark.parametrize(
    ("question", "language", "held"),
    [
        ("秋水仙碱打算预防多久，算下来该满了吧", ZH, ("2026-08-28", "已结束84天")),
        ("colchicine: how long was it meant for, and is that up by now?", EN, ("2026-08-28", "over since 84 days")),
    ],
)
def test_whether_a_course_is_over_is_counted_to_today(question: str, language: Language, held: tuple[str, ...]) -> None:
    answer = said(question, language, ONE)
    assert all(one in answer for one in held), answer
    assert "Planned and not done" not in answer, answer


def test_why_a_dose_is_not_smaller_is_told_by_the_conditions_of_its_rule() -> None:
    answer = said("阿哌沙班怎么没减量", ZH, ONE)
    assert "82岁，符合" in answer and "57 kg" in answer and "96 µmol/L" in answer, answer
    assert "符合2条" in answer and "那次就诊" not in answer, answer


def test_a_condition_without_a_value_is_said_to_be_open() -> None:
    visits = [record(1, "2026-09-01", age="82岁", treatment_opinion="阿哌沙班5mg 每日两次。")]
    assert "符合1条，2条没有记录" in said("阿哌沙班要不要减量", ZH, visits)


def test_a_value_corrected_for_a_medicine_is_one_calculation() -> None:
    assert "4.2" in said("Correcting for the dutasteride, what does the PSA come to?", EN, ONE)
    soon = [ONE[0], record(2, "2026-08-01", treatment_opinion="度他雄胺0.5mg 每日一次。")]
    assert "2026-08-01" in said("Correcting for the dutasteride, what does the PSA come to?", EN, soon)
    assert "4.2" not in said("Correcting for the dutasteride, what does the PSA come to?", EN, soon)


def test_what_our_own_visits_tell_of_a_department_is_told_first() -> None:
    answer = ask("眼科筛查做过没，结果呢", chart_of(ONE, (), ZH, now=NOW, hidden=frozenset({9}))).answer
    assert answer.index("眼底未见病变") < answer.index("无权查看"), answer


def test_of_a_value_that_is_told_the_one_before_and_what_changed_between() -> None:
    answer = said("血钾怎么升到5.6了")
    assert "4.6" in answer and "氯沙坦，2026-04-02" in answer and "共2次" in answer, answer


def test_visits_are_compared_by_all_that_the_sentences_name() -> None:
    answer = said("和4月膝痛来看那趟比，这次好了吗？体重又怎么样")
    assert "2026-04-02：66 kg" in answer and "2026-10-10：63 kg" in answer, answer


MORE = (
    record(
        2,
        "2026-08-10",
        name="Freya Lindqvist",
        present_illness_history="Dog moved to her brother.",
        auxiliary_examination="Urine: leucocytes +, nitrite negative. HBV DNA 900 IU/mL。"
        "糖耐量：空腹5.2，1小时9.9，2小时7.4mmol/L。",
        preliminary_diagnosis="Migraine",
        treatment_opinion="No preventive tablets. Sumatriptan 50 mg as needed. 预约心脏彩超。",
    ),
    record(
        1,
        "2026-05-10",
        name="Freya Lindqvist",
        present_illness_history="Dog at home.",
        auxiliary_examination="HBV DNA 2.1×10⁴ IU/mL. 心脏彩超：射血分数61%。血糖4.9mmol/L。",
        preliminary_diagnosis="Migraine",
        treatment_opinion="Sumatriptan 50 mg as needed.",
    ),
)


@pytest.mark.parametrize(
    ("question", "language", "held", "never"),
    [
        ("Is freya on any migraine preventer at the mo?", EN, ("No preventive tablets",), ("inhaled", "months")),
        ("what did the urine dip show", EN, ("nitrite negative",), ()),
        ("病毒载量一路怎么下来的", ZH, ("2.1×10⁴", "900"), ()),
        ("糖耐量三个点各是多少", ZH, ("5.2", "9.9", "7.4"), ("4.9",)),
        ("心脏彩超结果如何", ZH, ("61",), ()),
        ("Does Freya still have that dog?", EN, ("moved to her brother",), ()),
    ],
)
def test_what_is_asked_of_is_told_and_nothing_beside_it(
    question: str, language: Language, held: tuple[str, ...], never: tuple[str, ...]
) -> None:
    answer = said(question, language, MORE)
    assert all(one in answer for one in held), answer
    assert not any(one in answer for one in never), answer


def test_a_noun_behind_that_is_no_reference_to_the_question_before() -> None:
    before = ask("sumatriptan dose?", chart(EN, MORE))
    asked = ask("Does she still have that dog?", replace(chart(EN, MORE), before=before))
    assert "moved to her brother" in asked.answer and "umatriptan" not in asked.answer, asked.answer


def test_since_when_is_no_question_of_its_own() -> None:
    assert len(wishes("用上舒马普坦之后，病毒载量怎么样")) == 1


@pytest.mark.parametrize(
    ("question", "language", "held"),
    [
        ("膝痛比4月好了吗", ZH, ("2026-04-02：“上楼膝痛”", "2026-10-10：没有提到")),
        ("Compare July with the April visit: is the knee pain better?", EN, ("2026-04-02: “", "2026-07-04: “膝痛减轻")),
    ],
)
def test_a_complaint_is_compared_by_what_each_visit_says_of_it(
    question: str, language: Language, held: tuple[str, ...]
) -> None:
    answer = said(question, language)
    assert all(one in answer for one in held), answer


def test_a_test_that_has_no_course_is_told_beside_one_that_has() -> None:
    answer = said("血红蛋白从1月到现在怎么样，血钙和尿蛋白呢")
    assert "126" in answer and "2.71" in answer and "尿蛋白：病历里没有" in answer, answer


def test_a_month_is_the_last_of_its_name_with_a_visit() -> None:
    visits = [*VISITS, record(1, "2025-11-08", auxiliary_examination="血钾3.9mmol/L。")]
    assert "2025-11-08" in said("11月的血钾多少", ZH, visits)
    assert "2025-11-08：3.9" not in said("本月的血钾多少", ZH, visits)


def test_the_visit_of_the_lowest_value_tells_how_it_was() -> None:
    answer = said("血红蛋白最低那次是啥情况")
    assert "2026-01-05" in answer and "2型糖尿病，贫血" in answer, answer


def test_what_was_done_with_a_medicine_is_told_beside_the_test() -> None:
    answer = said("Potassium was 5.6 in July. What did we do with the losartan and has it been rechecked since?", EN)
    assert "losartan: lowered" in answer and "not done since 2026-07-04" in answer, answer


def test_the_abbreviation_of_a_formula_is_calculated() -> None:
    visits = [record(1, "2026-09-01", physical_examination="身高160cm，体重64kg。")]
    assert "1.69" in said("whats her BSA", EN, visits)
