"""What was kept long enough is removed, shown to be gone, and the trail is whole afterwards."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select, text
from typer.testing import CliRunner

from frontdesk.app.ledger.audit import Broken, verify
from frontdesk.app.ledger.outbox import deliver_due
from frontdesk.app.ledger.retention import Kind, Rule, due, remove
from frontdesk.app.ledger.tables import EVENTS, SESSIONS
from frontdesk.app.ledger.target import HospitalTarget
from frontdesk.app.retention_rules import rules_of
from frontdesk.app.settings import Settings
from frontdesk.app.web.parts import Parts
from frontdesk.commands.main import frontdesk
from tests.web.conftest import Clock, Kiosk, handed_over

MONTH = (Rule(kind=Kind.SESSIONS, days=30), Rule(kind=Kind.DELIVERIES, days=30), Rule(kind=Kind.QUESTIONS, days=0))
LATER = timedelta(days=31)


@pytest.fixture
def ended(kiosk: Kiosk, parts: Parts, clock: Clock) -> str:
    """A session that ended with its record delivered, a month ago."""
    handed_over(kiosk, parts, "P1003")
    deliver_due(parts.engine, HospitalTarget(parts.engine, parts.hospital), parts.clock())
    clock.pass_by(LATER)
    return str(kiosk.session["session_id"])


def _rows(parts: Parts, session_id: str) -> int:
    with parts.engine.connect() as connection:
        events = connection.execute(select(EVENTS.c.sequence).where(EVENTS.c.session_id == session_id)).all()
        return len(events) + len(connection.execute(select(SESSIONS).where(SESSIONS.c.session_id == session_id)).all())


def test_an_ended_session_goes_with_its_events_and_the_record_and_the_trail_stay(
    ended: str, parts: Parts, clock: Clock, kiosk: Kiosk, signed_in: Callable[..., FlaskClient]
) -> None:
    # given one that goes on beside the one that ended
    kiosk.start()
    going_on = str(kiosk.session["session_id"])
    assert [one.rows > 0 for one in due(parts.engine, MONTH, clock())] == [True, True, False]
    records = parts.records.of_patient("P1003")
    # when what is due is removed
    removed = {one.kind: one.rows for one in remove(parts.engine, MONTH, clock())}
    # then nothing of it is left, everything else is, and the trail says so
    assert removed[Kind.SESSIONS] == 1 and removed[Kind.DELIVERIES] >= 1 and removed[Kind.QUESTIONS] == 0
    assert _rows(parts, ended) == 0 and _rows(parts, going_on) > 0
    assert [one.rows for one in due(parts.engine, MONTH, clock())] == [0, 0, 0]
    assert parts.records.of_patient("P1003") == records
    verify(parts.engine)
    (told,) = [one for one in signed_in("admin").get("/api/admin/backup").json["holdings"] if one["what"] == "sessions"]
    assert (told["removed"], told["removed_at"]) == (1, clock().isoformat())


def test_what_is_put_back_after_its_removal_breaks_the_trail(ended: str, parts: Parts, clock: Clock) -> None:
    remove(parts.engine, MONTH, clock())
    with parts.engine.execution_options(writing=True).begin() as connection:
        connection.execute(
            text(
                "insert into session (session_id, kiosk, started, touched, suspended, closed)"
                " values (:id, 'Kiosk 1', :at, :at, false, true)"
            ),
            {"id": ended, "at": clock()},
        )
    with pytest.raises(Broken, match=f"session:{ended}"):
        verify(parts.engine)


def test_nothing_is_removed_where_no_days_are_set(ended: str, parts: Parts, settings: Settings, clock: Clock) -> None:
    assert [one.rows for one in remove(parts.engine, rules_of(settings), clock())] == [0, 0, 0]
    assert _rows(parts, ended) > 0


def test_the_command_only_tells_unless_it_is_told_to_remove(
    ended: str, parts: Parts, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FRONTDESK_DATABASE_URL", settings.database_url)
    monkeypatch.setenv("FRONTDESK_KEEP_SESSIONS_DAYS", "1")
    with parts.engine.execution_options(writing=True).begin() as connection:
        connection.execute(SESSIONS.update().values(touched=datetime(2020, 1, 1)))
    told = CliRunner().invoke(frontdesk, ["retention"])
    assert ": 1 due" in told.output and "deliveries  kept for ever" in told.output, told.output
    assert _rows(parts, ended) > 0
    told = CliRunner().invoke(frontdesk, ["retention", "--remove"])
    assert ": 1 removed" in told.output and "left of what was due: 0; the audit trail is whole" in told.output
    assert _rows(parts, ended) == 0
