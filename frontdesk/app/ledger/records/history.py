"""What was done to records, read back: one act of staff, and whatever came after a version that was seen."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger.records.charts import UNDO, lines
from frontdesk.app.ledger.records.tables import (
    OutpatientRecordRow,
    RecordChangeLineRow,
    RecordChangeRow,
    SummaryRevisionRow,
)
from frontdesk.his_adapter.changes import Done, FieldChange, Later, Operation, RecordChange, Way
from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.operation import COLUMNS

BY_WORDS = [one.value for one in Operation if one is not Operation.UNDO]
SUMMARY = "summary"  # under which an edit of a sentence of the summary is told
MARK = "deleted_reason"  # told beside the record's own fields


def done(session: Session, change_id: str) -> Done:
    """An act as it was answered when it was made. Raises NotFound."""
    act = session.get(RecordChangeRow, change_id)
    if act is None or act.way != Way.INSTRUCTION:
        raise NotFound(f"change {change_id}")
    return Done(
        change_id=change_id,
        operation=Operation(act.operation),
        rows=tuple(_row(session, line) for line in lines(session, change_id)),
        until=None if act.operation == Operation.UNDO else act.at + UNDO,
    )


def last_of(session: Session, username: str, *, since: datetime) -> str | None:
    """The last act of a member of staff that is neither undone nor an undoing itself."""
    acts = (
        select(RecordChangeRow)
        .where(
            col(RecordChangeRow.username) == username,
            col(RecordChangeRow.at) > since,
            col(RecordChangeRow.undone_by).is_(None),
            col(RecordChangeRow.operation).in_(BY_WORDS),
        )
        .order_by(col(RecordChangeRow.at).desc())
        .limit(1)
    )
    last = session.scalar(acts)
    return last.change_id if last else None


def later(session: Session, outpatient_number: int, version: int) -> list[Later]:
    """Who changed what of a record or its summary after this version, in the order it was done."""
    edits = select(SummaryRevisionRow).where(
        col(SummaryRevisionRow.outpatient_number) == outpatient_number, col(SummaryRevisionRow.version) > version
    )
    edited = [
        Later(
            outpatient_number=outpatient_number,
            version=edit.version,
            by=edit.by,
            at=edit.at,
            fields=(FieldChange(field=SUMMARY, before=edit.before, after=edit.after),),
        )
        for edit in session.scalars(edits)
    ]
    return sorted([*changed(session, outpatient_number, version), *edited], key=lambda one: one.version)


def changed(session: Session, outpatient_number: int, version: int = 0) -> list[Later]:
    """Who changed which of a record's own fields after this version, in the order it was done."""
    acts = (
        select(RecordChangeRow, RecordChangeLineRow)
        .join(RecordChangeLineRow, col(RecordChangeLineRow.change_id) == col(RecordChangeRow.change_id))
        .where(
            col(RecordChangeLineRow.outpatient_number) == outpatient_number,
            col(RecordChangeLineRow.version) > version,
            col(RecordChangeRow.operation) != Operation.CREATE,
        )
        .order_by(col(RecordChangeLineRow.version))
    )
    return [
        Later(
            outpatient_number=outpatient_number,
            version=line.version,
            by=act.by,
            at=act.at,
            fields=tuple(field_changes(line.before, line.after)),
        )
        for act, line in session.execute(acts)
    ]


def _row(session: Session, line: RecordChangeLineRow) -> RecordChange:
    record = session.get_one(OutpatientRecordRow, line.outpatient_number)
    return RecordChange(
        outpatient_number=line.outpatient_number,
        version=line.version,
        patient_id=record.patient_id,
        name=record.name,
        department=record.department,
        visit_date=record.visit_date,
        fields=tuple(field_changes(line.before, line.after)),
    )


def field_changes(before: dict[str, Any], after: dict[str, Any]) -> Iterator[FieldChange]:
    """Of a line of a change, what people read of it."""
    for name in (*COLUMNS, MARK):
        if name in after and (before.get(name) or after[name]):
            yield FieldChange(field=name, before=str(before.get(name) or ""), after=str(after[name] or ""))
