"""Compares what was typed with what the hospital knows; plain code, no model ever sees it."""

from datetime import date

from frontdesk.his_adapter.records import Patient
from frontdesk.models.identity import patient_number, same_name

__all__ = ["matches", "patient_number"]


def matches(patient: Patient, *, name: str | None, birth_date: date | None) -> bool:
    """True when everything given agrees and at least one of name and birth date was given."""
    given = [
        any(same_name(name, one) for one in (patient.name, *patient.names)) if name else None,
        birth_date == patient.birth_date if birth_date else None,
    ]
    said = [agrees for agrees in given if agrees is not None]
    return bool(said) and all(said)
