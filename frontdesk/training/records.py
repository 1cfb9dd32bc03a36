"""A hospital's own outpatient records: the 17 fields of PIORS (appendix E.1) in a CSV, JSON or JSON-lines file."""

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import Field, field_validator

from frontdesk.models.facts import Language, Value
from frontdesk.models.knowledge.load import knowledge

NEEDED = ("patient_id", "department", "chief_complaint")
CHINESE = re.compile(r"[\u4e00-\u9fff]")
MALE, FEMALE = frozenset({"男", "m", "male"}), frozenset({"女", "f", "female"})
AGES = (  # as written, and what part of a year it is
    (re.compile(r"(\d+)\s*(?:岁|year|y)"), 1.0),
    (re.compile(r"(\d+)\s*(?:个?月|month)"), 1 / 12),
    (re.compile(r"(\d+)\s*(?:天|day)"), 1 / 365),
)


class Fault(NamedTuple):
    row: int
    reason: str

    def __str__(self) -> str:
        return f"row {self.row}: {self.reason}" if self.row else f"the file: {self.reason}"


class Distrusted(Exception):
    """The records cannot be trusted; `faults` says which rows and why, row 0 for the file as a whole."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(f"{len(faults)} faults")
        self.faults = list(faults)


class VisitRecord(Value):
    """One outpatient record. `department` is as the hospital writes it; empty fields were not filled in."""

    patient_id: str
    department: str
    chief_complaint: str
    outpatient_number: str = ""
    name: str = ""
    gender: str = ""
    age: str = Field(default="", description="as written: 49岁, 8 months")
    visit_date: str = ""
    present_illness_history: str = ""
    past_history: str = ""
    drug_allergy_history: str = ""
    physical_examination: str = ""
    auxiliary_examination: str = ""
    preliminary_diagnosis: str = ""
    treatment_opinion: str = ""
    notes: str = ""
    physician_signature: str = ""

    @field_validator("*", mode="before")
    @classmethod
    def _written(cls, value: object) -> str:
        return "" if value is None else str(value).strip()

    @property
    def id(self) -> str:
        """The outpatient number; where there is none, patient and day."""
        return self.outpatient_number or f"{self.patient_id}:{self.visit_date[:10]}"

    @property
    def language(self) -> Language:
        return Language.ZH if CHINESE.search(self.chief_complaint) else Language.EN

    @property
    def years(self) -> float | None:
        """Age in years, months and days counted; None where none is written."""
        found = [int(match[1]) * of_a_year for pattern, of_a_year in AGES if (match := pattern.search(self.age))]
        if found:
            return sum(found)
        return float(self.age) if self.age.isdecimal() else None

    @property
    def sex(self) -> str | None:
        """ "male", "female", or None."""
        written = self.gender.lower()
        return "male" if written in MALE else "female" if written in FEMALE else None


def rows(path: Path) -> Iterator[Mapping[str, Any]]:
    """The records of a CSV, JSON or JSON-lines file. Raises Distrusted when it is none of these."""
    text = _text(path)
    if path.suffix.lower() == ".csv":
        yield from csv.DictReader(StringIO(text, newline=""))
    elif text.lstrip().startswith("["):
        yield from _parsed(text)
    else:
        for number, line in enumerate(text.splitlines(), start=1):
            if line.strip():
                yield _parsed(line, before=number - 1)


def read(path: Path, departments: Mapping[str, str]) -> tuple[VisitRecord, ...]:
    """Every record of the file. `departments`: what one may be called, and its specialty. Raises Distrusted."""
    faults: list[Fault] = []
    found: list[VisitRecord] = []
    numbers: dict[str, int] = {}
    for row, record in enumerate(rows(path), start=1):
        reasons = list(faults_of(record, departments, numbers, row))
        faults += [Fault(row, reason) for reason in reasons]
        if not reasons:
            found.append(VisitRecord.model_validate({k: v for k, v in record.items() if k in VisitRecord.model_fields}))
    if not found and not faults:
        faults.append(Fault(0, "holds no record"))
    if faults:
        raise Distrusted(faults)
    return tuple(found)


def faults_of(
    record: Mapping[str, Any], departments: Mapping[str, str], numbers: dict[str, int], row: int
) -> Iterator[str]:
    """Why this row cannot be learnt from. `numbers`: outpatient numbers seen, and in which row."""
    if not isinstance(record, Mapping):
        yield "is not a record"
        return
    for field in NEEDED:
        if not str(record.get(field) or "").strip():
            yield f"{field} is empty"
    department = str(record.get("department") or "").strip()
    if department and department not in departments:
        yield f"department {department} is in no directory"
    complaint = str(record.get("chief_complaint") or "").strip()
    if len(complaint) == 1:
        yield "chief_complaint is a single character"
    elif complaint and not any(character.isalpha() for character in complaint):
        yield "chief_complaint has no word in it"
    if record.get("visit_date") and not _is_date(str(record["visit_date"])):
        yield f"visit_date {record['visit_date']} is no date"
    number = str(record.get("outpatient_number") or "")
    if number and numbers.setdefault(number, row) != row:
        yield f"outpatient_number {number} was given before, in row {numbers[number]}"


def standard_names() -> dict[str, str]:
    """What a department may be called without a directory, and its specialty: the standard's codes and names."""
    return {name: code for code, one in knowledge().specialties.items() for name in (code, one.zh, one.en)}


def _text(path: Path) -> str:
    """As written in UTF-8 or, as spreadsheets in China save it, in GB18030."""
    stored = path.read_bytes()
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return stored.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Distrusted([Fault(0, "is written neither in UTF-8 nor in GB18030")])


def _parsed(text: str, *, before: int = 0) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise Distrusted([Fault(0, f"line {before + error.lineno} is not JSON: {error.msg}")]) from None


def _is_date(text: str) -> bool:
    """Year, month and day, and any time, however they are parted: 2026/5/1 9:00."""
    try:
        date(*[int(number) for number in re.findall(r"\d+", text)[:3]])
    except (TypeError, ValueError):
        return False
    return True
