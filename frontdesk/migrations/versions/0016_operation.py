"""Name what staff did to a record as the field does: its operation."""

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("record_change") as table:
        table.alter_column("deed", new_column_name="operation")


def downgrade() -> None:
    with op.batch_alter_table("record_change") as table:
        table.alter_column("operation", new_column_name="deed")
