"""Staff accounts: made, changed, disabled, given passwords; every change signs the account out."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from sqlalchemy import Engine, delete, func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger.account_tables import (
    PasswordDueRow,
    ProviderAccountRow,
    SecondFactorRow,
    StaffRow,
    StaffSignInRow,
)
from frontdesk.app.ledger.audit import Act, Entry, append
from frontdesk.app.ledger.digests import of_rows
from frontdesk.app.ledger.password_rules import PasswordRules
from frontdesk.app.ledger.passwords import NOBODYS, hash_of
from frontdesk.app.ledger.sign_ins import end_of
from frontdesk.app.ledger.staff import (
    Account,
    DepartmentNeeded,
    Enrolled,
    LastAdministrator,
    OneTime,
    Role,
    UnknownUser,
    UserExists,
    account_of,
)
from frontdesk.app.ledger.tokens import new_password
from frontdesk.database.engine import queued, reading, writing

ONE_TIME_LASTS = timedelta(days=7)
ADMINISTERING = 7_211_036  # advisory lock: of two administrators who disable each other one stays


class Accounts:
    def __init__(self, engine: Engine, rules: PasswordRules | None = None) -> None:
        self._engine = engine
        self._rules = rules or PasswordRules()

    def add(self, account: Account, password: str, *, now: datetime, weak: bool = False) -> None:
        """Raises AccountError for a name that is taken, a `weak` password, or a doctor without a department."""
        _fitting(account.role, account.department_id)
        if not weak:
            self._rules.check(password, account.username, account.name)
        password_hash = hash_of(password)
        with writing(self._engine) as session:
            _added(session, account, password_hash, now)
            _note(session, "added", account.username, now)

    def provide(self, account: Account, *, now: datetime) -> None:
        """`add` for somebody whom others let in: no password opens it. Raises AccountError."""
        _fitting(account.role, account.department_id)
        with writing(self._engine) as session:
            _added(session, account, NOBODYS, now)
            _note(session, "added", account.username, now)

    def invite(self, account: Account, *, now: datetime) -> OneTime:
        """`add` with a one-time password. Raises AccountError for a name that is taken or a department that lacks."""
        _fitting(account.role, account.department_id)
        password = new_password()
        password_hash = hash_of(password)
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
            end_of(session, account.username)
            _note(session, "changed", account.username, now)

    def one_time_password(self, username: str, *, now: datetime) -> OneTime:
        """In place of the one there is; signs out everywhere. Raises AccountError for an unknown name."""
        password = new_password()
        password_hash = hash_of(password)
        with writing(self._engine) as session:
            _staff(session, username).password_hash = password_hash
            end_of(session, username)
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
            return [account_of(row) for row in session.scalars(select(StaffRow).order_by(col(StaffRow.username)))]

    def able(self, username: str) -> Account | None:
        """The account that may be signed in by this name."""
        with reading(self._engine) as session:
            row = session.get(StaffRow, username)
            return account_of(row) if row and not row.disabled else None

    def enrolled(self, *, now: datetime) -> Sequence[Enrolled]:
        """Every account, with who is signed in and whose password is a one-time one."""
        with reading(self._engine) as session:
            due = {row.username: row.expires for row in session.scalars(select(PasswordDueRow))}
            lasting = select(col(StaffSignInRow.username)).where(col(StaffSignInRow.until) > now)
            browsers = Counter(session.scalars(lasting))
            on = select(col(SecondFactorRow.username)).where(col(SecondFactorRow.since).is_not(None))
            second = set(session.scalars(on))
            provided = set(session.scalars(select(col(ProviderAccountRow.username))))
            rows = session.scalars(select(StaffRow).order_by(col(StaffRow.username)))
            return [
                Enrolled(
                    **account_of(row).model_dump(),
                    created=row.created,
                    signed_in=browsers[row.username],
                    one_time_until=due.get(row.username),
                    second_factor=row.username in second,
                    provided=row.username in provided,
                )
                for row in rows
            ]

    def disable(self, username: str, *, now: datetime, disabled: bool = True) -> None:
        """Signs out everywhere as well. Raises AccountError for an unknown name and for the last administrator."""
        with writing(self._engine) as session:
            with _keeping_an_administrator(session):
                _staff(session, username).disabled = disabled
            end_of(session, username)
            _note(session, "disabled" if disabled else "enabled", username, now)

    def end_sign_ins(self, username: str, *, now: datetime) -> None:
        """Signs out everywhere. Raises AccountError for an unknown name."""
        with writing(self._engine) as session:
            _staff(session, username)
            end_of(session, username)
            _note(session, "signed_out", username, now)

    def set_password(self, username: str, password: str, *, now: datetime, keeping: str = "") -> None:
        """Signs out everywhere as well, but for the sign-in `keeping`. Raises AccountError."""
        with reading(self._engine) as session:
            name = _staff(session, username).name
        self._rules.check(password, username, name)
        password_hash = hash_of(password)
        with writing(self._engine) as session:
            _staff(session, username).password_hash = password_hash
            end_of(session, username, keeping=keeping)
            session.execute(delete(PasswordDueRow).where(col(PasswordDueRow.username) == username))
            _note(session, "password", username, now)


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
