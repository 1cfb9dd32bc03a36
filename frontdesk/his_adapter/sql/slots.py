"""Slots of the next fourteen days, made from the physicians' schedules."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from hashlib import blake2b

from sqlalchemy import Engine, delete, insert, select
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.database.engine import reading, writing
from frontdesk.his_adapter.sql import convert
from frontdesk.his_adapter.sql.tables import (
    AppointmentRow,
    DepartmentRow,
    HospitalRow,
    PhysicianRow,
    ScheduleRow,
    SlotRow,
)

DAYS = 14
MINUTES = 10


def extend_slots(engine: Engine, today: date) -> int:
    """Makes the slots still missing from today on, and returns how many; again on the same day it does nothing.

    A clock that jumped ahead and was set back leaves slots behind that are too far ahead, and may have taken away those
    of the days between: the former go, the latter are made again.
    """
    with reading(engine) as session:
        hospital = session.scalar(select(HospitalRow))
        if hospital is None or _is_extended(hospital, today):
            return 0
    with writing(engine) as session:
        return extend_within(session, today)


def extend_within(session: Session, today: date) -> int:
    hospital = session.scalars(select(HospitalRow).with_for_update()).one()
    if _is_extended(hospital, today):
        return 0
    until, last = hospital.slots_until, today + timedelta(days=DAYS - 1)
    first = max(today, until + timedelta(days=1)) if until and until < last else today
    hospital.slots_until = last
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    if until is not None and until < last:
        forget_free_slots(session, before=min(today, until - timedelta(days=DAYS - 1)))
    else:
        forget_free_slots(session, after=last)
    kept = {
        (row.physician_id, row.starts) for row in session.scalars(select(SlotRow).where(col(SlotRow.starts) >= first))
    }
    slots = [
        slot
        for slot in _slots(session, days, hospital.taken_percent)
        if (slot["physician_id"], slot["starts"]) not in kept
    ]
    if slots:
        session.execute(insert(SlotRow), slots)
    return len(slots)


def forget_free_slots(session: Session, *, before: date | None = None, after: date | None = None) -> None:
    """Removes slots nobody ever booked: all of them, or those of the days before or after."""
    free = delete(SlotRow).where(
        ~select(AppointmentRow).where(col(AppointmentRow.slot_id) == col(SlotRow.slot_id)).exists()
    )
    if before is not None:
        free = free.where(col(SlotRow.starts) < datetime.combine(before, datetime.min.time()))
    if after is not None:
        free = free.where(col(SlotRow.starts) > datetime.combine(after, datetime.max.time()))
    session.execute(free)


def _is_extended(hospital: HospitalRow, today: date) -> bool:
    return hospital.slots_until == today + timedelta(days=DAYS - 1)


def _slots(session: Session, days: list[date], taken_percent: int) -> Iterator[dict[str, object]]:
    """Every ten minutes a physician is on duty and the department open, less those taken elsewhere."""
    query = (
        select(ScheduleRow, PhysicianRow, DepartmentRow)
        .join(PhysicianRow, col(PhysicianRow.physician_id) == col(ScheduleRow.physician_id))
        .join(DepartmentRow, col(DepartmentRow.department_id) == col(PhysicianRow.department_id))
        .where(~col(PhysicianRow.retired), ~col(DepartmentRow.retired))
        .order_by(col(PhysicianRow.place), col(ScheduleRow.weekday), col(ScheduleRow.opens))
    )
    for duty, physician, department in session.execute(query):
        opening = convert.department(department)
        for day in days:
            if day.isoweekday() != duty.weekday:
                continue
            for starts in _starts(day, duty):
                if opening.is_open(starts) and not _is_taken(physician.physician_id, starts, taken_percent):
                    yield {
                        "department_id": department.department_id,
                        "physician_id": physician.physician_id,
                        "starts": starts,
                        "minutes": MINUTES,
                    }


def _starts(day: date, duty: ScheduleRow) -> Iterator[datetime]:
    """Each start after which a whole slot still fits; 23:59 stands for the end of the day."""
    starts, ends = datetime.combine(day, duty.opens), datetime.combine(day, duty.closes) + timedelta(minutes=1)
    while starts + timedelta(minutes=MINUTES) <= ends:
        yield starts
        starts += timedelta(minutes=MINUTES)


def _is_taken(physician_id: str, starts: datetime, percent: int) -> bool:
    """By chance, but always the same chance for the same slot."""
    chance = blake2b(f"{physician_id} {starts.isoformat()}".encode(), digest_size=4).digest()
    return int.from_bytes(chance) % 100 < percent
