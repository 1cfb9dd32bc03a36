"""What an administrator does: one-time passwords, kiosks renamed, texts with their versions, content signed off."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "password_due",
        sa.Column("username", sa.String(), sa.ForeignKey("staff.username"), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("username"),
    )
    op.add_column("kiosk", sa.Column("renamed_to", sa.String(), nullable=True))
    op.create_table(
        "text_version",
        sa.Column("version_id", NUMBER, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("text_id", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("version_id"),
    )
    op.create_index("ix_text_version_kind_text_id", "text_version", ["kind", "text_id"])
    op.create_table(
        "content_sign_off",
        sa.Column("sign_off_id", NUMBER, nullable=False),
        sa.Column("content", sa.String(), nullable=False),
        sa.Column("version", sa.String(), nullable=False),
        sa.Column("clinician", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("sign_off_id"),
    )
    op.create_index("ix_content_sign_off_content", "content_sign_off", ["content"])


def downgrade() -> None:
    op.drop_table("content_sign_off")
    op.drop_table("text_version")
    op.drop_column("kiosk", "renamed_to")
    op.drop_table("password_due")
