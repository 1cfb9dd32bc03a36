"""Instructions with the operations they must become; see `read` for the short forms of the files."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import yaml

FOLDER = Path(__file__).parent / "cases" / "hospinfo"
NOW = datetime(2026, 3, 18, 10, 30)  # noqa: DTZ001 a Wednesday, the hospital's local time
SHORT = {"p": "patient_id", "n": "outpatient_number", "k": "department"}
BOUNDS = {"since": ("gte", "00:00"), "after": ("gt", "23:59"), "before": ("lt", "00:00"), "until": ("lte", "23:59")}


class Instruction(NamedTuple):
    """`operation` is as `HisOperation` dumps itself; None when the instruction must be refused for `reason`.

    `beyond`: the grammar does not read it yet, and must write nothing on it.
    """

    said: str
    now: datetime
    operation: dict[str, Any] | None
    reason: str = ""
    beyond: bool = False


def read(file: Path) -> Iterator[Instruction]:
    """`day` and `days` are ranges of whole days, `p`, `n`, `k` the commonest columns, `do` is SELECT by default."""
    for row in yaml.safe_load(file.read_text(encoding="utf-8")):
        now = datetime.fromisoformat(row["now"]) if "now" in row else NOW
        if "refused" in row:
            yield Instruction(row["say"], now, None, row["refused"])
            continue
        operation = {
            "operation": row.get("do", "SELECT"),
            "condition": _columns(row.get("where", {})),
            "column_output": row.get("show", ["all"]),
            "column_change": _columns(row.get("set", {})),
            "summary": row.get("sum", False),
        }
        yield Instruction(row["say"], now, operation, beyond=row.get("beyond", False))


def _columns(short: dict[str, Any]) -> dict[str, Any]:
    return dict(_column(name, value) for name, value in short.items())


def _column(name: str, value: Any) -> tuple[str, Any]:
    if name in ("day", "days"):
        first, last = (value, value) if name == "day" else value
        return "visit_date__range", [f"{first}T00:00", f"{last}T23:59"]
    if name in BOUNDS:
        bound, minute = BOUNDS[name]
        return f"visit_date__{bound}", f"{value}T{minute}"
    return SHORT.get(name, name), value
