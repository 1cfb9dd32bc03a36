"""The written table of who may what says what the code does."""

import re
from pathlib import Path

from frontdesk.his_adapter.access import (
    Admin,
    Doctor,
    Grant,
    Kiosk,
    Nurse,
    Principal,
    RecordsOfficer,
    Rows,
    UnverifiedPatient,
    VerifiedPatient,
    grant,
)
from frontdesk.his_adapter.operation import COLUMNS, Column, Verb
from frontdesk.his_adapter.registration import PatientField

PAGE = Path(__file__).parents[2] / "docs" / "access.md"
PRINCIPALS: dict[str, Principal] = {
    "kiosk": Kiosk(),
    "patient, unverified": UnverifiedPatient(),
    "patient, verified": VerifiedPatient(patient_id="P1"),
    "nurse": Nurse(username="n"),
    "doctor": Doctor(username="d", department_id="cardiology", departments=("心内科", "Cardiology")),
    "records officer": RecordsOfficer(username="r"),
    "admin": Admin(username="a"),
}
ROWS = {Rows(): "every record", Rows(patient_id="P1"): "own", Rows(department_id="cardiology"): "own department"}


def table(first: str) -> list[list[str]]:
    """The cells of the table whose heading begins with `first`, heading and all."""
    lines = [
        line
        for block in PAGE.read_text().split("\n\n")
        if block.startswith(f"| {first} ")
        for line in block.split("\n")
    ]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if not re.match(r"^\| -", line)]


def letters(granted: Grant, column: Column) -> str:
    """R reads and searches by, C writes when creating, U changes, P fills in the pre-visit record of the session."""
    marks = {
        "R": column in granted.reads,
        "C": column in granted.changes.get(Verb.CREATE, ()),
        "U": column in granted.changes.get(Verb.UPDATE, ()),
        "P": column in granted.pre_visit,
    }
    return " ".join(letter for letter, given in marks.items() if given)


def test_the_page_names_every_field_of_everybody_as_the_code_grants_it() -> None:
    heading, *rows = table("field")
    assert heading == ["field", *PRINCIPALS]
    written = {row[0].strip("`"): row[1:] for row in rows}
    assert written == {
        column.value: [letters(grant(principal), column) for principal in PRINCIPALS.values()] for column in COLUMNS
    }


def test_the_page_names_the_rows_and_the_acts_as_the_code_grants_them() -> None:
    heading, *rows = table("who")
    corrects = "corrects a patient's data"
    assert heading == ["who", "reads", "changes", "deletes", "restores", "signs", corrects, "merges numbers"]
    assert {row[0]: row[1:] for row in rows} == {name: acts(grant(principal)) for name, principal in PRINCIPALS.items()}


def acts(granted: Grant) -> list[str]:
    where = ROWS[granted.rows]
    changes = where if granted.changes else "the session's own record" if granted.pre_visit else ""
    yes = {True: "yes", False: ""}
    rights = (granted.deletes, granted.restores, granted.signs)
    corrects = "all" if granted.corrects == set(PatientField) else ", ".join(sorted(granted.corrects))
    reads = where if granted.reads else ""
    return [reads, changes, *(yes[given] for given in rights), corrects, yes[granted.merges]]
