"""What a record system tells of a person, read no further than it names the one in context."""

from typing import Any


def number_in(resource: Any, resource_id: str, system: str, *, kind: str = "Patient") -> str | None:
    """The number on the card; None where the resource is of another kind or person, merged away, or has not just one.

    `kind`: Practitioner for the number of a doctor.
    """
    if not (system and isinstance(resource, dict) and resource.get("resourceType") == kind):
        return None
    if resource.get("id") != resource_id or resource.get("active") is False:
        return None
    if any(_part(link, "type") == "replaced-by" for link in _list(resource, "link")):
        return None
    numbers = {
        str(one["value"])
        for one in _list(resource, "identifier")
        if _part(one, "system") == system and one.get("value") and one.get("use") != "old"
    }
    return numbers.pop() if len(numbers) == 1 else None


def merged_into(resource: dict[str, Any]) -> str | None:
    """The id of the Patient that stands for this one; None where it stands itself."""
    for link in _list(resource, "link"):
        if _part(link, "type") == "replaced-by":
            return str(_part(_part(link, "other"), "reference") or "").rpartition("Patient/")[2]
    return None


def _list(resource: dict[str, Any], name: str) -> list[Any]:
    told = resource.get(name)
    return told if isinstance(told, list) else []


def _part(told: Any, name: str) -> Any:
    return told.get(name) if isinstance(told, dict) else None
