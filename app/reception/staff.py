"""What a reception nurse does to a session: take over, speak, reroute, acknowledge, hand back."""

from app.reception.department import arrival
from app.reception.errors import NotNow
from app.reception.house import House
from app.reception.session.events import (
    AlertAcknowledged,
    Closed,
    DepartmentRecommended,
    Event,
    NurseSaid,
    Released,
    TakenOver,
)
from app.reception.session.state import Alert, State
from app.reception.steps.steps import hand_over, hand_over_unfinished, line, without_booking
from his_adapter.errors import NotFound
from his_adapter.records import Department, Level
from models.speaking import join, say


def take_over(state: State, *, by: str, name: str) -> tuple[Event, ...]:
    """The machine is silent from here on; the patient is told who joined. Whoever comes last has it."""
    if state.owner and state.owner.by == by:
        return ()
    joined = TakenOver(by=by, name=name)
    return (joined, line(state, say("nurse_joined", state.language, name=name), state.question))


def release(state: State, *, by: str) -> tuple[Event, ...]:
    if state.owner is None:
        raise NotNow("nobody has taken this session over")
    again = state.question.text[state.language] if state.question else ""
    text = join(state.language, say("nurse_left", state.language), again)
    return (Released(by=by), line(state, text, state.question))


def message(state: State, *, message_id: str, text: str, name: str) -> tuple[Event, ...]:
    """A line from a person; the same message id again changes nothing."""
    if message_id in state.message_ids:
        return ()
    return (NurseSaid(turn_id=message_id, text=text, language=state.language, question=state.question, by=name),)


def reroute(house: House, state: State, department_id: str, *, name: str, reason: str) -> tuple[Event, ...]:
    department = house.department(department_id)
    if department is None:
        raise NotFound(f"department {department_id}")
    decided = DepartmentRecommended(
        department_id=department_id, specialty=department.specialties[0], confidence=1.0, reasons=(), by=name
    )
    text = join(
        state.language,
        say("rerouted", state.language, name=name, department=department.name[state.language]),
        without_booking(state, department_id),
        arrival.where(department, state.language),
    )
    return (decided, NurseSaid(turn_id=None, text=text, language=state.language, by=name))


def acknowledge(house: House, session_id: str, alert_id: str, *, by: str, name: str, reason: str) -> State:
    """The same press again changes nothing. A level-A alarm's emergency hand-over goes out with its acknowledgement."""
    state = house.log.state(session_id)
    alert = next((a for a in state.alerts if a.raised.alert_id == alert_id), None)
    if alert is None:
        raise NotFound(f"alert {alert_id}")
    if alert.acknowledged:
        return state
    answered = AlertAcknowledged(alert_id=alert_id, by=by, name=name, reason=reason)
    department = _emergency(house, state, alert)
    if department is None:
        return house.log.append(session_id, (answered,), after=state.sequence, at=house.now())
    return hand_over(house, state, department, (answered,))


def close(house: House, session_id: str, *, by: str) -> State:
    """Ends a session from the board: the patient is in good hands. Alarms have to be answered first."""
    state = house.log.state(session_id)
    if state.closed:
        return state
    if any(a.raised.level is Level.A for a in state.open_alerts):
        raise NotNow("an alarm is still unanswered")
    closed = Closed(reason="emergency" if state.emergency else "by_staff", by=by)
    named = state.recommended if state.consent else None  # who declined leaves no record
    department = house.department(named.department_id) if named else None
    if department is not None and state.handed_over is None:
        return hand_over(house, state, department, (closed,))
    if department is None and (unfinished := hand_over_unfinished(house, state, (closed,))):
        return unfinished
    return house.log.append(session_id, (closed,), after=state.sequence, at=house.now())


def _emergency(house: House, state: State, alert: Alert) -> Department | None:
    """Where the emergency hand-over goes; None when none is due."""
    if alert.raised.level is not Level.A or state.handed_over is not None or state.closed:
        return None
    routes = (alert.raised.route, "emergency")
    return next((d for route in routes for d in house.departments if route in d.specialties), None)
