"""A table of a report: headings in both languages, cells that say what they measure, and its CSV."""

import csv
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from io import StringIO
from pathlib import Path
from statistics import median

import yaml

from frontdesk.his_adapter.records import Text
from frontdesk.models.facts import Language, Value

BOM = "\ufeff"  # without it a spreadsheet takes UTF-8 for something else
FORMULA = tuple("=+-@＝＋－＠\t\r\n|")  # how what a spreadsheet would compute begins, also in full width
MISSING = "–"
TAIL = 0.9

Cell = Text | str | int | float | None  # None: not measured, or nothing to measure; a count of none is 0


class Unit(StrEnum):
    WORDS = "words"
    COUNT = "count"
    SHARE = "share"  # 0 to 1
    SECONDS = "seconds"


class TableColumn(Value):
    key: str
    title: Text
    unit: Unit


class Table(Value):
    key: str
    title: Text
    note: Text  # what is counted
    columns: tuple[TableColumn, ...]
    rows: tuple[tuple[Cell, ...], ...]
    measured: bool = True  # False: nothing was kept of it in this period


def made(key: str, columns: Sequence[str], rows: Sequence[tuple[Cell, ...]], *, measured: bool = True) -> Table:
    """`columns` are keys of headings, each with its unit: "all:count"."""
    headed = tuple(
        TableColumn(key=name, title=word("columns", name), unit=Unit(unit or Unit.COUNT))
        for name, _, unit in (one.partition(":") for one in columns)
    )
    title, note = word("titles", key), word("notes", key)
    return Table(key=key, title=title, note=note, columns=headed, rows=tuple(rows), measured=measured)


def word(section: str, key: str) -> Text:
    return dict(zip((Language.ZH, Language.EN), _words()[section][key], strict=True))


@cache
def _words() -> dict[str, dict[str, list[str]]]:
    words: dict[str, dict[str, list[str]]] = yaml.load(
        (Path(__file__).parent / "words.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
    )
    return words


def share(some: int, whole: int) -> float | None:
    return some / whole if whole else None


def spread(seconds: Sequence[float]) -> tuple[int | None, int | None, int | None]:
    """Median, 90th percentile (nearest rank) and longest, in whole seconds."""
    if not seconds:
        return None, None, None
    ordered = sorted(seconds)
    tail = ordered[max(0, -int(-TAIL * len(ordered) // 1) - 1)]
    return round(median(ordered)), round(tail), round(ordered[-1])


def as_csv(table: Table, language: Language) -> str:
    """Times in seconds and shares as fractions, to be reckoned with; what is missing is empty."""
    out = StringIO()
    out.write(BOM)
    writer = csv.writer(out)
    writer.writerow(_heading(column, language) for column in table.columns)
    for row in table.rows:
        writer.writerow(_plain(cell, language) for cell in row)
    return out.getvalue()


def _heading(column: TableColumn, language: Language) -> str:
    unit = {Unit.SECONDS: word("columns", "in_seconds"), Unit.SHARE: word("columns", "as_fraction")}.get(column.unit)
    return column.title[language] + (unit[language] if unit else "")


def _plain(cell: Cell, language: Language) -> str | int | float:
    match cell:
        case None:
            return ""
        case dict():
            return cell[language]
        case float():
            return round(cell, 4)
        case str() if cell.startswith(FORMULA) or cell.lstrip().startswith(FORMULA):
            return f"'{cell}"
        case _:
            return cell


def as_lines(table: Table, language: Language) -> Iterator[str]:
    """For a terminal: title, what is counted, and aligned columns."""
    yield f"{table.title[language]}  ({table.note[language]})"
    if not table.measured:
        yield f"  {word('columns', 'not_measured')[language]}"
        return
    units = [column.unit for column in table.columns]
    heads = [column.title[language] for column in table.columns]
    body = [[shown(cell, unit, language) for cell, unit in zip(row, units, strict=True)] for row in table.rows]
    widths = [max(map(_width, column)) for column in zip(heads, *body, strict=True)]
    for line in (heads, *body):
        cells = (
            _padded(cell, width, left=unit is Unit.WORDS) for cell, width, unit in zip(line, widths, units, strict=True)
        )
        yield "  " + "  ".join(cells).rstrip()


def shown(cell: Cell, unit: Unit, language: Language) -> str:
    match cell:
        case None:
            return MISSING
        case dict():
            return cell[language]
        case int() | float() if unit is Unit.SECONDS:
            minutes, seconds = divmod(round(cell), 60)
            return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}" if minutes >= 60 else f"{minutes}:{seconds:02}"
        case int() | float() if unit is Unit.SHARE:
            return f"{cell:.0%}"
        case _:
            return str(cell)


def _width(text: str) -> int:
    """Columns of a terminal; a Chinese character takes two."""
    return sum(2 if ord(sign) > 0x2E7F else 1 for sign in text)


def _padded(text: str, width: int, *, left: bool) -> str:
    pad = " " * (width - _width(text))
    return text + pad if left else pad + text
