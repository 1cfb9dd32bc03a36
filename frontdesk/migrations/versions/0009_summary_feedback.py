"""What doctors have against a summary or one of its sentences."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "summary_feedback",
        sa.Column(
            "feedback_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True, autoincrement=True
        ),
        sa.Column("outpatient_number", sa.BigInteger(), nullable=False),
        sa.Column("statement_id", sa.String(), nullable=False),
        sa.Column("section", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("username", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
    )
    op.create_index("ix_summary_feedback_outpatient_number", "summary_feedback", ["outpatient_number"])


def downgrade() -> None:
    op.drop_table("summary_feedback")
