"""Brings a database to the newest migration, and seals what an older version kept plain."""

from importlib import import_module
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, make_url, text

from frontdesk.database.engine import connect
from frontdesk.database.sealing import prepare
from frontdesk.migrations.tables import TABLES

MIGRATIONS = Path(__file__).parents[1] / "migrations"
MIGRATING = 7_211_030  # advisory lock: two servers that start at once migrate one after the other


def migrate(url: str) -> str:
    """Upgrade to the newest revision, if it is not there or beyond already; returns the one it stands at.

    Raises KeysError where the keys do not fit what is sealed there.
    """
    address = make_url(url)
    if address.get_backend_name() == "sqlite" and address.database:
        Path(address.database).absolute().parent.mkdir(parents=True, exist_ok=True)
    engine = connect(url)
    try:
        revision = _upgraded(engine)
        for name in TABLES:
            import_module(name)
        prepare(engine)
        return revision
    finally:
        engine.dispose()


def newest() -> str:
    """The revision that this version of the program goes with."""
    return ScriptDirectory.from_config(_config()).get_current_head() or ""


def revision_of(engine: Engine) -> str:
    """The one a database stands at; empty where it was never migrated. Raises OperationalError where it is away."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision() or ""


def is_newer(revision: str, than: str) -> bool:
    """Revisions are numbers, each above the one before it."""
    return revision.isdigit() and than.isdigit() and int(revision) > int(than)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def _upgraded(engine: Engine) -> str:
    """A newer version's database stays as it is: migrations only add, and this may be the last old process over it."""
    config, head, there = _config(), newest(), revision_of(engine)
    if there == head or is_newer(there, head):
        return there
    with engine.execution_options(writing=True).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    return head


def revisions() -> tuple[str, ...]:
    """All migrations of this version, the newest first."""
    return tuple(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())
