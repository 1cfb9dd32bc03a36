"""The questions over the demonstration hospital, and the case files that wait for their measure."""

from pathlib import Path

import pytest
import yaml

from app.clinician.trace import Way
from app.settings import ROOT
from evaluation.clinician import answers, questions

CASES = sorted((ROOT / "evaluation" / "cases" / "clinician").glob("*.yaml"))


def test_our_own_questions_are_answered() -> None:
    asked = questions()
    right = [one.is_right(trace) for one, trace in zip(asked, answers(asked, Way.REACT), strict=True)]
    assert sum(right) / len(right) >= 0.9


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_a_case_file_names_what_lies_behind_the_tasks(file: Path) -> None:
    case = yaml.safe_load(file.read_text("utf-8"))
    record = " ".join(case["record"].values())
    assert case["question"] and case["points"]
    assert all(result in record for result in case["results"])
