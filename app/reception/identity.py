"""Compares what was typed with what the hospital knows; plain code, no model ever sees it."""

import unicodedata
from datetime import date

from his_adapter.records import Patient


def matches(patient: Patient, *, name: str | None, birth_date: date | None) -> bool:
    """True when everything given agrees and at least one of name and birth date was given."""
    given = [
        plain(name) == plain(patient.name) if name else None,
        birth_date == patient.birth_date if birth_date else None,
    ]
    said = [agrees for agrees in given if agrees is not None]
    return bool(said) and all(said)


def patient_number(typed: str) -> str:
    """The number as the hospital writes it: half width, no spaces, capitals."""
    return unicodedata.normalize("NFKC", typed).replace(" ", "").replace("-", "").upper()


def plain(name: str) -> str:
    """A name for comparing: half width, no spaces or dots, lower case."""
    return "".join(c for c in unicodedata.normalize("NFKC", name).casefold() if c.isalnum())
