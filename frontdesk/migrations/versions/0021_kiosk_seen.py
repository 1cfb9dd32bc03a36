"""When each kiosk last told that it is on, for the board."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "kiosk_seen",
        sa.Column("kiosk", sa.String(), primary_key=True),
        sa.Column("at", sa.DateTime(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("kiosk_seen")
