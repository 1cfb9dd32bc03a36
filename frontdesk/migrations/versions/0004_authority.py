"""Records marked as deleted, changes of records with what was before, previews, and the audit trail."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("outpatient_record", sa.Column("deleted_at", sa.DateTime(), nullable=True))
    op.add_column("outpatient_record", sa.Column("deleted_by", sa.String(), nullable=True))
    op.add_column("outpatient_record", sa.Column("deleted_reason", sa.String(), nullable=True))
    changes()
    op.create_table(
        "change_preview",
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("username", sa.String(), nullable=False),
        sa.Column("operation", sa.JSON(), nullable=False),
        sa.Column("planned", sa.JSON(), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=False),
        sa.Column("change_id", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("token_hash"),
    )
    op.create_index("ix_change_preview_expires", "change_preview", ["expires"])
    audit()


def changes() -> None:
    op.create_table(
        "record_change",
        sa.Column("change_id", sa.String(), nullable=False),
        sa.Column("deed", sa.String(), nullable=False),
        sa.Column("username", sa.String(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("undoes", sa.String(), nullable=True),
        sa.Column("undone_by", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["undoes"], ["record_change.change_id"]),
        sa.PrimaryKeyConstraint("change_id"),
    )
    op.create_table(
        "record_change_line",
        sa.Column("change_id", sa.String(), nullable=False),
        sa.Column("outpatient_number", NUMBER, autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["change_id"], ["record_change.change_id"]),
        sa.ForeignKeyConstraint(["outpatient_number"], ["outpatient_record.outpatient_number"]),
        sa.PrimaryKeyConstraint("change_id", "outpatient_number"),
    )


def audit() -> None:
    op.create_table(
        "audit_entry",
        sa.Column("number", NUMBER, autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("act", sa.String(), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("previous", sa.String(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("number"),
    )
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)


# SQLite replaces a row without firing triggers on deletion, so an insertion is looked at too.
SQLITE = (
    "create trigger audit_entry_not_changed before update on audit_entry"
    " begin select raise(abort, 'the audit trail is append-only'); end",
    "create trigger audit_entry_not_removed before delete on audit_entry"
    " begin select raise(abort, 'the audit trail is append-only'); end",
    "create trigger audit_entry_next before insert on audit_entry"
    " when new.number <> (select coalesce(max(number), 0) + 1 from audit_entry)"
    " begin select raise(abort, 'the audit trail is append-only'); end",
)
POSTGRESQL = (
    "create function audit_entry_stays() returns trigger language plpgsql as $$"
    " begin raise exception 'the audit trail is append-only'; end $$",
    "create trigger audit_entry_stays before update or delete on audit_entry"
    " for each row execute function audit_entry_stays()",
    "create trigger audit_entry_not_emptied before truncate on audit_entry"
    " for each statement execute function audit_entry_stays()",
)


def downgrade() -> None:
    if op.get_bind().scalar(sa.text("select count(*) from audit_entry")):
        raise RuntimeError("this would lose the audit trail: back up, and restore into a database of the older version")
    op.drop_table("audit_entry")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("drop function audit_entry_stays()")
    for table in ("change_preview", "record_change_line", "record_change"):
        op.drop_table(table)
    for column in ("deleted_at", "deleted_by", "deleted_reason"):
        op.drop_column("outpatient_record", column)
