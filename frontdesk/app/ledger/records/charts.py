"""Changes of outpatient records by staff: planned, made on the versions that were seen, and taken back."""

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger.records import convert, creation
from frontdesk.app.ledger.records.search import find
from frontdesk.app.ledger.records.tables import OutpatientRecordRow, RecordChangeLineRow, RecordChangeRow
from frontdesk.app.ledger.records.visits import next_version
from frontdesk.his_adapter.access import Narrowed
from frontdesk.his_adapter.changes import Deleted, Done, FieldChange, Operation, Planned, RecordChange, Unfit, Unfitness
from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.hospital import PatientIndex
from frontdesk.his_adapter.matching import department_of
from frontdesk.his_adapter.operation import COLUMNS, Column, HisOperation, Verb
from frontdesk.his_adapter.records import Department, SummaryState
from frontdesk.his_adapter.written import GAP
from frontdesk.models.facts import Language

NOTHING = re.compile(r"\s*(?:否认|无|没有|不详|none\b|no\b|nil\b|denies\b|not known\b)", re.I)
MOST = 20  # records one instruction may change
UNDO = timedelta(days=1)
SIGNED = ("state", "signed_by", "signed_at", "physician_signature")
DELETION = ("deleted_at", "deleted_by", "deleted_reason")


def plan(
    session: Session,
    narrowed: Narrowed,
    departments: Sequence[Department],
    patients: PatientIndex,
    *,
    now: datetime,
) -> Planned:
    """What the operation would do to which records, field by field; nothing is written. Raises Unfit."""
    operation = narrowed.operation
    if operation.operation is Verb.CREATE:
        return creation.planned(narrowed, departments, patients, now=now)
    found = find(session, narrowed, departments, limit=MOST + 1)
    if not found:
        raise Unfit(Unfitness.NO_MATCH)
    if len(found) > MOST:
        raise Unfit(Unfitness.TOO_MANY)
    if operation.adds and len(found) > 1:
        raise Unfit(Unfitness.WHICH_RECORD)
    values = _new_values(operation, departments)
    changes = [_change(row, _added(row, values) if operation.adds else values) for row in found]
    if operation.operation is Verb.DELETE:
        return Planned(operation=Operation.DELETE, rows=tuple(changes))
    left = tuple(change for change in changes if change.fields)
    if not left:
        raise Unfit(Unfitness.ALREADY_SO)
    return Planned(operation=Operation.UPDATE, rows=left)


def make(
    session: Session,
    narrowed: Narrowed,
    planned: Planned,
    departments: Sequence[Department],
    *,
    change_id: str,
    username: str,
    by: str,
    at: datetime,
    reason: str = "",
) -> Done:
    """Does what was planned, on the versions it was planned on. Raises VersionConflict, and nothing is written."""
    if planned.operation is Operation.DELETE and not reason:
        raise Unfit(Unfitness.REASON_MISSING)
    act = _act(session, change_id, planned.operation, username=username, by=by, at=at, reason=reason)
    if planned.operation is Operation.CREATE:
        row = creation.written(session, planned.rows[0], narrowed.operation, departments, key=f"change:{change_id}")
        _line(session, act, row, before={}, after={name: _plain(getattr(row, name)) for name in COLUMNS})
        number = row.outpatient_number
        return _done(act, [planned.rows[0].model_copy(update={"outpatient_number": number})])
    values = _new_values(narrowed.operation, departments)
    if planned.operation is Operation.DELETE:
        values = {"deleted_at": at, "deleted_by": by, "deleted_reason": reason}
    for seen in planned.rows:
        row = next_version(session, seen.outpatient_number or 0, seen.version or 0)
        new = _added(row, values) if narrowed.operation.adds else values
        _set(session, act, row, _with_signature(row, new) if planned.operation is Operation.UPDATE else new)
    return _done(act, planned.rows)


def undo(
    session: Session, undone: str, *, change_id: str, username: str, by: str, at: datetime, anybodys: bool
) -> Done:
    """Puts back what an act of the last day changed, as an act of its own.

    Raises Unfit, NotFound, and VersionConflict when somebody changed one of its records since.
    """
    first = session.get(RecordChangeRow, undone, with_for_update=True, populate_existing=True)
    if first is None or first.operation == Operation.UNDO:
        raise NotFound(f"change {undone}")
    if first.username != username and not anybodys:
        raise Unfit(Unfitness.NOT_YOURS)
    if first.undone_by is not None:
        raise Unfit(Unfitness.UNDONE_ALREADY)
    if at > first.at + UNDO:
        raise Unfit(Unfitness.TOO_LATE)
    act = _act(session, change_id, Operation.UNDO, username=username, by=by, at=at, undoes=undone)
    first.undone_by = change_id
    changed = []
    for line in lines(session, undone):
        row = next_version(session, line.outpatient_number, line.version)
        gone = {"deleted_at": at, "deleted_by": by, "deleted_reason": Operation.UNDO.value}
        changed.append(_set(session, act, row, _typed(line.before) if line.before else gone))
    return _done(act, changed)


def restore(
    session: Session, outpatient_number: int, *, version: int, change_id: str, username: str, by: str, at: datetime
) -> Done:
    """Takes the mark of deletion off a record, however old. Raises Unfit, NotFound, VersionConflict."""
    row = next_version(session, outpatient_number, version)
    if row.deleted_at is None:
        raise Unfit(Unfitness.NOT_DELETED)
    act = _act(session, change_id, Operation.RESTORE, username=username, by=by, at=at)
    return _done(act, [_set(session, act, row, dict.fromkeys(DELETION))])


def deleted(session: Session, *, limit: int = 100) -> list[Deleted]:
    """Records marked as deleted, the latest first."""
    query = (
        select(OutpatientRecordRow)
        .where(col(OutpatientRecordRow.deleted_at).is_not(None))
        .order_by(col(OutpatientRecordRow.deleted_at).desc(), col(OutpatientRecordRow.outpatient_number).desc())
        .limit(limit)
    )
    return [
        Deleted(
            record=convert.record(row),
            version=row.version,
            by=row.deleted_by or "",
            at=row.deleted_at,
            reason=row.deleted_reason or "",
        )
        for row in session.scalars(query)
    ]


def lines(session: Session, change_id: str) -> Sequence[RecordChangeLineRow]:
    query = select(RecordChangeLineRow).where(col(RecordChangeLineRow.change_id) == change_id)
    return session.scalars(query.order_by(col(RecordChangeLineRow.outpatient_number))).all()


def _new_values(operation: HisOperation, departments: Sequence[Department]) -> dict[str, Any]:
    """Values by column of the table, with what hangs on them. Raises Unfit for a department there is not."""
    values: dict[str, Any] = {column.value: str(term) for column, term in operation.column_change.items()}
    if Column.DEPARTMENT in values:
        department = department_of(values[Column.DEPARTMENT], departments)
        if department is None:
            raise Unfit(Unfitness.UNKNOWN_DEPARTMENT)
        values["department_id"] = department.department_id
    if Column.VISIT_DATE in values:
        values[Column.VISIT_DATE] = datetime.fromisoformat(values[Column.VISIT_DATE])
        values["day"] = values[Column.VISIT_DATE].date()
    return values


def _added(row: OutpatientRecordRow, values: dict[str, Any]) -> dict[str, Any]:
    """The new words behind what the fields hold; in the place of words that say there is nothing."""
    gap = GAP[Language(row.language) if row.language else Language.ZH]
    return {name: _behind(getattr(row, name), value, gap) for name, value in values.items()}


def _behind(held: Any, new: Any, gap: str) -> Any:
    if not (isinstance(held, str) and isinstance(new, str)) or not held.strip() or NOTHING.match(held):
        return new
    return held if new in held else f"{held.rstrip('。.;； ')}{gap}{new}"


def _with_signature(row: OutpatientRecordRow, values: dict[str, Any]) -> dict[str, Any]:
    """A signature covers what was signed: a change takes it off."""
    if row.state != SummaryState.SIGNED and not row.physician_signature:
        return values
    return values | {"state": SummaryState.OPEN.value, "signed_by": None, "signed_at": None, "physician_signature": ""}


def _change(row: OutpatientRecordRow, values: dict[str, Any]) -> RecordChange:
    """What the values would change of a record, as a person reads it; a falling signature is shown too."""
    shown = {name: value for name, value in values.items() if name in COLUMNS and _differs(getattr(row, name), value)}
    if shown:
        shown = {n: v for n, v in _with_signature(row, shown).items() if n in COLUMNS}
    return RecordChange(
        outpatient_number=row.outpatient_number,
        version=row.version,
        patient_id=row.patient_id,
        name=row.name,
        department=row.department,
        visit_date=row.visit_date,
        fields=tuple(
            FieldChange(field=name, before=_text(getattr(row, name)), after=_text(shown[name]))
            for name in COLUMNS
            if name in shown and _differs(getattr(row, name), shown[name])
        ),
    )


def _set(session: Session, act: RecordChangeRow, row: OutpatientRecordRow, values: dict[str, Any]) -> RecordChange:
    """Sets columns of a record that is at its next version already, and keeps what they were."""
    change = _change(row, values)
    differing = {name: value for name, value in values.items() if _differs(getattr(row, name), value)}
    before = {name: _plain(getattr(row, name)) for name in differing}
    for name, value in differing.items():
        setattr(row, name, value)
    _line(session, act, row, before=before, after={name: _plain(value) for name, value in differing.items()})
    return change


def _line(
    session: Session, act: RecordChangeRow, row: OutpatientRecordRow, *, before: dict[str, Any], after: dict[str, Any]
) -> None:
    session.add(
        RecordChangeLineRow(
            change_id=act.change_id,
            outpatient_number=row.outpatient_number,
            version=row.version,
            before=before,
            after=after,
        )
    )
    session.flush()


def _act(
    session: Session,
    change_id: str,
    operation: Operation,
    *,
    username: str,
    by: str,
    at: datetime,
    reason: str = "",
    undoes: str | None = None,
) -> RecordChangeRow:
    act = RecordChangeRow(
        change_id=change_id, operation=operation, username=username, by=by, at=at, reason=reason, undoes=undoes
    )
    session.add(act)
    session.flush()
    return act


def _done(act: RecordChangeRow, rows: Sequence[RecordChange]) -> Done:
    lasting = None if act.operation == Operation.UNDO else act.at + UNDO
    return Done(change_id=act.change_id, operation=Operation(act.operation), rows=tuple(rows), until=lasting)


def _typed(values: dict[str, Any]) -> dict[str, Any]:
    """Kept values as the table's columns take them."""
    moments = {"visit_date", "signed_at", "deleted_at"}
    typed: dict[str, Any] = {
        n: datetime.fromisoformat(v) if n in moments and v is not None else v for n, v in values.items()
    }
    if "day" in typed:
        typed["day"] = date.fromisoformat(typed["day"])
    return typed


def _plain(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value


def _text(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat(timespec="minutes")
    return "" if value is None else str(value)


def _differs(held: Any, wanted: Any) -> bool:
    return bool(held != wanted)
