"""The hospital's identity provider (OpenID Connect) as one file names it, and what its claims make somebody here."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from pydantic import Field, ValidationError

from frontdesk.app.ledger.staff import Person, Role
from frontdesk.his_adapter.trust.keys import is_safe
from frontdesk.his_adapter.trust.openid import Strength
from frontdesk.models.bad_setting import BadSetting
from frontdesk.models.facts import Language, Value

USERNAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{1,39}")
NAMED = 100  # characters of a name


class BadIdentityProvider(BadSetting):
    """The file cannot be read; the message is for the operator and holds no secret."""

    setting = "FRONTDESK_IDENTITY_PROVIDER"


class IdentityProvider(Value):
    """`username`, `full_name`, `role`, `department`: which claims say so; `realm_access.roles` is one within another.

    `roles` and `departments`: what a value of the claim is here; of several roles the one that stands first counts.
    """

    issuer: str = Field(min_length=1)
    client_id: str = Field(min_length=1)
    secret_file: Path | None = None  # none: a public client, with PKCE alone
    name: dict[Language, str] = {}  # as the press to sign in says it
    scope: str = "openid profile"
    acr_values: str = ""  # how strongly people have to sign in there, in the provider's own words
    acr_required: bool = False  # its answer has to name one of them
    amr_required: tuple[str, ...] = ()  # methods that its answer has to name, each of them
    username: str = "preferred_username"
    full_name: str = "name"
    role: str = "groups"
    roles: dict[str, Role] = Field(min_length=1)
    department: str = "department"
    departments: dict[str, str] = {}
    link: bool = False  # an account here of the same user name becomes the person's; never an administrator's


def read(path: Path) -> IdentityProvider:
    """Files that it names are meant from its own folder on. Raises BadIdentityProvider."""
    try:
        told = IdentityProvider.model_validate(yaml.safe_load(path.read_text("utf-8")))
    except (OSError, UnicodeDecodeError):
        raise BadIdentityProvider(f"{path.name} cannot be read") from None
    except yaml.YAMLError:
        raise BadIdentityProvider(f"{path.name} is no YAML") from None
    except ValidationError as error:
        wrong = ", ".join(".".join(map(str, one["loc"])) for one in error.errors())
        raise BadIdentityProvider(f"{path.name}: not as it should be: {wrong}") from None
    if told.acr_required and not told.acr_values.split():
        raise BadIdentityProvider(f"{path.name}: acr_required asks for acr_values that an answer may have")
    if not is_safe(told.issuer):
        raise BadIdentityProvider(f"{path.name}: issuer is an address over https")
    _need_authlib()
    if told.secret_file is None:
        return told
    file = path.parent / told.secret_file
    if not file.is_file():
        raise BadIdentityProvider(f"{path.name}: the secret_file cannot be read")
    return told.model_copy(update={"secret_file": file})


def strength_of(told: IdentityProvider) -> Strength:
    return Strength(acr=tuple(told.acr_values.split()) if told.acr_required else (), amr=told.amr_required)


def person_of(claims: Mapping[str, Any], told: IdentityProvider) -> Person:
    """Who that is here; without a user name that can be one, nobody."""
    username, name = _text(claims, told.username), _text(claims, told.full_name)
    granted = _values(claims, told.role)
    role = next((role for value, role in told.roles.items() if value in granted), None)
    departments = (told.departments.get(one) for one in _values(claims, told.department))
    department = next(filter(None, departments), None)
    if not USERNAME.fullmatch(username) or (role is Role.DOCTOR and department is None):
        role = None
    return Person(
        subject=str(claims["sub"]),
        username=username,
        name=(name or username)[:NAMED],
        role=role,
        department_id=department if role is Role.DOCTOR else None,
    )


def _claim(claims: Mapping[str, Any], name: str) -> Any:
    """By its whole name, which may be an address, or step by step."""
    if name in claims:
        return claims[name]
    first, _, rest = name.partition(".")
    within = claims.get(first)
    return _claim(within, rest) if rest and isinstance(within, Mapping) else None


def _values(claims: Mapping[str, Any], name: str) -> list[str]:
    told = _claim(claims, name)
    return [str(one) for one in told] if isinstance(told, list) else [str(told)] if told is not None else []


def _text(claims: Mapping[str, Any], name: str) -> str:
    return next(iter(_values(claims, name)), "").strip()


def _need_authlib() -> None:
    try:
        import authlib.integrations.httpx_client  # noqa: F401
    except ImportError:
        raise BadIdentityProvider("an identity provider takes pip install 'frontdesk[oidc]'") from None
