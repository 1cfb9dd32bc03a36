"""`frontdesk extract`: a dialogue becomes a record whose every field points to the turn that says it."""

import json
from io import StringIO
from typing import Any

import pytest

from commands.extract import BadLine, answers, decoded

VISIT = {
    "id": "v1",
    "dialogue": [
        {"speaker": "nurse", "text": "您好，哪里不舒服？"},
        {"speaker": "patient", "text": "我妈头晕三天了，今年七十二"},
        {"speaker": "nurse", "text": "发烧吗？咳嗽吗？"},
        {"speaker": "patient", "text": "没有"},
        {"speaker": "nurse", "text": "有没有高血压？"},
        {"speaker": "patient", "text": "有，十年了"},
        {"speaker": "nurse", "text": "药物过敏吗？"},
        {"speaker": "patient", "text": "青霉素过敏"},
        {"speaker": "nurse", "text": "手麻不麻？"},
        {"speaker": "patient", "text": "说不好"},
    ],
}


def extracted(*dialogues: Any) -> list[dict[str, Any]]:
    return list(answers(StringIO("\n".join(json.dumps(d, ensure_ascii=False) for d in dialogues))))


def test_a_dialogue_becomes_a_record_with_evidence() -> None:
    (answer,) = extracted(VISIT)
    assert answer["id"] == "v1"
    assert answer["record"]["age"] == "72岁" and answer["record"]["gender"] == "女"
    assert "三天" in answer["record"]["chief_complaint"]
    assert answer["evidence"]["chief_complaint"] == [{"turn": 2, "quote": "头晕"}]
    assert answer["evidence"]["drug_allergy_history"] == [{"turn": 8, "quote": "青霉素过敏"}]
    assert "十年" in answer["record"]["past_history"] or "高血压" in answer["record"]["past_history"]


def test_positives_negatives_and_unknowns_are_kept_apart() -> None:
    (answer,) = extracted(VISIT)
    assert {"头晕", "高血压"} <= set(answer["positives"])
    assert len(answer["negatives"]) == 2 and len(answer["unknowns"]) == 1
    assert not set(answer["positives"]) & set(answer["negatives"])


def test_a_correction_leaves_one_value() -> None:
    turns = ["my right knee has hurt for two weeks", "sorry, the left knee, and two days, not two weeks"]
    (answer,) = extracted({"id": 2, "dialogue": [{"speaker": "patient", "text": text} for text in turns]})
    assert "left" in answer["record"]["chief_complaint"] and "two days" in answer["record"]["chief_complaint"]
    assert "right" not in answer["record"]["present_illness_history"]


def test_relatives_in_answers_about_the_family_are_not_the_patient() -> None:
    lines = [("nurse", "Any illness in your family?"), ("patient", "My mother had lung cancer.")]
    (answer,) = extracted({"id": 3, "dialogue": [{"speaker": who, "text": text} for who, text in lines]})
    assert "gender" not in answer["record"] and "lung cancer" in answer["record"]["family_history"].lower()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("not json", "line 1"),
        ('{"id": 1}', "dialogue"),
        ('{"id": 1, "dialogue": [{"speaker": "cat", "text": ""}]}', "speaker"),
    ],
)
def test_a_bad_line_is_named(line: str, says: str) -> None:
    with pytest.raises(BadLine, match=says):
        list(answers([line]))


def test_a_line_that_is_no_text_is_named() -> None:
    with pytest.raises(BadLine, match="line 2"):
        list(answers(decoded([b'{"id": 1, "dialogue": []}', b"\xff\xfe"])))


def said(*lines: tuple[str, str]) -> dict[str, Any]:
    (answer,) = extracted({"id": 1, "dialogue": [{"speaker": who, "text": text} for who, text in lines]})
    return answer


def test_age_and_sex_point_to_where_they_were_said() -> None:
    answer = said(("nurse", "Good morning, sir. How old are you?"), ("patient", "My back aches. I'm 51."))
    assert answer["record"]["gender"] == "Male" and answer["record"]["age"].startswith("51")
    assert answer["evidence"]["age"] == [{"turn": 2, "quote": "I'm 51."}]
    assert answer["evidence"]["gender"] == [{"turn": 1, "quote": "sir"}]


def test_illness_in_the_family_is_never_the_patients_own() -> None:
    answer = said(
        ("nurse", "Does diabetes run in your family?"),
        ("patient", "Yes, my dad had it."),
        ("nurse", "Anything else?"),
        ("patient", "My mother died of lung cancer at the age of sixty."),
        ("nurse", "How about high blood pressure or stroke?"),
        ("patient", "No."),
    )
    assert answer["positives"] == [] and set(answer["record"]) == {"family_history"}
    assert "lung cancer" in answer["record"]["family_history"].lower()


def test_a_medicine_for_an_illness_is_no_complaint() -> None:
    answer = said(
        ("nurse", "What brings you in?"),
        ("patient", "I've had a sore throat since Monday."),
        ("nurse", "What medications are you taking?"),
        ("patient", "Synthroid for my low thyroid, and blood pressure pills."),
    )
    assert "throat" in answer["record"]["chief_complaint"].lower()
    assert "pressure" not in answer["record"]["present_illness_history"]
    assert "thyroid" in answer["record"]["past_history"]


def test_what_a_question_takes_for_granted_is_recorded_when_it_is_not_denied() -> None:
    answer = said(("nurse", "When were you diagnosed with type two diabetes?"), ("patient", "Two years ago."))
    assert "diabetes" in answer["record"]["past_history"].lower()


def test_what_is_read_out_and_agreed_to_is_recorded() -> None:
    answer = said(("nurse", "I see you take lisinopril and ibuprofen."), ("patient", "Yes, that's right."))
    assert answer["record"]["medications"] == "lisinopril; ibuprofen"
    assert {source["turn"] for source in answer["evidence"]["medications"]} == {1}


def test_an_emphatic_no_is_a_no() -> None:
    assert said(("nurse", "Do you smoke?"), ("patient", "Absolutely not."))["record"] == {
        "social_history": "no smoking"
    }
