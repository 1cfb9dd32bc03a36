"""`frontdesk check`: what the specialists find in one utterance of one patient, JSON lines in and out."""

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import typer
from pydantic import BaseModel, ConfigDict, ValidationError

from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.team import check as checked


class Case(BaseModel):
    """One input line."""

    model_config = ConfigDict(extra="ignore")

    id: str | int
    utterance: str
    patient: Patient = Patient()


class BadLine(Exception):
    """A line of input that is no case; names the line and what is wrong with it."""


def check() -> None:
    """Read {"id", "utterance", "patient": {...}} lines on standard input; write {"id", "findings"} lines."""
    try:
        for count, answer in enumerate(answers(sys.stdin), start=1):
            sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{count} utterances")
    except BadLine as bad:
        sys.stdout.flush()
        typer.echo(str(bad), err=True)
        raise typer.Exit(1) from None


def answers(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """One answer for each line that is not empty. Raises BadLine."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            case = Case.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "line"
            raise BadLine(f"line {number}: {where}: {first['msg']}") from None
        found = checked(case.utterance, case.patient)
        yield {"id": case.id, "findings": [one.model_dump(mode="json") for one in found]}
