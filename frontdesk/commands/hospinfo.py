"""`frontdesk hospinfo`: instructions in plain language to typed operations, JSON lines in and out."""

import json
import sys
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import typer
from pydantic import BaseModel, ConfigDict, ValidationError

from frontdesk.his_adapter.hospinfo import Refused
from frontdesk.his_adapter.hospinfo import parse as parsed

hospinfo = typer.Typer(no_args_is_help=True, help="Instructions in plain language to typed operations.")


class Instruction(BaseModel):
    """One input line; `now` is the hospital's local time, by default that of this machine."""

    model_config = ConfigDict(extra="ignore")

    id: str | int
    instruction: str
    now: datetime | None = None


class BadLine(Exception):
    """A line of input that is no instruction; names the line and what is wrong with it."""


@hospinfo.callback()
def _group() -> None:
    """Nothing is run or written: the operation is only printed."""


@hospinfo.command()
def parse() -> None:
    """Read {"id", "instruction", "now"?} lines on standard input; write one operation a line."""
    try:
        now = datetime.now()  # noqa: DTZ005 the hospital's local time
        for count, answer in enumerate(answers(sys.stdin, now), start=1):
            sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{count} instructions")
    except BadLine as bad:
        sys.stdout.flush()
        typer.echo(str(bad), err=True)
        raise typer.Exit(1) from None


def answers(lines: Iterable[str], now: datetime) -> Iterator[dict[str, Any]]:
    """One answer for each line that is not empty; a refusal has no operation but a reason. Raises BadLine."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            asked = Instruction.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "line"
            raise BadLine(f"line {number}: {where}: {first['msg']}") from None
        found = parsed(asked.instruction, now=(asked.now or now).replace(tzinfo=None))
        if isinstance(found, Refused):
            yield {"id": asked.id, "operation": None, "refused": found.reason.value, "help": found.help}
        else:
            yield {"id": asked.id, **found.model_dump(mode="json", exclude={"adds"})}
