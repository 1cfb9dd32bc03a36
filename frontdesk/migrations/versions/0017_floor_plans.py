"""The hospital's floor plans, and places that people ask the way to."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("floors", "places"):
        op.add_column("hospital", sa.Column(name, sa.JSON(), nullable=False, server_default=sa.text("'[]'")))


def downgrade() -> None:
    for name in ("places", "floors"):
        op.drop_column("hospital", name)
