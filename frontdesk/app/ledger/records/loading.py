"""Loads a hospital's folder in one transaction: into the built-in hospital, and its earlier records into the ledger."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from sqlalchemy import Engine, delete, select
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger.administration_tables import TextVersionRow
from frontdesk.app.ledger.house import FOLDER, Kind, TextState
from frontdesk.app.ledger.records.tables import (
    OutpatientRecordRow,
    PatientChangeLineRow,
    RecordChangeLineRow,
    RecordChangeRow,
    SummaryRevisionRow,
)
from frontdesk.database.engine import writing
from frontdesk.his_adapter.changes import Operation
from frontdesk.his_adapter.connecting import EarlierRecord, Kept, Loaded, load_within, read_folder
from frontdesk.his_adapter.records import SummaryState
from frontdesk.his_adapter.registration import PatientField


def seed(engine: Engine, folder: Path, today: date) -> Loaded:
    """Replaces directory and policies, updates patients, keeps what people wrote here. Raises SeedError."""
    data = read_folder(folder, today)
    with writing(engine) as session:
        loaded = load_within(session, data, today, _changed_here(session))
        _records(session, data.records)
    return loaded


def _changed_here(session: Session) -> Kept:
    """Policies that an administrator published or withdrew, and patients whose data staff corrected."""
    texts = select(col(TextVersionRow.text_id)).where(
        col(TextVersionRow.kind) == Kind.POLICY,
        col(TextVersionRow.state) != TextState.DRAFT,
        col(TextVersionRow.by) != FOLDER,
    )
    lines = (
        select(PatientChangeLineRow)
        .join(RecordChangeRow, col(RecordChangeRow.change_id) == col(PatientChangeLineRow.change_id))
        .where(col(RecordChangeRow.undone_by).is_(None), col(RecordChangeRow.operation) != Operation.UNDO)
    )
    corrected = (line.patient_id for line in session.scalars(lines) if set(line.after) & set(PatientField))
    return Kept(policies=frozenset(session.scalars(texts)), patients=frozenset(corrected))


def _records(session: Session, records: Sequence[EarlierRecord]) -> None:
    """Replaces the earlier records, but not one that was signed, edited, changed or deleted here since."""
    touched = select(SummaryRevisionRow).where(
        col(SummaryRevisionRow.outpatient_number) == col(OutpatientRecordRow.outpatient_number)
    )
    changed = select(RecordChangeLineRow).where(
        col(RecordChangeLineRow.outpatient_number) == col(OutpatientRecordRow.outpatient_number)
    )
    ours = col(OutpatientRecordRow.key).is_(None), ~touched.exists(), ~changed.exists()
    session.execute(delete(OutpatientRecordRow).where(*ours))
    kept = set(session.scalars(select(col(OutpatientRecordRow.outpatient_number))))
    session.add_all(
        OutpatientRecordRow(
            **earlier.record.model_dump(),
            department_id=earlier.department_id,
            day=earlier.record.visit_date.date(),
            language=earlier.language,
            state=SummaryState.SIGNED if earlier.record.physician_signature else SummaryState.OPEN,
            signed_by=earlier.record.physician_signature or None,
            version=1,
        )
        for earlier in records
        if earlier.record.outpatient_number not in kept
    )
