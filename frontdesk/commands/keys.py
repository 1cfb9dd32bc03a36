"""`frontdesk keys ...`: the keys that personal data is sealed with, and their rotation while the server runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from frontdesk.app.ledger.audit import Act, Entry, note
from frontdesk.commands.database import database
from frontdesk.database import sealing
from frontdesk.database.keys import Key, Keyring, KeysError, made_now, used

if TYPE_CHECKING:
    from sqlalchemy import Engine

keys = typer.Typer(help="Keys of what is sealed in the database.", no_args_is_help=True, add_completion=False)

KeyId = Annotated[str, typer.Argument(help="Its id, as `show` tells it.")]


@contextmanager
def _opened() -> "Iterator[tuple[Engine, Keyring]]":
    with database(KeysError, OSError) as engine:
        yield engine, used()


@keys.command()
def show() -> None:
    """Ids and ages of the keys, the first of which seals, and how many rows are sealed with each."""
    with _opened() as (engine, ring):
        finished = sealing.finished(engine)
        for place, key in enumerate(ring.keys):
            days = (datetime.now() - key.made).days  # noqa: DTZ005 local time
            does = "seals and opens" if place == 0 else "opens"
            whole = ", everything" if key.key_id in finished and not place else ""
            rows = sealing.count(engine, key.key_id)
            typer.echo(f"{key.key_id}  {key.made:%Y-%m-%d %H:%M}  {days} days  {does}  {rows} rows{whole}")


@keys.command()
def add() -> None:
    """Make a new key that opens; on several machines, copy the file to all of them before it is used."""
    with _opened() as (engine, ring):
        new = made_now()
        sealing.register(engine, new.key_id)
        ring.write([*ring.keys, new])
        _note(engine, "added", new.key_id)
        typer.echo(f"{new.key_id} is in {ring.path}; `frontdesk keys use {new.key_id}` seals with it")


@keys.command(name="use")
def use_key(key_id: KeyId) -> None:
    """Seal with this key from now on; what is sealed stays as it is until `reseal`."""
    with _opened() as (engine, ring):
        first = _named(ring, key_id)
        sealing.register(engine, key_id)
        ring.write([first, *(key for key in ring.keys if key != first)])
        _note(engine, "used", key_id)
        typer.echo(f"{key_id} seals from now on")


@keys.command()
def reseal() -> None:
    """Seal everything with the first key, while others read and write; cut off, it goes on where it was."""
    with _opened() as (engine, ring):
        first, rows = ring.ids[0], sealing.reseal(engine)
        _note(engine, "resealed", first)
        typer.echo(f"{rows} rows sealed with {first}")


@keys.command()
def drop(key_id: KeyId) -> None:
    """Take a key out of the file that nothing is sealed with any more; what backups hold of it is lost with it."""
    with _opened() as (engine, ring):
        gone = _named(ring, key_id)
        if ring.ids[0] == key_id:
            raise KeysError(f"{key_id} seals: `frontdesk keys use` another one first")
        sealing.forget(engine, key_id)
        ring.write(key for key in ring.keys if key != gone)
        _note(engine, "dropped", key_id)
        typer.echo(f"{key_id} is no longer in {ring.path}")


def _named(ring: Keyring, key_id: str) -> Key:
    found = next((key for key in ring.keys if key.key_id == key_id), None)
    if found is None:
        raise KeysError(f"there is no key {key_id} in {ring.path}")
    return found


def _note(engine: "Engine", done: str, key_id: str) -> None:
    note(engine, Entry(act=Act.KEYS, what=(done, key_id)), at=datetime.now(), by="operator")  # noqa: DTZ005 local time
