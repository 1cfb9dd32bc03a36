"""Failed comparisons of identity, counted over all sessions: by the number aimed at, and by kiosk."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, Engine, delete, func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger.account_tables import IdentityFailureRow
from frontdesk.app.ledger.audit import Act, Entry, note
from frontdesk.app.ledger.tokens import hashed
from frontdesk.app.reception.steps.linking import DESK
from frontdesk.database.engine import queued, reading, writing

AN_HOUR, A_DAY = timedelta(hours=1), timedelta(days=1)
GUESSING = 7_211_034  # advisory lock: on PostgreSQL tries are counted one after the other
OF_NUMBER, OF_NUMBER_A_DAY, OF_KIOSK = 5, 10, 20  # in an hour, in a day, in an hour
NUMBER = re.compile(r"[A-Z0-9]{1,20}")


class Guessing(NamedTuple):
    """A kiosk at which identities are guessed: `tries` failed within the last hour."""

    kiosk: str
    tries: int


class Guesses:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def reserve(self, number: str, kiosk: str, *, now: datetime) -> int | None:
        """Counts a try before it is compared, so that many at once are no way round; None where there were too many.

        What a clock that ran ahead has left behind does not count.
        """
        at = col(IdentityFailureRow.at)
        with writing(self._engine) as session:
            queued(session.connection(), GUESSING)
            session.execute(delete(IdentityFailureRow).where((at < now - A_DAY) | (at > now)))
            if _too_many(session, hashed(number), kiosk, now):
                return None
            row = IdentityFailureRow(number_hash=hashed(number), kiosk=kiosk, at=now)
            session.add(row)
            session.flush()
            return row.failure_id

    def was_right(self, failure_id: int) -> None:
        """A try that was counted has not failed."""
        with writing(self._engine) as session:
            session.execute(delete(IdentityFailureRow).where(col(IdentityFailureRow.failure_id) == failure_id))

    def failed(self, number: str, kiosk: str, *, now: datetime) -> None:
        """A try stays counted, or was refused uncompared: in the trail with the number aimed at, if it may be one."""
        aimed = (number,) if NUMBER.fullmatch(number) else ()
        note(self._engine, Entry(act=Act.REFUSED, what=("identity",), patients=aimed), at=now, by=f"kiosk:{kiosk}")

    def going_on(self, *, now: datetime) -> Sequence[Guessing]:
        """Where somebody has failed as often as a number allows."""
        tries = func.count()
        query = (
            select(col(IdentityFailureRow.kiosk), tries)
            .where(col(IdentityFailureRow.at) > now - AN_HOUR, col(IdentityFailureRow.kiosk).not_like(f"{DESK}%"))
            .group_by(col(IdentityFailureRow.kiosk))
            .having(tries >= OF_NUMBER)
        )
        with reading(self._engine) as session:
            return [Guessing(*row) for row in session.execute(query)]


def _too_many(session: Session, number_hash: str, kiosk: str, now: datetime) -> bool:
    def since(span: timedelta, whose: ColumnElement[bool]) -> int:
        query = select(func.count()).where(col(IdentityFailureRow.at) > now - span, whose)
        return session.scalar(query) or 0

    of_number = col(IdentityFailureRow.number_hash) == number_hash
    return (
        since(AN_HOUR, of_number) >= OF_NUMBER
        or since(A_DAY, of_number) >= OF_NUMBER_A_DAY
        or since(AN_HOUR, col(IdentityFailureRow.kiosk) == kiosk) >= OF_KIOSK
    )
