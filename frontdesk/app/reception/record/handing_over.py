"""Where a session's record belongs, and how it reads, as the talk stands; it is followed until the talk has ended."""

from collections.abc import Sequence
from datetime import datetime

from frontdesk.app.reception.record.summary import patient_id_of, visit_of
from frontdesk.app.reception.session.events import AlertRaised
from frontdesk.app.reception.session.state import State
from frontdesk.his_adapter.records import Appointment, AppointmentState, Department, Slot, Visit


def for_the_alarm(departments: Sequence[Department], raised: AlertRaised) -> Department | None:
    """Where an emergency's record goes."""
    routes = (raised.route, "emergency")
    return next((d for route in routes for d in departments if route in d.specialties), None)


def appointment_of(state: State, department_id: str) -> Appointment | None:
    """What the patient has booked at that department, as it was recorded."""
    booked = state.booked
    if booked is None or (booked.department_id or state.department_id) != department_id:
        return None
    return Appointment(
        appointment_id=booked.appointment_id,
        slot=Slot(
            slot_id=booked.slot_id,
            department_id=department_id,
            physician_id=booked.physician_id,
            starts=booked.starts,
            minutes=booked.minutes,
        ),
        patient_id=patient_id_of(state),
        state=AppointmentState.CONFIRMED,
        queue_number=booked.queue_number,
    )


def visit_now(state: State, handed: Visit, departments: Sequence[Department], *, now: datetime) -> Visit:
    """The visit of a session that was handed over as `handed`, in the language of that page.

    While an alarm stands it belongs to the emergency; else to the department named, or to where it was handed.
    """
    if handed.summary is not None:
        state = state.model_copy(update={"language": handed.summary.language})
    by_id = {department.department_id: department for department in departments}
    alarm = for_the_alarm(departments, state.emergency.raised) if state.emergency else None
    named = by_id.get(state.department_id) if state.department_id and not alarm else None
    unfinished = bool(state.closed and not (state.emergency or state.recommended))
    return visit_of(state, alarm or named or by_id[handed.department_id], now=now, unfinished=unfinished)
