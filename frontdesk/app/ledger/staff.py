"""Who works here: roles, accounts, and why one cannot be made or changed."""

from datetime import datetime, timedelta
from enum import StrEnum

from frontdesk.app.ledger.account_tables import StaffRow
from frontdesk.models.facts import Value


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


class Enrolled(Account):
    """An account as an administrator sees it."""

    created: datetime
    signed_in: int  # browsers
    one_time_until: datetime | None = None  # its password is a one-time one
    second_factor: bool = False
    provided: bool = False  # by the hospital's identity provider


class Person(Value):
    """Somebody as the hospital's identity provider tells of them; `role` None: nothing is open to them here."""

    subject: str
    username: str
    name: str
    role: Role | None = None
    department_id: str | None = None


class OneTime(Value):
    """A password to be told once; whoever signs in with it chooses an own one."""

    password: str
    expires: datetime


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


class KeptElsewhere(AccountError):
    """The hospital's identity provider keeps its password."""


class PasswordDue(Exception):
    """The one-time password is right, and an own one has to be chosen now."""


class CodeDue(Exception):
    """The password is right, and the code of the second factor is asked for now."""


class WrongCode(Exception):
    """The password is right, and the code of the second factor is not, or was used before."""


class TooManyTries(Exception):
    """Wait for `pause`."""

    def __init__(self, pause: timedelta) -> None:
        super().__init__(f"wait {pause}")
        self.pause = pause


def account_of(row: StaffRow) -> Account:
    return Account(
        username=row.username,
        name=row.name,
        role=Role(row.role),
        department_id=row.department_id,
        disabled=row.disabled,
    )
