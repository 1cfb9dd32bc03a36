"""Staff, kiosks and slip links."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    staff()
    kiosks()
    op.create_table(
        "slip_link",
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("session_id", sa.String(), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=False),
        sa.Column("opener_hash", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["session_id"], ["session.session_id"]),
        sa.PrimaryKeyConstraint("token_hash"),
    )
    op.create_index("ix_slip_link_expires", "slip_link", ["expires"])


def staff() -> None:
    op.create_table(
        "staff",
        sa.Column("username", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("department_id", sa.String(), nullable=True),
        sa.Column("password_hash", sa.String(), nullable=False),
        sa.Column("disabled", sa.Boolean(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("username"),
    )
    op.create_table(
        "sign_in",
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("username", sa.String(), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["username"], ["staff.username"]),
        sa.PrimaryKeyConstraint("token_hash"),
    )
    op.create_index("ix_sign_in_username", "sign_in", ["username"])
    op.create_index("ix_sign_in_expires", "sign_in", ["expires"])
    op.create_table(
        "sign_in_failure",
        sa.Column("failure_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("failure_id"),
    )
    op.create_index("ix_sign_in_failure_at", "sign_in_failure", ["at"])


def kiosks() -> None:
    op.create_table(
        "kiosk",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("disabled", sa.Boolean(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("code_hash", sa.String(), nullable=True),
        sa.Column("code_expires", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("name"),
        sa.UniqueConstraint("code_hash"),
    )
    op.create_table(
        "kiosk_device",
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("kiosk", sa.String(), nullable=False),
        sa.Column("paired", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["kiosk"], ["kiosk.name"]),
        sa.PrimaryKeyConstraint("token_hash"),
    )
    op.create_index("ix_kiosk_device_kiosk", "kiosk_device", ["kiosk"])


def downgrade() -> None:
    for table in ("slip_link", "kiosk_device", "kiosk", "sign_in_failure", "sign_in", "staff"):
        op.drop_table(table)
