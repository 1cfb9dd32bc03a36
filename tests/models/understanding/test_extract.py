"""`frontdesk extract`: a dialogue becomes a record whose every field points to the turn that says it."""

import json
from io import StringIO
from typing import Any

import pytest

from commands.extract import BadLine, answers

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
