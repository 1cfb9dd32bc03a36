"""`python -m frontdesk.evaluation.hospinfo`: how many instructions become exactly the operation they should."""

import json
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, NamedTuple

import typer

from frontdesk.evaluation.instructions import FOLDER, Instruction, read
from frontdesk.his_adapter.hospinfo import parse

PARTS = ("operation", "condition", "column_output", "column_change", "summary")
AROUND = " .。!！?？;；,，"


class Judged(NamedTuple):
    """`wrong` are the parts that differ; a refusal where an operation is due, or the reverse, is "refused"."""

    instruction: Instruction
    got: dict[str, Any]
    wrong: tuple[str, ...]
    milliseconds: float


def judged(instruction: Instruction) -> Judged:
    began = perf_counter()
    got = parse(instruction.said, now=instruction.now).model_dump(mode="json")
    taken = (perf_counter() - began) * 1e3
    wrong: tuple[str, ...]
    if instruction.operation is None:
        wrong = () if got.get("reason") == instruction.reason else ("refused",)
    elif "reason" in got:
        wrong = ("refused",)
    else:
        wrong = tuple(part for part in PARTS if plain(got[part]) != plain(instruction.operation[part]))
    return Judged(instruction, got, wrong, taken)


def plain(value: Any) -> Any:
    """Without what does not matter: case, spaces, signs at the end."""
    match value:
        case str():
            return " ".join(value.split()).strip(AROUND).lower()
        case list() | tuple():
            return [plain(part) for part in value]
        case dict():
            return {key: plain(part) for key, part in value.items()}
        case _:
            return value


def from_lines(file: Path) -> Iterator[Instruction]:
    """JSON lines of {"instruction", "now", "operation"}."""
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield Instruction(row["instruction"], datetime.fromisoformat(row["now"]), row["operation"])


def report(done: list[Judged], name: str) -> str:
    exact = sum(not those.wrong for those in done)
    verbs = sum(not {"operation", "refused"} & set(those.wrong) for those in done)
    kinds = Counter(part for those in done for part in those.wrong)
    slowest = max(those.milliseconds for those in done)
    faults = ", ".join(f"{part} {count}" for part, count in kinds.most_common())
    head = f"{name:<12}{exact:>4}/{len(done)} exact {exact / len(done):.3f}"
    return f"{head}   verb {verbs / len(done):.3f}   slowest {slowest:.1f} ms   {faults}"


def main(
    files: Annotated[list[Path] | None, typer.Argument(help="JSON lines; without any, the project's own.")] = None,
    wrong: Annotated[bool, typer.Option(help="List what went wrong.")] = False,
) -> None:
    parse("Show P1001", now=datetime(2026, 1, 1))  # noqa: DTZ001 reads the vocabulary
    sets = {file.stem: list(from_lines(file)) for file in files or ()}
    for name, instructions in (sets or {file.stem: list(read(file)) for file in sorted(FOLDER.glob("*.yaml"))}).items():
        done = [judged(instruction) for instruction in instructions]
        print(report(done, name))
        for those in done if wrong else ():
            if those.wrong:
                print(f"  {those.instruction.said}")
                print(f"    got    {those.got}\n    wanted {those.instruction.operation or those.instruction.reason}")


if __name__ == "__main__":
    typer.run(main)
