"""A session as a card of the board: how urgent it is, who waits, what was said."""

from collections.abc import Sequence
from datetime import datetime

from frontdesk.app.reception.record.statements import told
from frontdesk.app.reception.record.wording import age_words
from frontdesk.app.reception.session.state import Alert, State
from frontdesk.app.web.schemas import BoardAlert, Card, CardPatient, CardState
from frontdesk.his_adapter.records import Department, Level
from frontdesk.models.facts import Mood, Relation
from frontdesk.models.red_flags import ELLIPSIS

RANKS = {Level.A: 0, Level.B: 1, Level.I: 2, Level.P: 2, Level.C: 2}
WAITING, HELD, UPSET, ORDINARY, UNFINISHED, DONE = 2, 3, 4, 5, 6, 7
COMPLAINT = 160  # characters quoted on a card


class Cards:
    """Of every session on the board; only those of sessions that have gone on are made anew."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[State, Department | None, Card]] = {}

    def of(self, states: Sequence[State], departments: dict[str, Department]) -> list[Card]:
        before, now = self._made, dict[str, tuple[State, Department | None, Card]]()
        for state in states:
            made, department = before.get(state.session_id), _department(state, departments)
            if made is None or made[0] is not state or made[1] is not department:
                made = state, department, card_of(state, departments)
            now[state.session_id] = made
        self._made = now
        return [card for _, _, card in now.values()]


def urgency(card: Card) -> tuple[int, datetime]:
    """Sorts worst first, until a person has it and has put her name to what she found.

    Emergencies that nobody has answered, taken over or not; other open alarms and whoever waits for a person, by level;
    those in danger whom somebody has, who is upset, the rest, unfinished, done. Among equals the one who has waited
    longest comes first.
    """
    unanswered = min((alert.raised_at for alert in _unanswered(card)), default=card.started)
    return _rank(card), card.waiting_since or unanswered


def _unanswered(card: Card) -> list[BoardAlert]:
    return [alert for alert in card.alerts if alert.acknowledged_by is None]


def _rank(card: Card) -> int:
    alarms = [RANKS[alert.level] for alert in _unanswered(card) if alert.rule]
    if alarms and (not card.taken or min(alarms) == RANKS[Level.A]):
        return min(alarms)
    if card.state is CardState.WAITING:
        return min(WAITING, RANKS[card.level]) if card.level else WAITING
    if card.state is CardState.DONE:
        return DONE
    if card.state is CardState.UNFINISHED:
        return UNFINISHED
    if card.level is not None:
        return HELD
    return UPSET if card.mood is Mood.ANGRY else ORDINARY


def _department(state: State, departments: dict[str, Department]) -> Department | None:
    return departments.get(state.recommended.department_id) if state.recommended else None


def card_of(state: State, departments: dict[str, Department]) -> Card:
    person, waiting = state.person, waiting_since(state)
    department = _department(state, departments)
    complaint, tapped = complaint_of(state)
    return Card(
        session_id=state.session_id,
        kiosk=state.kiosk,
        started=state.started,
        waiting_since=waiting,
        language=state.language,
        age=age_words(person, state.language),
        age_months=person.age_months,
        sex=person.sex,
        about=person.relation.value if person.relation not in (None, Relation.SELF) else "",
        complaint=complaint,
        complaint_tapped=tapped,
        mood=state.mood,
        level=level_of(state),
        alerts=[_alert(state, alert) for alert in state.alerts],
        state=_state(state, waiting),
        owner=_owner(state),
        taken=state.owner is not None,
        department=department.name if department else None,
        verified=state.verified,
        patient=_patient(state),
        linkable=state.consent is True and not state.verified and state.closed is None,
    )


def _patient(state: State) -> CardPatient | None:
    if state.patient_id is None:
        return None
    return CardPatient(
        patient_id=state.patient_id,
        name=state.patient_name or "",
        linked=state.linked_by is not None and state.closed is None,
    )


def waiting_since(state: State) -> datetime | None:
    """Since when this patient waits for a person; None when nobody is waited for, or somebody has come."""
    if state.owner is not None:
        return None
    called = [alert.at for alert in state.open_alerts]
    if called:
        return min(called)
    return state.touched if state.consent is False and not (state.closed or state.alerts) else None


def complaint_of(state: State) -> tuple[str, bool]:
    """What brings the patient, in the words of the turn that first said it, and whether it was tapped instead."""
    first = min((fact.turn for fact in told(state.record) if fact.turn), default=None)
    said = [line for line in state.lines if line.speaker == "patient" and not line.undone and line.text]
    chosen = next((line for line in said if line.number == first), said[0] if said else None)
    if chosen is None:
        return "", False
    words = chosen.text if len(chosen.text) <= COMPLAINT else f"{chosen.text[: COMPLAINT - 1]}…"
    return words, chosen.tapped


def level_of(state: State) -> Level | None:
    """The gravest red flag of the session; a call for a nurse is none, nor is what a nurse has lowered."""
    return min((alert.raised.level for alert in state.in_danger), key=lambda level: RANKS[level], default=None)


def _alert(state: State, alert: Alert) -> BoardAlert:
    """The words it was raised by, and only where nothing was said the tiles."""
    raised, acknowledged = alert.raised, alert.acknowledged
    parts = raised.quote.split(ELLIPSIS)
    said = [part for part in parts if not state.is_on_tiles(part)]
    return BoardAlert(
        alert_id=raised.alert_id,
        level=raised.level,
        rule=raised.rule,
        reason=raised.reason,
        quote=ELLIPSIS.join(said or parts),
        tapped=not said,
        private=raised.private,
        raised_at=alert.at,
        called_again=len(alert.again),
        acknowledged_by=acknowledged.name if acknowledged else None,
        acknowledged_reason=acknowledged.reason if acknowledged else None,
        disputed=alert.disputed,
        disputed_by_tap=alert.disputed is not None and state.is_on_tiles(alert.disputed),
        lowered_by=alert.lowered.name if alert.lowered else None,
        lowered_reason=alert.lowered.reason if alert.lowered else None,
    )


def _state(state: State, waiting: datetime | None) -> CardState:
    if waiting is not None:
        return CardState.WAITING
    if state.closed:
        return CardState.DONE
    if state.owner is not None or state.emergency is not None:
        return CardState.PERSON
    return CardState.UNFINISHED if state.suspended else CardState.MACHINE


def _owner(state: State) -> str | None:
    """Who has it: the one who took over, else the one who last answered an alert that still stands."""
    if state.owner is not None:
        return state.owner.name
    answered = (alert.acknowledged for alert in reversed(state.standing))
    return next((acknowledged.name for acknowledged in answered if acknowledged), None)
