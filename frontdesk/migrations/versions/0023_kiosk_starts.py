"""Sessions that kiosks started lately, counted by all processes together."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "kiosk_start",
        sa.Column("start_id", sa.Integer(), primary_key=True),
        sa.Column("kiosk", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("refused", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_kiosk_start_kiosk", "kiosk_start", ["kiosk"])
    op.create_index("ix_kiosk_start_at", "kiosk_start", ["at"])


def downgrade() -> None:
    op.drop_table("kiosk_start")
