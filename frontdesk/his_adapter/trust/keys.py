"""The public keys of another system: a JSON Web Key Set from its address or a file, read again when a key is new."""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import httpx

from frontdesk.his_adapter.errors import HospitalAway

FRESH = 600.0  # seconds for which a set is used without looking again
STALE = 3600.0  # for which it may be used while its address does not answer
AGAIN = 30.0  # a key that is not in the set has it read again, but no oftener than this
TIMEOUT = 5.0
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class NoKey(Exception):
    """The system publishes no key of this name for signatures of this kind."""


def is_safe(url: str) -> bool:
    """HTTPS, or this very machine."""
    parts = urlsplit(url)
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)


class Keys:
    """Safe to use from several threads. `source`: an address (`https://...`) or the path of a file."""

    def __init__(
        self,
        source: str,
        *,
        transport: httpx.BaseTransport | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.source = source
        self._transport = transport
        self._clock = clock
        self._lock = Lock()
        self._keys: list[dict[str, Any]] = []
        self._read_at = self._tried_at = float("-inf")

    def find(self, key_id: str | None, kind: str) -> dict[str, Any]:
        """The key of this name and type ("RSA", "EC"); without a name the only one. Raises NoKey, HospitalAway."""
        with self._lock:
            if self._clock() - self._read_at > FRESH:
                self._renew()
            found = self._those(key_id, kind)
            if not found:
                self._renew()
                found = self._those(key_id, kind)
        if len(found) != 1:
            raise NoKey(f"{len(found)} keys of this name")
        return found[0]

    def _those(self, key_id: str | None, kind: str) -> list[dict[str, Any]]:
        return [
            one
            for one in self._keys
            if one.get("kty") == kind
            and one.get("use", "sig") == "sig"
            and (key_id is None or one.get("kid") == key_id)
        ]

    def _renew(self) -> None:
        now = self._clock()
        if now - self._tried_at > AGAIN:
            self._tried_at = now
            with suppress(OSError, ValueError, httpx.HTTPError):
                self._keys, self._read_at = self._read(), now
        if now - self._read_at > STALE:
            raise HospitalAway("its keys cannot be read")

    def _read(self) -> list[dict[str, Any]]:
        if not urlsplit(self.source).netloc:
            return _set(json.loads(Path(self.source).read_text("utf-8")))
        with httpx.Client(timeout=TIMEOUT, transport=self._transport, follow_redirects=False) as http:
            answer = http.get(self.source, headers={"Accept": "application/json"})
        if answer.status_code != 200:
            raise ValueError("no key set")
        return _set(answer.json())


def _set(told: Any) -> list[dict[str, Any]]:
    """Raises ValueError."""
    keys = told.get("keys") if isinstance(told, dict) else None
    if not isinstance(keys, list):
        raise ValueError("no key set")
    return [one for one in keys if isinstance(one, dict)]
