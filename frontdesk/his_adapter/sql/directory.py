"""What is read often and changes rarely: the hospital, its departments, physicians and policies, kept in memory."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from time import monotonic

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.database.engine import asking, reading
from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.records import Department, HospitalInfo, Physician, Policy
from frontdesk.his_adapter.sql import convert
from frontdesk.his_adapter.sql.tables import DepartmentRow, HospitalRow, PhysicianRow, PolicyRow, ScheduleRow

VERSION = select(col(HospitalRow.version))  # asked in every turn, so it is made once
FRESH_SECONDS = 1.0  # a directory seeded anew is seen this late at most


@dataclass(frozen=True)
class Directory:
    version: int
    info: HospitalInfo
    departments: tuple[Department, ...]
    physicians: dict[str, tuple[Physician, ...]]  # by department
    weekdays: dict[str, frozenset[int]]  # by physician: when on duty
    policies: tuple[Policy, ...]


class DirectoryCache:
    """The directory as last loaded; one small query tells whether it was seeded anew since."""

    def __init__(self, engine: Engine, *, clock: Callable[[], float] = monotonic) -> None:
        self._engine = engine
        self._clock = clock
        self._lock = Lock()
        self._held: Directory | None = None
        self._fresh_until = 0.0

    def now(self) -> Directory:
        asked = self._clock()
        if self._held is not None and asked < self._fresh_until:
            return self._held
        current = self._current()
        self._fresh_until = asked + FRESH_SECONDS
        return current

    def renew(self) -> None:
        """It was changed here: whoever asks next looks."""
        self._fresh_until = 0.0

    def _current(self) -> Directory:
        with asking(self._engine) as connection:
            version = connection.scalar(VERSION)
        if version is None:
            raise NotFound("the hospital has not been seeded")
        held = self._held
        if held is not None and held.version == version:
            return held
        with self._lock, reading(self._engine) as session:
            self._held = _load(session)
            return self._held


def _load(session: Session) -> Directory:
    hospital = session.scalars(select(HospitalRow)).one()
    departments = session.scalars(
        select(DepartmentRow).where(~col(DepartmentRow.retired)).order_by(col(DepartmentRow.place))
    )
    physicians: dict[str, list[Physician]] = defaultdict(list)
    for row in session.scalars(
        select(PhysicianRow).where(~col(PhysicianRow.retired)).order_by(col(PhysicianRow.place))
    ):
        physicians[row.department_id].append(convert.physician(row))
    weekdays: dict[str, set[int]] = defaultdict(set)
    for duty in session.scalars(select(ScheduleRow)):
        weekdays[duty.physician_id].add(duty.weekday)
    return Directory(
        version=hospital.version,
        info=convert.info(hospital),
        departments=tuple(convert.department(row) for row in departments),
        physicians={department_id: tuple(those) for department_id, those in physicians.items()},
        weekdays={physician_id: frozenset(days) for physician_id, days in weekdays.items()},
        policies=tuple(
            convert.policy(row) for row in session.scalars(select(PolicyRow).order_by(col(PolicyRow.place)))
        ),
    )
