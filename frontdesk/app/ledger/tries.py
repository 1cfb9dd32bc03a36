"""Tries of passwords and codes, counted before they are made, so that many at once are no way round."""

from datetime import datetime, timedelta

from sqlalchemy import Engine, delete, func, select
from sqlmodel import col

from frontdesk.app.ledger.account_tables import FailureRow
from frontdesk.app.ledger.staff import TooManyTries
from frontdesk.app.ledger.tokens import hashed
from frontdesk.database.engine import queued, writing

TRIES = 5  # of one user name from one address
TRIES_OF_ADDRESS = 40  # after these, names that failed before at an address are slowed down, not those of others there
SLOWED = timedelta(seconds=3)
WINDOW = timedelta(minutes=15)
SIGNING_IN = 7_211_033  # advisory lock: on PostgreSQL tries are counted one after the other


class Tries:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def reserve(self, who: str, address: str, *, now: datetime) -> int | None:
        """Counts a try as failed until it is known that it was not. Raises TooManyTries.

        Tries are counted for each name at each address. What a clock that ran ahead has left behind does not count.
        """
        at, name = col(FailureRow.at), hashed(who)
        recent = select(func.count(), func.min(at), func.max(at)).where(
            col(FailureRow.address) == address, at > now - WINDOW, at <= now
        )
        with writing(self._engine) as session:
            queued(session.connection(), SIGNING_IN)
            session.execute(delete(FailureRow).where((at < now - WINDOW) | (at > now)))
            everyone, _, latest = session.execute(recent).one()
            own, oldest, _ = session.execute(recent.where(col(FailureRow.who) == name)).one()
            if own >= TRIES:
                raise TooManyTries(WINDOW - (now - oldest))
            if own and everyone >= TRIES_OF_ADDRESS and now - latest < SLOWED:
                raise TooManyTries(SLOWED - (now - latest))
            row = FailureRow(who=name, address=address, at=now)
            session.add(row)
            session.flush()
            return row.failure_id

    def was_right(self, failure_id: int | None) -> None:
        """A try that was counted has not failed."""
        with writing(self._engine) as session:
            session.execute(delete(FailureRow).where(col(FailureRow.failure_id) == failure_id))

    def forgiven(self, who: str, address: str) -> None:
        """Whoever is let in has no failed tries there any more."""
        own = (col(FailureRow.who) == hashed(who)) & (col(FailureRow.address) == address)
        with writing(self._engine) as session:
            session.execute(delete(FailureRow).where(own))
