"""The installation's database, as a command opens it."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer
from sqlalchemy import Engine

from app.settings import Settings
from his_adapter.sql.engine import connect
from his_adapter.sql.migrate import migrate


@contextmanager
def database(*refusals: type[Exception]) -> Iterator[Engine]:
    """Migrated and open. One of `refusals` is told in a line, and the command ends with 1."""
    url = Settings().database_url
    migrate(url)
    engine = connect(url)
    try:
        yield engine
    except refusals as refusal:
        typer.echo(f"frontdesk: {refusal}", err=True)
        raise typer.Exit(1) from None
    finally:
        engine.dispose()
