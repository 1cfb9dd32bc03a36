"""A hospital's folder of data files as checked values: all of it is sound, or SeedError names every fault."""

import csv
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from frontdesk.his_adapter.folder import cells, yaml_files
from frontdesk.his_adapter.folder.files import Columns, Fault, Row, Table, csv_table
from frontdesk.his_adapter.records import (
    WALK,
    Department,
    Opening,
    OutpatientRecord,
    Patient,
    Physician,
    Policy,
    Rules,
)
from frontdesk.his_adapter.wayfinding import checking
from frontdesk.his_adapter.wayfinding.saying import directions_to, target_of
from frontdesk.models.bad_setting import BadSetting
from frontdesk.models.facts import Language
from frontdesk.models.identity import plain

RECORD_FIELDS = tuple(OutpatientRecord.model_fields)
SPECIALTIES = Path(__file__).parents[2] / "models" / "knowledge" / "specialties.csv"
NUMBERS_BELOW = 20_000_001  # from here the application gives them, see migration 0001


class DutyPhysician(NamedTuple):
    physician: Physician
    schedule: tuple[Opening, ...]


class EarlierRecord(NamedTuple):
    record: OutpatientRecord
    department_id: str
    language: Language


class Seed(NamedTuple):
    hospital: yaml_files.HospitalFile
    departments: tuple[Department, ...]
    physicians: tuple[DutyPhysician, ...]
    policies: tuple[Policy, ...]
    patients: tuple[Patient, ...]
    records: tuple[EarlierRecord, ...]
    doubts: tuple[Fault, ...]  # what may be meant, and somebody should look at


class SeedError(BadSetting):
    """The folder cannot be loaded; `faults` says where and why, file by file."""

    setting = "FRONTDESK_HIS"

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))
        super().__init__("\n".join(map(str, self.faults)))


def read_folder(folder: Path, today: date) -> Seed:
    """Raises SeedError with every fault of every file."""
    faults: list[Fault] = []
    known = _specialties()
    departments = _departments(folder, known, faults)
    physicians = _physicians(folder, departments, faults)
    patients = _patients(folder, today, faults)
    records = _records(folder, departments, patients, today, faults)
    policies = yaml_files.policies(folder, faults)
    hospital = yaml_files.hospital(folder, known, departments, faults)
    drawn = yaml_files.map_of(folder, {policy.policy_id for policy in policies}, faults)
    led = _led(departments, hospital, drawn, faults) if hospital else ()
    if faults or hospital is None:
        raise SeedError(faults)
    return Seed(
        hospital.model_copy(update={"floors": drawn.floors, "places": drawn.places}),
        led,
        tuple(map(_physician, physicians.rows)),
        tuple(policies),
        tuple(Patient(**row.cells) for row in patients.rows),
        tuple(records),
        (
            *_same_person_twice(patients),
            *(Fault("map.yaml", 1, reason) for reason in checking.unreached(drawn.floors, led, drawn.places)),
        ),
    )


def _specialties() -> frozenset[str]:
    with SPECIALTIES.open(encoding="utf-8", newline="") as file:
        return frozenset(row["code"] for row in csv.DictReader(file))


def _each(name: str) -> list[str]:
    return [f"{name}_{language}" for language in Language]


def _both(name: str) -> dict[str, Callable[[str], str]]:
    return dict.fromkeys(_each(name), cells.words)


def _text(row: Row, name: str) -> dict[Language, str]:
    return {language: row.cells[f"{name}_{language}"] for language in Language}


def _departments(folder: Path, known: frozenset[str], faults: list[Fault]) -> Table:
    columns: Columns = {
        "department_id": cells.identifier,
        **_both("name"),
        "specialties": cells.codes(known),
        **_both("building"),
        "floor": cells.whole,
        "room": cells.words,
        **dict.fromkeys(_each("directions"), cells.free),
        "hours": cells.some_hours,
        "age_from": cells.optional(cells.years),
        "age_under": cells.optional(cells.years),
        "sex": cells.optional(cells.sex),
        "fever": cells.optional(cells.yes_no),
        "pregnant": cells.optional(cells.yes_no),
        "phone": cells.free,
    }
    table = csv_table(folder / "departments.csv", columns, faults)
    faults += table.twice("department_id")
    for row in table.rows:
        first, under = row.cells["age_from"], row.cells["age_under"]
        if first is not None and under is not None and first >= under:
            faults.append(row.fault(f"age_from: nobody is from {first:g} and under {under:g}"))
    return table


def _department(row: Row, hospital: yaml_files.HospitalFile) -> Department:
    department_id = row.cells["department_id"]
    closed = () if department_id in hospital.open_on_holidays else hospital.holidays
    same = {name: row.cells[name] for name in ("department_id", "specialties", "floor", "room", "phone")}
    return Department(
        **same,
        name=_text(row, "name"),
        building=_text(row, "building"),
        directions=_text(row, "directions"),
        openings=row.cells["hours"],
        rules=Rules(**{name: row.cells[name] for name in Rules.model_fields}),
        minutes_to_walk=hospital.minutes_to_walk.get(department_id, WALK),
        closed_on=closed,
    )


def _led(
    departments: Table, hospital: yaml_files.HospitalFile, drawn: yaml_files.MapFile, faults: list[Fault]
) -> tuple[Department, ...]:
    """The way to each: worked out where the floor plans have its room, in the row's own words where they have not."""
    led = []
    for row in departments.rows:
        department = _department(row, hospital)
        words = directions_to(target_of(department), drawn.floors) or department.directions
        faults += [
            row.fault(f"directions_{language}: is empty, and map.yaml has no way to room {department.room}")
            for language in Language
            if not words[language]
        ]
        led.append(department.model_copy(update={"directions": words}))
    return tuple(led)


def _physicians(folder: Path, departments: Table, faults: list[Fault]) -> Table:
    columns: Columns = {
        "physician_id": cells.identifier,
        "department_id": cells.identifier,
        **_both("name"),
        **_both("title"),
        "sex": cells.sex,
        **_both("expertise"),
        "schedule": cells.hours,
    }
    table = csv_table(folder / "physicians.csv", columns, faults)
    faults += table.twice("physician_id")
    unknown = departments.lacks("department_id")
    faults += [
        row.fault(f"department_id: unknown department {row.cells['department_id']!r}")
        for row in table.rows
        if unknown(row.cells["department_id"])
    ]
    return table


def _physician(row: Row) -> DutyPhysician:
    physician = Physician(
        physician_id=row.cells["physician_id"],
        department_id=row.cells["department_id"],
        sex=row.cells["sex"],
        name=_text(row, "name"),
        title=_text(row, "title"),
        expertise=_text(row, "expertise"),
    )
    return DutyPhysician(physician, row.cells["schedule"])


def _patients(folder: Path, today: date, faults: list[Fault]) -> Table:
    columns: Columns = {
        "patient_id": cells.identifier,
        "name": cells.words,
        "sex": cells.sex,
        "birth_date": cells.birth_date(today),
        "phone": cells.phone,
    }
    table = csv_table(folder / "patients.csv", columns, faults)
    faults += table.twice("patient_id")
    return table


def _same_person_twice(patients: Table) -> Iterator[Fault]:
    """Mostly one person with two numbers; two people may share a name and a birthday all the same."""
    known: dict[tuple[str, date], str] = {}
    for row in patients.rows:
        who = plain(row.cells["name"]), row.cells["birth_date"]
        first = known.setdefault(who, row.cells["patient_id"])
        if first != row.cells["patient_id"]:
            yield row.fault(
                f"patient_id: {row.cells['patient_id']} has name and birth date of {first}: one person twice?"
            )


def _records(
    folder: Path, departments: Table, patients: Table, today: date, faults: list[Fault]
) -> list[EarlierRecord]:
    columns: dict[str, Callable[[str], Any]] = dict.fromkeys(RECORD_FIELDS, cells.free)
    columns |= {
        "outpatient_number": cells.number,
        "patient_id": cells.identifier,
        "visit_date": cells.moment(today),
        "language": cells.language,
    }
    table = csv_table(folder / "records.csv", columns, faults)
    faults += table.twice("outpatient_number")
    names = {
        row.cells.get(name): row.cells.get("department_id", "")
        for row in departments.every
        for name in ("department_id", "name_zh", "name_en")
    }
    stranger = patients.lacks("patient_id")
    records = []
    for row in table.rows:
        department_id = names.get(row.cells["department"])
        if departments.every and department_id is None:
            faults.append(row.fault(f"department: unknown department {row.cells['department']!r}"))
        faults += _record_faults(row, stranger, today)
        record = OutpatientRecord(**{name: row.cells[name] for name in RECORD_FIELDS})
        records.append(EarlierRecord(record, department_id or "", row.cells["language"]))
    return records


def _record_faults(row: Row, stranger: Callable[[object], bool], today: date) -> list[Fault]:
    number, patient_id, when = (row.cells[name] for name in ("outpatient_number", "patient_id", "visit_date"))
    wrong = [
        (number >= NUMBERS_BELOW, f"outpatient_number: {number} is not below {NUMBERS_BELOW}, where new visits begin"),
        (stranger(patient_id), f"patient_id: unknown patient {patient_id!r}"),
        (when.date() > today, f"visit_date: {when} is in the future"),
    ]
    return [row.fault(reason) for is_wrong, reason in wrong if is_wrong]
