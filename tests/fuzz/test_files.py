"""Files that somebody brings: a hospital's folder and a backup are taken whole, or refused with what is wrong."""

import gzip
from datetime import date
from pathlib import Path

import pytest
from hypothesis import strategies as st
from sqlalchemy import Engine, func, make_url, select
from sqlmodel import SQLModel

from frontdesk.app.ledger.audit import Broken
from frontdesk.app.ledger.backup import BackupError, backup, check, restore
from frontdesk.app.ledger.records.loading import seed
from frontdesk.database.engine import connect
from frontdesk.his_adapter.folder.reading import Seed, SeedError, read_folder
from tests.databases import SqliteTemplate
from tests.fuzz.examples import examples
from tests.fuzz.nasty import never, spoilt_bytes, text
from tests.his_adapter.small_hospital import write_hospital

TODAY = date(2026, 11, 23)
TABLES = SQLModel.metadata.sorted_tables
MAP = """floors: []
places:
- kind: toilet
  name: {zh: 洗手间, en: Toilet}
  building: {zh: 门诊楼, en: Main building}
  floor: "1"
  directions: {zh: 直走。, en: Straight on.}
  openings: "1-5 08:00-12:00"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_hospital(tmp_path_factory.mktemp("folder"))
    (folder / "map.yaml").write_text(MAP, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def sound(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


@st.composite
def cells(draw: st.DrawFn, file: bytes) -> bytes:
    """A file of which some cells or scalars are others."""
    parts = file.decode().split(",")
    for _ in range(draw(st.integers(1, 3))):
        parts[draw(st.integers(0, len(parts) - 1))] = draw(text)
    return ",".join(parts).encode("utf-8", "replace")


@examples(30, data=st.data())
def test_a_hospitals_folder_is_sound_or_every_fault_has_its_line(
    folder: Path, sound: dict[str, bytes], data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(sorted(sound)))
    spoilt = data.draw(cells(sound[name]) | spoilt_bytes(sound[name]) | st.binary(max_size=60))
    (folder / name).write_bytes(spoilt)
    try:
        read = never(lambda: read_folder(folder, TODAY), SeedError)
    finally:
        (folder / name).write_bytes(sound[name])
    match read:
        case SeedError():
            assert read.faults
            assert all(fault.file in sound and fault.line > 0 and fault.reason for fault in read.faults)
        case Seed():
            assert "\x00" not in repr(read) and "\\x00" not in repr(read)
            repr(read).encode()


def test_the_folder_that_is_spoilt_here_was_sound(folder: Path) -> None:
    read_folder(folder, TODAY)


@pytest.fixture(scope="module")
def written(sqlite_template: SqliteTemplate, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The lines of a backup."""
    place = tmp_path_factory.mktemp("backup")
    with sqlite_template.copy(place) as url:
        engine = connect(url)
        seed(engine, folder, TODAY)
        backup(engine, place / "backup.gz")
        engine.dispose()
    return gzip.decompress((place / "backup.gz").read_bytes())


@st.composite
def lines(draw: st.DrawFn, file: bytes) -> bytes:
    """Lines left out, doubled, moved, or with some other words in them."""
    rows = file.split(b"\n")
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(rows) - 1))
        row = draw(st.just(rows[at]) | spoilt_bytes(rows[at]) | st.sampled_from(rows))
        rows[at : at + draw(st.integers(0, 1))] = [row] * draw(st.integers(0, 2))
        rows = rows or [b""]
    return b"\n".join(rows)


@examples(12, data=st.data())
def test_a_backup_is_restored_or_changes_nothing(
    written: bytes, sqlite_template: SqliteTemplate, tmp_path: Path, data: st.DataObject
) -> None:
    packed = gzip.compress(data.draw(lines(written)), 1)
    file = tmp_path / "spoilt.gz"
    file.write_bytes(data.draw(st.just(packed) | spoilt_bytes(packed)))
    with sqlite_template.copy(tmp_path) as url:
        engine = connect(url)
        before = _rows(engine)
        restored = never(lambda: restore(engine, file), BackupError, Broken)
        if not isinstance(restored, int):
            assert _rows(engine) == before
        engine.dispose()
        Path(str(make_url(url).database)).unlink()
    never(lambda: check(file), BackupError)


def _rows(engine: Engine) -> list[int]:
    with engine.connect() as connection:
        return [connection.scalar(select(func.count()).select_from(one)) or 0 for one in TABLES]
