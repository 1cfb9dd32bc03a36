"""`frontdesk backup FILE` and `frontdesk restore FILE`: the whole database, also while the server runs."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from frontdesk.app.ledger.audit import Act, Broken, Entry, note
from frontdesk.app.ledger.backup import BackupError, check
from frontdesk.app.ledger.backup import backup as write
from frontdesk.app.ledger.backup import restore as read
from frontdesk.commands.database import database, refusing


def backup(file: Annotated[Path, typer.Argument(help="Where to; only its owner may read it.")]) -> None:
    """Write everything the database holds at this moment into one file."""
    with database(BackupError, OSError) as engine:
        rows = write(engine, file)
        note(engine, Entry(act=Act.BACKUP, what=(file.name,)), at=datetime.now(), by="operator")  # noqa: DTZ005
    typer.echo(f"{rows} rows in {file}")


def restore(file: Annotated[Path, typer.Argument(help="A file that `frontdesk backup` wrote.")]) -> None:
    """Read a backup into an empty database of the same version, and verify its audit trail."""
    with refusing(BackupError, OSError):
        check(file)  # before a database is made for it
    with database(BackupError, Broken, OSError, new=True) as engine:
        rows = read(engine, file)
    typer.echo(f"{rows} rows from {file}; the audit trail is whole")
