"""Kiosks and the browsers that are one: pairing with a one-time code, device tokens."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from time import monotonic

from sqlalchemy import Engine, bindparam, delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger.account_tables import DeviceRow, KioskRow
from frontdesk.app.ledger.accounts import AccountError
from frontdesk.app.ledger.audit import Act, Entry, append
from frontdesk.app.ledger.digests import of_rows
from frontdesk.app.ledger.tokens import hashed, new_code, new_token, plain_code
from frontdesk.database.engine import asking, reading, writing
from frontdesk.models.facts import Value

CODE_LASTS = timedelta(minutes=10)
KNOWN_SECONDS = 5.0
LONGEST_NAME = 40  # characters
HOLDS = (
    select(col(DeviceRow.kiosk))
    .join(KioskRow, col(KioskRow.name) == col(DeviceRow.kiosk))
    .where(col(DeviceRow.token_hash) == bindparam("token_hash"), col(KioskRow.disabled).is_(False))
)


class Kiosk(Value):
    name: str
    disabled: bool
    browsers: int


class Devices:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._known: dict[str, tuple[float, str]] = {}  # every request asks

    def code(self, name: str, *, now: datetime) -> str:
        """A new pairing code for the kiosk `name`, which is made if it is not there; an older code falls.

        Raises AccountError for a name that cannot be read on the board.
        """
        if not (name.strip() and name.isprintable() and len(name) <= LONGEST_NAME):
            raise AccountError(f"a kiosk's name is 1 to {LONGEST_NAME} characters, all of them to be read")
        name, code = name.strip(), new_code()
        with writing(self._engine) as session:
            row = session.get(KioskRow, name) or KioskRow(name=name, created=now)
            row.disabled, row.code_hash, row.code_expires = False, hashed(code), now + CODE_LASTS
            session.add(row)
            _note(session, "code", name, now)
        return code

    def pair(self, code: str, *, now: datetime) -> str | None:
        """A device token for a code that is right, unused and young enough."""
        query = select(KioskRow).where(col(KioskRow.code_hash) == hashed(plain_code(code)))
        with writing(self._engine) as session:
            row = session.scalar(query)
            if row is None or row.disabled or row.code_expires is None or row.code_expires <= now:
                return None
            row.code_hash = row.code_expires = None
            return _paired(session, row.name, now)

    def pair_next(self, *, now: datetime) -> str:
        """A device token for a new kiosk with the next free number: "Kiosk 1"."""
        while True:
            try:
                return self._pair_next(now)
            except IntegrityError:  # another browser took the number at the same moment
                continue

    def _pair_next(self, now: datetime) -> str:
        with writing(self._engine) as session:
            taken = set(session.scalars(select(col(KioskRow.name))))
            name = next(n for n in (f"Kiosk {i}" for i in range(1, len(taken) + 2)) if n not in taken)
            session.add(KioskRow(name=name, created=now))
            session.flush()
            return _paired(session, name, now)

    def kiosk_of(self, token: str) -> str | None:
        """The name of the kiosk that holds `token`; what another process changed is known after a few seconds."""
        known = self._known.get(token)
        if known is not None and monotonic() < known[0] + KNOWN_SECONDS:
            return known[1]
        with asking(self._engine) as connection:
            name = connection.scalar(HOLDS, {"token_hash": hashed(token)}) if token else None
        if name is None:
            self._known.pop(token, None)
        else:
            self._known[token] = monotonic(), name
        return name

    def disable(self, name: str, *, now: datetime) -> None:
        """Its browsers are a kiosk no more. Raises AccountError for an unknown name."""
        with writing(self._engine) as session:
            changed = session.execute(
                update(KioskRow).where(col(KioskRow.name) == name).values(disabled=True, code_hash=None)
            )
            if not changed.rowcount:  # type: ignore[attr-defined]
                raise AccountError(f"no kiosk {name}")
            session.execute(delete(DeviceRow).where(col(DeviceRow.kiosk) == name))
            _note(session, "disabled", name, now)
        self._known.clear()

    def all(self) -> Sequence[Kiosk]:
        with reading(self._engine) as session:
            browsers = list(session.scalars(select(col(DeviceRow.kiosk))))
            rows = session.scalars(select(KioskRow).order_by(col(KioskRow.name)))
            return [Kiosk(name=r.name, disabled=r.disabled, browsers=browsers.count(r.name)) for r in rows]


def _paired(session: Session, kiosk: str, now: datetime) -> str:
    token = new_token()
    session.add(DeviceRow(token_hash=hashed(token), kiosk=kiosk, paired=now))
    _note(session, "paired", kiosk, now, device=hashed(token), by=f"kiosk:{kiosk}")
    return token


def _note(
    session: Session, act: str, kiosk: str, now: datetime, *, device: str | None = None, by: str | None = None
) -> None:
    session.flush()
    connection = session.connection()
    covers = [*of_rows(connection, "kiosk", [kiosk]), *of_rows(connection, "device", [device] if device else ())]
    append(connection, Entry(act=Act.KIOSK, what=(act, kiosk), covers=tuple(map(str, covers))), at=now, by=by)
