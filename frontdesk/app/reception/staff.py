"""What a reception nurse does to a session: take over, speak, reroute, acknowledge, hand back."""

from frontdesk.app.reception.department import arrival
from frontdesk.app.reception.errors import NotNow, ReasonMissing
from frontdesk.app.reception.permitted import TALKING
from frontdesk.app.reception.record.handing_over import for_the_alarm
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import (
    AlertAcknowledged,
    AlertsLowered,
    Closed,
    DepartmentRecommended,
    Event,
    Found,
    NurseSaid,
    Released,
    TakenOver,
)
from frontdesk.app.reception.session.state import Alert, State, ahead
from frontdesk.app.reception.steps.steps import hand_over, hand_over_unfinished, line, without_booking
from frontdesk.app.reception.turn.resumed import goes_on
from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.records import Department, Level
from frontdesk.models.speaking import join, say
from frontdesk.models.speaking.titles import as_nurse

SHORTEST_REASON = 2  # characters


def take_over(state: State, *, by: str, name: str) -> tuple[Event, ...]:
    """The machine is silent from here on; the patient is told who joined. Whoever comes last has it."""
    if state.owner and state.owner.by == by:
        return ()
    joined = TakenOver(by=by, name=name)
    told = say("nurse_joined", state.language, name=as_nurse(name, state.language))
    return (joined, line(state, told, state.question))


def release(
    services: Services, state: State, *, by: str, name: str, reason: str, lowers: bool = True
) -> tuple[Event, ...]:
    """The machine goes on. A session in danger is handed back with a reason; unless `lowers`, it stays in danger.

    Raises NotNow, and ReasonMissing.
    """
    if state.owner is None:
        raise NotNow("nobody has taken this session over")
    if state.in_danger and len(reason) < SHORTEST_REASON:
        raise ReasonMissing("a session in danger is handed back with a reason")
    lowered = _lowered(state, by=by, name=name, reason=reason) if lowers else ()
    events = (*lowered, Released(by=by, reason=reason))
    then = ahead(state, events, at=services.now())
    left = say("nurse_left", state.language)
    if then.emergency is not None:
        return (*events, line(state, say("nurse_left_in_danger", state.language)))
    if lowered and state.question is None and then.phase in TALKING:
        return (*events, *_goes_on(services, then))
    again = state.question.text[state.language] if state.question else ""
    return (*events, line(state, join(state.language, left, again), state.question))


def _goes_on(services: Services, state: State) -> tuple[Event, ...]:
    """The machine speaks on where an alarm had stopped it."""
    following = goes_on(services, state)
    text = join(state.language, say("nurse_left", state.language), following.text)
    said = line(state, text, following.question).model_copy(update={"screening": following.screening})
    return (*following.before, said)


def _lowered(state: State, *, by: str, name: str, reason: str) -> tuple[Event, ...]:
    """Every red flag that stands; what nobody had answered is answered with it."""
    ids = tuple(alert.raised.alert_id for alert in state.in_danger)
    unanswered = (alert.raised.alert_id for alert in state.in_danger if alert.acknowledged is None)
    answered = (AlertAcknowledged(alert_id=one, by=by, name=name, reason=reason) for one in unanswered)
    return (*answered, AlertsLowered(alert_ids=ids, by=by, name=name, reason=reason)) if ids else ()


def message(state: State, *, message_id: str, text: str, name: str) -> tuple[Event, ...]:
    """A line from a person; the same message id again changes nothing."""
    if message_id in state.message_ids:
        return ()
    return (NurseSaid(turn_id=message_id, text=text, language=state.language, question=state.question, by=name),)


def reroute(services: Services, state: State, department_id: str, *, name: str, reason: str) -> tuple[Event, ...]:
    department = services.department(department_id)
    if department is None:
        raise NotFound(f"department {department_id}")
    decided = DepartmentRecommended(
        department_id=department_id, specialty=department.specialties[0], confidence=1.0, reasons=(), by=name
    )
    signed = as_nurse(name, state.language)
    text = join(
        state.language,
        say("rerouted", state.language, name=signed, department=department.name[state.language]),
        without_booking(state, department_id),
        arrival.way(services, department, services.now(), state.language),
    )
    return (decided, NurseSaid(turn_id=None, text=text, language=state.language, by=name))


def acknowledge(
    services: Services, session_id: str, alert_id: str, *, by: str, name: str, reason: str, found: Found = "unseen"
) -> State:
    """The same press again changes nothing. A level-A alarm's emergency hand-over goes out with its acknowledgement.

    A red flag that she looked at and found to be no danger is lowered: the talk goes on, and the department named
    before stands. A disputed one brings no emergency hand-over until a nurse finds that it is so.
    """
    state = services.log.state(session_id)
    alert = next((a for a in state.alerts if a.raised.alert_id == alert_id), None)
    if alert is None:
        raise NotFound(f"alert {alert_id}")
    if alert.acknowledged:
        return state
    answered = AlertAcknowledged(alert_id=alert_id, by=by, name=name, reason=reason, found=found)
    if found == "no_danger" and alert.raised.rule:
        lowered = AlertsLowered(alert_ids=(alert_id,), by=by, name=name, reason=reason)
        then = ahead(state, (answered, lowered), at=services.now())
        stopped = state.owner is None and state.emergency is not None
        following = _goes_on(services, then) if stopped and then.phase in TALKING else ()
        events = (answered, lowered, *following)
        return services.log.append(session_id, events, after=state.sequence, at=services.now())
    department = _emergency(services, ahead(state, (answered,), at=services.now()), alert)
    if department is None:
        return services.log.append(session_id, (answered,), after=state.sequence, at=services.now())
    return hand_over(services, state, department, (answered,))


def close(services: Services, session_id: str, *, by: str, name: str = "", why: str = "") -> State:
    """Ends a session from the board: the patient is in good hands. Alarms have to be answered first.

    A damaged one is ended with a reason, which stands on the page. Raises NotNow, and ReasonMissing.
    """
    state = services.log.state(session_id)
    if state.closed:
        return state
    if state.unreadable and len(why) < SHORTEST_REASON:
        raise ReasonMissing("a damaged session is ended with a reason")
    if not state.unreadable and any(a.raised.level is Level.A for a in state.open_alerts):
        raise NotNow("an alarm is still unanswered")
    closed = Closed(reason="emergency" if state.emergency else "by_staff", by=by, name=name, why=why)
    ended = state.model_copy(update={"closed": closed})
    named = state.recommended if state.consent else None  # who declined leaves no record
    department = services.department(named.department_id) if named else None
    if department is not None and state.handed_over is None:
        return hand_over(services, ended, department, (closed,))
    if department is None and (unfinished := hand_over_unfinished(services, ended, (closed,))):
        return unfinished
    return services.log.append(session_id, (closed,), after=state.sequence, at=services.now())


def _emergency(services: Services, state: State, alert: Alert) -> Department | None:
    """Where the emergency hand-over goes by the `state` with the answer in it; None when none is due."""
    due = alert.raised.level is Level.A and state.handed_over is None and not state.closed and state.emergency
    return for_the_alarm(services.departments, alert.raised) if due else None
