from datetime import datetime
from importlib import import_module
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, inspect
from sqlmodel import SQLModel

from app.ledger.audit import Act, Entry, append, verify
from his_adapter.sql.engine import connect
from his_adapter.sql.migrate import MIGRATIONS, migrate
from migrations.tables import TABLES


def test_migrations_and_tables_agree(engine: Engine) -> None:
    for name in TABLES:
        import_module(name)
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), SQLModel.metadata)
    assert differences == []


def test_every_table_is_made_by_a_migration(engine: Engine) -> None:
    assert set(SQLModel.metadata.tables) <= set(inspect(engine).get_table_names())


def test_migrating_again_changes_nothing_and_names_the_revision(database_url: str) -> None:
    assert migrate(database_url) == migrate(database_url)


def test_a_file_in_a_folder_that_is_not_there_yet_is_made(tmp_path: Path) -> None:
    assert migrate(f"sqlite:///{tmp_path / 'var' / 'frontdesk.db'}")


@pytest.mark.parametrize(("pragma", "value"), [("journal_mode", "wal"), ("foreign_keys", 1), ("synchronous", 2)])
def test_sqlite_keeps_what_was_committed_and_checks_references(tmp_path: Path, pragma: str, value: object) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'x.db'}")
    with engine.connect() as connection:
        assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == value
    engine.dispose()


def downgrade(engine: Engine, to: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.execution_options(writing=True).begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, to)


def test_a_downgrade_does_not_drop_the_audit_trail(engine: Engine) -> None:
    downgrade(engine, "0004")
    with engine.execution_options(writing=True).begin() as connection:
        read = Entry(act=Act.READ, what=("page",), patients=("P1",))
        append(connection, read, at=datetime(2026, 11, 23), by="nurse:lin")
    with pytest.raises(RuntimeError, match="lose the audit trail"):
        downgrade(engine, "0003")
    assert verify(engine)[0] == 1


def test_without_a_trail_migrations_can_be_taken_back(engine: Engine) -> None:
    downgrade(engine, "0001")
    assert "audit_entry" not in inspect(engine).get_table_names()
