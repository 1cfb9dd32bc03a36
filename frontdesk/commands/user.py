"""`frontdesk user`: staff accounts."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Annotated

import typer
from sqlalchemy import Engine

from frontdesk.app.context_words import password_rules
from frontdesk.app.ledger.accounts import Accounts
from frontdesk.app.ledger.breached_passwords import BadBreachedPasswords
from frontdesk.app.ledger.second_factors import SecondFactors
from frontdesk.app.ledger.staff import Account, AccountError, Role
from frontdesk.app.settings import Settings
from frontdesk.commands.database import database, hospital, refusing

user = typer.Typer(no_args_is_help=True, help="Staff accounts.")

Username = Annotated[str, typer.Argument(help="What the person types to sign in.")]


@user.command()
def add(
    username: Username,
    name: Annotated[str, typer.Option(help="As patients and colleagues read it.")],
    role: Annotated[
        Role,
        typer.Option(
            help="nurse: the board; doctor: one department's worklist; records_officer: every record; "
            "manager: the reports."
        ),
    ],
    department: Annotated[str | None, typer.Option(help="A doctor's department id.")] = None,
) -> None:
    """Add an account. The password is asked for, or read from standard input."""
    with database(AccountError) as engine:
        account = Account(username=username, name=name, role=role, department_id=_known(engine, department))
        _accounts_of(engine).add(account, _password(), now=datetime.now())  # noqa: DTZ005 the hospital's local time
    typer.echo(f"added {role} {username}")


@user.command("list")
def show() -> None:
    """List the accounts."""
    with _accounts() as accounts:
        for account in accounts.all():
            state = "disabled" if account.disabled else "active"
            typer.echo(f"{account.username}\t{account.role}\t{account.department_id or '-'}\t{state}\t{account.name}")


@user.command()
def disable(username: Username) -> None:
    """Take away access, and sign out everywhere."""
    with _accounts() as accounts:
        accounts.disable(username, now=datetime.now())  # noqa: DTZ005 the hospital's local time
    typer.echo(f"disabled {username}")


@user.command()
def enable(username: Username) -> None:
    """Give access back."""
    with _accounts() as accounts:
        accounts.disable(username, now=datetime.now(), disabled=False)  # noqa: DTZ005
    typer.echo(f"enabled {username}")


@user.command()
def password(username: Username) -> None:
    """Set a new password, and sign out everywhere."""
    with database(AccountError) as engine:
        _accounts_of(engine).set_password(username, _password(), now=datetime.now())  # noqa: DTZ005
    typer.echo(f"changed the password of {username}")


@user.command("second-factor")
def second_factor(username: Username) -> None:
    """Take a lost second factor away, and sign out everywhere."""
    now = datetime.now()  # noqa: DTZ005
    with database(AccountError) as engine:
        if not SecondFactors(engine).remove(username, now=now):
            raise AccountError(f"{username} has no second factor")
        Accounts(engine).end_sign_ins(username, now=now)
    typer.echo(f"removed the second factor of {username}")


@contextmanager
def _accounts() -> Iterator[Accounts]:
    with database(AccountError) as engine:
        yield Accounts(engine)


def _accounts_of(engine: Engine) -> Accounts:
    """To choose a password with: by the rules that hold in the browser too."""
    with refusing(BadBreachedPasswords):
        return Accounts(engine, password_rules(Settings(), hospital(engine).directory))


def _known(engine: Engine, department_id: str | None) -> str | None:
    known = {department.department_id for department in hospital(engine).directory.departments()}
    if department_id is not None and department_id not in known:
        raise AccountError(f"no department {department_id}; there are: {', '.join(sorted(known)) or 'none yet'}")
    return department_id


def _password() -> str:
    if sys.stdin.isatty():
        return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline().rstrip("\n")
