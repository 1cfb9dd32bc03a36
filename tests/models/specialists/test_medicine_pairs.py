"""Two medicines have three answers: found, checked and nothing found, not checked."""

import csv
from pathlib import Path

import pytest

from frontdesk.models.knowledge.formulary import SUBSTANCES
from frontdesk.models.specialists.case import Checked, Patient, Prescribed
from frontdesk.models.specialists.medication import check
from frontdesk.models.specialists.medication.mentions import named
from frontdesk.models.specialists.medication.pairs import (
    Covered,
    Found,
    Gap,
    NotChecked,
    NothingFound,
    compare,
    covered,
)

PAIRS = list(csv.DictReader((Path(__file__).parent / "serious_pairs.csv").open(encoding="utf-8")))


def _codes(name: str) -> tuple[str, ...]:
    meant = named(name)
    return (name,) if name in SUBSTANCES else meant.codes if meant else ()


def _found(one: str, other: str) -> bool:
    return any(isinstance(compare(a, b), Found) for a in _codes(one) for b in _codes(other))


def _interactions(says: str, *taken: str) -> dict[str, Checked]:
    patient = Patient(medications=tuple(Prescribed(name=name) for name in taken))
    return {one.subject: one for one in check(says, patient) if one.kind == "interaction"}


def test_serious_pairs_are_found() -> None:
    """Written from the ONC list of 2012 and the contraindications of labels and of the BNF."""
    missed = [pair for pair in PAIRS if not _found(pair["one"], pair["other"])]
    assert len(missed) <= len(PAIRS) / 100, missed


def test_no_serious_pair_is_told_to_be_harmless() -> None:
    told = []
    for pair in PAIRS:
        found = _interactions(f"Can I take {pair['one']}?", pair["other"])
        told += [pair for one in found.values() if one.verdict == "none"]
    assert told == []


def test_it_takes_two_covered_medicines_to_say_that_nothing_was_found() -> None:
    for one, other in (("metformin", "loratadine"), ("amoxicillin", "acetaminophen"), ("alcohol", "metoprolol")):
        answer = compare(one, other)
        if isinstance(answer, NothingFound):
            assert isinstance(covered(one), Covered)
            assert isinstance(covered(other), Covered)
    assert isinstance(compare("metformin", "loratadine"), NothingFound)
    for unknown in ("vextoril", "banlangen", "trastuzumab"):
        assert isinstance(compare("metformin", unknown), NotChecked), unknown


@pytest.mark.parametrize(
    ("code", "gap"), [("vextoril", Gap.UNKNOWN), ("banlangen", Gap.NO_RULES), ("trastuzumab", Gap.NO_RULES)]
)
def test_a_medicine_without_rules_says_why_it_was_not_checked(code: str, gap: Gap) -> None:
    answer = compare(code, "metformin")
    assert isinstance(answer, NotChecked)
    assert answer.gaps == ((code, gap),)


@pytest.mark.parametrize(
    ("says", "taken", "verdict", "words"),
    [
        ("Can I take banlangen with it?", "amlodipine", "not_checked", "not checked"),
        ("Can I take loratadine?", "Vextoril 20 mg", "not_checked", "not on our list"),
        ("Can I take loratadine?", "metformin", "none", "checked with metformin"),
        ("板蓝根能一起吃吗？", "氨氯地平", "not_checked", "没有核对"),
        ("氯雷他定能一起吃吗？", "二甲双胍", "none", "核对过了"),
        ("能吃诺氟沙星吗？", "华法林", "caution", "出血"),
        ("Can I use viagra?", "nitroglycerin", "avoid", "blood pressure"),
        ("我用低钠盐做菜", "螺内酯", "avoid", "血钾"),
    ],
)
def test_the_three_answers_are_told_apart(says: str, taken: str, verdict: str, words: str) -> None:
    found = list(_interactions(says, taken).values())
    assert [one.verdict for one in found] == [verdict]
    assert words in found[0].text
    assert "no entry" not in found[0].source


def test_the_source_of_nothing_found_says_what_it_was_checked_by() -> None:
    (found,) = _interactions("Can I take loratadine?", "metformin").values()
    assert found.source.startswith("checked by: ")
    assert "FDA" in found.source
