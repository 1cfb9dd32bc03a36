"""Staff's sign-ins that are rotated and revoked, the second factor, accounts of the hospital's identity provider."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def _staff(*, primary_key: bool = False, unique: bool = False) -> sa.Column[str]:
    whose = sa.ForeignKey("staff.username")
    return sa.Column("username", sa.String(), whose, nullable=False, primary_key=primary_key, unique=unique)


def upgrade() -> None:
    """Who is signed in signs in once more; the older table stays while an older version still runs."""
    op.create_table(
        "staff_sign_in",
        sa.Column("sign_in_id", sa.String(), primary_key=True),
        _staff(),
        sa.Column("means", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("browser", sa.String(), nullable=False),
        sa.Column("began", sa.DateTime(), nullable=False),
        sa.Column("until", sa.DateTime(), nullable=False),
        sa.Column("token_hash", sa.String(), nullable=False, unique=True),
        sa.Column("earlier_hash", sa.String(), nullable=True),
        sa.Column("renewed", sa.DateTime(), nullable=False),
        sa.Column("confirmed", sa.DateTime(), nullable=True),
        sa.Column("seen", sa.DateTime(), nullable=False),
        sa.Column("proved", sa.DateTime(), nullable=True),
    )
    for column in ("username", "until", "earlier_hash"):
        op.create_index(f"ix_staff_sign_in_{column}", "staff_sign_in", [column])
    op.create_table(
        "second_factor",
        _staff(primary_key=True),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("begun", sa.DateTime(), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=True),
        sa.Column("latest_step", sa.Integer(), nullable=False),
    )
    op.create_table(
        "recovery_code",
        _staff(primary_key=True),
        sa.Column("code_id", sa.String(), primary_key=True),
        sa.Column("code_hash", sa.String(), nullable=False),
        sa.Column("used", sa.DateTime(), nullable=True),
    )
    op.create_table(
        "provider_account",
        sa.Column("issuer", sa.String(), primary_key=True),
        sa.Column("subject", sa.String(), primary_key=True),
        _staff(unique=True),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "provider_sign_in",
        sa.Column("sign_in_id", sa.String(), primary_key=True),
        sa.Column("issuer", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("session", sa.String(), nullable=False),
        sa.Column("id_token", sa.String(), nullable=False),
        sa.Column("until", sa.DateTime(), nullable=False),
    )
    op.create_index("ix_provider_sign_in_session", "provider_sign_in", ["session"])


def downgrade() -> None:
    for table in ("provider_sign_in", "provider_account", "recovery_code", "second_factor", "staff_sign_in"):
        op.drop_table(table)
