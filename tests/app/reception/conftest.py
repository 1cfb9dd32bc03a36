"""A whole reception on a migrated database with the demonstration hospital."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from frontdesk.app.ledger.event_log import SqlEventLog
from frontdesk.app.ledger.records.loading import seed
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.services import Services
from frontdesk.app.settings import VECTORS
from frontdesk.database.engine import connect
from frontdesk.database.migrate import migrate
from frontdesk.his_adapter.enquiries import Enquiries
from frontdesk.his_adapter.names import Kept
from frontdesk.his_adapter.records import Department
from frontdesk.his_adapter.sql.directory import Directory
from frontdesk.models.runner import Runner
from tests.app.reception.talk import Clock
from tests.directories import give, loaded

DEMO = Path(__file__).parents[3] / "hospital" / "demo"


@pytest.fixture(scope="session")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with the demonstration hospital, to be copied for each test."""
    path = tmp_path_factory.mktemp("reception") / "seeded.db"
    migrate(f"sqlite:///{path}")
    engine = connect(f"sqlite:///{path}")
    seed(engine, DEMO, Clock().at.date())
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    engine.dispose()
    return path


@pytest.fixture(scope="session")
def enquiries(seeded: Path) -> Iterator[Enquiries]:
    """The hospital's texts, looked up in one index by all tests: to build it takes longer than a reception."""
    engine = connect(f"sqlite:///{seeded}")
    yield Enquiries(hospital_behind(engine, Clock()), folder=VECTORS)
    engine.dispose()


@pytest.fixture(scope="session")
def directory(seeded: Path) -> Directory:
    return loaded(f"sqlite:///{seeded}")


@pytest.fixture(scope="session")
def department_names() -> Kept[Department]:
    return Kept()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def models() -> Runner:
    """Overridden where a language model takes part."""
    return Runner({})


@pytest.fixture
def reception(
    seeded: Path,
    tmp_path: Path,
    clock: Clock,
    models: Runner,
    enquiries: Enquiries,
    directory: Directory,
    department_names: Kept[Department],
) -> Iterator[Reception]:
    path = tmp_path / "frontdesk.db"
    path.write_bytes(seeded.read_bytes())
    engine = connect(f"sqlite:///{path}")
    hospital = hospital_behind(engine, clock)
    give(directory, hospital)
    numbers = count(1)
    services = Services(
        log=SqlEventLog(engine, hospital),
        hospital=hospital,
        enquiries=enquiries,
        now=clock,
        new_id=lambda: f"id-{next(numbers):06d}",
        models=models,
        _department_names=department_names,
    )
    yield Reception(services)
    engine.dispose()
