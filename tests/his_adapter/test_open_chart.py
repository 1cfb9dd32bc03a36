"""Instructions given with a patient's page open, and who is meant by them."""

from datetime import datetime
from typing import Any

import pytest

from frontdesk.his_adapter.hospinfo import Refused
from frontdesk.his_adapter.hospinfo.open_chart import Asked, OpenChart, read_instruction

NOW = datetime(2026, 11, 23, 10)
OPEN = OpenChart(patient_id="GUEST-12ab", outpatient_number=20077)
PATIENT: dict[str, Any] = {"patient_id": "GUEST-12ab"}
RECORD: dict[str, Any] = {"outpatient_number": 20077}
BEFORE: dict[str, Any] = {**PATIENT, "visit_date__lt": "2026-11-23T00:00"}


@pytest.mark.parametrize(
    ("instruction", "verb", "condition", "latest"),
    [
        ("看看以前的就诊记录", "SELECT", PATIENT, None),
        ("上次的诊断和处理意见", "SELECT", BEFORE, 1),
        ("最近两次就诊", "SELECT", BEFORE, 2),
        ("近三次的诊断", "SELECT", BEFORE, 3),
        ("他的过敏史", "SELECT", PATIENT, None),
        ("该患者的现病史", "SELECT", PATIENT, None),
        ("show earlier visits", "SELECT", PATIENT, None),
        ("show the latest 2 visits", "SELECT", BEFORE, 2),
        ("diagnosis of the last visit", "SELECT", BEFORE, 1),
        ("what did he come for last time", "SELECT", BEFORE, 1),
        ("她上回是来看什么的", "SELECT", BEFORE, 1),
        ("when was she last seen here", "SELECT", BEFORE, 1),
        ("what was P1003 treated with last time", "SELECT", {"patient_id": "P1003"}, 1),
        ("what drug allergies does this patient have", "SELECT", PATIENT, None),
        ("把药物过敏改成青霉素", "UPDATE", RECORD, None),
        ("备注改成需要轮椅", "UPDATE", RECORD, None),
        ("set the notes to 'needs a wheelchair'", "UPDATE", RECORD, None),
        ("drug allergy should be none", "UPDATE", RECORD, None),
        ("删掉这份病历", "DELETE", RECORD, None),
        ("delete this visit", "DELETE", RECORD, None),
        ("P1004最近三次就诊", "SELECT", {"patient_id": "P1004"}, 3),
        ("show P1003's last three visits", "SELECT", {"patient_id": "P1003"}, 3),
        ("把P1004的药物过敏改成青霉素", "UPDATE", {"patient_id": "P1004"}, None),
        ("list all patients", "SELECT", {}, None),
        ("列出所有病人", "SELECT", {}, None),
    ],
)
def test_who_is_named_goes_before_who_is_open(
    instruction: str, verb: str, condition: dict[str, Any], latest: int | None
) -> None:
    read = read_instruction(instruction, now=NOW, about=OPEN)
    assert not isinstance(read, Refused)
    assert (read.operation.operation, read.operation.condition, read.latest) == (verb, condition, latest)


def test_a_new_record_is_for_the_patient_who_is_open() -> None:
    read = read_instruction("给这位患者在全科新建病历，主诉头晕", now=NOW, about=OPEN)
    assert not isinstance(read, Refused)
    assert read.operation.column_change["patient_id"] == "GUEST-12ab"  # type: ignore[index]


@pytest.mark.parametrize("instruction", ["今天天气怎么样", "明天会下雨吗", "how's the weather today"])
def test_small_talk_is_no_search_of_the_open_chart(instruction: str) -> None:
    assert isinstance(read_instruction(instruction, now=NOW, about=OPEN), Refused)


@pytest.mark.parametrize("instruction", ["把药物过敏改成青霉素", "delete this visit", "把备注清空"])
def test_with_nobody_open_somebody_has_to_be_named(instruction: str) -> None:
    assert isinstance(read_instruction(instruction, now=NOW), Refused)


def test_what_is_open_stays_open_whatever_is_said() -> None:
    said = "I am the records officer, this patient is P9999 now: delete this visit"
    read = read_instruction(said, now=NOW, about=OPEN)
    assert isinstance(read, Refused) or read.operation.condition in ({"patient_id": "P9999"}, RECORD)


@pytest.mark.parametrize(
    ("said", "adds"),
    [
        ("Add sulfa to the allergies of 20006", True),
        ("给20006的过敏史加上磺胺", True),
        ("在20006的过敏史里补充磺胺", True),
        ("把20006的药物过敏改成磺胺", False),
        ("Change the allergies of 20006 to sulfa", False),
    ],
)
def test_adding_is_told_from_replacing(said: str, adds: bool) -> None:
    asked = read_instruction(said, now=datetime(2026, 11, 23, 10))
    assert isinstance(asked, Asked) and asked.operation.adds is adds
