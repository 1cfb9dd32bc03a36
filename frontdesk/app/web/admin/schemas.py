"""The shapes of the administration: what its page sends and receives."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from frontdesk.app.ledger.accounts import Role
from frontdesk.app.web.schemas import Reply, Request, Short

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


class KioskView(Reply):
    name: str
    disabled: bool
    browsers: int
    code_until: datetime | None
    seen: datetime | None


class KioskList(Reply):
    pairing: str = Field(description="How a browser becomes a kiosk: code or open.")
    kiosks: list[KioskView]


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
