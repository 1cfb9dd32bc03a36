"""Which signed tokens of other systems were used, so that none is used twice."""

from datetime import datetime

from sqlalchemy import Engine, delete
from sqlalchemy.exc import IntegrityError
from sqlmodel import col

from frontdesk.app.ledger.account_tables import UsedTokenRow
from frontdesk.app.ledger.tokens import hashed
from frontdesk.database.engine import writing


class UsedTokens:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def use(self, issuer: str, token_id: str, *, until: datetime, now: datetime) -> bool:
        """False where it was used before. `until`: when the token itself is over, and need not be known any more."""
        try:
            with writing(self._engine) as session:
                session.execute(delete(UsedTokenRow).where(col(UsedTokenRow.expires) < now))
                session.add(UsedTokenRow(token_hash=hashed(f"{issuer} {token_id}"), expires=until))
        except IntegrityError:
            return False
        return True
