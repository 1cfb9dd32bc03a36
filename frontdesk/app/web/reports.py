"""Management's reports: figures of a day, a week, a shift or a span, and each table to download."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response

from frontdesk.app.ledger.reports.periods import BadPeriod, Of, Period, period_of
from frontdesk.app.ledger.reports.reports import Report
from frontdesk.app.ledger.reports.table import as_csv, word
from frontdesk.app.ledger.staff import Role
from frontdesk.app.web.authorisation import current_staff
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused
from frontdesk.app.web.report_schemas import PeriodQuery, ReportView, TableQuery
from frontdesk.models.facts import Language

reports = APIBlueprint("reports", __name__, url_prefix="/api/reports", tag="reports")

CSV: Any = {"200": {"description": "The table", "content": {"text/csv": {"schema": {"type": "string"}}}}}


@reports.get("")
@reports.input(PeriodQuery, location="query")
@reports.output(ReportView)
def report(query_data: PeriodQuery) -> ReportView:
    """Every table of a period."""
    period, whole = _period(query_data), parts()
    told = _told(period)
    whole.reports.looked_at(period)
    return ReportView(
        hospital=whole.hospital.directory.info().name,
        heading=word("periods", period.of),
        period=period,
        made=told.made,
        shifts=[f"{one:%H:%M}" for one in whole.settings.shift_starts],
        tables=list(told.tables),
    )


@reports.get("/tables/<key>")
@reports.input(TableQuery, location="query")
@reports.doc(responses=CSV)
def table(key: str, query_data: TableQuery) -> Response:
    """One table as CSV, in UTF-8 with a byte order mark, so that a spreadsheet reads Chinese."""
    period = _period(query_data)
    wanted = next((one for one in _told(period).tables if one.key == key), None)
    if wanted is None:
        raise Refused(404, "not_found", "The report has no such table")
    parts().reports.looked_at(period, key)
    name = f"{key}_{period.begins:%Y%m%dT%H%M}_{period.ends:%Y%m%dT%H%M}.csv"
    sent = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(as_csv(wanted, Language(query_data.language)), content_type="text/csv; charset=utf-8", headers=sent)


def _told(period: Period) -> Report:
    """The administrator runs the system and reads no patient's words, not even without their names."""
    words = current_staff().role is not Role.ADMIN
    return parts().reports.report(period, parts().hospital.directory.departments(), words=words)


def _period(query: PeriodQuery) -> Period:
    now = parts().clock()
    try:
        return period_of(
            Of(query.of),
            query.day or now.date(),
            now=now,
            shifts=parts().settings.shift_starts,
            until=query.until,
            shift=query.shift,
        )
    except BadPeriod as bad:
        raise Refused(422, bad.trouble.value, str(bad)) from bad
