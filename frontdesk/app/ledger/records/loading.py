"""Loads a hospital's folder in one transaction: into the built-in hospital, and its earlier records into the ledger."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from sqlalchemy import Engine, delete, select
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger.records.tables import OutpatientRecordRow, RecordChangeLineRow, SummaryRevisionRow
from frontdesk.database.engine import writing
from frontdesk.his_adapter.connecting import EarlierRecord, Loaded, load_within, read_folder
from frontdesk.his_adapter.records import SummaryState


def seed(engine: Engine, folder: Path, today: date) -> Loaded:
    """Replaces directory and policies, updates patients, keeps what the application wrote. Raises SeedError."""
    data = read_folder(folder, today)
    with writing(engine) as session:
        loaded = load_within(session, data, today)
        _records(session, data.records)
    return loaded


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
