"""Parts of FHIR resources that every one of ours reads: identifiers, names, codes, references, moments."""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from typing import Any

from frontdesk.models.facts import Sex

Resource = dict[str, Any]

LOINC = "http://loinc.org"
# What a machine wrote is marked so: the resource before a doctor has signed it, afterwards each section with its words
# (FHIR Data Segmentation for Privacy 1.0.0, inline security labels; EU 2024/1689 article 50; GB 45438-2025).
BY_MACHINE = {"system": "http://terminology.hl7.org/CodeSystem/v3-ObservationValue", "code": "AIAST"}
LABELLED_INLINE = {"system": "http://terminology.hl7.org/CodeSystem/v3-ActCode", "code": "PROCINLINELABEL"}
INLINE_LABEL = "http://hl7.org/fhir/uv/security-label-ds4p/StructureDefinition/extension-inline-sec-label"
SEXES = {"male": Sex.MALE, "female": Sex.FEMALE}


def identifier(resource: Resource, system: str) -> str | None:
    """The first identifier of this system; of any, where no system is given."""
    own = (one for one in resource.get("identifier", []) if not system or one.get("system") == system)
    return next((one["value"] for one in own if one.get("value")), None)


def has_identifier(resource: Resource, system: str, value: str) -> bool:
    return any(
        one.get("value") == value and (not system or one.get("system") == system)
        for one in resource.get("identifier", [])
    )


def names_of(resource: Resource) -> list[str]:
    """Every way the person's name may be written, the official one first; whichever half a system calls the family."""
    told = sorted(resource.get("name", []), key=lambda one: one.get("use") not in ("official", "usual"))
    return list(dict.fromkeys(way for one in told for way in _ways(one)))


def _ways(name: Resource) -> Iterable[str]:
    if text := str(name.get("text", "")).strip():
        yield text
    family, given = str(name.get("family", "")).strip(), " ".join(name.get("given", [])).strip()
    parts = [part for part in (family, given) if part]
    if not parts:
        return
    if all(part.isascii() for part in parts):
        yield " ".join(reversed(parts))
        yield " ".join(parts)
    else:
        yield "".join(parts)
        yield "".join(reversed(parts))


def sex(resource: Resource) -> Sex | None:
    return SEXES.get(resource.get("gender", ""))


def day(text: str | None) -> date | None:
    """None for a date that is missing, or known to the year or month alone."""
    try:
        return date.fromisoformat(text or "")
    except ValueError:
        return None


def moment(text: str) -> datetime:
    """The hospital's local time, without offset, as the house reckons. Raises ValueError."""
    told = datetime.fromisoformat(text)
    try:
        return told.astimezone().replace(tzinfo=None) if told.tzinfo else told
    except OverflowError:  # before the year 1, once it is reckoned
        raise ValueError("no time of ours") from None


def instant(at: datetime) -> str:
    """A local time with its offset."""
    return at.astimezone().isoformat(timespec="seconds")


def utc(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def reference_id(reference: Resource | None, kind: str) -> str | None:
    """The id a reference points to, relative or absolute; None where it points to something else."""
    parts = str((reference or {}).get("reference", "")).split("/_history/")[0].rsplit("/", 2)
    return parts[-1] if len(parts) >= 2 and parts[-2] == kind else None


def text_of(concept: Resource | None) -> str:
    """What a CodeableConcept says to a person."""
    concept = concept or {}
    codings: Sequence[Resource] = concept.get("coding", [])
    shown = (one.get("display") or one.get("code") for one in codings)
    return str(concept.get("text") or next((one for one in shown if one), ""))
