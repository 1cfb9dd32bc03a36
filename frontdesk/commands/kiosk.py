"""`frontdesk kiosk`: kiosk devices and their pairing codes."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Annotated

import typer

from frontdesk.app.ledger.devices import Devices
from frontdesk.app.ledger.staff import AccountError
from frontdesk.commands.database import database

kiosk = typer.Typer(no_args_is_help=True, help="Kiosk devices.")

Name = Annotated[str, typer.Argument(help="As the board shows it: 'Lobby 1'.")]


@kiosk.command()
def add(name: Name) -> None:
    """Print a one-time code to type at the kiosk within ten minutes; again for a browser that lost its token."""
    with _devices() as devices:
        typer.echo(devices.code(name, now=datetime.now()))  # noqa: DTZ005 the hospital's local time


@kiosk.command("list")
def show() -> None:
    """List the kiosks."""
    with _devices() as devices:
        for device in devices.all():
            typer.echo(f"{device.name}\t{'disabled' if device.disabled else 'active'}\t{device.browsers} paired")


@kiosk.command()
def disable(name: Name) -> None:
    """Take a kiosk out of service at once."""
    with _devices() as devices:
        devices.disable(name, now=datetime.now())  # noqa: DTZ005 the hospital's local time
    typer.echo(f"disabled {name}")


@contextmanager
def _devices() -> Iterator[Devices]:
    with database(AccountError) as engine:
        yield Devices(engine)
