"""The mapping of a hospital's views: which of their columns and codes are ours.

Read as text throughout, so that the code 01 stays 01 and is no number.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import yaml
from pydantic import Field, field_validator

from frontdesk.his_adapter.folder.files import Fault
from frontdesk.his_adapter.folder.reading import SeedError
from frontdesk.his_adapter.folder.yaml_reading import checked, document
from frontdesk.his_adapter.operation import COLUMNS
from frontdesk.his_adapter.records import AppointmentState
from frontdesk.models.facts import Sex, Value

SEXES = frozenset(Sex)
RECORD = frozenset(COLUMNS)
WRITES = frozenset({"create", "amend", "sign"})


class Mapped(Value):
    """A view or table. `columns`: ours to theirs. `codes`: by column of ours, theirs to ours; one
    that says nothing is empty. `where`: rows that count.

    `formats`: of dates that are kept as text or numbers, as strptime writes them.
    """

    view: str
    columns: dict[str, str]
    codes: dict[str, dict[str, str]] = {}
    where: dict[str, tuple[str, ...]] = {}
    formats: dict[str, str] = {}

    NEEDED: ClassVar[frozenset[str]] = frozenset()
    KNOWN: ClassVar[frozenset[str]] = frozenset()
    CODED: ClassVar[dict[str, frozenset[str]]] = {}  # what a code of that column may mean

    @field_validator("where", mode="before")
    @classmethod
    def _one_or_several(cls, told: Any) -> Any:
        if not isinstance(told, dict):
            return told
        return {name: one if isinstance(one, list) else [one] for name, one in told.items()}

    def faults(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Each with the path of the key that is wrong."""
        known = self.KNOWN | self.NEEDED
        for name, theirs in self.columns.items():
            if name not in known:
                yield ("columns", name), f"is none of ours; there may be {', '.join(sorted(known))}"
            elif not theirs:
                yield ("columns", name), "names no column"
        if missing := sorted(self.NEEDED - set(self.columns)):
            yield ("columns",), f"{', '.join(missing)} is missing"
        for part in ("codes", "formats"):
            for name in getattr(self, part).keys() - self.columns.keys():
                yield (part, name), "is no column here"
        for name, meanings in self.codes.items():
            allowed = self.CODED.get(name)
            for code, meaning in meanings.items():
                if meaning and allowed is not None and meaning not in allowed:
                    yield ("codes", name, code), f"{meaning} is none of {', '.join(sorted(allowed))}"


class PatientView(Mapped):
    NEEDED = frozenset({"patient_id", "name"})
    KNOWN = frozenset({"sex", "birth_date", "phone", "merged_into"})
    CODED = {"sex": SEXES}


class DepartmentView(Mapped):
    NEEDED = frozenset({"department_id", "name"})
    KNOWN = frozenset({"name_en", "directions", "phone"})


class PhysicianView(Mapped):
    NEEDED = frozenset({"physician_id", "department_id", "name"})
    KNOWN = frozenset({"name_en", "title", "sex"})
    CODED = {"sex": SEXES}


class DutyView(Mapped):
    NEEDED = frozenset({"physician_id", "department_id"})
    KNOWN = frozenset({"weekday", "date"})
    CODED = {"weekday": frozenset("1234567")}

    def faults(self) -> Iterator[tuple[tuple[str, ...], str]]:
        yield from super().faults()
        if len({"weekday", "date"} & self.columns.keys()) != 1:
            yield ("columns",), "either weekday or date says when"


class AppointmentView(Mapped):
    NEEDED = frozenset({"appointment_id", "patient_id", "department_id", "starts"})
    KNOWN = frozenset({"slot_id", "physician_id", "minutes", "state", "queue_number"})
    CODED = {"state": frozenset(AppointmentState)}


class RecordView(Mapped):
    NEEDED = frozenset({"patient_id", "visit_date"})
    KNOWN = RECORD
    CODED = {"gender": SEXES}


class Inbox(Mapped):
    """The table that records are put into: a row each version, never changed by us. `key` is the idempotency key."""

    NEEDED = frozenset({"key", "record_id", "kind"})
    KNOWN = RECORD | {
        *("at", "version", "sequence", "signed_by", "appointment_id"),
        *("department_id", "language", "level", "document"),
    }
    CODED = {"gender": SEXES, "kind": WRITES}

    def faults(self) -> Iterator[tuple[tuple[str, ...], str]]:
        yield from super().faults()
        for name, meanings in self.codes.items():
            said = [one for one in meanings.values() if one]
            if len(set(said)) < len(said):
                yield ("codes", name), "two codes mean the same, so neither can be written"


class Mapping(Value):
    patients: PatientView
    departments: DepartmentView | None = None
    physicians: PhysicianView | None = None
    duty: DutyView | None = None
    appointments: AppointmentView | None = None
    records: RecordView | None = None
    inbox: Inbox | None = None

    def parts(self) -> dict[str, Mapped]:
        return {name: one for name in type(self).model_fields if (one := getattr(self, name)) is not None}


class MappingFile(Value):
    """A mapping with the place of each key, for faults that only the database shows."""

    mapping: Mapping
    name: str
    lines: dict[tuple[str, ...], int] = Field(repr=False)

    def fault(self, reason: str, *path: str) -> Fault:
        """At the key that `path` leads to, or as near as there is one."""
        known = next((path[:n] for n in range(len(path), 0, -1) if path[:n] in self.lines), ())
        return Fault(self.name, self.lines.get(known, 1), f"{'.'.join(path)}: {reason}")


def read_mapping(path: Path) -> MappingFile:
    """Raises SeedError with every fault that can be seen without the database."""
    faults: list[Fault] = []
    read = document(path, faults, yaml.BaseLoader)
    if read is None:
        raise SeedError(faults)
    content, node = read
    faults += _twice(node, path.name)
    mapping = checked(Mapping, content, path.name, node, faults)
    if mapping is None:
        raise SeedError(faults)
    file = MappingFile(mapping=mapping, name=path.name, lines=dict(_lines(node)))
    for part, mapped in mapping.parts().items():
        faults += [file.fault(reason, part, *place) for place, reason in mapped.faults()]
    if faults:
        raise SeedError(faults)
    return file


def _lines(node: yaml.Node, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], int]]:
    if not isinstance(node, yaml.MappingNode):
        return []
    return [
        place
        for key, below in node.value
        for place in [((*path, key.value), key.start_mark.line + 1), *_lines(below, (*path, key.value))]
    ]


def _twice(node: yaml.Node, file: str) -> list[Fault]:
    """YAML lets the later of two equal keys win, without a word."""
    seen: set[tuple[str, ...]] = set()
    faults = []
    for path, line in _lines(node):
        if path in seen:
            faults.append(Fault(file, line, f"{'.'.join(path)}: is there twice"))
        seen.add(path)
    return faults
