"""A session as it stands: a pure fold over its events."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from functools import cached_property, reduce

from frontdesk.app.reception.session.events import (
    VALUE_OR_DOSE,
    Action,
    ActionChosen,
    AlertAcknowledged,
    AlertDisputed,
    AlertRaised,
    AlertsLowered,
    AnswerUndone,
    Booked,
    BookingCancelled,
    CalledAgain,
    Closed,
    ConsentDeclined,
    ConsentGiven,
    DepartmentRecommended,
    DepartmentRefused,
    EarlierVisit,
    Entry,
    Event,
    FindingRaised,
    GuestChosen,
    IdentityTakenBack,
    IdentityTried,
    IdentityVerified,
    IdentityWanted,
    LanguageChanged,
    NurseSaid,
    PatientSaid,
    Question,
    RecordConfirmed,
    Recorded,
    RecordExtended,
    RecordHandedOver,
    Released,
    Resumed,
    RetrievalDone,
    ScreeningItem,
    Started,
    Suspended,
    TakenOver,
    TimeChosen,
)
from frontdesk.app.reception.session.questions import INTERRUPTING, OF_A_COMPLAINT, OFFERED
from frontdesk.his_adapter.access import UnverifiedPatient, VerifiedPatient
from frontdesk.his_adapter.records import Level, Text
from frontdesk.models.facts import Fact, Language, Mood, Person, Record, Topic, Value
from frontdesk.models.specialists.medication.listing import ListedMedicine

IDENTITY_TRIES = 3


class Phase(StrEnum):
    """What the kiosk shows."""

    CONSENT = "consent"
    IDENTITY = "identity"
    CONVERSATION = "conversation"
    RECOMMENDATION = "recommendation"
    EMERGENCY = "emergency"  # level A: stay where you are
    PRIVATE = "private"  # someone will be with you now; nothing else on the screen
    WITH_NURSE = "with_nurse"  # a person has taken over, or was called
    SUSPENDED = "suspended"
    ENDED = "ended"


class Line(Value):
    """One line of the conversation, whoever spoke."""

    sequence: int
    at: datetime
    speaker: str  # "patient", "nurse", "staff"
    name: str | None
    text: str
    undone: bool = False
    number: int | None = None  # the patient turn
    tapped: bool = False  # a tile: what stands on it is no words of theirs
    spoken: bool = False  # as a recogniser heard it
    confidence: float | None = None  # the recogniser's, 0 to 1


class Note(Value):
    """Something for the doctor that a specialist found."""

    turn: int
    quote: str
    text: Text


class Alert(Value):
    raised: AlertRaised
    at: datetime
    acknowledged: AlertAcknowledged | None = None
    again: tuple[datetime, ...] = ()  # when the patient called again
    disputed: str | None = None  # the patient's words against it
    lowered: AlertsLowered | None = None

    @property
    def is_confirmed(self) -> bool:
        """A nurse looked, and found it so."""
        return self.acknowledged is not None and self.acknowledged.found == "danger"


class State(Value):
    """Everything the engine and the screens need of one session; built only by `fold`."""

    session_id: str
    kiosk: str
    entry: Entry
    language: Language
    started: datetime
    touched: datetime
    sequence: int
    position: int
    consent: bool | None = None
    patient_id: str | None = None
    patient_name: str | None = None
    guest: bool = False
    linked_by: str | None = None  # the nurse who linked the session to the patient's chart
    identity_failures: int = 0
    earlier: EarlierVisit | None = None
    on_record: tuple[ListedMedicine, ...] = ()  # medicines
    turns: int = 0
    last: PatientSaid | None = None
    answered: bool = True  # the last patient turn has its answer
    extended: tuple[RecordExtended, ...] = ()  # one per turn, in order; undone ones removed
    undone: frozenset[int] = frozenset()
    reply: NurseSaid | None = None
    question: Question | None = None
    screening: tuple[ScreeningItem, ...] = ()  # danger signs to be asked before a department is named
    asked: tuple[str, ...] = ()  # keys of the questions put, in order
    turn_ids: frozenset[str] = frozenset()
    message_ids: frozenset[str] = frozenset()  # of lines from staff
    questions: tuple[tuple[int, Question], ...] = ()  # with the number of turns before each, for going back
    lines: tuple[Line, ...] = ()
    alerts: tuple[Alert, ...] = ()
    cleared: frozenset[str] = frozenset()  # alerts that a nurse has lowered, and calls she came to and handed back
    own_read_at: int | None = None  # patient turns when something of the patient's own records was last read
    lowered_at: int = 0  # patient turns when a nurse last lowered one
    actions: tuple[Action, ...] = ()
    whys: tuple[str, ...] = ()  # why each action was chosen
    not_understood: int = 0  # patient turns running
    findings: tuple[FindingRaised, ...] = ()
    recommended: DepartmentRecommended | None = None
    named_at: int = 0  # patient turns when it was
    departments_named: tuple[str, ...] = ()  # so far, by their ids, the first one first
    refused: tuple[str, ...] = ()  # departments that the patient did not want, by their ids
    time_chosen: str | None = None  # the free time they named in words, until it is booked
    confirmed: bool = False  # the patient says that what the doctor will read is right
    booked: Booked | None = None
    owner: TakenOver | None = None
    suspended: bool = False
    handed_over: int | None = None
    closed: Closed | None = None
    unreadable: bool = False  # salvaged: some of its events could not be read

    @cached_property
    def record(self) -> Record:
        """The record so far: later facts of the same name replace earlier ones, withdrawn ones are gone."""
        return record_of(self.extended)

    @cached_property
    def person(self) -> Person:
        return reduce(_told_of_person, self.extended, Person())

    @cached_property
    def suspected(self) -> tuple[str, ...]:
        """Red flags that a model heard in the patient's words, and that are to be asked about."""
        return tuple(dict.fromkeys(rule for turn in self.extended for rule in turn.suspected))

    @property
    def mood(self) -> Mood:
        return next((turn.mood for turn in reversed(self.extended) if turn.mood), Mood.CALM)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What specialists noted for the doctor in turns that still count; a later word on the same thing replaces."""
        counted: dict[tuple[str, str, str], FindingRaised] = {}
        for f in self.findings:
            if f.turn in self.undone:
                continue
            for what in f.takes_back:
                counted.pop((f.specialist, what, f.quote), None)
            if f.note:
                counted[f.specialist, f.what, f.quote] = f
        return tuple(Note(turn=f.turn, quote=f.quote, text=f.note) for f in counted.values() if f.note)

    @property
    def principal(self) -> VerifiedPatient | UnverifiedPatient:
        """As whom the hospital's records are asked; it comes from compared identifiers alone."""
        return VerifiedPatient(patient_id=self.patient_id) if self.patient_id else UnverifiedPatient()

    @property
    def department_id(self) -> str | None:
        """The department that is named."""
        return self.recommended.department_id if self.recommended else None

    @property
    def verified(self) -> bool:
        return self.patient_id is not None

    @cached_property
    def said(self) -> tuple[str, ...]:
        """The patient's utterances that still count, in order."""
        return tuple(line.text for line in self.lines if line.speaker == "patient" and not line.undone)

    def is_on_tiles(self, words: str) -> bool:
        """Whether the words stand on tiles that were tapped and nobody said them."""
        lines = [line for line in self.lines if line.number is not None and words and words in line.text]
        return bool(lines) and all(line.tapped for line in lines)

    @cached_property
    def shown(self) -> frozenset[str]:
        """Keys of all tiles that stood on the screen with a question that still counts."""
        return frozenset(option.key for _, question in self.questions for option in question.options)

    @cached_property
    def offered(self) -> frozenset[str]:
        """Codes of the findings that were offered as what the words may mean."""
        pages = (question for _, question in self.questions if question.key in OFFERED)
        return frozenset(option.key.rpartition(":")[2] for page in pages for option in page.options)

    @cached_property
    def last_turn(self) -> int:
        """Number of the last patient turn that still counts; 0 when there is none."""
        return max((line.number for line in self.lines if line.number and not line.undone), default=0)

    @property
    def reopened(self) -> Question | None:
        """The question that going back would put again."""
        return next((q for before, q in reversed(self.questions) if before < self.last_turn), None)

    @property
    def interrupted(self) -> Question | None:
        """The page still unanswered whose place a question beside the interview has taken."""
        if self.question is None or self.question.key not in INTERRUPTING:
            return None
        return next((q for _, q in reversed(self.questions) if q.key not in INTERRUPTING), None)

    @cached_property
    def standing(self) -> tuple[Alert, ...]:
        """Alerts that count: the level of a session is the highest of them, answered or not."""
        return tuple(alert for alert in self.alerts if alert.raised.alert_id not in self.cleared)

    @property
    def in_danger(self) -> tuple[Alert, ...]:
        """The standing red flags; a call for a person is none."""
        return tuple(alert for alert in self.standing if alert.raised.rule)

    @property
    def open_alerts(self) -> tuple[Alert, ...]:
        return tuple(alert for alert in self.alerts if alert.acknowledged is None)

    @property
    def in_hands(self) -> bool:
        """A person has taken over, and no emergency is told of."""
        return self.owner is not None and self.phase not in (Phase.EMERGENCY, Phase.PRIVATE)

    @property
    def person_called(self) -> bool:
        return self.owner is not None or any(not a.raised.rule for a in self.open_alerts)

    @property
    def nurse_awaited(self) -> tuple[Alert, ...]:
        """The calls that nobody has answered yet: what was promised, and what the screens say, rests on these.

        Nobody is kept for a dose that they have put right; on the board it stands with their words beside it.
        """
        noted = [note.text for note in self.notes]
        put_right = (a for a in self.open_alerts if a.raised.rule == VALUE_OR_DOSE and a.disputed)
        settled = {a.raised.alert_id for a in put_right if a.raised.reason not in noted}
        called = (a for a in self.open_alerts if a.raised.level is not Level.I)
        return () if self.owner else tuple(a for a in called if a.raised.alert_id not in settled)

    @property
    def on_infection_route(self) -> bool:
        """A mask and the separate way hold until what they rest on is taken back, or a nurse clears them."""
        return any(alert.raised.level is Level.I and not alert.disputed for alert in self.standing)

    @property
    def is_fetched(self) -> bool:
        """An alarm below level A stands: a nurse takes the patient there."""
        return any(alert.raised.level is Level.B and not alert.disputed for alert in self.standing)

    @cached_property
    def emergency(self) -> Alert | None:
        """The level-A alert that stopped the interview, acknowledged or not; None once a nurse has lowered it.

        One that the patient disputes stays on the board, and the talk goes on until a nurse finds that it is so.
        """
        believed = (a for a in self.standing if a.raised.private or a.disputed is None or a.is_confirmed)
        return next((a for a in believed if a.raised.level is Level.A), None)

    @cached_property
    def phase(self) -> Phase:
        if self.closed:
            return Phase.ENDED
        if self.suspended:
            return Phase.SUSPENDED
        if self.emergency:
            private = any(a.raised.private for a in self.standing)
            return Phase.PRIVATE if private else Phase.EMERGENCY
        if any(a.raised.private for a in self.open_alerts):
            return Phase.PRIVATE
        if self.owner or self.consent is False:
            return Phase.WITH_NURSE
        if self.consent is None:
            return Phase.CONSENT
        if not (self.verified or self.guest):
            return Phase.IDENTITY
        return Phase.RECOMMENDATION if self.recommended and self.question is None else Phase.CONVERSATION


def _told_of_person(known: Person, turn: RecordExtended) -> Person:
    """A withdrawn "person:sex" leaves the sex unknown."""
    gone = {key.partition(":")[2] for key in turn.withdrawn if key.startswith("person:")}
    gone |= {"age_between"} if "age_months" in gone else set()
    return known.model_copy(update=dict.fromkeys(gone)).updated(turn.person)


def record_of(extended: Iterable[RecordExtended]) -> Record:
    facts: dict[str, Fact] = {}
    for turn in extended:
        for key in turn.withdrawn:
            facts.pop(key, None)
        for fact in turn.facts:
            facts[fact.key] = _with_its_dose(fact, facts.get(fact.key))
    return tuple(facts.values())


def _with_its_dose(fact: Fact, before: Fact | None) -> Fact:
    """A medicine named again, or lit as a tile, is taken as it was told, unless another dose is told."""
    again = before is not None and fact.topic is Topic.MEDICINE and fact.status is before.status
    return fact.model_copy(update={"details": before.details.updated(fact.details)}) if before and again else fact


def fold(events: Iterable[Recorded], state: State | None = None) -> State | None:
    """The state after `events`, starting from `state`; None when nothing has happened."""
    for recorded in events:
        state = step(state, recorded)
    return state


def ahead(state: State, events: Iterable[Event], *, at: datetime) -> State:
    """The state as it will be when `events` are recorded; their position is not known yet."""
    for event in events:
        place = Recorded(
            position=state.position, session_id=state.session_id, sequence=state.sequence + 1, at=at, event=event
        )
        state = step(state, place)
    return state


def orphaned(state: State, events: Iterable[Event], *, at: datetime) -> tuple[Event, ...]:
    """The cancellation of a booked time whose department `events` take away: it belongs to the one named before."""
    if state.booked is None:
        return ()
    then = ahead(state, events, at=at)
    if then.booked is not state.booked or then.department_id == state.department_id:
        return ()
    return (BookingCancelled(appointment_id=state.booked.appointment_id),)


def step(state: State | None, recorded: Recorded) -> State:
    """One event applied. Raises ValueError when a session does not begin with Started."""
    event = recorded.event
    if state is None:
        if not isinstance(event, Started):
            raise ValueError(f"session {recorded.session_id} does not begin with Started")
        return State(
            session_id=recorded.session_id,
            kiosk=event.kiosk,
            entry=event.entry,
            language=event.language,
            started=recorded.at,
            touched=recorded.at,
            sequence=recorded.sequence,
            position=recorded.position,
        )
    place = {"touched": recorded.at, "sequence": recorded.sequence, "position": recorded.position}
    return state.model_copy(update=place | _change(state, recorded, event))


def _change(state: State, recorded: Recorded, event: Event) -> dict[str, object]:
    match event:
        case PatientSaid():
            tapped = event.means == "tapped"
            said = _line(state, recorded, "patient", event.text, number=event.number, tapped=tapped, said=event)
            turn_ids = state.turn_ids | {event.turn_id}
            said["time_chosen"] = None
            return said | {"turns": event.number, "turn_ids": turn_ids, "last": event, "answered": False}
        case NurseSaid():
            return _nurse_said(state, recorded, event)
        case RecordExtended():
            running = 0 if event.by and event.facts else state.not_understood  # a model understood it later
            extended, asked = (*state.extended, event), still_asked(state.asked, event.withdrawn)
            return {"extended": extended, "asked": asked, "not_understood": running}
        case AnswerUndone():
            return _undo(state, event)
        case AlertRaised():
            return {"alerts": (*state.alerts, Alert(raised=event, at=recorded.at))}
        case AlertAcknowledged():
            return {"alerts": _with_alerts(state, event.alert_id, acknowledged=event)}
        case CalledAgain():
            return {"alerts": tuple(_called_again(alert, event, recorded.at) for alert in state.alerts)}
        case AlertDisputed():
            return {"alerts": _with_alerts(state, event.alert_id, disputed=event.quote)}
        case AlertsLowered():
            alerts, cleared = _with_alerts(state, *event.alert_ids, lowered=event), state.cleared.union(event.alert_ids)
            return {"alerts": alerts, "cleared": cleared, "lowered_at": state.turns}
        case FindingRaised():
            return {"findings": (*state.findings, event)}
        case ActionChosen():
            running = 0 if event.understood else state.not_understood + 1
            actions, whys = (*state.actions, event.action), (*state.whys, event.why)
            return {"actions": actions, "whys": whys, "not_understood": running}
        case IdentityTried():
            return {"identity_failures": state.identity_failures + 1}
        case IdentityVerified():
            known = RecordExtended(turn=0, person=event.person)
            return {
                "patient_id": event.patient_id,
                "patient_name": event.name,
                "guest": False,
                "extended": (*state.extended, known),
                "on_record": event.medicines,
                "linked_by": event.by,
            }
        case IdentityTakenBack():
            return {
                "patient_id": None,
                "patient_name": None,
                "guest": True,
                "linked_by": None,
                "extended": tuple(one for one in state.extended if one.turn),
                "on_record": (),
                "earlier": None,
                "own_read_at": None,
            }
        case DepartmentRecommended():
            wanted = tuple(one for one in state.refused if one != event.department_id)
            named_so_far = tuple(dict.fromkeys((*state.departments_named, event.department_id)))
            return {
                "recommended": event,
                "named_at": state.turns,
                "refused": wanted,
                "departments_named": named_so_far,
            }
        case DepartmentRefused():
            refused = (*(one for one in state.refused if one != event.department_id), event.department_id)
            named = None if state.department_id == event.department_id else state.recommended
            return {"recommended": named, "refused": refused}
        case Released():
            came_to = (a.raised.alert_id for a in state.alerts if a.acknowledged and not a.raised.rule)
            return {"owner": None, "cleared": state.cleared.union(came_to)}
        case _:
            return _simple(state, event)


def _called_again(alert: Alert, event: CalledAgain, at: datetime) -> Alert:
    if alert.raised.alert_id not in event.alert_ids:
        return alert
    return alert.model_copy(update={"again": (*alert.again, at)})


def still_asked(asked: tuple[str, ...], withdrawn: tuple[str, ...]) -> tuple[str, ...]:
    """Without a complaint's pages, once it is taken out: they may be asked of another one."""
    of_complaint = (key for key in withdrawn if key.startswith(("finding:", "request:", "said:open:")))
    taken_out = any(not key.endswith(":none") for key in of_complaint)
    return tuple(key for key in asked if not (taken_out and key in OF_A_COMPLAINT))


def _simple(state: State, event: Event) -> dict[str, object]:
    match event:
        case ConsentGiven():
            return {"consent": True}
        case ConsentDeclined():
            return {"consent": False}
        case LanguageChanged():
            return {"language": event.language}
        case GuestChosen():
            return {"guest": True}
        case IdentityWanted():
            return {"guest": False}
        case EarlierVisit():
            return {"earlier": event, "own_read_at": state.turns}
        case RetrievalDone(records=records) if records:
            return {"own_read_at": state.turns}
        case RecordConfirmed():
            return {"confirmed": True}
        case Booked():
            return {"booked": event, "time_chosen": None}
        case TimeChosen():
            return {"time_chosen": event.slot_id}
        case BookingCancelled():
            return {"booked": None}
        case TakenOver():
            return {"owner": event}
        case Suspended():
            return {"suspended": True}
        case Resumed():
            return {"suspended": False, "kiosk": event.kiosk}
        case RecordHandedOver():
            return {"handed_over": event.outpatient_number}
        case Closed():
            return {"closed": event}
        case _:
            return {}


def _nurse_said(state: State, recorded: Recorded, event: NurseSaid) -> dict[str, object]:
    answered = state.answered or (state.last is not None and event.turn_id == state.last.turn_id)
    change: dict[str, object] = {"reply": event, "question": event.question, "answered": answered}
    if event.screening is not None:
        change["screening"] = event.screening
    if event.by and event.turn_id:
        change["message_ids"] = state.message_ids | {event.turn_id}
    if event.question:
        change["asked"] = (*state.asked, event.question.key)
    if event.question and event.question != state.question:
        change["questions"] = (*state.questions, (state.turns, event.question))
    return change | _line(state, recorded, "staff" if event.by else "nurse", event.text, name=event.by)


def _line(
    state: State,
    recorded: Recorded,
    speaker: str,
    text: str,
    *,
    name: str | None = None,
    number: int | None = None,
    tapped: bool = False,
    said: PatientSaid | None = None,
) -> dict[str, object]:
    line = Line(
        sequence=recorded.sequence,
        at=recorded.at,
        speaker=speaker,
        name=name,
        text=text,
        number=number,
        tapped=tapped,
        spoken=said is not None and said.means == "spoken",
        confidence=said.confidence if said else None,
    )
    return {"lines": (*state.lines, line)}


def _undo(state: State, event: AnswerUndone) -> dict[str, object]:
    """Turn `number` no longer counts; the question it answered is put again, by the nurse's next line or as it was."""
    kept = [(before, question) for before, question in state.questions if before < event.number]
    kept = kept if event.rejoined else kept[:-1]
    return {
        "answered": state.answered or event.rejoined,
        "undone": state.undone | {event.number},
        "extended": tuple(e for e in state.extended if e.turn != event.number),
        "lines": tuple(
            line.model_copy(update={"undone": True}) if line.number == event.number else line for line in state.lines
        ),
        "question": event.question,
        "questions": tuple(kept),
        "asked": tuple(question.key for _, question in kept),
        "recommended": None,
        "confirmed": False,
    }


def _with_alerts(state: State, *alert_ids: str, **change: object) -> tuple[Alert, ...]:
    return tuple(a.model_copy(update=change) if a.raised.alert_id in alert_ids else a for a in state.alerts)
