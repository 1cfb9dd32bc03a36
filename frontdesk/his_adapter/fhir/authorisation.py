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

import httpx

from frontdesk.his_adapter.errors import HospitalAway, HospitalError
from frontdesk.his_adapter.trust.assertion import asserted

TOKEN = "FRONTDESK_HIS_TOKEN"  # noqa: S105 the name of the variable; with _FILE behind it, of the file that holds it
KEY_FILE = "FRONTDESK_HIS_KEY_FILE"
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
            **asserted(self._client_id, endpoint, self._key, self._key_id),
        }
        bought = _object((yield httpx.Request("POST", endpoint, data=asked)))
        token, lasts = str(bought.get("access_token", "")), float(bought.get("expires_in", 0))
        if not token:
            raise NoToken(f"the server gives no token: {bought.get('error', 'no reason told')}")
        with self._lock:
            self._token, self._until = token, time() + max(lasts - EARLY, lasts / 2)
        return token


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
