"""What staff change of a patient: own data, and two numbers of one person; by which way a record was changed."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "merged_patient",
        sa.Column("patient_id", sa.String(), primary_key=True),
        sa.Column("kept", sa.String(), nullable=False),
    )
    op.create_index("ix_merged_patient_kept", "merged_patient", ["kept"])
    op.create_table(
        "patient_change_line",
        sa.Column("change_id", sa.String(), sa.ForeignKey("record_change.change_id"), primary_key=True),
        sa.Column("patient_id", sa.String(), primary_key=True),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
    )
    op.create_index("ix_patient_change_line_patient_id", "patient_change_line", ["patient_id"])
    op.add_column("record_change", sa.Column("way", sa.String(), nullable=False, server_default="instruction"))


def downgrade() -> None:
    op.drop_column("record_change", "way")
    op.drop_table("patient_change_line")
    op.drop_table("merged_patient")
