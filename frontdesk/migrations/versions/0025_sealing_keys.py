"""Which keys personal data is sealed with; what is plain is sealed behind the migrations, in batches: see `sealing`."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sealing_key",
        sa.Column("key_id", sa.String(), primary_key=True),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.Column("finished", sa.DateTime(), nullable=True),
    )


def downgrade() -> None:
    """An older version reads nothing that is sealed: it goes back to a backup of its own."""
    if op.get_bind().scalar(sa.text("select session_id from session limit 1")) is not None:
        raise RuntimeError("what is sealed cannot be read by an older version: restore a backup of that version")
    op.drop_table("sealing_key")
