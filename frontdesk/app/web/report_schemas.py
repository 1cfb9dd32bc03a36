"""The shapes of the reports: which period is asked for, and what is told of it."""

from datetime import date, datetime, time
from typing import Literal

from pydantic import Field

from frontdesk.app.ledger.reports.periods import Period
from frontdesk.app.ledger.reports.table import Table
from frontdesk.app.web.schemas import Reply, Request
from frontdesk.models.facts import Language


class PeriodQuery(Request):
    of: Literal["day", "week", "shift", "days"] = "day"
    day: date | None = Field(default=None, description="A day of it, of a span the first; today where none is named.")
    until: date | None = Field(default=None, description="The last day of a span.")
    shift: time | None = Field(default=None, description="When the shift begins; the present one where none is named.")


class TableQuery(PeriodQuery):
    language: Literal["zh", "en"] = "zh"


class ReportView(Reply):
    hospital: dict[Language, str]
    heading: dict[Language, str]
    period: Period
    made: datetime
    shifts: list[str] = Field(description="When each begins, as HH:MM.")
    tables: list[Table]
