"""Accounts of staff that the hospital's identity provider vouches for, and the sign-ins that came from there."""

from contextlib import suppress
from datetime import datetime

from sqlalchemy import Engine, delete, select, update
from sqlmodel import col

from frontdesk.app.ledger.account_tables import ProviderAccountRow, ProviderSignInRow, StaffRow
from frontdesk.app.ledger.accounts import Accounts
from frontdesk.app.ledger.audit import Act, Entry, append
from frontdesk.app.ledger.digests import of_rows
from frontdesk.app.ledger.passwords import NOBODYS
from frontdesk.app.ledger.sign_ins import SignIn, SignIns, end_of
from frontdesk.app.ledger.staff import Account, AccountError, LastAdministrator, Person, Role, UserExists, account_of
from frontdesk.database.engine import reading, writing


class NotGranted(AccountError):
    """The provider grants no role, or an administrator took the account out of use."""


class ProviderAccounts:
    def __init__(self, engine: Engine, accounts: Accounts, sign_ins: SignIns) -> None:
        self._engine = engine
        self._accounts = accounts
        self._sign_ins = sign_ins

    def admitted(self, issuer: str, person: Person, *, link: bool, now: datetime) -> Account:
        """The account of whoever the provider let in: made, linked, or changed to what it says now.

        Raises NotGranted, and UserExists where the user name is somebody else's.
        """
        row, known = self._known(issuer, person.subject)
        if person.role is None:
            if row is not None and known is not None and not known.disabled:
                self._withdraw(row, known, now)
            raise NotGranted("no role")
        wanted = Account(
            username=known.username if known else person.username,
            name=person.name,
            role=person.role,
            department_id=person.department_id,
        )
        if row is None or known is None:
            return self._joined(issuer, person, wanted, link=link, now=now)
        if known.disabled and not row.withdrawn:
            raise NotGranted("disabled by an administrator")
        if row.withdrawn:
            self._mark(row, withdrawn=False)
            self._accounts.disable(known.username, now=now, disabled=False)
        if wanted != known.model_copy(update={"disabled": False}):
            self._accounts.change(wanted, now=now)
        return wanted

    def subject_of(self, username: str) -> str | None:
        """Who an account is at the provider; None for one that is kept here."""
        with reading(self._engine) as session:
            return session.scalar(
                select(col(ProviderAccountRow.subject)).where(col(ProviderAccountRow.username) == username)
            )

    def entered(
        self, sign_in: SignIn, *, issuer: str, subject: str, session_name: str, id_token: str, now: datetime
    ) -> None:
        """Keeps what signing out there and from there needs."""
        row = ProviderSignInRow(
            sign_in_id=sign_in.sign_in_id,
            issuer=issuer,
            subject=subject,
            session=session_name,
            id_token=id_token,
            until=sign_in.until,
        )
        with writing(self._engine) as session:
            session.execute(delete(ProviderSignInRow).where(col(ProviderSignInRow.until) <= now))
            session.add(row)

    def left(self, sign_in_id: str | None) -> str | None:
        """The ID token of a sign-in that is over; None where it did not come from the provider."""
        with writing(self._engine) as session:
            row = session.get(ProviderSignInRow, sign_in_id) if sign_in_id else None
            if row is None:
                return None
            session.delete(row)
            return row.id_token

    def logged_out(self, issuer: str, *, session_name: str | None, subject: str | None, now: datetime) -> int:
        """The provider ended a session of somebody's, or all of them; how many sign-ins that ended."""
        query = select(ProviderSignInRow).where(col(ProviderSignInRow.issuer) == issuer)
        named = col(ProviderSignInRow.session) == session_name
        query = query.where(named if session_name else col(ProviderSignInRow.subject) == subject)
        with writing(self._engine) as session:
            rows = session.scalars(query).all()
            _, known = self._known(issuer, rows[0].subject) if rows else (None, None)
            ended = sum(end_of(session, known.username, only=row.sign_in_id) for row in rows) if known else 0
            for row in rows:
                session.delete(row)
            if known and ended:
                append(session.connection(), Entry(act=Act.ACCOUNT, what=("signed_out", known.username)), at=now)
        return ended

    def _known(self, issuer: str, subject: str) -> tuple[ProviderAccountRow | None, Account | None]:
        with reading(self._engine) as session:
            row = session.get(ProviderAccountRow, (issuer, subject))
            staff = session.get(StaffRow, row.username) if row else None
            return row, account_of(staff) if staff else None

    def _joined(self, issuer: str, person: Person, wanted: Account, *, link: bool, now: datetime) -> Account:
        with reading(self._engine) as session:
            staff = session.get(StaffRow, wanted.username)
            mine = col(ProviderAccountRow.username) == wanted.username
            taken = session.scalar(select(col(ProviderAccountRow.username)).where(mine))
        if staff is None:
            self._accounts.provide(wanted, now=now)
        elif not link or taken or staff.disabled or staff.role == Role.ADMIN:
            raise UserExists(f"user {wanted.username} exists already")
        else:
            self._accounts.change(wanted, now=now)
        with writing(self._engine) as session:
            found = session.get_one(StaffRow, wanted.username)
            found.password_hash = NOBODYS
            row = ProviderAccountRow(issuer=issuer, subject=person.subject, username=wanted.username, since=now)
            session.add(row)
            session.flush()
            connection = session.connection()
            covers = [*of_rows(connection, "provider_account", [wanted.username])]
            covers += of_rows(connection, "account", [wanted.username])
            entry = Entry(act=Act.ACCOUNT, what=("linked", wanted.username), covers=tuple(map(str, covers)))
            append(connection, entry, at=now)
        return wanted

    def _withdraw(self, row: ProviderAccountRow, known: Account, now: datetime) -> None:
        with suppress(LastAdministrator):  # no sign-in is left all the same, and the provider lets in nobody anew
            self._accounts.disable(known.username, now=now)
            self._mark(row, withdrawn=True)
        self._sign_ins.end_of(known.username, now=now)

    def _mark(self, row: ProviderAccountRow, *, withdrawn: bool) -> None:
        mine = (col(ProviderAccountRow.issuer) == row.issuer, col(ProviderAccountRow.subject) == row.subject)
        with writing(self._engine) as session:
            session.execute(update(ProviderAccountRow).where(*mine).values(withdrawn=withdrawn))
