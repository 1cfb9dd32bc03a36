"""Facts in words."""

import pytest

from app.reception.questions import put
from app.reception.wording import name_of, sentence_of
from models.embedded.asking import Ask, Purpose
from models.embedded.understanding import understand
from models.facts import Language, Person, Topic


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("我有1型糖尿病", "1型糖尿病"),
        ("I've had type 1 diabetes since I was nine", "type 1 diabetes"),
        ("我有慢性肾炎", "慢性肾炎"),
        ("I am diabetic", "diabetes"),
        ("cancer of the lung, five years ago", "lung cancer"),
    ],
)
def test_an_illness_keeps_the_kind_the_patient_named(said: str, named: str) -> None:
    heard = understand(said)
    assert [name_of(f, heard.language or Language.EN) for f in heard.facts if f.topic is Topic.CONDITION] == [named]


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("腰疼，搬煤气罐闪了一下", "腰痛，自述起因：搬煤气罐闪了一下"),
        ("a headache ever since the long flight", "headache, cause told: the long flight"),
    ],
)
def test_what_set_it_off_stands_in_the_record_as_told(said: str, sentence: str) -> None:
    heard = understand(said)
    assert [sentence_of(fact, heard.language, record=True) for fact in heard.facts] == [sentence]


@pytest.mark.parametrize(
    ("about", "zh", "en"),
    [("thyroid_nodule", "多大", "size"), ("fever", "度", "temperature"), ("high_lipids", "报告", "number")],
)
def test_a_value_is_asked_for_by_what_it_is(about: str, zh: str, en: str) -> None:
    text = put(Ask(key="value", purpose=Purpose.RECORD, about=about), Person()).text
    assert zh in text[Language.ZH] and en in text[Language.EN]
