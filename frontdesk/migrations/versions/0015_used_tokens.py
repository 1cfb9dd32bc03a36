"""Signed tokens of other systems that were used."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "used_token",
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("token_hash"),
    )
    op.create_index("ix_used_token_expires", "used_token", ["expires"])


def downgrade() -> None:
    op.drop_table("used_token")
