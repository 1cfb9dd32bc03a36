"""Values in every written and spoken form: decimal commas, the newest of several, under and over, shorthand."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.team import check

CASES: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("value_expressions.yaml").read_text("utf-8")
)


@pytest.mark.parametrize("case", [one for group in CASES.values() for one in group], ids=lambda case: case["say"])
def test_a_value_is_read_as_it_is_told(case: dict[str, Any]) -> None:
    found = check(case["say"], Patient(age=55))
    values = [(one.subject, one.verdict) for one in found if one.specialist == "labs_vitals"]
    called = any((one.kind, one.verdict) == ("symptom", "escalate") for one in found)
    assert [one for one in map(tuple, case.get("is", ())) if one not in values] == []
    assert [one for one in values if one[1] in case.get("not", ())] == []
    assert "calls" not in case or called is case["calls"]
    assert case.get("tells", "") in " ".join(one.text for one in found)
    assert not any(one.specialist == "privacy" for one in found)
