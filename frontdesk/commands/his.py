"""`frontdesk his check`: connects to the hospital's system and says what it can do and what would be lost."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from frontdesk.app.settings import Settings
from frontdesk.commands.database import refusing
from frontdesk.commands.journal import set_up_journal

if TYPE_CHECKING:
    from frontdesk.his_adapter.checking import Line

his = typer.Typer(help="The hospital's system.", no_args_is_help=True)


@his.callback()
def _group() -> None:
    """The hospital's system behind the reception."""
    set_up_journal(Settings().log_level)


@his.command()
def check(
    url: Annotated[
        str,
        typer.Argument(
            help="fhir+https://HOST/PATH, gnuhealth+https://USER@HOST/NAME, views+postgresql://HOST/NAME, "
            "mllp://HOST:PORT; else FRONTDESK_HIS."
        ),
    ] = "",
    folder: Annotated[
        Path | None, typer.Option(help="The hospital's folder, for what the system lacks; else FRONTDESK_HIS_FOLDER.")
    ] = None,
    patient: Annotated[
        str | None,
        typer.Option(help="A patient made for trying: a record of theirs is written, and read back."),
    ] = None,
) -> None:
    """Exits with 1 where something is at fault. Writes nothing unless a patient is named."""
    from frontdesk.his_adapter.connecting import BUILT_IN, SeedError, UnknownSystem
    from frontdesk.his_adapter.errors import HospitalAway, HospitalError

    settings = Settings()
    address, now = url or settings.his, datetime.now()  # noqa: DTZ005 the hospital's local time
    if address == BUILT_IN:
        typer.echo("frontdesk: the built-in hospital needs no check; name the address of another system", err=True)
        raise typer.Exit(1)
    faults = 0
    with refusing(UnknownSystem, SeedError, HospitalError):
        try:
            for line in lines(address, folder or settings.his_folder, patient, now):
                typer.echo(f"{'FAULT ' if line.fault else 'ok    '}{line.text}")
                faults += line.fault
        except HospitalAway as away:
            typer.echo(f"FAULT the system does not answer: {away}")
            faults += 1
    if faults:
        raise typer.Exit(1)


def lines(address: str, folder: Path | None, patient: str | None, now: datetime) -> "Iterator[Line]":
    from frontdesk.his_adapter.checking import Line, checked, checked_writing
    from frontdesk.his_adapter.connecting import WRITING, connect_outside, connect_writing, faults_beside

    if address.startswith(WRITING):
        yield from checked_writing(connect_writing(address, lambda: now), writes_for=patient, now=now)
        return
    for fault in faults_beside(address, folder):
        yield Line(text=fault, fault=True)
    hospital = connect_outside(address, lambda: now, folder, read=True)
    yield from checked(hospital, writes_for=patient, now=now)
