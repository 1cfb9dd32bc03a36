"""The installation's database, as a command opens it; `serve` alone only looks whether it is there.

The libraries behind are loaded when one is opened: the process that watches over the server needs none of them.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from frontdesk.app.settings import Settings

if TYPE_CHECKING:
    from sqlalchemy import Engine
    from sqlalchemy.exc import OperationalError

    from frontdesk.his_adapter.hospital import Hospital

FILE = "sqlite:///"


def refuse_a_missing_one(settings: Settings) -> None:
    """A mistyped path must not make an empty database: only `seed` and the demonstration make one.

    With another hospital's system behind it there is nothing to seed, and the first command makes it.
    """
    url = settings.database_url
    file = url.removeprefix(FILE).partition("?")[0] if url.startswith(FILE) else ""
    if settings.his == Settings.model_fields["his"].default and file and not Path(file).exists():
        typer.echo(
            f"frontdesk: there is no database {file} (FRONTDESK_DATABASE_URL); `frontdesk seed` makes one", err=True
        )
        raise typer.Exit(1)


@contextmanager
def database(*refusals: type[Exception], new: bool = False) -> "Iterator[Engine]":
    """Migrated and open; made if it is `new`. One of `refusals` is told in a line, and the command ends with 1."""
    from frontdesk.database.engine import connect
    from frontdesk.database.keys import KeysError, use
    from frontdesk.database.migrate import migrate

    settings = Settings()
    url = settings.database_url
    if not new:
        refuse_a_missing_one(settings)
    use(settings.keys_file)
    engine = connect(url)
    try:
        with refusing(*refusals, KeysError), refusing_what_is_away():
            migrate(url)
            yield engine
    finally:
        engine.dispose()


def hospital(engine: "Engine", clock: "Callable[[], datetime]" = datetime.now) -> "Hospital":
    """The one that the settings name; what they say wrong of it is told in a line, and the command ends with 1."""
    from frontdesk.app.ledger.records.store import hospital_behind
    from frontdesk.his_adapter.connecting import SeedError, UnknownSystem

    settings = Settings()
    with refusing(UnknownSystem, SeedError):
        return hospital_behind(engine, clock, url=settings.his, folder=settings.his_folder, write=settings.his_write)


@contextmanager
def refusing_what_is_away() -> Iterator[None]:
    """A database that does not answer is told in a line, without the statement that was tried."""
    from sqlalchemy.exc import OperationalError

    try:
        yield
    except OperationalError as error:
        typer.echo(cannot_be_used(error), err=True)
        raise typer.Exit(1) from None


def cannot_be_used(error: "OperationalError") -> str:
    why = next(iter(str(error.orig).strip().splitlines()), "")
    return f"frontdesk: the database cannot be used: {why} (FRONTDESK_DATABASE_URL)"


@contextmanager
def refusing(*refusals: type[Exception]) -> Iterator[None]:
    """One of `refusals` is told in a line, and the command ends with 1."""
    try:
        yield
    except refusals as refusal:
        typer.echo(f"frontdesk: {refusal}", err=True)
        raise typer.Exit(1) from None
