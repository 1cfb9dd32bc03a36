"""The shapes that cross HTTP: what the kiosk, the board and the worklist send and receive."""

import re
from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from frontdesk.app.clinician.care_plan import PlanItem
from frontdesk.app.ledger.quality import Marked, Reason
from frontdesk.app.ledger.records.queue import Queued
from frontdesk.app.ledger.sign_ins import Means
from frontdesk.app.ledger.staff import Role
from frontdesk.app.reception.record.headings import Part
from frontdesk.app.reception.record.sbar import Sbar
from frontdesk.app.reception.session.events import Entry
from frontdesk.app.reception.session.state import Phase
from frontdesk.his_adapter.changes import Later, Operation, RecordChange
from frontdesk.his_adapter.errors import NotSent
from frontdesk.his_adapter.history import HistoryEntry, HistoryKind
from frontdesk.his_adapter.operation import Column
from frontdesk.his_adapter.records import Level, PlaceKind, PreVisitSummary, Review, Revision, Section, SummaryState
from frontdesk.his_adapter.wayfinding.drawing import Drawing
from frontdesk.his_adapter.wayfinding.steps import Step
from frontdesk.his_adapter.written_visit import WrittenVisit
from frontdesk.models.facts import Language, Mood, Sex
from frontdesk.models.specialists.medication.listing import Standing

LARGEST = 2**63 - 1
UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")


class Request(BaseModel):
    """What no database keeps: NUL and halves of surrogate pairs are left out of every text, huge numbers invalid."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _storable(cls, said: Any) -> Any:
        return storable(said)


def storable(said: Any) -> Any:
    match said:
        case str():
            return UNSTORABLE.sub("", said)
        case int() if abs(said) > LARGEST:
            raise ValueError("a number is too large")
        case list():
            return [storable(one) for one in said]
        case dict():
            return {storable(name): storable(one) for name, one in said.items()}
        case _:
            return said


class Reply(BaseModel):
    model_config = ConfigDict(frozen=True)


Short = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
TurnId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]


class Problem(Reply):
    """RFC 9457. `code` is stable and names the message catalogue entry; `detail` is for engineers."""

    type: str = "about:blank"
    title: str
    status: int
    code: str
    detail: str = ""
    errors: list[str] = []
    conflicts: list[Later] = Field(default=[], description="Of a change that came too late: who changed what.")


# --- the kiosk -------------------------------------------------------------------------------------------------------


class StartRequest(Request):
    language: Language
    entry: Entry


class ConsentRequest(Request):
    """`text`: the version of the text that the screen showed; none: the newest."""

    agreed: bool
    text: str = Field(default="", max_length=20)


class HereView(Reply):
    again_seconds: int = Field(description="After so long the kiosk tells again that it is on.")


class IdentityRequest(Request):
    """A number with a name or a birth date; all empty means: go on as guest."""

    patient_number: Short | None = None
    name: Short | None = None
    birth_date: date | None = None


class TurnRequest(Request):
    turn_id: TurnId
    number: int = Field(ge=1, description="The patient turn this is, from 1; one more than the session's `turns`.")
    text: str = Field(default="", max_length=4000)
    option: str | None = Field(default=None, max_length=80, description="Key of the quick reply tapped.")
    options: list[Annotated[str, StringConstraints(max_length=80)]] = Field(
        default=[], max_length=20, description="Keys of all that was chosen, where the question takes several."
    )
    means: Literal["typed", "tapped", "spoken"] = "typed"
    heard: str = Field(
        default="", max_length=4000, description="Of what was spoken: the words as they were recognised."
    )
    confidence: float | None = Field(default=None, ge=0, le=1, description="Of those words, where one is told.")
    goes_on: bool = Field(
        default=False, description="Of what was spoken: a pause in it was taken for its end, and the rest is this."
    )


class CorrectionRequest(Request):
    """Takes back what was understood (`text` empty) or says it anew; a turn of its own."""

    turn_id: TurnId
    number: int = Field(ge=1)
    key: str = Field(max_length=120, description="`key` of the Understood line.")
    text: str = Field(default="", max_length=400)


class LanguageRequest(Request):
    language: Language


class BookingRequest(Request):
    slot_id: Annotated[str, StringConstraints(min_length=1, max_length=200)]  # the hospital's


class ResumeRequest(Request):
    """Takes up an unfinished session of the last hour after identity was compared again."""

    patient_number: Short
    name: Short | None = None
    birth_date: date | None = None
    language: Language


class OptionView(Reply):
    """A tile. `quote`: filled in from these words of the patient; shown chosen, to be untapped if it is wrong."""

    key: str
    label: str
    quote: str | None = None
    why: str | None = Field(None, description="Of a department to choose: why it may be the right one.")


class RowView(Reply):
    """One of several questions on a page; its tiles are the options whose keys begin with `key` and a slash."""

    key: str
    text: str
    several: bool


class QuestionView(Reply):
    """What stands on the screen under the nurse's words; "not sure", "none of these" and "a person" are `ways_out`."""

    key: str
    text: str = Field(description="The question alone; the nurse's words end with it.")
    options: list[OptionView]
    ways_out: list[OptionView]
    several: bool = Field(default=False, description="More than one option may be chosen; `none` excludes the others.")
    pad: Literal["years", "years_or_months", "temperature", "of_ten"] | None = Field(
        default=None, description="A number pad; what is keyed in is sent as words."
    )
    body_map: bool
    optional: bool = Field(default=False, description="A department is named already; this may be skipped.")
    ages: list[str] = Field(default=[], description="Bands of age that may be, on the page that asks who is ill.")
    rows: list[RowView] = Field(default=[], description="The questions of a page that asks several.")


class NurseLine(Reply):
    text: str
    language: Language
    by: str | None = Field(description="Name of the member of staff who speaks; null: the machine.")
    sources: list[str] = []
    repeat_of: int | None = None
    line: int = Field(description="Its number in the talk, by which it is heard.")
    sentences: int = Field(description="How many sentences can be heard.")
    aloud: bool = Field(description="May be said in a lobby; else only to who asks for it.")
    beside: str | None = Field(
        default=None,
        description="Of a line that names the department: what it says beside that and beside the question after it. "
        "Null: it names none.",
    )


class Understood(Reply):
    """One line of the read-back. `key` names it in a correction.

    Status `said`: kept in the patient's own words, which are `text`; `asked` is the question they answered.
    """

    key: str
    label: str
    text: str
    status: Literal["present", "absent", "unknown", "refused", "said"]
    contradicted: bool = Field(False, description="Something else that was told says otherwise.")
    asked: str | None = None


class ReadLine(Reply):
    """One line of what the doctor will read. `key` names it in a correction; null: a note that is not the patient's.

    `quoted`: the patient's own words; `asked` is the question they answered.
    """

    key: str | None
    text: str
    quoted: bool
    asked: str | None
    contradicted: bool = Field(description="Something else that was told says otherwise.")
    denied: bool = Field(description="A sign or symptom that is not there.")


class ReadPart(Reply):
    """A heading of what the doctor will read; without lines nothing was told of it."""

    part: Part
    lines: list[ReadLine]


class SlotView(Reply):
    slot_id: str
    starts: datetime
    physician: str
    title: str


class PhysicianView(Reply):
    name: str
    title: str
    expertise: str


class DepartmentView(Reply):
    department_id: str
    name: str
    building: str
    floor: int
    room: str
    directions: str
    open_now: bool = Field(description="For who sets out now: once they have walked there and waited.")
    hours_today: str
    notice: str | None = Field(default=None, description="When to come instead, where they would come too late.")
    opens: datetime | None = Field(default=None, description="When it opens next, where it is closed now.")
    physicians: list[PhysicianView]
    slots: list[SlotView]


class ReasonView(Reply):
    """Words of the patient, or what they tapped, that point to the department."""

    words: str
    tapped: bool


class RecommendationView(Reply):
    """The department named."""

    department: DepartmentView
    because: list[ReasonView]
    urgent_note: str | None = None
    emergency: DepartmentView | None = Field(
        default=None, description="Open now, for who cannot wait until the department named opens."
    )


class BookingView(Reply):
    starts: datetime
    physician: str
    queue_number: str


class AlertView(Reply):
    level: Level
    acknowledged_by: str | None
    called_at: datetime
    called_again_at: datetime | None = Field(default=None, description="The last time that the patient called again.")
    waited_seconds: int = Field(description="Since it was called, when this was sent.")
    waited_again_seconds: int | None = Field(default=None, description="Since the patient called again.")


class SessionView(Reply):
    """All that a kiosk shows; the one answer of every kiosk call."""

    session_id: str
    language: Language
    entry: Entry
    phase: Phase
    turns: int = Field(description="Patient turns so far; the next turn's number is one more.")
    sequence: int = Field(description="Sequence of the last event, for following by server-sent events.")
    verified: bool
    identity_tries_left: int
    greeting_name: str | None = Field(description="How to address a verified patient; never a full name.")
    reply: NurseLine | None
    said: str | None = Field(description="The patient's last words, or what they tapped.")
    said_by_tap: bool
    question: QuestionView | None
    understood: list[Understood]
    doctor_reads: list[ReadPart]
    understood_line: str = Field(description="One line of what was understood so far; empty at the start.")
    questions_left: int | None = Field(description="About how many more questions; null when unknown.")
    recommendation: RecommendationView | None
    booking: BookingView | None
    alert: AlertView | None
    joined: str | None = Field(description="Name of the nurse who has taken over.")
    nurse_called: bool
    can_undo: bool
    handed_over: bool
    infection_route: bool = Field(description="Ask for a mask and show the separate way.")


class SlipView(Reply):
    """The slip to print: queue number and initials only.

    `url` (and `qr_svg`) is a link for one telephone that has to be opened until `expires`.
    """

    url: str
    qr_svg: str
    expires: datetime
    queue_number: str | None
    initials: str
    department: str
    building: str
    floor: int
    room: str
    directions: str
    notice: str | None = None
    starts: datetime | None
    physician: str | None


class PlaceView(Reply):
    """A place that is no department, with the way there and what the hospital says of it."""

    kind: PlaceKind
    name: dict[Language, str]
    building: dict[Language, str]
    floor: int
    room: str
    directions: dict[Language, str]
    texts: list[dict[Language, str]]
    open_now: bool | None = Field(description="For who sets out now; null: it has no hours.")
    hours_today: str
    opens: datetime | None = Field(description="When it opens next, where it is closed to who sets out now.")


class DepartmentPlaceView(Reply):
    """A department as a place to go to."""

    department_id: str
    name: dict[Language, str]
    building: dict[Language, str]
    floor: int
    room: str
    directions: dict[Language, str]
    open_now: bool | None
    hours_today: str
    opens: datetime | None


class PlacesView(Reply):
    """What is asked at a kiosk without a session: nothing of anybody's."""

    places: list[PlaceView]
    departments: list[DepartmentPlaceView]


class WayQuery(Request):
    """Where to: a department, or a place by its number in the list of places."""

    department_id: str | None = None
    place: int | None = Field(default=None, ge=0)
    language: Literal["zh", "en"]
    large: bool = Field(default=False, description="The letters of the drawings are larger.")
    step_free: bool = Field(default=False, description="By no steps or stairs.")


class WayView(Reply):
    """The way from this kiosk. Without plans that lead there both lists are empty: building, floor and room remain."""

    steps: list[Step]
    drawings: list[Drawing]
    step_free_differs: bool = Field(description="There is another way without steps or stairs.")


class HospitalView(Reply):
    name: dict[Language, str]
    emergency: dict[Language, str] = Field(description="What to do in an emergency while this system is not reached.")
    paired: bool = Field(description="This browser holds a kiosk's device token.")
    idle_seconds: int
    assisted_idle_seconds: int
    warning_seconds: int
    speech: "SpeechView | None" = Field(description="How the kiosk speaks; null: it has no voice.")
    hearing: list[Language] = Field(description="Languages in which a microphone may be offered.")
    hearing_sends_after: float = Field(description="Seconds after which words heard are sent; 0: by a press.")


class SpeechView(Reply):
    unasked: bool = Field(description="It says every reply, and not only what is asked for and what is urgent.")
    speed: float = Field(description="Of the voice's own, 0.5 to 2.")
    volume: float = Field(description="0 to 1.")


Speed = Annotated[float, Field(ge=0.5, le=2, description="Of the voice's own.")]


class HeardLine(Request):
    """`asked`: somebody pressed to hear it, and it may be said although others may listen."""

    speed: Speed = 1
    asked: bool = False


class PageWordsRequest(Request):
    """What stands on the screen, to be read aloud. Anything else is refused."""

    text: str = Field(min_length=1, max_length=600)
    language: Language
    speed: Speed = 1


class PairRequest(Request):
    code: Short


# --- staff -----------------------------------------------------------------------------------------------------------


Password = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Code = Annotated[str, StringConstraints(strip_whitespace=True, min_length=6, max_length=40)]


class SignInRequest(Request):
    username: Short
    password: Password
    code: Code | None = Field(default=None, description="Of the second factor: an authenticator's or a recovery code.")
    new_password: Password | None = Field(default=None, description="An own one, in place of a one-time password.")


class CodeRequest(Request):
    code: Code


class ProofRequest(Request):
    """One of the two."""

    password: Password | None = None
    code: Code | None = None


class Proved(Reply):
    seconds: int = Field(description="For how long that counts.")


class EnrolmentView(Reply):
    """Told once: sealed in the database."""

    secret: str = Field(description="To be typed where the picture cannot be read.")
    picture: str = Field(description="The QR code for an authenticator, as the address of an image (data:).")


class RecoveryCodes(Reply):
    """Told once: only their hashes are kept."""

    codes: list[str]


class SignInView(Reply):
    sign_in_id: str
    means: Means
    browser: str
    address: str
    began: datetime
    seen: datetime
    here: bool = Field(description="Whether it is the browser that asks.")


class OwnSecurity(Reply):
    local: bool = Field(description="Whether password and second factor are kept here.")
    second_factor_since: datetime | None
    second_factor_required: bool
    recovery_codes: int = Field(description="How many are unused.")
    sign_ins: list[SignInView]
    at_once: int = Field(description="How many sign-ins there may be; one more ends the oldest.")


class NewPasswordRequest(Request):
    password: Password
    new_password: Password


class Me(Reply):
    username: str
    name: str
    role: Role
    department_id: str | None
    seconds_left: int = Field(description="Until the sign-in ends whatever is done.")
    idle_seconds: int = Field(description="With nobody there, until it ends.")
    second_factor_due: bool = Field(description="Whether a second factor has to be set up before anything else.")


class SignedOut(Reply):
    signed_in: Literal[False] = False
    leave: str | None = Field(default=None, description="Where to sign out at the identity provider too.")


class SignInWays(Reply):
    provider: dict[Language, str] | None = Field(
        description="The name of the hospital's own accounts, or {} for one without; None where there are none."
    )


class CardState(StrEnum):
    MACHINE = "machine"
    WAITING = "waiting_for_person"
    PERSON = "person"
    UNFINISHED = "unfinished"
    DONE = "done"


class BoardAlert(Reply):
    alert_id: str
    level: Level
    rule: str
    reason: dict[Language, str]
    quote: str
    private: bool
    raised_at: datetime
    called_again: int = Field(default=0, description="How often the patient called again.")
    acknowledged_by: str | None
    acknowledged_reason: str | None
    tapped: bool = Field(default=False, description="`quote` stands on tiles; nobody said it.")
    disputed: str | None = Field(default=None, description="The patient's words against it; only a nurse clears it.")
    disputed_by_tap: bool = False
    lowered_by: str | None = Field(default=None, description="The nurse who found that it is no danger, or none more.")
    lowered_reason: str | None = None


class CardPatient(Reply):
    """Who the patient is, once that was compared."""

    patient_id: str
    name: str
    linked: bool = Field(description="By a nurse at her desk, who can take it back.")


class Card(Reply):
    """One session as a card; the list comes worst first."""

    session_id: str
    kiosk: str
    started: datetime
    waiting_since: datetime | None = Field(description="Since when a person is waited for.")
    language: Language
    age: str
    age_months: int | None = None
    sex: Sex | None
    about: str = Field(description="Who is ill when it is not the speaker: 'child', 'parent'; else empty.")
    complaint: str = Field(description="In the patient's words, or what they tapped.")
    complaint_tapped: bool = False
    mood: Mood
    level: Level | None
    alerts: list[BoardAlert]
    state: CardState
    owner: str | None
    taken: bool = Field(default=False, description="A person has taken over and speaks instead of the machine.")
    department: dict[Language, str] | None
    verified: bool
    patient: CardPatient | None = None
    linkable: bool = Field(default=False, description="A guest's session that can be linked to a chart.")


class BoardLine(Reply):
    sequence: int
    at: datetime
    speaker: Literal["patient", "nurse", "staff", "system"]
    name: str | None
    text: str
    undone: bool = False
    tapped: bool = Field(default=False, description="The text stands on tiles; nobody said it.")
    spoken: bool = Field(default=False, description="As a recogniser heard it.")
    confidence: float | None = Field(default=None, description="The recogniser's, 0 to 1; null where it tells none.")


class ModelServer(Reply):
    """One of a model's servers. What is under way, and may be, is counted where a model has several."""

    server: str = Field(description="Its host and port, or the folder of a checkpoint.")
    name: str = Field(description="Of the model.")
    well: bool = Field(description="It is asked; else it rests until a trial shows that it is back.")
    under_way: int | None = None
    calls: int | None = None


class ModelLoad(Reply):
    """How busy a model's server is, where it shows that."""

    server: str = Field(description="Its host and port.")
    names: str = Field(description="Of the models it serves us.")
    running: int
    waiting: int
    tokens_per_second: float | None = None
    cache: float | None = Field(default=None, description="Used part of its KV cache, 0 to 1.")


class Strip(Reply):
    """The thin strip on top of the board."""

    sessions: int
    waiting: int
    longest_wait_seconds: int
    mode: str = Field(description="'embedded' or the model's name.")
    model_away: bool = Field(default=False, description="The model does not answer; the embedded nurse does.")
    model_loads: list[ModelLoad] = []
    model_servers: list[ModelServer] = []


class DamagedView(Reply):
    """A session whose record cannot be read: somebody has to look after the patient at that kiosk."""

    session_id: str
    kiosk: str
    started: datetime


class MisuseView(Reply):
    """A kiosk that somebody should look at: identities are guessed there, or sessions started without end."""

    kiosk: str
    what: Literal["guessing", "flooding"]


class GivenUpView(Reply):
    """What could not be sent to the hospital's system: a record, what became of a booking, or of a slot held for it."""

    outbox_id: int
    kind: Literal["visit", "confirm", "cancel", "release"]
    outpatient_number: int | None
    patient_id: str
    created: datetime
    attempts: int
    reason: NotSent


class DeliveryView(Reply):
    """`waiting`: entries that were tried and wait, because the hospital's system is away; `since` the oldest."""

    given_up: list[GivenUpView] = Field(description="Newest first, at most 20.")
    waiting: int
    since: datetime | None


class KioskUse(StrEnum):
    """`unknown`: it has not told that it is on since this server listens; that is not to say that it is off."""

    IN_USE = "in_use"
    IDLE = "idle"
    OFFLINE = "offline"
    UNKNOWN = "unknown"


class KioskView(Reply):
    name: str
    use: KioskUse
    since: datetime | None = Field(description="In use: the session's start; offline: last heard; idle: its last use.")
    session_id: str | None = Field(description="The session on its screen.")


class BoardView(Reply):
    strip: Strip
    kiosks: list[KioskView]
    cards: list[Card]
    damaged: list[DamagedView]
    misuse: list[MisuseView]
    delivery: DeliveryView
    position: int = Field(description="Follow the event stream from here.")


class ScreeningItemView(Reply):
    """A danger sign this story makes possible, because of a complaint or the patient's words; `met` once answered."""

    sign: str
    because: str
    met: bool


class MedicineLine(Reply):
    """One line of a patient's list of medicines. `source`: the department that wrote it; empty: told at reception."""

    name: dict[Language, str]
    may_be: list[dict[Language, str]] = Field(description="Told by its kind alone: those of the record of that kind.")
    words: str
    standing: Standing
    dose: str
    on: date | None
    source: str
    turn: int


class CautionLine(Reply):
    """What speaks against medicines of the list: each other, the patient, or what they tell today."""

    medicines: list[dict[Language, str]]
    because: dict[Language, str]
    verdict: Literal["urgent", "avoid", "caution", "not_checked"]
    why: dict[Language, str]
    source: str


class BoardSession(Reply):
    card: Card
    lines: list[BoardLine]
    understood: dict[Language, list[Understood]]
    screening: dict[Language, list[ScreeningItemView]] = Field(
        description="Danger asked about before a department is named."
    )
    tasks: dict[Language, list[str]]
    department: dict[Language, DepartmentView] | None
    handed_over: int | None
    medicines: list[MedicineLine]
    cautions: list[CautionLine] = Field(description="The gravest first.")
    sbar: dict[Language, Sbar] = Field(description="What to tell a doctor who is called, at most 90 words.")


class MessageRequest(Request):
    message_id: TurnId
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=400)]


class AcknowledgeRequest(Request):
    """`found`: not looked yet, a danger, or none; then a red flag is lowered."""

    found: Literal["unseen", "danger", "no_danger"] = "unseen"
    reason: Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=200)]


class EndRequest(Request):
    """`reason` is needed where the session is damaged."""

    reason: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] = ""


class ReleaseRequest(Request):
    """`reason` is needed where a red flag stands; with `lowers` false it stays, and the patient waits for help."""

    reason: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] = ""
    lowers: bool = True


class RerouteRequest(Request):
    department_id: Short
    reason: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] = ""


class BoardQuery(Request):
    seen: int | None = Field(
        default=None,
        ge=0,
        le=LARGEST,
        description="Position of the newest event that was told; without: as it is now.",
    )


class FollowQuery(Request):
    after: int = Field(
        default=0, ge=0, le=LARGEST, description="`position` of the board's view; Last-Event-ID goes before it."
    )


class WorklistQuery(Request):
    department_id: Short | None = None
    day: date | None = None


class DepartmentName(Reply):
    department_id: str
    name: dict[Language, str]


class WorklistEntry(Reply):
    outpatient_number: int
    time: datetime
    name: str
    age: str
    sex: str
    complaint: str
    complaint_in: dict[Language, str] | None  # in each language, where it was told in a talk
    level: Level | None
    state: SummaryState
    queue_number: str | None
    place: Queued
    since: datetime = Field(description="When the patient came to this place of the queue.")
    called_by: str
    physician: dict[Language, str] | None = Field(description="With whom the time is booked.")
    physician_id: str | None


class WorklistView(Reply):
    department: DepartmentName
    day: date
    entries: list[WorklistEntry]


class OnFileKind(StrEnum):
    """In the order of the page."""

    ALLERGY = "allergy"
    PROBLEM = "problem"


class OnFile(Reply):
    """Something that earlier records of this hospital hold, in the words and with the date of the newest of them."""

    kind: OnFileKind
    words: str
    name: dict[Language, str] = Field(description="What it is in both languages; empty where only the words say it.")
    department: str
    date: datetime
    outpatient_number: int
    times: int = Field(description="In so many records.")
    contradicts: bool = Field(description="Today it was denied, or everything of its kind was.")


class ValuePoint(Reply):
    """One value of a test. `second`: the diastolic pressure. `told`: at reception today, and not measured here."""

    day: date
    value: float
    second: float | None
    unit: str
    verdict: str | None
    source: str = Field(description="The department that wrote it; empty: told at reception.")
    told: bool


class ValueSeries(Reply):
    """A test's values over time. `low`, `high`: the range that holds for this patient, in the unit of the points."""

    test: str
    name: dict[Language, str]
    vital: bool
    low: float | None
    high: float | None
    usual: str = Field(description="The range in words; empty where there is none.")
    target: bool = Field(description="The range is the target of a treatment that the patient has.")
    basis: str = Field(description="Where the range is from.")
    points: list[ValuePoint] = Field(description="The oldest first.")


class SummaryView(Reply):
    """The doctor's page: sections in reading order are those of `summary.statements`."""

    entry: WorklistEntry
    summary: PreVisitSummary | None
    past_history: str
    drug_allergy_history: str
    record: dict[str, str] = Field(description="The 17 fields as text.")
    on_file: list[OnFile]
    medicines: list[MedicineLine]
    cautions: list[CautionLine] = Field(description="The gravest first.")
    values: list[ValueSeries] = Field(description="Vitals first, then what is out of its range.")
    departments: list[dict[Language, str]] = Field(description="Names of the departments in both languages.")
    hospital: dict[Language, str] = Field(description="Its name, for paper.")
    earlier: list[dict[str, str]] = Field(
        description="Earlier visits, newest first: visit_date, department, complaint, diagnosis."
    )
    version: int
    signed_by: str | None
    revisions: list[Revision]
    changed: list[Later] = Field(description="What staff changed of the record's own fields, oldest first.")
    marked: list[Marked] = Field(description="Sentences that a doctor marked as not right and nobody has changed.")
    care_plans: bool = Field(description="Whether a draft of a care plan may be asked for.")


class HistoryView(Reply):
    """What the hospital's own system keeps on the patient: of a kind in `asked` without an entry none is on record.

    `not_asked`: of these the system did not answer, or not of all; `hidden`: of other departments, not to be seen.
    """

    kept: bool = Field(description="Whether the system keeps such entries at all.")
    known: bool = Field(description="Whether the system knows the patient.")
    entries: list[HistoryEntry]
    cautions: list[CautionLine] = Field(description="What only shows beside these entries; the gravest first.")
    asked: list[HistoryKind]
    not_asked: list[HistoryKind]
    hidden: int
    cut: bool = Field(description="There are more than were looked through.")
    birth_date: date | None = Field(description="Of the patient in the hospital's index; None of a guest.")


class EditRequest(Request):
    statement_id: Short
    text: Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000)]
    version: int


class AddRequest(Request):
    section: Section
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1000)]
    version: int


class DislikeRequest(Request):
    """`statement_id`: empty for the summary as a whole."""

    reason: Reason
    statement_id: Annotated[str, StringConstraints(max_length=50)] = ""
    words: Annotated[str, StringConstraints(strip_whitespace=True, max_length=300)] = ""


class CarePlanView(Reply):
    """A draft for the doctor, by section, with the dialogue it went through."""

    language: Language
    items: list[PlanItem]
    guidelines: list[str]
    review: Review


class QuestionRequest(Request):
    """A doctor's question about the patient of the page, in Chinese or English."""

    question: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]


class StepView(Reply):
    """One task that was run: with what, and why it found nothing, where it did not."""

    task: str
    inputs: dict[str, str]
    error: str | None


class PictureView(Reply):
    """A plot as SVG text: to be shown as an image, in which nothing runs."""

    name: str
    svg: str


class ClinicalAnswerView(Reply):
    """`answered` is false for a question that is not read; steps, sources and strategy say how the answer was got.

    `planned_by` and `answered_by` are a model's name, or "embedded".
    """

    answer: str
    planned_by: str
    answered_by: str
    answered: bool
    language: Language
    strategy: list[str]
    steps: list[StepView]
    sources: list[str]
    pictures: list[PictureView]
    suggestions: list[str] = Field(
        description="The nearest questions that can be answered, where this was not understood."
    )


class DislikeView(Reply):
    """What was noted."""

    reason: Reason
    statement_id: str


class QueueRequest(Request):
    place: Queued


class NextRequest(Request):
    """`physicians`: ids of whom one calls for, an empty one standing for nobody booked; none: for all."""

    physicians: Annotated[list[Annotated[str, StringConstraints(max_length=80)]], Field(max_length=50)] = []


class NextView(Reply):
    """Who was called; None where nobody waits."""

    entry: WorklistEntry | None


Long = Annotated[str, StringConstraints(max_length=4000)]


class DiagnosisRequest(Request):
    """`code` of the hospital's list; empty of one in free text."""

    code: Annotated[str, StringConstraints(strip_whitespace=True, max_length=20)] = ""
    words: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]


class WrittenRequest(Request):
    """What a doctor writes of a visit; `prescription` a medicine a line."""

    examination: Long = ""
    diagnoses: Annotated[list[DiagnosisRequest], Field(max_length=20)] = []
    prescription: Long = ""
    plan: Long = ""
    follow_up: date | None = None


class WriteRequest(WrittenRequest):
    version: int


class WrittenView(Reply):
    """What is written of the visit as its record says it, and what the reader has half written since."""

    written: WrittenVisit
    draft: WrittenVisit | None
    draft_at: datetime | None


class DraftView(Reply):
    at: datetime


class PrescriptionRequest(Request):
    prescription: Long


class PrescriptionView(Reply):
    """What a prescription was held against. Of doses, kidneys, liver and pregnancy nothing is checked."""

    medicines: list[MedicineLine] = Field(description="As they were understood.")
    already: list[MedicineLine] = Field(description="What the patient has of the same.")
    cautions: list[CautionLine] = Field(description="The gravest first.")
    unread: list[str] = Field(description="Lines in which no medicine was recognised: not checked.")
    against: int = Field(description="So many of the patient's other medicines.")


class DiagnosisQuery(Request):
    query: Annotated[str, StringConstraints(strip_whitespace=True, max_length=60)] = ""


class CodedDiagnosisView(Reply):
    code: str
    title: dict[Language, str]


class DiagnosesView(Reply):
    found: list[CodedDiagnosisView]


class SignRequest(Request):
    """`despite`: ids of sentences that are marked as not right and signed over all the same."""

    version: int
    despite: Annotated[list[Short], Field(max_length=200)] = []


class StatusView(Reply):
    version: str
    commit: str
    migration: str
    mode: str
    model_servers: int = Field(default=0, description="How many servers the models have; where, staff are told.")
    model_servers_well: int = 0


# --- staff asking in words -------------------------------------------------------------------------------------------


class OpenPage(Request):
    """What the member of staff has open; an instruction that names nobody is about it."""

    outpatient_number: int | None = None
    session_id: Short | None = None


class InstructionRequest(Request):
    instruction: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
    open: OpenPage | None = None


class FoundRecord(Reply):
    outpatient_number: int
    patient_id: str
    name: str
    department: str
    visit_date: datetime
    fields: dict[Column, str] = Field(description="The fields asked for, as far as they may be seen.")


class ReadCondition(Reply):
    """One condition as it was read: `bound` is "is" (any of `values`), "gt", "gte", "lt", "lte" or "range"."""

    column: Column
    bound: str
    values: list[str]


class RecordsFound(Reply):
    """`cut`: there are more than are shown. `own_department`: only the asker's own department was searched.

    `read_as` are the conditions that were read, `unread` the words that play no part.
    """

    read_as: list[ReadCondition]
    unread: list[str]
    columns: list[Column]
    rows: list[FoundRecord]
    cut: bool
    own_department: bool


class PreviewView(Reply):
    """What a change would do, field by field. Confirm it with `token` and the versions of `rows`."""

    token: str
    operation: Operation
    rows: list[RecordChange]
    name_differs: bool = Field(description="The new record names the patient otherwise than the hospital does.")
    needs_reason: bool
    expires: datetime


class RefusalView(Reply):
    """Why nothing was done; `code` names the message catalogue entry, `columns` the fields it is about.

    `words`: those of the instruction that were not understood, where it is refused for them.
    """

    code: str
    columns: list[Column] = []
    words: list[str] = []


class ChangeView(Reply):
    """A change that was made; `until`: how long it can be undone."""

    change_id: str
    operation: Operation
    rows: list[RecordChange]
    until: datetime | None


class ChangesFound(Reply):
    """Who changed what, newest first; each member of staff sees the fields they may see."""

    changes: list[Later]


class AssistantAnswer(Reply):
    """One of them; `last_change` is one's own, to be undone with its `change_id`."""

    changes: ChangesFound | None = None
    last_change: ChangeView | None = None
    records: RecordsFound | None = None
    preview: PreviewView | None = None
    refusal: RefusalView | None = None


class Seen(Request):
    outpatient_number: int
    version: int


class ConfirmRequest(Request):
    token: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    seen: list[Seen] = Field(default=[], max_length=50, description="The versions of the preview's rows.")
    reason: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] = ""


class DeletedView(Reply):
    outpatient_number: int
    version: int
    patient_id: str
    name: str
    department: str
    visit_date: datetime
    complaint: str
    by: str
    at: datetime
    reason: str


class RestoreRequest(Request):
    version: int
