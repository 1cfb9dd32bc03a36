"""`frontdesk extract`: dialogues to records with their evidence, JSON lines in and out."""

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any, Literal

import typer
from pydantic import BaseModel, ConfigDict, ValidationError

from frontdesk.app.reception.record.extraction import Spoken, extracted, language_of
from frontdesk.app.reception.turn.on_file import noted
from frontdesk.commands.connected import connected_models
from frontdesk.models.notes import NOTES
from frontdesk.models.runner import Runner


class Line(BaseModel):
    model_config = ConfigDict(extra="ignore")

    speaker: Literal["patient", "nurse"]
    text: str


class Dialogue(BaseModel):
    """One input line. Turns are counted from 1 over all lines of the dialogue, the nurse's too."""

    model_config = ConfigDict(extra="ignore")

    id: str | int
    dialogue: list[Line]


class BadLine(Exception):
    """A line of input that is no dialogue; names the line and what is wrong with it."""


def extract() -> None:
    """Read {"id", "dialogue": [{"speaker", "text"}]} lines on standard input; write one record a line."""
    try:
        with connected_models() as models:
            for count, answer in enumerate(answers(decoded(sys.stdin.buffer), models), start=1):
                sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
                if sys.stderr.isatty():
                    sys.stderr.write(f"\r{count} dialogues")
    except BadLine as bad:
        sys.stdout.flush()
        typer.echo(str(bad), err=True)
        raise typer.Exit(1) from None


def decoded(lines: Iterable[bytes]) -> Iterator[str]:
    """Lines of UTF-8. Raises BadLine."""
    for number, line in enumerate(lines, start=1):
        try:
            yield line.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise BadLine(f"line {number}: not UTF-8") from None


def answers(lines: Iterable[str], models: Runner | None = None) -> Iterator[dict[str, Any]]:
    """One answer for each line that is not empty. Raises BadLine."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            dialogue = Dialogue.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "line"
            raise BadLine(f"line {number}: {where}: {first['msg']}") from None
        spoken = [Spoken(line.speaker == "patient", line.text) for line in dialogue.dialogue]
        listens = models is not None and models.assigned(NOTES.name) is not None
        heard = noted(models, spoken, language_of(spoken)).record if models and listens else ()
        yield {"id": dialogue.id} | extracted(spoken, heard)
