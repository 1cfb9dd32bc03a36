"""`frontdesk audit`: proves the audit trail whole, and tells who read or wrote what."""

import re
from collections import deque
from typing import Annotated

import typer

from frontdesk.app.ledger.audit import Broken, Kept, entries
from frontdesk.app.ledger.audit import verify as verified
from frontdesk.commands.database import database

audit = typer.Typer(no_args_is_help=True, help="The audit trail.")

NOTED = re.compile(r"(\d+):([0-9a-f]{64})")


@audit.command()
def verify(
    noted: Annotated[
        str | None, typer.Option(help="NUMBER:HASH, as an earlier run printed it and somebody wrote it down.")
    ] = None,
) -> None:
    """Read the whole trail and check every hash. Exits with 1 and names the first entry that is not as written."""
    known = NOTED.fullmatch(noted) if noted else None
    if noted and known is None:
        typer.echo("--noted takes NUMBER:HASH", err=True)
        raise typer.Exit(1)
    with database() as engine:
        try:
            number, head = verified(engine, noted=(int(known[1]), known[2]) if known else None)
        except Broken as broken:
            typer.echo(f"the audit trail is broken at {broken}", err=True)
            raise typer.Exit(1) from None
    typer.echo(f"{number} entries, whole; the last is {number}:{head}")


@audit.command(name="list")
def listed(
    by: Annotated[str | None, typer.Option(help="Who acted: nurse:lin, or a part of it.")] = None,
    patient: Annotated[str | None, typer.Option(help="A patient's number.")] = None,
    record: Annotated[int | None, typer.Option(help="An outpatient number.")] = None,
    last: Annotated[int, typer.Option(help="How many, from the end.", min=1)] = 50,
) -> None:
    """The latest entries that fit, one a line: number, time, who, act, and what it was about."""
    with database() as engine:
        fitting = (entry for entry in entries(engine) if _fits(entry, by, patient, record))
        for entry in deque(fitting, maxlen=last):
            about = "; ".join(
                f"{name} {', '.join(map(str, those))}" for name, those in entry.about.items() if name != "covers"
            )
            typer.echo(f"{entry.number}\t{entry.at:%Y-%m-%d %H:%M:%S}\t{entry.by}\t{entry.act}\t{about}")


def _fits(entry: Kept, by: str | None, patient: str | None, record: int | None) -> bool:
    return (
        (by is None or by in entry.by)
        and (patient is None or patient in entry.about.get("patients", []))
        and (record is None or record in entry.about.get("records", []))
    )
