"""What must not be cleared or called absent: words that nothing knows, pairs that nobody checked, empty visits."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

import pytest

from frontdesk.app.clinician.assistant import ask
from frontdesk.app.clinician.chart import chart_of
from frontdesk.app.clinician.planning.shorthand import spelled_out
from frontdesk.app.clinician.task import Chart
from frontdesk.app.clinician.topics import topics
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.facts import Language

EN, ZH = Language.EN, Language.ZH
NOW = datetime(2026, 11, 20, 9)
ABSENT = (
    "no record speaks",
    "no reason is on record",
    "no record tells",
    "not done",
    "病历里没有提到",
    "没有做过的记录",
)


def record(number: int, day: str, **fields: str) -> OutpatientRecord:
    given = {"gender": "女", "age": "52岁", "department": "Gynaecology", "name": "Ines Calder"} | fields
    at = datetime.fromisoformat(f"{day}T09:00")
    return OutpatientRecord(outpatient_number=number, patient_id="P8", visit_date=at, **given)  # type: ignore[arg-type]


RECORDS = (
    record(
        2,
        "2026-10-02",
        chief_complaint="Ankle swelling for a week",
        past_history="Menopause, depression.",
        physical_examination="Weight 60 kg, BP 132/80 mmHg.",
        auxiliary_examination="Mammogram normal, potassium 4.6 mmol/L, haemoglobin 121 g/L.",
        preliminary_diagnosis="Menopausal symptoms, oedema",
        treatment_opinion="Oestrogel 0.75 mg daily. Fluoxetine 20 mg daily. Referred to the vein clinic.",
        notes="Potassium in one week.",
    ),
    record(
        1,
        "2026-06-02",
        past_history="Takes the combined pill.",
        physical_examination="Weight 57 kg, height 160 cm, House-Brackmann IV.",
        auxiliary_examination="Potassium 4.1 mmol/L, haemoglobin 96 g/L.",
        preliminary_diagnosis="Migraine with aura",
        treatment_opinion="Stop the combined pill.",
    ),
)


def chart(language: Language = EN) -> Chart:
    return chart_of(RECORDS, (), language, now=NOW)


def said(question: str, language: Language = EN) -> str:
    return ask(question, chart(language)).answer


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("why did she come off the QZX?", EN),
        ("was a plimbo done?", EN),
        ("为什么停了QZX", ZH),
    ],
)
def test_a_word_that_nothing_knows_is_not_called_absent(question: str, language: Language) -> None:
    answer = said(question, language)
    assert not any(words in answer for words in ABSENT), answer
    assert "known here" in answer or "不认识" in answer or "understand" in answer, answer


def test_beside_an_unknown_word_stand_the_nearest_questions() -> None:
    assert ask("why did she come off the QZX?", chart()).suggestions


def test_what_a_list_knows_may_be_called_absent() -> None:
    assert "no record speaks of it" in said("why is she on colchicine?")


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("reason the COCP was stopped?", "Migraine with aura"),
        ("mammo done this year?", "Mammogram normal"),
        ("is she on HRT?", "0.75 mg"),
        ("HB grade in June?", "House-Brackmann IV"),
    ],
)
def test_clinical_abbreviations_are_read(question: str, held: str) -> None:
    assert held in said(question)


def test_a_class_is_not_the_member_that_is_sold_by_its_name() -> None:
    assert [one.code for one in topics("HRT")] == ["hormone_replacement"]
    assert [one.code for one in topics(spelled_out("Hb last time"))] == ["hemoglobin"]
    assert "hemoglobin" not in [one.code for one in topics(spelled_out("面瘫HB几级"))]


@pytest.mark.parametrize(
    ("question", "language", "pair"),
    [
        ("A&E put her on tramadol. Any problem with her SSRI?", EN, "Avoid: tramadol + fluoxetine"),
        ("牙疼，牙科给了曲马多，跟她的氟西汀冲突不", ZH, "避免：曲马多 + 氟西汀"),
        ("she takes warfarin from cardiology, wants aspirin, ok with that?", EN, "Avoid: warfarin + aspirin"),
        ("膝盖痛，想开布洛芬，和心内科开的华法林打架吗", ZH, "避免：布洛芬 + 华法林"),
    ],
)
def test_each_two_that_a_question_names_are_checked(question: str, language: Language, pair: str) -> None:
    assert pair in said(question, language)


def test_a_pair_that_cannot_be_checked_is_told_first() -> None:
    answer = said("can she have diclofenac with her benzodiazepine?").splitlines()
    assert answer[1].startswith("Not checked: diclofenac + benzodiazepine"), answer
    answer = said("is Zorbamax ok with her fluoxetine?").splitlines()
    assert answer[1].startswith("Only fluoxetine is known here"), answer


def test_a_class_stands_for_the_member_that_is_taken() -> None:
    answer = said("any clash of tramadol with her antidepressant?")
    assert "tramadol + fluoxetine" in answer and "duplicate" not in answer


TARGET = record(
    3,
    "2026-11-01",
    auxiliary_examination="Uric acid 340 umol/L.",
    preliminary_diagnosis="Gout",
    treatment_opinion="Referred to podiatry. Target uric acid below 360 umol/L.",
    notes="Smoking was not asked.",
    chief_complaint="Painful toe",
)


@pytest.mark.parametrize("question", ["last uric acid, to goal?", "尿酸多少？达标不", "uric acid lately. at target?"])
def test_a_clause_about_the_target_means_the_test_before_it(question: str) -> None:
    answer = ask(question, chart_of([TARGET, *RECORDS], (), EN if question.isascii() else ZH, now=NOW)).answer
    assert "340" in answer and ("at target, below 360" in answer or "达标，目标低于360" in answer), answer


def test_a_habit_goes_before_a_score_in_brackets() -> None:
    answer = said("any smoking? (for her stroke risk)")
    assert "smoking: not on record" in answer and "Lip et al" not in answer


def test_what_was_to_be_checked_after_a_beginning_is_overdue() -> None:
    answer = said("potassium repeated since we began the fluoxetine?")
    assert "not done since 2026-10-02" in answer and "overdue by 42 days" in answer


def test_why_without_a_reason_comes_with_complaint_and_diagnosis() -> None:
    answer = said("why was she sent to the vein clinic?")
    assert "Ankle swelling" in answer and "oedema" in answer


class Department:
    """A clinic of two patients."""

    def patients(self, names: Collection[str]) -> Sequence[str]:
        return ()

    def physicians(self, words: str) -> Sequence[object]:
        return ()

    def every(self) -> tuple[Sequence[OutpatientRecord], bool]:
        other = record(4, "2026-11-02", name="Ada Roe", auxiliary_examination="Potassium 5.2 mmol/L.")
        return [*RECORDS, other.model_copy(update={"patient_id": "P9"})], False


@pytest.mark.parametrize(
    ("question", "language", "now", "earlier"),
    [
        ("which of our patients have potassium > 4.6", EN, {"P9"}, set[str]()),
        ("which of our patients have potassium 4.6 or more", EN, {"P8", "P9"}, set[str]()),
        ("我们科哪些病人血红蛋白低过100", ZH, set[str](), {"P8"}),
        ("我科给哪些病人开过避孕药", ZH, {"P8"}, set[str]()),
    ],
)
def test_patients_are_found_by_a_limit_and_by_what_was_ever_given(
    question: str, language: Language, now: set[str], earlier: set[str]
) -> None:
    answer = ask(question, replace(chart(language), clinic=Department())).answer  # type: ignore[arg-type]
    newest, _, before = answer.partition("earlier visit" if language is EN else "以前有过")
    assert ({one for one in ("P8", "P9") if one in newest}, {one for one in ("P8", "P9") if one in before}) == (
        now,
        earlier,
    ), answer


@pytest.mark.parametrize(
    ("question", "language", "held"),
    [
        ("fluoxetine dose per kg of her weight?", EN, "0.333 mg/kg"),
        ("氟西汀合每公斤多少毫克", ZH, "0.333 mg/kg"),
        ("what was her BMI in June 2026?", EN, "22.3 kg/m²"),
        ("孕前BMI是多少", ZH, "没有孕前体重"),
        ("how many grams a day did she gain?", EN, "+24.6 g a day"),
        ("has she gained 3% by now?", EN, "rising by 3 kg (5%)"),
        ("how has her haemoglobin gone?", EN, "lowest 96 g/L (2026-06-02)"),
        ("血红蛋白怎么走的", ZH, "最低96 g/L（2026-06-02）"),
    ],
)
def test_what_is_reckoned_shows_its_figures(question: str, language: Language, held: str) -> None:
    assert held in said(question, language), said(question, language)


def test_the_weight_before_a_pregnancy_is_what_a_record_gives_of_then() -> None:
    one = record(5, "2026-11-03", physical_examination="Height 165 cm, weight 70 kg, pre-pregnancy weight 60 kg.")
    assert "22.0 kg/m²" in ask("BMI before pregnancy?", chart_of([one], (), EN, now=NOW)).answer
