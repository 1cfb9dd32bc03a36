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

from frontdesk.app.ledger.audit import Act, Entry, append, verify
from frontdesk.app.ledger.digests import of_records
from frontdesk.database.engine import connect
from frontdesk.database.migrate import MIGRATIONS, migrate
from frontdesk.migrations.tables import TABLES
from tests.app.ledger.records.ledger import Ledger


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


def test_a_newer_versions_database_is_left_as_it_is(engine: Engine, database_url: str) -> None:
    """While versions are exchanged one by one, an old process that is started again goes on beside the new ones."""
    with engine.execution_options(writing=True).begin() as connection:
        connection.exec_driver_sql("update alembic_version set version_num = '9999'")
    before = inspect(engine).get_table_names()
    assert migrate(database_url) == "9999" and inspect(engine).get_table_names() == before


def test_a_file_in_a_folder_that_is_not_there_yet_is_made(tmp_path: Path) -> None:
    assert migrate(f"sqlite:///{tmp_path / 'var' / 'frontdesk.db'}")


@pytest.mark.parametrize(("pragma", "value"), [("journal_mode", "wal"), ("foreign_keys", 1), ("synchronous", 2)])
def test_sqlite_keeps_what_was_committed_and_checks_references(tmp_path: Path, pragma: str, value: object) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'x.db'}")
    with engine.connect() as connection:
        assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == value
    engine.dispose()


def upgrade(engine: Engine, to: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.execution_options(writing=True).begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, to)


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
    upgrade(engine, "head")  # what the trail may speak of is looked for where it is kept now
    assert verify(engine)[0] == 1


def test_without_a_trail_migrations_can_be_taken_back(engine: Engine) -> None:
    downgrade(engine, "0001")
    assert "audit_entry" not in inspect(engine).get_table_names()
    upgrade(engine, "head")
    assert "appointment" in {column["name"] for column in inspect(engine).get_columns("outpatient_record")}


HASHED_BY_0011 = "4f0091d41d16f19dcec79a8eebb8387113464172ffd7ab384e02e28914cc1894"
OLD = """
insert into department values ('cardiology', 0, 0, '{}', '[]', '{}', 2, 'A203', '{}', '[]', '[]', '{}', '', 5, '[]');
insert into physician values ('D1', 'cardiology', 0, 0, '{}', '{}', 'male', '{}');
insert into slot values (3, 'cardiology', 'D1', '2026-11-23 09:10:00.000000', 10);
insert into appointment values
 (7, 3, 'cardiology', '2026-11-23', 'A07', 'P1', 'confirmed', '2026-11-23 09:00:00.000000', 's:3');
insert into outpatient_record (outpatient_number, patient_id, name, gender, age, department, visit_date,
 chief_complaint, present_illness_history, past_history, drug_allergy_history, physical_examination,
 auxiliary_examination, preliminary_diagnosis, treatment_opinion, notes, physician_signature,
 department_id, day, appointment_id, state,
 version) values (21000000, 'P1', '', '', '', '', '2026-11-23 09:00:00.000000',
 '胸闷', '', '', '', '', '', '', '', '', '',
 'cardiology', '2026-11-23', 7, 'open', 1);
insert into summary_revision (outpatient_number, version, statement_id, before, after, by, at)
 values (21000000, 1, 's1', '', '', '', '2026-11-23 09:00:00.000000')
"""


def test_a_record_of_an_older_version_keeps_its_appointment_its_edits_and_its_number(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'old.db'}"
    engine = connect(url)
    upgrade(engine, "0011")
    with engine.execution_options(writing=True).begin() as connection:
        for statement in OLD.split(";\n"):
            connection.exec_driver_sql(statement)
        before = [*connection.exec_driver_sql("select * from outpatient_record").one()]
    migrate(url)
    visit = Ledger(engine).visit(21_000_000)
    assert visit.record.chief_complaint == "胸闷"
    assert visit.appointment is not None and visit.appointment.slot.starts == datetime(2026, 11, 23, 9, 10)
    assert (visit.appointment.appointment_id, visit.appointment.queue_number) == ("7", "A07")
    assert [one.statement_id for one in visit.revisions] == ["s1"]
    with engine.connect() as connection:
        kept = connection.exec_driver_sql("select * from outpatient_record").one()
        sealed = before.index("胸闷")
        assert [str(v) for at, v in enumerate(kept[:-1]) if at != sealed] == [
            str(v) for at, v in enumerate(before) if at != sealed
        ]
        (cover,) = of_records(connection, [21_000_000])
    assert cover.hash == HASHED_BY_0011, "the trail's older entries hold"
    with engine.execution_options(writing=True).begin() as connection:
        assert connection.exec_driver_sql("select * from pragma_foreign_key_check").all() == []
    engine.dispose()
