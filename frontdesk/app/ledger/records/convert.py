"""Rows of records turned into the values that the code works with."""

from collections.abc import Sequence

from frontdesk.app.ledger.records.tables import OutpatientRecordRow, PreVisitSummaryRow, SummaryRevisionRow
from frontdesk.his_adapter.records import (
    Appointment,
    OutpatientRecord,
    PreVisitSummary,
    Revision,
    SummaryState,
    Visit,
)

RECORD_FIELDS = tuple(OutpatientRecord.model_fields)  # the 17


def record(row: OutpatientRecordRow) -> OutpatientRecord:
    return OutpatientRecord.model_validate({name: getattr(row, name) for name in RECORD_FIELDS})


def visit(
    row: OutpatientRecordRow,
    summary: PreVisitSummaryRow | None,
    revisions: Sequence[SummaryRevisionRow],
) -> Visit:
    return Visit(
        record=record(row),
        summary=PreVisitSummary.model_validate(summary.body) if summary else None,
        department_id=row.department_id,
        appointment=Appointment.model_validate(row.appointment, strict=False) if row.appointment else None,
        state=SummaryState(row.state),
        signed_by=row.signed_by,
        version=row.version,
        revisions=tuple(
            Revision(statement_id=r.statement_id, before=r.before, after=r.after, by=r.by, at=r.at) for r in revisions
        ),
    )
