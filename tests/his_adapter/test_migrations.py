from importlib import import_module
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, inspect
from sqlmodel import SQLModel

from his_adapter.sql.engine import connect
from his_adapter.sql.migrate import migrate
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
