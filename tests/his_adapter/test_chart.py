"""The chart index: every record of a patient, read once into typed facts."""

from collections.abc import Iterable
from datetime import date, datetime

import pytest

from frontdesk.his_adapter.chart import ChartIndex, Fact, Said
from frontdesk.his_adapter.chart.lines import lines_of
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.specialists.medication.listing import Standing


def record(number: int, day: str, **fields: str) -> OutpatientRecord:
    at = datetime.fromisoformat(f"{day}T09:00")
    return OutpatientRecord(
        outpatient_number=number,
        patient_id="P1",
        department="心血管内科",
        visit_date=at,
        **{"physician_signature": "陆听澜"} | fields,
    )


def said(facts: Iterable[Fact], code: str) -> list[Said]:
    return [one.said for one in facts if one.code == code]


INDEX = ChartIndex(
    [
        record(
            1,
            "2026-01-10",
            present_illness_history="心慌2个月，无胸痛。吸烟20年。",
            past_history="高血压病。父亲有糖尿病。",
            drug_allergy_history="青霉素皮疹，否认其他药物过敏",
            auxiliary_examination="INR 1.5。血常规未查。",
            preliminary_diagnosis="心房颤动；冠心病待排",
            treatment_opinion="华法林2.5mg 每晚一次，1周查INR；预约胃镜。",
        ),
        record(
            2,
            "2026-03-10",
            present_illness_history="已戒烟1个月，胃镜还没约上。",
            treatment_opinion="华法林加到3mg 每晚一次。秋天接种流感疫苗。",
            notes="3-6个月复查血常规。",
        ),
        record(
            3,
            "2026-06-10",
            treatment_opinion="今晚停华法林1次，明起2.5mg 每晚一次。建议服阿托伐他汀，患者想先控制饮食。",
        ),
    ]
)


def test_the_newest_record_comes_first_and_each_sentence_knows_its_day_field_and_signature() -> None:
    first = INDEX.lines[0]
    assert (first.on, first.field, first.record) == (date(2026, 6, 10), "treatment_opinion", 3)
    assert {line.signed_by for line in INDEX.lines} == {"陆听澜"}


def test_findings_are_so_or_denied_and_a_relatives_illness_is_no_problem() -> None:
    assert said(INDEX.named, "chest_pain") == [Said.DENIED]
    assert said(INDEX.named, "diabetes") == [Said.RELATIVE]
    assert {one.code for one in INDEX.problems} == {"hypertension", "atrial_fibrillation", "coronary_disease"}
    assert said(INDEX.problems, "coronary_disease") == [Said.POSSIBLE]


def test_an_allergy_stands_apart_from_what_is_denied() -> None:
    assert INDEX.allergic_to == ("青霉素皮疹",)
    assert [one.words for one in INDEX.allergies if one.said is Said.DENIED] == ["否认其他药物过敏"]


def test_a_habit_is_as_the_newest_record_has_it() -> None:
    assert said(INDEX.habits, "smoking") == [Said.GIVEN_UP, Said.SO]


def test_an_examination_is_done_not_done_or_to_come() -> None:
    assert said(INDEX.examinations, "blood_count") == [Said.PLANNED, Said.NOT_DONE]
    assert said(INDEX.examinations, "gastroscopy") == [Said.NOT_DONE, Said.PLANNED]


def test_every_change_of_a_medicine_is_kept_with_its_sentence() -> None:
    changes = [
        (one.note.on, one.change.value, one.entry.dose) for one in INDEX.medicines if one.entry.code == "warfarin"
    ]
    assert changes == [
        (date(2026, 1, 10), "begun", "2.5mg 每晚一次"),
        (date(2026, 3, 10), "raised", "3mg 每晚一次"),
        (date(2026, 6, 10), "paused", "2.5mg 每晚一次"),
    ]
    statin = next(one for one in INDEX.medicines if one.entry.code == "atorvastatin")
    assert (statin.change.value, "控制饮食" in statin.sentence) == ("declined", True)
    now = {one.code: one.standing for one in INDEX.prescribed(date(2026, 6, 20))}
    assert now["warfarin"] is Standing.RUNNING


@pytest.mark.parametrize(
    ("words", "due"),
    [
        ("1周查INR", date(2026, 1, 17)),
        ("3-6个月复查血常规", date(2026, 9, 6)),
        ("秋天接种流感疫苗", date(2026, 10, 31)),
    ],
)
def test_a_plan_has_the_last_day_that_it_names(words: str, due: date) -> None:
    assert next(one.due for one in INDEX.plans if one.words == words) == due


@pytest.mark.parametrize(
    ("words", "days"),
    [
        ("Potassium in one week.", 7),
        ("Repeat kidney tests in 3 months.", 90),
        ("TSH again in eight weeks.", 56),
        ("Echocardiogram within a year.", 365),
        ("Prednisolone 40 mg for 5 days.", None),
        ("2周后带血压记录复诊。", 14),
        ("半年复查血脂。", 182),
        ("3天不退热再来。", None),
    ],
)
def test_a_span_of_time_is_a_plans_only_where_something_is_to_be_looked_at(words: str, days: int | None) -> None:
    index = ChartIndex([record(9, "2026-01-01", notes=words)])
    assert [(one.due - date(2026, 1, 1)).days for one in index.plans if one.due] == ([] if days is None else [days])


def test_a_stopped_medicine_does_not_stop_the_next_sentences() -> None:
    index = ChartIndex([record(9, "2026-01-01", treatment_opinion="Stop ibuprofen; paracetamol 500 mg for the back.")])
    assert [one.change.value for one in index.medicines] == ["stopped", "begun"]


def test_a_record_is_read_once_and_another_version_of_it_again() -> None:
    first = record(9, "2026-01-01", notes="Review in 6 weeks.")
    assert lines_of(first) is lines_of(first.model_copy())
    assert lines_of(first.model_copy(update={"notes": "Review in 2 weeks."}))[0].text == "Review in 2 weeks"


def index_of(field: str, *texts: str) -> ChartIndex:
    """A visit a month, each with one text of that field; the last is the newest."""
    return ChartIndex([record(at, f"2026-{at:02d}-05", **{field: text}) for at, text in enumerate(texts, 1)])


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Cefalexin - hives in 1998 (no records)", ["cefalexin"]),
        ("Aspirin (wheeze, facial swelling)", ["aspirin"]),
        ("苯妥英钠：皮疹、发热（2019年，外院）", ["phenytoin"]),
        ("See above", []),
        ("同前", []),
    ],
)
def test_what_stands_in_brackets_beside_an_allergy_is_none_of_its_own(text: str, codes: list[str]) -> None:
    facts = index_of("drug_allergy_history", text).allergies
    assert [(one.code, one.said) for one in facts] == [(code, Said.SO) for code in codes]


@pytest.mark.parametrize(
    "text",
    [
        "Amoxicillin allergy ruled out by the allergist",
        "Amoxicillin label removed after negative challenge.",
        "阿莫西林过敏标签已取消",
    ],
)
def test_an_allergy_that_was_found_to_be_none_is_on_record_no_more(text: str) -> None:
    index = index_of("drug_allergy_history", "Amoxicillin (rash). Codeine (nausea).", text)
    assert [one.code for one in index.allergies if one.said is Said.SO] == ["codeine"]
    assert said(index.allergies, "amoxicillin") == [Said.DENIED]


def test_no_allergies_on_a_later_visit_take_none_off_the_record() -> None:
    assert index_of("drug_allergy_history", "Amoxicillin (rash).", "NKDA").allergic_to == ("Amoxicillin (rash)",)


@pytest.mark.parametrize(
    ("text", "smoking", "drinking"),
    [
        ("烟15支/日，黄酒每天3两。", Said.SO, Said.SO),
        ("烟已戒2年；又喝上了白酒，每周1次。", Said.GIVEN_UP, Said.SO),
        ("戒烟半年后复吸，每天8支。酒停了1月。", Said.SO, Said.GIVEN_UP),
        ("烟酒不沾。", Said.NEVER, Said.NEVER),
        ("不抽烟，偶尔喝红酒。", Said.NEVER, Said.SO),
        ("Smokes 10 cig/day. EtOH 14 u/wk.", Said.SO, Said.SO),
        ("Smoking again, 3 cigs/day. EtOH nil.", Said.SO, Said.NEVER),
        ("Non-smoker now (quit 2021), beer at weekends.", Said.GIVEN_UP, Said.SO),
    ],
)
def test_a_habit_is_as_its_own_clause_has_it(text: str, smoking: Said, drinking: Said) -> None:
    index = index_of("present_illness_history", text)
    assert said(index.habits, "smoking")[0] is smoking
    assert said(index.habits, "alcohol")[0] is drinking


def test_the_number_of_an_item_is_no_sentence() -> None:
    index = index_of("treatment_opinion", "1. Stop naproxen. 2. Carvedilol 3.125 mg bd. 3. Review in 2 wk.")
    assert [line.text for line in index.lines] == ["Stop naproxen", "Carvedilol 3.125 mg bd", "Review in 2 wk"]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Bloods 3/52.", date(2026, 1, 26)),
        ("Clinic 2/12.", date(2026, 3, 6)),
        ("RTC 6 wk.", date(2026, 2, 16)),
        ("U&E in 1-2/52.", date(2026, 1, 19)),
    ],
)
def test_a_day_is_read_from_the_short_hand_of_clinics(text: str, day: date) -> None:
    assert [one.due for one in index_of("notes", text).plans] == [day]


@pytest.mark.parametrize(
    ("text", "code", "asserted"),
    [
        ("Flu jab not given, out of stock.", "influenza_vaccine", [Said.NOT_DONE]),
        ("肺炎疫苗本次未打（缺货）。", "vaccine", [Said.NOT_DONE]),
        ("Colonoscopy never happened.", "colonoscopy", [Said.NOT_DONE]),
        ("NT-proBNP 900.", "down_screening", []),
        ("MRA stopped.", "mri", []),
        ("Dizzy on standing.", "standing_pressure", []),
        ("儿子胸片正常。", "x_ray", []),
        ("HLA-B*15:02阴性。", "hla_b5801", []),
    ],
)
def test_an_examination_is_the_patients_and_no_word_like_it(text: str, code: str, asserted: list[Said]) -> None:
    assert said(index_of("present_illness_history", text).examinations, code) == asserted


@pytest.mark.parametrize(
    ("text", "code", "asserted"),
    [
        ("Father - T2DM. Sister: asthma.", "asthma", Said.RELATIVE),
        ("FHx: asthma, gout.", "gout", Said.RELATIVE),
        ("Gout, father MI at 60.", "gout", Said.SO),
        ("母：高血压，弟弟有痛风。", "hypertension", Said.RELATIVE),
        ("家族史：痛风。", "gout", Said.RELATIVE),
    ],
)
def test_an_illness_of_the_family_is_no_problem_of_the_patients(text: str, code: str, asserted: Said) -> None:
    assert said(index_of("past_history", text).named, code) == [asserted]
