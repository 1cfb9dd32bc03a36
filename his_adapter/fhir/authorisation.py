"""How we prove to a FHIR server who we are: a bearer token, or SMART backend services with a key of ours.

A token that ran out is renewed once and the request sent again: with 401 nothing was done.
"""

import os
from collections.abc import Generator
from pathlib import Path
from threading import Lock
from time import time
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import httpx

from his_adapter.errors import HospitalAway, HospitalError

TOKEN = "FRONTDESK_HIS_TOKEN"  # noqa: S105 the name of the variable; with _FILE behind it, of the file that holds it
KEY_FILE = "FRONTDESK_HIS_KEY_FILE"
ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
LASTS = 240  # seconds of an assertion; the standard allows five minutes
EARLY = 10  # seconds before its end in which a token is no longer used
Flow = Generator[httpx.Request, httpx.Response, None]


class NoToken(HospitalError):
    """There is none, or the server gives none; the message holds no secret."""


def token_told() -> str:
    """From the file or the environment, as it is now. Raises NoToken."""
    file = os.environ.get(f"{TOKEN}_FILE", "")
    try:
        return Path(file).read_text("utf-8").strip() if file else os.environ.get(TOKEN, "")
    except OSError:
        raise NoToken(f"the file that {TOKEN}_FILE names cannot be read") from None


def key_told() -> str:
    """Our private key, PEM. Raises NoToken."""
    try:
        return Path(os.environ.get(KEY_FILE, "")).read_text("ascii")
    except (OSError, UnicodeDecodeError):
        raise NoToken(f"the file that {KEY_FILE} names cannot be read") from None


class Bearer(httpx.Auth):
    """A token that somebody puts there, and may have put there anew since."""

    def __init__(self, token: str) -> None:
        self._token = token

    def auth_flow(self, request: httpx.Request) -> Flow:
        if not self._token:
            yield request
            return
        request.headers["Authorization"] = f"Bearer {self._token}"
        answer = yield request
        if answer.status_code == 401 and (newer := token_told()) not in ("", self._token):
            self._token = newer
            request.headers["Authorization"] = f"Bearer {newer}"
            yield request


class BackendServices(httpx.Auth):
    """SMART backend services: an assertion signed with our key (private_key_jwt) buys a token for some minutes."""

    requires_response_body = True

    def __init__(self, base: str, client_id: str, scope: str, key: str, key_id: str = "") -> None:
        self._base = base
        self._client_id = client_id
        self._scope = scope
        self._key = key
        self._key_id = key_id
        self._lock = Lock()
        self._token, self._until = "", 0.0

    def auth_flow(self, request: httpx.Request) -> Flow:
        token = self._standing()
        if not token:
            token = yield from self._bought()
        request.headers["Authorization"] = f"Bearer {token}"
        answer = yield request
        if answer.status_code == 401:
            token = yield from self._bought()
            request.headers["Authorization"] = f"Bearer {token}"
            yield request

    def _standing(self) -> str:
        with self._lock:
            return self._token if time() < self._until else ""

    def _bought(self) -> Generator[httpx.Request, httpx.Response, str]:
        told = yield httpx.Request("GET", f"{self._base}/.well-known/smart-configuration")
        endpoint = str(_object(told).get("token_endpoint", ""))
        if urlsplit(self._base).scheme not in (urlsplit(endpoint).scheme, "http"):
            raise NoToken("the server names no endpoint for tokens that is as safe as itself")
        asked = {
            "grant_type": "client_credentials",
            "scope": self._scope,
            "client_assertion_type": ASSERTION,
            "client_assertion": self._assertion(endpoint),
        }
        bought = _object((yield httpx.Request("POST", endpoint, data=asked)))
        token, lasts = str(bought.get("access_token", "")), float(bought.get("expires_in", 0))
        if not token:
            raise NoToken(f"the server gives no token: {bought.get('error', 'no reason told')}")
        with self._lock:
            self._token, self._until = token, time() + max(lasts - EARLY, lasts / 2)
        return token

    def _assertion(self, endpoint: str) -> str:
        # Of the extra "smart".
        import jwt
        from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
        from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        key = load_pem_private_key(self._key.encode(), password=None)
        if not isinstance(key, EllipticCurvePrivateKey | RSAPrivateKey):
            raise NoToken("our key is neither RSA nor P-384")
        algorithm = "ES384" if isinstance(key, EllipticCurvePrivateKey) else "RS384"
        told = {
            "iss": self._client_id,
            "sub": self._client_id,
            "aud": endpoint,
            "exp": int(time()) + LASTS,
            "jti": uuid4().hex,
        }
        named = {"kid": self._key_id} if self._key_id else None
        return jwt.encode(told, key, algorithm=algorithm, headers=named)


def _object(answer: httpx.Response) -> dict[str, Any]:
    if answer.is_server_error:
        raise HospitalAway(f"status {answer.status_code} of what gives tokens")
    try:
        told = answer.json()
    except ValueError:
        told = None
    if not isinstance(told, dict):
        raise NoToken(f"what the server says of tokens cannot be read (status {answer.status_code})")
    return told
