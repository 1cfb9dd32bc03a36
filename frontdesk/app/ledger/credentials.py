"""Whether somebody is who they say they are: password and second factor, each try counted."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from sqlalchemy import Engine

from frontdesk.app.ledger.account_tables import PasswordDueRow, StaffRow
from frontdesk.app.ledger.accounts import Accounts
from frontdesk.app.ledger.audit import Act, Entry, note
from frontdesk.app.ledger.passwords import is_right
from frontdesk.app.ledger.second_factors import SecondFactors
from frontdesk.app.ledger.staff import Account, CodeDue, PasswordDue, WeakPassword, WrongCode, account_of
from frontdesk.app.ledger.tries import Tries
from frontdesk.database.engine import reading

CODES = "second factor of "  # tries of codes are counted for the account, wherever they come from


class Credentials:
    def __init__(self, engine: Engine, accounts: Accounts, tries: Tries, second_factors: SecondFactors) -> None:
        self._engine = engine
        self._accounts = accounts
        self._tries = tries
        self._second_factors = second_factors

    def sign_in(
        self, username: str, password: str, address: str, *, now: datetime, code: str = "", chosen: str = ""
    ) -> Account | None:
        """Whose password and second factor these are; None when name or password is wrong.

        With a one-time password an own one has to be `chosen`. Raises TooManyTries; CodeDue and WrongCode where there
        is a second factor; PasswordDue, and WeakPassword for a choice that is none.
        """
        account, due = self._proved(username, password, address, now=now)
        if account is None:
            return None
        if self._second_factors.is_on(username):
            if not code:
                self._tries.forgiven(username, address)
                raise CodeDue(username)
            self.prove_code(account, code, now=now)
        self._tries.forgiven(username, address)
        if due:
            if not chosen:
                raise PasswordDue(username)
            if chosen == password:
                raise WeakPassword("the one-time password cannot be kept")
            self._accounts.set_password(username, chosen, now=now)
        return account

    def proved(self, username: str, password: str, address: str, *, now: datetime) -> Account | None:
        """Whose password this is; None when it is wrong, or a one-time one. Raises TooManyTries."""
        account, due = self._proved(username, password, address, now=now)
        if account is not None:
            self._tries.forgiven(username, address)
        return None if due else account

    def prove_code(self, account: Account, code: str, *, now: datetime) -> None:
        """Raises WrongCode, TooManyTries."""
        username = account.username
        with self.counted(username, now=now) as right:
            if not self._second_factors.takes(username, code, now=now):
                note(self._engine, Entry(act=Act.REFUSED, what=("second_factor", username)), at=now)
                raise WrongCode(username)
            right()

    @contextmanager
    def counted(self, username: str, *, now: datetime) -> Iterator[Callable[[], None]]:
        """A try of a code, which has failed unless what is yielded is called. Raises TooManyTries."""
        whose = CODES + username
        self._tries.reserve(username, whose, now=now)
        yield lambda: self._tries.forgiven(username, whose)

    def _proved(self, username: str, password: str, address: str, *, now: datetime) -> tuple[Account | None, bool]:
        """And whether the password is a one-time one."""
        self._tries.reserve(username, address, now=now)
        with reading(self._engine) as session:
            row = session.get(StaffRow, username)
            due = session.get(PasswordDueRow, username)
        right = is_right(row.password_hash if row else None, password)
        if row is None or row.disabled or not right or (due is not None and due.expires <= now):
            whom = (username,) if row else ()  # what is no name may be a password in the wrong field
            note(self._engine, Entry(act=Act.REFUSED, what=("sign_in", *whom)), at=now)
            return None, False
        return account_of(row), due is not None
