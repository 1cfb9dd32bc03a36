"""`frontdesk read`: what replies mean on the pages they were given to, JSON lines in and out.

By the model that is assigned to `notes`, where one is; else, and where it fails, by the embedded reader.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import typer
from pydantic import BaseModel, ConfigDict, ValidationError

from frontdesk.app.reception.record.extraction import Spoken
from frontdesk.app.reception.turn.on_file import reading
from frontdesk.commands.connected import connected_models
from frontdesk.models import parsers
from frontdesk.models.facts import Language
from frontdesk.models.notes import NOTES
from frontdesk.models.reading import Assertion, Kind, Page, Reading, SpokenAct, Statement, Tile, read
from frontdesk.models.runner import Runner

# Kinds that are no facts of their own: they qualify what stands beside them.
QUALIFIERS = (Kind.TRIGGER, Kind.SITE)


AT_ONCE = 8  # replies that a model is asked about at a time


class Said(BaseModel):
    model_config = ConfigDict(extra="ignore")

    speaker: str
    text: str


class Case(BaseModel):
    """One input line. `talk` goes before, and ends with what was asked."""

    model_config = ConfigDict(extra="ignore")

    id: str | int
    text: str
    talk: tuple[Said, ...] = ()
    asked: str = ""
    tiles: tuple[Tile, ...] = ()
    several: bool = False
    language: Language | None = None


class BadLine(Exception):
    """A line of input that is no case; names the line and what is wrong with it."""


def read_words() -> None:
    """Read {"id", "asked", "tiles": [{"key", "label"}], "several", "text"} lines; write what each text means."""
    try:
        with connected_models() as models:
            for count, answer in enumerate(answers(sys.stdin, models), start=1):
                sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
                if sys.stderr.isatty():
                    sys.stderr.write(f"\r{count} replies")
    except BadLine as bad:
        sys.stdout.flush()
        typer.echo(str(bad), err=True)
        raise typer.Exit(1) from None


def answers(lines: Iterable[str], models: Runner | None = None) -> Iterator[dict[str, Any]]:
    """One answer for each line that is not empty, in order. Raises BadLine."""
    with ThreadPoolExecutor(AT_ONCE if models and models.assigned(NOTES.name) else 1) as at_once:
        for case, found in at_once.map(lambda case: (case, _read(case, models)), list(_cases(lines))):
            yield {"id": case.id} | as_json(found)


def _cases(lines: Iterable[str]) -> Iterator[Case]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield Case.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "line"
            raise BadLine(f"line {number}: {where}: {first['msg']}") from None


def _read(case: Case, models: Runner | None) -> Reading:
    page = Page(asked=case.asked, tiles=case.tiles, several=case.several, language=case.language)
    if models is None or models.assigned(NOTES.name) is None:
        return read(page, case.text)
    talk = [Spoken(line.speaker == "patient", line.text) for line in case.talk] or [Spoken(False, case.asked)]
    language = case.language or parsers.language_of(case.text) or Language.EN
    return reading(models, talk, page, case.text, language)


def as_json(reading: Reading) -> dict[str, Any]:
    """The shape that docs/commands.md describes."""
    person = reading.person
    told = {} if person is None else {"age_years": person.age, "sex": person.sex, "relation": person.relation}
    return {
        "answers": {key: "yes" if yes else "no" for key, yes in reading.answers.items()},
        "guesses": {key: "yes" if yes else "no" for key, yes in reading.guesses.items()},
        "facts": [_fact(one) for one in reading.statements if one.kind not in QUALIFIERS],
        "person": {name: value for name, value in told.items() if value is not None},
        "acts": [_act(one) for one in reading.acts if one.sure],
        "by": reading.by,
    }


def _act(one: SpokenAct) -> dict[str, str]:
    return {"act": one.act, "target": one.target or one.quote, "quote": one.quote}


def _fact(one: Statement) -> dict[str, Any]:
    another = one.status is Assertion.OTHER_PERSON
    return {
        "kind": "other_person" if another else one.kind,
        "name": one.name or one.quote,
        "status": "past" if another else one.status,
        "quote": one.quote,
        "sure": one.sure,
    }
