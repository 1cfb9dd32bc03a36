"""Failed comparisons of identity, so that nobody guesses a patient's across sessions."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "identity_failure",
        sa.Column(
            "failure_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True, autoincrement=True
        ),
        sa.Column("number_hash", sa.String(), nullable=False),
        sa.Column("kiosk", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
    )
    op.create_index("ix_identity_failure_at", "identity_failure", ["at"])


def downgrade() -> None:
    op.drop_table("identity_failure")
