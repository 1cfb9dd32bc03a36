"""`frontdesk patient ...`: what is held about one number told, exported and erased."""

import json
import os
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from frontdesk.app.ledger.audit import Broken
from frontdesk.app.ledger.erasure import CannotErase, Plan, erase, planned, proven
from frontdesk.app.ledger.personal import exported
from frontdesk.app.personal_page import page
from frontdesk.app.settings import Settings
from frontdesk.commands.database import database
from frontdesk.his_adapter.errors import NotFound

patient = typer.Typer(help="What is held about one patient.", no_args_is_help=True, add_completion=False)

Number = Annotated[str, typer.Argument(help="Any number of the patient.")]


@patient.command()
def show(number: Number) -> None:
    """What an erasure would remove, table by table, what it would keep and why, and what stands in its way."""
    with database(NotFound) as engine:
        _tell(planned(engine, number, years=Settings().keep_records_years, now=_now()))


@patient.command()
def export(number: Number, folder: Annotated[Path, typer.Argument(help="Where to; made if it is not there.")]) -> None:
    """Write everything into personal.json and a page to read, personal.html, which their owner alone may read."""
    with database(NotFound, OSError) as engine:
        held = exported(engine, number, now=_now(), by="operator", form="files")
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write(folder / "personal.json", json.dumps(held, ensure_ascii=False, indent=2))
        _write(folder / "personal.html", page(held))
        typer.echo(f"{len(held['sessions'])} sessions, {len(held['records'])} records in {folder}")


@patient.command(name="erase")
def erase_all(
    number: Number,
    confirm: Annotated[str, typer.Option(help="The number again: it is removed. Without, it is only told.")] = "",
    withdrawn: Annotated[bool, typer.Option("--withdrawn", help="The patient withdrew the consent.")] = False,
) -> None:
    """Remove what the law lets go of, and prove that it is gone and the audit trail whole."""
    years = Settings().keep_records_years
    with database(NotFound, CannotErase, Broken) as engine:
        if confirm != number:
            _tell(planned(engine, number, years=years, now=_now()))
            typer.echo(f"nothing was removed: say --confirm {number}")
            return
        reason = "withdrawn" if withdrawn else "asked"
        plan = erase(engine, number, years=years, now=_now(), reason=reason, by="operator")
        _tell(plan, done=True)
        typer.echo(f"left beside what is kept: {proven(engine, plan)}; the audit trail is whole")
        if any(Settings().backup_folder.glob("*")):
            typer.echo(f"backups in {Settings().backup_folder} still hold it: docs/privacy.md says what to do")


def _tell(plan: Plan, *, done: bool = False) -> None:
    typer.echo(f"numbers: {', '.join(plan.numbers)}")
    for name, rows in plan.rows.items():
        typer.echo(f"{name:<22}{rows} rows {'removed' if done else 'would go'}")
    for one in plan.kept:
        typer.echo(f"record {one.outpatient_number} stays until {one.until}: the law asks for it, without the talk")
    for obstacle in plan.obstacles:
        typer.echo(f"first has to be over: {obstacle}")


def _write(path: Path, content: str) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(content)


def _now() -> datetime:
    return datetime.now()  # noqa: DTZ005 the hospital's local time
