"""The whole story of a record: made, changed, signed, deleted, by whom and by which way, as far as it was kept."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from sqlalchemy import Text, cast, select
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger.audit import Act
from frontdesk.app.ledger.audit_tables import ENTRIES
from frontdesk.app.ledger.records.charts import UNDO
from frontdesk.app.ledger.records.history import SUMMARY, field_changes
from frontdesk.app.ledger.records.tables import (
    OutpatientRecordRow,
    RecordChangeLineRow,
    RecordChangeRow,
    SummaryRevisionRow,
)
from frontdesk.app.ledger.records.visits import SIGNATURE, WRITTEN
from frontdesk.app.ledger.tables import SessionRow
from frontdesk.his_adapter.changes import FieldChange, Happened, Operation, Way

OF_CHANGES = "change:"  # how the key of a record begins that staff made
BESIDE = frozenset({Act.SESSION.value, Act.UPDATE.value})  # acts that may have changed a record without a line of it
Told = tuple[datetime, int, Happened]  # when, and of things at once which version it made
CLOCKS = timedelta(days=1)  # a record may be dated a little before what was noted of it


def of_record(session: Session, outpatient_number: int) -> list[Happened]:
    """The newest first; empty for a record that is not there."""
    row = session.get(OutpatientRecordRow, outpatient_number)
    if row is None:
        return []
    told = [*_acts(session, outpatient_number), *_edits(session, outpatient_number), *_beside(session, row)]
    later = [one for _, _, one in sorted(told, key=lambda one: one[:2], reverse=True)]
    made = [] if (row.key or "").startswith(OF_CHANGES) else [_made(session, row)]
    return [*later, *made]


def _made(session: Session, row: OutpatientRecordRow) -> Happened:
    if row.key is None:
        return Happened(at=None, by="", way=Way.FOLDER, act="create")
    reception = session.get(SessionRow, row.key)
    return Happened(at=row.visit_date, by=reception.kiosk if reception else "", way=Way.RECEPTION, act="create")


def _acts(session: Session, outpatient_number: int) -> Iterator[Told]:
    query = (
        select(RecordChangeRow, RecordChangeLineRow)
        .join(RecordChangeLineRow, col(RecordChangeLineRow.change_id) == col(RecordChangeRow.change_id))
        .where(col(RecordChangeLineRow.outpatient_number) == outpatient_number)
    )
    for act, line in session.execute(query):
        yield (
            act.at,
            line.version,
            Happened(
                at=act.at,
                by=act.by,
                way=Way(act.way),
                act=act.operation,
                fields=tuple(field_changes(line.before, line.after)),
                reason=act.reason,
                change_id=None if act.operation == Operation.UNDO else act.change_id,
                until=None if act.way == Way.MERGE else act.at + UNDO,
                undone=act.undone_by is not None,
            ),
        )


def _edits(session: Session, outpatient_number: int) -> Iterator[Told]:
    """What a doctor changed on the page of the visit, and signed there."""
    query = select(SummaryRevisionRow).where(col(SummaryRevisionRow.outpatient_number) == outpatient_number)
    for edit in session.scalars(query):
        signed = edit.statement_id == SIGNATURE
        field = {SIGNATURE: "physician_signature", WRITTEN: WRITTEN}.get(edit.statement_id, SUMMARY)
        change = FieldChange(field=field, before=edit.before, after=edit.after)
        yield (
            edit.at,
            edit.version,
            Happened(
                at=edit.at,
                by=edit.by,
                way=Way.PAGE,
                act=Act.SIGN.value if signed else Act.UPDATE.value,
                fields=(change,),
            ),
        )


def _beside(session: Session, row: OutpatientRecordRow) -> Iterator[Told]:
    """What only the trail knows of, without what was before: the talk went on, a machine went through the summary."""
    number = row.outpatient_number
    query = (
        select(ENTRIES)
        .where(ENTRIES.c.act.in_(BESIDE), ENTRIES.c.at >= row.visit_date - CLOCKS)
        .where(cast(ENTRIES.c.about, Text).contains(str(number)))
    )
    for entry in session.execute(query):
        what = entry.about.get("what", ())
        if number not in entry.about.get("records", ()) or "record_handed_over" in what:
            continue
        if entry.act == Act.SESSION:
            yield (
                entry.at,
                0,
                Happened(at=entry.at, by=entry.by.partition(":")[2], way=Way.RECEPTION, act=Act.UPDATE.value),
            )
        elif "summary.review" in what:
            yield entry.at, 0, Happened(at=entry.at, by="", way=Way.REVIEW, act=Act.UPDATE.value)
