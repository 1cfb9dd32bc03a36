"""The table of records that staff work with: pages of it, its export, one record with its story."""

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import Engine

from frontdesk.app.ledger.audit import Act, Entry, note
from frontdesk.app.ledger.desk import Member, narrowed_for
from frontdesk.app.ledger.records import convert, happened, history
from frontdesk.app.ledger.records.search import find
from frontdesk.app.ledger.records.store import OursFirst, Paged
from frontdesk.app.ledger.reports.table import Cell, Table, TableColumn, Unit
from frontdesk.database.engine import reading
from frontdesk.his_adapter.access import Narrowed, NotPermitted, Refusal, grant
from frontdesk.his_adapter.changes import Found, Happened
from frontdesk.his_adapter.errors import HospitalError, NotFound
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.operation import COLUMNS, Column, HisOperation, Verb
from frontdesk.his_adapter.ordering import Ordering
from frontdesk.his_adapter.records import Text
from frontdesk.models.facts import Language, Value

NAMES: dict[Column, Text] = {
    column: {Language.ZH: zh, Language.EN: en}
    for column, (zh, en) in zip(
        COLUMNS,
        (
            ("门诊号", "Outpatient number"),
            ("患者编号", "Patient number"),
            ("姓名", "Name"),
            ("性别", "Sex"),
            ("年龄", "Age"),
            ("科室", "Department"),
            ("就诊时间", "Visit"),
            ("主诉", "Complaint"),
            ("现病史", "Present illness"),
            ("既往史", "Past history"),
            ("药物过敏史", "Drug allergies"),
            ("体格检查", "Physical examination"),
            ("辅助检查", "Tests"),
            ("初步诊断", "Preliminary diagnosis"),
            ("处理意见", "Treatment"),
            ("备注", "Notes"),
            ("医生签名", "Signature"),
        ),
        strict=True,
    )
}  # the same as the page's catalogue
MOST_PAGE = 100  # records
MOST_EXPORT = 5000  # records


class TooManyToExport(HospitalError):
    """More records fit than one export takes; a narrower search is asked for."""


class TablePage(Value):
    """`columns`: those of the wanted ones that the reader may see."""

    columns: tuple[Column, ...]
    page: Paged


class Story(Value):
    """A record with everything that was done to it, the newest first."""

    found: Found
    columns: tuple[Column, ...]
    happened: tuple[Happened, ...]


class RecordTable:
    """Raises NotPermitted, which is in the trail; so is what was shown."""

    def __init__(self, engine: Engine, hospital: Hospital, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._hospital = hospital
        self._now = clock

    def page(
        self,
        member: Member,
        operation: HisOperation,
        order: Ordering,
        *,
        department_id: str | None = None,
        start: int = 0,
        limit: int = MOST_PAGE,
    ) -> TablePage:
        """`department_id`: of this department alone."""
        narrowed = self._narrowed(member, operation, order, department_id)
        page = self._records.page(narrowed, order, start=start, limit=min(limit, MOST_PAGE))
        if page.rows:
            self._note(Act.READ, narrowed.operation.columns, page.rows)
        return TablePage(columns=narrowed.operation.columns, page=page)

    def export(
        self, member: Member, operation: HisOperation, order: Ordering, *, department_id: str | None = None
    ) -> TablePage:
        """Everything that fits, at most MOST_EXPORT records. Raises TooManyToExport."""
        narrowed = self._narrowed(member, operation, order, department_id)
        page = self._records.page(narrowed, order, start=0, limit=MOST_EXPORT)
        if page.total > MOST_EXPORT:
            raise TooManyToExport(f"{page.total} records fit, an export takes {MOST_EXPORT}")
        self._note(Act.EXPORT, narrowed.operation.columns, page.rows)
        return TablePage(columns=narrowed.operation.columns, page=page)

    def story(self, member: Member, outpatient_number: int) -> Story:
        """Raises NotFound where there is no such record, or not for this member."""
        condition: dict[str, int] = {Column.OUTPATIENT_NUMBER.value: outpatient_number}
        narrowed = narrowed_for(
            self._engine, member, HisOperation(operation=Verb.SELECT, condition=condition), at=self._now()
        )
        columns = narrowed.operation.columns
        seen = {*columns, history.SUMMARY, history.MARK, "written"}
        with reading(self._engine) as session:
            rows = find(session, narrowed, self._hospital.directory.departments(), limit=1)
            if not rows:
                raise NotFound(f"record {outpatient_number}")
            found = Found(record=convert.record(rows[0]), version=rows[0].version)
            told = happened.of_record(session, outpatient_number)
        self._note(Act.READ, ("changes", *columns), (found,))
        shown = (
            one.model_copy(update={"fields": tuple(field for field in one.fields if field.field in seen)})
            for one in told
        )
        return Story(found=found, columns=columns, happened=tuple(shown))

    @property
    def _records(self) -> OursFirst:
        records = self._hospital.records
        if not isinstance(records, OursFirst):
            raise TypeError("the hospital's records are not behind the ledger")
        return records

    def _narrowed(
        self, member: Member, operation: HisOperation, order: Ordering, department_id: str | None
    ) -> Narrowed:
        """Limited to the department, and by what is shown also sorted."""
        narrowed = narrowed_for(self._engine, member, operation, at=self._now())
        if order.column not in grant(member.principal).reads:
            raise NotPermitted("may not sort by this column", Refusal.COLUMNS, (order.column,))
        own = narrowed.rows.department_id
        if department_id is None or department_id == own:
            return narrowed
        if own is not None:
            note(self._engine, Entry(act=Act.REFUSED, what=(Verb.SELECT.value, Refusal.ROWS)), at=self._now())
            raise NotPermitted("may not reach records of another department", Refusal.ROWS)
        return narrowed.model_copy(update={"rows": narrowed.rows.model_copy(update={"department_id": department_id})})

    def _note(self, act: Act, what: Sequence[str], found: Sequence[Found]) -> None:
        entry = Entry(
            act=act,
            what=tuple(what),
            patients=tuple(one.record.patient_id for one in found),
            records=tuple(one.record.outpatient_number or 0 for one in found if one.version is not None),
        )
        note(self._engine, entry, at=self._now())


def as_table(rows: Sequence[Found], columns: Sequence[Column]) -> Table:
    """As it is exported, each column under its name."""
    headed = tuple(TableColumn(key=one, title=NAMES[one], unit=Unit.WORDS) for one in columns)
    cells = tuple(tuple(_cell(one, column) for column in columns) for one in rows)
    return Table(key="records", title={}, note={}, columns=headed, rows=cells)


def _cell(found: Found, column: Column) -> Cell:
    value = getattr(found.record, column)
    return f"{value:%Y-%m-%d %H:%M}" if isinstance(value, datetime) else value
