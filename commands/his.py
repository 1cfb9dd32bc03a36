"""`frontdesk his check`: connects to the hospital's system and says what it can do and what would be lost."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from app.settings import Settings
from commands.database import refusing

his = typer.Typer(help="The hospital's system.", no_args_is_help=True)


@his.callback()
def _group() -> None:
    """The hospital's system behind the reception."""


@his.command()
def check(
    url: Annotated[str, typer.Argument(help="fhir+https://HOST/PATH, mllp://HOST:PORT; else FRONTDESK_HIS.")] = "",
    folder: Annotated[
        Path | None, typer.Option(help="The hospital's folder, for what the system lacks; else FRONTDESK_HIS_FOLDER.")
    ] = None,
    patient: Annotated[
        str | None,
        typer.Option(help="A patient made for trying: a record of theirs is written, and read back."),
    ] = None,
) -> None:
    """Exits with 1 where something is at fault. Writes nothing unless a patient is named."""
    from his_adapter.checking import checked, checked_writing
    from his_adapter.connecting import BUILT_IN, WRITING, SeedError, UnknownSystem, connect_outside, connect_writing
    from his_adapter.errors import HospitalError

    settings = Settings()
    address, now = url or settings.his, datetime.now()  # noqa: DTZ005 the hospital's local time
    if address == BUILT_IN:
        typer.echo("frontdesk: the built-in hospital needs no check; name the address of another system", err=True)
        raise typer.Exit(1)
    with refusing(UnknownSystem, SeedError, HospitalError):
        if address.startswith(WRITING):
            lines = [*checked_writing(connect_writing(address, lambda: now), writes_for=patient, now=now)]
        else:
            hospital = connect_outside(address, lambda: now, folder or settings.his_folder, read=True)
            lines = [*checked(hospital, writes_for=patient, now=now)]
    for line in lines:
        typer.echo(f"{'FAULT ' if line.fault else 'ok    '}{line.text}")
    if any(line.fault for line in lines):
        raise typer.Exit(1)
