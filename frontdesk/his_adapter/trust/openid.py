"""An OpenID Connect provider: its addresses, the code flow with PKCE, its ID tokens and logout tokens (Authlib)."""

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any
from urllib.parse import urlencode, urlsplit

from pydantic import Field

from frontdesk.his_adapter.errors import HospitalAway
from frontdesk.his_adapter.trust.keys import Keys, NoKey, is_safe
from frontdesk.his_adapter.trust.tokens import LEEWAY, SIGNED_BY, BadToken
from frontdesk.models.facts import Value

FRESH = 600.0  # seconds for which what it tells of itself counts
TIMEOUT = 5.0
ALGORITHMS = SIGNED_BY | {"PS256": "RSA"}
LOGOUT = "http://schemas.openid.net/event/backchannel-logout"


class Declined(Exception):
    """It did not let somebody in; the message is for the log."""


class TooWeak(Exception):
    """It let somebody in by less than was asked for; the message is for the log."""


class Strength(Value):
    """How somebody has to have signed in: at one of the levels `acr`, by each of the methods `amr` (RFC 8176)."""

    acr: tuple[str, ...] = ()  # none: whatever it says
    amr: tuple[str, ...] = ()

    def check(self, claims: Mapping[str, Any]) -> None:
        """Of an ID token: who tells elsewhere is not believed in this. Raises TooWeak."""
        told = claims.get("amr")
        methods = set(map(str, told)) if isinstance(told, list) else set()
        if self.acr and claims.get("acr") not in self.acr:
            raise TooWeak("not at a level that was asked for" if "acr" in claims else "tells no level")
        if not methods.issuperset(self.amr):
            raise TooWeak("not by the methods that were asked for")


class Metadata(Value):
    """What it tells of itself, in the words of OpenID Connect Discovery 1.0."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str = ""
    end_session_endpoint: str = ""


class Entry(Value):
    """Somebody whom it let in: what it says of them, and the token that says so."""

    claims: dict[str, Any] = Field(repr=False)
    id_token: str = Field(repr=False)


ANY = Strength()


class OpenIdProvider:
    """Safe to use from several threads. Every call may raise HospitalAway."""

    def __init__(
        self,
        issuer: str,
        client_id: str,
        *,
        secret_file: Path | None = None,
        scope: str = "openid",
        strength: Strength = ANY,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.issuer = issuer
        self._client_id = client_id
        self._secret_file = secret_file
        self._scope = scope
        self._strength = strength
        self._clock = clock
        self._lock = Lock()
        self._metadata: Metadata | None = None
        self._keys: Keys | None = None
        self._read_at = 0.0

    def address(self, *, state: str, nonce: str, verifier: str, back: str, again: bool, acr_values: str = "") -> str:
        """Where the browser is sent. `again`: to show once more who it is, whatever it is signed in to there."""
        more = {"prompt": "login", "max_age": "0"} if again else {}
        more |= {"acr_values": acr_values} if acr_values else {}
        with self._client(back) as client:
            address, _ = client.create_authorization_url(
                self.metadata().authorization_endpoint, state=state, nonce=nonce, code_verifier=verifier, **more
            )
        return str(address)

    def entry(
        self, code: str, *, nonce: str, verifier: str, back: str, now: datetime, since: datetime | None = None
    ) -> Entry:
        """`since`: when somebody was asked to show once more who they are. Raises Declined, BadToken, TooWeak."""
        from authlib.integrations.httpx_client import OAuthError
        from httpx2 import HTTPError

        try:
            with self._client(back) as client:
                bought = client.fetch_token(
                    self.metadata().token_endpoint,
                    grant_type="authorization_code",
                    code=code,
                    code_verifier=verifier,
                )
        except OAuthError as error:
            raise Declined(str(error.error)) from None
        except (HTTPError, OSError) as error:
            raise HospitalAway(type(error).__name__) from None
        except ValueError:
            raise Declined("an answer that cannot be read") from None
        id_token, access_token = str(bought.get("id_token", "")), str(bought.get("access_token", ""))
        claims = self.identified(id_token, nonce=nonce, now=now, since=since, access_token=access_token)
        return Entry(claims=self._with_userinfo(claims, access_token), id_token=id_token)

    def identified(
        self, id_token: str, *, nonce: str, now: datetime, since: datetime | None = None, access_token: str = ""
    ) -> dict[str, Any]:
        """The claims of an ID token. Raises BadToken, TooWeak."""
        from authlib.oidc.core import CodeIDToken
        from joserfc.errors import JoseError

        header, told = self._signed(id_token)
        named = {"iss": self.issuer, "aud": self._client_id}
        options = {name: {"essential": True, "value": value} for name, value in named.items()}
        params = {"nonce": nonce, "client_id": self._client_id, "access_token": access_token}
        claims = CodeIDToken(told, header, options, params)
        try:
            claims.validate(now=int(now.timestamp()), leeway=LEEWAY)
        except (JoseError, ValueError, TypeError) as error:
            raise BadToken(f"{type(error).__name__} {getattr(error, 'claim', '')}".strip()) from None
        if since is not None and not _is_since(claims.get("auth_time"), since):
            raise BadToken("did not show once more who it is")
        self._strength.check(claims)
        return dict(claims)

    def logged_out(self, logout_token: str, *, now: datetime) -> dict[str, Any]:
        """The claims of a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). Raises BadToken."""
        from joserfc.errors import JoseError
        from joserfc.jwt import JWTClaimsRegistry

        _, claims = self._signed(logout_token)
        registry = JWTClaimsRegistry(
            now=int(now.timestamp()),
            leeway=LEEWAY,
            iss={"essential": True, "value": self.issuer},
            aud={"essential": True, "value": self._client_id},
            iat={"essential": True},
            exp={"essential": True},
            jti={"essential": True},
        )
        try:
            registry.validate(claims)
        except (JoseError, ValueError, TypeError) as error:
            raise BadToken(type(error).__name__) from None
        events = claims.get("events")
        if not isinstance(events, dict) or LOGOUT not in events or "nonce" in claims:
            raise BadToken("no logout token")
        if not (claims.get("sid") or claims.get("sub")):
            raise BadToken("names nobody")
        return claims

    def leaving(self, id_token: str, back: str) -> str | None:
        """Where a browser signs out there as well (RP-Initiated Logout 1.0); None where it has no such place."""
        endpoint = self.metadata().end_session_endpoint
        if not endpoint:
            return None
        asked = {"id_token_hint": id_token, "client_id": self._client_id, "post_logout_redirect_uri": back}
        return f"{endpoint}{'&' if urlsplit(endpoint).query else '?'}{urlencode(asked)}"

    def metadata(self) -> Metadata:
        with self._lock:
            if self._metadata is None or self._clock() - self._read_at > FRESH:
                self._metadata = _metadata(self._json(f"{self.issuer.rstrip('/')}/.well-known/openid-configuration"))
                self._read_at = self._clock()
            if self._metadata.issuer != self.issuer:
                self._metadata = None
                raise BadToken("another issuer than the one that was named")
            return self._metadata

    def _signed(self, token: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """Header and claims of a token that it signed. Raises BadToken."""
        from joserfc import jws, jwt
        from joserfc.errors import JoseError
        from joserfc.jwk import import_key

        try:
            header = jws.extract_compact(token.encode()).headers()
            algorithm = str(header.get("alg"))
            if algorithm not in ALGORITHMS:
                raise BadToken("signed in a way that is not taken")
            key = import_key(self._keys_now().find(header.get("kid"), ALGORITHMS[algorithm]))
            return dict(header), dict(jwt.decode(token, key, algorithms=[algorithm]).claims)
        except NoKey as error:
            raise BadToken(str(error)) from None
        except (JoseError, ValueError, TypeError) as error:
            raise BadToken(type(error).__name__) from None

    def _keys_now(self) -> Keys:
        jwks = self.metadata().jwks_uri
        with self._lock:
            if self._keys is None or self._keys.source != jwks:
                self._keys = Keys(jwks, clock=self._clock)
            return self._keys

    def _with_userinfo(self, claims: dict[str, Any], access_token: str) -> dict[str, Any]:
        """What it tells of somebody elsewhere; the ID token goes before it. Raises BadToken."""
        endpoint = self.metadata().userinfo_endpoint
        if not endpoint or not access_token:
            return claims
        told = self._json(endpoint, headers={"Authorization": f"Bearer {access_token}"})
        if told.get("sub") != claims["sub"]:
            raise BadToken("tells of somebody else")
        return told | claims

    def _client(self, back: str) -> Any:
        from authlib.integrations.httpx_client import OAuth2Client

        secret = None
        if self._secret_file is not None:
            try:
                secret = self._secret_file.read_text("utf-8").strip()
            except (OSError, UnicodeDecodeError):
                raise Declined("the file of our secret cannot be read") from None
        return OAuth2Client(
            self._client_id,
            secret,
            scope=self._scope,
            redirect_uri=back,
            code_challenge_method="S256",
            token_endpoint_auth_method="client_secret_basic" if secret else "none",
            timeout=TIMEOUT,
        )

    def _json(self, url: str, headers: dict[str, str] | None = None) -> dict[str, Any]:
        import httpx

        try:
            answer = httpx.get(url, headers={"Accept": "application/json"} | (headers or {}), timeout=TIMEOUT)
            told = answer.json() if answer.status_code == 200 else None
        except (httpx.HTTPError, ValueError) as error:
            raise HospitalAway(type(error).__name__) from None
        if not isinstance(told, dict):
            raise HospitalAway(f"status {answer.status_code}")
        return told


def _is_since(auth_time: Any, since: datetime) -> bool:
    return isinstance(auth_time, int | float) and auth_time >= since.timestamp() - LEEWAY


def _metadata(told: dict[str, Any]) -> Metadata:
    """Raises Declined."""
    known = {name: str(told.get(name) or "") for name in Metadata.model_fields}
    needed = ("authorization_endpoint", "token_endpoint", "jwks_uri")
    unsafe = [name for name, value in known.items() if (value or name in needed) and not is_safe(value)]
    if unsafe:
        raise Declined(f"no {', '.join(unsafe)}, or none that is safe")
    return Metadata(**known)
