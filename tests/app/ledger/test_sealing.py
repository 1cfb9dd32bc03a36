"""What is sealed is bound to its column and its keys; what was plain is sealed at the first start."""

from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine, insert, select, text
from sqlmodel import SQLModel
from typer.testing import CliRunner

from frontdesk.app.ledger.audit import Act, Entry, append, verify
from frontdesk.app.ledger.digests import of_events
from frontdesk.app.ledger.tables import EVENTS, SESSIONS
from frontdesk.commands.main import frontdesk
from frontdesk.database import sealing
from frontdesk.database.engine import connect, transaction
from frontdesk.database.keys import KeysError, Tampered, made_now, use
from frontdesk.database.migrate import migrate
from frontdesk.database.sealed import SEALED, seal_value

NOW = datetime(2026, 11, 23, 9)
WORDS = "我被一只獾咬了"


@pytest.fixture
def plain(engine: Engine) -> Engine:
    """A database as an older version left it: a session whose events anybody may read, covered by the trail."""
    session = {"session_id": "s", "kiosk": "K", "started": NOW, "touched": NOW, "suspended": False, "closed": True}
    rows = [
        {"session_id": "s", "sequence": n, "at": NOW, "kind": "said", "turn_id": None, "body": {"text": f"{WORDS}{n}"}}
        for n in range(1, 8)
    ]
    with transaction(engine) as connection:
        connection.execute(insert(SESSIONS), session)
        connection.execute(insert(EVENTS), rows)
        cover = str(of_events("s", rows))
        append(connection, Entry(act=Act.SESSION, sessions=("s",), covers=(cover,)), at=NOW)
        for row in rows:
            stored = f'{{"text": "{row["body"]["text"]}"}}'
            of = text("update event set body = cast(:body as json) where sequence = :n")
            if engine.dialect.name == "sqlite":
                of = text("update event set body = :body where sequence = :n")
            connection.execute(of, {"body": stored, "n": row["sequence"]})
        connection.execute(text("delete from sealing_key"))
    assert WORDS in stored_in(engine)
    return engine


def stored_in(engine: Engine) -> str:
    with engine.connect() as connection:
        return "\n".join(connection.scalars(text("select cast(body as text) from event")))


def test_what_was_plain_is_sealed_and_the_trail_is_whole(plain: Engine, database_url: str) -> None:
    migrate(database_url)
    assert WORDS not in stored_in(plain) and stored_in(plain).count("s1.") == 7
    assert verify(plain)[0] == 1
    with plain.connect() as connection:
        said = connection.scalars(select(EVENTS.c.body).order_by(EVENTS.c.sequence)).all()
    assert said == [{"text": f"{WORDS}{n}"} for n in range(1, 8)]
    if plain.dialect.name == "sqlite":
        file = Path(str(plain.url.database))
        assert not any(WORDS.encode() in one.read_bytes() for one in file.parent.glob(f"{file.name}*"))


def test_sealing_that_was_cut_off_goes_on(plain: Engine, database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    batch, batches = sealing._reseal_some, iter(range(4))
    monkeypatch.setattr(sealing, "AT_ONCE", 2)

    def cut_off(*given: object) -> object:
        if EVENTS in given and next(batches) == 2:
            raise KeyboardInterrupt
        return batch(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(sealing, "_reseal_some", cut_off)
    with pytest.raises(KeyboardInterrupt):
        migrate(database_url)
    assert stored_in(plain).count("s1.") == 4
    monkeypatch.setattr(sealing, "_reseal_some", batch)
    migrate(database_url)
    assert stored_in(plain).count("s1.") == 7 and WORDS not in stored_in(plain)
    assert verify(plain)[0] == 1


def test_a_value_opens_in_its_own_column_alone_and_unchanged(tmp_path: Path) -> None:
    ring = use(tmp_path / "keys")
    ring.make()
    sealed = ring.seal(WORDS, "event.body")
    assert ring.open(sealed, "event.body") == WORDS and ring.seal(WORDS, "event.body") != sealed
    for changed in (sealed[:-4] + "AAA=", sealed[:20], WORDS, sealed.replace("s1.", "s1.0"), None):
        with pytest.raises(Tampered):
            ring.open(changed, "event.body")
    with pytest.raises(Tampered, match="tampered"):
        ring.open(sealed, "outbox.payload")


def test_keys_are_their_owners_alone_and_followed_as_they_change(tmp_path: Path) -> None:
    ring = use(tmp_path / "new" / "keys")
    with pytest.raises(KeysError, match="FRONTDESK_KEYS_FILE"):
        ring.seal(WORDS, "event.body")
    ring.make()
    assert ring.path.stat().st_mode & 0o777 == 0o600
    before, (old,) = ring.seal(WORDS, "event.body"), ring.keys
    ring.make()
    assert ring.keys == (old,), "another process was first"
    new = made_now()
    ring.write([new, old])
    assert ring.seal(WORDS, "event.body").startswith(f"s1.{new.key_id}.") and ring.open(before, "event.body") == WORDS
    assert ring.path.stat().st_mode & 0o777 == 0o600
    ring.write([new])
    assert ring.keys == (new,)
    with pytest.raises(Tampered, match=old.key_id):
        ring.open(before, "event.body")
    ring.path.write_text("nonsense\n")
    with pytest.raises(KeysError, match="damaged"):
        ring.seal(WORDS, "event.body")


def test_a_database_without_its_keys_is_refused_in_a_line(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FRONTDESK_DATABASE_URL", database_url)
    monkeypatch.setenv("FRONTDESK_KEYS_FILE", str(tmp_path / "elsewhere"))
    told = CliRunner().invoke(frontdesk, ["audit", "verify"])
    assert told.exit_code == 1 and told.stderr.count("\n") == 1
    assert "which is not in" in told.stderr and str(tmp_path / "elsewhere") in told.stderr
    assert not (tmp_path / "elsewhere").exists(), "no new key is made for what another one sealed"


def test_every_sealed_column_names_itself_and_cannot_be_asked_in_the_database() -> None:
    there = [one for table in SQLModel.metadata.sorted_tables for one in table.columns if isinstance(one.type, SEALED)]
    assert len(there) > 20
    for column in there:
        assert column.type.where == f"{column.table.name}.{column.name}"
    for ask in (lambda c: c == "x", lambda c: c.contains("x"), lambda c: c.desc(), lambda c: c["review"]):
        with pytest.raises(TypeError, match="sealed"):
            ask(EVENTS.c.body)


def test_what_was_tampered_with_is_left_and_keeps_its_key(engine: Engine, tmp_path: Path) -> None:
    ring = use(tmp_path / "keys")
    ring.make()
    (old,), now = ring.keys, connect(engine.url.render_as_string(hide_password=False))
    given = {"session_id": "s", "kiosk": "K", "started": NOW, "touched": NOW, "suspended": False, "closed": True}
    with transaction(now) as connection:
        connection.execute(insert(SESSIONS), given)
        row = {"session_id": "s", "at": NOW, "kind": "said", "turn_id": None}
        connection.execute(insert(EVENTS), [row | {"sequence": n, "body": {"n": n}} for n in (1, 2)])
        broken = f'"{seal_value(EVENTS.c.body.type, {"n": 2})[:-4]}AAA="'
        connection.execute(text("update event set body = :broken where sequence = 2"), {"broken": broken})
    ring.write([made_now(), old])
    assert sealing.reseal(now) == 1
    with pytest.raises(KeysError, match="1 rows"):
        sealing.forget(now, old.key_id)
    now.dispose()
