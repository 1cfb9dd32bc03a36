"""Browsers that staff are signed in with: short, rotated, revocable; of a token its hash alone is kept.

A token is renewed every quarter of an hour. The one before it counts on until the browser has shown that it has the
new one, for an answer may be lost, and a minute longer for what was under way. Shown after that it is a copy that
somebody took, and the sign-in ends.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import CursorResult, Engine, delete, or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger.account_tables import StaffRow, StaffSignInRow
from frontdesk.app.ledger.audit import Act, Entry, append, note
from frontdesk.app.ledger.digests import of_rows
from frontdesk.app.ledger.staff import Account, account_of
from frontdesk.app.ledger.tokens import hashed, new_token
from frontdesk.database.engine import asking, queued, reading, writing
from frontdesk.models.facts import Value

RENEWED = timedelta(minutes=15)
GRACE = timedelta(seconds=60)
ENTERING = 7_211_037  # advisory lock: of two that enter at once neither is one too many
SEEN = timedelta(seconds=30)  # being there is written no oftener


class Means(StrEnum):
    """How somebody showed who they are."""

    PASSWORD = "password"  # noqa: S105 a name
    PROVIDER = "provider"  # the hospital's own accounts
    RECORD_SYSTEM = "record_system"


class Lasting(Value):
    """How long a sign-in lasts: in all, with nobody there, and after a proof of who it is for what needs one.

    `at_once`: how many of one account there are at most; one more ends the oldest.
    """

    whole: timedelta
    idle: timedelta
    proof: timedelta
    at_once: int


class Browser(Value):
    """Where somebody came from: an address, and a browser in words."""

    address: str = ""
    name: str = ""


class SignIn(Value):
    sign_in_id: str
    account: Account
    means: Means
    browser: Browser
    began: datetime
    seen: datetime
    until: datetime  # at the latest
    proved: datetime | None  # when they last proved who they are
    renewed: str | None = None  # the token that the browser has to be given in place of the one it showed


class SignIns:
    """Safe to use from several threads and processes."""

    def __init__(self, engine: Engine, lasting: Lasting) -> None:
        self._engine = engine
        self.lasting = lasting

    def enter(
        self, account: Account, *, now: datetime, means: Means, browser: Browser, what: tuple[str, ...] = ()
    ) -> tuple[SignIn, str]:
        """A new sign-in and its token. Who comes from a record system has proved nothing to us."""
        token, sign_in_id = new_token(), new_token()
        row = StaffSignInRow(
            sign_in_id=sign_in_id,
            username=account.username,
            means=means,
            address=browser.address,
            browser=browser.name,
            began=now,
            until=now + self.lasting.whole,
            token_hash=hashed(token),
            renewed=now,
            confirmed=now,
            seen=now,
            proved=None if means is Means.RECORD_SYSTEM else now,
        )
        with writing(self._engine) as session:
            session.execute(delete(StaffSignInRow).where(self._over(now)))
            self._make_room(session, account, now)
            session.add(row)
            session.flush()
            connection = session.connection()
            covers = tuple(map(str, of_rows(connection, "signed_in", [sign_in_id])))
            entry = Entry(act=Act.SIGN_IN, what=what, covers=covers)
            append(connection, entry, at=now, by=f"{account.role}:{account.username}")
            return _sign_in(row, account), token

    def of(self, token: str, *, now: datetime) -> SignIn | None:
        """Whose token it is, while it lasts and the account is not disabled."""
        shown = hashed(token)
        either = or_(col(StaffSignInRow.token_hash) == shown, col(StaffSignInRow.earlier_hash) == shown)
        found = self._found(either, now)
        if found is None:
            return None
        row, account = found
        current = row.token_hash == shown
        if not current and row.confirmed is not None and now - row.confirmed > GRACE:
            self._copied(row, account, now)
            return None
        if current and row.confirmed is None:
            self._change(row, {"confirmed": now})
        due = now - row.renewed >= (RENEWED if current else GRACE)  # earlier than a minute: still on its way
        renewed = self._renewed(row, now) if due and (current or row.confirmed is None) else None
        return _sign_in(row, account, renewed)

    def by_id(self, sign_in_id: str, *, now: datetime) -> SignIn | None:
        """While it lasts."""
        found = self._found(col(StaffSignInRow.sign_in_id) == sign_in_id, now)
        return _sign_in(*found) if found else None

    def lives(self, sign_in_id: str, *, now: datetime) -> Account | None:
        """Of a page that stays open and shows what comes: that counts as being there."""
        found = self._found(col(StaffSignInRow.sign_in_id) == sign_in_id, now)
        if found is None:
            return None
        self.here(sign_in_id, found[0].seen, now=now)
        return found[1]

    def here(self, sign_in_id: str, seen: datetime, *, now: datetime) -> None:
        """Somebody is at the browser. `seen`: as it was known before."""
        if now - seen >= SEEN:
            with writing(self._engine) as session:
                mine = col(StaffSignInRow.sign_in_id) == sign_in_id
                session.execute(update(StaffSignInRow).where(mine).values(seen=now))

    def stepped_up(self, sign_in_id: str, *, now: datetime) -> str | None:
        """A new token for whoever has just proved who they are; None where the sign-in is over."""
        found = self._found(col(StaffSignInRow.sign_in_id) == sign_in_id, now)
        if found is None:
            return None
        row, account = found
        token = self._renewed(row, now, proved=now, seen=now)
        if token is not None:
            note(self._engine, Entry(act=Act.SIGN_IN, what=("step_up",)), at=now, by=_by(account))
        return token

    def browsers(self, username: str, *, now: datetime) -> Sequence[SignIn]:
        """Where somebody is signed in, the latest first."""
        query = self._query(now).where(col(StaffSignInRow.username) == username)
        with reading(self._engine) as session:
            rows = session.execute(query.order_by(col(StaffSignInRow.began).desc()))
            return [_sign_in(row, account_of(member)) for row, member in rows]

    def end(self, token: str) -> str | None:
        """Sign out; harmless where nobody is signed in. The sign-in that ended."""
        shown = hashed(token)
        either = or_(col(StaffSignInRow.token_hash) == shown, col(StaffSignInRow.earlier_hash) == shown)
        with writing(self._engine) as session:
            sign_in_id = session.scalar(select(col(StaffSignInRow.sign_in_id)).where(either))
            session.execute(delete(StaffSignInRow).where(col(StaffSignInRow.sign_in_id) == sign_in_id))
        return sign_in_id

    def end_of(self, username: str, *, now: datetime, only: str | None = None, keeping: str = "") -> int:
        """Signs somebody out: everywhere, of one sign-in `only`, or all but one; how many that were."""
        with writing(self._engine) as session:
            ended = end_of(session, username, only=only, keeping=keeping)
            if ended:
                append(session.connection(), Entry(act=Act.ACCOUNT, what=("signed_out", username)), at=now)
        return ended

    def _make_room(self, session: Session, account: Account, now: datetime) -> None:
        queued(session.connection(), ENTERING)
        mine = select(col(StaffSignInRow.sign_in_id)).where(col(StaffSignInRow.username) == account.username)
        latest_first = mine.order_by(col(StaffSignInRow.began).desc(), col(StaffSignInRow.sign_in_id))
        oldest = list(session.scalars(latest_first.offset(self.lasting.at_once - 1)))
        if oldest:
            session.execute(delete(StaffSignInRow).where(col(StaffSignInRow.sign_in_id).in_(oldest)))
            ended = Entry(act=Act.ACCOUNT, what=("signed_out", account.username, "one_more"))
            append(session.connection(), ended, at=now, by=_by(account))

    def _query(self, now: datetime) -> Any:
        return (
            select(StaffSignInRow, StaffRow)
            .join(StaffRow, col(StaffSignInRow.username) == col(StaffRow.username))
            .where(~self._over(now), col(StaffRow.disabled).is_(False))
        )

    def _found(self, condition: Any, now: datetime) -> tuple[StaffSignInRow, Account] | None:
        with asking(self._engine) as connection, Session(connection) as session:
            found = session.execute(self._query(now).where(condition)).first()
            return (found[0], account_of(found[1])) if found else None

    def _over(self, now: datetime) -> Any:
        return or_(col(StaffSignInRow.until) <= now, col(StaffSignInRow.seen) <= now - self.lasting.idle)

    def _renewed(self, row: StaffSignInRow, now: datetime, **more: datetime) -> str | None:
        """A new token; None where another request was first."""
        token = new_token()
        earlier = row.token_hash if row.confirmed is not None or more else row.earlier_hash
        values = {"token_hash": hashed(token), "earlier_hash": earlier, "renewed": now, "confirmed": None} | more
        return token if self._change(row, values) else None

    def _change(self, row: StaffSignInRow, values: dict[str, Any]) -> bool:
        as_it_was = (col(StaffSignInRow.sign_in_id) == row.sign_in_id, col(StaffSignInRow.token_hash) == row.token_hash)
        with writing(self._engine) as session:
            done: CursorResult[Any] = session.execute(  # type: ignore[assignment]
                update(StaffSignInRow).where(*as_it_was).values(**values)
            )
            return done.rowcount == 1

    def _copied(self, row: StaffSignInRow, account: Account, now: datetime) -> None:
        with writing(self._engine) as session:
            end_of(session, account.username, only=row.sign_in_id)
            refused = Entry(act=Act.REFUSED, what=("sign_in", "token_used_again", account.username))
            append(session.connection(), refused, at=now, by=_by(account))


def end_of(session: Session, username: str, *, only: str | None = None, keeping: str = "") -> int:
    """Within the caller's transaction; see `SignIns.end_of`."""
    query = delete(StaffSignInRow).where(col(StaffSignInRow.username) == username)
    query = query.where(col(StaffSignInRow.sign_in_id) != keeping)
    if only is not None:
        query = query.where(col(StaffSignInRow.sign_in_id) == only)
    done: CursorResult[Any] = session.execute(query)  # type: ignore[assignment]
    return done.rowcount


def _by(account: Account) -> str:
    return f"{account.role}:{account.username}"


def _sign_in(row: StaffSignInRow, account: Account, renewed: str | None = None) -> SignIn:
    return SignIn(
        sign_in_id=row.sign_in_id,
        account=account,
        means=Means(row.means),
        browser=Browser(address=row.address, name=row.browser),
        began=row.began,
        seen=row.seen,
        until=row.until,
        proved=row.proved,
        renewed=renewed,
    )
