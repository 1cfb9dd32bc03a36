"""What the board sends and receives besides cards and sessions: charts, kiosks, messages, the shift."""

from datetime import date, datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from frontdesk.app.ledger.shift import Hour
from frontdesk.app.web.schemas import MedicineLine, Reply, Request, Short
from frontdesk.models.facts import Language, Sex


class UsualMessage(Reply):
    key: str
    text: dict[Language, str]


class ShiftView(Reply):
    """The last hours, the one that runs counted; figures of nobody in particular."""

    hours: list[Hour]
    arrivals: int
    calls: int = Field(description="Times a person was needed, by a call or an alarm.")
    wait: int | None = Field(description="Seconds until a person came, the median.")
    alarms: int
    answer: int | None = Field(description="Seconds from a red flag to the name under it, the median.")
    unanswered: int


class LinkRequest(Request):
    patient_number: Short
    birth_date: date


class UnlinkRequest(Request):
    reason: Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=200)]


class ChartLine(Reply):
    """Something on record, in the words of the newest source that has it."""

    words: str
    source: str = Field(description="The department, or who said so to the hospital's system; empty: not told.")
    on: date | None


class LastVisit(Reply):
    outpatient_number: int
    date: datetime
    department: str
    complaint: str
    diagnosis: str


class ChartView(Reply):
    """What the hospital holds on a verified patient, at a glance; of today's session nothing."""

    patient_id: str
    name: str
    sex: Sex | None
    birth_date: date | None
    allergies: list[ChartLine]
    denied: ChartLine | None = Field(description="Where no allergy is on record: who last wrote that there is none.")
    problems: list[ChartLine]
    medicines: list[MedicineLine]
    last_visit: LastVisit | None
    visits: int = Field(description="Earlier records of this hospital.")
    unread: bool = Field(description="The hospital's own system did not answer: there may be more.")
