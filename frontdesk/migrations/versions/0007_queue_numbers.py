"""A queue number belongs to its slot: one that was cancelled is given again to whoever books the slot."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

LIVE = sa.text("state <> 'cancelled'")
QUEUE = ["department_id", "day", "queue_number"]


def upgrade() -> None:
    with op.batch_alter_table("appointment") as appointment:
        appointment.drop_constraint("uq_appointment_queue", type_="unique")
    op.create_index(
        "uq_appointment_queue_live", "appointment", QUEUE, unique=True, sqlite_where=LIVE, postgresql_where=LIVE
    )


def downgrade() -> None:
    op.drop_index("uq_appointment_queue_live", "appointment")
    op.execute(
        "update appointment set queue_number = queue_number || ' (' || appointment_id || ')' where state = 'cancelled'"
    )
    with op.batch_alter_table("appointment") as appointment:
        appointment.create_unique_constraint("uq_appointment_queue", QUEUE)
