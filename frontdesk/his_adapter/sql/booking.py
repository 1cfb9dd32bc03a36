"""Slots and appointments: a slot is held by at most one live appointment, and the database says so."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from itertools import count

from sqlalchemy import ColumnElement, Connection, and_, bindparam, func, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.his_adapter.errors import AlreadyBooked, NotFound, SlotTaken
from frontdesk.his_adapter.records import Appointment, AppointmentState, Slot
from frontdesk.his_adapter.sql import convert
from frontdesk.his_adapter.sql.merging import kept_number
from frontdesk.his_adapter.sql.tables import AppointmentRow, DepartmentRow, PatientRow, PhysicianRow, SlotRow

A_DAY = timedelta(days=1)
HOLD = timedelta(minutes=15)  # an unconfirmed hold older than this may be given to someone else

TAKEN = and_(
    col(AppointmentRow.slot_id) == col(SlotRow.slot_id),
    or_(
        col(AppointmentRow.state) == AppointmentState.CONFIRMED,
        and_(col(AppointmentRow.state) == AppointmentState.HELD, col(AppointmentRow.held_until) > bindparam("now")),
    ),
)
# Nearly every answer to a kiosk shows free times, so this is made once.
FREE = (
    select(*(col(getattr(SlotRow, name)) for name in Slot.model_fields))
    .join(PhysicianRow, col(PhysicianRow.physician_id) == col(SlotRow.physician_id))
    .where(
        col(SlotRow.department_id) == bindparam("of"),
        col(SlotRow.starts) >= bindparam("after"),
        ~col(PhysicianRow.retired),
        ~select(col(AppointmentRow.appointment_id)).where(TAKEN).exists(),
    )
    .order_by(col(SlotRow.starts), col(PhysicianRow.place))
    .limit(bindparam("most"))
)
CLOSED_ON = select(col(DepartmentRow.closed_on)).where(col(DepartmentRow.department_id) == bindparam("of"))


def free_slots(
    connection: Connection, department_id: str, after: datetime, *, limit: int, now: datetime
) -> Sequence[Slot]:
    """The earliest first; none of a day on which the department is closed."""
    asked = {"of": department_id, "after": after, "now": now, "most": limit}
    closed = connection.scalar(CLOSED_ON, {"of": department_id}) or ()
    ahead = [datetime.fromisoformat(day) for day in closed if day >= f"{after:%Y-%m-%d}"]
    starts = col(SlotRow.starts)
    query = FREE.where(*((starts < day) | (starts >= day + A_DAY) for day in ahead)) if ahead else FREE
    return [
        Slot.model_validate(dict(row) | {"slot_id": str(row["slot_id"])})
        for row in connection.execute(query, asked).mappings()
    ]


def hold(
    session: Session,
    slot_id: int,
    patient_id: str,
    *,
    key: str,
    now: datetime,
    department_id: str | None = None,
    replacing: int | None = None,
) -> Appointment:
    """`replacing` is an appointment that falls with this one.

    Raises NotFound for a slot that is none of that department's, SlotTaken for one that is taken or over,
    AlreadyBooked where the patient is somewhere else at that time.
    """
    slot = session.get(SlotRow, slot_id)
    if slot is None or department_id not in (None, slot.department_id):
        raise NotFound(f"slot {slot_id}")
    if slot.starts < now:
        raise SlotTaken(f"slot {slot_id} is over")
    department = _locked_department(session, slot.department_id)
    mine = session.scalar(select(AppointmentRow).where(col(AppointmentRow.key) == key))
    if mine is not None:
        return _appointment(session, mine)
    patient_id = kept_number(session, patient_id)
    _refuse_a_second(session, slot, patient_id, replacing, now)
    _make_free(session, slot_id, now)
    appointment = AppointmentRow(
        slot_id=slot_id,
        department_id=slot.department_id,
        day=slot.starts.date(),
        queue_number=_queue_number(session, department, slot),
        patient_id=patient_id,
        state=AppointmentState.HELD,
        held_until=now + HOLD,
        key=key,
    )
    try:
        with session.begin_nested():
            session.add(appointment)
    except IntegrityError as taken:
        raise SlotTaken(f"slot {slot_id}") from taken
    return convert.appointment(appointment, slot)


def of_patient(session: Session, patient_id: str, after: datetime, *, now: datetime) -> Sequence[Appointment]:
    """What stands of a patient's appointments from then on, the earliest first."""
    query = (
        select(AppointmentRow, SlotRow)
        .join(SlotRow, col(SlotRow.slot_id) == col(AppointmentRow.slot_id))
        .where(
            col(AppointmentRow.patient_id) == kept_number(session, patient_id),
            col(SlotRow.starts) >= after,
            _live(now),
        )
        .order_by(col(SlotRow.starts))
    )
    return [convert.appointment(row, slot) for row, slot in session.execute(query)]


def settle(session: Session, appointment_id: int, state: AppointmentState) -> Appointment:
    """Confirm or cancel; doing so again changes nothing. What was cancelled cannot be confirmed."""
    row = session.get(AppointmentRow, appointment_id, with_for_update=True)
    if row is None:
        raise NotFound(f"appointment {appointment_id}")
    if row.state == AppointmentState.CANCELLED and state is not AppointmentState.CANCELLED:
        raise SlotTaken(f"appointment {appointment_id} was cancelled")
    row.state = state
    if state is AppointmentState.CANCELLED:
        row.key = None
    return _appointment(session, row)


def _locked_department(session: Session, department_id: str) -> DepartmentRow:
    """Bookings of one department queue behind this row, so that queue numbers are given once (PostgreSQL)."""
    query = select(DepartmentRow).where(col(DepartmentRow.department_id) == department_id).with_for_update()
    return session.scalars(query).one()


def _refuse_a_second(session: Session, slot: SlotRow, patient_id: str, replacing: int | None, now: datetime) -> None:
    """Nobody is in two rooms at once. The patient's row is locked: two kiosks may book for one patient (PostgreSQL)."""
    session.scalar(select(PatientRow).where(col(PatientRow.patient_id) == patient_id).with_for_update())
    others = (
        select(SlotRow)
        .join(AppointmentRow, col(AppointmentRow.slot_id) == col(SlotRow.slot_id))
        .where(col(AppointmentRow.patient_id) == patient_id, col(AppointmentRow.day) == slot.starts.date(), _live(now))
        .where(col(SlotRow.slot_id) != slot.slot_id)
    )
    if replacing is not None:
        others = others.where(col(AppointmentRow.appointment_id) != replacing)
    ends = slot.starts + timedelta(minutes=slot.minutes)
    for other in session.scalars(others):
        if other.starts < ends and slot.starts < other.starts + timedelta(minutes=other.minutes):
            raise AlreadyBooked(f"patient {patient_id} is at slot {other.slot_id} then")


def _live(now: datetime) -> ColumnElement[bool]:
    return or_(
        col(AppointmentRow.state) == AppointmentState.CONFIRMED,
        and_(col(AppointmentRow.state) == AppointmentState.HELD, col(AppointmentRow.held_until) > now),
    )


def _make_free(session: Session, slot_id: int, now: datetime) -> None:
    """Gives up an expired hold; raises SlotTaken for a live one."""
    live = select(AppointmentRow).where(
        col(AppointmentRow.slot_id) == slot_id, col(AppointmentRow.state) != AppointmentState.CANCELLED
    )
    other = session.scalar(live)
    if other is None:
        return
    if other.state == AppointmentState.CONFIRMED or other.held_until > now:
        raise SlotTaken(f"slot {slot_id}")
    other.state, other.key = AppointmentState.CANCELLED, None
    session.flush()


def _queue_number(session: Session, department: DepartmentRow, slot: SlotRow) -> str:
    """ "C07": a letter for the department, then the place of the slot in its day, so that numbers run with time.

    Slots may be made anew under appointments that stand; then the next number that nobody holds is given.
    """
    day = slot.starts.date()
    earlier = (
        select(func.count())
        .select_from(SlotRow)
        .join(PhysicianRow, col(PhysicianRow.physician_id) == col(SlotRow.physician_id))
        .where(
            col(SlotRow.department_id) == slot.department_id,
            col(SlotRow.starts) >= datetime.combine(day, time()),
            or_(
                col(SlotRow.starts) < slot.starts,
                and_(col(SlotRow.starts) == slot.starts, col(PhysicianRow.place) < _place(session, slot)),
            ),
        )
    )
    held = select(col(AppointmentRow.queue_number)).where(
        col(AppointmentRow.department_id) == slot.department_id,
        col(AppointmentRow.day) == day,
        col(AppointmentRow.state) != AppointmentState.CANCELLED,
    )
    taken, letters = set(session.scalars(held)), _letters(department.place)
    numbers = (f"{letters}{number:02d}" for number in count((session.scalar(earlier) or 0) + 1))
    return next(number for number in numbers if number not in taken)


def _place(session: Session, slot: SlotRow) -> int:
    return session.get_one(PhysicianRow, slot.physician_id).place


def _letters(place: int) -> str:
    """A to Z, then AA, AB and so on."""
    first, last = divmod(place, 26)
    return (_letters(first - 1) if first else "") + chr(ord("A") + last)


def _appointment(session: Session, row: AppointmentRow) -> Appointment:
    return convert.appointment(row, session.get_one(SlotRow, row.slot_id))
