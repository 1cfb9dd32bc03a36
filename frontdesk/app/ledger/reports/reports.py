"""A report of a period: everything management asks of the receptions, as tables without anybody's name."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import Connection, Engine, select
from sqlmodel import col

from frontdesk.app.ledger.audit import Act, Entry, note
from frontdesk.app.ledger.quality import Quality
from frontdesk.app.ledger.records.tables import OutpatientRecordRow
from frontdesk.app.ledger.reports import tables
from frontdesk.app.ledger.reports.attendances import Attendance, attendances, questions_are_kept
from frontdesk.app.ledger.reports.periods import Period
from frontdesk.app.ledger.reports.table import Table
from frontdesk.app.reception.turn.anonymity import anonymous
from frontdesk.database.engine import reading
from frontdesk.his_adapter.records import Department
from frontdesk.models.facts import Value

OWN_WORDS = "questions"  # the one table with anything that patients said


class Report(Value):
    period: Period
    made: datetime
    tables: tuple[Table, ...]


class Reports:
    def __init__(self, engine: Engine, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._now = clock

    def report(self, period: Period, departments: Sequence[Department], *, words: bool = True) -> Report:
        """As things stand now. Without `words` the questions nobody could answer are left out."""
        names = {one.department_id: one.name for one in departments}
        with reading(self._engine) as session:
            connection = session.connection()
            those = attendances(connection, period)
            signed = _to_signature(connection, period)
            kept = bool(those) and questions_are_kept(connection, period)
        judged = Quality(self._engine, self._now).report(period.begins, period.ends)
        whole = (
            tables.outcomes(those),
            tables.hours(those, period),
            *((tables.days(those, period),) if period.days > 1 and period.of != "shift" else ()),
            tables.departments(those, names),
            tables.languages(those),
            tables.waits(those, signed),
            tables.abandoned(those),
            tables.answers(those),
            tables.alarms(those),
            tables.rules(those),
            tables.triage(those),
            tables.reroutes(those, names),
            *((tables.questions(_unanswered(those, departments), measured=kept or not those),) if words else ()),
            tables.summaries(judged),
            tables.dislikes(judged),
        )
        return Report(period=period, made=self._now(), tables=whole)

    def looked_at(self, period: Period, table: str = "") -> None:
        """Puts into the audit trail that whoever acts now is shown this report, or downloads a table of it."""
        span = f"{period.begins.isoformat(timespec='minutes')}/{period.ends.isoformat(timespec='minutes')}"
        what = ("report", period.of.value, span, *((table,) if table else ()))
        note(self._engine, Entry(act=Act.READ, what=what), at=self._now())


def _to_signature(connection: Connection, period: Period) -> list[float]:
    """Seconds from the hand-over of a record to its signature, of the records handed over in the period."""
    row = OutpatientRecordRow
    query = select(col(row.visit_date), col(row.signed_at)).where(
        col(row.key).is_not(None),
        col(row.visit_date) >= period.begins,
        col(row.visit_date) < period.ends,
        col(row.signed_at).is_not(None),
    )
    return [max(0.0, (signed - handed).total_seconds()) for handed, signed in connection.execute(query) if signed]


def _unanswered(those: Sequence[Attendance], departments: Sequence[Department]) -> Counter[str]:
    kept = tuple(
        sorted({name for one in departments for name in one.name.values()}, key=lambda name: (-len(name), name))
    )
    return Counter(anonymous(asked.strip(), kept) for one in those for asked in one.questions if asked.strip())
