"""A directory that outlives the system it was read from: kept in memory with its age, the folder's at first."""

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from threading import Lock, Thread

import structlog

from frontdesk.his_adapter.errors import HospitalError
from frontdesk.his_adapter.hospital import Directory, Feature
from frontdesk.his_adapter.records import Department, HospitalInfo, Physician, Policy

log = structlog.get_logger()

FRESH = timedelta(minutes=5)
AGAIN = timedelta(seconds=30)  # after the system did not answer


class KeptDirectory:
    """Read anew beside whoever asks first once it is old; meanwhile, and while that fails, what there is goes on."""

    def __init__(self, read: Callable[[], Directory], instead: Directory, clock: Callable[[], datetime]) -> None:
        self._read = read
        self._held = instead
        self._now = clock
        self._lock = Lock()
        self._due: datetime | None = None

    @property
    def supports(self) -> frozenset[Feature]:
        return self._held.supports

    def info(self) -> HospitalInfo:
        return self._current().info()

    def departments(self) -> Sequence[Department]:
        return self._current().departments()

    def physicians(self, department_id: str) -> Sequence[Physician]:
        return self._current().physicians(department_id)

    def on_duty(self, department_id: str, day: date) -> Sequence[Physician]:
        return self._current().on_duty(department_id, day)

    def policies(self) -> Sequence[Policy]:
        return self._current().policies()

    def _current(self) -> Directory:
        now = self._now()
        with self._lock:
            due = self._due is None or now >= self._due
            if due:
                self._due = now + AGAIN  # nobody else meanwhile
        if due:
            Thread(target=self.renew, name="directory", daemon=True).start()
        return self._held

    def renew(self, *, failing: bool = False) -> None:
        """Reads it now; `failing`: raises HospitalError where that fails."""
        now = self._now()
        try:
            held = self._read()
        except HospitalError as error:
            if failing:
                raise
            log.warning("directory_not_read", error=type(error).__name__)
        else:
            self._held, self._due = held, now + FRESH
