"""What can happen in a session. The list of events is the truth; everything else is read from it."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from frontdesk.his_adapter.records import Level, Text
from frontdesk.models.facts import Fact, Language, Mood, Person, Value
from frontdesk.models.specialists.labs_vitals.told import Measured
from frontdesk.models.specialists.medication.listing import ListedMedicine


class Action(StrEnum):
    """The seven nurse actions (PIORS, appendix C)."""

    SYMPTOM_INQUIRY = "symptom_inquiry"
    HISTORY_INQUIRY = "medical_history_inquiry"
    RECOMMENDATION = "department_recommendation"
    PRIORITY = "priority_assistance"
    MEDICAL_ANSWER = "medical_question_answering"
    ADMINISTRATIVE_ANSWER = "administrative_question_answering"
    CONCLUSION = "conclusion_and_confirmation"


class Entry(StrEnum):
    """The way in chosen on the first screen."""

    UNWELL = "unwell"
    FOLLOW_UP = "follow_up"
    QUESTION = "question"


class Option(Value):
    """A tile: its stable key and its words in both languages. `quote`: filled in from these words of the patient."""

    key: str
    label: Text
    quote: str | None = None
    why: Text | None = None  # of a department to choose


class Row(Value):
    """One of several questions on a page, with its own key and tiles: those of the page whose keys begin with it."""

    key: str
    text: Text
    several: bool = False


class Question(Value):
    """What the nurse asked: a stable key ("since", "danger") and the tiles that answer it."""

    key: str
    text: Text
    options: tuple[Option, ...] = ()
    several: bool = False  # more than one may be chosen
    pad: Literal["years", "years_or_months", "temperature", "of_ten"] | None = None  # a number may be keyed in
    body_map: bool = False
    optional: bool = False  # a department is named already: may be skipped
    ages: tuple[str, ...] = ()  # bands that who is ill may be of, on the page that asks who it is
    rows: tuple[Row, ...] = ()  # the questions of a page that asks several

    @property
    def parts(self) -> "tuple[Question, ...]":
        """The questions of its rows, each as if it were asked alone."""
        return tuple(
            Question(key=row.key, text=row.text, options=within(row.key, self.options), several=row.several)
            for row in self.rows
        )


ROW = "/"  # between the key of a row and that of its tile


def within(row: str, options: Iterable[Option]) -> tuple[Option, ...]:
    """Those of that row, with the keys they have on a page of their own."""
    head = f"{row}{ROW}"
    return tuple(
        one.model_copy(update={"key": one.key.removeprefix(head)}) for one in options if one.key.startswith(head)
    )


class ScreeningItem(Value):
    """A danger sign this story makes possible, because of a complaint told or of the words; `met` once answered."""

    sign: str
    because: str  # code of the complaint, or "words"
    met: bool


class Started(Value):
    kind: Literal["started"] = "started"
    kiosk: str
    language: Language
    entry: Entry


class ConsentGiven(Value):
    """`text`: the version of the text that was shown, `language`: in which; older events have neither."""

    kind: Literal["consent_given"] = "consent_given"
    text: str = ""
    language: Language | None = None


class ConsentDeclined(Value):
    kind: Literal["consent_declined"] = "consent_declined"


class LanguageChanged(Value):
    kind: Literal["language_changed"] = "language_changed"
    language: Language


class IdentityTried(Value):
    """A failed try; holds nothing of what was typed."""

    kind: Literal["identity_tried"] = "identity_tried"


class IdentityVerified(Value):
    """`medicines`: what the hospital's records leave the patient on. `by`: the nurse at whose desk it was compared."""

    kind: Literal["identity_verified"] = "identity_verified"
    patient_id: str
    name: str
    person: Person
    medicines: tuple[ListedMedicine, ...] = ()
    by: str | None = None


class IdentityTakenBack(Value):
    """A nurse had linked the wrong chart: who the patient is is unknown again, and nothing of that chart counts."""

    kind: Literal["identity_taken_back"] = "identity_taken_back"
    by: str
    name: str
    reason: str


class IdentityWanted(Value):
    """A guest wants to be known after all: identity is asked for."""

    kind: Literal["identity_wanted"] = "identity_wanted"


class GuestChosen(Value):
    kind: Literal["guest_chosen"] = "guest_chosen"


class EarlierVisit(Value):
    kind: Literal["earlier_visit"] = "earlier_visit"
    outpatient_number: int
    department: str
    visit_date: datetime
    complaint: str
    diagnosis: str
    treatment: str


Means = Literal["typed", "tapped", "spoken"]


class PatientSaid(Value):
    kind: Literal["patient_said"] = "patient_said"
    turn_id: str  # made by the client
    number: int  # patient turns, from 1
    text: str
    language: Language
    means: Means = "typed"  # tapped: nothing was said, the text is what stands on the tiles
    heard: str = ""  # of what was spoken: the recogniser's words, where they were changed before they were sent
    confidence: float | None = None  # of those words, 0 to 1; None where none is told
    options: tuple[str, ...] = ()  # keys of the tiles tapped
    corrects: str | None = None  # key of the line of the record that is taken out or said anew


class AlertRaised(Value):
    """A person is needed. `rule` is the slug of a red flag, or "" when the patient or the system asks for a person."""

    kind: Literal["alert_raised"] = "alert_raised"
    alert_id: str
    rule: str
    level: Level
    route: str
    private: bool = False
    reason: Text  # for the board
    quote: str  # parts from several places stand apart by an ellipsis
    turn: int = 0  # the patient turn that set it off


Found = Literal["unseen", "danger", "no_danger"]  # what a nurse found who answers an alarm


class AlertAcknowledged(Value):
    kind: Literal["alert_acknowledged"] = "alert_acknowledged"
    alert_id: str
    by: str
    name: str
    reason: str
    found: Found = "unseen"


class AlertsLowered(Value):
    """A nurse found that these are no danger, or none any more: who, and why. Nothing else lowers a level."""

    kind: Literal["alerts_lowered"] = "alerts_lowered"
    alert_ids: tuple[str, ...]
    by: str
    name: str
    reason: str


class CalledAgain(Value):
    """The patient called again while these were unanswered."""

    kind: Literal["called_again"] = "called_again"
    alert_ids: tuple[str, ...]


class AlertDisputed(Value):
    """The patient objects to what raised an alert; only a nurse clears it, and she sees their words beside it."""

    kind: Literal["alert_disputed"] = "alert_disputed"
    alert_id: str
    quote: str


VALUE_OR_DOSE = "value_or_dose"
"""The rule of alerts for measured values and doses; the red flags have their own."""


class FindingRaised(Value):
    """What a specialist found in one turn; `note` is for the doctor, None when it concerns only the talk.

    `takes_back`: kinds of what was found before of the same words, and that the patient has put right.
    """

    kind: Literal["finding_raised"] = "finding_raised"
    specialist: str
    what: str
    turn: int
    quote: str
    note: Text | None = None
    measured: tuple[Measured, ...] = ()
    takes_back: tuple[str, ...] = ()


class RetrievalDone(Value):
    """What was looked up, by name and count; never the content of somebody's record.

    `records` and `columns` are what of the verified patient's own was read, for the audit trail.
    """

    kind: Literal["retrieval_done"] = "retrieval_done"
    what: str
    found: int
    columns: tuple[str, ...] = ()
    records: tuple[int, ...] = ()


class RetrievalRefused(Value):
    """Records were asked for that whoever stands there may not see or change."""

    kind: Literal["retrieval_refused"] = "retrieval_refused"
    verb: str
    why: str


class ActionChosen(Value):
    kind: Literal["action_chosen"] = "action_chosen"
    action: Action
    why: str
    understood: bool = True  # the patient's words that it answers
    unanswered: tuple[str, ...] | None = None  # questions to the hospital nobody here could answer; None: not kept


class Voiced(Value):
    """Which model worded a line from which prompt, and what the guard did to it; `outcome` is how the call ended."""

    model: str
    prompt: str
    outcome: str
    faults: tuple[str, ...] = ()
    kept: bool = True  # False: the embedded words stand


class NurseSaid(Value):
    """The nurse's line. `turn_id` is the turn it answers, None when said unasked; `by` is None for the machine."""

    kind: Literal["nurse_said"] = "nurse_said"
    turn_id: str | None
    text: str
    language: Language
    question: Question | None = None
    sources: tuple[str, ...] = ()
    by: str | None = None
    screening: tuple[ScreeningItem, ...] | None = None  # None: as they were
    pages_left: int | None = None  # about how many more pages; None where that cannot be told
    voiced: Voiced | None = None  # None: the embedded nurse's own words


class NotedBy(Value):
    """Which model read the words by which prompt, and why plain code left out what it did.

    `failed`: why it gave no reading; the embedded one stands in its place.
    """

    model: str
    prompt: str
    dropped: tuple[str, ...] = ()
    failed: str | None = None


class RecordExtended(Value):
    """Facts added or replaced, names withdrawn, and who is ill, after one turn.

    A turn may have a second one, `by` a model that noted what the words mean. `suspected` are red-flag rules that it
    heard and plain code is not sure of: their signs are asked about.
    """

    kind: Literal["record_extended"] = "record_extended"
    turn: int
    facts: tuple[Fact, ...] = ()
    withdrawn: tuple[str, ...] = ()  # "topic:code"
    person: Person | None = None
    mood: Mood | None = None
    suspected: tuple[str, ...] = ()
    by: NotedBy | None = None


class AnswerUndone(Value):
    """The patient went back: turn `number` and what it added no longer count.

    `rejoined`: its words come again, with what followed a pause in them; the page it met, `question`, stands again.
    """

    kind: Literal["answer_undone"] = "answer_undone"
    number: int
    rejoined: bool = False
    question: Question | None = None


class Reason(Value):
    """Words of the patient, or what they `tapped`, and what they were taken for."""

    quote: str
    meaning: Text
    tapped: bool = False


class DepartmentRecommended(Value):
    kind: Literal["department_recommended"] = "department_recommended"
    department_id: str
    specialty: str
    confidence: float
    reasons: tuple[Reason, ...]
    alternatives: tuple[str, ...] = ()  # department ids
    by: str | None = None  # None: the machine; else who changed it
    chosen: Literal["triage", "patient", "earlier_visit", "rule"] = "triage"  # what named it


class DepartmentRefused(Value):
    """The patient does not want to go there: what was named is taken back, and not offered again unasked."""

    kind: Literal["department_refused"] = "department_refused"
    department_id: str
    quote: str


class TimeChosen(Value):
    """The patient named a free time in words; it is booked next. None: it was taken meanwhile."""

    kind: Literal["time_chosen"] = "time_chosen"
    slot_id: str | None


class RecordConfirmed(Value):
    """The patient has gone through what the doctor will read, and says that it is right."""

    kind: Literal["record_confirmed"] = "record_confirmed"


class Booked(Value):
    kind: Literal["booked"] = "booked"
    appointment_id: str
    slot_id: str
    starts: datetime
    physician: Text
    queue_number: str
    minutes: int = 10
    department_id: str = ""  # of the slot; empty: an older version's
    physician_id: str = ""


class BookingCancelled(Value):
    """By the patient, or because the department it belonged to is no longer the one named."""

    kind: Literal["booking_cancelled"] = "booking_cancelled"
    appointment_id: str


class TakenOver(Value):
    kind: Literal["taken_over"] = "taken_over"
    by: str
    name: str


class Released(Value):
    kind: Literal["released"] = "released"
    by: str
    reason: str = ""  # why a session in danger was handed back


class Suspended(Value):
    """Idle: the draft is kept, the screen blanked."""

    kind: Literal["suspended"] = "suspended"


class Resumed(Value):
    kind: Literal["resumed"] = "resumed"
    kiosk: str


class RecordHandedOver(Value):
    kind: Literal["record_handed_over"] = "record_handed_over"
    outpatient_number: int


class Closed(Value):
    kind: Literal["closed"] = "closed"
    reason: Literal["finished", "question_only", "emergency", "abandoned", "by_staff"]
    by: str | None = None  # the member of staff who ended it
    name: str = ""
    why: str = ""  # asked of who ends a damaged one


Event = Annotated[
    Started
    | ConsentGiven
    | ConsentDeclined
    | LanguageChanged
    | IdentityTried
    | IdentityVerified
    | IdentityTakenBack
    | GuestChosen
    | EarlierVisit
    | PatientSaid
    | AlertRaised
    | AlertAcknowledged
    | CalledAgain
    | AlertDisputed
    | AlertsLowered
    | FindingRaised
    | RetrievalDone
    | RetrievalRefused
    | IdentityWanted
    | ActionChosen
    | NurseSaid
    | RecordExtended
    | AnswerUndone
    | DepartmentRecommended
    | DepartmentRefused
    | TimeChosen
    | RecordConfirmed
    | Booked
    | BookingCancelled
    | TakenOver
    | Released
    | Suspended
    | Resumed
    | RecordHandedOver
    | Closed,
    Field(discriminator="kind"),
]
event_adapter: TypeAdapter[Event] = TypeAdapter(Event)


class Recorded(Value):
    """An event with its place: position over all sessions, sequence within its own, and time."""

    position: int
    session_id: str
    sequence: int
    at: datetime
    event: Event
