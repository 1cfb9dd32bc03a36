"""`frontdesk triage`: complaints to specialties and departments, JSON lines in and out."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from sqlalchemy.exc import SQLAlchemyError

from frontdesk.app.reception.department.directory import choose
from frontdesk.app.reception.record.offers import asked_next
from frontdesk.app.reception.record.screening import signs_of
from frontdesk.app.reception.turn.on_file import sent
from frontdesk.app.settings import Settings
from frontdesk.commands.connected import connected_models
from frontdesk.commands.database import hospital
from frontdesk.database.engine import connect
from frontdesk.his_adapter.errors import HospitalError
from frontdesk.models.facts import Language, Person, Record, Sex, Status
from frontdesk.models.parsers import language_of, normalise, person_of
from frontdesk.models.red_flags import RedFlag, check
from frontdesk.models.runner import Runner
from frontdesk.models.triage import Urgency
from frontdesk.models.triage import triage as triaged
from frontdesk.models.triage.hints import hints
from frontdesk.models.triage.statistics import BadWeights, Weights, load

DepartmentOf = Callable[[str, Person, bool], str | None]
"""The code of the department for a specialty, a person and whether there is fever; None where there is none."""

_AT_ONCE = frozenset("AB")  # levels of red flags


class Complaint(BaseModel):
    """One input line."""

    model_config = ConfigDict(extra="ignore")

    id: str | int
    text: str
    age: float | None = Field(default=None, ge=0, le=130)
    sex: Sex | None = None
    language: Language | None = None


class BadLine(Exception):
    """A line of input that is no complaint; names the line and what is wrong with it."""


def triage(
    weights: Annotated[
        Path | None, typer.Option(help="A hospital's own weights, from `frontdesk train triage`.", exists=True)
    ] = None,
) -> None:
    """Read {"id", "text", "age"?, "sex"?, "language"?} lines on standard input; write one answer a line."""
    try:
        chosen = weights or Settings().triage_weights
        learnt = load(Path(chosen)) if chosen else None
        with connected_models() as models:
            for count, answer in enumerate(answers(sys.stdin, directory(), learnt, models), start=1):
                sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
                if sys.stderr.isatty():
                    sys.stderr.write(f"\r{count} complaints")
    except (BadLine, BadWeights) as bad:
        sys.stdout.flush()
        typer.echo(str(bad), err=True)
        raise typer.Exit(1) from None


def answers(
    lines: Iterable[str],
    department_of: DepartmentOf,
    weights: Weights | None = None,
    models: Runner | None = None,
) -> Iterator[dict[str, Any]]:
    """One answer for each line that is not empty. Raises BadLine."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            complaint = Complaint.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "line"
            raise BadLine(f"line {number}: {where}: {first['msg']}") from None
        yield answer(complaint, department_of, weights, models)


def answer(
    complaint: Complaint, department_of: DepartmentOf, weights: Weights | None, models: Runner | None = None
) -> dict[str, Any]:
    """The embedded triage's answer; with a model connected, the department it sends to and the danger it hears."""
    heard = hints(complaint.text)
    person = person_of(complaint.text).updated(_told(complaint))
    found = triaged(heard, person=person, text=complaint.text, weights=weights)
    language = complaint.language or language_of(complaint.text) or Language.ZH
    flags = check(normalise(complaint.text), language=language, person=person)
    specialty, asks = found.specialty, () if flags else asked_next(complaint.text, person)
    if models is not None and models.speaks:
        by_model = sent(models, complaint.text, person, language, found)
        specialty = by_model.specialty or specialty
        flags = tuple({flag.rule: flag for flag in (*flags, *by_model.flags)}.values())
        asks = () if flags else (*signs_of(by_model.asks, person), *asks)
    return {
        "id": complaint.id,
        "specialty": specialty,
        "department": department_of(specialty, person, _has_fever(heard)),
        "confidence": round(found.confidence, 3),
        "alternatives": [{"specialty": code, "confidence": round(chance, 3)} for code, chance in found.alternatives],
        "urgency": _urgency(flags, found.urgency).value,
        "red_flags": [
            {"rule": flag.rule, "level": flag.level, "route": flag.route, "quote": flag.quote} for flag in flags
        ],
        "asks": list(dict.fromkeys(asks)),
        "reasons": [{"quote": quote, "finding": code} for quote, code in found.reasons],
    }


def directory() -> DepartmentOf:
    """Departments of the hospital in the database; none where there is no database or no hospital in it."""
    url = Settings().database_url
    try:
        engine = connect(url)
        if url.startswith("sqlite") and not Path(str(engine.url.database)).is_file():
            return lambda specialty, person, fever: None
        here = hospital(engine)
        departments, fallbacks = here.directory.departments(), here.directory.info().fallbacks
    except (HospitalError, SQLAlchemyError):
        return lambda specialty, person, fever: None

    def department_of(specialty: str, person: Person, fever: bool) -> str | None:
        now = datetime.now()  # noqa: DTZ005 the hospital's local time
        choice = choose(departments, fallbacks, specialty, person, fever=fever, now=now)
        return choice.department.department_id if choice else None

    return department_of


def _told(complaint: Complaint) -> Person:
    months = None if complaint.age is None else int(complaint.age * 12)
    return Person(age_months=months, sex=complaint.sex)


def _has_fever(record: Record) -> bool:
    return any(fact.code == "fever" and fact.status is Status.PRESENT and not fact.past for fact in record)


def _urgency(flags: Iterable[RedFlag], hint: Urgency) -> Urgency:
    """What the red flags say; without them at most urgent."""
    levels = {flag.level for flag in flags}
    if levels & _AT_ONCE:
        return Urgency.EMERGENCY
    if levels or hint is not Urgency.ROUTINE:
        return Urgency.URGENT
    return Urgency.ROUTINE
