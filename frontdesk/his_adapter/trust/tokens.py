"""Signed tokens (JWT) of another system: whose they are, for whom, until when; anything in doubt is refused."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from frontdesk.his_adapter.trust.keys import Keys, NoKey

SIGNED_BY = {"ES384": "EC", "RS384": "RSA", "ES256": "EC", "RS256": "RSA"}  # algorithm: type of key
STRONG = ("ES384", "RS384")
LEEWAY = 60  # seconds that two clocks may differ
LONGEST = 3600  # seconds that a token which may not come twice is remembered


class BadToken(Exception):
    """It is not believed; the message is for the log, and holds nothing of the token."""


def issuer_of(token: str) -> str:
    """Who it says it is from: nothing is checked yet, so it only chooses whose keys are tried. Raises BadToken."""
    import jwt  # of the extra "smart"

    try:
        claims = jwt.decode(token, options={"verify_signature": False})
    except (jwt.InvalidTokenError, ValueError):
        raise BadToken("no token") from None
    return str(claims.get("iss", ""))


def verified(
    token: str,
    keys: Keys,
    *,
    issuer: str,
    audience: str,
    now: datetime,
    algorithms: Collection[str] = STRONG,
    needed: Collection[str] = (),
    longest: float = LONGEST,
) -> dict[str, Any]:
    """The claims. `now`: local time; `longest`: seconds that it may still last.

    Raises BadToken, and HospitalAway where the keys cannot be read.
    """
    import jwt

    try:
        header = jwt.get_unverified_header(token)
        algorithm = str(header.get("alg"))
        if algorithm not in algorithms:
            raise BadToken("signed in a way that is not taken")
        key = jwt.PyJWK.from_dict(keys.find(header.get("kid"), SIGNED_BY[algorithm]), algorithm)
        claims: dict[str, Any] = jwt.decode(
            token,
            key,
            algorithms=[algorithm],
            audience=audience,
            issuer=issuer,
            options={
                "require": ["iss", "aud", "exp", "iat", *needed],
                "verify_exp": False,  # by our own clock, below
                "verify_iat": False,
                "verify_nbf": False,
            },
        )
    except NoKey as error:
        raise BadToken(str(error)) from None
    except (jwt.PyJWTError, ValueError, TypeError) as error:
        raise BadToken(type(error).__name__) from None
    _check_times(claims, now.timestamp(), longest)
    return claims


def _check_times(claims: dict[str, Any], now: float, longest: float) -> None:
    times = {name: claims[name] for name in ("exp", "iat", "nbf") if name in claims}
    if not all(isinstance(one, int | float) for one in times.values()):
        raise BadToken("a time that is none")
    if not times["exp"] > now - LEEWAY:
        raise BadToken("expired")
    early = max(times["iat"], times.get("nbf", now)) > now + LEEWAY
    if early or not times["exp"] <= now + longest + LEEWAY:
        raise BadToken("not of this time")


def over(claims: dict[str, Any]) -> datetime:
    """From when on a token is taken no more, by local time."""
    return datetime.fromtimestamp(claims["exp"] + LEEWAY)  # noqa: DTZ006
