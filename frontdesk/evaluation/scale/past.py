"""A database as it is after years: the receptions it holds, copied with other sessions' numbers."""

from sqlalchemy import text

from frontdesk.database.engine import connect, transaction

SESSIONS = """
insert into session (session_id, kiosk, started, touched, patient_id, suspended, closed)
select s.session_id || '-' || n, s.kiosk, s.started - interval '60 days', s.touched - interval '60 days',
  null, false, true
from session s, generate_series(1, :copies) n
"""
EVENTS = """
insert into event (session_id, sequence, at, kind, turn_id, body)
select e.session_id || '-' || n, e.sequence, e.at - interval '60 days', e.kind, e.turn_id, e.body
from event e, generate_series(1, :copies) n order by n, e.position
"""


def fill(database_url: str, wanted: int) -> int:
    """Until there are at least `wanted` events; how many there are then. The audit trail does not cover the copies.

    Raises ValueError where there is nothing to copy.
    """
    engine = connect(database_url)
    with transaction(engine) as connection:
        there = connection.execute(text("select count(*) from event")).scalar_one()
        if not there:
            raise ValueError("no events to copy: drive some receptions first")
        copies = -(-(wanted - there) // there)
        if copies > 0:
            connection.execute(text(SESSIONS), {"copies": copies})
            connection.execute(text(EVENTS), {"copies": copies})
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("vacuum analyze"))
        total = connection.execute(text("select count(*) from event")).scalar_one()
    engine.dispose()
    return int(total)
