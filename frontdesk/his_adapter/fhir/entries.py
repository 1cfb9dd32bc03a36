"""One entry of a patient's history out of one FHIR resource; None for what was entered in error or says nothing."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from frontdesk.his_adapter.fhir.reading import BY_MACHINE, Resource, moment, text_of
from frontdesk.his_adapter.history import HistoryEntry, HistoryKind

NEVER = frozenset({"entered-in-error", "cancelled", "draft"})
ORDERS = frozenset({"order", "original-order", "reflex-order", "filler-order", "instance-order"})


class Read(NamedTuple):
    """How a kind of resource is read; `dates` in the order of preference."""

    kind: HistoryKind
    dates: tuple[str, ...]
    sources: tuple[str, ...]
    entry: Callable[[Resource], dict[str, Any] | None]


def kept(resource: Resource) -> HistoryEntry | None:
    how = READ[resource["resourceType"]]
    if resource.get("status") in NEVER or _code(resource.get("verificationStatus")) in NEVER:
        return None
    told = how.entry(resource)
    if told is None or not (told["words"] or told.get("value")):
        return None
    date, on = _date(resource, how.dates)
    return HistoryEntry(
        kind=how.kind,
        date=date,
        on=on,
        source="; ".join(dict.fromkeys(filter(None, (_display(resource.get(one)) for one in how.sources)))),
        told=_by_machine(resource),
        **told,
    )


def _allergy(resource: Resource) -> dict[str, Any]:
    verified = _code(resource.get("verificationStatus"))
    reactions = resource.get("reaction", [])
    shown = [text_of(one) for reaction in reactions for one in reaction.get("manifestation", [])]
    substances = [text_of(one.get("substance")) for one in reactions]
    return {
        "words": text_of(resource.get("code")) or "; ".join(filter(None, substances)),
        "value": "; ".join(dict.fromkeys(filter(None, shown))),
        "status": verified if verified == "refuted" else _code(resource.get("clinicalStatus")) or verified,
        "against": verified == "refuted",
    }


def _condition(resource: Resource) -> dict[str, Any]:
    verified = _code(resource.get("verificationStatus"))
    return {
        "words": text_of(resource.get("code")),
        "status": verified if verified == "refuted" else _code(resource.get("clinicalStatus")) or verified,
        "against": verified == "refuted",
    }


def _statement(resource: Resource) -> dict[str, Any]:
    status = str(resource.get("status", ""))
    return {
        "words": _medicine(resource),
        "value": _doses(resource.get("dosage", [])),
        "status": status,
        "against": status == "not-taken",
    }


def _request(resource: Resource) -> dict[str, Any] | None:
    if resource.get("intent") not in ORDERS:
        return None  # proposed or planned: nobody has prescribed it
    return {
        "words": _medicine(resource),
        "value": _doses(resource.get("dosageInstruction", [])),
        "status": str(resource.get("status", "")),
        "against": resource.get("doNotPerform") is True,
    }


def _observation(resource: Resource) -> dict[str, Any] | None:
    value = "; ".join(filter(None, (_value(resource), *_components(resource))))
    if not value:
        return None
    judged = [text_of(one) for one in resource.get("interpretation", [])]
    return {
        "words": text_of(resource.get("code")),
        "value": " ".join((value, *(f"({one})" for one in judged if one))),
        "status": str(resource.get("status", "")),
    }


READ = {
    "AllergyIntolerance": Read(
        HistoryKind.ALLERGY,
        ("lastOccurrence", "onsetDateTime", "recordedDate"),
        ("recorder", "asserter"),
        _allergy,
    ),
    "Condition": Read(
        HistoryKind.CONDITION,
        ("onsetDateTime", "onsetPeriod", "recordedDate"),
        ("recorder", "asserter", "encounter"),
        _condition,
    ),
    "MedicationStatement": Read(
        HistoryKind.MEDICINE,
        ("effectiveDateTime", "effectivePeriod", "dateAsserted"),
        ("informationSource", "context"),
        _statement,
    ),
    "MedicationRequest": Read(HistoryKind.MEDICINE, ("authoredOn",), ("requester", "encounter"), _request),
    "Observation": Read(
        HistoryKind.OBSERVATION,
        ("effectiveDateTime", "effectivePeriod", "effectiveInstant", "issued"),
        ("performer", "encounter"),
        _observation,
    ),
}


def _value(told: Resource) -> str:
    for name, value in told.items():
        match name, value:
            case "valueQuantity", dict():
                return _quantity(value)
            case "valueCodeableConcept", dict():
                return text_of(value)
            case "valueRange", dict():
                return "–".join(filter(None, (_quantity(value.get("low") or {}), _quantity(value.get("high") or {}))))
            case (("valueString" | "valueDateTime" | "valueTime"), str()):
                return value.strip()
            case "valueInteger", int():
                return str(value)
            case "valueBoolean", bool():
                return "+" if value else "-"
    return ""


def _quantity(told: Resource) -> str:
    if not isinstance(told.get("value"), int | float):
        return ""
    number = f"{told.get('comparator', '')}{told['value']}"
    return f"{number} {told.get('unit') or told.get('code') or ''}".strip()


def _components(told: Resource) -> Iterator[str]:
    for one in told.get("component", []):
        if value := _value(one):
            yield f"{text_of(one.get('code'))} {value}".strip()


def _medicine(resource: Resource) -> str:
    named = text_of(resource.get("medicationCodeableConcept"))
    if named:
        return named
    reference = resource.get("medicationReference") or {}
    inside = str(reference.get("reference", "")).removeprefix("#")
    contained = (one for one in resource.get("contained", []) if one.get("id") == inside)
    return str(reference.get("display") or next((text_of(one.get("code")) for one in contained), ""))


def _doses(dosages: list[Resource]) -> str:
    return "; ".join(filter(None, (str(one.get("text", "")).strip() for one in dosages)))


def _code(concept: Resource | None) -> str:
    return next((str(one["code"]) for one in (concept or {}).get("coding", []) if one.get("code")), "")


def _display(told: Any) -> str:
    those = told if isinstance(told, list) else [told]
    return "; ".join(str(one["display"]) for one in those if isinstance(one, dict) and one.get("display"))


def _by_machine(resource: Resource) -> bool:
    marks = resource.get("meta", {}).get("security", [])
    return any(one.get("code") == BY_MACHINE["code"] and one.get("system") == BY_MACHINE["system"] for one in marks)


def _date(resource: Resource, names: tuple[str, ...]) -> tuple[datetime | None, str]:
    """The first of these that is told, and as exactly as it is told: the year, the month or the day."""
    for name in names:
        told = resource.get(name)
        text = str((told.get("start") or told.get("end") or "") if isinstance(told, dict) else told or "")
        for rest in ("", "-01", "-01-01"):
            try:
                at = moment(f"{text}{rest}")
            except ValueError:
                continue
            return at, text if rest else f"{at:%Y-%m-%d}"
    return None, ""
