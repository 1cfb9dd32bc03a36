"""One-time links to a slip, for the patient's own telephone."""

from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import Engine, delete, select, update
from sqlmodel import col

from frontdesk.app.ledger.account_tables import SlipRow
from frontdesk.app.ledger.tokens import hashed, new_token
from frontdesk.database.engine import writing


class Closed(StrEnum):
    """Why a link opens nothing."""

    UNKNOWN = "unknown"
    EXPIRED = "expired"
    USED = "used"


class Slips:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def link(self, session_id: str, *, now: datetime, lasting: timedelta) -> str:
        """A token for a link that opens for `lasting`."""
        token = new_token()
        with writing(self._engine) as session:
            session.execute(delete(SlipRow).where(col(SlipRow.expires) < now - timedelta(days=1)))
            session.add(SlipRow(token_hash=hashed(token), session_id=session_id, expires=now + lasting))
        return token

    def keep(self, token: str, *, until: datetime) -> None:
        """For the browser that opened it."""
        place = col(SlipRow.token_hash) == hashed(token)
        with writing(self._engine) as session:
            session.execute(update(SlipRow).where(place, col(SlipRow.expires) < until).values(expires=until))

    def open(self, token: str, opener: str, *, now: datetime) -> str | Closed:
        """The session behind a link: the first time, and again for the browser that opened it (its `opener` token)."""
        place = col(SlipRow.token_hash) == hashed(token)
        with writing(self._engine) as session:
            row = session.scalar(select(SlipRow).where(place))
            if row is None:
                return Closed.UNKNOWN
            if row.expires <= now:
                return Closed.EXPIRED
            if row.opener_hash not in (None, hashed(opener)):
                return Closed.USED
            row.opener_hash = hashed(opener)
            return row.session_id
