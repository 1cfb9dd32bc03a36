"""Who comes to be received: records kept apart from whatever a nurse was made with, and what each patient knows."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from frontdesk.models.facts import Value
from frontdesk.training.embedded_patient import Sheet, sheet_of
from frontdesk.training.profiles import Visit
from frontdesk.training.records import Distrusted, Fault, VisitRecord, faults_of, rows

HELD_OUT = Path(__file__).parents[1] / "records" / "held_out.jsonl"


class Case(Value):
    """One patient. `accept`: specialties that are right, the record's own first."""

    record: VisitRecord
    visit: Visit
    accept: tuple[str, ...]
    sheet: Sheet


def read(path: Path, departments: Mapping[str, str]) -> tuple[Case, ...]:
    """Held-out lines, or a hospital's own 17 fields (CSV, JSON, JSON lines), whose sheet is made of the record.

    `departments`: what one may be called, and its specialty. Raises Distrusted, naming every bad row.
    """
    faults: list[Fault] = []
    found: list[Case] = []
    numbers: dict[str, int] = {}
    for row, line in enumerate(rows(path), 1):
        written = line.get("record", line)
        reasons = list(faults_of(written, departments, numbers, row))
        try:
            if not reasons:
                found.append(_case(line, written, departments))
        except (ValidationError, ValueError) as error:
            reasons = [str(error).splitlines()[0]]
        faults += [Fault(row, reason) for reason in reasons]
    if not found and not faults:
        faults.append(Fault(0, "holds no record"))
    if faults:
        raise Distrusted(faults)
    return tuple(found)


def _case(line: Mapping[str, Any], written: Mapping[str, Any], departments: Mapping[str, str]) -> Case:
    record = VisitRecord.model_validate({k: v for k, v in written.items() if k in VisitRecord.model_fields})
    own = departments[record.department]
    sheet = Sheet.model_validate(line["sheet"]) if "sheet" in line else sheet_of(record)
    return Case(
        record=record,
        visit=Visit(str(line.get("visit", "first")).replace("-", "_")),
        accept=tuple(dict.fromkeys((own, *line.get("accept", ())))),
        sheet=sheet,
    )
