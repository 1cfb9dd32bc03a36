"""What a model says to a doctor's question is held against what it was told, and its prompts hold no blank."""

from datetime import date

import pytest

from models.clinical_questions import ANSWER, REACT, STRATEGIES, ClinicalQuestion, Observation, Round, unfounded
from models.facts import Language, Sex

EN, ZH = Language.EN, Language.ZH
VALUES = (
    "creatinine: 2026-01-01: 118 µmol/L high; 2026-10-20: 139 µmol/L high (usual 41-81 µmol/L)\n"
    "platelets 1,250 ×10⁹/L\natorvastatin 40 mg; 华法林2.5mg\n高血压病\n胃镜：食管静脉轻度曲张"
)
OBSERVED = Observation(key="a", task="values", inputs="{}", text=VALUES)


def question(language: Language, text: str = "how is she?") -> ClinicalQuestion:
    day = date(2026, 11, 20)
    return ClinicalQuestion(text=text, language=language, today=day, age=70, sex=Sex.FEMALE, observations=(OBSERVED,))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (EN, "Creatinine is high at 139 µmol/L (2026-10-20), usual 41-81."),
        (EN, "Two values: 118 and 139 µmol/L; the last on 20 October 2026."),
        (EN, "At 70 she takes warfarin 2.5 mg and a statin; hypertension is on record."),
        (EN, "Platelets 1250 ×10^9/L; HbA1c and SpO2 are not on record."),
        (EN, "The record says “华法林2.5mg”."),
        (EN, "Gastroscopy: mild oesophageal varices."),
        (ZH, "肌酐139 µmol/L，偏高（2026年10月20日），共两次。"),
        (ZH, "用阿托伐他汀40mg和华法林；没有记录铁蛋白。"),
    ],
)
def test_what_was_told_may_be_said(language: Language, text: str) -> None:
    assert unfounded(text, question(language)) is None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (EN, "Creatinine is 140 µmol/L."),
        (EN, "Creatinine rose by 21."),
        (EN, "Creatinine is 13.9."),
        (EN, "Take it three times."),
        (EN, "She takes ibuprofen."),
        (EN, "An ACE inhibitor would help."),
        (EN, "She has diabetes."),
        (EN, "肌酐偏高。"),
        (ZH, "肌酐141。"),
        (ZH, "每天三次。"),
        (ZH, "建议停用二甲双胍。"),
        (ZH, "有糖尿病。"),
        (ZH, "Creatinine is high."),
    ],
)
def test_what_was_not_told_may_not(language: Language, text: str) -> None:
    assert unfounded(text, question(language)) is not None


def test_what_the_doctor_names_may_be_named() -> None:
    assert unfounded("No ibuprofen 400 mg on record.", question(EN, "does she take ibuprofen 400?")) is None


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("capability", [REACT, STRATEGIES, ANSWER], ids=lambda one: one.name)
def test_the_prompts_have_their_blanks(capability: object, language: Language) -> None:
    last = capability.prompt(question(language, "肌酐 how?")).messages[-1]  # type: ignore[attr-defined]
    assert "肌酐 how?" in last.content
    assert "$" not in last.content
    assert "2026-11-20" in last.content


def test_a_reply_of_another_shape_is_an_error() -> None:
    asked = question(EN)
    assert REACT.read(asked, '{"thought": "", "steps": [], "finished": true}') == Round()
    for reply in ('{"thought": ""}', '{"thought": "", "steps": [{"task": "values"}], "finished": true}'):
        with pytest.raises(ValueError, match="Field required"):
            REACT.read(asked, reply)
    one = '{"steps": [{"key": "a", "task": "values", "inputs": {}}], "pros": "", "cons": ""}'
    with pytest.raises(ValueError, match="no strategy 2"):
        STRATEGIES.read(asked, f'{{"strategies": [{one}], "chosen": 2}}')
    assert STRATEGIES.read(asked, f'{{"strategies": [{one}], "chosen": 1}}').chosen == 0
