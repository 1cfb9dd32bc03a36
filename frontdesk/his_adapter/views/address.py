"""The address of a hospital's database: `views+postgresql://user@host/database?mapping=views.yaml`.

The password never stands in it: it comes from a file or the environment, and is in no log.
"""

from importlib import import_module
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from pydantic import ConfigDict, Field, SecretStr, ValidationError
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from frontdesk.his_adapter.password import PASSWORD, password_told
from frontdesk.models.facts import Value

DRIVERS = {  # of a kind of database: the one that we test, or that its maker gives
    "postgresql": ("postgresql+psycopg", "psycopg"),
    "mysql": ("mysql+pymysql", "pymysql"),
    "mssql": ("mssql+pymssql", "pymssql"),
    "oracle": ("oracle+oracledb", "oracledb"),
}
SCHEMES = tuple(f"views+{kind}" for kind in DRIVERS)
OURS = frozenset({"mapping", "timeout"})


class BadAddress(Exception):
    """It cannot be the address of a database; the message is for the operator and holds no secret."""


class Address(Value):
    model_config = ConfigDict(arbitrary_types_allowed=True, frozen=True)

    kind: str
    url: URL  # without its password
    password: SecretStr = SecretStr("")
    mapping: str = "views.yaml"  # from the hospital's folder on
    timeout: float = Field(default=5.0, gt=0, le=60)  # seconds, to connect and of one statement


def address_of(url: str) -> Address:
    """Raises BadAddress."""
    parts = urlsplit(url)
    if parts.scheme not in SCHEMES:
        raise BadAddress(f"the address of a database is {SCHEMES[0]}://USER@HOST/NAME, or of {', '.join(DRIVERS)}")
    if parts.password:
        raise BadAddress(f"a secret does not go into the address; set {PASSWORD} or {PASSWORD}_FILE")
    kind = parts.scheme.removeprefix("views+")
    dialect, driver = DRIVERS[kind]
    try:
        import_module(driver)
    except ImportError:
        raise BadAddress(f"for {kind} the package {driver} is missing: pip install 'frontdesk[{kind}]'") from None
    told = parse_qsl(parts.query)
    theirs = urlencode([(name, value) for name, value in told if name not in OURS])
    ours = {name: value for name, value in told if name in OURS}
    try:
        there = make_url(urlunsplit(parts._replace(scheme=dialect, query=theirs)))
        return Address.model_validate({**ours, "kind": kind, "url": there, "password": password_told(BadAddress)})
    except ArgumentError:
        raise BadAddress("the address of the database cannot be read") from None
    except ValidationError as error:
        wrong = ", ".join(str(one["loc"][0]) for one in error.errors())
        raise BadAddress(f"the address of the database says something that is not known: {wrong}") from None
