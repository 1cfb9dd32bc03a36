"""Records refer to no table of the built-in hospital: they keep a copy of what was booked, under the hospital's id."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

TABLE = "outpatient_record"
BOOKED = sa.text(
    "select r.outpatient_number, a.*, s.physician_id, s.starts, s.minutes from outpatient_record r"
    " join appointment a on a.appointment_id = r.appointment_id join slot s on s.slot_id = a.slot_id"
)


def upgrade() -> None:
    bind = op.get_bind()
    copies = [{"of": row["outpatient_number"], "copy": _copy(row)} for row in bind.execute(BOOKED).mappings()]
    if bind.dialect.name == "postgresql":
        _alter()
    else:
        _rebuild()
    if copies:
        bind.execute(sa.text(f"update {TABLE} set appointment = :copy where outpatient_number = :of"), copies)  # noqa: S608


def downgrade() -> None:
    """The references are not made again: by now records may be of departments that another system keeps."""
    op.drop_column(TABLE, "appointment")
    if op.get_bind().dialect.name == "postgresql":
        number = "case when appointment_id ~ '^[0-9]+$' then appointment_id::bigint end"
        op.alter_column(TABLE, "appointment_id", type_=sa.BigInteger(), postgresql_using=number)


def _copy(row: sa.RowMapping) -> str:
    slot = {
        "slot_id": str(row["slot_id"]),
        "department_id": row["department_id"],
        "physician_id": row["physician_id"],
        "starts": _moment(row["starts"]),
        "minutes": row["minutes"],
    }
    booked = {name: row[name] for name in ("patient_id", "state", "queue_number")}
    whole = {"appointment_id": str(row["appointment_id"]), "slot": slot, **booked}
    return json.dumps(whole, ensure_ascii=False)


def _moment(value: object) -> str:
    return str(value).replace(" ", "T").removesuffix(".000000")


def _alter() -> None:
    for column in ("appointment_id", "department_id"):  # gone already where it was taken back and is made again
        op.execute(f"alter table {TABLE} drop constraint if exists {TABLE}_{column}_fkey")
    op.alter_column(TABLE, "appointment_id", type_=sa.String(), postgresql_using="appointment_id::varchar")
    op.add_column(TABLE, sa.Column("appointment", sa.JSON(), nullable=True))


def _rebuild() -> None:
    """SQLite changes no constraint of a table that is there, and drops none that others refer to.

    So the table is made anew under its name, and those that refer to it are emptied and filled again around that.
    """
    bind = op.get_bind()
    tables = bind.execute(sa.text("select name, sql from sqlite_master where type = 'table'"))
    made: dict[str, str] = {name: sql or "" for name, sql in tables}
    children = [name for name, sql in made.items() if f"REFERENCES {TABLE} " in sql]
    indexes = bind.execute(
        sa.text("select sql from sqlite_master where type = 'index' and sql is not null and tbl_name = :of"),
        {"of": TABLE},
    )
    again = [*indexes.scalars()]
    counter = bind.scalar(sa.text("select seq from sqlite_sequence where name = :of"), {"of": TABLE})
    for name in (TABLE, *children):
        op.execute(f"create temp table kept_{name} as select * from main.{name}")  # noqa: S608
    for name in (*children, TABLE):
        op.execute(f"delete from main.{name}")  # noqa: S608
    op.execute(f"drop table main.{TABLE}")
    op.execute(_without_references(made[TABLE]))
    op.execute(
        f"insert into main.{TABLE} select *, null from temp.kept_{TABLE}"  # noqa: S608
    )
    for name in children:
        op.execute(f"insert into main.{name} select * from temp.kept_{name}")  # noqa: S608
    for name in (TABLE, *children):
        op.execute(f"drop table temp.kept_{name}")
    for sql in again:
        op.execute(sql)
    if counter is not None:
        op.execute(f"delete from sqlite_sequence where name = '{TABLE}'")  # noqa: S608
        op.execute(f"insert into sqlite_sequence (name, seq) values ('{TABLE}', {int(counter)})")  # noqa: S608


def _without_references(sql: str) -> str:
    lines = [line for line in sql.splitlines() if "REFERENCES" not in line]
    typed = [line.replace("appointment_id INTEGER", "appointment_id VARCHAR") for line in lines]
    first = next(
        at for at, line in enumerate(typed) if line.lstrip().startswith(("PRIMARY KEY", "CONSTRAINT", "UNIQUE"))
    )
    return "\n".join([*typed[:first], "\tappointment JSON,", *typed[first:]])
