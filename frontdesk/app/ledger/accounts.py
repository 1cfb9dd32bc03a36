"""Staff accounts: passwords as argon2 hashes, signed-in browsers as revocable rows, failed tries slowed down."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import Engine, delete, func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger.account_tables import FailureRow, PasswordDueRow, SignInRow, StaffRow
from frontdesk.app.ledger.audit import Act, Entry, append, note
from frontdesk.app.ledger.digests import of_rows
from frontdesk.app.ledger.tokens import hashed, new_password, new_token
from frontdesk.database.engine import queued, reading, writing
from frontdesk.models.facts import Value

TRIES = 5  # of one user name from one address
TRIES_OF_ADDRESS = 40  # after these, names that failed before at an address are slowed down, not those of others there
SLOWED = timedelta(seconds=3)
WINDOW = timedelta(minutes=15)
ONE_TIME_LASTS = timedelta(days=7)
ADMINISTERING = 7_211_036  # advisory lock: of two administrators who disable each other one stays
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
    MANAGER = "manager"  # figures, and nobody's record


class Account(Value):
    username: str
    name: str
    role: Role
    department_id: str | None = None  # a doctor's
    disabled: bool = False


class AccountError(Exception):
    """The account cannot be made or changed; the message is for the operator."""


class UnknownUser(AccountError):
    """There is no such account."""


class UserExists(AccountError):
    """The user name is taken."""


class DepartmentNeeded(AccountError):
    """A doctor without a department, or somebody else with one."""


class WeakPassword(AccountError):
    """Too short, or too easily guessed."""


class LastAdministrator(AccountError):
    """Nobody would be left who may administer."""


class PasswordDue(Exception):
    """The one-time password is right, and an own one has to be chosen now."""


class TooManyTries(Exception):
    """Wait for `pause`."""

    def __init__(self, pause: timedelta) -> None:
        super().__init__(f"wait {pause}")
        self.pause = pause


class Enrolled(Account):
    """An account as an administrator sees it."""

    created: datetime
    signed_in: int  # browsers
    one_time_until: datetime | None = None  # its password is a one-time one


class OneTime(Value):
    """A password to be told once; whoever signs in with it chooses an own one."""

    password: str
    expires: datetime


class Accounts:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, account: Account, password: str, *, now: datetime, weak: bool = False) -> None:
        """Raises AccountError for a name that is taken, a `weak` password, or a doctor without a department."""
        _fitting(account.role, account.department_id)
        password_hash = _hash(password, "" if weak else account.username)
        with writing(self._engine) as session:
            _added(session, account, password_hash, now)
            _note(session, "added", account.username, now)

    def invite(self, account: Account, *, now: datetime) -> OneTime:
        """`add` with a one-time password. Raises AccountError for a name that is taken or a department that lacks."""
        _fitting(account.role, account.department_id)
        password = new_password()
        password_hash = _hash(password, "")
        with writing(self._engine) as session:
            _added(session, account, password_hash, now)
            told = _due(session, account.username, password, now)
            _note(session, "added", account.username, now)
        return told

    def change(self, account: Account, *, now: datetime) -> None:
        """Name, role and department of the account by its user name; signs out everywhere. Raises AccountError."""
        _fitting(account.role, account.department_id)
        with writing(self._engine) as session:
            with _keeping_an_administrator(session):
                row = _staff(session, account.username)
                row.name, row.role, row.department_id = account.name, account.role, account.department_id
            _signed_out(session, account.username)
            _note(session, "changed", account.username, now)

    def one_time_password(self, username: str, *, now: datetime) -> OneTime:
        """In place of the one there is; signs out everywhere. Raises AccountError for an unknown name."""
        password = new_password()
        password_hash = _hash(password, "")
        with writing(self._engine) as session:
            _staff(session, username).password_hash = password_hash
            _signed_out(session, username)
            told = _due(session, username, password, now)
            _note(session, "one_time_password", username, now)
        return told

    def first_administrator(self, *, now: datetime) -> tuple[str, OneTime] | None:
        """User name and one-time password where nobody has signed in who may administer; None where somebody has."""
        with reading(self._engine) as session:
            due = set(session.scalars(select(col(PasswordDueRow.username))))
            rows = session.scalars(select(StaffRow)).all()
        there = [row.username for row in rows if row.role == Role.ADMIN and not row.disabled]
        if any(name not in due for name in there):
            return None
        if there:
            return there[0], self.one_time_password(there[0], now=now)
        taken = {row.username for row in rows}
        name = next(one for one in ("admin", *(f"admin{n}" for n in range(2, len(taken) + 3))) if one not in taken)
        account = Account(username=name, name="Administrator", role=Role.ADMIN)
        return name, self.invite(account, now=now)

    def all(self) -> Sequence[Account]:
        with reading(self._engine) as session:
            return [_account(row) for row in session.scalars(select(StaffRow).order_by(col(StaffRow.username)))]

    def enrolled(self, *, now: datetime) -> Sequence[Enrolled]:
        """Every account, with who is signed in and whose password is a one-time one."""
        with reading(self._engine) as session:
            due = {row.username: row.expires for row in session.scalars(select(PasswordDueRow))}
            browsers = Counter(session.scalars(select(col(SignInRow.username)).where(col(SignInRow.expires) > now)))
            rows = session.scalars(select(StaffRow).order_by(col(StaffRow.username)))
            return [
                Enrolled(
                    **_account(row).model_dump(),
                    created=row.created,
                    signed_in=browsers[row.username],
                    one_time_until=due.get(row.username),
                )
                for row in rows
            ]

    def disable(self, username: str, *, now: datetime, disabled: bool = True) -> None:
        """Signs out everywhere as well. Raises AccountError for an unknown name and for the last administrator."""
        with writing(self._engine) as session:
            with _keeping_an_administrator(session):
                _staff(session, username).disabled = disabled
            _signed_out(session, username)
            _note(session, "disabled" if disabled else "enabled", username, now)

    def set_password(self, username: str, password: str, *, now: datetime, keeping: str = "") -> None:
        """Signs out everywhere as well, but for the browser with the token `keeping`. Raises AccountError."""
        password_hash = _hash(password, username)
        with writing(self._engine) as session:
            _staff(session, username).password_hash = password_hash
            _signed_out(session, username, keeping)
            session.execute(delete(PasswordDueRow).where(col(PasswordDueRow.username) == username))
            _note(session, "password", username, now)

    def sign_in(
        self, username: str, password: str, address: str, *, now: datetime, lasting: timedelta, chosen: str = ""
    ) -> tuple[Account, str] | None:
        """The account and a new token; None when name or password is wrong. Raises TooManyTries.

        With a one-time password an own one has to be `chosen`: raises PasswordDue without, WeakPassword where it is.
        """
        row = self._proved(username, password, address, now=now)
        if row is None:
            return None
        if self._is_due(username):
            if not chosen:
                raise PasswordDue(username)
            if chosen == password:
                raise WeakPassword("the one-time password cannot be kept")
            self.set_password(username, chosen, now=now)
        return _account(row), self._entered(row, now=now, lasting=lasting)

    def proved(self, username: str, password: str, address: str, *, now: datetime) -> Account | None:
        """Whose password this is; None when it is wrong, or a one-time one. Raises TooManyTries."""
        row = self._proved(username, password, address, now=now)
        return _account(row) if row and not self._is_due(username) else None

    def _proved(self, username: str, password: str, address: str, *, now: datetime) -> StaffRow | None:
        self.reserve(username, address, now=now)
        with reading(self._engine) as session:
            row = session.get(StaffRow, username)
            due = session.get(PasswordDueRow, username)
            password_hash = row.password_hash if row else _nobodys_hash()
        right = _verified(password_hash, password)  # as slow for an unknown name
        if row is None or row.disabled or not right or (due is not None and due.expires <= now):
            whom = (username,) if row else ()  # what is no name may be a password in the wrong field
            note(self._engine, Entry(act=Act.REFUSED, what=("sign_in", *whom)), at=now)
            return None
        with writing(self._engine) as session:
            own = (col(FailureRow.who) == hashed(username)) & (col(FailureRow.address) == address)
            session.execute(delete(FailureRow).where(own))
        return row

    def _is_due(self, username: str) -> bool:
        with reading(self._engine) as session:
            return session.get(PasswordDueRow, username) is not None

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


def _fitting(role: Role, department_id: str | None) -> None:
    if (role is Role.DOCTOR) != (department_id is not None):
        raise DepartmentNeeded("a doctor needs a department, and only a doctor has one")


def _added(session: Session, account: Account, password_hash: str, now: datetime) -> None:
    if session.get(StaffRow, account.username) is not None:
        raise UserExists(f"user {account.username} exists already")
    session.add(StaffRow(**account.model_dump(), password_hash=password_hash, created=now))
    session.flush()


def _due(session: Session, username: str, password: str, now: datetime) -> OneTime:
    session.merge(PasswordDueRow(username=username, expires=now + ONE_TIME_LASTS))
    return OneTime(password=password, expires=now + ONE_TIME_LASTS)


def _signed_out(session: Session, username: str, keeping: str = "") -> None:
    query = delete(SignInRow).where(col(SignInRow.username) == username)
    session.execute(query.where(col(SignInRow.token_hash) != hashed(keeping)))


@contextmanager
def _keeping_an_administrator(session: Session) -> Iterator[None]:
    """Raises LastAdministrator where what is done in it takes the last one away."""
    able = select(func.count()).where(col(StaffRow.role) == Role.ADMIN, ~col(StaffRow.disabled))
    queued(session.connection(), ADMINISTERING)
    before = session.scalar(able)
    yield
    session.flush()
    if before and not session.scalar(able):
        raise LastAdministrator("the last administrator stays one")


def _note(session: Session, act: str, username: str, now: datetime) -> None:
    session.flush()
    connection = session.connection()
    covers = tuple(map(str, of_rows(connection, "account", [username])))
    append(connection, Entry(act=Act.ACCOUNT, what=(act, username), covers=covers), at=now)


def _staff(session: Session, username: str) -> StaffRow:
    row = session.get(StaffRow, username)
    if row is None:
        raise UnknownUser(f"no user {username}")
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
    """Raises WeakPassword for a password that is easily guessed; without a `username` only for a short one."""
    if len(password) < SHORTEST_PASSWORD:
        raise WeakPassword(f"a password has at least {SHORTEST_PASSWORD} characters")
    plain = password.lower()
    own = len(username) >= FEWEST_CHARACTERS and username.lower() in plain
    guessed = own or len(set(plain)) < FEWEST_CHARACTERS or any(one in plain for one in COMMON)
    if username and guessed:
        raise WeakPassword("the password is too easily guessed: no user name, no common word, not the same few signs")
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
