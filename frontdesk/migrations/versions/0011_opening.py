"""How long it takes to walk to a department, and days on which it is closed."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("department", sa.Column("minutes_to_walk", sa.Integer(), nullable=False, server_default="5"))
    op.add_column("department", sa.Column("closed_on", sa.JSON(), nullable=False, server_default=sa.text("'[]'")))


def downgrade() -> None:
    op.drop_column("department", "closed_on")
    op.drop_column("department", "minutes_to_walk")
