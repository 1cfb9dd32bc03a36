"""Outpatient records as the application keeps them: what it handed over or loaded, how it was changed and signed."""

from datetime import date
from typing import Any

from pydantic import NaiveDatetime
from sqlalchemy import JSON, Column, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from frontdesk.database.columns import number, number_of
from frontdesk.database.sealed import sealed_json, sealed_text
from frontdesk.his_adapter.changes import Way


class OutpatientRecordRow(SQLModel, table=True):
    """The 17 fields of the PIORS outpatient record, and what the worklist needs to find and guard it."""

    __tablename__ = "outpatient_record"
    __table_args__ = (
        UniqueConstraint("key", name="uq_outpatient_record_key"),
        Index("ix_outpatient_record_worklist", "department_id", "day"),
        {"sqlite_autoincrement": True},
    )

    outpatient_number: int = number()
    patient_id: str = Field(index=True)
    name: str
    gender: str
    age: str
    department: str
    visit_date: NaiveDatetime
    chief_complaint: str = sealed_text("outpatient_record.chief_complaint")
    present_illness_history: str = sealed_text("outpatient_record.present_illness_history")
    past_history: str = sealed_text("outpatient_record.past_history")
    drug_allergy_history: str = sealed_text("outpatient_record.drug_allergy_history")
    physical_examination: str = sealed_text("outpatient_record.physical_examination")
    auxiliary_examination: str = sealed_text("outpatient_record.auxiliary_examination")
    preliminary_diagnosis: str = sealed_text("outpatient_record.preliminary_diagnosis")
    treatment_opinion: str = sealed_text("outpatient_record.treatment_opinion")
    notes: str = sealed_text("outpatient_record.notes")
    physician_signature: str
    department_id: str
    day: date  # whose worklist it is on: the appointment's, else the visit's
    appointment_id: str | None = None  # the hospital's
    appointment: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON, nullable=True))  # as it was booked
    language: str | None = None
    key: str | None = None  # the reception that made it; None: loaded with the hospital
    state: str
    signed_by: str | None = None
    signed_at: NaiveDatetime | None = None
    version: int
    deleted_at: NaiveDatetime | None = None  # set: nobody is shown it but who restores
    deleted_by: str | None = None
    deleted_reason: str | None = sealed_text("outpatient_record.deleted_reason", nullable=True)


class PreVisitSummaryRow(SQLModel, table=True):
    __tablename__ = "pre_visit_summary"

    outpatient_number: int = number_of("outpatient_record.outpatient_number", primary_key=True, autoincrement=False)
    body: dict[str, Any] = sealed_json("pre_visit_summary.body")


class WrittenVisitRow(SQLModel, table=True):
    """What a doctor wrote of the visit, as it was kept last; the record's own fields say the same in words."""

    __tablename__ = "written_visit"

    outpatient_number: int = number_of("outpatient_record.outpatient_number", primary_key=True, autoincrement=False)
    body: dict[str, Any] = sealed_json("written_visit.body")
    by: str
    at: NaiveDatetime


class VisitDraftRow(SQLModel, table=True):
    """Half-written words of one member of staff about a visit: no part of the record, seen by nobody else."""

    __tablename__ = "visit_draft"

    outpatient_number: int = number_of("outpatient_record.outpatient_number", primary_key=True, autoincrement=False)
    username: str = Field(primary_key=True)
    body: dict[str, Any] = sealed_json("visit_draft.body")
    at: NaiveDatetime


class VisitQueueRow(SQLModel, table=True):
    """Where a patient of the day is, once a doctor has called them; no row: waiting since the hand-over."""

    __tablename__ = "visit_queue"

    outpatient_number: int = number_of("outpatient_record.outpatient_number", primary_key=True, autoincrement=False)
    state: str
    since: NaiveDatetime
    by: str


class SummaryRevisionRow(SQLModel, table=True):
    """One edit, never changed: what a statement said before and after."""

    __tablename__ = "summary_revision"
    __table_args__ = (UniqueConstraint("outpatient_number", "version", name="uq_summary_revision_version"),)

    revision_id: int = number()
    outpatient_number: int = number_of("outpatient_record.outpatient_number", nullable=False)
    version: int  # the version the edit made
    statement_id: str
    before: str = sealed_text("summary_revision.before")
    after: str = sealed_text("summary_revision.after")
    by: str
    at: NaiveDatetime


class RecordChangeRow(SQLModel, table=True):
    """One act of a member of staff on records or patients, never removed; `undone_by` is the act that took it back."""

    __tablename__ = "record_change"

    change_id: str = Field(primary_key=True)
    operation: str
    username: str
    by: str
    at: NaiveDatetime
    reason: str = sealed_text("record_change.reason")
    undoes: str | None = Field(default=None, foreign_key="record_change.change_id")
    undone_by: str | None = None
    way: str = Field(default=Way.INSTRUCTION.value, sa_column_kwargs={"server_default": Way.INSTRUCTION.value})


class PatientChangeLineRow(SQLModel, table=True):
    """What one act did to one patient: the data it changed, the number that was kept, the appointments that moved."""

    __tablename__ = "patient_change_line"

    change_id: str = Field(primary_key=True, foreign_key="record_change.change_id")
    patient_id: str = Field(primary_key=True, index=True)
    before: dict[str, Any] = sealed_json("patient_change_line.before")
    after: dict[str, Any] = sealed_json("patient_change_line.after")


class RecordChangeLineRow(SQLModel, table=True):
    """What one act did to one record: the columns it changed, before and after."""

    __tablename__ = "record_change_line"

    change_id: str = Field(primary_key=True, foreign_key="record_change.change_id")
    outpatient_number: int = number_of("outpatient_record.outpatient_number", primary_key=True, autoincrement=False)
    version: int  # the version the act made
    before: dict[str, Any] = sealed_json("record_change_line.before")
    after: dict[str, Any] = sealed_json("record_change_line.after")
