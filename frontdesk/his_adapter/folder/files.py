"""Reads a CSV file of a hospital's folder row by row, and notes every fault with file, line and reason."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

NO_TEXT = "holds a NUL, or half a letter, which no database keeps"


class Fault(NamedTuple):
    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}"


class Row(NamedTuple):
    """One row with the cells that hold what their columns promise."""

    file: str
    line: int
    cells: dict[str, Any]

    def fault(self, reason: str) -> Fault:
        return Fault(self.file, self.line, reason)


class Table(NamedTuple):
    """A CSV file: its sound rows, and every row with those of its cells that could be read."""

    rows: list[Row]
    every: list[Row]

    def lacks(self, column: str) -> Callable[[object], bool]:
        """Whether no row has a value, be the row sound or not; a file that could not be read lacks nothing."""
        values = {row.cells.get(column) for row in self.every}
        return lambda value: bool(values) and value not in values

    def twice(self, column: str) -> list[Fault]:
        first: dict[object, int] = {}
        faults = []
        for row in self.every:
            value = row.cells.get(column)
            if value is not None and value in first:
                faults.append(row.fault(f"{column}: {value} is already on line {first[value]}"))
            first.setdefault(value, row.line)
        return faults


Columns = Mapping[str, Callable[[str], Any]]


def csv_table(path: Path, columns: Columns, faults: list[Fault]) -> Table:
    """Reads a CSV file; every bad cell is in `faults`."""
    text = read_text(path, faults)
    if text is None:
        return Table([], [])
    lines = _csv_lines(path.name, text, faults)
    line, header = next(lines, (1, []))
    names = [name.strip() for name in header]
    wrong = [f"missing column {name}" for name in columns if name not in names]
    wrong += [f"unknown column {name!r}" for name in names if name not in columns]
    wrong += [f"column {name} is there twice" for name in columns if names.count(name) > 1]
    faults += [Fault(path.name, line, reason) for reason in wrong]
    if wrong:
        return Table([], [])
    every = [
        _row(path.name, line, dict(zip(names, cells, strict=True)), columns, faults)
        for line, cells in _whole(path.name, lines, len(names), faults)
    ]
    if not every:
        faults.append(Fault(path.name, line, "the file holds no sound row"))
    return Table([row for row in every if len(row.cells) == len(columns)], every)


def read_text(path: Path, faults: list[Fault]) -> str | None:
    try:
        raw = path.read_bytes()
    except OSError:
        faults.append(Fault(path.name, 1, "the file is missing or cannot be read"))
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        faults.append(Fault(path.name, raw.count(b"\n", 0, error.start) + 1, "not UTF-8"))
        return None
    if not text.strip():
        faults.append(Fault(path.name, 1, "the file is empty"))
        return None
    if "\x00" in text:
        faults.append(Fault(path.name, text.count("\n", 0, text.index("\x00")) + 1, NO_TEXT))
        return None
    return text


def _csv_lines(file: str, text: str, faults: list[Fault]) -> Iterator[tuple[int, list[str]]]:
    """Each record with the line it starts on; blank ones are passed over."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            faults.append(Fault(file, line, f"not CSV: {error}"))
            return
        if any(cell.strip() for cell in cells):
            yield line, cells


def _whole(
    file: str, lines: Iterator[tuple[int, list[str]]], width: int, faults: list[Fault]
) -> Iterator[tuple[int, list[str]]]:
    for line, cells in lines:
        if len(cells) == width:
            yield line, cells
        else:
            faults.append(Fault(file, line, f"{len(cells)} cells instead of {width}"))


def _row(file: str, line: int, raw: dict[str, str], columns: Columns, faults: list[Fault]) -> Row:
    cells: dict[str, Any] = {}
    for name, read in columns.items():
        try:
            cells[name] = read(raw[name].strip())
        except ValueError as error:
            faults.append(Fault(file, line, f"{name}: {error}"))
    return Row(file, line, cells)
