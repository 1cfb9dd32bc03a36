"""How many sessions each kiosk started lately: too many are refused, and the board says where."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import Engine, delete, func, select
from sqlmodel import col

from frontdesk.app.ledger.account_tables import KioskStartRow
from frontdesk.database.engine import queued, reading, writing

IN = timedelta(minutes=10)
STARTING = 7_211_035  # advisory lock: two that start at once count each other


class Flood:
    """Sessions started within ten minutes: more than `most` of one kiosk are refused, by whichever process is asked."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime], most: int) -> None:
        self._engine = engine
        self._now = clock
        self._most = most

    def starts(self, kiosk: str) -> bool:
        """Counts one more; False where it is one too many."""
        now, at = self._now(), col(KioskStartRow.at)
        with writing(self._engine) as session:
            queued(session.connection(), STARTING)
            session.execute(delete(KioskStartRow).where((at <= now - IN) | (at > now)))
            counted = select(func.count()).where(col(KioskStartRow.kiosk) == kiosk, ~col(KioskStartRow.refused))
            refused = (session.scalar(counted) or 0) >= self._most
            if refused:  # the newest is enough to tell of
                session.execute(
                    delete(KioskStartRow).where(col(KioskStartRow.kiosk) == kiosk, col(KioskStartRow.refused))
                )
            session.add(KioskStartRow(kiosk=kiosk, at=now, refused=refused))
        return not refused

    def going_on(self) -> Sequence[str]:
        """Kiosks that were refused a session within the last ten minutes."""
        now, at = self._now(), col(KioskStartRow.at)
        query = select(col(KioskStartRow.kiosk)).where(col(KioskStartRow.refused), at > now - IN, at <= now)
        with reading(self._engine) as session:
            return sorted(set(session.scalars(query)))
