"""`frontdesk monitoring`: what Prometheus and Grafana need to watch an installation."""

import sys
from pathlib import Path
from shutil import copy
from typing import Annotated

import typer

from frontdesk.app.settings import PACKAGE

SHIPPED = PACKAGE / "app" / "watch" / "monitoring"


def monitoring(folder: Annotated[Path, typer.Argument(help="Where they go; made, if it is not there.")]) -> None:
    """Write the alert rules, the scrape configuration and the Grafana dashboard into a folder."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError:
        typer.echo(f"frontdesk: there is no folder {folder.parent} to make {folder.name} in", err=True)
        raise typer.Exit(1) from None
    for one in sorted(SHIPPED.iterdir()):
        copy(one, folder)
        sys.stdout.write(f"{folder / one.name}\n")
