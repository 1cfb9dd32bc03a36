"""Kiosks and the browsers that are one: pairing with a one-time code, device tokens."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from time import monotonic

from sqlalchemy import Engine, bindparam, delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger.account_tables import DeviceRow, KioskRow, KioskSeenRow
from frontdesk.app.ledger.audit import Act, Entry, append
from frontdesk.app.ledger.digests import of_rows
from frontdesk.app.ledger.staff import AccountError
from frontdesk.app.ledger.tables import SESSIONS
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
PAIRED = select(col(DeviceRow.kiosk), func.count(), func.max(col(DeviceRow.paired))).group_by(col(DeviceRow.kiosk))
LAST_TOUCHED = select(SESSIONS.c.kiosk, func.max(SESSIONS.c.touched)).group_by(SESSIONS.c.kiosk)
LAST_HEARD = select(col(KioskSeenRow.kiosk), col(KioskSeenRow.at))
OPEN_THERE = (
    select(SESSIONS.c.session_id)
    .where(SESSIONS.c.kiosk == bindparam("kiosk"), ~SESSIONS.c.closed, ~SESSIONS.c.suspended)
    .limit(1)
)


class BadKioskName(AccountError):
    """It cannot be read on the board."""


class UnknownKiosk(AccountError):
    """There is no such kiosk."""


class KioskExists(AccountError):
    """Another one has the name."""


class KioskInUse(AccountError):
    """A session is open there, which goes by the kiosk's name."""


class Kiosk(Value):
    name: str
    disabled: bool
    browsers: int
    code_until: datetime | None = None  # a pairing code that nobody used yet
    seen: datetime | None = None  # when it last asked for anything


class Devices:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._known: dict[str, tuple[float, str]] = {}  # every request asks
        self._seen: dict[str, datetime] = {}  # by this process, between two times that a kiosk told it is on

    def code(self, name: str, *, now: datetime) -> str:
        """A new pairing code for the kiosk `name`, which is made if it is not there; an older code falls.

        Raises BadKioskName.
        """
        name, code = _readable(name), new_code()
        with writing(self._engine) as session:
            row = session.get(KioskRow, name) or KioskRow(name=name, created=now)
            row.disabled, row.code_hash, row.code_expires = False, hashed(code), now + CODE_LASTS
            row.renamed_to = None
            session.add(row)
            _note(session, "code", name, now)
        return code

    def rename(self, name: str, new: str, *, now: datetime) -> None:
        """Its browsers are the kiosk `new` from now on. Its earlier sessions keep the name they were held under.

        Raises BadKioskName, UnknownKiosk, KioskExists, and KioskInUse while a session is open there.
        """
        new = _readable(new)
        with writing(self._engine) as session:
            row = _there(session, name)
            other = session.get(KioskRow, new)
            if new == name:
                return
            if other is not None and other.renamed_to is None:
                raise KioskExists(f"there is a kiosk {new}")
            if session.scalar(OPEN_THERE, {"kiosk": name}):
                raise KioskInUse(f"a session is open at {name}")
            taken = other or KioskRow(name=new, created=now)
            taken.disabled, taken.renamed_to = row.disabled, None
            row.disabled, row.renamed_to, row.code_hash, row.code_expires = True, new, None, None
            session.add(taken)
            session.flush()
            moved = list(session.scalars(select(col(DeviceRow.token_hash)).where(col(DeviceRow.kiosk) == name)))
            session.execute(update(DeviceRow).where(col(DeviceRow.kiosk) == name).values(kiosk=new))
            _heard_as(session, name, new)
            _note(session, "renamed", name, now)
            _note(session, "renamed_to", new, now, devices=moved)
        self._known.clear()
        self._seen[new] = self._seen.pop(name, now)

    def saw(self, name: str, *, now: datetime) -> None:
        """The kiosk asked for something."""
        self._seen[name] = now

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
        """Its browsers are a kiosk no more. Raises UnknownKiosk."""
        with writing(self._engine) as session:
            changed = session.execute(
                update(KioskRow).where(col(KioskRow.name) == name).values(disabled=True, code_hash=None)
            )
            if not changed.rowcount:  # type: ignore[attr-defined]
                raise UnknownKiosk(f"no kiosk {name}")
            session.execute(delete(DeviceRow).where(col(DeviceRow.kiosk) == name))
            _note(session, "disabled", name, now)
        self._known.clear()

    def in_service(self) -> Sequence[str]:
        """The names of those that are not disabled, sorted: what every board asks for again and again."""
        query = select(col(KioskRow.name)).where(col(KioskRow.renamed_to).is_(None), col(KioskRow.disabled).is_(False))
        with asking(self._engine) as connection:
            return connection.scalars(query.order_by(col(KioskRow.name))).all()

    def all(self) -> Sequence[Kiosk]:
        """By name, without the names that kiosks had before."""
        with reading(self._engine) as session:
            paired = session.execute(PAIRED).all()
            browsers = {name: number for name, number, _ in paired}
            last = {name: at for name, _, at in paired}
            for name, touched in (*session.execute(LAST_TOUCHED), *session.execute(LAST_HEARD), *self._seen.items()):
                last[name] = max(touched, last.get(name, touched))
            rows = session.scalars(
                select(KioskRow).where(col(KioskRow.renamed_to).is_(None)).order_by(col(KioskRow.name))
            )
            return [
                Kiosk(
                    name=row.name,
                    disabled=row.disabled,
                    browsers=browsers.get(row.name, 0),
                    code_until=row.code_expires if row.code_hash else None,
                    seen=last.get(row.name),
                )
                for row in rows
            ]


def _readable(name: str) -> str:
    if not (name.strip() and name.isprintable() and len(name) <= LONGEST_NAME):
        raise BadKioskName(f"a kiosk's name is 1 to {LONGEST_NAME} characters, all of them to be read")
    return name.strip()


def _there(session: Session, name: str) -> KioskRow:
    row = session.get(KioskRow, name)
    if row is None or row.renamed_to is not None:
        raise UnknownKiosk(f"no kiosk {name}")
    return row


def _heard_as(session: Session, name: str, new: str) -> None:
    """When it was last heard goes with it: under the old name nobody would ever be heard again."""
    last = session.get(KioskSeenRow, name)
    if last is not None:
        session.merge(KioskSeenRow(kiosk=new, at=last.at))
        session.delete(last)


def _paired(session: Session, kiosk: str, now: datetime) -> str:
    token = new_token()
    session.add(DeviceRow(token_hash=hashed(token), kiosk=kiosk, paired=now))
    _note(session, "paired", kiosk, now, devices=[hashed(token)], by=f"kiosk:{kiosk}")
    return token


def _note(
    session: Session, act: str, kiosk: str, now: datetime, *, devices: Sequence[str] = (), by: str | None = None
) -> None:
    session.flush()
    connection = session.connection()
    covers = [*of_rows(connection, "kiosk", [kiosk]), *of_rows(connection, "device", devices)]
    append(connection, Entry(act=Act.KIOSK, what=(act, kiosk), covers=tuple(map(str, covers))), at=now, by=by)
