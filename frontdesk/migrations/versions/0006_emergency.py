"""What to do in an emergency while the system is not reached; and that a database is the demonstration's."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("hospital", sa.Column("emergency", sa.JSON(), nullable=False, server_default=sa.text("'{}'")))
    op.add_column("hospital", sa.Column("demonstration", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute(
        "update hospital set demonstration = (1 = 1)"
        " where exists (select 1 from staff where username = 'admin' and name = 'Office (办公室)')"
    )


def downgrade() -> None:
    op.drop_column("hospital", "demonstration")
    op.drop_column("hospital", "emergency")
