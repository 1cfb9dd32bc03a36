"""`frontdesk backup [FILE]` and `frontdesk restore FILE`: the whole database, also while the server runs."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from frontdesk.app.ledger.audit import Act, Broken, Entry, note
from frontdesk.app.ledger.backup import NAME, BackupError, check, leave
from frontdesk.app.ledger.backup import backup as write
from frontdesk.app.ledger.backup import restore as read
from frontdesk.app.settings import Settings
from frontdesk.commands.database import database, refusing
from frontdesk.database.keys import KeysError, use
from frontdesk.database.sealing import registered


def backup(
    file: Annotated[
        Path | None, typer.Argument(help="Where to; only its owner may read it. Else FRONTDESK_BACKUP_FOLDER.")
    ] = None,
    keep: Annotated[
        int | None, typer.Option(min=1, help="Of those in FRONTDESK_BACKUP_FOLDER so many stay, the newest.")
    ] = None,
) -> None:
    """Write everything the database holds at this moment into one file."""
    now, folder = datetime.now(), Settings().backup_folder  # noqa: DTZ005
    with database(BackupError, OSError) as engine:
        if file is None:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = file or folder / now.strftime(NAME)
        rows = write(engine, path)
        check(path)
        keys = ", ".join(registered(engine))
        note(engine, Entry(act=Act.BACKUP, what=(path.name,)), at=now, by="operator")
        old = leave(folder, keep) if keep else []
    removed = f"; {len(old)} older removed" if old else ""
    typer.echo(f"{rows} rows in {path}, sealed with the key {keys}; keep {Settings().keys_file} apart from it{removed}")


def restore(file: Annotated[Path, typer.Argument(help="A file that `frontdesk backup` wrote.")]) -> None:
    """Read a backup into an empty database of the same version, and verify its audit trail."""
    use(Settings().keys_file)
    with refusing(BackupError, KeysError, OSError):
        check(file)  # before a database is made for it, and keys
    with database(BackupError, Broken, OSError, new=True) as engine:
        rows = read(engine, file)
    typer.echo(f"{rows} rows from {file}; the audit trail is whole")
