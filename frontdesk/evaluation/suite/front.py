"""Every measure in one run, and one front page of what came out: each figure, its reference, how to have it again."""

import json
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from frontdesk.evaluation.nurse.figures import WANTED, Report, shown
from frontdesk.evaluation.suite.measures import MEASURES
from frontdesk.evaluation.suite.outcomes import Summed

FOLDER = Path(__file__).parent
AT_ONCE = 2  # commands side by side
RUN = "from frontdesk.commands.main import run; run()"
PAPER = "PIORS, table 1 (other data)"


class Row(NamedTuple):
    """One figure. `fine`: None where nothing is wanted of it."""

    what: str
    value: str
    reference: str = ""
    fine: bool | None = None


class Part(NamedTuple):
    """What one command gave: rows, or its own table in `words`. `link`: a page of its own."""

    name: str
    about: str
    command: str
    seconds: float
    rows: tuple[Row, ...] = ()
    words: str = ""
    link: str = ""
    fault: str = ""


Told = Callable[[Part], None]


def everything(folder: Path, records: Path | None, told: Told, *, only: Sequence[str] = ()) -> list[Part]:
    """Runs the commands, and writes what each gave, `index.html` and `index.txt` into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    runs = [run for run in _runs(folder, records) if not only or run[0] in only]
    parts = []
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for part in pool.map(lambda run: _part(folder, *run), runs):
            told(part)
            parts.append(part)
    (folder / "index.html").write_text(_page(parts), encoding="utf-8")
    (folder / "index.txt").write_text(text(parts), encoding="utf-8")
    return parts


def _runs(folder: Path, records: Path | None) -> Iterator[tuple[str, list[str]]]:
    """Longest first."""
    own = ["--records", str(records)] if records else []
    yield "reception", ["reception", "--workers", "1", *own, "--out", str(folder / "reception.html")]
    yield "corruption", ["corruption"]
    for measure in MEASURES:
        yield measure.name, [measure.name, "--json", "--out", str(folder / f"{measure.name}.jsonl")]


def _part(folder: Path, name: str, arguments: list[str]) -> Part:
    began = perf_counter()
    command = [sys.executable, "-c", RUN, "evaluate", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 a command of ours
    part = Part(name, "", _shown(arguments), perf_counter() - began)
    try:
        if name == "reception":
            return _of_reception(part, folder / "reception.json")
        return _of_measure(part, json.loads(done.stdout)) if "--json" in arguments else _in_words(part, done.stdout)
    except (ValueError, OSError):
        last = done.stderr.strip().splitlines()[-1:] or [f"ended with {done.returncode}"]
        return part._replace(fault=last[0])


def _shown(arguments: Sequence[str]) -> str:
    """The command for a reader, without where this run wrote to."""
    kept = [one for one in arguments if one not in ("--json",)]
    if "--out" in kept:
        place = kept.index("--out")
        del kept[place : place + 2]
    return shlex.join(["frontdesk", "evaluate", *kept])


def _in_words(part: Part, words: str) -> Part:
    if not words.strip():
        raise ValueError("said nothing")
    return part._replace(about="How a review puts spoilt summaries right.", words=words.strip())


def _of_measure(part: Part, told: dict[str, Any]) -> Part:
    fallen = {one.split(":")[0].partition(", ")[2] for one in told["fallen"]}
    figures = [Summed.model_validate(one) for one in told["figures"]]
    rows = [
        Row(
            one.group,
            f"{one.right} of {one.of}, {shown(one.figure, percent=True)}",
            one.reference,
            False if any(one.group.startswith(name) for name in fallen if name) else None,
        )
        for one in figures
    ]
    return part._replace(about=told["about"], rows=tuple(rows))


def _of_reception(part: Part, path: Path) -> Part:
    report = Report.model_validate_json(path.read_text(encoding="utf-8"))
    every, alarms = report.all, report.alarms
    accuracy, facts, turns = every.accuracy.value, every.facts.value, every.turns_to_department.value
    rows = (
        Row(
            "department right",
            shown(every.accuracy, percent=True),
            f"issue 39: at least {WANTED['accuracy']:.0%}; {PAPER}: 82 %, GPT-4o 72 %",
            accuracy is not None and accuracy >= WANTED["accuracy"],
        ),
        Row("the record's own department", shown(every.strict, percent=True), f"{PAPER}: 82 %"),
        Row(
            "facts known that the record holds",
            shown(every.facts, percent=True),
            f"issue 39: at least {WANTED['facts']:.0%}",
            facts is not None and facts >= WANTED["facts"],
        ),
        Row("facts told that the record holds", shown(every.facts_told, percent=True)),
        Row(
            "patient's turns until the department",
            shown(every.turns_to_department),
            f"issue 39: at most {WANTED['turns_to_department']:.0f}; {PAPER}: 3.2 rounds",
            turns is not None and turns <= WANTED["turns_to_department"],
        ),
        Row("emergencies alarmed about", f"{shown(alarms.caught, percent=True)} of {alarms.due}"),
        Row("others alarmed about", shown(alarms.false, percent=True)),
        Row("lines against the guard's rules, a reception", shown(every.violations)),
        Row("untrue statements, a reception", shown(every.untrue)),
    )
    about = f"{every.receptions} simulated patients of {report.setting.records} meet the nurse."
    return part._replace(about=about, rows=rows, link="reception.html")


def text(parts: Sequence[Part]) -> str:
    lines = [f"Frontdesk, measured on {datetime.now(UTC):%d %B %Y}, embedded", ""]
    for part in parts:
        lines += [f"{part.name}: {part.about or part.fault}", f"  again: {part.command} ({part.seconds:.0f} s)"]
        width = max((len(row.what) for row in part.rows), default=0)
        for row in part.rows:
            mark = {True: "  ", False: "! ", None: "  "}[row.fine]
            lines.append(f"  {mark}{row.what:<{width}}  {row.value:<28} {row.reference}".rstrip())
        lines += [f"    {line}" for line in part.words.splitlines()]
        lines.append("")
    return "\n".join(lines)


def _page(parts: Sequence[Part]) -> str:
    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("front.html").render(parts=parts, day=datetime.now(UTC).date())
