"""How much is kept of what, and since when."""

from datetime import datetime

from sqlalchemy import Engine, func, select
from sqlmodel import SQLModel

from frontdesk.app.ledger.account_tables import SlipRow, StaffSignInRow
from frontdesk.app.ledger.audit_tables import ENTRIES
from frontdesk.app.ledger.outbox import OutboxRow
from frontdesk.app.ledger.preview_table import PreviewRow
from frontdesk.app.ledger.questions import ClinicalQuestionRow
from frontdesk.app.ledger.records.tables import OutpatientRecordRow
from frontdesk.app.ledger.tables import EVENTS, SESSIONS
from frontdesk.database.engine import reading
from frontdesk.models.facts import Value


def _column(row: type[SQLModel], name: str):  # type: ignore[no-untyped-def]
    return SQLModel.metadata.tables[str(row.__tablename__)].c[name]


# What of it is oldest is told by this column; None: what is kept ends by itself.
HELD = {
    "sessions": SESSIONS.c.started,
    "events": EVENTS.c.at,
    "records": _column(OutpatientRecordRow, "visit_date"),
    "audit": ENTRIES.c.at,
    "deliveries": _column(OutboxRow, "created"),
    "questions": _column(ClinicalQuestionRow, "at"),
    "previews": _column(PreviewRow, "expires"),
    "slips": _column(SlipRow, "expires"),
    "sign_ins": _column(StaffSignInRow, "until"),
}
ENDING = frozenset({"previews", "slips", "sign_ins"})


class Holding(Value):
    what: str
    rows: int
    oldest: datetime | None = None


def holdings(engine: Engine) -> list[Holding]:
    found = []
    with reading(engine) as session:
        for what, column in HELD.items():
            rows, oldest = session.execute(select(func.count(), func.min(column)).select_from(column.table)).one()
            found.append(Holding(what=what, rows=rows, oldest=None if what in ENDING else oldest))
    return found
