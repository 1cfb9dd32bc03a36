"""The board: sessions as cards, worst first, and one session in full."""

from datetime import datetime

from frontdesk.app.ledger import deliveries
from frontdesk.app.reception.record.medicines import cautions_of, medicines_of
from frontdesk.app.reception.record.sbar import sbar
from frontdesk.app.reception.record.statements import told
from frontdesk.app.reception.record.wording import age_words, name_of, pick
from frontdesk.app.reception.session.events import ScreeningItem
from frontdesk.app.reception.session.log import Live
from frontdesk.app.reception.session.state import Alert, State
from frontdesk.app.web.kiosk_use import kiosk_views
from frontdesk.app.web.medicine_lines import caution_lines, medicine_lines
from frontdesk.app.web.parts import Parts
from frontdesk.app.web.schemas import (
    BoardAlert,
    BoardLine,
    BoardSession,
    BoardView,
    Card,
    CardPatient,
    CardState,
    DamagedView,
    DeliveryView,
    GivenUpView,
    MisuseView,
    ModelLoad,
    ScreeningItemView,
    Strip,
)
from frontdesk.app.web.session_view import understood_of
from frontdesk.his_adapter.errors import NotSent
from frontdesk.his_adapter.records import Department, Level
from frontdesk.models.facts import Fact, Language, Mood, Relation, Topic
from frontdesk.models.red_flags import ELLIPSIS
from frontdesk.models.runner import EMBEDDED

RANKS = {Level.A: 0, Level.B: 1, Level.I: 2, Level.P: 2, Level.C: 2}
WAITING, HELD, UPSET, ORDINARY, UNFINISHED, DONE = 2, 3, 4, 5, 6, 7
SHOWN = 20  # entries that could not be sent
COMPLAINT = 160  # characters quoted on a card


def board_view(live: Live, parts: Parts, *, position: int) -> BoardView:
    now, departments = parts.clock(), {d.department_id: d for d in parts.hospital.directory.departments()}
    cards = sorted((card_of(state, departments) for state in live.states), key=urgency)
    waiting = [card.waiting_since for card in cards if card.waiting_since is not None]
    strip = Strip(
        sessions=sum(card.state not in (CardState.DONE, CardState.UNFINISHED) for card in cards),
        waiting=len(waiting),
        longest_wait_seconds=max((int((now - since).total_seconds()) for since in waiting), default=0),
        mode=parts.reception.services.models.names or EMBEDDED,
        model_away=parts.reception.services.models.away,
        model_loads=_loads(parts),
    )
    damaged = [DamagedView(**one._asdict()) for one in live.damaged]
    return BoardView(
        strip=strip,
        kiosks=kiosk_views(live.states, parts),
        cards=cards,
        damaged=damaged,
        misuse=_misuse(parts),
        delivery=delivery_view(parts),
        position=position,
    )


def _loads(parts: Parts) -> list[ModelLoad]:
    names = parts.reception.services.models.servers
    return [ModelLoad(names=names[load.server], **load.model_dump(exclude={"server"})) for load in parts.loads.newest]


def delivery_view(parts: Parts) -> DeliveryView:
    waiting, since = deliveries.waiting_since(parts.engine)
    given_up = [
        GivenUpView(
            outbox_id=one.outbox_id,
            kind=one.kind,
            outpatient_number=one.number,
            patient_id=one.subject,
            created=one.created,
            attempts=one.attempts,
            reason=one.reason or NotSent.FAILED,
        )
        for one in deliveries.given_up(parts.engine, limit=SHOWN)
    ]
    return DeliveryView(given_up=given_up, waiting=waiting, since=since)


def _misuse(parts: Parts) -> list[MisuseView]:
    guessing = [MisuseView(kiosk=one.kiosk, what="guessing") for one in parts.guesses.going_on(now=parts.clock())]
    return [*guessing, *(MisuseView(kiosk=kiosk, what="flooding") for kiosk in parts.flood.going_on())]


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


def card_of(state: State, departments: dict[str, Department]) -> Card:
    person, waiting = state.person, waiting_since(state)
    department = departments.get(state.recommended.department_id) if state.recommended else None
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


def board_session(state: State, parts: Parts) -> BoardSession:
    departments = {d.department_id: d for d in parts.hospital.directory.departments()}
    recommended = state.recommended
    return BoardSession(
        card=card_of(state, departments),
        lines=[BoardLine.model_validate(line.model_dump(include=set(BoardLine.model_fields))) for line in state.lines],
        understood={language: understood_of(state, language) for language in Language},
        screening={language: [_screening_item(one, language) for one in state.screening] for language in Language},
        tasks={language: [note.text[language] for note in state.notes] for language in Language},
        department=(
            {language: parts.departments.view(recommended.department_id, language) for language in Language}
            if recommended
            else None
        ),
        handed_over=state.handed_over,
        medicines=medicine_lines(medicines_of(state)),
        cautions=caution_lines(cautions_of(state)),
        sbar={language: sbar(state, language, now=parts.clock()) for language in Language},
    )


def _screening_item(one: ScreeningItem, language: Language) -> ScreeningItemView:
    sign, complaint = (Fact(topic=Topic.FINDING, code=code, quote="") for code in (one.sign, one.because))
    because = WORDS if one.because == "words" else (name_of(complaint, Language.ZH), name_of(complaint, Language.EN))
    return ScreeningItemView(sign=name_of(sign, language), because=pick(because, language), met=one.met)


WORDS = ("病人的话", "the patient's words")


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
