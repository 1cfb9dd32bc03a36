"""Medicines, allergens and known illnesses named in answer to whom asks for them."""

import pytest

from frontdesk.models.allergies import allergens
from frontdesk.models.parsers import conditions, medicines


def codes(named: tuple[object, ...]) -> list[str]:
    return [str(one.code) for one in named]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("I take metformin and aspirin", ["metformin", "aspirin"]),
        ("二甲双胍、阿司匹林", ["metformin", "aspirin"]),
        ("我吃降压药，没吃阿司匹林", ["blood pressure medicine"]),
        ("I stopped warfarin, now only aspirin", ["aspirin"]),
        ("I stopped warfarin", []),
        ("maybe lisinopril", []),
        ("can I take ibuprofen?", []),
        ("能吃布洛芬吗", []),
        ("my mum takes warfarin", []),
        ("我妈吃二甲双胍", []),
        ("以前吃过阿司匹林", []),
        ("I don't take metformin, aspirin", []),
        ("没吃阿司匹林，二甲双胍", []),
        ("nothing", []),
        ("没有", []),
    ],
)
def test_medicines_that_are_taken(text: str, taken: list[str]) -> None:
    assert codes(medicines(text)) == taken


@pytest.mark.parametrize(
    ("text", "not_borne"),
    [
        ("penicillin", ["penicillin"]),
        ("青霉素过敏", ["penicillin"]),
        ("I can't take codeine", ["codeine"]),
        ("头孢不能用", ["cephalosporin"]),
        ("对海鲜和花粉过敏", ["海鲜", "花粉"]),
        ("peanuts and cats", ["peanuts", "cats"]),
        ("no, just penicillin", ["penicillin"]),
        ("不过敏", []),
        ("no allergies", []),
        ("my sister is allergic to nuts", []),
        ("I think penicillin", []),
        ("好像是青霉素", []),
        ("没有青霉素过敏", []),
        ("not allergic to penicillin", []),
    ],
)
def test_what_is_not_borne(text: str, not_borne: list[str]) -> None:
    assert codes(allergens(text)) == not_borne


@pytest.mark.parametrize(
    ("text", "ill"),
    [
        ("高血压、糖尿病", ["hypertension", "diabetes"]),
        ("diabetes and asthma", ["diabetes", "asthma"]),
        ("高血压，没有糖尿病", ["hypertension"]),
        ("没有高血压，糖尿病", []),
        ("no diabetes", []),
        ("my father had a stroke", []),
        ("I might have diabetes", []),
        ("是不是糖尿病？", []),
        ("nothing", []),
    ],
)
def test_known_illnesses(text: str, ill: list[str]) -> None:
    assert codes(conditions(text)) == ill


def test_the_words_are_the_patients() -> None:
    assert [one.words for one in conditions("高血壓")] == ["高血壓"]
    assert [one.words for one in medicines("Metformin")] == ["Metformin"]
