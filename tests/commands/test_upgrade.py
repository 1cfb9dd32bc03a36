"""A database of an older version is brought to this one with everything in it, and migrations only add.

`version_0008.jsonl.gz` was written by that version's own `frontdesk backup` on 27 November 2026, after a reception
that a doctor has edited and another one under way; free slots were left out of it. Everybody in it is made up.
"""

import gzip
import json
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import date, datetime, time
from itertools import count, groupby
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, MetaData, Table, create_engine, func, insert, inspect, make_url, select, text

from frontdesk.app.ledger.audit import verify
from frontdesk.app.settings import Pairing, Settings
from frontdesk.app.web.application import create_app
from frontdesk.app.web.parts import Parts
from frontdesk.database.engine import connect
from frontdesk.database.migrate import migrate, newest
from tests.databases import SqliteTemplate
from tests.his_adapter.test_migrations import upgrade
from tests.web.conftest import PASSWORD, Clock, Kiosk

OLD = Path(__file__).with_name("version_0008.jsonl.gz")
EDITED = "手部皮疹3天，医生改过"
_numbers = count(1)


class Old(NamedTuple):
    """Rows by table, in the order in which they refer to each other."""

    revision: str
    rows: dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def old() -> Old:
    with gzip.open(OLD, "rt", encoding="utf-8") as file:
        head, *entries = map(json.loads, file)
    rows = {table: [entry["row"] for entry in some] for table, some in groupby(entries, key=lambda one: one["table"])}
    return Old(head["revision"], rows)


@pytest.fixture(params=["sqlite", "postgresql"])
def old_url(request: pytest.FixtureRequest, tmp_path: Path, old: Old) -> Iterator[str]:
    """A database as that version left it, on each kind."""
    with ExitStack() as stack:
        url = f"sqlite:///{tmp_path / 'old.db'}"
        if request.param == "postgresql":
            url = stack.enter_context(_new_postgres(request.getfixturevalue("postgres_server")))
        engine = connect(url)
        upgrade(engine, old.revision)
        _fill(engine, old)
        engine.dispose()
        yield url


class _new_postgres:  # noqa: N801 used as a function
    def __init__(self, server: str) -> None:
        self._server = make_url(server).set(drivername="postgresql+psycopg")
        self._name = f"frontdesk_old_{next(_numbers)}"

    def __enter__(self) -> str:
        self._run(f"create database {self._name}")
        return self._server.set(database=self._name).render_as_string(hide_password=False)

    def __exit__(self, *_: object) -> None:
        self._run(f"drop database {self._name} with (force)")

    def _run(self, statement: str) -> None:
        engine = create_engine(self._server, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(statement))
        engine.dispose()


def _fill(engine: Engine, old: Old) -> None:
    tables = MetaData()
    tables.reflect(engine)
    with engine.execution_options(writing=True).begin() as connection:
        for name, rows in old.rows.items():
            table = tables.tables[name]
            connection.execute(insert(table), [{key: _typed(table, key, row[key]) for key in row} for row in rows])
    _continue_numbers(engine, tables)


def _continue_numbers(engine: Engine, tables: MetaData) -> None:
    """PostgreSQL numbers on behind what stands there, as it did where the rows are from."""
    if engine.dialect.name != "postgresql":
        return
    with engine.begin() as connection:
        for table in tables.tables.values():
            for column in table.primary_key.columns:
                told = {"table": table.name, "column": column.name}
                highest = connection.scalar(select(func.max(column)))
                sequence = connection.scalar(text("select pg_get_serial_sequence(:table, :column)"), told)
                if sequence and highest:
                    connection.execute(
                        text("select setval(:sequence, :highest)"), {"sequence": sequence, "highest": highest}
                    )


def _typed(table: Table, name: str, value: Any) -> Any:
    if isinstance(value, str):
        for kind in (datetime, date, time):
            if table.columns[name].type.python_type is kind:
                return kind.fromisoformat(value)
    return value


def test_everything_of_an_older_version_is_there_after_the_upgrade(old_url: str, old: Old) -> None:
    # given the last entry of its audit trail, noted before, and its patients and sessions
    noted = old.rows["audit_entry"][-1]
    # when this version starts over it
    assert migrate(old_url) == newest()
    settings = Settings(database_url=old_url, kiosk_pairing=Pairing.OPEN, _env_file=None)  # type: ignore[call-arg]
    app = create_app(settings, clock=Clock())
    parts: Parts = app.extensions["frontdesk"]
    try:
        # then the trail is whole, and goes on from where it was
        assert verify(parts.engine, noted=(noted["number"], noted["hash"]))[0] == len(old.rows["audit_entry"])
        # and sessions are what they were, the one under way included
        states = {row["session_id"]: parts.reception.log.state(row["session_id"]) for row in old.rows["session"]}
        assert len(states) == 3 and {state.question and state.question.key for state in states.values()} >= {"danger"}
        # and the doctor of that time signs in with the password of that time, and finds the edit
        doctor = app.test_client()
        signed = doctor.post("/api/sign-in", json={"username": "doctor-dermatology", "password": PASSWORD})
        assert signed.status_code == 200, signed.text
        (entry,) = (doctor.get("/api/worklist").json or {})["entries"]
        page = doctor.get(f"/api/worklist/{entry['outpatient_number']}").json or {}
        assert page["summary"]["statements"][0]["text"] == EDITED
        assert [one["by"] for one in page["revisions"]] == ["Test doctor"]
        # and a reception of today is taken there
        kiosk = app.test_client()
        kiosk.get("/api/hospital")
        Kiosk(kiosk).start().guest().say("我头疼两天了")
        verify(parts.engine)
    finally:
        parts.engine.dispose()


# Migrations only add


class Shape(NamedTuple):
    """Of a database: each column with its type, and whether a row may leave it out; what has to be unique."""

    columns: dict[tuple[str, str], tuple[str, bool]]
    unique: set[tuple[str, tuple[str, ...]]]


def shape(engine: Engine) -> Shape:
    found, columns, unique = (
        inspect(engine),
        dict[tuple[str, str], tuple[str, bool]](),
        set[tuple[str, tuple[str, ...]]](),
    )
    for table in found.get_table_names():
        for column in found.get_columns(table):
            may_lack = bool(column["nullable"] or column.get("default") is not None)
            columns[table, column["name"]] = str(column["type"]), may_lack
        for one in (*found.get_unique_constraints(table), *(i for i in found.get_indexes(table) if i["unique"])):
            unique.add((table, tuple(str(name) for name in one["column_names"])))
    return Shape(columns, unique)


def losses(before: Shape, after: Shape) -> list[str]:
    """What would break a process of the version before: what it reads and is gone, what it writes and is refused."""
    tables = {table for table, _ in before.columns}
    gone = [f"{'.'.join(one)} is gone" for one in before.columns.keys() - after.columns.keys()]
    changed = [
        f"{'.'.join(one)} was {before.columns[one]}, is {after.columns[one]}"
        for one in before.columns.keys() & after.columns.keys()
        if before.columns[one] != after.columns[one]
    ]
    wanted = [
        f"{'.'.join(one)} is wanted of every row"
        for one in after.columns.keys() - before.columns.keys()
        if one[0] in tables and not after.columns[one][1]
    ]
    narrowed = [f"{one[0]} {one[1]} has to be unique" for one in after.unique - before.unique if one[0] in tables]
    return sorted([*gone, *changed, *wanted, *narrowed])


ADDING_SINCE = "0018"  # which took a column away for the last time


def test_each_migration_only_adds(tmp_path: Path) -> None:
    """An older version still runs while workers are exchanged: see docs/install.md."""
    engine = connect(f"sqlite:///{tmp_path / 'x.db'}")
    upgrade(engine, ADDING_SINCE)
    before, seen = shape(engine), 0
    for revision in _since(ADDING_SINCE):
        upgrade(engine, revision)
        after = shape(engine)
        assert losses(before, after) == [], (
            f"migration {revision}: first a release that does without, then take it away"
        )
        before, seen = after, seen + 1
    engine.dispose()
    assert seen >= 5 and revision == newest()


def _since(revision: str) -> list[str]:
    from frontdesk.database.migrate import MIGRATIONS

    scripts = ScriptDirectory(str(MIGRATIONS)).walk_revisions(base=revision, head="head")
    return [one.revision for one in scripts][-2::-1]


@pytest.mark.parametrize(
    ("change", "loss"),
    [
        ("alter table staff drop column name", "staff.name is gone"),
        ("alter table staff rename column name to called", "staff.name is gone"),
        ("drop table identity_failure", "identity_failure.failure_id is gone"),
        ("create unique index one on staff (name)", "staff ('name',) has to be unique"),
        ("alter table staff add column badge varchar", None),
        ("alter table staff add column badge varchar not null default ''", None),
        ("create table badge (badge_id integer primary key, name varchar not null)", None),
        ("create index one on staff (name)", None),
    ],
)
def test_what_takes_away_is_told_from_what_adds(
    change: str, loss: str | None, sqlite_template: SqliteTemplate, tmp_path: Path
) -> None:
    with sqlite_template.copy(tmp_path) as url:
        engine = connect(url)
        before = shape(engine)
        with engine.execution_options(writing=True).begin() as connection:
            connection.exec_driver_sql(change)
        found = losses(before, shape(engine))
        engine.dispose()
    assert (loss in found) if loss else found == []


def test_a_column_that_is_wanted_of_every_row_is_told() -> None:
    before = Shape({("staff", "name"): ("VARCHAR", False)}, set())
    after = Shape(before.columns | {("staff", "badge"): ("VARCHAR", False)}, set())
    assert losses(before, after) == ["staff.badge is wanted of every row"]
    assert losses(before, Shape({("staff", "name"): ("INTEGER", False)}, set()))


def test_a_version_goes_on_over_a_database_that_the_next_one_has_migrated(demo_sqlite_url: str) -> None:
    """As in a rolling upgrade: it reads, writes, and can be started again."""
    engine = connect(demo_sqlite_url)
    with engine.execution_options(writing=True).begin() as connection:
        connection.exec_driver_sql("alter table session add column colour varchar")
        connection.exec_driver_sql("alter table event add column weight integer not null default 1")
        connection.exec_driver_sql("update alembic_version set version_num = '9999'")
    engine.dispose()
    assert migrate(demo_sqlite_url) == "9999"
    settings = Settings(database_url=demo_sqlite_url, kiosk_pairing=Pairing.OPEN, _env_file=None)  # type: ignore[call-arg]
    app = create_app(settings, clock=Clock())
    client = app.test_client()
    client.get("/api/hospital")
    Kiosk(client).start().guest().say("我头疼两天了")
    app.extensions["frontdesk"].engine.dispose()
