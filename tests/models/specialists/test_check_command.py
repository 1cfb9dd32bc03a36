"""`frontdesk check`: the contract of its lines, and what it refuses."""

import json
from typing import Any

import pytest
from pydantic import ValidationError
from typer.testing import CliRunner

from frontdesk.commands.check import BadLine, answers
from frontdesk.commands.main import frontdesk
from frontdesk.models.specialists.case import Checked, Patient

KNOWN: dict[str, Any] = {
    "age": 62,
    "sex": "female",
    "pregnant": False,
    "weight_kg": 60,
    "conditions": ["chronic kidney disease stage 3"],
    "medications": [{"name": "metformin", "dose": "500 mg", "frequency": "twice a day"}],
    "allergies": ["penicillin"],
    "labs": [{"name": "hemoglobin a1c", "value": 7.2, "unit": "%", "date": "2026-01-10"}],
}


def one(utterance: str = "Hello.", **patient: Any) -> dict[str, Any]:
    return next(answers([json.dumps({"id": "a", "utterance": utterance, "patient": patient})]))


def test_a_line_in_gives_a_line_out() -> None:
    assert one(**KNOWN) == {"id": "a", "findings": []}


@pytest.mark.parametrize("missing", KNOWN)
def test_every_key_of_the_patient_may_be_missing(missing: str) -> None:
    assert one(**{key: value for key, value in KNOWN.items() if key != missing})["id"] == "a"


@pytest.mark.parametrize("missing", KNOWN)
def test_null_is_the_same_as_missing(missing: str) -> None:
    assert one(**{**KNOWN, missing: None})["id"] == "a"


def test_the_patient_may_be_missing_altogether() -> None:
    assert next(answers(['{"id": 1, "utterance": "hi"}']))["id"] == 1


@pytest.mark.parametrize(
    ("patient", "named"),
    [
        ({"shoe_size": 44}, "patient.shoe_size"),
        ({"age": "old"}, "patient.age"),
        ({"medications": [{"dose": "5 mg"}]}, "patient.medications.0.name"),
        ({"labs": [{"name": "potassium"}]}, "patient.labs.0.value"),
    ],
)
def test_a_bad_patient_is_refused_with_line_and_key(patient: dict[str, Any], named: str) -> None:
    lines = [json.dumps({"id": 1, "utterance": "hi"}), "", json.dumps({"id": 2, "utterance": "hi", "patient": patient})]
    with pytest.raises(BadLine, match=f"line 3: {named}"):
        list(answers(lines))


def test_the_command_answers_the_good_lines_and_then_fails() -> None:
    ran = CliRunner().invoke(frontdesk, ["check"], input='{"id": 1, "utterance": "hi"}\nnonsense\n')
    assert ran.exit_code == 1
    assert "line 2" in ran.stderr
    assert json.loads(ran.stdout.splitlines()[0])["id"] == 1


def test_a_finding_has_a_verdict_of_its_kind() -> None:
    with pytest.raises(ValidationError, match="no verdict over"):
        Checked(specialist="medication", kind="identity", verdict="over", subject="x", text="x", source="x")


def test_a_patient_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        Patient(age=3).age = 4  # type: ignore[misc]
