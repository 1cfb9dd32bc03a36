"""Texts that nothing was learnt from: how many emergencies are caught, and how many ordinary texts alarm."""

from pathlib import Path

import pytest

from frontdesk.evaluation.red_flags import Outcome, area_under_curve, outcomes

CASES = Path(__file__).parents[3] / "frontdesk" / "evaluation" / "cases"


def share(found: list[Outcome], name: str) -> float:
    return sum(getattr(one, name) for one in found) / len(found)


@pytest.mark.parametrize("file", sorted(path.name for path in CASES.glob("danger_*.jsonl")))
def test_emergencies_are_caught_and_ordinary_texts_left_alone(file: str) -> None:
    measured = tuple(outcomes(CASES / file))
    dangers, ordinary = [one for one in measured if one.danger], [one for one in measured if not one.danger]
    assert share(dangers, "caught") >= 0.9
    assert share(dangers, "alarmed") >= 0.6
    if ordinary:
        assert share(ordinary, "alarmed") <= 0.04
        assert share(ordinary, "suspected") <= 0.45
        assert area_under_curve(measured) >= 0.93
