"""The address of a FHIR server and what belongs to it: `fhir+https://host/fhir?patients=urn:oid:...`.

The secret never stands in it: it comes from a file or the environment, and is in no log.
"""

from urllib.parse import parse_qs, urlsplit

from pydantic import Field, SecretStr, ValidationError

from frontdesk.his_adapter.fhir.authorisation import TOKEN, NoToken, key_told, token_told
from frontdesk.models.facts import Value

SCHEMES = ("fhir+http", "fhir+https")


class BadAddress(Exception):
    """It cannot be the address of a FHIR server; the message is for the operator and holds no secret."""


class Address(Value):
    """`patients`, `departments`, `physicians`: the system of the identifiers on cards and in the hospital's folder.

    Empty: whatever system they are of. `ours`: what the systems of our own keys begin with, one an installation.
    """

    base: str
    patients: str = ""
    departments: str = ""
    physicians: str = ""
    ours: str = "urn:frontdesk"
    without: str = ""  # kinds of resources that the server does not take, with commas: AuditEvent,Task
    timeout: float = Field(default=5.0, gt=0, le=60)  # seconds, of one request
    client: str = ""  # our name at the server's authorisation; with it a key of ours buys the tokens
    scope: str = "system/*.read system/*.write"
    kid: str = ""  # which of our keys it is
    key: SecretStr = SecretStr("")
    token: SecretStr = SecretStr("")


def address_of(url: str) -> Address:
    """Raises BadAddress."""
    parts = urlsplit(url)
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise BadAddress("the address of a FHIR server is fhir+https://HOST/PATH")
    told = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    if parts.username or parts.password or {"token", "key"} & told.keys():
        raise BadAddress(f"a secret does not go into the address; set {TOKEN} or {TOKEN}_FILE")
    base = f"{parts.scheme.removeprefix('fhir+')}://{parts.netloc}{parts.path.rstrip('/')}"
    try:
        secret = {"key": key_told()} if told.get("client") else {"token": token_told()}
        return Address.model_validate({**told, "base": base, **secret})
    except NoToken as error:
        raise BadAddress(str(error)) from None
    except ValidationError as error:
        wrong = ", ".join(str(one["loc"][0]) for one in error.errors())
        raise BadAddress(f"the address of the FHIR server says something that is not known: {wrong}") from None
