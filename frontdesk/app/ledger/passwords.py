"""Passwords as argon2 hashes."""

from functools import cache
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from frontdesk.app.ledger.staff import WeakPassword
from frontdesk.app.ledger.tokens import new_token

SHORTEST_PASSWORD = 10
HASHING = BoundedSemaphore(2)  # each takes 64 MiB
NOBODYS = "!"  # in the place of a hash: no password opens the account

hasher = PasswordHasher()


def hash_of(password: str) -> str:
    """Raises WeakPassword for a short one; what else a chosen one may not be is for `PasswordRules`."""
    if len(password) < SHORTEST_PASSWORD:
        raise WeakPassword(f"a password has at least {SHORTEST_PASSWORD} characters")
    with HASHING:
        return hasher.hash(password)


def is_right(password_hash: str | None, password: str) -> bool:
    """Without a hash never, and as slowly: nobody learns which names there are."""
    known = password_hash if password_hash not in (None, NOBODYS) else None
    try:
        with HASHING:
            return hasher.verify(known or nobodys_hash(), password) and known is not None
    except (VerifyMismatchError, InvalidHashError):
        return False


@cache
def nobodys_hash() -> str:
    return hasher.hash(new_token())
