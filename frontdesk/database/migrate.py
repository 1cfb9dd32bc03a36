"""Brings a database to the newest migration."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, make_url, text

from frontdesk.database.engine import connect

MIGRATIONS = Path(__file__).parents[1] / "migrations"
MIGRATING = 7_211_030  # advisory lock: two servers that start at once migrate one after the other


def migrate(url: str) -> str:
    """Upgrade to the newest revision, if it is not there already; returns the revision."""
    address = make_url(url)
    if address.get_backend_name() == "sqlite" and address.database:
        Path(address.database).absolute().parent.mkdir(parents=True, exist_ok=True)
    engine = connect(url)
    try:
        return _upgraded(engine)
    finally:
        engine.dispose()


def _upgraded(engine: Engine) -> str:
    config = _config()
    head = ScriptDirectory.from_config(config).get_current_head() or ""
    with engine.connect() as connection:
        if _revision(connection) == head:
            return head
    with engine.execution_options(writing=True).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    return head


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def revisions() -> tuple[str, ...]:
    """All migrations of this version, the newest first."""
    return tuple(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
