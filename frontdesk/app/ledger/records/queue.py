"""The day's queue of a department: who waits, was called, is in the room, is done."""

from collections.abc import Collection
from datetime import datetime
from enum import StrEnum

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger.records.tables import VisitQueueRow
from frontdesk.his_adapter.records import Level, SummaryState, Visit
from frontdesk.models.facts import Value


class Queued(StrEnum):
    WAITING = "waiting"
    CALLED = "called"
    IN_ROOM = "in_room"
    DONE = "done"


class Place(Value):
    """`since`: when the patient came to this state; `by`: who called them or closed the visit."""

    state: Queued
    since: datetime
    by: str = ""


URGENT_FIRST = (Level.A, Level.B, Level.C, Level.I, Level.P)


def places(session: Session, visits: Collection[Visit]) -> dict[int, Place]:
    """Of each visit by its number. A signed one is done, whatever was pressed."""
    numbers = [visit.record.outpatient_number or 0 for visit in visits]
    rows = session.scalars(select(VisitQueueRow).where(col(VisitQueueRow.outpatient_number).in_(numbers)))
    known = {row.outpatient_number: Place(state=Queued(row.state), since=row.since, by=row.by) for row in rows}
    return {visit.record.outpatient_number or 0: _place(visit, known) for visit in visits}


def _place(visit: Visit, known: dict[int, Place]) -> Place:
    place = known.get(visit.record.outpatient_number or 0)
    if visit.state is SummaryState.SIGNED and (place is None or place.state is not Queued.DONE):
        signed = [one.at for one in visit.revisions]
        return Place(state=Queued.DONE, since=max(signed, default=visit.record.visit_date), by=visit.signed_by or "")
    return place or Place(state=Queued.WAITING, since=visit.record.visit_date)


def order(visit: Visit) -> tuple[int, datetime]:
    """The most urgent first, then by the booked time, else by the hand-over."""
    level = visit.summary.level if visit.summary else None
    booked = visit.appointment.slot.starts if visit.appointment else visit.record.visit_date
    return URGENT_FIRST.index(level) if level else len(URGENT_FIRST), booked


def move(session: Session, number: int, state: Queued, *, by: str, at: datetime) -> None:
    session.merge(VisitQueueRow(outpatient_number=number, state=state, since=at, by=by))
    session.flush()


def take(session: Session, number: int, *, by: str, at: datetime) -> bool:
    """Calls somebody who waits; False where another doctor was quicker."""
    again = (
        update(VisitQueueRow)
        .where(col(VisitQueueRow.outpatient_number) == number, col(VisitQueueRow.state) == Queued.WAITING)
        .values(state=Queued.CALLED, since=at, by=by)
        .returning(col(VisitQueueRow.outpatient_number))
    )
    if session.scalar(again) is not None:
        return True
    try:
        with session.begin_nested():
            session.add(VisitQueueRow(outpatient_number=number, state=Queued.CALLED, since=at, by=by))
    except IntegrityError:
        return False
    return True
