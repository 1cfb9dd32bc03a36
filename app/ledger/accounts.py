"""Staff accounts: passwords as argon2 hashes, signed-in browsers as revocable rows, failed tries slowed down."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import Engine, delete, func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.ledger.account_tables import FailureRow, SignInRow, StaffRow
from app.ledger.tokens import hashed, new_token
from his_adapter.sql.engine import reading, writing
from models.facts import Value

TRIES = 5  # of one user name from one address
TRIES_OF_ADDRESS = 40
WINDOW = timedelta(minutes=15)
SHORTEST_PASSWORD = 10

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


class Accounts:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, account: Account, password: str, *, now: datetime) -> None:
        """Raises AccountError for a name that is taken, a short password, or a doctor without a department."""
        if (account.role is Role.DOCTOR) != (account.department_id is not None):
            raise AccountError("a doctor needs a department, and only a doctor has one")
        password_hash = _hash(password)
        with writing(self._engine) as session:
            if session.get(StaffRow, account.username) is not None:
                raise AccountError(f"user {account.username} exists already")
            session.add(StaffRow(**account.model_dump(), password_hash=password_hash, created=now))

    def all(self) -> Sequence[Account]:
        with reading(self._engine) as session:
            return [_account(row) for row in session.scalars(select(StaffRow).order_by(col(StaffRow.username)))]

    def disable(self, username: str, *, disabled: bool = True) -> None:
        """Signs out everywhere as well. Raises AccountError for an unknown name."""
        with writing(self._engine) as session:
            _staff(session, username).disabled = disabled
            session.execute(delete(SignInRow).where(col(SignInRow.username) == username))

    def set_password(self, username: str, password: str) -> None:
        """Signs out everywhere as well. Raises AccountError."""
        password_hash = _hash(password)
        with writing(self._engine) as session:
            _staff(session, username).password_hash = password_hash
            session.execute(delete(SignInRow).where(col(SignInRow.username) == username))

    def sign_in(
        self, username: str, password: str, address: str, *, now: datetime, lasting: timedelta
    ) -> tuple[Account, str] | None:
        """The account and a new token; None, and a failure noted, when name or password is wrong."""
        with reading(self._engine) as session:
            row = session.get(StaffRow, username)
            password_hash = row.password_hash if row else _nobodys_hash()
        right = _verified(password_hash, password)  # as slow for an unknown name
        if row is None or row.disabled or not right:
            self.note_failure(username, address, now=now)
            return None
        token = new_token()
        with writing(self._engine) as session:
            session.execute(delete(SignInRow).where(col(SignInRow.expires) <= now))
            session.add(SignInRow(token_hash=hashed(token), username=username, expires=now + lasting))
            session.execute(delete(FailureRow).where(col(FailureRow.who) == hashed(username)))
        return _account(row), token

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

    def note_failure(self, username: str, address: str, *, now: datetime) -> None:
        with writing(self._engine) as session:
            session.execute(delete(FailureRow).where(col(FailureRow.at) < now - WINDOW))
            session.add(FailureRow(who=hashed(username), address=address, at=now))

    def pause(self, username: str, address: str, *, now: datetime) -> timedelta:
        """How long this user name must wait at this address; zero when it may try."""
        recent = select(func.count(), func.min(FailureRow.at)).where(
            col(FailureRow.address) == address, col(FailureRow.at) > now - WINDOW
        )
        with reading(self._engine) as session:
            everyone, oldest = session.execute(recent).one()
            own, own_oldest = session.execute(recent.where(col(FailureRow.who) == hashed(username))).one()
        if own >= TRIES:
            return WINDOW - (now - own_oldest)
        return WINDOW - (now - oldest) if everyone >= TRIES_OF_ADDRESS else timedelta()


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


def _hash(password: str) -> str:
    if len(password) < SHORTEST_PASSWORD:
        raise AccountError(f"a password has at least {SHORTEST_PASSWORD} characters")
    return hasher.hash(password)


def _verified(password_hash: str, password: str) -> bool:
    try:
        return hasher.verify(password_hash, password)
    except (VerifyMismatchError, InvalidHashError):
        return False


@cache
def _nobodys_hash() -> str:
    return hasher.hash(new_token())
