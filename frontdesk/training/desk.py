"""A reception in this process for simulated patients: a hospital's folder on a database of its own, its clock fixed."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from frontdesk.app.ledger.event_log import SqlEventLog
from frontdesk.app.ledger.records.loading import seed
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.services import Services
from frontdesk.app.settings import DEMONSTRATION, VECTORS
from frontdesk.database.engine import connect
from frontdesk.database.keys import using
from frontdesk.database.migrate import migrate
from frontdesk.his_adapter.enquiries import Enquiries
from frontdesk.models.runner import Runner

OPEN_AT = datetime(2026, 11, 18, 10, 0)  # noqa: DTZ001 a Wednesday morning in the hospital's own time


@contextmanager
def reception(models: Runner | None = None, folder_of_hospital: Path = DEMONSTRATION) -> Iterator[Reception]:
    """The engine on an empty database with a hospital's folder, its clock standing still."""
    with TemporaryDirectory(prefix="frontdesk-simulation-") as folder, using(Path(folder) / "keys"):
        url = f"sqlite:///{Path(folder) / 'frontdesk.db'}"
        migrate(url)
        engine = connect(url)
        seed(engine, folder_of_hospital, OPEN_AT.date())
        clock = _Clock(OPEN_AT)
        hospital, numbers = hospital_behind(engine, clock), count(1)
        yield Reception(
            Services(
                log=SqlEventLog(engine, hospital),
                hospital=hospital,
                enquiries=Enquiries(hospital, folder=VECTORS),
                now=clock,
                new_id=lambda: f"simulated-{next(numbers):06d}",
                models=models or Runner({}),
            )
        )
        engine.dispose()


class _Clock:
    """Moves on a little with every look, so that what happened has an order."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def __call__(self) -> datetime:
        self.at += timedelta(milliseconds=1)
        return self.at
