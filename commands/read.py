"""`frontdesk read`: what replies mean on the pages they were given to, JSON lines in and out."""

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import typer
from pydantic import BaseModel, ConfigDict, ValidationError

from models.facts import Language
from models.reading import Assertion, Kind, Page, Reading, Statement, Tile, read

# Kinds that are no facts of their own: they qualify what stands beside them.
QUALIFIERS = (Kind.TRIGGER, Kind.SITE)


class Case(BaseModel):
    """One input line."""

    model_config = ConfigDict(extra="ignore")

    id: str | int
    text: str
    asked: str = ""
    tiles: tuple[Tile, ...] = ()
    several: bool = False
    language: Language | None = None


class BadLine(Exception):
    """A line of input that is no case; names the line and what is wrong with it."""


def read_words() -> None:
    """Read {"id", "asked", "tiles": [{"key", "label"}], "several", "text"} lines; write what each text means."""
    try:
        for count, answer in enumerate(answers(sys.stdin), start=1):
            sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{count} replies")
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
        page = Page(asked=case.asked, tiles=case.tiles, several=case.several, language=case.language)
        yield {"id": case.id} | as_json(read(page, case.text))


def as_json(reading: Reading) -> dict[str, Any]:
    """The shape that docs/commands.md describes."""
    person = reading.person
    told = {} if person is None else {"age_years": person.age, "sex": person.sex, "relation": person.relation}
    return {
        "answers": {key: "yes" if yes else "no" for key, yes in reading.answers.items()},
        "guesses": {key: "yes" if yes else "no" for key, yes in reading.guesses.items()},
        "facts": [_fact(one) for one in reading.statements if one.kind not in QUALIFIERS],
        "person": {name: value for name, value in told.items() if value is not None},
        "acts": [{"act": one.act, "target": one.quote, "quote": one.quote} for one in reading.acts if one.sure],
        "by": reading.by,
    }


def _fact(one: Statement) -> dict[str, Any]:
    another = one.status is Assertion.OTHER_PERSON
    return {
        "kind": "other_person" if another else one.kind,
        "name": one.quote,
        "status": "past" if another else one.status,
        "quote": one.quote,
        "sure": one.sure,
    }
