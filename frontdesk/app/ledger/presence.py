"""Which kiosks are on: each tells so every few seconds, and of one that fell silent it is known since when."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta

from sqlalchemy import Engine, select
from sqlmodel import col

from frontdesk.app.ledger.account_tables import KioskSeenRow
from frontdesk.app.ledger.devices import Kiosk
from frontdesk.database.engine import asking, writing

EVERY = timedelta(seconds=20)  # a kiosk's screen tells that it is on
SILENT = 3 * EVERY  # then it is off, or its line is cut


class Presence:
    """`clock` at the making is when this server began to listen: nobody fell silent before it could be heard."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._clock = clock
        self._listens_since = clock()

    def here(self, kiosk: str) -> None:
        """The kiosk tells that it is on."""
        with writing(self._engine) as session:
            session.merge(KioskSeenRow(kiosk=kiosk, at=self._clock()))

    def last(self) -> Mapping[str, datetime]:
        """When each kiosk was last heard; one that never told is left out."""
        with asking(self._engine) as connection:
            return {
                kiosk: at for kiosk, at in connection.execute(select(col(KioskSeenRow.kiosk), col(KioskSeenRow.at)))
            }

    def is_off(self, heard: datetime) -> bool:
        """Whether it is known that a kiosk last heard then is off."""
        now = self._clock()
        return now - heard > SILENT and now - self._listens_since > SILENT


def kiosks_heard(those: Iterable[Kiosk], presence: Presence) -> Mapping[str, bool]:
    """Whether each kiosk that ever told it was on, and may still, is heard."""
    last = presence.last()
    return {one.name: not presence.is_off(last[one.name]) for one in those if not one.disabled and one.name in last}
