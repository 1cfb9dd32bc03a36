"""The hospital's record systems that may ask who waits (CDS Hooks) or open the doctor's page (SMART): one file."""

from pathlib import Path
from urllib.parse import urlsplit

import yaml
from pydantic import Field, ValidationError

from frontdesk.his_adapter.trust.keys import is_safe
from frontdesk.his_adapter.trust.smart import SmartIssuer
from frontdesk.models.bad_setting import BadSetting
from frontdesk.models.facts import Language, Value


class BadRecordSystems(BadSetting):
    """The file cannot be read; the message is for the operator and holds no secret."""

    setting = "FRONTDESK_RECORD_SYSTEMS"


class CdsClient(Value):
    """A record system that calls our service. `iss`: what its tokens say; `jwks`: where its public keys are.

    `patients`: the system of the identifiers that are the numbers on cards; without it prefetch is not looked at.
    """

    iss: str = Field(min_length=1)
    jwks: str = Field(min_length=1)
    patients: str = ""
    language: Language = Language.ZH  # of the card, where a request names none


class RecordSystems(Value):
    cds_hooks: tuple[CdsClient, ...] = ()
    smart: tuple[SmartIssuer, ...] = ()


def read(path: Path) -> RecordSystems:
    """Files that it names are meant from its own folder on. Raises BadRecordSystems."""
    try:
        told = RecordSystems.model_validate(yaml.safe_load(path.read_text("utf-8")) or {})
    except (OSError, UnicodeDecodeError):
        raise BadRecordSystems(f"{path.name} cannot be read") from None
    except yaml.YAMLError:
        raise BadRecordSystems(f"{path.name} is no YAML") from None
    except ValidationError as error:
        wrong = ", ".join(".".join(map(str, one["loc"])) for one in error.errors())
        raise BadRecordSystems(f"{path.name}: not as it should be: {wrong}") from None
    _need_signatures()
    clients = tuple(one.model_copy(update={"jwks": _source(one.jwks, path)}) for one in told.cds_hooks)
    issuers = tuple(_with_secrets(one, path) for one in told.smart)
    for those in (clients, issuers):
        if len({one.iss.rstrip("/") for one in those}) < len(those):
            raise BadRecordSystems(f"{path.name}: an iss stands there twice")
    return RecordSystems(cds_hooks=clients, smart=issuers)


def _with_secrets(told: SmartIssuer, path: Path) -> SmartIssuer:
    if not is_safe(told.iss):
        raise BadRecordSystems(f"{path.name}: iss is an address over https")
    files = {name: path.parent / one for name in ("secret_file", "key_file") if (one := getattr(told, name))}
    for name, file in files.items():
        try:
            file.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            raise BadRecordSystems(f"{path.name}: the {name} of {told.iss} cannot be read") from None
    return told.model_copy(update=files)


def _source(told: str, path: Path) -> str:
    if not urlsplit(told).netloc:
        return str(path.parent / told)
    if not is_safe(told):
        raise BadRecordSystems(f"{path.name}: keys are read over https alone")
    return told


def _need_signatures() -> None:
    try:
        import jwt  # noqa: F401
    except ImportError:
        raise BadRecordSystems("checking signatures takes pip install 'frontdesk[smart]'") from None
