"""Failed comparisons of identity, counted over all sessions: by the number aimed at, and by kiosk."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Engine, delete, func, select
from sqlmodel import col

from app.ledger.account_tables import IdentityFailureRow
from app.ledger.audit import Act, Entry, append
from app.ledger.tokens import hashed
from his_adapter.sql.engine import reading, writing

AN_HOUR, A_DAY = timedelta(hours=1), timedelta(days=1)
OF_NUMBER, OF_NUMBER_A_DAY, OF_KIOSK = 5, 10, 20  # in an hour, in a day, in an hour
NUMBER = re.compile(r"[A-Z0-9]{1,20}")


class Guessing(NamedTuple):
    """A kiosk at which identities are guessed: `tries` failed within the last hour."""

    kiosk: str
    tries: int


class Guesses:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def blocked(self, number: str, kiosk: str, *, now: datetime) -> bool:
        """Nothing more is compared for this number, or at this kiosk, for a while."""
        hour = select(func.count()).where(col(IdentityFailureRow.at) > now - AN_HOUR)
        day = select(func.count()).where(col(IdentityFailureRow.at) > now - A_DAY)
        of_number = col(IdentityFailureRow.number_hash) == hashed(number)
        with reading(self._engine) as session:
            return (
                (session.scalar(hour.where(of_number)) or 0) >= OF_NUMBER
                or (session.scalar(day.where(of_number)) or 0) >= OF_NUMBER_A_DAY
                or (session.scalar(hour.where(col(IdentityFailureRow.kiosk) == kiosk)) or 0) >= OF_KIOSK
            )

    def failed(self, number: str, kiosk: str, *, now: datetime) -> None:
        """Counted, and in the trail with the number aimed at, if it may be one."""
        with writing(self._engine) as session:
            session.execute(delete(IdentityFailureRow).where(col(IdentityFailureRow.at) < now - A_DAY))
            session.add(IdentityFailureRow(number_hash=hashed(number), kiosk=kiosk, at=now))
            session.flush()
            aimed = (number,) if NUMBER.fullmatch(number) else ()
            entry = Entry(act=Act.REFUSED, what=("identity",), patients=aimed)
            append(session.connection(), entry, at=now, by=f"kiosk:{kiosk}")

    def going_on(self, *, now: datetime) -> Sequence[Guessing]:
        """Where somebody has failed as often as a number allows."""
        tries = func.count()
        query = (
            select(col(IdentityFailureRow.kiosk), tries)
            .where(col(IdentityFailureRow.at) > now - AN_HOUR)
            .group_by(col(IdentityFailureRow.kiosk))
            .having(tries >= OF_NUMBER)
        )
        with reading(self._engine) as session:
            return [Guessing(*row) for row in session.execute(query)]
