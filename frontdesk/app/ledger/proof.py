"""Proves that the database does what a turn asks of it: a read, and a write that leaves nothing behind."""

from functools import cache

from sqlalchemy import Engine, false, select, text, update

from frontdesk.app.ledger.event_log import APPENDING
from frontdesk.app.ledger.revision import revision
from frontdesk.app.ledger.tables import EVENTS, SESSIONS
from frontdesk.database.engine import asking, queued, transaction
from frontdesk.database.migrate import revisions

NEWEST = select(EVENTS.c.kind).order_by(EVENTS.c.position.desc()).limit(1)
NOTHING = update(SESSIONS).where(false()).values(suspended=SESSIONS.c.suspended)
PATIENCE = text("select set_config('lock_timeout', '2s', true), set_config('statement_timeout', '2s', true)")


def reads(engine: Engine) -> bool:
    """Raises OperationalError."""
    with asking(engine) as connection:
        connection.scalar(NEWEST)
    return True


def writes(engine: Engine) -> bool:
    """Takes the lock that all appends queue for, and may change what they change. Raises DBAPIError."""
    with transaction(engine) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(PATIENCE)
        queued(connection, APPENDING)
        connection.execute(NOTHING)
    return True


def migrated(engine: Engine) -> bool:
    """On our newest migration, or on one of a newer version: while that takes over, this one goes on."""
    older = _ours()[1:]
    return revision(engine) not in older


@cache
def _ours() -> tuple[str, ...]:
    return revisions()
