"""The built-in hospital and the outbox."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
LIVE = sa.text("state <> 'cancelled'")
FIRST_NUMBER = (
    20_000_001  # outpatient numbers from here are given by the application; below, by the hospital's own data
)


def upgrade() -> None:
    directory()
    people_and_policies()
    booking()
    visits()
    outbox()


def directory() -> None:
    op.create_table(
        "hospital",
        sa.Column("hospital_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("name", sa.JSON(), nullable=False),
        sa.Column("address", sa.JSON(), nullable=False),
        sa.Column("phone", sa.String(), nullable=False),
        sa.Column("fallbacks", sa.JSON(), nullable=False),
        sa.Column("taken_percent", sa.Integer(), nullable=False),
        sa.Column("slots_until", sa.Date(), nullable=True),
        sa.PrimaryKeyConstraint("hospital_id"),
    )
    op.create_table(
        "department",
        sa.Column("department_id", sa.String(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("retired", sa.Boolean(), nullable=False),
        sa.Column("name", sa.JSON(), nullable=False),
        sa.Column("specialties", sa.JSON(), nullable=False),
        sa.Column("building", sa.JSON(), nullable=False),
        sa.Column("floor", sa.Integer(), nullable=False),
        sa.Column("room", sa.String(), nullable=False),
        sa.Column("directions", sa.JSON(), nullable=False),
        sa.Column("way", sa.JSON(), nullable=False),
        sa.Column("openings", sa.JSON(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("phone", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("department_id"),
    )
    op.create_table(
        "physician",
        sa.Column("physician_id", sa.String(), nullable=False),
        sa.Column("department_id", sa.String(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("retired", sa.Boolean(), nullable=False),
        sa.Column("name", sa.JSON(), nullable=False),
        sa.Column("title", sa.JSON(), nullable=False),
        sa.Column("sex", sa.String(), nullable=False),
        sa.Column("expertise", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["department_id"], ["department.department_id"]),
        sa.PrimaryKeyConstraint("physician_id"),
    )
    op.create_index("ix_physician_department_id", "physician", ["department_id"], unique=False)
    op.create_table(
        "schedule",
        sa.Column("physician_id", sa.String(), nullable=False),
        sa.Column("weekday", sa.Integer(), nullable=False),
        sa.Column("opens", sa.Time(), nullable=False),
        sa.Column("closes", sa.Time(), nullable=False),
        sa.ForeignKeyConstraint(["physician_id"], ["physician.physician_id"]),
        sa.PrimaryKeyConstraint("physician_id", "weekday", "opens"),
    )


def people_and_policies() -> None:
    op.create_table(
        "patient",
        sa.Column("patient_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("sex", sa.String(), nullable=False),
        sa.Column("birth_date", sa.Date(), nullable=False),
        sa.Column("phone", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("patient_id"),
    )
    op.create_table(
        "policy",
        sa.Column("policy_id", sa.String(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("category", sa.String(), nullable=False),
        sa.Column("title", sa.JSON(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("policy_id"),
    )


def booking() -> None:
    op.create_table(
        "slot",
        sa.Column("slot_id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("department_id", sa.String(), nullable=False),
        sa.Column("physician_id", sa.String(), nullable=False),
        sa.Column("starts", sa.DateTime(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["department_id"], ["department.department_id"]),
        sa.ForeignKeyConstraint(["physician_id"], ["physician.physician_id"]),
        sa.PrimaryKeyConstraint("slot_id"),
        sa.UniqueConstraint("physician_id", "starts", name="uq_slot_physician_starts"),
    )
    op.create_index("ix_slot_department_starts", "slot", ["department_id", "starts"], unique=False)
    op.create_table(
        "appointment",
        sa.Column("appointment_id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("slot_id", NUMBER, nullable=False),
        sa.Column("department_id", sa.String(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("queue_number", sa.String(), nullable=False),
        sa.Column("patient_id", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("held_until", sa.DateTime(), nullable=False),
        sa.Column("key", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["slot_id"], ["slot.slot_id"]),
        sa.PrimaryKeyConstraint("appointment_id"),
        sa.UniqueConstraint("department_id", "day", "queue_number", name="uq_appointment_queue"),
        sa.UniqueConstraint("key", name="uq_appointment_key"),
    )
    op.create_index("ix_appointment_patient_id", "appointment", ["patient_id"], unique=False)
    op.create_index(
        "uq_appointment_slot_live", "appointment", ["slot_id"], unique=True, sqlite_where=LIVE, postgresql_where=LIVE
    )


def visits() -> None:
    op.create_table(
        "outpatient_record",
        sa.Column("outpatient_number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("patient_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("gender", sa.String(), nullable=False),
        sa.Column("age", sa.String(), nullable=False),
        sa.Column("department", sa.String(), nullable=False),
        sa.Column("visit_date", sa.DateTime(), nullable=False),
        sa.Column("chief_complaint", sa.String(), nullable=False),
        sa.Column("present_illness_history", sa.String(), nullable=False),
        sa.Column("past_history", sa.String(), nullable=False),
        sa.Column("drug_allergy_history", sa.String(), nullable=False),
        sa.Column("physical_examination", sa.String(), nullable=False),
        sa.Column("auxiliary_examination", sa.String(), nullable=False),
        sa.Column("preliminary_diagnosis", sa.String(), nullable=False),
        sa.Column("treatment_opinion", sa.String(), nullable=False),
        sa.Column("notes", sa.String(), nullable=False),
        sa.Column("physician_signature", sa.String(), nullable=False),
        sa.Column("department_id", sa.String(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("appointment_id", NUMBER, nullable=True),
        sa.Column("language", sa.String(), nullable=True),
        sa.Column("key", sa.String(), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("signed_by", sa.String(), nullable=True),
        sa.Column("signed_at", sa.DateTime(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["appointment_id"], ["appointment.appointment_id"]),
        sa.ForeignKeyConstraint(["department_id"], ["department.department_id"]),
        sa.PrimaryKeyConstraint("outpatient_number"),
        sa.UniqueConstraint("key", name="uq_outpatient_record_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_outpatient_record_patient_id", "outpatient_record", ["patient_id"], unique=False)
    op.create_index("ix_outpatient_record_worklist", "outpatient_record", ["department_id", "day"], unique=False)
    op.create_table(
        "pre_visit_summary",
        sa.Column("outpatient_number", NUMBER, autoincrement=False, nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["outpatient_number"], ["outpatient_record.outpatient_number"]),
        sa.PrimaryKeyConstraint("outpatient_number"),
    )
    op.create_table(
        "summary_revision",
        sa.Column("revision_id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("outpatient_number", NUMBER, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("statement_id", sa.String(), nullable=False),
        sa.Column("before", sa.String(), nullable=False),
        sa.Column("after", sa.String(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["outpatient_number"], ["outpatient_record.outpatient_number"]),
        sa.PrimaryKeyConstraint("revision_id"),
        sa.UniqueConstraint("outpatient_number", "version", name="uq_summary_revision_version"),
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"alter sequence outpatient_record_outpatient_number_seq restart with {FIRST_NUMBER}")
    else:
        counter = sa.text("insert into sqlite_sequence (name, seq) values ('outpatient_record', :last)")
        op.execute(counter.bindparams(last=FIRST_NUMBER - 1))


def outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("outbox_id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_try", sa.DateTime(), nullable=False),
        sa.Column("last_error", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("delivered", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("outbox_id"),
        sa.UniqueConstraint("key", name="uq_outbox_key"),
    )
    op.create_index("ix_outbox_due", "outbox", ["state", "next_try"], unique=False)
