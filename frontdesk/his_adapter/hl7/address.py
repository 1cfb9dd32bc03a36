"""The address of an HL7 v2 listener: `mllp://host:2575?charset=GB18030`; `mllps` for TLS."""

from enum import StrEnum
from urllib.parse import parse_qs, urlsplit

from pydantic import Field, ValidationError

from frontdesk.models.facts import Value

SCHEMES = ("mllp", "mllps")


class BadAddress(Exception):
    """It cannot be the address of a listener; the message is for the operator."""


class Charset(StrEnum):
    UTF8 = "UTF-8"
    GB18030 = "GB18030"

    @property
    def told(self) -> str:
        """As MSH-18 names it (table 0211)."""
        return {"UTF-8": "UNICODE UTF-8", "GB18030": "GB 18030-2000"}[self.value]


class Address(Value):
    """`sender`, `receiver`: application^facility. `patients`: who gives the numbers on cards, as PID-3.4 has it."""

    host: str
    port: int
    tls: bool = False
    charset: Charset = Charset.UTF8
    sender: str = "FRONTDESK^RECEPTION"
    receiver: str = "HIS^HOSPITAL"
    patients: str = "HIS"
    timeout: float = Field(default=10.0, gt=0, le=120)  # seconds, from a message to its answer
    allow: str = "127.0.0.1,::1"  # who may send to us, where it is we that listen


def address_of(url: str) -> Address:
    """Raises BadAddress."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadAddress("the port of the listener is no number") from None
    if parts.scheme not in SCHEMES or not parts.hostname or port is None:
        raise BadAddress("the address of an HL7 v2 listener is mllp://HOST:PORT")
    told = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    try:
        return Address.model_validate({**told, "host": parts.hostname, "port": port, "tls": parts.scheme == "mllps"})
    except ValidationError as error:
        wrong = ", ".join(str(one["loc"][0]) for one in error.errors())
        raise BadAddress(f"the address of the listener says something that is not known: {wrong}") from None
