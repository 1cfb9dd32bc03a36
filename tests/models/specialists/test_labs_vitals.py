"""Values and vital signs: found in speech, in the right unit, held against the right limits, record and medicines."""

from datetime import date

import pytest

from frontdesk.models.facts import Sex
from frontdesk.models.specialists.case import Checked, LabResult, Patient, Prescribed
from frontdesk.models.specialists.labs_vitals import check, judge
from frontdesk.models.specialists.labs_vitals.catalogue import tests as known_tests
from frontdesk.models.specialists.labs_vitals.effects import groups
from frontdesk.models.specialists.labs_vitals.readings import hear
from frontdesk.models.specialists.labs_vitals.spoken import numbers
from frontdesk.models.specialists.labs_vitals.units import unit_after


def verdicts(utterance: str, patient: Patient, kind: str) -> list[tuple[str, str]]:
    return [(one.subject, one.verdict) for one in check(utterance, patient) if one.kind == kind]


def test_the_catalogue_can_be_judged_and_is_wide() -> None:
    assert len(known_tests()) >= 90
    assert all(test.source for test in known_tests().values())
    assert len(groups()) >= 60


@pytest.mark.parametrize(
    ("spoken", "heard"),
    [
        ("血压一百四十五九十", [145, 90]),
        ("高压一百六低压一百", [160, 100]),
        ("三十八度五", [38.5]),
        ("one oh one point three", [101.3]),
        ("a hundred and forty over ninety-five", [140, 95]),
        ("白细胞一万二", [12000]),
        ("14,500", [14500]),
        ("a hundred and ninety-five thousand", [195000]),
        ("three hundred thousand two hundred", [300200]),
        ("five thousand", [5000]),
        ("早上八点量的6.8", [6.8]),
    ],
)
def test_numbers_are_read_as_they_are_spoken(spoken: str, heard: list[float]) -> None:
    assert [number.value for number in numbers(spoken)] == heard


@pytest.mark.parametrize(
    "utterance",
    [
        "My doctor wants my A1C under 7",
        "what if my blood pressure goes to 200",
        "I take vitamin D 2000 units every day",
        "目标是把血压控制在130以下",
        "我每天吃两片钙片600毫克",
        "发烧三天了",
        "BP since two thousand and four",
        "血压从2004年起就高",
    ],
)
def test_goals_doses_and_what_ifs_are_no_results(utterance: str) -> None:
    assert hear(utterance).readings == ()


@pytest.mark.parametrize(
    ("utterance", "patient", "expected"),
    [
        ("my hemoglobin is 12.5", Patient(age=40, sex=Sex.FEMALE), "normal"),
        ("my hemoglobin is 12.5", Patient(age=40, sex=Sex.MALE), "low"),
        ("血红蛋白112", Patient(age=29, sex=Sex.FEMALE, pregnant=True), "normal"),
        ("血红蛋白112", Patient(age=29, sex=Sex.FEMALE), "low"),
        ("heart rate 150", Patient(age=0.1), "normal"),
        ("heart rate 150", Patient(age=40), "critical_high"),
        ("temp is 38.1", Patient(age=0.1), "critical_high"),
        ("INR is 2.6", Patient(medications=(Prescribed(name="Warfarin"),)), "normal"),
        ("INR is 2.6", Patient(), "high"),
        ("血糖11", Patient(), "high"),
        ("餐后两小时血糖7.2", Patient(), "normal"),
        ("空腹血糖7.2", Patient(), "high"),
    ],
)
def test_limits_follow_age_sex_pregnancy_meal_and_treatment(utterance: str, patient: Patient, expected: str) -> None:
    assert [verdict for _, verdict in verdicts(utterance, patient, "range")] == [expected]


@pytest.mark.parametrize(
    ("utterance", "unit"),
    [
        ("sugar was 180", "mg/dL"),
        ("血糖9.8", "mmol/L"),
        ("creatinine 1.4", "mg/dL"),
        ("creatinine 130", "µmol/L"),
        ("血红蛋白12.5", "g/dL"),
        ("temperature 101.3", "°F"),
        ("体温38.5", "°C"),
    ],
)
def test_the_unsaid_unit_is_the_one_that_fits(utterance: str, unit: str) -> None:
    assert any(unit in finding.text for finding in check(utterance, Patient()))


@pytest.mark.parametrize(
    ("utterance", "suggested"),
    [
        ("my systolic blood pressure is 500", ""),
        ("blood pressure was 80 over 120", "120/80"),
        ("体温45度", ""),
        ("hemoglobin 13.5 g/L", "13.5 g/dL"),
        ("potassium is 42", "4.2"),
        ("空腹血糖78。", "78 mg/dL"),
    ],
)
def test_the_impossible_is_asked_about_and_not_judged(utterance: str, suggested: str) -> None:
    found = check(utterance, Patient())
    assert [one.verdict for one in found] == ["implausible"]
    assert suggested in found[0].text


@pytest.mark.parametrize(
    ("utterance", "record"),
    [
        ("空腹血糖78。", (LabResult(name="glucose", value=92, unit="mg/dL"),)),
        ("空腹血糖78毫克每分升。", ()),
        ("my creatinine is 80", ()),
        ("血红蛋白13.5", ()),
        ("血糖5.6", ()),
    ],
)
def test_a_value_that_can_be_meant_only_one_way_is_not_asked_about(
    utterance: str, record: tuple[LabResult, ...]
) -> None:
    assert "implausible" not in {one.verdict for one in check(utterance, Patient(labs=record))}


def on_record(name: str, value: float | str, unit: str | None = None) -> Patient:
    labs = (LabResult(name=name, value=value, unit=unit, date=date(2026, 1, 10)),)
    return Patient(labs=(LabResult(name=name, value=1.0, unit=unit, date=date(2024, 1, 10)), *labs))


@pytest.mark.parametrize(
    ("utterance", "patient", "expected"),
    [
        ("my A1C is 5.6 now", on_record("HbA1c", 7.2, "%"), "falling"),
        ("my A1C is 7.1 now", on_record("A1C", 7.2, "%"), "steady"),
        ("血糖化验126 mg/dL", on_record("glucose", 5.5, "mmol/L"), "rising"),
        ("血压135/85", on_record("blood pressure", "160/100"), "falling"),
        ("creatinine is 1.9", on_record("creatinine", 1.2, "mg/dL"), "rising"),
    ],
)
def test_the_trend_is_against_the_latest_on_record(utterance: str, patient: Patient, expected: str) -> None:
    assert [verdict for _, verdict in verdicts(utterance, patient, "trend")] == [expected]


def test_without_a_record_the_patients_own_earlier_value_serves() -> None:
    assert verdicts("上次尿酸520，这次410", Patient(), "trend") == [("uric acid", "falling")]


def test_medicines_taken_are_told_with_the_value_they_move() -> None:
    patient = Patient(medications=(Prescribed(name="Prednisone"), Prescribed(name="metformin")))
    assert verdicts("my sugar was 240", patient, "drug_effect") == [("glucose", "raises"), ("glucose", "lowers")]
    assert verdicts("我吃着氢氯噻嗪，血钾3.1", Patient(), "drug_effect") == [("potassium", "lowers")]
    assert verdicts("potassium 3.9, I stopped spironolactone", Patient(), "drug_effect") == []


def test_brands_and_kinds_of_medicine_are_known_by_the_formulary() -> None:
    assert verdicts("BP 120/80", Patient(medications=(Prescribed(name="压氏达"),)), "drug_effect") == [
        ("blood pressure", "lowers")
    ]
    assert verdicts("血糖6.0", Patient(medications=(Prescribed(name="降糖药"),)), "drug_effect") == [
        ("glucose", "lowers")
    ]


def test_scores_below_nought_are_read() -> None:
    assert verdicts("my t-score is -2.8", Patient(age=70), "range") == [("bone density t-score", "low")]
    assert verdicts("骨密度T值负2.8", Patient(age=70), "range") == [("bone density t-score", "low")]


def test_somebody_elses_value_is_not_the_patients() -> None:
    found = check("My dad's blood pressure is 180 over 110 but mine is 120 over 80", Patient(age=30))
    assert {one.verdict for one in found if one.kind == "range"} == {"normal"}


def test_the_record_is_told_when_it_is_asked_for() -> None:
    patient = on_record("potassium", 5.9, "mmol/L")
    assert verdicts("Was my last potassium normal?", patient, "range") == [("potassium", "high")]
    assert check("I have a sore knee", patient) == ()


def test_units_that_count_tablets_are_no_units_of_a_test() -> None:
    assert unit_after("2 tablets", 1)[0] == "dose"
    assert unit_after("5.9 mmol/l", 3)[0] == "mmol/L"


def test_sentences_are_in_the_language_of_the_utterance() -> None:
    english: tuple[Checked, ...] = check("potassium 6.8", Patient())
    assert all(one.text.isascii() for one in english)
    assert any("马上" in one.text for one in check("血钾6.8", Patient()))


@pytest.mark.parametrize(
    "utterance",
    [
        "我有高血压一段时间了，头晕",
        "吃了1/4片优甲乐，TSH升高了",
        "血糖高，有一次还晕了",
        "my son has had a fever since last night, he's 3",
        "she has a temperature, she's only 12",
    ],
)
def test_words_that_count_something_else_are_no_values(utterance: str) -> None:
    assert hear(utterance).readings == ()


@pytest.mark.parametrize(
    "utterance", ["he has a fever, he's 39.5", "she has a temperature, she's 39", "took my temperature, 38.4"]
)
def test_degrees_said_of_a_person_are_a_temperature(utterance: str) -> None:
    assert [one.test for one in hear(utterance).readings] == ["body temperature"]


@pytest.mark.parametrize(
    ("say", "test", "value"),
    [
        ("my potasium is 4.1", "potassium", 4.1),
        ("creatnine of 1.1", "creatinine", 1.1),
        ("cholestrol 5.2", "total cholesterol", 5.2),
        ("heigth 172", "body height", 172),
        ("platlets were 210", "platelet count", 210),
        ("肌肝九十", "creatinine", 90),
        ("血红蛋百一百二", "hemoglobin", 120),
    ],
)
def test_a_misspelt_test_beside_a_number_is_known(say: str, test: str, value: float) -> None:
    assert [(one.test, one.value) for one in hear(say).readings] == [(test, value)]


@pytest.mark.parametrize(
    "say",
    ["flat 47, Wright 12", "nitrates 25 mg", "creatine 5 every day", "magnesia 30", "transferring 2 patients",
     "一共三个人", "我家住三楼", "新来八个人"],
)  # fmt: skip
def test_a_word_only_spelt_nearly_like_a_test_is_none(say: str) -> None:
    assert hear(say).readings == ()


@pytest.mark.parametrize(
    ("say", "test", "verdict"),
    [
        ("糖化血红蛋白百分之七十", "hemoglobin a1c", "implausible"),
        ("糖化百分之七点二", "hemoglobin a1c", "plausible"),
        ("中性粒细胞百分之八十", "neutrophil percentage", "plausible"),
        ("neutrophils 80%", "neutrophil percentage", "plausible"),
        ("中性粒细胞五点二", "neutrophil count", "plausible"),
    ],
)
def test_hundredths_said_before_the_number_are_its_unit(say: str, test: str, verdict: str) -> None:
    found = [(one.subject, one.verdict) for one in check(say, Patient()) if one.kind == "plausibility"]
    assert found == [(test, verdict)]


def test_a_span_of_pressures_is_no_pair() -> None:
    assert [(one.value, one.second) for one in hear("高压150-160").readings] == [(150, None)]


@pytest.mark.parametrize(
    ("say", "test", "verdict"),
    [
        ("The glucometer flashed LO this morning", "glucose", "critical_low"),
        ("My Libre keeps reading HI", "glucose", "critical_high"),
        ("血糖仪直接爆表了", "glucose", "critical_high"),
        ("眼压二十六", "intraocular pressure", "high"),
        ("宝宝一分钟喘二十口气", "respiratory rate", "normal"),
        ("Eye pressure of 13", "intraocular pressure", "normal"),
    ],
)
def test_a_meter_beyond_its_scale_an_eye_and_a_minutes_count_are_values(say: str, test: str, verdict: str) -> None:
    assert [(one.subject, one.verdict) for one in check(say, Patient()) if one.kind == "range"] == [(test, verdict)]


@pytest.mark.parametrize("say", ["My blood sugar is high", "sugar showed high, 9.2 mmol", "我血糖高好几年了"])
def test_a_sugar_only_said_to_be_high_is_not_off_the_scale(say: str) -> None:
    assert not any(one.verdict.startswith("critical") for one in check(say, Patient()))


@pytest.mark.parametrize(
    ("say", "test", "value"),
    [
        ("I weigh twelve stone seven", "body weight", 12.5),
        ("I'm 5 ft 6", "body height", 5.5),
        ("我一米七五", "body height", 1.75),
        ("she's six foot", "body height", 6.0),
    ],
)
def test_stones_feet_and_metres_are_told_in_two_parts(say: str, test: str, value: float) -> None:
    (reading,) = hear(say).readings
    assert (reading.test, reading.value) == (test, value)


@pytest.mark.parametrize(
    ("say", "verdicts"),
    [
        ("my sister's cholesterol is 7.4", []),
        ("我哥哥胆固醇7.4", []),
        ("my cholesterol is 7.4", ["high"]),
        ("my friend's blood pressure is 225/130", ["critical_high"]),
    ],
)
def test_a_value_of_another_is_not_the_patients_unless_it_is_to_be_seen_to_now(say: str, verdicts: list[str]) -> None:
    assert [one.verdict for one in check(say, Patient()) if one.kind == "range"] == verdicts


@pytest.mark.parametrize("say", ["I'm two feet from the wall", "我一米外都看不清", "I stand all day, 5 days a week"])
def test_a_distance_is_nobodys_height(say: str) -> None:
    assert hear(say).readings == ()


@pytest.mark.parametrize(
    "say", ["PSA 2.0 last year, 3.5 in May and 6.1 this week", "肌酐三月份九十，六月份一百一，今天一百五"]
)
def test_of_several_values_with_their_months_the_last_is_of_now(say: str) -> None:
    assert [one.verdict for one in check(say, Patient()) if one.kind == "trend"] == ["rising"]


def test_a_bare_value_is_in_the_unit_in_which_it_is_near_to_the_record() -> None:
    record = {"labs": [{"name": "fasting glucose", "value": 126, "unit": "mg/dL"}]}
    told = [one for one in check("空腹血糖7.1", Patient.model_validate(record)) if one.kind == "trend"]
    assert [one.verdict for one in told] == ["steady"]


@pytest.mark.parametrize(
    "told",
    [
        "My boy has had a temperature since Friday, he's 5",
        "She has a fever, she is three. It began last night",
        "She's running a temperature and 2 of her friends have it",
        "孩子昨天起发烧，今年六岁",
        "发烧，上小学，他7岁",
    ],
)
def test_an_age_beside_a_fever_is_no_temperature(told: str) -> None:
    assert hear(told).readings == ()


@pytest.mark.parametrize(
    "say",
    [
        "I parked in bay K 7", "我在K 7诊室门口等着", "I live in flat P 90", "I came on the T 39 bus", "gate 5 K",
        "My seat is Na 118", "坐T 39路公交来的", "在Na 12窗口排队", "he is in room Hb 12", "Ca 4号楼",
        "K 7, that's my bay",
        "row Ca 4, seat 12", "我血压高，在K 7诊室等",
        "I have a fever and I'm in bay T 39", "blood tests in room K 7?",
        "我发烧了，在T 39诊室", "The taxi is a Ca 90", "等叫号，我是K 7", "Where is K 7?",
    ],
)  # fmt: skip
def test_a_symbol_with_a_number_in_running_words_is_no_value(say: str) -> None:
    assert hear(say).readings == ()


@pytest.mark.parametrize(
    "say",
    [
        "Dvořák Jan, 1.9.1941", "Łukasz Bąk, 7", "Çelik Ök 7.2", "Ján Šťastník 6.9.1950", "Бек K7 7",
        "Ana Peña-Ca 3.5.1960", "Jana Nečk\u030c 7.1", "Zdeněk 7.1",
    ],
)  # fmt: skip
def test_a_name_written_with_any_letters_holds_no_test(say: str) -> None:
    assert hear(say).readings == ()


def test_the_trend_is_against_the_latest_of_the_earlier_values_told() -> None:
    told = [one for one in check("血钾今天5.9，上周4.0，去年5.9", Patient()) if one.kind == "trend"]
    assert [one.verdict for one in told] == ["rising"]


@pytest.mark.parametrize(
    ("say", "value"),
    [
        ("INR 2.3 on 12 March 2025, 8.1 on 2 January 2025", 2.3),
        ("INR 2025-03-12 2.3, 2025-01-02 8.1", 2.3),
        ("血钾周四4.3，周一6.6", 4.3),
        ("K was 4.4 on the 10th, 6.9 on the 3rd", 4.4),
        ("血小板5月6日210，3月1日12", 210),
    ],
)
def test_of_several_values_with_their_days_the_newest_is_judged(say: str, value: float) -> None:
    assert [one.reading.value for one in judge(hear(say), Patient())] == [value]
