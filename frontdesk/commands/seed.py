"""`frontdesk seed FOLDER`: loads a hospital's own data files, or says what is wrong with them."""

from datetime import date, datetime
from pathlib import Path
from typing import Annotated

import typer

from frontdesk.app.ledger.audit import note_loaded
from frontdesk.app.ledger.records.loading import seed as load
from frontdesk.commands.database import database
from frontdesk.his_adapter.connecting import SeedError, is_seeded


def seed(
    folder: Annotated[Path, typer.Argument(help="The folder with hospital.yaml, departments.csv and the others.")],
    if_empty: Annotated[bool, typer.Option("--if-empty", help="Do nothing when a hospital is loaded already.")] = False,
) -> None:
    """Load a hospital: its directory, policies, patients and earlier records.

    Visits made here are kept, and so are policies published and patients corrected here.
    """
    with database(new=True) as engine:
        if if_empty and is_seeded(engine):
            return
        try:
            loaded = load(engine, folder, date.today())  # noqa: DTZ011 the hospital's local day
        except SeedError as error:
            typer.echo(f"{error}\nNothing was loaded from {folder}; faults: {len(error.faults)}.", err=True)
            raise typer.Exit(1) from None
        note_loaded(engine, at=datetime.now(), by="operator")  # noqa: DTZ005 the hospital's local time
    *counts, (_, doubts), (_, stand) = loaded._asdict().items()
    typer.echo(", ".join(f"{count} {what}" for what, count in counts))
    if stand:
        typer.echo(f"changed here by a person, and not loaded from the folder: {', '.join(stand)}")
    for doubt in doubts:
        typer.echo(f"look at {doubt}", err=True)
