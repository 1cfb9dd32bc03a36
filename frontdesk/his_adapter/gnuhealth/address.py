"""The address of a GNU Health server: `gnuhealth+https://user@host/database?professional=LICENSE`.

The password never stands in it: it comes from a file or the environment, and is in no log.
"""

from urllib.parse import parse_qs, unquote, urlsplit

from pydantic import ConfigDict, Field, SecretStr, ValidationError

from frontdesk.his_adapter.password import PASSWORD, password_told
from frontdesk.models.facts import Value

SCHEMES = ("gnuhealth+http", "gnuhealth+https")


class BadAddress(Exception):
    """It cannot be the address of a GNU Health server; the message is for the operator and holds no secret."""


class Address(Value):
    """`professional`: license of the health professional whom records are put under; without it none are written.

    `ours`: what our own keys begin with, one an installation. `minutes`: how long a time lasts; none is kept there.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    base: str  # with the database
    user: str = Field(min_length=1)
    password: SecretStr = SecretStr("")
    professional: str = ""
    ours: str = Field(default="frontdesk", pattern="^[a-z0-9-]+$")
    minutes: int = Field(default=10, gt=0, le=240)
    timeout: float = Field(default=5.0, gt=0, le=60)  # seconds, of one request


def address_of(url: str) -> Address:
    """Raises BadAddress."""
    parts = urlsplit(url)
    database = parts.path.strip("/")
    if parts.scheme not in SCHEMES or not parts.hostname or not database or "/" in database:
        raise BadAddress("the address of a GNU Health server is gnuhealth+https://USER@HOST/DATABASE")
    told = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    if parts.password or "password" in told:
        raise BadAddress(f"a secret does not go into the address; set {PASSWORD} or {PASSWORD}_FILE")
    host = parts.netloc.rpartition("@")[2]
    own = {
        "base": f"{parts.scheme.removeprefix('gnuhealth+')}://{host}/{database}/",
        "user": unquote(parts.username or ""),
        "password": password_told(BadAddress),
    }
    try:
        return Address.model_validate({**told, **own})
    except ValidationError as error:
        wrong = ", ".join(str(one["loc"][0]) for one in error.errors())
        raise BadAddress(f"the address of the GNU Health server says something that is not known: {wrong}") from None
