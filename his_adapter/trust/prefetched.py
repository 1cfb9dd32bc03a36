"""What a record system sends along of a patient, read no further than it names the patient in context."""

from typing import Any


def number_in(resource: Any, patient_id: str, system: str) -> str | None:
    """The number on the card; None where the resource is no Patient, another one, merged away, or has not just one."""
    if not (system and isinstance(resource, dict) and resource.get("resourceType") == "Patient"):
        return None
    if resource.get("id") != patient_id or resource.get("active") is False:
        return None
    if any(_part(link, "type") == "replaced-by" for link in _list(resource, "link")):
        return None
    numbers = {
        str(one["value"])
        for one in _list(resource, "identifier")
        if _part(one, "system") == system and one.get("value") and one.get("use") != "old"
    }
    return numbers.pop() if len(numbers) == 1 else None


def _list(resource: dict[str, Any], name: str) -> list[Any]:
    told = resource.get(name)
    return told if isinstance(told, list) else []


def _part(told: Any, name: str) -> Any:
    return told.get(name) if isinstance(told, dict) else None
