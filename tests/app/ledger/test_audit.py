"""The trail is whole, or says where it is not; on both databases, whoever writes at once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from frontdesk.app.ledger.audit import BEGINNING, Act, Broken, Entry, append, entries, note, verify
from frontdesk.database.engine import connect, writing
from tests.command_line import frontdesk

NINE = datetime(2026, 11, 23, 9, 0, 0, 250)
READ = Entry(act=Act.READ, what=("age", "notes"), patients=("P1",), records=(7001,))


@pytest.fixture
def trail(engine: Engine) -> Engine:
    for number in range(5):
        note(engine, READ.model_copy(update={"records": (7000 + number,)}), at=NINE, by="nurse:lin")
    return engine


def tamper(engine: Engine, statement: str) -> None:
    """As somebody would who owns the database and takes its guards away first."""
    with engine.execution_options(writing=True).begin() as connection:
        if engine.dialect.name == "sqlite":
            for guard in ("not_changed", "not_removed", "next"):
                connection.execute(text(f"drop trigger audit_entry_{guard}"))
        else:
            connection.execute(text("drop trigger audit_entry_stays on audit_entry"))
        connection.execute(text(statement))


def test_an_empty_trail_is_whole(engine: Engine) -> None:
    assert verify(engine) == (0, BEGINNING)


def test_a_trail_as_it_was_written_is_whole_and_says_who_did_what(trail: Engine) -> None:
    assert verify(trail)[0] == 5
    first = next(entries(trail))
    assert (first.number, first.at, first.by, first.act) == (1, NINE, "nurse:lin", "read")
    assert first.about == {"what": ["age", "notes"], "patients": ["P1"], "records": [7000]}


@pytest.mark.parametrize(
    ("statement", "broken"),
    [
        ("update audit_entry set by = 'nurse:wu' where number = 3", 3),
        ("update audit_entry set at = '2026-11-23 10:00:00' where number = 2", 2),
        ("update audit_entry set about = '{}' where number = 5", 5),
        ("update audit_entry set previous = hash where number = 4", 4),
        ("update audit_entry set number = 9 where number = 5", 5),
        ("delete from audit_entry where number = 1", 1),
        ("delete from audit_entry where number = 3", 3),
    ],
)
def test_the_first_entry_that_is_not_as_written_is_named(trail: Engine, statement: str, broken: int) -> None:
    tamper(trail, statement)
    with pytest.raises(Broken, match=f"entry {broken}:") as found:
        verify(trail)
    assert found.value.number == broken


def test_entries_cut_off_at_the_end_are_missed_by_whoever_noted_the_last(trail: Engine) -> None:
    noted = verify(trail)
    assert verify(trail, noted=noted) == noted
    tamper(trail, "delete from audit_entry where number > 3")
    assert verify(trail)[0] == 3
    with pytest.raises(Broken, match="entry 4:"):
        verify(trail, noted=noted)


def test_a_trail_written_anew_is_not_the_one_that_was_noted(trail: Engine) -> None:
    with pytest.raises(Broken, match="entry 4:"):
        verify(trail, noted=(4, "f" * 64))


@pytest.mark.parametrize(
    "statement",
    [
        "update audit_entry set by = 'x' where number = 2",
        "delete from audit_entry where number = 5",
        "delete from audit_entry",
    ],
)
def test_the_database_itself_refuses_to_change_the_trail(trail: Engine, statement: str) -> None:
    with pytest.raises(DBAPIError, match="append-only"), trail.begin() as connection:
        connection.execute(text(statement))
    assert verify(trail)[0] == 5


def test_no_entry_is_replaced_or_put_in_between(trail: Engine) -> None:
    columns = "number, at, by, act, about, previous, hash"
    replace = "insert or replace" if trail.dialect.name == "sqlite" else "insert"
    with pytest.raises(DBAPIError), trail.begin() as connection:
        connection.execute(text(f"{replace} into audit_entry ({columns}) select {columns} from audit_entry limit 1"))
    assert verify(trail)[0] == 5


def test_postgresql_does_not_empty_it_either(trail: Engine) -> None:
    if trail.dialect.name != "postgresql":
        return
    with pytest.raises(DBAPIError, match="append-only"), trail.begin() as connection:
        connection.execute(text("truncate audit_entry"))


def test_an_entry_of_a_transaction_that_fails_was_never_there(trail: Engine) -> None:
    with pytest.raises(RuntimeError), writing(trail) as session:
        append(session.connection(), READ, at=NINE)
        raise RuntimeError
    assert verify(trail)[0] == 5


def test_writers_of_two_processes_make_one_chain(database_url: str) -> None:
    engines = [connect(database_url), connect(database_url)]  # two engines share nothing but the database
    with ThreadPoolExecutor(12) as writers:
        list(writers.map(lambda n: note(engines[n % 2], READ, at=NINE, by=f"nurse:{n}"), range(120)))
    assert verify(engines[0])[0] == 120
    assert {entry.by for entry in entries(engines[0])} == {f"nurse:{n}" for n in range(120)}
    for engine in engines:
        engine.dispose()


def test_the_command_proves_the_trail_and_names_the_broken_entry(trail: Engine, database_url: str) -> None:
    whole = frontdesk(database_url, "audit", "verify")
    assert (whole.returncode, whole.stdout.split(",")[0]) == (0, "5 entries")
    noted = whole.stdout.split()[-1]
    assert frontdesk(database_url, "audit", "verify", "--noted", noted).returncode == 0
    listed = frontdesk(database_url, "audit", "list", "--record", "7002").stdout
    assert listed.splitlines() == [
        "3\t2026-11-23 09:00:00\tnurse:lin\tread\twhat age, notes; patients P1; records 7002"
    ]
    tamper(trail, "update audit_entry set by = 'nurse:wu' where number = 3")
    broken = frontdesk(database_url, "audit", "verify")
    assert broken.returncode == 1
    assert broken.stderr.startswith("the audit trail is broken at entry 3:")
