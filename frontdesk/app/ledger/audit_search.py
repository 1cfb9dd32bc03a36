"""Entries of the audit trail by person, patient, act and time, the newest first."""

from datetime import datetime

from sqlalchemy import Engine, Text, cast, select

from frontdesk.app.ledger.audit import Kept
from frontdesk.app.ledger.audit_tables import ENTRIES
from frontdesk.app.ledger.digests import canonical
from frontdesk.database.engine import reading
from frontdesk.models.facts import Value

A_PAGE = 50
AT_ONCE = 500  # entries read of the database


class Wanted(Value):
    by: str = ""  # a part of who acted
    patient: str = ""  # a whole number
    act: str = ""
    since: datetime | None = None
    until: datetime | None = None
    before: int | None = None  # entries with a smaller number


def search(engine: Engine, wanted: Wanted, *, limit: int = A_PAGE) -> tuple[list[Kept], bool]:
    """At most `limit` entries, and whether there are more."""
    query = select(ENTRIES).order_by(ENTRIES.c.number.desc())
    if wanted.by:
        query = query.where(ENTRIES.c.by.contains(wanted.by, autoescape=True))
    if wanted.act:
        query = query.where(ENTRIES.c.act == wanted.act)
    if wanted.since:
        query = query.where(ENTRIES.c.at >= wanted.since)
    if wanted.until:
        query = query.where(ENTRIES.c.at < wanted.until)
    if wanted.before:
        query = query.where(ENTRIES.c.number < wanted.before)
    if wanted.patient:  # the text narrows it in the database; which of its lists says so is looked at here
        query = query.where(cast(ENTRIES.c.about, Text).contains(canonical(wanted.patient), autoescape=True))
    found: list[Kept] = []
    with reading(engine) as session:
        for row in session.execute(query.execution_options(yield_per=AT_ONCE)):
            if wanted.patient and wanted.patient not in row.about.get("patients", ()):
                continue
            if len(found) == limit:
                return found, True
            found.append(Kept.model_validate({name: getattr(row, name) for name in Kept.model_fields}))
    return found, False
