"""How the last answer to each member of staff about a patient was got."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "clinical_question",
        sa.Column("username", sa.String(), primary_key=True, nullable=False),
        sa.Column("patient_id", sa.String(), primary_key=True, nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("trace", sa.JSON(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("clinical_question")
