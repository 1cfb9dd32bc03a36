"""Sessions and their events."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "session",
        sa.Column("session_id", sa.String(), nullable=False),
        sa.Column("kiosk", sa.String(), nullable=False),
        sa.Column("started", sa.DateTime(), nullable=False),
        sa.Column("touched", sa.DateTime(), nullable=False),
        sa.Column("patient_id", sa.String(), nullable=True),
        sa.Column("suspended", sa.Boolean(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("session_id"),
    )
    for column in ("touched", "patient_id", "closed"):
        op.create_index(f"ix_session_{column}", "session", [column])
    op.create_table(
        "event",
        sa.Column("position", NUMBER, autoincrement=True, nullable=False),
        sa.Column("session_id", sa.String(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("turn_id", sa.String(), nullable=True),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["session.session_id"]),
        sa.PrimaryKeyConstraint("position"),
        sa.UniqueConstraint("session_id", "sequence", name="uq_event_sequence"),
    )
    op.create_index("uq_event_turn", "event", ["session_id", "turn_id"], unique=True)


def downgrade() -> None:
    op.drop_table("event")
    op.drop_table("session")
