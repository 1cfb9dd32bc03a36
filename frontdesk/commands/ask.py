"""`frontdesk ask`: visitors' questions answered from the hospital's own texts, JSON lines in and out."""

import json
import sys
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import typer
from pydantic import BaseModel, ConfigDict, ValidationError
from sqlalchemy.exc import SQLAlchemyError

from frontdesk.app.settings import VECTORS, Settings
from frontdesk.commands.database import hospital
from frontdesk.database.engine import connect
from frontdesk.his_adapter.enquiries import Enquiries
from frontdesk.his_adapter.errors import HospitalError
from frontdesk.models.facts import Language
from frontdesk.models.parsers import language_of
from frontdesk.models.speaking import say


class Asked(BaseModel):
    """One input line."""

    model_config = ConfigDict(extra="ignore")

    id: str | int
    question: str
    language: Language | None = None


class BadLine(Exception):
    """A line of input that is no question; names the line and what is wrong with it."""


def ask() -> None:
    """Read {"id", "question", "language"?} lines on standard input; write one answer a line.

    When nothing surely answers, `answered` is false and the sources are up to three texts that may be meant.
    """
    try:
        engine = connect(Settings().database_url)
        enquiries = Enquiries(hospital(engine), folder=VECTORS)
        enquiries.warm()
        now = datetime.now()  # noqa: DTZ005 the hospital's local time
        for count, answer in enumerate(answers(sys.stdin, enquiries, now), start=1):
            sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{count} questions")
    except BadLine as bad:
        sys.stdout.flush()
        typer.echo(str(bad), err=True)
        raise typer.Exit(1) from None
    except (HospitalError, SQLAlchemyError):
        typer.echo("no hospital is loaded; run `frontdesk seed FOLDER` first", err=True)
        raise typer.Exit(1) from None


def answers(lines: Iterable[str], enquiries: Enquiries, now: datetime) -> Iterator[dict[str, Any]]:
    """One answer for each line that is not empty. Raises BadLine."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            asked = Asked.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "line"
            raise BadLine(f"line {number}: {where}: {first['msg']}") from None
        language = asked.language or language_of(asked.question) or Language.ZH
        told = enquiries.answer(asked.question, language, now=now)
        unsure = "question_unsure" if told.near else "question_unknown"
        yield {
            "id": asked.id,
            "answer": told.text if told.answered else say(unsure, language),
            "sources": list(told.sources) or [near.title[language] for near in told.near],
            "answered": told.answered,
        }
