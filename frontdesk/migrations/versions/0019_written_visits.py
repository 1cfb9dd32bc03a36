"""What a doctor writes of a visit, as it was kept last and half written; and where each patient is in the queue."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "written_visit",
        sa.Column("outpatient_number", NUMBER, sa.ForeignKey("outpatient_record.outpatient_number"), primary_key=True),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
    )
    op.create_table(
        "visit_draft",
        sa.Column("outpatient_number", NUMBER, sa.ForeignKey("outpatient_record.outpatient_number"), primary_key=True),
        sa.Column("username", sa.String(), primary_key=True),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
    )
    op.create_table(
        "visit_queue",
        sa.Column("outpatient_number", NUMBER, sa.ForeignKey("outpatient_record.outpatient_number"), primary_key=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("visit_queue")
    op.drop_table("visit_draft")
    op.drop_table("written_visit")
