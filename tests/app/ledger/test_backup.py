"""A backup restored elsewhere is the same hospital, with a whole trail, and goes on."""

import gzip
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, insert, make_url, select
from sqlmodel import SQLModel
from typer.testing import CliRunner

from frontdesk.app.ledger import audit
from frontdesk.app.ledger.audit import Act, Broken, note, verify
from frontdesk.app.ledger.backup import MODULES, BackupError, backup, check, restore
from frontdesk.app.ledger.event_log import SqlEventLog
from frontdesk.app.ledger.records.loading import seed
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.app.ledger.records.tables import RecordChangeRow
from frontdesk.app.reception.session.events import Entry, Started
from frontdesk.commands.main import frontdesk
from frontdesk.database.engine import connect, writing
from frontdesk.database.keys import KeysError, use
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.migrations.tables import TABLES
from frontdesk.models.facts import Language
from tests.app.ledger.records.ledger import Ledger
from tests.conftest import MONDAY
from tests.databases import PostgresTemplate, SqliteTemplate
from tests.his_adapter.contract import NINE, visit
from tests.his_adapter.small_hospital import write_hospital


def content(engine: Engine) -> dict[str, list[tuple[object, ...]]]:
    with engine.connect() as connection:
        return {
            table.name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
            for table in SQLModel.metadata.sorted_tables
            if table.name != "sealing_key"  # in the head of a backup
        }


@pytest.fixture
def ledger(engine: Engine, hospital: Hospital) -> Ledger:
    return Ledger(engine)


@pytest.fixture
def hospital(engine: Engine, tmp_path: Path) -> Hospital:
    seed(engine, write_hospital(tmp_path / "hospital"), MONDAY)
    return hospital_behind(engine, lambda: NINE)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Engine:
    """A migrated database of each kind, to restore into."""
    kind = SqliteTemplate if request.param == "sqlite" else PostgresTemplate
    template = request.getfixturevalue(f"{'sqlite' if kind is SqliteTemplate else 'postgres'}_template")
    with template.copy(tmp_path) as url:
        engine = connect(url)
        yield engine  # type: ignore[misc]
        engine.dispose()


def empty_file(_: bytes) -> bytes:
    return b""


def foreign(_: bytes) -> bytes:
    return gzip.compress(b"Dear all,\nthe backup is on the other disk.\n")


def foreign_json(_: bytes) -> bytes:
    return gzip.compress(b'["revision"]\n{"table": "patient"}\n')


def cut(whole: bytes) -> bytes:
    return whole[: len(whole) // 2]


def not_compressed(whole: bytes) -> bytes:
    return gzip.decompress(whole)


def a_bit_flipped(whole: bytes) -> bytes:
    middle = len(whole) // 2
    return whole[:middle] + bytes([whole[middle] ^ 0x10]) + whole[middle + 1 :]


def lines_left_out(whole: bytes) -> bytes:
    """Rows that others refer to, and the first entry of the trail."""
    lines = gzip.decompress(whole).splitlines(keepends=True)
    return gzip.compress(b"".join(line for line in lines if b'"table": "session"' not in line))


def an_entry_left_out(whole: bytes) -> bytes:
    lines = gzip.decompress(whole).splitlines(keepends=True)
    first = next(line for line in lines if b'"table": "audit_entry"' in line)
    return gzip.compress(b"".join(line for line in lines if line != first))


def an_unknown_column(whole: bytes) -> bytes:
    return gzip.compress(gzip.decompress(whole).replace(b'"birth_date"', b'"born"'))


def an_impossible_date(whole: bytes) -> bytes:
    return gzip.compress(gzip.decompress(whole).replace(b'"birth_date": "19', b'"birth_date": "x9'))


SPOILT = (
    *(empty_file, foreign, foreign_json, cut, not_compressed, a_bit_flipped),
    *(lines_left_out, an_entry_left_out, an_unknown_column, an_impossible_date),
)


def work(engine: Engine, hospital: Hospital) -> None:
    log = SqlEventLog(engine, hospital)
    log.append("s-1", (Started(kiosk="k", language=Language.ZH, entry=Entry.UNWELL),), after=0, at=NINE)
    slot = hospital.scheduling.free_slots("cardiology", NINE)[0]
    Ledger(engine).create_visit(visit(hospital.scheduling.hold(slot.slot_id, "P1", key="a")), key="s-1")


def test_a_rehearsal(engine: Engine, hospital: Hospital, empty: Engine, tmp_path: Path) -> None:
    work(engine, hospital)
    file = tmp_path / "backup.gz"
    assert backup(engine, file) == restore(empty, file) > 10
    assert content(empty) == content(engine)
    assert verify(empty) == verify(engine)
    again = hospital_behind(empty, lambda: NINE)
    log = SqlEventLog(empty, again)  # and it goes on: numbers continue behind those that were restored
    log.append("s-2", (Started(kiosk="k", language=Language.EN, entry=Entry.UNWELL),), after=0, at=NINE)
    later = again.scheduling.free_slots("cardiology", NINE + timedelta(days=1))[0]
    assert Ledger(empty).create_visit(visit(again.scheduling.hold(later.slot_id, "P1", key="b")), key="s-2") > 7002


def test_what_many_wrote_at_once_is_restored(engine: Engine, hospital: Hospital, empty: Engine, tmp_path: Path) -> None:
    """Entries get their time before their turn to be written, so time and number need not agree."""
    with ThreadPoolExecutor(8) as writers:
        times = (NINE + timedelta(seconds=abs(20 - n)) for n in range(40))
        list(
            writers.map(
                lambda at: note(engine, audit.Entry(act=Act.READ, patients=("P1",)), at=at, by="nurse:lin"), times
            )
        )
    file = tmp_path / "backup.gz"
    assert backup(engine, file) == restore(empty, file)
    assert verify(empty) == verify(engine)


def test_an_act_is_restored_before_what_took_it_back_whatever_the_clock_said(
    engine: Engine, hospital: Hospital, empty: Engine, tmp_path: Path
) -> None:
    with writing(engine) as session:
        for name, undoes, at in (("z", None, NINE), ("m", "z", NINE), ("a", "m", NINE - timedelta(hours=1))):
            act = {"operation": "update", "username": "lin", "by": "Lin", "reason": "", "undone_by": None}
            session.execute(insert(RecordChangeRow).values(change_id=name, undoes=undoes, at=at, **act))
    file = tmp_path / "backup.gz"
    assert backup(engine, file) == restore(empty, file)


@pytest.mark.parametrize("spoil", SPOILT, ids=lambda one: one.__name__)
def test_a_file_that_is_no_backup_is_refused_in_a_line_and_leaves_nothing(
    engine: Engine, hospital: Hospital, empty: Engine, tmp_path: Path, spoil: Callable[[bytes], bytes]
) -> None:
    work(engine, hospital)
    file = tmp_path / "backup.gz"
    backup(engine, file)
    file.write_bytes(spoil(file.read_bytes()))
    before = content(empty)
    with pytest.raises((BackupError, Broken)) as refused:
        restore(empty, file)
    assert "\n" not in str(refused.value)
    assert content(empty) == before


def test_the_command_refuses_such_a_file_without_making_a_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FRONTDESK_DATABASE_URL", f"sqlite:///{tmp_path / 'new.db'}")
    (tmp_path / "foreign.gz").write_bytes(gzip.compress(b"a letter\n"))
    ended = CliRunner().invoke(frontdesk, ["restore", str(tmp_path / "foreign.gz")])
    assert ended.exit_code == 1
    assert ended.output.count("\n") == 1 and ended.output.startswith("frontdesk: ")
    assert not (tmp_path / "new.db").exists()


def test_without_a_name_it_goes_into_the_folder_of_backups_and_the_oldest_make_room(
    demo_sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    monkeypatch.setenv("FRONTDESK_DATABASE_URL", demo_sqlite_url)
    monkeypatch.setenv("FRONTDESK_BACKUP_FOLDER", str(folder))
    for name in ("frontdesk-2026-01-01-000000.jsonl.gz", "frontdesk-2026-01-02-000000.jsonl.gz", "mine.jsonl.gz"):
        (folder / name).touch()
    done = CliRunner().invoke(frontdesk, ["backup", "--keep", "2"])
    assert done.exit_code == 0 and done.stdout.endswith("1 older removed\n")
    assert [one.name for one in sorted(folder.iterdir())][::2] == [
        "frontdesk-2026-01-02-000000.jsonl.gz",
        "mine.jsonl.gz",
    ]
    assert len(list(folder.iterdir())) == 3


def test_a_backup_over_a_newer_versions_database_is_restored_by_who_wrote_it(
    engine: Engine, hospital: Hospital, empty: Engine, tmp_path: Path
) -> None:
    """After an upgrade that was taken back: see docs/install.md."""
    with engine.execution_options(writing=True).begin() as connection:
        connection.exec_driver_sql("alter table staff add column badge varchar")
        connection.exec_driver_sql("update alembic_version set version_num = '9999'")
    backup(engine, tmp_path / "backup.gz")
    assert restore(empty, tmp_path / "backup.gz") > 0
    assert content(empty) == content(engine)


def test_only_into_an_empty_database(engine: Engine, hospital: Hospital, tmp_path: Path) -> None:
    file = tmp_path / "backup.gz"
    backup(engine, file)
    with pytest.raises(BackupError, match="not empty"):
        restore(engine, file)


def test_only_its_owner_reads_a_backup_and_a_database(engine: Engine, hospital: Hospital, tmp_path: Path) -> None:
    file = tmp_path / "backup.gz"
    backup(engine, file)
    files = [file]
    if engine.dialect.name == "sqlite":
        database = Path(str(make_url(str(engine.url)).database))
        files += [one for one in database.parent.glob(f"{database.name}*")]
    assert {stat.S_IMODE(one.stat().st_mode) for one in files} == {0o600}


def test_nothing_is_left_out() -> None:
    assert {module.__name__ for module in MODULES} == set(TABLES)


def test_a_backup_is_read_with_its_own_keys_alone(engine: Engine, hospital: Hospital, tmp_path: Path) -> None:
    work(engine, hospital)
    backup(engine, tmp_path / "backup.gz")
    use(tmp_path / "others").make()
    with pytest.raises(KeysError, match="which is not in"):
        check(tmp_path / "backup.gz")
