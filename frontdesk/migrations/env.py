"""Runs the migrations over the connection given by `frontdesk.database.migrate`, or over `alembic -x url=...`."""

from importlib import import_module

from alembic import context
from sqlalchemy import Connection
from sqlmodel import SQLModel

from frontdesk.database.engine import connect
from frontdesk.migrations.tables import TABLES


def run(connection: Connection) -> None:
    for name in TABLES:
        import_module(name)
    context.configure(connection=connection, target_metadata=SQLModel.metadata)
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with connect(context.get_x_argument(as_dictionary=True)["url"]).begin() as own:
        run(own)
