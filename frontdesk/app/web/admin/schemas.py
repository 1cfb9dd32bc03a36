"""The shapes of the administration: what its page sends and receives."""

from datetime import date, datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from frontdesk.app.clinician.guidelines import Chapter
from frontdesk.app.configured import Source
from frontdesk.app.ledger.house import TextState
from frontdesk.app.ledger.staff import Role
from frontdesk.app.web.schemas import ModelServer, Password, Reply, Request, Short
from frontdesk.his_adapter.records import PolicyCategory
from frontdesk.models.facts import Language

Username = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{1,39}$")]
Id = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=64)]


class StaffView(Reply):
    username: str
    name: str
    role: Role
    department_id: str | None
    disabled: bool
    created: datetime
    signed_in: int = Field(description="Browsers that are signed in now.")
    second_factor: bool
    provided: bool = Field(description="Whether the hospital's identity provider lets them in.")
    one_time_until: datetime | None = Field(description="Until when the one-time password lasts, if it has one.")


class StaffRequest(Request):
    name: Short
    role: Role
    department_id: Id | None = None


class NewStaffRequest(StaffRequest):
    username: Username


class OneTimeView(Reply):
    """Told once: only its hash is kept."""

    username: str
    password: str
    expires: datetime


class PairedKioskView(Reply):
    name: str
    disabled: bool
    browsers: int
    code_until: datetime | None
    seen: datetime | None


class KioskList(Reply):
    pairing: str = Field(description="How a browser becomes a kiosk: code or open.")
    kiosks: list[PairedKioskView]


class KioskRequest(Request):
    name: str = Field(max_length=200)


class KioskRenameRequest(KioskRequest):
    new_name: str = Field(max_length=200)


class KioskCodeView(Reply):
    """Told once: only its hash is kept."""

    name: str
    code: str
    expires: datetime


class AuditQuery(Request):
    by: str = Field(default="", max_length=100, description="A part of who acted: nurse:lin.")
    patient: str = Field(default="", max_length=64, description="A patient's whole number.")
    act: str = Field(default="", max_length=30)
    since: datetime | None = Field(default=None, description="The hospital's local time.")
    until: datetime | None = None
    before: int | None = Field(default=None, ge=1, description="Entries with a smaller number: the next page.")


class AuditEntryView(Reply):
    number: int
    at: datetime
    by: str
    act: str
    what: list[str]
    patients: list[str]
    records: list[int]
    sessions: list[str]


class AuditPage(Reply):
    entries: list[AuditEntryView]
    more: bool


class VerifyRequest(Request):
    noted: str = Field(default="", max_length=100, description="NUMBER:HASH, as it was written down earlier.")


class VerifiedView(Reply):
    whole: bool
    number: int = Field(description="How many entries there are, or the first that is not as it was written.")
    head: str = Field(description="The last entry's hash; empty where the trail is broken.")
    why: str = Field(description="What is wrong of that entry.")


class ConfiguredView(Reply):
    name: str
    value: str = Field(description="As it stands, with secrets masked.")
    source: Source
    secret: bool


class DepartmentSetup(Reply):
    department_id: str
    name: dict[Language, str]
    building: dict[Language, str]
    floor: int
    room: str
    directions: dict[Language, str]
    phone: str
    minutes_to_walk: int
    hours: str = Field(description="Weekly, as departments.csv writes them: 1-5 08:00-12:00; 6 08:00-12:00.")
    hours_today: str = Field(description="Empty where it is closed today.")
    open_now: bool
    closed_today: bool = Field(description="Closed for today, whatever the weekly hours say.")


class DepartmentList(Reply):
    editable: bool = Field(description="False where the hospital's own system keeps them.")
    departments: list[DepartmentSetup]


Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000)]
BothLanguages = Annotated[dict[Language, Words], Field(min_length=2)]


class DepartmentRequest(Request):
    name: BothLanguages
    building: BothLanguages
    floor: int = Field(ge=-9, le=200)
    room: str = Field(max_length=40)
    directions: BothLanguages
    phone: str = Field(max_length=40)
    minutes_to_walk: int = Field(ge=0, le=60)
    hours: str = Field(max_length=400)
    closed_today: bool


class PolicyBody(Request):
    category: PolicyCategory
    title: BothLanguages
    text: BothLanguages
    asked: dict[Language, list[Words]] = {}


class PolicyTold(Reply):
    category: PolicyCategory
    title: dict[Language, str]
    text: dict[Language, str]
    asked: dict[Language, list[str]]


class PolicyView(Reply):
    policy_id: str
    published: PolicyTold | None
    draft: PolicyTold | None


class PolicyList(Reply):
    editable: bool
    policies: list[PolicyView]


class TryOutRequest(Request):
    question: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=400)]
    language: Language
    policy_id: Id
    draft: PolicyBody


class NearText(Reply):
    policy_id: str
    title: dict[Language, str]


class TriedOut(Reply):
    """What the kiosk would say."""

    answered: bool
    text: str
    sources: list[str]
    by_draft: bool = Field(description="Whether the draft answers, or stands first of what is offered.")
    near: list[NearText] = Field(description="What is offered where nothing surely answers.")


class TextVersionView(Reply):
    version_id: int
    state: TextState
    at: datetime
    by: str


class PolicyVersionView(TextVersionView):
    body: PolicyTold


class GuidelineVersionView(TextVersionView):
    text: str


GuidelineText = Annotated[str, StringConstraints(min_length=1, max_length=50_000)]


class GuidelineBody(Request):
    text: GuidelineText


class GuidelinePreviewRequest(GuidelineBody):
    text_id: Id


class GuidelineChapter(Reply):
    chapter: Chapter
    lines: list[str]


class GuidelineTold(Reply):
    """As a doctor reads it."""

    title: dict[Language, str]
    reviewed: date
    sources: list[str]
    chapters: dict[Language, list[GuidelineChapter]]


class GuidelineView(Reply):
    text_id: str = Field(description="institution:ID or general:ID.")
    title: dict[Language, str]
    reviewed: date | None
    published: str | None
    draft: str | None


class CapabilityView(Reply):
    name: str
    by: str = Field(description="model, embedded, or NAME@URL.")


class ModelView(Reply):
    url: str = Field(description="Empty without a model.")
    name: str
    key: bool = Field(description="Whether a key is set; it is shown to nobody.")
    budget_seconds: float
    capabilities: list[CapabilityView]
    servers: list[ModelServer] = Field(description="In use now: of every model that answers something.")


class FindingView(Reply):
    server: str
    what: str
    said: str
    good: bool | None


class ModelChecked(Reply):
    findings: list[FindingView]
    good: bool


class SignOffView(Reply):
    clinician: str
    at: datetime
    version: str
    current: bool = Field(description="Whether it is of the version that is installed.")


class ContentView(Reply):
    content: str
    files: list[str]
    size: int = Field(description="Bytes.")
    version: str = Field(description="SHA-256.")
    sign_offs: list[SignOffView] = Field(description="The newest first.")


class ContentFile(Reply):
    path: str
    text: str


class SignOffRequest(Request):
    version: str = Field(max_length=64, description="What was read: a version that is no longer the one is refused.")
    username: Short
    password: Password


class BackupFile(Reply):
    name: str
    at: datetime
    size: int = Field(description="Bytes.")


class HoldingView(Reply):
    what: str
    rows: int
    oldest: datetime | None
    days: int | None = Field(
        None, description="It is kept for so many days, 0: for ever; null: it has a rule of its own."
    )
    due: int | None = Field(None, description="How many are older than that.")
    removed: int | None = Field(None, description="How many the last removal took, and when that was.")
    removed_at: datetime | None = None


class BackupView(Reply):
    folder: str
    files: list[BackupFile] = Field(description="The newest first.")
    elsewhere: datetime | None = Field(description="When one was written last from the command line.")
    holdings: list[HoldingView]
