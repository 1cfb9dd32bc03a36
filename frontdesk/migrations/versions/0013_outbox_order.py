"""Entries of the outbox know whose they are, so that they go in order, and why they were not taken."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("subject", "reason"):
        op.add_column("outbox", sa.Column(name, sa.String(), nullable=False, server_default=""))
    op.create_index("ix_outbox_subject", "outbox", ["subject", "state"])


def downgrade() -> None:
    op.drop_index("ix_outbox_subject", "outbox")
    for name in ("subject", "reason"):
        op.drop_column("outbox", name)
