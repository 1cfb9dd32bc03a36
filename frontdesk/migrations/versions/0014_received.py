"""What a hospital's HL7 v2 feed tells: patients and appointments."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "received_patient",
        sa.Column("patient_id", sa.String(), nullable=False),
        *(sa.Column(name, sa.String(), nullable=False) for name in ("name", "other_name", "shown", "sex")),
        sa.Column("birth_date", sa.Date(), nullable=True),
        *(sa.Column(name, sa.String(), nullable=False) for name in ("phone", "merged_into")),
        sa.Column("told", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("patient_id"),
    )
    for name in ("name", "other_name"):
        op.create_index(f"ix_received_patient_{name}", "received_patient", [name])
    op.create_table(
        "received_appointment",
        *(
            sa.Column(name, sa.String(), nullable=False)
            for name in ("appointment_id", "patient_id", "department_id", "physician_id")
        ),
        sa.Column("starts", sa.DateTime(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("told", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("appointment_id"),
    )
    op.create_index("ix_received_appointment_patient_id", "received_appointment", ["patient_id"])


def downgrade() -> None:
    op.drop_table("received_appointment")
    op.drop_table("received_patient")
