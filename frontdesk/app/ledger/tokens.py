"""Random tokens and codes; only their hashes are stored."""

import secrets
from hashlib import sha256

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that look alike


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_code() -> str:
    """Eight letters to type at a kiosk: "K7QM-2XPA"."""
    code = "".join(secrets.choice(LETTERS) for _ in range(8))
    return f"{code[:4]}-{code[4:]}"


def new_password() -> str:
    """Twelve letters to be told once and typed once: "K7QM-2XPA-9TRS"."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(12))
    return "-".join((letters[:4], letters[4:8], letters[8:]))


def hashed(token: str) -> str:
    """Tokens are long and random, so a plain hash is enough."""
    return sha256(token.encode()).hexdigest()


def plain_code(typed: str) -> str:
    """A code as it was printed, however it was typed."""
    letters = typed_letters(typed)
    return f"{letters[:4]}-{letters[4:]}"


def new_recovery_code() -> str:
    """Sixteen letters to be kept on paper: "K7QM-2XPA-9TRS-WWB4"."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(16))
    return "-".join(letters[at : at + 4] for at in range(0, 16, 4))


def typed_letters(typed: str) -> str:
    """A code's letters and digits, however they were typed."""
    return "".join(c for c in typed.upper() if c.isalnum())
