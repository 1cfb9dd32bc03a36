"""A record system that opens us: its authorisation server (SMART App Launch 2, EHR launch), and whom it tells of."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import datetime
from hashlib import sha256
from math import inf
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import httpx
from pydantic import Field

from frontdesk.his_adapter.errors import HospitalAway, HospitalError, NotFound
from frontdesk.his_adapter.trust.assertion import asserted
from frontdesk.his_adapter.trust.keys import TIMEOUT, Keys, is_safe
from frontdesk.his_adapter.trust.prefetched import merged_into, number_in
from frontdesk.his_adapter.trust.tokens import SIGNED_BY, BadToken, verified
from frontdesk.models.facts import Value

FRESH = 600.0  # seconds for which the endpoints are not asked for again
MERGES = 5  # one after the other that are followed
SCOPE = "launch openid fhirUser patient/Patient.r user/Practitioner.r"


class Unfit(HospitalError):
    """The server is no SMART server as we need one; the message is for the log and holds no secret."""


class Declined(HospitalError):
    """The server gives no token for what the browser brought."""


class SmartIssuer(Value):
    """A record system that may open the doctor's page. `iss`: its FHIR server, as it says itself in a launch.

    `patients`: the system of the identifiers that are the numbers on cards. Doctors are told by `doctors`
    ("Practitioner/7": user name), else by the identifier of the system `practitioners`, which is the user name.
    """

    iss: str = Field(min_length=1)
    client_id: str = Field(min_length=1)
    secret_file: Path | None = None
    key_file: Path | None = None  # PEM, for private_key_jwt
    kid: str = ""
    scope: str = SCOPE
    patients: str = Field(min_length=1)
    practitioners: str = ""
    doctors: dict[str, str] = {}


class Endpoints(Value):
    issuer: str  # of its ID tokens
    authorization: str
    token: str
    jwks: str


class Launched(Value):
    """What came of a launch: who, `Practitioner/7`, and whom they have open; what the token may be used for."""

    user: str
    patient: str | None
    access_token: str = Field(repr=False)


class SmartServer:
    """Safe to use from several threads. Every call may raise HospitalAway, Unfit."""

    def __init__(
        self,
        told: SmartIssuer,
        *,
        transport: httpx.BaseTransport | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.told = told
        self.base = told.iss.rstrip("/")
        self._transport = transport
        self._clock = clock
        self._lock = Lock()
        self._endpoints: Endpoints | None = None
        self._keys: Keys | None = None
        self._read_at = 0.0

    def address(self, launch: str, *, state: str, nonce: str, verifier: str, back: str) -> str:
        """Where the browser is sent. `back`: where it comes back to."""
        challenge = urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        asked = {
            "response_type": "code",
            "client_id": self.told.client_id,
            "redirect_uri": back,
            "launch": launch,
            "scope": self.told.scope,
            "state": state,
            "aud": self.told.iss,
            "nonce": nonce,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        endpoint = self.endpoints().authorization
        return f"{endpoint}{'&' if urlsplit(endpoint).query else '?'}{urlencode(asked)}"

    def launched(self, code: str, *, nonce: str, verifier: str, back: str, now: datetime) -> Launched:
        """Raises Declined, and BadToken where the ID token is not believed."""
        bought = self._bought(code, verifier, back)
        token = bought.get("access_token")
        if not isinstance(token, str) or str(bought.get("token_type", "")).lower() != "bearer":
            raise Declined("no bearer token")
        claims = self._identified(str(bought.get("id_token", "")), nonce, now)
        patient = bought.get("patient")
        return Launched(
            user=self._own_user(claims),
            patient=patient if isinstance(patient, str) and patient else None,
            access_token=token,
        )

    def patient_number(self, launched: Launched) -> str:
        """The number on the card of the patient in context; of merged ones the one that stands. Raises NotFound."""
        resource_id = launched.patient or ""
        for _ in range(MERGES):
            resource = self._read("Patient", resource_id, launched.access_token)
            into = merged_into(resource)
            if into is None:
                number = number_in(resource, resource_id, self.told.patients)
                if number is None:
                    break
                return number
            resource_id = into
        raise NotFound("no one number of the patient")

    def username(self, launched: Launched) -> str | None:
        """Which of our doctors it is, as the hospital says; None for one it does not name."""
        if launched.user in self.told.doctors:
            return self.told.doctors[launched.user]
        kind, _, resource_id = launched.user.partition("/")
        if kind != "Practitioner" or not self.told.practitioners:
            return None
        try:
            resource = self._read(kind, resource_id, launched.access_token)
        except NotFound:
            return None
        return number_in(resource, resource_id, self.told.practitioners, kind="Practitioner")

    def endpoints(self) -> Endpoints:
        with self._lock:
            if self._endpoints is None or self._clock() - self._read_at > FRESH:
                self._endpoints = _endpoints(self._json("GET", f"{self.base}/.well-known/smart-configuration"))
                self._read_at = self._clock()
            return self._endpoints

    def _keys_at(self, jwks: str) -> Keys:
        with self._lock:
            if self._keys is None or self._keys.source != jwks:
                self._keys = Keys(jwks, transport=self._transport)
            return self._keys

    def _bought(self, code: str, verifier: str, back: str) -> dict[str, Any]:
        endpoint, told = self.endpoints().token, self.told
        asked = {"grant_type": "authorization_code", "code": code, "redirect_uri": back, "code_verifier": verifier}
        basic = None
        if told.key_file is not None:
            asked |= asserted(told.client_id, endpoint, _secret(told.key_file), told.kid)
        elif told.secret_file is not None:
            secret = _secret(told.secret_file)
            basic = (quote(told.client_id, safe=""), quote(secret, safe=""))  # as OAuth wants them: RFC 6749, 2.3.1
        else:
            asked["client_id"] = told.client_id
        return self._json("POST", endpoint, data=asked, auth=basic)

    def _identified(self, id_token: str, nonce: str, now: datetime) -> dict[str, Any]:
        endpoints, own = self.endpoints(), self.told.client_id
        keys = self._keys_at(endpoints.jwks)
        claims = verified(
            id_token,
            keys,
            issuer=endpoints.issuer,
            audience=own,
            now=now,
            algorithms=SIGNED_BY,
            longest=inf,  # it is used now and never again
        )
        if claims.get("nonce") != nonce:
            raise BadToken("of another launch")
        several = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
        if claims.get("azp", None if several else own) != own:
            raise BadToken("issued to somebody else")
        return claims

    def _own_user(self, claims: dict[str, Any]) -> str:
        """`Practitioner/7`, relative to the server that launches us. Raises BadToken."""
        user = str(claims.get("fhirUser", "")).removeprefix(f"{self.base}/")
        kind, _, resource_id = user.partition("/")
        if not (kind.isalpha() and resource_id.replace("-", "").replace(".", "").isalnum() and resource_id.isascii()):
            raise BadToken("says nobody of this server")
        return user

    def _read(self, kind: str, resource_id: str, token: str) -> dict[str, Any]:
        """Raises NotFound, also for another resource than the one that was asked for."""
        url = f"{self.base}/{kind}/{quote(resource_id, safe='')}"
        try:
            resource = self._json("GET", url, headers={"Authorization": f"Bearer {token}"})
        except Declined:
            raise NotFound(kind) from None
        if resource.get("resourceType") != kind or resource.get("id") != resource_id:
            raise NotFound(kind)
        return resource

    def _json(self, method: str, url: str, **more: Any) -> dict[str, Any]:
        headers = {"Accept": "application/json, application/fhir+json", **more.pop("headers", {})}
        try:
            with httpx.Client(timeout=TIMEOUT, transport=self._transport, follow_redirects=False) as http:
                answer = http.request(method, url, headers=headers, **more)
            told = answer.json() if answer.status_code == 200 else {}
        except httpx.HTTPError as error:
            raise HospitalAway(type(error).__name__) from None
        except ValueError:
            raise Unfit("an answer that cannot be read") from None
        if answer.is_server_error or answer.status_code == 429:
            raise HospitalAway(f"status {answer.status_code}")
        if answer.status_code != 200 or not isinstance(told, dict):
            raise Declined(f"status {answer.status_code}")
        return told


def _secret(file: Path) -> str:
    try:
        return file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        raise Unfit("the file of our secret cannot be read") from None


def _endpoints(told: dict[str, Any]) -> Endpoints:
    names = ("issuer", "authorization_endpoint", "token_endpoint", "jwks_uri")
    missing = [name for name in names if not is_safe(str(told.get(name, "")))]
    if missing:
        raise Unfit(f"its smart-configuration has no {', '.join(missing)}, or none that is safe")
    if "S256" not in (told.get("code_challenge_methods_supported") or ()):
        raise Unfit("it does not take PKCE with S256")
    issuer, authorization, token, jwks = (str(told[name]) for name in names)
    return Endpoints(issuer=issuer, authorization=authorization, token=token, jwks=jwks)
