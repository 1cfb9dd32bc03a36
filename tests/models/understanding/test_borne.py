"""What a medicine does to somebody who cannot bear it, and what is only a complaint about one that is taken."""

import pytest

from models.embedded.understanding.reading import understand
from models.facts import Status, Topic


def _named(text: str, topic: Topic, *, past: bool = False) -> set[str]:
    facts = understand(text).facts
    return {f.code for f in facts if f.topic is topic and f.status is Status.PRESENT and f.past is past}


@pytest.mark.parametrize(
    ("text", "medicine"),
    [
        ("I'm allergic to penicillin and codeine makes me sick as a dog.", "codeine"),
        ("codeine and morphine make me sick", "codeine"),
        ("Ibuprofen upsets my stomach so I have paracetamol", "ibuprofen"),
        ("Amoxicillin brought me out in hives once", "amoxicillin"),
        ("我对头孢过敏，红霉素吃了就吐，别给我开。", "erythromycin"),
        ("我青霉素过敏，头孢也不行，一吃就起疹子。", "cephalosporin"),
    ],
)
def test_a_medicine_that_is_not_borne_is_an_allergy_and_not_taken(text: str, medicine: str) -> None:
    assert medicine in _named(text, Topic.ALLERGY)
    assert medicine not in _named(text, Topic.MEDICINE)
    assert not _named(text, Topic.FINDING) & {"vomiting", "nausea", "hives", "rash"}


@pytest.mark.parametrize(
    ("text", "medicine", "complaint"),
    [
        ("I'm on metformin and it makes me feel sick every morning", "metformin", "nausea"),
        ("最近开始吃二甲双胍，吃了就拉肚子", "metformin", "diarrhea"),
    ],
)
def test_what_a_medicine_taken_now_does_is_a_complaint(text: str, medicine: str, complaint: str) -> None:
    assert medicine in _named(text, Topic.MEDICINE)
    assert complaint in _named(text, Topic.FINDING)
    assert not _named(text, Topic.ALLERGY)


@pytest.mark.parametrize(
    "text", ["I can't take ibuprofen so I take paracetamol", "I don't want ibuprofen", "布洛芬我吃不了，别给我开"]
)
def test_a_medicine_that_may_not_be_taken_is_not_recorded_as_taken(text: str) -> None:
    assert "ibuprofen" not in _named(text, Topic.MEDICINE) | _named(text, Topic.ALLERGY)


@pytest.mark.parametrize(
    ("text", "medicine"),
    [
        ("I accidentally took two of my husband's blood pressure pills this morning", "blood pressure medicine"),
        ("我吃错药了，把我老伴的降糖药当成钙片吃了一片", "diabetes medicine"),
        ("I was on citalopram till March", "citalopram"),
    ],
)
def test_a_medicine_taken_by_mistake_or_once_is_not_taken_now(text: str, medicine: str) -> None:
    assert medicine in _named(text, Topic.MEDICINE, past=True)
    assert medicine not in _named(text, Topic.MEDICINE)
