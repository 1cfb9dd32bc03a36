"""A backup restored elsewhere is the same hospital, with a whole trail, and goes on."""

import stat
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, make_url, select
from sqlmodel import SQLModel

from app.ledger.audit import verify
from app.ledger.backup import MODULES, BackupError, backup, restore
from app.ledger.event_log import SqlEventLog
from app.reception.session.events import Entry, Started
from his_adapter.sql.engine import connect
from his_adapter.sql.hospital import SqlHospital
from his_adapter.sql.seed import seed
from migrations.tables import TABLES
from models.facts import Language
from tests.conftest import MONDAY
from tests.databases import PostgresTemplate, SqliteTemplate
from tests.his_adapter.contract import NINE, visit
from tests.his_adapter.small_hospital import write_hospital


def content(engine: Engine) -> dict[str, list[tuple[object, ...]]]:
    with engine.connect() as connection:
        return {
            table.name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
            for table in SQLModel.metadata.sorted_tables
        }


@pytest.fixture
def hospital(engine: Engine, tmp_path: Path) -> SqlHospital:
    seed(engine, write_hospital(tmp_path / "hospital"), MONDAY)
    return SqlHospital(engine, clock=lambda: NINE)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Engine:
    """A migrated database of each kind, to restore into."""
    kind = SqliteTemplate if request.param == "sqlite" else PostgresTemplate
    template = request.getfixturevalue(f"{'sqlite' if kind is SqliteTemplate else 'postgres'}_template")
    with template.copy(tmp_path) as url:
        engine = connect(url)
        yield engine  # type: ignore[misc]
        engine.dispose()


def work(engine: Engine, hospital: SqlHospital) -> None:
    log = SqlEventLog(engine, hospital)
    log.append("s-1", (Started(kiosk="k", language=Language.ZH, entry=Entry.UNWELL),), after=0, at=NINE)
    slot = hospital.free_slots("cardiology", NINE)[0]
    hospital.create_visit(visit(hospital.hold(slot.slot_id, "P1", key="a")), key="s-1")


def test_a_rehearsal(engine: Engine, hospital: SqlHospital, empty: Engine, tmp_path: Path) -> None:
    work(engine, hospital)
    file = tmp_path / "backup.gz"
    assert backup(engine, file) == restore(empty, file) > 10
    assert content(empty) == content(engine)
    assert verify(empty) == verify(engine)
    again = SqlHospital(empty, clock=lambda: NINE)
    log = SqlEventLog(empty, again)  # and it goes on: numbers continue behind those that were restored
    log.append("s-2", (Started(kiosk="k", language=Language.EN, entry=Entry.UNWELL),), after=0, at=NINE)
    later = again.free_slots("cardiology", NINE + timedelta(days=1))[0]
    assert again.create_visit(visit(again.hold(later.slot_id, "P1", key="b")), key="s-2") > 7002


def test_only_into_an_empty_database(engine: Engine, hospital: SqlHospital, tmp_path: Path) -> None:
    file = tmp_path / "backup.gz"
    backup(engine, file)
    with pytest.raises(BackupError, match="not empty"):
        restore(engine, file)


def test_only_its_owner_reads_a_backup_and_a_database(engine: Engine, hospital: SqlHospital, tmp_path: Path) -> None:
    file = tmp_path / "backup.gz"
    backup(engine, file)
    files = [file]
    if engine.dialect.name == "sqlite":
        database = Path(str(make_url(str(engine.url)).database))
        files += [one for one in database.parent.glob(f"{database.name}*")]
    assert {stat.S_IMODE(one.stat().st_mode) for one in files} == {0o600}


def test_nothing_is_left_out() -> None:
    assert {module.__name__ for module in MODULES} == set(TABLES)
