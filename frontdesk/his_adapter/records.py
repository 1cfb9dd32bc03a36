"""The hospital's own things as the rest of the house sees them; dates are the hospital's local time."""

from datetime import date, datetime, time
from enum import StrEnum
from typing import Literal

from pydantic import Field

from frontdesk.models.facts import Language, Sex, Status, Topic, Value
from frontdesk.models.specialists.labs_vitals.told import Measured
from frontdesk.models.specialists.medication.listing import ListedMedicine

WALK = 5  # minutes to a department whose way nobody has timed
Text = dict[Language, str]  # the same text in each language


class Level(StrEnum):
    """Level of a red flag, as `red_flags.csv` defines them.

    A: alarm at once. B: escorted within 10 minutes. C: a nurse before the queue. P: private. I: mask, separate route.
    """

    A = "A"
    B = "B"
    C = "C"
    P = "P"
    I = "I"  # noqa: E741


class Patient(Value):
    patient_id: str  # "P1003"
    name: str
    names: tuple[str, ...] = ()  # other ways the hospital's system writes it
    sex: Sex | None = None  # a hospital's system may not say
    birth_date: date | None = None
    phone: str = ""

    def age_months(self, today: date) -> int | None:
        if self.birth_date is None:
            return None
        months = (today.year - self.birth_date.year) * 12 + today.month - self.birth_date.month
        return months - (today.day < self.birth_date.day)


class OutpatientRecord(Value):
    """The 17 fields of the PIORS outpatient record (appendix E.1)."""

    outpatient_number: int | None = None  # given by the hospital on creation
    patient_id: str
    name: str = ""
    gender: str = ""
    age: str = ""  # "49 years", "2 months"
    department: str = ""
    visit_date: datetime
    chief_complaint: str = ""
    present_illness_history: str = ""
    past_history: str = ""
    drug_allergy_history: str = ""
    physical_examination: str = ""
    auxiliary_examination: str = ""
    preliminary_diagnosis: str = ""
    treatment_opinion: str = ""
    notes: str = ""
    physician_signature: str = ""


Point = tuple[float, float]


class Colour(StrEnum):
    """Of a sign, or of a line on the floor that one follows."""

    BLUE = "blue"
    GREEN = "green"
    ORANGE = "orange"
    RED = "red"
    PURPLE = "purple"
    PINK = "pink"
    YELLOW = "yellow"


class Facing(StrEnum):
    """Where somebody looks on the plan who stands before the kiosk."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"


class Shaft(Value):
    """A lift or a flight of stairs; of one name on every floor where it stops. `at` is its door."""

    name: str
    at: Point


class Notice(Value):
    """What to do before one walks; no step of the way."""

    text: Text
    picture: Literal["mask", "notice"] = "notice"


class Sign(Value):
    """A room as its door shows it. `at` is the door, at the corridor's wall.

    `first`: what to do before going there ("put on a mask"); `seen`: what else is seen at the door, whole sentences.
    """

    room: str
    at: Point
    colour: Colour | None = None
    first: Notice | None = None
    seen: Text = {}


class Landmark(Value):
    """What is easily recognised; `through`: a door that one walks through."""

    name: Text
    at: Point
    through: bool = False


class ColouredLine(Value):
    """A line on the floor, over corridors."""

    colour: Colour
    points: tuple[Point, ...]


class Outline(Value):
    """One of several buildings on one plan: two opposite corners."""

    building: Text
    corners: tuple[Point, Point]


class FloorPlan(Value):
    """One floor, 0..100 each axis, as everybody walks on it: corridors, lifts, doors and what is easily recognised.

    A ground floor that joins several buildings has their `outlines`; `building` is the one that the plan is named for.
    """

    building: Text
    floor: int
    kiosk: Point | None = None  # where this kiosk stands, on its own floor
    facing: Facing = Facing.UP
    outlines: tuple[Outline, ...] = ()
    corridors: tuple[tuple[Point, ...], ...] = ()
    steps: tuple[tuple[Point, ...], ...] = ()  # as corridors, but not for wheels
    lines: tuple[ColouredLine, ...] = ()
    lifts: tuple[Shaft, ...] = ()
    stairs: tuple[Shaft, ...] = ()
    rooms: tuple[Sign, ...] = ()
    landmarks: tuple[Landmark, ...] = ()


class PlaceKind(StrEnum):
    """What people ask the way to, besides departments."""

    TOILET = "toilet"
    CASHIER = "cashier"
    PHARMACY = "pharmacy"
    LABORATORY = "laboratory"
    IMAGING = "imaging"
    REPORTS = "reports"
    INSURANCE = "insurance"
    PARKING = "parking"
    WHEELCHAIR = "wheelchair"
    LOST = "lost"
    BABY_ROOM = "baby_room"


class Opening(Value):
    """One weekly opening: ISO weekday 1 (Monday) to 7, from `opens` until `closes`."""

    weekday: int = Field(ge=1, le=7)
    opens: time
    closes: time


class Opened(Value):
    """What is open at some times of the week."""

    openings: tuple[Opening, ...]
    minutes_to_walk: int = Field(default=WALK, ge=0, le=60)  # from the kiosk
    closed_on: tuple[date, ...] = ()  # holidays

    def is_open(self, when: datetime) -> bool:
        """At that moment; whoever has yet to walk there asks `frontdesk.his_adapter.opening`."""
        if when.date() in self.closed_on:
            return False
        return any(o.weekday == when.isoweekday() and o.opens <= when.time() < o.closes for o in self.openings)


class HospitalPlace(Opened):
    """A place that is no department. `policies`: ids of those whose texts say more about it.

    `at`: its door, where it is no room of the plan; `seen`: what is seen there, whole sentences. `directions` are
    worked out where the plan has it.
    """

    kind: PlaceKind
    name: Text
    building: Text
    floor: int
    room: str = ""
    at: Point | None = None
    seen: Text = {}
    directions: Text = {}
    policies: tuple[str, ...] = ()
    openings: tuple[Opening, ...] = ()  # none: it has no hours, or nobody said which


class HospitalInfo(Value):
    """The hospital itself. `fallbacks`: where it sends the patients of a specialty it does not have."""

    name: Text
    address: Text
    phone: str
    fallbacks: dict[str, str] = {}  # standard specialty -> standard specialty
    emergency: Text = {}  # what to do in an emergency while this system is not reached
    floors: tuple[FloorPlan, ...] = ()
    places: tuple[HospitalPlace, ...] = ()


class Rules(Value):
    """Whom a department accepts; ages in years, `age_under` exclusive; None is no rule."""

    age_from: float | None = None
    age_under: float | None = None
    sex: Sex | None = None
    fever: bool | None = None  # False: sends patients with fever elsewhere; True: only patients with fever
    pregnant: bool | None = None  # True: only pregnant or after birth; False: not for pregnant patients


class Department(Opened):
    department_id: str  # "cardiology-1"
    name: Text
    specialties: tuple[str, ...]  # standard specialty codes, the first its own
    building: Text
    floor: int
    room: str
    directions: Text  # how to walk there from the kiosk, by the lift; from the floor plans where they have the room
    rules: Rules = Rules()
    phone: str = ""


class Physician(Value):
    physician_id: str
    department_id: str
    name: Text
    title: Text
    sex: Sex | None = None
    expertise: Text


class Slot(Value):
    slot_id: str
    department_id: str
    physician_id: str
    starts: datetime
    minutes: int = 10


class AppointmentState(StrEnum):
    HELD = "held"
    CONFIRMED = "confirmed"
    CANCELLED = "cancelled"


class Appointment(Value):
    appointment_id: str
    slot: Slot
    patient_id: str
    state: AppointmentState
    queue_number: str  # "C07"


class PolicyCategory(StrEnum):
    """The eleven categories of hospital-policy questions of the Polaris document, 4.6.1."""

    ADMISSION = "admission_registration"
    VISITORS = "visitor_policy"
    PAYMENT = "payments_financial_aid"
    SERVICES = "services_amenities"
    RIGHTS = "patient_rights_privacy"
    COMPLIANCE = "compliance_regulations"
    ACCOMMODATION = "accommodation"
    SAFETY = "safety_security"
    CARE = "hospital_care"
    CONTACT = "contact_information"
    ADDRESS = "address_location"


class Policy(Value):
    policy_id: str
    category: PolicyCategory
    title: Text
    text: Text
    asked: dict[Language, tuple[str, ...]] = {}  # what people ask that it answers, in words of their own


class Section(StrEnum):
    """The parts of the doctor's page, in reading order."""

    RED_FLAGS = "red_flags"
    COMPLAINT = "complaint"
    PERSON = "person"  # demographics, and how the patient lives
    STORY = "story"
    WORDS = "words"  # the patient's own words, under the questions they answered
    POSITIVES = "positives"
    NEGATIVES = "negatives"
    NOT_ASKED = "not_asked"
    NOT_KNOWN = "not_known"  # asked, and the patient did not know or would not say
    PAST_HISTORY = "past_history"
    FAMILY = "family"
    MEDICINES = "medicines"
    ALLERGIES = "allergies"
    INTOLERANCES = "intolerances"  # side effects: not borne, and no allergy
    WISHES = "wishes"
    FOLLOW_UP = "follow_up"
    ROUTING = "routing"  # made by the machine
    NOTES = "notes"


class RecordField(StrEnum):
    """The fields of the outpatient record that the summary's statements are written into."""

    COMPLAINT = "chief_complaint"
    PRESENT = "present_illness_history"
    PAST = "past_history"
    ALLERGIES = "drug_allergy_history"
    NOTES = "notes"


class Evidence(Value):
    """The patient turn (from 1) and the words a statement rests on, or what stands on the tiles that were tapped."""

    turn: int
    quote: str
    tapped: bool = False


class Coded(Value):
    """The fact that a statement says, for systems that keep facts."""

    topic: Topic
    code: str
    status: Status
    past: bool = False
    name: str  # in the language of the talk
    value: str = ""  # a measured value with its unit


class Statement(Value):
    """One sentence of the summary. Machine-made ones (routing, not asked) may rest on no turn."""

    statement_id: str  # stable within the summary: "s1"
    section: Section
    text: str
    evidence: tuple[Evidence, ...] = ()
    machine: bool = False  # written by the machine about itself, not said by the patient
    translated: str | None = None  # `text` in the other language, where it is not the same
    field: RecordField | None = None  # of the outpatient record that it belongs to; None: its section's
    written: str | None = None  # what that field says of it; None: `text`, empty: nothing
    contradicted: bool = False  # something else that was told says otherwise
    coded: Coded | None = None  # None: a sentence that somebody wrote or changed, or the patient's own words


class Utterance(Value):
    """One line of the conversation as kept with the summary; `turn` counts patient turns, None for the others."""

    turn: int | None
    speaker: str  # "patient", "nurse" (the machine), or "staff"
    text: str
    tapped: bool = False  # it stands on the tiles that were tapped
    spoken: bool = False  # as a recogniser heard it
    confidence: float | None = None  # the recogniser's, 0 to 1


class SummaryState(StrEnum):
    OPEN = "open"  # no doctor has signed
    SIGNED = "signed"


class ReviewTurn(Value):
    """One turn of the dialogue in which a summary was gone through before a doctor read it."""

    speaker: str  # "researcher" or "decider"
    text: str


class Review(Value):
    """How a draft became the summary: the dialogue of Researcher and Decider, and what they agreed to change."""

    by: str  # the model's name, or "embedded"
    turns: tuple[ReviewTurn, ...]
    scratchpad: tuple[str, ...]
    satisfied: bool  # False: the turns were used up before the Researcher had nothing more to say
    amended: bool = False  # the page was amended since, as the talk went on


class PreVisitSummary(Value):
    """What the doctor reads: every statement points to the words it came from."""

    language: Language
    level: Level | None = None
    statements: tuple[Statement, ...]
    conversation: tuple[Utterance, ...]
    review: Review | None = None  # None: written before summaries were reviewed
    medicines: tuple[ListedMedicine, ...] = ()  # as they were told at reception
    values: tuple[Measured, ...] = ()  # likewise


class Revision(Value):
    """One edit of a signed or unsigned summary: what a statement said before and after, who changed it and when."""

    statement_id: str
    before: str
    after: str
    by: str
    at: datetime


class Visit(Value):
    """A patient's arrival as the worklist shows it: record, summary, appointment."""

    record: OutpatientRecord
    summary: PreVisitSummary | None
    department_id: str
    appointment: Appointment | None = None
    state: SummaryState = SummaryState.OPEN
    signed_by: str | None = None
    version: int = 1  # grows with every edit; an edit names the version it was made on
    revisions: tuple[Revision, ...] = ()


class RecordVersion(Value):
    """One version of a record as the hospital's system keeps it."""

    version: str  # the system's own name of it
    at: datetime
    signed: bool
