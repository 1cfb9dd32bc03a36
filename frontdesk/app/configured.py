"""What is set, and by what: the settings as an administrator may read them, without a secret in them."""

import os
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from pydantic import SecretStr
from pydantic_settings import DotEnvSettingsSource, EnvSettingsSource, SecretsSettingsSource

from frontdesk.app.settings import Settings
from frontdesk.models.facts import Value

MASK = "•••"
PASSWORD_IN_ADDRESS = re.compile(r"(?<=://)([^/@\s:]*):[^/@\s]*@")
SECRET_IN_QUERY = re.compile(r"([?&](?:\w*(?:password|token|secret|key)\w*)=)[^&\s]+", re.IGNORECASE)
# Read where they are used, so that they stand in no object that might be written somewhere.
BESIDE = ("HIS_TOKEN", "HIS_TOKEN_FILE", "HIS_KEY_FILE", "HIS_PASSWORD", "HIS_PASSWORD_FILE")


class Source(StrEnum):
    DEFAULT = "default"
    ENVIRONMENT = "environment"
    FILE = "file"  # .env, or a container's secret
    START = "start"  # the options of `frontdesk serve`


class Configured(Value):
    name: str  # FRONTDESK_PORT
    value: str
    source: Source
    secret: bool = False  # only whether it is there is told


def configured(settings: Settings, environment: Mapping[str, str] = os.environ) -> tuple[Configured, ...]:
    """Every setting, and the secrets beside them."""
    return (*_settings(settings), *_beside(environment))


def _settings(settings: Settings) -> Iterator[Configured]:
    environment = EnvSettingsSource(Settings)()
    file = SecretsSettingsSource(Settings)() | DotEnvSettingsSource(Settings)()
    for name, field in Settings.model_fields.items():
        value = getattr(settings, name)
        if name in environment and _same(name, environment[name], value):
            source = Source.ENVIRONMENT
        elif name in file and _same(name, file[name], value):
            source = Source.FILE
        else:
            source = Source.DEFAULT if value == field.default else Source.START
        yield Configured(
            name=f"FRONTDESK_{name.upper()}", value=_shown(value), source=source, secret=isinstance(value, SecretStr)
        )


def _same(name: str, told: Any, value: Any) -> bool:
    """Whether what a source tells of a setting is what stands, once read as it is."""
    read = Settings.__pydantic_validator__.validate_assignment(Settings.model_construct(), name, told)
    return bool(getattr(read, name) == value)


def _shown(value: object) -> str:
    if isinstance(value, SecretStr):
        return MASK if value.get_secret_value() else ""
    return unspoken("" if value is None else str(value))


def unspoken(address: str) -> str:
    """An address without the password or the token in it."""
    return SECRET_IN_QUERY.sub(rf"\1{MASK}", PASSWORD_IN_ADDRESS.sub(rf"\1:{MASK}@", address))


def _beside(environment: Mapping[str, str]) -> Iterator[Configured]:
    for name in BESIDE:
        told = environment.get(f"FRONTDESK_{name}", "")
        secret = not name.endswith("_FILE")
        source = Source.ENVIRONMENT if told else Source.DEFAULT
        shown = MASK if told and secret else told
        yield Configured(name=f"FRONTDESK_{name}", value=shown, source=source, secret=secret)
