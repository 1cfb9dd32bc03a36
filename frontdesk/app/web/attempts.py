"""A sign-in that is under way at another server: what belongs to it is made of a secret in the browser's cookie.

Nothing is kept here meanwhile. A state counts for ten minutes, in the browser that was sent out.
"""

from datetime import datetime
from hashlib import sha256
from hmac import compare_digest
from typing import NamedTuple

from flask import request

from frontdesk.app.ledger.tokens import hashed
from frontdesk.app.web.cookies import cookie

LASTS = 600  # seconds between leaving for the other server and coming back
LONGEST = 4096  # characters of what a browser brings


class Attempt(NamedTuple):
    """Made of the browser's secret, the server, and when (seconds)."""

    secret: str
    issuer: str
    at: int

    @property
    def state(self) -> str:
        return f"{self.at}.{self._made('state')}"

    @property
    def nonce(self) -> str:
        return self._made("nonce")

    @property
    def verifier(self) -> str:
        return self._made("verifier")

    def _made(self, what: str) -> str:
        return sha256(f"{what} {self.secret} {self.issuer} {self.at}".encode()).hexdigest()


def cookie_of(kind: str, state: str) -> str:
    """One for each attempt: several tabs may be under way."""
    return f"frontdesk_{kind}_{hashed(state)[:8]}"


def attempt_of(kind: str, state: str, issuers: tuple[str, ...], now: datetime) -> Attempt | None:
    """None where this browser was not sent out with this state just now."""
    secret, told = cookie(cookie_of(kind, state)), state.partition(".")[0]
    if not (secret and told.isascii() and told.isdigit() and len(told) < 12):
        return None
    if not 0 <= now.timestamp() - int(told) <= LASTS:
        return None
    attempts = (Attempt(secret, issuer, int(told)) for issuer in issuers)
    return next((one for one in attempts if compare_digest(one.state.encode(), state.encode())), None)


def told(name: str) -> str:
    """A parameter of the address that the browser came with; empty for one that is too long."""
    value = request.args.get(name, "")
    return value if len(value) <= LONGEST else ""
