"""A record system with its authorisation server (SMART App Launch 2), over real HTTP on this machine.

It checks what it is sent as strictly as the standard says; what it answers, a test may change.
"""

import json
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from threading import Thread
from typing import Any
from urllib.parse import unquote, urlencode
from uuid import uuid4

import jwt
from werkzeug import Request, Response
from werkzeug.serving import make_server

from tests.record_system import Signer, claims

CLIENT = "frontdesk"
SECRET = "a secret: with signs"
BACK = "https://kiosk.test/launch/callback"
CARDS, STAFF = "urn:cards", "urn:staff"


@dataclass
class RecordSystem:
    now: Any
    signer: Signer = field(default_factory=lambda: Signer("RS256"))
    secret: str = ""  # that it wants of the client
    client_key: Any = None  # public, that an assertion is to be signed with
    base: str = ""
    configuration: dict[str, Any] = field(default_factory=dict)  # what is told differently
    claims: dict[str, Any] = field(default_factory=dict)
    bought: dict[str, Any] = field(default_factory=dict)
    denies: bool = False
    away: bool = False
    resources: dict[str, dict[str, Any]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def iss(self) -> str:
        return f"{self.base}/fhir"

    def __call__(self, environ: Any, start_response: Any) -> Any:
        request = Request(environ)
        self.asked.append(f"{request.method} {request.path}")
        return self._answer(request)(environ, start_response)

    def _answer(self, request: Request) -> Response:
        if self.away:
            return Response(status=503)
        match request.path:
            case "/fhir/.well-known/smart-configuration":
                return _json(self._configuration())
            case "/jwks":
                return _json(self.signer.key_set())
            case "/authorize":
                return self._authorize(request.args)
            case "/token":
                return self._token(request)
            case _:
                return self._resource(request)

    def _configuration(self) -> dict[str, Any]:
        return {
            "issuer": self.base,
            "authorization_endpoint": f"{self.base}/authorize",
            "token_endpoint": f"{self.base}/token",
            "jwks_uri": f"{self.base}/jwks",
            "code_challenge_methods_supported": ["S256"],
            "capabilities": ["launch-ehr", "sso-openid-connect", "context-ehr-patient"],
        } | self.configuration

    def _authorize(self, asked: Any) -> Response:
        """The doctor is signed in here already, and agrees."""
        right = (
            asked["response_type"] == "code"
            and asked["client_id"] == CLIENT
            and asked["redirect_uri"] == BACK
            and asked["aud"] == self.iss
            and asked["launch"] == "launch-1"
            and asked["code_challenge_method"] == "S256"
            and {"launch", "openid", "fhirUser"} <= set(asked["scope"].split())
        )
        if not right:
            return Response(status=400)
        if self.denies:
            return _to(BACK, error="access_denied", state=asked["state"])
        code = uuid4().hex
        self.codes[code] = dict(asked)
        return _to(BACK, code=code, state=asked["state"])

    def _token(self, request: Request) -> Response:
        given = request.form
        asked = self.codes.pop(given.get("code", ""), None)
        if asked is None or not self._client_is_right(request):
            return _json({"error": "invalid_grant"}, 400)
        challenge = urlsafe_b64encode(sha256(given["code_verifier"].encode()).digest()).rstrip(b"=").decode()
        if challenge != asked["code_challenge"] or given["redirect_uri"] != asked["redirect_uri"]:
            return _json({"error": "invalid_grant"}, 400)
        told = claims(self.base, CLIENT, self.now(), nonce=asked["nonce"], fhirUser=f"{self.iss}/Practitioner/7")
        answer = {
            "access_token": "the-token",
            "token_type": "Bearer",
            "expires_in": 300,
            "patient": "fhir-5",
            "id_token": self.signer.sign(told | self.claims),
        }
        return _json({name: one for name, one in (answer | self.bought).items() if one is not None})

    def _client_is_right(self, request: Request) -> bool:
        if self.client_key is not None:
            told = jwt.decode(
                request.form["client_assertion"],
                self.client_key,
                algorithms=["ES384"],
                audience=f"{self.base}/token",
                options={"verify_exp": False},
            )
            return bool(told["iss"] == told["sub"] == CLIENT)
        if self.secret:
            scheme, _, pair = request.headers.get("Authorization", "").partition(" ")
            told = [unquote(one) for one in b64decode(pair).decode().split(":")]
            return scheme == "Basic" and told == [CLIENT, self.secret]
        return request.form.get("client_id") == CLIENT

    def _resource(self, request: Request) -> Response:
        if request.headers.get("Authorization") != "Bearer the-token":
            return Response(status=401)
        found = self.resources.get(request.path.removeprefix("/fhir/"))
        return _json(found) if found else Response(status=404)


@contextmanager
def record_system(now: Any) -> Iterator[RecordSystem]:
    system = RecordSystem(now)
    server = make_server("127.0.0.1", 0, system, threaded=True)
    system.base = f"http://127.0.0.1:{server.server_port}"
    system.resources = {
        "Patient/fhir-5": person("Patient", "fhir-5", CARDS, "P1005"),
        "Practitioner/7": person("Practitioner", "7", STAFF, "zhou"),
    }
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield system
    server.shutdown()
    thread.join()


def person(kind: str, resource_id: str, system: str, number: str, **more: Any) -> dict[str, Any]:
    return {"resourceType": kind, "id": resource_id, "identifier": [{"system": system, "value": number}]} | more


def _json(told: Any, status: int = 200) -> Response:
    return Response(json.dumps(told), status, content_type="application/json")


def _to(url: str, **told: str) -> Response:
    return Response(status=302, headers={"Location": f"{url}?{urlencode(told)}"})


def at(moment: datetime) -> int:
    return int(moment.timestamp())
