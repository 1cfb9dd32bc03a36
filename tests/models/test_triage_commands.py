"""`frontdesk triage` and `frontdesk train triage`: the contract of their lines, and what they refuse."""

import csv
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from frontdesk.commands.main import frontdesk
from frontdesk.commands.train import drawn, report, trusted
from frontdesk.commands.triage import BadLine, answers
from frontdesk.models.facts import Person
from frontdesk.models.triage import triage
from frontdesk.models.triage.learning import learn, store
from frontdesk.models.triage.letters import Example
from frontdesk.models.triage.persons import specialties
from frontdesk.models.triage.retraining import retrained
from frontdesk.models.triage.statistics import load, logits
from frontdesk.training.records import Distrusted, rows

FIELDS = {
    "id",
    "specialty",
    "department",
    "confidence",
    "asks",
    "alternatives",
    "urgency",
    "red_flags",
    "reasons",
}


def answer(department_of: Any = lambda specialty, person, fever: None, **line: Any) -> dict[str, Any]:
    return next(answers([json.dumps({"id": "a", "text": "牙疼", **line})], department_of))


def test_a_line_in_gives_the_promised_line_out() -> None:
    found = answer()
    assert set(found) == FIELDS
    assert found["id"] == "a"
    assert found["specialty"] == "dentistry"
    assert found["department"] is None
    assert found["urgency"] == "routine"
    assert found["reasons"] == [{"quote": "牙疼", "finding": "toothache"}]


def test_age_and_sex_given_apart_count() -> None:
    assert answer(text="肚子疼，拉肚子", age=5)["specialty"] == "pediatrics"
    assert answer(text="肚子疼，拉肚子", age=50)["specialty"] == "gastroenterology"
    assert answer(text="itching down below", sex="male")["specialty"] != "gynecology"


def test_a_red_flag_makes_it_an_emergency_and_is_named() -> None:
    found = answer(text="My chest is crushing and my left arm is numb, I'm sweating.")
    assert found["urgency"] == "emergency"
    assert {flag["level"] for flag in found["red_flags"]} == {"A"}


def test_the_directory_is_asked_with_who_it_is_and_whether_there_is_fever() -> None:
    asked: list[tuple[str, Person, bool]] = []

    def department_of(specialty: str, person: Person, fever: bool) -> str:
        asked.append((specialty, person, fever))
        return "somewhere"

    assert answer(department_of, text="孩子发烧三天了", age=4)["department"] == "somewhere"
    assert asked[0][0] == "pediatrics"
    assert asked[0][1].age_months == 48
    assert asked[0][2]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "line 2: line: Invalid JSON"),
        ('{"id": 1}', "line 2: text: Field required"),
        ('{"id": 1, "text": "x", "age": -1}', "line 2: age: "),
        ('{"id": 1, "text": "x", "sex": "other"}', "line 2: sex: "),
    ],
)
def test_a_bad_line_is_named(line: str, reason: str) -> None:
    with pytest.raises(BadLine) as bad:
        list(answers(["\n", line], lambda specialty, person, fever: None))
    assert str(bad.value).startswith(reason)


def record(row: int, **changes: Any) -> dict[str, Any]:
    department, complaint = [("口腔科", "牙疼"), ("ent", "耳鸣"), ("Dermatology", "身上痒")][row % 3]
    return {
        "outpatient_number": row,
        "patient_id": f"P{row}",
        "department": department,
        "chief_complaint": f"{complaint}{row}天",
        "present_illness_history": "",
    } | changes


NAMES = {"口腔科": "dentistry", "ent": "ent", "Dermatology": "dermatology"}


def many(*changed: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from (record(row) for row in range(1, 121))
    yield from changed


def refused(records: Iterator[dict[str, Any]]) -> list[str]:
    with pytest.raises(Distrusted) as error:
        trusted(records, NAMES)
    return [str(fault) for fault in error.value.faults]


def test_sound_records_become_visits_of_standard_specialties() -> None:
    visits = trusted(many(), NAMES)
    assert len(visits) == 120
    assert {visit.specialty for visit in visits} == {"dentistry", "ent", "dermatology"}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"chief_complaint": " "}, "row 121: chief_complaint is empty"),
        ({"department": ""}, "row 121: department is empty"),
        ({"department": "月球科"}, "row 121: department 月球科 is in no directory"),
        ({"patient_id": None}, "row 121: patient_id is empty"),
        ({"outpatient_number": 7}, "row 121: outpatient_number 7 was given before, in row 7"),
        ({"chief_complaint": "痛"}, "row 121: chief_complaint is a single character"),
        ({"chief_complaint": "？？？？"}, "row 121: chief_complaint has no word in it"),
        ({"visit_date": "2026-13-45"}, "row 121: visit_date 2026-13-45 is no date"),
    ],
)
def test_a_row_that_cannot_be_trusted_is_named(changes: dict[str, Any], reason: str) -> None:
    assert refused(many(record(121, **changes))) == [reason]


def test_files_that_say_nothing_are_refused() -> None:
    assert "the file: 3 sound records are too few; 100 are the least" in refused(record(row) for row in range(3))
    same = (record(row, chief_complaint="复查") for row in range(120))
    assert any("120 of 120 records have the same complaint" in fault for fault in refused(same))
    alone = (record(row, department="ent") for row in range(120))
    assert "the file: all records are of one specialty" in refused(alone)


def test_records_are_read_from_json_lines_and_csv(tmp_path: Path) -> None:
    lines = tmp_path / "records.jsonl"
    lines.write_text("\n".join(json.dumps(record(row)) for row in range(3)), encoding="utf-8")
    array = tmp_path / "records.json"
    array.write_text(json.dumps([record(row) for row in range(3)]), encoding="utf-8")
    table = tmp_path / "records.csv"
    table.write_text("patient_id,department,chief_complaint\nP1,ent,耳鸣\n", encoding="utf-8")
    assert list(rows(lines)) == list(rows(array))
    assert next(iter(rows(table)))["chief_complaint"] == "耳鸣"


def test_a_spreadsheet_saved_in_china_is_read(tmp_path: Path) -> None:
    table = tmp_path / "records.csv"
    table.write_bytes("patient_id,department,chief_complaint\nP1,口腔科,牙疼\n".encode("gb18030"))
    assert next(rows(table))["department"] == "口腔科"


@pytest.mark.parametrize(
    ("name", "written", "reason"),
    [
        ("records.jsonl", b'{"patient_id": 1}\n{"patient_id"\n', "the file: line 2 is not JSON"),
        ("records.json", b'[{"patient_id": 1},\n{]', "the file: line 2 is not JSON"),
        ("records.csv", b"patient_id\n\xff\xff\xff", "the file: is written neither in UTF-8 nor in GB18030"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_its_line(
    tmp_path: Path, name: str, written: bytes, reason: str
) -> None:
    file = tmp_path / name
    file.write_bytes(written)
    assert refused(rows(file))[0].startswith(reason)


def test_the_command_refuses_and_trains_nothing(tmp_path: Path) -> None:
    file, output = tmp_path / "records.json", tmp_path / "weights.npz"
    file.write_text(json.dumps([record(1, department="月球科")]), encoding="utf-8")
    own = {"FRONTDESK_DATABASE_URL": f"sqlite:///{tmp_path}/none.db"}
    result = CliRunner().invoke(frontdesk, ["train", "triage", str(file), "--output", str(output)], env=own)
    assert result.exit_code == 1
    assert "row 1: department 月球科 is in no directory" in result.output
    assert not output.exists()


def test_weights_learn_what_they_are_shown_and_come_back_from_their_file(tmp_path: Path) -> None:
    codes = specialties()

    def seen(text: str, code: str) -> Example:
        return Example(text, np.array([float(code == other) for other in codes]))

    shown = [seen("蓝色的月亮照着", "pain"), seen("a green sun above", "burns")] * 40
    store(learn(shown, rounds=30), tmp_path / "own.npz")
    own = load(tmp_path / "own.npz")
    assert codes[int(np.argmax(logits("蓝色的月亮", own)))] == "pain"
    assert codes[int(np.argmax(logits("green sun", own)))] == "burns"


def test_the_habit_of_a_hospital_is_learnt_from_its_file_and_gone_by_from_its_weights(tmp_path: Path) -> None:
    table, output = tmp_path / "records.csv", tmp_path / "own.npz"
    sent = {"Dermatology": "中医科"}  # this hospital's herbalists see whoever itches
    with table.open("w", encoding="gb18030", newline="") as file:
        writer = csv.DictWriter(file, list(record(1)))
        writer.writeheader()
        for row in map(record, range(1, 151)):
            writer.writerow(row | {"department": sent.get(row["department"], row["department"])})
    result = retrained(trusted(rows(table), NAMES | {"中医科": "chinese_medicine"}), beside=[])
    store(result.weights, output)
    assert result.learnt + result.held_out == 150
    assert result.before < 0.8 < result.after
    assert "chinese_medicine" in report(result)
    assert "dermatology" not in drawn(result.confusion)
    heard = triage((), person=Person(), text="身上痒20天", weights=load(output))
    assert heard.specialty == "chinese_medicine"


def test_confusions_are_drawn_with_their_counts() -> None:
    picture = drawn(Counter({("ent", "ent"): 3, ("ent", "allergy"): 1}))
    assert picture.startswith("<svg")
    assert "ent: allergy, 1" in picture
