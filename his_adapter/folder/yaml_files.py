"""The YAML files of a hospital's folder: the hospital itself and its policies."""

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Annotated, Any, TypeVar

import yaml
from pydantic import Field, StringConstraints, ValidationError

from his_adapter.folder.files import Fault, Row, Table, read_text
from his_adapter.records import Policy, PolicyCategory
from models.facts import Language, Value

Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
BothLanguages = Annotated[dict[Language, Words], Field(min_length=len(Language))]


class HospitalFile(Value):
    """hospital.yaml."""

    name: BothLanguages
    address: BothLanguages
    phone: str
    fallbacks: dict[str, str] = {}
    emergency: BothLanguages = {}
    demonstration: bool = False  # invented: served with --demo only, and with sign-ins that everybody knows
    taken_percent: int = Field(default=0, ge=0, le=100)  # of the slots, as if booked elsewhere
    minutes_to_walk: dict[str, Annotated[int, Field(ge=0, le=60)]] = {}  # from the kiosk, by department
    holidays: tuple[date, ...] = ()  # days on which departments are closed
    open_on_holidays: tuple[str, ...] = ()  # departments that are not


class PolicyEntry(Value):
    """One entry of policies.yaml."""

    id: Words
    category: PolicyCategory
    title: BothLanguages
    text: BothLanguages
    asked: dict[Language, tuple[Words, ...]] = {}


Entry = TypeVar("Entry", HospitalFile, PolicyEntry)


def policies(folder: Path, faults: list[Fault]) -> list[Policy]:
    document = _document(folder / "policies.yaml", faults)
    if document is None:
        return []
    entries, node = document
    if not isinstance(node, yaml.SequenceNode) or not entries:
        faults.append(Fault("policies.yaml", 1, "is not a list of policies"))
        return []
    rows = []
    for raw, place in zip(entries, node.value, strict=True):
        entry = _checked(PolicyEntry, raw, "policies.yaml", place, faults)
        if entry is not None:
            rows.append(Row("policies.yaml", _line(place), entry.model_dump()))
    faults += Table(rows, rows).twice("id")
    return [Policy(policy_id=row.cells.pop("id"), **row.cells) for row in rows]


def hospital(folder: Path, known: frozenset[str], departments: Table, faults: list[Fault]) -> HospitalFile | None:
    """Every specialty is served by a department or has a fallback that is; checked once the departments are sound."""
    document = _document(folder / "hospital.yaml", faults)
    if document is None:
        return None
    content, node = document
    checked = _checked(HospitalFile, content, "hospital.yaml", node, faults)
    if checked is None or not departments.rows or len(departments.rows) < len(departments.every):
        return checked
    served = {code for row in departments.rows for code in row.cells["specialties"]}
    wrong = [f"unknown specialty {code}" for code in checked.fallbacks if code not in known]
    wrong += [
        f"{code} goes to {other}, which no department serves"
        for code, other in checked.fallbacks.items()
        if other not in served
    ]
    wrong += [
        f"no department serves {code}, and it has no fallback"
        for code in sorted(known - served - set(checked.fallbacks))
    ]
    faults += [Fault("hospital.yaml", _line(node, ("fallbacks",)), f"fallbacks: {reason}") for reason in wrong]
    there = {row.cells["department_id"] for row in departments.rows}
    for key, named in (("minutes_to_walk", checked.minutes_to_walk), ("open_on_holidays", checked.open_on_holidays)):
        unknown = [one for one in named if one not in there]
        faults += [Fault("hospital.yaml", _line(node, (key,)), f"{key}: no department {one}") for one in unknown]
    return checked


def _document(path: Path, faults: list[Fault]) -> tuple[Any, yaml.Node] | None:
    """The content, and its nodes for the lines."""
    text = read_text(path, faults)
    if text is None:
        return None
    try:
        node, content = yaml.compose(text, yaml.SafeLoader), yaml.safe_load(text)
    except (yaml.YAMLError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        reason = getattr(error, "problem", None) or "cannot be read"
        faults.append(Fault(path.name, mark.line + 1 if mark else 1, f"not YAML: {reason}"))
        return None
    if node is None:
        faults.append(Fault(path.name, 1, "the file is empty"))
        return None
    return content, node


def _checked(kind: type[Entry], raw: object, file: str, node: yaml.Node, faults: list[Fault]) -> Entry | None:
    try:
        return kind.model_validate(raw)
    except ValidationError as error:
        for problem in error.errors():
            place = ".".join(str(part) for part in problem["loc"] if part != "[key]")
            faults.append(Fault(file, _line(node, problem["loc"]), f"{place}: {problem['msg']}"))
        return None


def _line(node: yaml.Node, path: Iterable[int | str] = ()) -> int:
    """The line of a key in a mapping, as far down as the path can be followed."""
    line = int(node.start_mark.line)
    for part in path:
        if not isinstance(node, yaml.MappingNode):
            break
        below = next((pair for pair in node.value if pair[0].value == str(part)), None)
        if below is None:
            break
        line, node = int(below[0].start_mark.line), below[1]
    return line + 1
