"""The second factor of staff: the codes of an authenticator (TOTP, RFC 6238) and recovery codes, each used once."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pyotp
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from pyotp.utils import strings_equal
from sqlalchemy import CursorResult, Engine, delete, func, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger.account_tables import RecoveryCodeRow, SecondFactorRow
from frontdesk.app.ledger.audit import Act, Entry, append
from frontdesk.app.ledger.digests import GONE, Cover, of_rows
from frontdesk.app.ledger.tokens import new_recovery_code, typed_letters
from frontdesk.database.engine import reading, writing
from frontdesk.models.facts import Value

CODES = 10
DIGITS = 6
EITHER_WAY = 1  # steps of 30 seconds that two clocks may differ
CODE_ID = 4  # letters of a recovery code that find its row; the others are hashed
hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)  # OWASP's least, for random letters


class Enrolment(Value):
    """What an authenticator is told: `uri` as a QR code, `secret` to be typed."""

    secret: str
    uri: str


class Standing(Value):
    """`since`: None where there is no second factor."""

    since: datetime | None = None
    recovery_codes: int = 0  # unused ones


class SecondFactors:
    def __init__(self, engine: Engine, *, issuer: str = "Frontdesk") -> None:
        self._engine = engine
        self._issuer = issuer

    def standing(self, username: str) -> Standing:
        unused = select(func.count()).select_from(RecoveryCodeRow).where(_codes_of(username), _unused())
        with reading(self._engine) as session:
            row = session.get(SecondFactorRow, username)
            if row is None or row.since is None:
                return Standing()
            return Standing(since=row.since, recovery_codes=session.scalar(unused) or 0)

    def is_on(self, username: str) -> bool:
        with reading(self._engine) as session:
            row = session.get(SecondFactorRow, username)
            return row is not None and row.since is not None

    def begin(self, username: str, *, now: datetime) -> Enrolment | None:
        """A new secret, which counts after `confirm`; None where there is a second factor that counts already."""
        secret = pyotp.random_base32()
        with writing(self._engine) as session:
            row = session.get(SecondFactorRow, username)
            if row is not None and row.since is not None:
                return None
            session.merge(SecondFactorRow(username=username, secret=secret, begun=now))
            _note(session, "second_factor_begun", username, now)
        return Enrolment(
            secret=secret, uri=pyotp.TOTP(secret).provisioning_uri(name=username, issuer_name=self._issuer)
        )

    def confirm(self, username: str, code: str, *, now: datetime) -> Sequence[str] | None:
        """The recovery codes, told once; None where the code is wrong, or nothing was begun."""
        with reading(self._engine) as session:
            row = session.get(SecondFactorRow, username)
        step = self._step(row, code, now) if row is not None and row.since is None else None
        if step is None:
            return None
        codes = _new_codes()
        with writing(self._engine) as session:
            mine = (col(SecondFactorRow.username) == username, col(SecondFactorRow.since).is_(None))
            done = session.execute(update(SecondFactorRow).where(*mine).values(since=now, latest_step=step))
            if _rows(done) != 1:
                return None
            _replace_codes(session, username, codes)
            _note(session, "second_factor_on", username, now)
        return list(codes)

    def new_codes(self, username: str, *, now: datetime) -> Sequence[str]:
        """Ten recovery codes in place of those there are; told once."""
        codes = _new_codes()
        with writing(self._engine) as session:
            _replace_codes(session, username, codes)
            _note(session, "recovery_codes", username, now)
        return list(codes)

    def remove(self, username: str, *, now: datetime) -> bool:
        """False where there is none."""
        with writing(self._engine) as session:
            session.execute(delete(RecoveryCodeRow).where(_codes_of(username)))
            done = session.execute(delete(SecondFactorRow).where(col(SecondFactorRow.username) == username))
            if _rows(done):
                _note(session, "second_factor_off", username, now)
            return _rows(done) == 1

    def takes(self, username: str, code: str, *, now: datetime) -> bool:
        """Whether the authenticator's code or an unused recovery code is right; it is used up then."""
        typed = "".join(code.split())
        if len(typed) == DIGITS and typed.isascii() and typed.isdigit():
            return self._takes_time_code(username, typed, now)
        return self._takes_recovery_code(username, typed, now)

    def _takes_time_code(self, username: str, code: str, now: datetime) -> bool:
        with reading(self._engine) as session:
            row = session.get(SecondFactorRow, username)
        step = self._step(row, code, now) if row is not None and row.since is not None else None
        if step is None:
            return False
        newer = (col(SecondFactorRow.username) == username, col(SecondFactorRow.latest_step) < step)
        with writing(self._engine) as session:
            done = session.execute(update(SecondFactorRow).where(*newer).values(latest_step=step))
            return _rows(done) == 1

    def _takes_recovery_code(self, username: str, code: str, now: datetime) -> bool:
        code_id, rest = _halves(code)
        with reading(self._engine) as session:
            row = session.get(RecoveryCodeRow, (username, code_id))
        if row is None or row.used is not None:
            return False
        try:
            hasher.verify(row.code_hash, rest)
        except VerifyMismatchError:
            return False
        with writing(self._engine) as session:
            mine = (_codes_of(username), col(RecoveryCodeRow.code_id) == code_id, _unused())
            if _rows(session.execute(update(RecoveryCodeRow).where(*mine).values(used=now))) != 1:
                return False
            _note(session, "recovery_code_used", username, now)
        return True

    def _step(self, row: SecondFactorRow, code: str, now: datetime) -> int | None:
        """Of which 30 seconds the code is, newer than any that was used."""
        totp = pyotp.TOTP(row.secret)
        present = totp.timecode(now)
        steps = range(max(present - EITHER_WAY, row.latest_step + 1), present + EITHER_WAY + 1)
        return next((step for step in steps if strings_equal(totp.generate_otp(step), code)), None)


def _new_codes() -> dict[str, str]:
    """Each with the hash of what follows its first letters, which differ."""
    codes: dict[str, str] = {}
    while len({_halves(code)[0] for code in codes}) < CODES:
        code = new_recovery_code()
        if _halves(code)[0] not in {_halves(one)[0] for one in codes}:
            codes[code] = hasher.hash(_halves(code)[1])
    return codes


def _replace_codes(session: Session, username: str, codes: dict[str, str]) -> None:
    session.execute(delete(RecoveryCodeRow).where(_codes_of(username)))
    session.add_all(
        RecoveryCodeRow(username=username, code_id=_halves(code)[0], code_hash=code_hash)
        for code, code_hash in codes.items()
    )


def _halves(code: str) -> tuple[str, str]:
    letters = typed_letters(code)
    return letters[:CODE_ID], letters[CODE_ID:]


def _codes_of(username: str) -> Any:
    return col(RecoveryCodeRow.username) == username


def _unused() -> Any:
    return col(RecoveryCodeRow.used).is_(None)


def _rows(done: Any) -> int:
    result: CursorResult[Any] = done
    return result.rowcount


def _note(session: Session, act: str, username: str, now: datetime) -> None:
    session.flush()
    connection = session.connection()
    rows = list(of_rows(connection, "second_factor", [username])) or [Cover(f"second_factor:{username}", GONE)]
    append(connection, Entry(act=Act.ACCOUNT, what=(act, username), covers=tuple(map(str, rows))), at=now)
