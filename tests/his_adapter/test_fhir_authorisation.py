"""Who we are to a FHIR server: a bearer token that may be put there anew, and SMART backend services."""

import json
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from time import sleep
from typing import Any

import httpx
import pytest

from frontdesk.evaluation.fhir_serving import fhir_server, installed
from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.fhir.address import Address, BadAddress, address_of
from frontdesk.his_adapter.fhir.answers import RefusedByServer
from frontdesk.his_adapter.fhir.authorisation import NoToken
from frontdesk.his_adapter.fhir.client import Client
from tests.conftest import not_tested
from tests.fhir_server import beside

BASE = "https://his.test/fhir"
LASTS = 2  # seconds of a token


def client(answer: Callable[[httpx.Request], httpx.Response], **more: Any) -> Client:
    return Client(Address(base=BASE, **more), httpx.MockTransport(answer))


def test_a_token_that_was_put_there_anew_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("old")
    monkeypatch.setenv("FRONTDESK_HIS_TOKEN_FILE", str(file))
    seen: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request.headers["Authorization"])
        return httpx.Response(200 if seen[-1] == "Bearer new" else 401, json={"resourceType": "Patient", "id": "a"})

    server = client(answer, token="old")
    with pytest.raises(RefusedByServer, match="401"):
        server.read("Patient", "a")
    file.write_text("new\n")
    assert server.read("Patient", "a")["id"] == "a"
    assert seen == ["Bearer old", "Bearer old", "Bearer new"]


def test_a_token_is_bought_nowhere_less_safe_than_the_server(keys: dict[str, str]) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"token_endpoint": "http://his.test/token"})

    with pytest.raises(NoToken, match="as safe"):
        client(answer, client="frontdesk", key=keys["RS384"]).read("Patient", "a")


@pytest.mark.parametrize("url", ["fhir+https://his/fhir?token=abc", "fhir+https://his/fhir?key=abc"])
def test_no_secret_goes_into_the_address(url: str) -> None:
    with pytest.raises(BadAddress, match="secret"):
        address_of(url)


def test_a_client_without_its_key_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FRONTDESK_HIS_KEY_FILE", raising=False)
    with pytest.raises(BadAddress, match="FRONTDESK_HIS_KEY_FILE"):
        address_of("fhir+https://his/fhir?client=frontdesk")


# --- a server that others wrote --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def keys() -> dict[str, str]:
    """A private key of each kind, PEM."""
    if not installed():
        not_tested("no FHIR server: scripts/systems installs one")
    beside()
    theirs = import_module("sekmet.auth.keys")
    serialization = import_module("cryptography.hazmat.primitives.serialization")
    how = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return {kind: theirs.generate_private_key(kind).private_bytes(*how).decode() for kind in ("RS384", "ES384")}


@pytest.fixture(scope="module")
def guarded(keys: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    theirs = import_module("sekmet.auth.keys")
    serialization = import_module("cryptography.hazmat.primitives.serialization")
    known = []
    for kind, pem in keys.items():
        public = theirs.public_jwk(serialization.load_pem_private_key(pem.encode(), password=None))
        known.append({"client_id": f"frontdesk-{kind}", "jwks": {"keys": [public]}, "scopes": "system/*.*"})
    told = {"types": ["smart"], "token_lifetime": LASTS, "smart_clients": known}
    with fhir_server(tmp_path_factory.mktemp("guarded"), f"server_auth: {json.dumps(told)}\n") as base:
        yield base


@pytest.mark.parametrize("kind", ["RS384", "ES384"])
def test_a_key_of_ours_buys_tokens_one_after_the_other(guarded: str, keys: dict[str, str], kind: str) -> None:
    server = Client(Address(base=guarded, client=f"frontdesk-{kind}", key=keys[kind]))
    made = server.create({"resourceType": "Patient", "name": [{"text": "欧阳"}]})
    for _ in range(2):
        assert server.read("Patient", made["id"])["name"] == [{"text": "欧阳"}]
        sleep(LASTS / 2 + 0.1)


def test_who_is_not_known_gets_no_token(guarded: str, keys: dict[str, str]) -> None:
    with pytest.raises(NoToken, match="invalid_client"):
        Client(Address(base=guarded, client="stranger", key=keys["RS384"])).read("Patient", "a")
    with pytest.raises(RefusedByServer, match="401"):
        Client(Address(base=guarded, token="guessed")).read("Patient", "a")


def test_a_token_that_is_not_taken_any_more_is_bought_anew(guarded: str, keys: dict[str, str]) -> None:
    server = Client(Address(base=guarded, client="frontdesk-RS384", key=keys["RS384"]))
    with pytest.raises(NotFound):
        server.read("Patient", "nobody")
    server._http.auth._until = float("inf")  # type: ignore[union-attr] the server's clock is another
    sleep(LASTS + 1)
    with pytest.raises(NotFound):
        server.read("Patient", "nobody")
