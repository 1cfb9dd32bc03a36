"""Staff accounts: passwords as argon2 hashes, signed-in browsers as revocable rows, failed tries slowed down."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import Engine, delete, func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger.account_tables import FailureRow, SignInRow, StaffRow
from frontdesk.app.ledger.audit import Act, Entry, append, note
from frontdesk.app.ledger.digests import of_rows
from frontdesk.app.ledger.tokens import hashed, new_token
from frontdesk.database.engine import queued, reading, writing
from frontdesk.models.facts import Value

TRIES = 5  # of one user name from one address
TRIES_OF_ADDRESS = 40  # after these, names that failed before at an address are slowed down, not those of others there
SLOWED = timedelta(seconds=3)
WINDOW = timedelta(minutes=15)
SIGNING_IN = 7_211_033  # advisory lock: on PostgreSQL tries are counted one after the other
SHORTEST_PASSWORD = 10
FEWEST_CHARACTERS = 5  # different ones
COMMON = (
    "password",
    "passw0rd",
    "123456",
    "qwerty",
    "abcdef",
    "letmein",
    "welcome",
    "iloveyou",
    "frontdesk",
    "hospital",
)
HASHING = BoundedSemaphore(2)  # each takes 64 MiB

hasher = PasswordHasher()


class Role(StrEnum):
    NURSE = "nurse"
    DOCTOR = "doctor"
    RECORDS_OFFICER = "records_officer"
    ADMIN = "admin"


class Account(Value):
    username: str
    name: str
    role: Role
    department_id: str | None = None  # a doctor's
    disabled: bool = False


class AccountError(Exception):
    """The account cannot be made or changed; the message is for the operator."""


class TooManyTries(Exception):
    """Wait for `pause`."""

    def __init__(self, pause: timedelta) -> None:
        super().__init__(f"wait {pause}")
        self.pause = pause


class Accounts:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, account: Account, password: str, *, now: datetime, weak: bool = False) -> None:
        """Raises AccountError for a name that is taken, a `weak` password, or a doctor without a department."""
        if (account.role is Role.DOCTOR) != (account.department_id is not None):
            raise AccountError("a doctor needs a department, and only a doctor has one")
        password_hash = _hash(password, "" if weak else account.username)
        with writing(self._engine) as session:
            if session.get(StaffRow, account.username) is not None:
                raise AccountError(f"user {account.username} exists already")
            session.add(StaffRow(**account.model_dump(), password_hash=password_hash, created=now))
            _note(session, "added", account.username, now)

    def all(self) -> Sequence[Account]:
        with reading(self._engine) as session:
            return [_account(row) for row in session.scalars(select(StaffRow).order_by(col(StaffRow.username)))]

    def disable(self, username: str, *, now: datetime, disabled: bool = True) -> None:
        """Signs out everywhere as well. Raises AccountError for an unknown name."""
        with writing(self._engine) as session:
            _staff(session, username).disabled = disabled
            session.execute(delete(SignInRow).where(col(SignInRow.username) == username))
            _note(session, "disabled" if disabled else "enabled", username, now)

    def set_password(self, username: str, password: str, *, now: datetime) -> None:
        """Signs out everywhere as well. Raises AccountError."""
        password_hash = _hash(password, username)
        with writing(self._engine) as session:
            _staff(session, username).password_hash = password_hash
            session.execute(delete(SignInRow).where(col(SignInRow.username) == username))
            _note(session, "password", username, now)

    def sign_in(
        self, username: str, password: str, address: str, *, now: datetime, lasting: timedelta
    ) -> tuple[Account, str] | None:
        """The account and a new token; None when name or password is wrong. Raises TooManyTries."""
        self.reserve(username, address, now=now)
        with reading(self._engine) as session:
            row = session.get(StaffRow, username)
            password_hash = row.password_hash if row else _nobodys_hash()
        right = _verified(password_hash, password)  # as slow for an unknown name
        if row is None or row.disabled or not right:
            whom = (username,) if row else ()  # what is no name may be a password in the wrong field
            note(self._engine, Entry(act=Act.REFUSED, what=("sign_in", *whom)), at=now)
            return None
        with writing(self._engine) as session:
            own = (col(FailureRow.who) == hashed(username)) & (col(FailureRow.address) == address)
            session.execute(delete(FailureRow).where(own))
        return _account(row), self._entered(row, now=now, lasting=lasting)

    def vouched(self, username: str, *, by: str, now: datetime, lasting: timedelta) -> tuple[Account, str] | None:
        """As `sign_in`, of a doctor for whom `by` vouches, a system of the hospital's; None where none has the name."""
        with reading(self._engine) as session:
            row = session.get(StaffRow, username)
        if row is None or row.disabled or row.role != Role.DOCTOR:
            return None
        return _account(row), self._entered(row, now=now, lasting=lasting, what=(by,))

    def _entered(self, row: StaffRow, *, now: datetime, lasting: timedelta, what: tuple[str, ...] = ()) -> str:
        token, by = new_token(), f"{row.role}:{row.username}"
        with writing(self._engine) as session:
            session.execute(delete(SignInRow).where(col(SignInRow.expires) <= now))
            session.add(SignInRow(token_hash=hashed(token), username=row.username, expires=now + lasting))
            session.flush()
            covers = tuple(map(str, of_rows(session.connection(), "sign_in", [hashed(token)])))
            append(session.connection(), Entry(act=Act.SIGN_IN, what=what, covers=covers), at=now, by=by)
        return token

    def signed_in(self, token: str, *, now: datetime) -> Account | None:
        """Whose token it is, while it lasts and the account is not disabled."""
        query = (
            select(StaffRow)
            .join(SignInRow, col(SignInRow.username) == col(StaffRow.username))
            .where(col(SignInRow.token_hash) == hashed(token), col(SignInRow.expires) > now)
            .where(col(StaffRow.disabled).is_(False))
        )
        with reading(self._engine) as session:
            row = session.scalar(query)
            return _account(row) if row else None

    def sign_out(self, token: str) -> None:
        with writing(self._engine) as session:
            session.execute(delete(SignInRow).where(col(SignInRow.token_hash) == hashed(token)))

    def reserve(self, username: str, address: str, *, now: datetime) -> int | None:
        """Counts a try before it is made, so that many at once are no way round. Raises TooManyTries.

        Tries are counted for each name at each address. What a clock that ran ahead has left behind does not count.
        """
        at, who = col(FailureRow.at), hashed(username)
        recent = select(func.count(), func.min(at), func.max(at)).where(
            col(FailureRow.address) == address, at > now - WINDOW, at <= now
        )
        with writing(self._engine) as session:
            queued(session.connection(), SIGNING_IN)
            session.execute(delete(FailureRow).where((at < now - WINDOW) | (at > now)))
            everyone, _, latest = session.execute(recent).one()
            own, oldest, _ = session.execute(recent.where(col(FailureRow.who) == who)).one()
            if own >= TRIES:
                raise TooManyTries(WINDOW - (now - oldest))
            if own and everyone >= TRIES_OF_ADDRESS and now - latest < SLOWED:
                raise TooManyTries(SLOWED - (now - latest))
            row = FailureRow(who=who, address=address, at=now)
            session.add(row)
            session.flush()
            return row.failure_id

    def was_right(self, failure_id: int | None) -> None:
        """A try that was counted has not failed."""
        with writing(self._engine) as session:
            session.execute(delete(FailureRow).where(col(FailureRow.failure_id) == failure_id))


def _note(session: Session, act: str, username: str, now: datetime) -> None:
    session.flush()
    connection = session.connection()
    covers = tuple(map(str, of_rows(connection, "account", [username])))
    append(connection, Entry(act=Act.ACCOUNT, what=(act, username), covers=covers), at=now)


def _staff(session: Session, username: str) -> StaffRow:
    row = session.get(StaffRow, username)
    if row is None:
        raise AccountError(f"no user {username}")
    return row


def _account(row: StaffRow) -> Account:
    return Account(
        username=row.username,
        name=row.name,
        role=Role(row.role),
        department_id=row.department_id,
        disabled=row.disabled,
    )


def _hash(password: str, username: str) -> str:
    """Raises AccountError for a password that is easily guessed; without a `username` only for a short one."""
    if len(password) < SHORTEST_PASSWORD:
        raise AccountError(f"a password has at least {SHORTEST_PASSWORD} characters")
    plain = password.lower()
    own = len(username) >= FEWEST_CHARACTERS and username.lower() in plain
    guessed = own or len(set(plain)) < FEWEST_CHARACTERS or any(one in plain for one in COMMON)
    if username and guessed:
        raise AccountError("the password is too easily guessed: no user name, no common word, not the same few signs")
    with HASHING:
        return hasher.hash(password)


def _verified(password_hash: str, password: str) -> bool:
    try:
        with HASHING:
            return hasher.verify(password_hash, password)
    except (VerifyMismatchError, InvalidHashError):
        return False


@cache
def _nobodys_hash() -> str:
    return hasher.hash(new_token())
