"""Passwords as argon2 hashes; which ones are too easily guessed."""

from functools import cache
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from frontdesk.app.ledger.staff import WeakPassword
from frontdesk.app.ledger.tokens import new_token

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
NOBODYS = "!"  # in the place of a hash: no password opens the account

hasher = PasswordHasher()


def hash_of(password: str, username: str) -> str:
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
